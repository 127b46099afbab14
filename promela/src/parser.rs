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
//! The tokens around it decide what to say (`explain`); then the statement at fault is overwritten
//! (`recover`) and the text is parsed again, until it passes or enough has been said. Then the tree lacks
//! what was overwritten, and goes along with the errors for what else can be said about it.

mod brackets;
mod build;
mod error;
mod explain;
mod grammar;
mod habits;
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
use pest::iterators::Pairs;
use scan::Scan;
use std::collections::HashSet;

/// The most syntax errors reported at once.
pub const MAX_ERRORS: usize = 20;

/// Parses a model that [`prepare`](crate::text::prepare) has expanded.
///
/// # Errors
/// As [`parse_text`], with the places in the user's files.
pub fn parse(expanded: &Expanded) -> Result<Model, Rejected> {
    parse_recovering(&expanded.text).map_err(|(errors, rest)| Rejected {
        diagnostics: errors.iter().map(|error| error.diagnostic(expanded)).collect(),
        rest,
    })
}

/// A text with syntax errors.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The errors, at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// What could be parsed besides.
    pub rest: Option<Rest>,
}

/// What is left of a text when all that could not be parsed is taken out.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The tree.
    pub model: Model,
    /// Words of the text that was taken out: nothing can be said about what they name.
    pub lost: HashSet<String>,
}

/// Parses a text whose macros, inlines and line ends have been dealt with.
///
/// # Errors
/// All syntax errors that could be told apart, at most [`MAX_ERRORS`], in the order of the text.
pub fn parse_text(text: &str) -> Result<Model, Vec<SyntaxError>> {
    parse_recovering(text).map_err(|(errors, _)| errors)
}

fn parse_recovering(text: &str) -> Result<Model, (Vec<SyntaxError>, Option<Rest>)> {
    if u32::try_from(text.len()).is_err() {
        let nowhere = Span { start: 0, end: 0 };
        let error = SyntaxError::new("E0200", "the model is larger than four gigabytes", nowhere);
        return Err((vec![error], None));
    }
    on_a_large_stack(|| parse_and_recover(text))
}

/// Enough for [`MAX_NESTING`](crate::ast::MAX_NESTING) levels even where nothing is optimised.
const STACK_BYTES: usize = 32 << 20;

/// Calls a function on a thread with a stack as large as the limits of the tree demand, since that of
/// the caller may be small. Where no thread can be had it has to do.
fn on_a_large_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, &work) {
            Ok(handle) => handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => work(),
        }
    })
}

fn parse_and_recover(text: &str) -> Result<Model, (Vec<SyntaxError>, Option<Rest>)> {
    let mut errors = Vec::new();
    let mut rest = None;
    let mut scan = Scan::new(text, &mut errors);
    if scan.too_deep() {
        return Err((errors.pop().into_iter().collect(), None));
    }
    while errors.len() < MAX_ERRORS {
        let failure = match Grammar::parse(Rule::model, scan.text()) {
            Ok(pairs) => match build(pairs, &mut errors) {
                Ok(model) if errors.is_empty() => return Ok(model),
                Ok(model) => {
                    rest = Some(model);
                    break;
                }
                Err(mismatch) => return Err((vec![mismatch.into()], None)),
            },
            Err(failure) => failure,
        };
        let at = match failure.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let ErrorVariant::ParsingError { positives, .. } = failure.variant else {
            // Pest has no other errors of its own than this one.
            let here = Span { start: at as u32, end: at as u32 };
            let message = "the stack is too small for this nesting";
            errors.push(SyntaxError::new("E0204", message, here));
            break;
        };
        let explanation = explain::explain(&scan, at, &positives);
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
    errors.sort_by_key(|error| error.span);
    errors.truncate(MAX_ERRORS);
    // What an error points at may be left out of the tree as well.
    let places = errors.iter().flat_map(|e| e.related.iter().map(|(span, _)| *span).chain([e.span]));
    let named = places.filter_map(|span| text.get(span.start as usize..span.end as usize)).map(str::to_owned);
    let lost = scan.into_lost().into_iter().chain(named).collect();
    Err((errors, rest.map(|model| Rest { model, lost })))
}

fn build(mut pairs: Pairs<'_, Rule>, errors: &mut Vec<SyntaxError>) -> Result<Model, build::Mismatch> {
    let mut builder = build::Builder { errors: Vec::new() };
    let model = pairs.next().map(|pair| builder.model(pair)).transpose()?;
    errors.append(&mut builder.errors);
    Ok(model.unwrap_or_default())
}
