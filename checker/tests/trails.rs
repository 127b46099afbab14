//! Every trail, written down, read again and replayed from scratch, reaches its violation.

use checker::{Config, Hooks, Limits, Replay, SearchChoice, Trail, Verdict, verify};
use modelgen::{Shape, generate};
use promela::Model;
use promela::source::Memory;
use promela::text::Options;
use std::sync::atomic::AtomicBool;

fn compile(text: &str) -> Option<Model> {
    promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()).ok()
}

/// The trail to the first violation, if there is one.
fn trail(model: &Model, search: SearchChoice) -> Option<(Trail, promela::ir::Program)> {
    // Small spaces are enough: a violation is found in them or not at all.
    let limits = Limits { memory: Some(1 << 18), ..Limits::default() };
    let config = Config { search, limits, ..Config::default() };
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let found = verify(model, &config, &mut hooks).ok()?;
    let violated = found.outcome.verdict == Verdict::Violated;
    let trail = Trail::to_first_violation("m.pml", Vec::new(), model, &config, &found);
    assert_eq!(trail.is_some(), violated, "a violation without a trail");
    Some((trail?, found.program))
}

fn replay(program: &promela::ir::Program, trail: &Trail) -> Result<usize, checker::replay::ReplayError> {
    let mut replay = Replay::new(program, trail)?;
    let mut n_steps = 0;
    while let Some(step) = replay.step() {
        step?;
        n_steps += 1;
    }
    replay.finish()?;
    Ok(n_steps)
}

#[test]
fn the_trails_of_random_models_replay() {
    let mut n_trails = 0;
    for name in Shape::NAMES {
        let shape = Shape::named(name).unwrap();
        for seed in 0..N_SEEDS {
            let text = generate(seed, &shape);
            let Some(model) = compile(&text) else {
                continue;
            };
            for &search in SearchChoice::ALL {
                let Some((trail, program)) = trail(&model, search) else {
                    continue;
                };
                let read: Trail = trail.to_string().parse().unwrap();
                assert_eq!(read, trail);
                let end = replay(&program, &read);
                assert_eq!(end, Ok(trail.steps.len()), "{name} {seed} {search}:\n{text}");
                n_trails += 1;
            }
        }
    }
    assert!(N_SEEDS < n_trails, "only {n_trails} models had a violation");
}

/// Random models of each shape.
const N_SEEDS: u64 = 40;

#[test]
fn a_trail_that_was_tampered_with_does_not_replay() {
    let text = "byte x; active [2] proctype P() { byte i; do :: i < 3 -> i++; x++ :: else -> break od; assert(x == 6) }";
    let model = compile(text).unwrap();
    let (trail, program) = trail(&model, SearchChoice::Dfs).unwrap();
    assert!(replay(&program, &trail).is_ok());
    for position in 0..trail.steps.len() {
        let mut shorter = trail.clone();
        shorter.steps.remove(position);
        assert!(replay(&program, &shorter).is_err(), "step {position} was not needed");
        let mut other = trail.clone();
        other.steps[position].taken.process ^= 1;
        assert!(replay(&program, &other).is_err(), "step {position} may be anybody's");
        other.steps[position].taken.process = u32::MAX;
        assert!(replay(&program, &other).is_err());
        other.steps[position].taken.edge.0 = u32::MAX;
        assert!(replay(&program, &other).is_err());
    }
}

/// A model for each way to go wrong.
const VIOLATIONS: &[(&str, &str)] = &[
    ("an invalid end state", "byte x; active [2] proctype P() { x == 0 -> x++; x == 0 }"),
    ("a rendezvous nobody accepts", "chan c = [0] of { byte }; active proctype P() { c!1 }"),
    ("an assertion", "byte x; active [2] proctype P() { x++; assert(x == 1) }"),
    ("an assertion in a d_step", "byte x; active [2] proctype P() { d_step { x++; assert(x == 1); x = 1 } }"),
    ("an index in an assignment", "byte a[2], i; active proctype P() { i = 2; a[i] = 1 }"),
    ("an index in a guard", "byte a[2], i; active proctype P() { i = 2; a[i] == 7 }"),
    ("an index in a d_step", "byte a[2], i; active proctype P() { i = 1; d_step { i++; a[i] = 1 } }"),
    (
        "an index in a provided clause",
        "byte a[2], i; active proctype P() provided (a[i] == 0) { i = 2; skip }",
    ),
    (
        "an index in a rendezvous",
        "byte a[2], i; chan c = [0] of { byte }; active proctype S() { i = 2; c!a[i] } active proctype R() { c?a[0] }",
    ),
    ("division by zero", "byte x; active proctype P() { x = 3; x = 1 / (x - 3) }"),
    ("blocking in a d_step", "byte x; active proctype P() { x = 1; d_step { x = 2; x == 3 } }"),
    (
        "a choice that blocks in a d_step",
        "byte x; active proctype P() { d_step { x = 2; if :: x == 3 :: x == 4 fi } }",
    ),
    (
        "a channel that is none",
        "chan d = [1] of { byte }; active proctype P() { chan c; if :: c = d :: skip fi; c!1 }",
    ),
];

#[test]
fn every_kind_of_violation_has_a_trail_that_replays() {
    for (what, text) in VIOLATIONS {
        let model = compile(text).unwrap_or_else(|| panic!("{what}: {text}"));
        for &search in SearchChoice::ALL {
            let (trail, program) =
                trail(&model, search).unwrap_or_else(|| panic!("{what} is not found: {text}"));
            assert_eq!(replay(&program, &trail), Ok(trail.steps.len()), "{what} {search}: {text}");
        }
    }
}
