//! Whatever the input, the front end ends with a program or with errors: it does not panic, hang or eat all memory.
//!
//! The stages have tests of their own; this one takes damaged and hostile models all the way to the program.
//! `checker/tests/robust.rs` searches them.

#[path = "robust/hostile.rs"]
mod hostile;
#[path = "robust/mutate.rs"]
mod mutate;
#[path = "robust/watch.rs"]
mod watch;

use promela::Failure;
use promela::diagnostic::{Severity, Style, render_all};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::Memory;
use promela::text::Options;
use proptest::prelude::*;
use watch::survives;

/// Compiles a model as far as it goes. Returns whether it went all the way.
fn compile(text: Vec<u8>) -> bool {
    let loader = Memory([("m.pml".to_owned(), text)].into());
    let model = match promela::compile("m.pml", &loader, &Options::default()) {
        Ok(model) => model,
        Err(failure) => return refused(&failure),
    };
    for warning in &model.warnings {
        assert_eq!(warning.severity, Severity::Warning);
    }
    let narrow = model.program(NumberWidth::Narrow, Optimisation::NONE);
    let wide = model.program(NumberWidth::Wide, Optimisation::SPIN);
    narrow.is_ok() && wide.is_ok() || refused(&narrow.or(wide).unwrap_err())
}

/// Checks that a refusal gives its reasons.
fn refused(failure: &Failure) -> bool {
    assert!(failure.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error));
    assert!(render_all(&failure.diagnostics, &failure.sources, Style::Plain).contains("error"));
    false
}

#[test]
fn damaged_models_are_answered() {
    let cases = ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        max_shrink_time: 30_000,
        ..ProptestConfig::default()
    };
    let corpus = mutate::corpus();
    assert!(corpus.iter().filter(|model| survives(model, compile)).count() > corpus.len() / 2);
    proptest!(cases, |(model in mutate::damaged(corpus))| {
        survives(&model, compile);
    });
}

#[test]
fn every_beginning_of_a_model_is_answered() {
    for shape in ["small", "control"] {
        let model = modelgen::generate(1, &modelgen::Shape::named(shape).unwrap()).into_bytes();
        for length in (0..model.len()).step_by(7) {
            survives(&model[..length], compile);
        }
    }
}

#[test]
fn hostile_models_are_answered() {
    for (name, text) in hostile::models() {
        // The name tells which one it was if the test dies.
        println!("{name}");
        survives(text.as_bytes(), compile);
    }
}

#[test]
fn large_models_are_not_refused() {
    for (name, text) in hostile::large_models() {
        assert!(survives(text.as_bytes(), compile), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, max_shrink_time: 30_000, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes, compile);
    }

    #[test]
    fn random_bytes_within_a_model_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let model = [b"byte x; chan c = [1] of { byte }; init { ", &bytes[..], b" }"].concat();
        survives(&model, compile);
    }
}
