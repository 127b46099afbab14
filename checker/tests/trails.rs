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
