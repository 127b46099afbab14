//! The way from a model's files to the text the grammar reads, seen from outside.

#[path = "text/inlines.rs"]
mod inlines;
#[path = "text/origins.rs"]
mod origins;
#[path = "text/preprocessor.rs"]
mod preprocessor;
#[path = "text/robustness.rs"]
mod robustness;
#[path = "text/separators.rs"]
mod separators;

use promela::diagnostic::{Style, render_all};
use promela::source::Memory;
use promela::text::{Options, Prepared, Rejected, prepare};

/// Prepares a model that is the file `m.pml` of `files`.
fn prepare_with(files: &[(&str, &str)], options: &Options) -> Result<Prepared, Rejected> {
    let all = files.iter().fold(Memory::default(), |all, (name, text)| all.with(name, text));
    prepare("m.pml", &all, options)
}

fn prepared(model: &str) -> Result<Prepared, Rejected> {
    prepare_with(&[("m.pml", model)], &Options::default())
}

/// The expanded text with every run of blanks made one, and none before closing punctuation: where
/// exactly blanks stand matters to nobody.
fn expanded(model: &str) -> String {
    squeeze(prepared(model))
}

fn squeeze(result: Result<Prepared, Rejected>) -> String {
    match result {
        Ok(prepared) => {
            let words = prepared.expanded.text.split_whitespace();
            let text = words.collect::<Vec<_>>().join(" ");
            text.replace(" ;", ";").replace(" )", ")").replace(" ,", ",")
        }
        Err(rejected) => panic!("{}", shown(&rejected)),
    }
}

fn shown(rejected: &Rejected) -> String {
    render_all(&rejected.diagnostics, &rejected.sources, Style::Plain)
}

/// The rendered errors of a model that must be rejected.
fn rejected(model: &str) -> String {
    match prepared(model) {
        Ok(prepared) => panic!("accepted as {}", prepared.expanded.text),
        Err(rejected) => shown(&rejected),
    }
}

/// The codes of all errors and warnings.
fn codes(result: Result<Prepared, Rejected>) -> Vec<&'static str> {
    let all = match result {
        Ok(prepared) => prepared.warnings,
        Err(rejected) => rejected.diagnostics,
    };
    all.iter().map(|diagnostic| diagnostic.code).collect()
}
