//! Warnings about models that are correct but hardly what was meant.
//!
//! Every check works on the resolved model, so it sees through macros, inlines and sugar, and every one is
//! silent where it cannot be sure: a warning that is usually wrong is worse than none. Constants that come
//! out of macros and inlines are left alone, since models are configured by them.

pub mod code;

mod channels;
mod control;
mod operators;
mod ranges;
mod reduction;
mod unused;
mod walk;

use crate::diagnostic::{Diagnostic, Label};
use crate::hir::Model;
use crate::source::Span;
use crate::text::{Expanded, ExpansionKind};
use std::collections::HashSet;

/// What the author of a model should look at again, in the order of the text.
#[must_use]
pub fn lint(model: &Model, text: &Expanded) -> Vec<Diagnostic> {
    let mut lints = Lints { text, found: Vec::new() };
    unused::check(model, &mut lints);
    channels::check(model, &mut lints);
    control::check(model, &mut lints);
    ranges::check(model, &mut lints);
    operators::check(model, &mut lints);
    reduction::check(model, &mut lints);
    lints.found.sort_by_key(|(span, _)| *span);
    let mut seen = HashSet::new();
    let mut diagnostics: Vec<Diagnostic> = lints.found.into_iter().map(|(_, lint)| lint).collect();
    // The body of an inline is checked once per call, but written once.
    diagnostics.retain(|lint| {
        let place = lint.primary.as_ref().map(|label| label.origin.region);
        seen.insert((lint.code, lint.message.clone(), place.map(|r| (r.file, r.start, r.end))))
    });
    diagnostics
}

/// Collects what the checks find.
struct Lints<'t> {
    text: &'t Expanded,
    found: Vec<(Span, Diagnostic)>,
}

impl Lints<'_> {
    /// Files a warning; a second place and a hint can be added to it.
    fn warn(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> Warning<'_> {
        let diagnostic = Diagnostic::warning(code, message).at(self.text.origin(span), "");
        self.found.push((span, diagnostic));
        let last = self.found.len() - 1;
        Warning { text: self.text, diagnostic: &mut self.found[last].1 }
    }

    /// What a span says.
    fn quote(&self, span: Span) -> &str {
        self.text.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Whether a piece of text came out of a macro or an inline, and so may be different elsewhere.
    fn is_generated(&self, span: Span) -> bool {
        let origin = self.text.origin(span);
        origin.expansion.iter().any(|step| step.kind != ExpansionKind::Include)
    }
}

/// A warning that can still be added to.
struct Warning<'l> {
    text: &'l Expanded,
    diagnostic: &'l mut Diagnostic,
}

impl Warning<'_> {
    fn label(self, message: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.diagnostic.primary {
            primary.message = message.into();
        }
        self
    }

    fn and(self, span: Span, message: impl Into<String>) -> Self {
        let label = Label { origin: self.text.origin(span), message: message.into() };
        self.diagnostic.secondary.push(label);
        self
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        self.diagnostic.hint = Some(hint.into());
        self
    }
}
