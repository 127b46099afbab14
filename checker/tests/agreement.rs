//! No hash, store or search changes a count: every small model with every combination, against Spin's counts.
//!
//! Each model of `models/` is about one part of the language. The counts in [`EXPECTED`] are those of Spin 6.5.2:
//!
//! ```text
//! spin -o1 -o2 -o3 -a m.pml && gcc -O0 -w -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m100000 -c0
//! ```

use checker::{
    Config, EngineChoice, HashChoice, HashSpec, Hooks, Limits, Outcome, SearchChoice, Stop, StoreChoice,
    Verdict, dispatch,
};
use promela::ir::Program;
use promela::lower::{NumberWidth, Optimisation};
use promela::source::Disk;
use promela::text::Options;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A model and what Spin counts; `depth` is that of a depth-first search.
struct Expected {
    model: &'static str,
    stored: u64,
    matched: u64,
    atomic_steps: u64,
    depth: u64,
    errors: u64,
}

const fn counts(model: &'static str, [stored, matched, atomic_steps, depth, errors]: [u64; 5]) -> Expected {
    Expected { model, stored, matched, atomic_steps, depth, errors }
}

/// Stored, matched, atomic steps, depth, errors.
const EXPECTED: &[Expected] = &[
    counts("alternating_bit", [123, 22, 0, 85, 0]),
    counts("assertion", [2173, 1634, 0, 34, 60]),
    counts("d_step", [24, 11, 0, 10, 0]),
    counts("deadlock", [280, 249, 240, 168, 8]),
    counts("dynamic", [6748, 11228, 4282, 38, 0]),
    counts("hidden", [52, 74, 194, 47, 0]),
    counts("nesting", [426, 839, 12664, 694, 66]),
    counts("peterson", [38, 27, 0, 23, 0]),
    counts("priorities", [70, 41, 0, 19, 0]),
    counts("provided", [306, 189, 0, 38, 1]),
    counts("records", [342, 251, 0, 44, 14]),
    counts("rendezvous", [352, 205, 352, 51, 4]),
    counts("sorted", [343, 308, 0, 30, 2]),
    counts("timeouts", [49, 21, 0, 20, 0]),
    counts("unless", [145, 99, 7, 20, 1]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

fn program(model: &str) -> Program {
    let path = folder().join(model).with_extension("pml");
    let model = promela::compile(path.to_str().unwrap(), &Disk, &Options::default());
    let model = model.unwrap_or_else(|failure| panic!("{:#?}", failure.diagnostics));
    model
        .program(NumberWidth::Narrow, Optimisation::NONE)
        .unwrap_or_else(|failure| panic!("{:#?}", failure.diagnostics))
}

fn run(program: &Program, hash: impl Into<HashSpec>, store: StoreChoice, search: SearchChoice) -> Outcome {
    let hash = hash.into();
    // A bitstate table takes up to half of the limit.
    let limits = Limits { memory: Some(3 << 21), ..Limits::default() };
    // The interpreter takes its turn with one hash; by the others most states are expanded by machine code.
    let engine =
        if hash.choice() == HashChoice::Zobrist { EngineChoice::Interpreter } else { EngineChoice::Jit };
    let config =
        Config { hash, store, search, engine, patience: 20, limits, max_errors: None, ..Config::default() };
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    dispatch::run(program, &config, &mut hooks).unwrap()
}

/// Stored, matched, atomic steps, errors: what no choice may change.
fn invariant(outcome: &Outcome) -> [u64; 4] {
    let s = outcome.stats;
    [s.stored, s.matched, s.atomic_steps, s.errors]
}

impl Expected {
    fn invariant(&self) -> [u64; 4] {
        [self.stored, self.matched, self.atomic_steps, self.errors]
    }

    fn verdict(&self) -> Verdict {
        if self.errors == 0 { Verdict::Holds } else { Verdict::Violated }
    }
}

fn stores(exact: bool) -> impl Iterator<Item = StoreChoice> {
    StoreChoice::ALL.iter().copied().filter(move |store| store.is_exact() == exact)
}

/// Parameters at their ends; `cyclic64` then maps many states to one digest, which only costs time.
const PARAMETERS: [&str; 4] = [
    "cyclic:delta=31,map=wang,finish=wang",
    "cyclic:map=identity,finish=mix",
    "cyclic64:delta=0,map=identity,finish=none",
    "recordwise:words=1",
];

/// Every hash, and some with parameters.
fn hashes() -> impl Iterator<Item = HashSpec> {
    let with_parameters = PARAMETERS.iter().map(|text| text.parse().unwrap());
    HashChoice::ALL.iter().map(|&hash| hash.into()).chain(with_parameters)
}

#[test]
fn every_model_of_the_folder_has_expected_counts() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let listed: BTreeSet<String> = EXPECTED.iter().map(|expected| expected.model.to_owned()).collect();
    assert_eq!(files, listed);
}

#[test]
fn every_hash_and_exact_store_gives_spins_counts_in_both_searches() {
    for expected in EXPECTED {
        let program = program(expected.model);
        for &search in SearchChoice::ALL {
            let mut depths = BTreeSet::new();
            for hash in hashes() {
                for store in stores(true) {
                    let outcome = run(&program, hash, store, search);
                    let what = format!("{} {search} {hash} {store}", expected.model);
                    assert_eq!(outcome.stop, None, "{what}");
                    assert_eq!(invariant(&outcome), expected.invariant(), "{what}");
                    assert_eq!(outcome.verdict, expected.verdict(), "{what}");
                    depths.insert(outcome.stats.depth);
                }
            }
            let depth = depths.first().copied().unwrap();
            assert_eq!(depths.len(), 1, "{} {search}: depths {depths:?}", expected.model);
            match search {
                SearchChoice::Dfs => assert_eq!(depth, expected.depth, "{}", expected.model),
                SearchChoice::Bfs => assert!(depth <= expected.depth, "{}", expected.model),
            }
        }
    }
}

/// Hashes too weak for a lossy store even at this size, and why.
const WEAK: &[(HashChoice, &str)] = &[
    (HashChoice::Cyclic64, "a word in a slot and its double in the slot before differ by a carry only"),
    (HashChoice::SuperFast, "32 bits, and small changes of two words often cancel out"),
];

#[test]
fn lossy_stores_agree_where_there_is_plenty_of_room_and_say_that_they_are_lossy() {
    for expected in EXPECTED {
        let program = program(expected.model);
        for &hash in HashChoice::ALL {
            let is_weak = WEAK.iter().any(|&(weak, _)| weak == hash);
            for store in stores(false) {
                let outcome = run(&program, hash, store, SearchChoice::Dfs);
                let what = format!("{} {hash} {store}", expected.model);
                assert!(outcome.expected_omissions.is_some(), "{what}");
                if outcome.stats.errors == 0 {
                    let lossy = (Verdict::Incomplete, Some(Stop::LossyStore));
                    assert_eq!((outcome.verdict, outcome.stop), lossy, "{what}");
                } else {
                    assert_eq!((outcome.verdict, outcome.stop), (Verdict::Violated, None), "{what}");
                }
                if is_weak {
                    assert!(outcome.stats.stored <= expected.stored, "{what}");
                } else {
                    assert_eq!(invariant(&outcome), expected.invariant(), "{what}");
                    assert_eq!(outcome.stats.depth, expected.depth, "{what}");
                }
            }
        }
    }
}

#[test]
fn every_weak_hash_does_omit_states() {
    for &(hash, why) in WEAK {
        let omits = EXPECTED.iter().any(|expected| {
            let outcome = run(&program(expected.model), hash, StoreChoice::Compact, SearchChoice::Dfs);
            outcome.stats.stored < expected.stored
        });
        assert!(omits, "{hash} is not weak any more: {why}");
    }
}

#[test]
fn a_breadth_first_search_refuses_a_lossy_store() {
    let program = program("peterson");
    for store in stores(false) {
        let outcome = run(&program, HashChoice::Incremental, store, SearchChoice::Bfs);
        assert_eq!(
            (outcome.verdict, outcome.stop),
            (Verdict::Incomplete, Some(Stop::NeedsExactStore)),
            "{store}"
        );
    }
}
