//! Partial-order reduction changes counts, but neither the verdict nor the deadlocks.
//!
//! The unreduced search is the judge. Both orders of search and a lossy store are reduced, each by its own proviso.

use checker::{Config, Hooks, Optimisation, Outcome, SearchChoice, Stop, StoreChoice, Verdict, verify};
use modelgen::{Shape, generate};
use promela::Model;
use promela::exec::ViolationKind;
use promela::source::{Disk, Memory};
use promela::text::Options;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn search(model: &Model, config: &Config) -> Outcome {
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    verify(model, config, &mut hooks).unwrap_or_else(|failure| panic!("{:#?}", failure.diagnostics)).outcome
}

fn config(optimisation: Optimisation) -> Config {
    Config { optimisation, max_errors: None, ..Config::default() }
}

/// The states in which nobody can move and somebody should.
fn deadlocks(outcome: &Outcome) -> BTreeSet<u64> {
    let found = outcome.violations.iter().filter(|f| f.violation.kind == ViolationKind::InvalidEndState);
    found.map(|found| found.digest.0).collect()
}

/// Whether anything else than a deadlock is wrong.
fn has_errors(outcome: &Outcome) -> bool {
    outcome.violations.iter().any(|found| found.violation.kind != ViolationKind::InvalidEndState)
}

/// Whether states depend on the order in which processes start and end. Spin takes that order, which decides about
/// process numbers and `_nr_pr`, for nobody's business, and so do we: a reduced search then sees the deadlocks of
/// some orders only.
fn counts_processes(text: &str) -> bool {
    text.contains("run ") || text.contains("_nr_pr")
}

/// Compares reduced searches with the unreduced one; gives the share of states that the reduction kept.
fn compare(name: &str, text: &str, model: &Model) -> Option<f64> {
    let full = search(model, &config(Optimisation::SPIN));
    if full.stop.is_some() || full.stats.stored > 20_000 || full.stats.errors > 900 {
        return None;
    }
    let unoptimised = search(model, &config(Optimisation::NONE));
    assert_eq!(unoptimised.verdict, full.verdict, "{name}: optimised");
    let mut kept = 1.0;
    for order in [SearchChoice::Dfs, SearchChoice::Bfs] {
        let reduced = search(model, &Config { por: true, search: order, ..config(Optimisation::SPIN) });
        assert_eq!(reduced.stop, None, "{name} {order}");
        assert_eq!(reduced.verdict, full.verdict, "{name} {order}");
        assert!(reduced.stats.stored <= full.stats.stored, "{name} {order}");
        if counts_processes(text) {
            assert!(deadlocks(&reduced).is_subset(&deadlocks(&full)), "{name} {order}: deadlocks");
        } else {
            assert_eq!(deadlocks(&reduced), deadlocks(&full), "{name} {order}: deadlocks");
        }
        assert_eq!(has_errors(&reduced), has_errors(&full), "{name} {order}: other errors");
        kept = reduced.stats.stored as f64 / full.stats.stored as f64;
    }
    let lossy = Config { por: true, store: StoreChoice::Compact, ..config(Optimisation::SPIN) };
    let lossy = search(model, &lossy);
    let clean = full.verdict == Verdict::Holds;
    let stop = clean.then_some(Stop::LossyStore);
    assert_eq!((lossy.stop, lossy.stats.errors == 0), (stop, clean), "{name}: lossy");
    Some(kept)
}

#[test]
fn random_models_keep_their_verdict_and_their_deadlocks() {
    let (mut n_compared, mut n_smaller) = (0, 0);
    for (seed, shape) in (0..)
        .zip(["mixed", "small", "no-rendezvous", "rendezvous", "run", "control"].into_iter().cycle())
        .take(180)
    {
        let text = generate(seed, &Shape::named(shape).unwrap());
        let loader = Memory::single("m.pml", &text);
        let model = promela::compile("m.pml", &loader, &Options::default()).unwrap();
        if let Some(kept) = compare(&format!("{seed} {shape}"), &text, &model) {
            n_compared += 1;
            n_smaller += usize::from(kept < 1.0);
        }
    }
    assert!(120 <= n_compared && n_compared / 4 <= n_smaller, "{n_compared} compared, {n_smaller} reduced");
}

#[test]
fn models_of_the_repository_keep_their_verdict_and_their_deadlocks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let name = file.to_str().unwrap();
        let model = promela::compile(name, &Disk, &Options::default()).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(compare(name, &text, &model).is_some(), "{name}");
    }
}

#[test]
fn a_model_that_cannot_be_reduced_is_not() {
    for text in [
        "byte x; active proctype A() { x = 1; (enabled(1)); x = 2 } active proctype B() { byte y; y = 1; y = 2 }",
        "byte x; active proctype A() { (_last == 1); x = 2 } active proctype B() { byte y; y = 1; y = 2 }",
        "chan c = [1] of { byte }; active proctype A() { byte x; if :: c?x :: else fi }
         active proctype B() { byte y; y = 1; y = 2; c!y }",
    ] {
        let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()).unwrap();
        let full = search(&model, &config(Optimisation::SPIN));
        let reduced = search(&model, &Config { por: true, ..config(Optimisation::SPIN) });
        assert_eq!(reduced.stats.stored, full.stats.stored, "{text}");
    }
}

#[test]
fn a_broken_promise_is_an_error_when_the_search_relies_on_it() {
    let text = "chan c = [1] of { byte };
         active proctype P() { xs c; c!1 }
         active proctype Q() { c!2 }
         active proctype R() { byte y; c?y; c?y }";
    let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()).unwrap();
    let full = search(&model, &config(Optimisation::SPIN));
    assert_eq!(full.verdict, Verdict::Holds);
    let reduced = search(&model, &Config { por: true, ..config(Optimisation::SPIN) });
    assert!(reduced.violations.iter().any(|found| found.violation.kind == ViolationKind::BrokenClaim));
}
