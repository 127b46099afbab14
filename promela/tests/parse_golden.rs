//! Golden tests of the parser: a model beside the outline of its tree, or beside its errors.
//!
//! `UPDATE_GOLDEN=1 cargo test` rewrites the expectations.

#[path = "support/golden.rs"]
mod golden;

use promela::diagnostic::{Style, render_all};
use promela::parser::parse;
use promela::source::Memory;
use promela::text::{Options, prepare};

fn answer(name: &str, model: &str) -> String {
    let prepared = match prepare(name, &Memory::single(name, model), &Options::default()) {
        Ok(prepared) => prepared,
        Err(rejected) => {
            return render_all(&rejected.diagnostics, &rejected.sources, Style::Plain);
        }
    };
    match parse(&prepared.expanded) {
        Ok(tree) => tree.to_string(),
        Err(rejected) => render_all(&rejected.diagnostics, &prepared.expanded.sources, Style::Plain),
    }
}

#[test]
fn every_model_is_read_as_expected() {
    golden::check("parse", answer);
}
