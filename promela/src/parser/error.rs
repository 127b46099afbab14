//! A syntax error, in the coordinates of the text that was parsed.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::spelling;
use crate::text::{Expanded, Expansion, ExpansionKind};

/// The code of a call of something that does not exist.
pub(super) const UNKNOWN_CALL: &str = "E0225";

/// Names of inlines and macros, as far as a glance at the files can tell; good enough for suggestions.
fn definitions(expanded: &Expanded) -> impl Iterator<Item = &str> {
    let files = expanded.sources.texts();
    files.flat_map(|text| {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        let pairs = words.clone().zip(words.skip(1));
        pairs.filter(|(word, _)| matches!(*word, "inline" | "define")).map(|(_, name)| name)
    })
}

/// What is wrong with the syntax, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Stable name of the rule that was broken, `E02xx`.
    pub code: &'static str,
    /// The message, one line.
    pub message: String,
    /// Where.
    pub span: Span,
    /// A second place that matters, and what is to be seen there.
    pub related: Option<(Span, String)>,
    /// What may be done about it.
    pub hint: Option<String>,
}

impl SyntaxError {
    pub(super) fn new(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        SyntaxError { code, message: message.into(), span, related: None, hint: None }
    }

    /// The error in the user's own files.
    #[must_use]
    pub fn diagnostic(&self, expanded: &Expanded) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::error(self.code, self.message.clone()).at(expanded.origin(self.span), "");
        if let Some((span, text)) = &self.related {
            diagnostic = diagnostic.and(expanded.origin(*span), text.clone());
        }
        diagnostic.hint = self.hint.clone();
        if self.code == UNKNOWN_CALL
            && let Some(name) = expanded.text.get(self.span.start as usize..self.span.end as usize)
            && let Some(meant) = spelling::nearest(name, definitions(expanded))
        {
            diagnostic.hint = Some(format!("did you mean `{meant}`?"));
        }
        let step = diagnostic.primary.as_ref().and_then(|label| label.origin.expansion.first());
        if let Some(Expansion { kind: ExpansionKind::Macro, name, .. }) = step
            && self.message.ends_with("found `;`")
        {
            let hint =
                format!("the definition of the macro `{name}` has a `;` that goes wherever it is used");
            diagnostic.hint = Some(hint);
        }
        diagnostic
    }

    pub(super) fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related = Some((span, text.into()));
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
