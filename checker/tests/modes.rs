//! Spin's optimisations and its partial-order reduction, rule by rule.
//!
//! Each model of `modes/` is about one rule and begins with what Spin 6.5.2 counts in three modes, with all errors and
//! invalid end states: stored, matched, atomic steps, depth, errors.
//!
//! ```text
//! raw      spin -o1 -o2 -o3 -a m.pml    gcc -DSAFETY -DNOREDUCE pan.c    ./pan -c0
//! default  spin -a m.pml                gcc -DSAFETY -DNOREDUCE pan.c    ./pan -c0
//! por      spin -a m.pml                gcc -DSAFETY pan.c               ./pan -c0
//! ```
//!
//! `scripts/compare-counts checker/tests/modes --mode MODE --end-states` asks Spin again.

use checker::{Config, EngineChoice, Hooks, Optimisation, SearchChoice, Stats, verify};
use promela::source::Memory;
use promela::text::Options;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn stats(text: &str, config: &Config) -> Stats {
    let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default())
        .unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let outcome = verify(&model, config, &mut hooks).unwrap().outcome;
    assert_eq!(outcome.stop, None);
    outcome.stats
}

fn config(mode: &str, engine: EngineChoice) -> Config {
    let optimisation = if mode == "raw" { Optimisation::NONE } else { Optimisation::SPIN };
    let por = mode == "por";
    Config { optimisation, por, engine, patience: 1, max_errors: None, ..Config::default() }
}

fn counts(stats: &Stats) -> [u64; 5] {
    [stats.stored, stats.matched, stats.atomic_steps, stats.depth, stats.errors]
}

/// The counts that a model states.
fn expected(text: &str, mode: &str) -> [u64; 5] {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(mode)?.strip_prefix(' '));
    let numbers = line.unwrap().trim_end_matches(" */").split(' ').map(|n| n.parse().unwrap());
    numbers.collect::<Vec<u64>>().try_into().unwrap()
}

#[test]
fn every_rule_gives_spins_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modes");
    let mut n_models = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        for mode in ["raw", "default", "por"] {
            let expected = expected(&text, mode);
            for engine in [EngineChoice::Interpreter, EngineChoice::Jit] {
                let found = stats(&text, &config(mode, engine));
                assert_eq!(counts(&found), expected, "{} {mode} {engine}", file.display());
            }
            if mode != "por" {
                let breadth = Config { search: SearchChoice::Bfs, ..config(mode, EngineChoice::Jit) };
                let found = Stats { depth: expected[3], ..stats(&text, &breadth) };
                assert_eq!(counts(&found), expected, "{} {mode} bfs", file.display());
            }
        }
        n_models += 1;
    }
    assert_eq!(n_models, 24);
}

#[test]
fn each_optimisation_can_be_switched_off_alone() {
    let text = include_str!("modes/all_three.pml");
    let stored = |optimisation: &str| {
        let optimisation = optimisation.parse().unwrap();
        stats(text, &Config { optimisation, max_errors: None, ..Config::default() }).stored
    };
    // Spin's -o1, -o2 and -o3, one at a time and together.
    let counts = ["spin", "spin-o1", "spin-o2", "spin-o3", "spin-o1-o2-o3"].map(stored);
    assert_eq!(counts, [91, 183, 247, 111, 329]);
}
