//! Whatever the model, a search within limits ends with an outcome: it does not panic, hang or eat all memory.

#[path = "../../promela/tests/robust/hostile.rs"]
mod hostile;
#[path = "../../promela/tests/robust/mutate.rs"]
mod mutate;
#[path = "../../promela/tests/robust/watch.rs"]
mod watch;

use checker::{Config, Hooks, Limits, SearchChoice, Trail, Verdict, verify};
use promela::source::Memory;
use promela::text::Options;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use watch::survives;

/// Searches a model, if it is one. Returns whether it is.
fn search(text: Vec<u8>) -> bool {
    let loader = Memory([("m.pml".to_owned(), text)].into());
    let Ok(model) = promela::compile("m.pml", &loader, &Options::default()) else {
        return false;
    };
    let limits = Limits { depth: Some(5000), memory: Some(16 << 20), time: Some(Duration::from_millis(50)) };
    for (search, max_errors) in [(SearchChoice::Dfs, None), (SearchChoice::Bfs, Some(1))] {
        let config = Config { search, limits, max_errors, ..Config::default() };
        let interrupt = AtomicBool::new(false);
        let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
        let Ok(found) = verify(&model, &config, &mut hooks) else { return false };
        let outcome = &found.outcome;
        let expected = match (outcome.stats.errors, outcome.stop) {
            (0, None) => Verdict::Holds,
            (0, Some(_)) => Verdict::Incomplete,
            _ => Verdict::Violated,
        };
        assert_eq!(outcome.verdict, expected, "{:?}", outcome.stop);
        let trail = Trail::to_first_violation("m.pml", Vec::new(), &model, &config, &found);
        assert_eq!(trail.is_some(), outcome.verdict == Verdict::Violated);
    }
    true
}

#[test]
fn damaged_models_are_searched() {
    let cases = ProptestConfig {
        cases: 400,
        failure_persistence: None,
        max_shrink_time: 30_000,
        ..ProptestConfig::default()
    };
    let corpus = mutate::corpus();
    proptest!(cases, |(model in mutate::damaged(corpus))| {
        survives(&model, search);
    });
}

#[test]
fn hostile_models_are_searched() {
    let mut n_models = 0;
    for (name, text) in hostile::models() {
        // The name tells which one it was if the test dies.
        println!("{name}");
        n_models += usize::from(survives(text.as_bytes(), search));
    }
    assert!(100 < n_models, "only {n_models} are models");
}

#[test]
fn large_models_are_searched() {
    for (name, text) in hostile::large_models() {
        assert!(survives(text.as_bytes(), search), "{name}");
    }
}
