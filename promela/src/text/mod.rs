//! From the model's files to the text that the grammar reads.
//!
//! ```text
//! files ── preprocess ──► one text ── token ──► inline ──► separators ──► Expanded
//! ```
//!
//! `preprocess` does the work of the C preprocessor; `inline` replaces calls of inlines by their bodies;
//! `separators` makes line breaks that stand for `;` explicit. Each stage copies text and records where
//! from, so any place in the result can be traced back to what the user wrote ([`Expanded::origin`]).

mod inline;
mod map;
mod preprocess;
mod separators;
mod token;

pub use map::{Expanded, Expansion, ExpansionKind, Origin};

use crate::diagnostic::Diagnostic;
use crate::source::{Loader, Sources};

/// What the user may set.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`: names to undefine after that.
    pub undefines: Vec<String>,
    /// `-I`: directories searched for included files.
    pub includes: Vec<String>,
    /// Bounds against hostile input.
    pub limits: Limits,
}

/// Bounds on expansion. The defaults are far above any model met so far.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tokens read, counting again those that macros and inlines repeat.
    pub work: u64,
    /// Bytes of expanded text.
    pub text: usize,
    /// Files open within each other.
    pub include_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { work: 5_000_000, text: 1 << 26, include_depth: 200 }
    }
}

/// A model whose text could not be prepared.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The files read so far, for rendering the diagnostics.
    pub sources: Sources,
    /// At least one error, and any warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// A model's text, ready for the parser.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The text and the way back from it.
    pub expanded: Expanded,
    /// What the user should know all the same.
    pub warnings: Vec<Diagnostic>,
}

/// Reads the model in the file `main` and expands it.
///
/// # Errors
/// All that is wrong with includes, directives, macros and inlines.
pub fn prepare(main: &str, loader: &dyn Loader, options: &Options) -> Result<Prepared, Rejected> {
    let preprocessed = preprocess::preprocess(main, loader, options)?;
    let inlined = inline::expand(preprocessed, &options.limits)?;
    Ok(separators::separate(inlined))
}
