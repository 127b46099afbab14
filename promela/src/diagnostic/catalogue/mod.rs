//! What every diagnostic means: the long text behind its code, with an example that shows it.
//!
//! The examples are run by the tests: what is called wrong gives the diagnostic, what is called right does
//! not.

mod control;
mod names;
mod syntax;
mod text;
mod warnings;

/// The explanation of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code, such as `E0302`.
    pub code: &'static str,
    /// What is the matter, in a few words.
    pub title: &'static str,
    /// Why, and what to do about it.
    pub text: &'static str,
    /// A model to which it applies; empty if none is short enough.
    pub wrong: &'static str,
    /// The same model without the mistake.
    pub right: &'static str,
}

/// All explanations, in the order of the language's stages.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    [text::ENTRIES, syntax::ENTRIES, names::ENTRIES, control::ENTRIES, warnings::ENTRIES]
        .into_iter()
        .flatten()
}

/// The explanation of a code, in whichever case it is written.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.code.eq_ignore_ascii_case(code.trim()))
}
