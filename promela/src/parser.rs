//! The parser: prepared text in, syntax tree out.
//!
//! ```text
//! text ─ scan ─▶ tokens, brackets ─ pest ─▶ pairs ─ build ─▶ ast::Model
//!          │                          │
//!          └─ bracket errors          └─ failure ─ explain ─▶ SyntaxError
//!                                          └─ recover: blank the statement, parse again
//! ```
//!
//! The grammar (`grammar.pest`) is pest's; the messages are ours. A failed parse yields one position.
//! The tokens around it decide what to say ([`explain`]); then the statement at fault is overwritten
//! ([`recover`]) and the text is parsed again, until it passes or enough has been said. The tree is only
//! returned when there was nothing to say.

mod brackets;
mod build;
mod error;
mod explain;
mod grammar;
mod recover;
mod scan;
mod token;

pub use error::SyntaxError;

use crate::ast::Model;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::text::Expanded;
use grammar::{Grammar, Rule};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use scan::Scan;

/// The most syntax errors reported at once.
pub const MAX_ERRORS: usize = 20;

/// Parses a model that [`prepare`](crate::text::prepare) has expanded.
///
/// # Errors
/// As [`parse_text`], with the places in the user's files.
pub fn parse(expanded: &Expanded) -> Result<Model, Vec<Diagnostic>> {
    parse_text(&expanded.text).map_err(|errors| {
        errors
            .iter()
            .map(|error| error.diagnostic(expanded))
            .collect()
    })
}

/// Parses a text whose macros, inlines and line ends have been dealt with.
///
/// # Errors
/// All syntax errors that could be told apart, at most [`MAX_ERRORS`], in the order of the text.
pub fn parse_text(text: &str) -> Result<Model, Vec<SyntaxError>> {
    if u32::try_from(text.len()).is_err() {
        let nowhere = Span { start: 0, end: 0 };
        return Err(vec![SyntaxError::new(
            "E0200",
            "the model is larger than four gigabytes",
            nowhere,
        )]);
    }
    let mut errors = Vec::new();
    let mut scan = Scan::new(text, &mut errors);
    if scan.too_deep() {
        return Err(errors);
    }
    while errors.len() < MAX_ERRORS {
        match Grammar::parse(Rule::model, scan.text()) {
            Ok(mut pairs) => {
                let mut builder = build::Builder { errors: Vec::new() };
                let model = match pairs.next().map(|pair| builder.model(pair)) {
                    Some(Ok(model)) => model,
                    Some(Err(mismatch)) => return Err(vec![mismatch.into()]),
                    None => Model::default(),
                };
                errors.append(&mut builder.errors);
                if errors.is_empty() {
                    return Ok(model);
                }
                break;
            }
            Err(failure) => {
                let at = match failure.location {
                    InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
                };
                let wanted = match &failure.variant {
                    ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
                    ErrorVariant::CustomError { .. } => &[],
                };
                let explanation = explain::explain(&scan, at, wanted);
                let overwritten = recover::recover(&mut scan, at);
                // An error within a statement that is known to be wrong is most likely its consequence.
                let follows = overwritten.as_ref().is_some_and(|bytes| {
                    let mut starts = errors.iter().map(|error| error.span.start as usize);
                    starts.any(|start| bytes.contains(&start))
                });
                if !follows {
                    errors.push(explanation);
                }
                if overwritten.is_none() {
                    break;
                }
            }
        }
    }
    errors.sort_by_key(|error| error.span);
    errors.truncate(MAX_ERRORS);
    Err(errors)
}
