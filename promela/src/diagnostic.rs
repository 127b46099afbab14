//! Messages about a model: plain data here, text in [`render()`].
//!
//! A diagnostic names the rule that was broken (a stable code), the place, any second place that
//! matters, and what to do about it. Places are [`Origin`]s, so a message about text that came out of a
//! macro, an inline or an included file says so.

mod brief;
mod catalogue;
mod render;

pub use brief::render_brief;
pub use catalogue::{Entry, entries, explain};
pub use render::{MAX_SHOWN, Style, render, render_all};

use crate::text::Origin;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model can be checked all the same.
    Warning,
    /// The model cannot be checked.
    Error,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub origin: Origin,
    /// What is to be seen there; may be empty.
    pub message: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable name of the rule, for example `E0101`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The message, one line.
    pub message: String,
    /// Where, unless the message concerns no place in a file.
    pub primary: Option<Label>,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// What may be done about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error, as yet without a place.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            hint: None,
        }
    }

    /// A warning, as yet without a place.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, origin: Origin, message: impl Into<String>) -> Self {
        let message = message.into();
        self.primary = Some(Label { origin, message });
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn and(mut self, origin: Origin, message: impl Into<String>) -> Self {
        let message = message.into();
        self.secondary.push(Label { origin, message });
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
