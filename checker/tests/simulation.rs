//! Simulations and searches agree: taking every enabled step from every state visits the states that are stored.

use checker::simulation::Simulation;
use checker::{Config, Hooks, Limits, verify};
use modelgen::{Shape, generate};
use promela::exec::{Checks, Control, StepTaken};
use promela::source::{Disk, Memory};
use promela::text::Options;
use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const CHECKS: Checks = Checks { assertions: true, end_states: true };

fn model(file: &Path) -> promela::Model {
    promela::compile(&file.display().to_string(), &Disk, &Options::default()).unwrap()
}

/// Random models per shape.
const N_SEEDS: u64 = 12;

/// Checks a model, perhaps not deeper than some steps.
fn verification(model: &promela::Model, depth: Option<u64>) -> checker::Verification {
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let limits = Limits { depth, memory: Some(1 << 20), ..Limits::default() };
    verify(model, &Config { max_errors: None, limits, ..Config::default() }, &mut hooks).unwrap()
}

/// Whether the search would store the present state: nobody keeps control.
fn is_stored(simulation: &mut Simulation<'_>, enabled: &[StepTaken]) -> bool {
    match simulation.control() {
        Control::Anyone => true,
        Control::Atomic(owner) => enabled.iter().all(|step| step.process != owner),
        Control::Offered(_) => false,
    }
}

/// Counts the states that taking every step leads to.
fn count(program: &promela::ir::Program) -> usize {
    let mut stored = HashSet::new();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([Vec::new()]);
    while let Some(path) = queue.pop_front() {
        let mut simulation = Simulation::new(program, CHECKS).unwrap();
        for &step in &path {
            simulation.take(step).unwrap();
        }
        let enabled = simulation.enabled();
        let words = simulation.words().to_vec();
        let stands = is_stored(&mut simulation, &enabled);
        if stands {
            stored.insert(words.clone());
        }
        // What an offer holds out depends on the step that made it.
        let offer = match simulation.control() {
            Control::Offered(_) => path.last().map(|step: &StepTaken| step.edge),
            _ => None,
        };
        let key = (words, if stands { String::new() } else { format!("{:?}", simulation.control()) }, offer);
        if !seen.insert(key) {
            continue;
        }
        for step in enabled {
            let mut trial = path.clone();
            trial.push(step);
            queue.push_back(trial);
        }
    }
    stored.len()
}

#[test]
fn every_step_from_every_state_leads_to_the_stored_states() {
    let mut n_compared = 0;
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for file in std::fs::read_dir(directory).unwrap() {
        let file = file.unwrap().path();
        let found = verification(&model(&file), None);
        // Long paths are gone again and again.
        if 400 < found.outcome.stats.stored || 60 < found.outcome.stats.depth {
            continue;
        }
        assert_eq!(count(&found.program) as u64, found.outcome.stats.stored, "{}", file.display());
        n_compared += 1;
    }
    assert!(8 <= n_compared, "only {n_compared} models were small enough");
}

#[test]
fn the_same_is_true_of_random_models() {
    let mut n_compared = 0;
    for name in Shape::NAMES {
        let shape = Shape::named(name).unwrap();
        for seed in 0..N_SEEDS {
            let text = generate(seed, &shape);
            // What is not part of the state depends on the way to it.
            if text.contains("hidden") {
                continue;
            }
            let files = Memory::single("m.pml", &text);
            let Ok(model) = promela::compile("m.pml", &files, &Options::default()) else { continue };
            let found = verification(&model, Some(300));
            let stats = found.outcome.stats;
            if found.outcome.stop.is_some() || 150 < stats.stored || 40 < stats.depth {
                continue;
            }
            assert_eq!(count(&found.program) as u64, stats.stored, "{name} {seed}:\n{text}");
            n_compared += 1;
        }
    }
    assert!(20 <= n_compared, "only {n_compared} models were small enough");
}

#[test]
fn going_back_restores_state_choices_and_messages() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/alternating_bit.pml");
    let found = verification(&model(&file), None);
    let mut simulation = Simulation::new(&found.program, CHECKS).unwrap();
    let mut history = Vec::new();
    for turn in 0..40 {
        let enabled = simulation.enabled();
        history.push((simulation.words().to_vec(), enabled.clone()));
        let step = simulation.take(enabled[turn % enabled.len()]).unwrap();
        assert_eq!(simulation.taken().len(), turn + 1);
        for message in &step.messages {
            if let checker::traffic::Way::Received(sender) = message.way {
                assert!(1 <= sender && sender <= turn);
            }
        }
    }
    for n_steps in [39, 17, 3, 0] {
        simulation.back_to(n_steps);
        assert_eq!((simulation.words().to_vec(), simulation.enabled()), history[n_steps]);
    }
}
