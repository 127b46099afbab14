//! The mistakes that people make most, each with what is said about it.
//!
//! `scripts/compare-messages` puts them beside what Spin says about the same models.

#[path = "support/golden.rs"]
mod golden;

use promela::diagnostic::{Diagnostic, Style, render_all};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::{Memory, Sources};
use promela::text::Options;

/// What is said about a model.
fn said(name: &str, text: &str) -> (Vec<Diagnostic>, Sources) {
    match promela::compile(name, &Memory::single(name, text), &Options::default()) {
        Err(failure) => (failure.diagnostics, failure.sources),
        Ok(model) => match model.program(NumberWidth::Narrow, Optimisation::NONE) {
            Err(failure) => (failure.diagnostics, failure.sources),
            Ok(_) => (model.warnings, model.text.sources),
        },
    }
}

#[test]
fn every_mistake_is_named_as_expected() {
    golden::check("mistakes", |name, text| {
        let (diagnostics, sources) = said(name, text);
        assert!(!diagnostics.is_empty(), "nothing is said about {name}");
        render_all(&diagnostics, &sources, Style::Plain)
    });
}

#[test]
fn there_are_more_than_thirty() {
    assert!(30 < golden::models(&golden::folder("mistakes")).len());
}
