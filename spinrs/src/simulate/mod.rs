//! `spinrs simulate MODEL`: one run of a model, by chance, by hand or along a trail.

mod interactive;
mod random;

use crate::commands::{RunFormat, SimulateArgs};
use crate::run::{Document, Words, page, text};
use crate::trail_file::{self, Source};
use crate::wording::Wording;
use crate::{exit, front_end};
use checker::simulation::{Problem, Simulation};
use promela::Model;
use promela::exec::{Checks, StepTaken, ViolationKind};
use promela::lower::{NumberWidth, Optimisation};
use random::Random;

/// Simulations look for every error: to see one is no reason to end in a surprise.
const CHECKS: Checks = Checks { assertions: true, end_states: true };

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &SimulateArgs) -> u8 {
    match simulate(args) {
        Ok(status) | Err(status) => status,
    }
}

fn simulate(args: &SimulateArgs) -> Result<u8, u8> {
    let (model, steps, width, optimisation) = match &args.trail {
        Some(file) => {
            let Source { model, trail } = trail_file::read(&args.model, file, &args.common)?;
            let steps = trail.steps.iter().map(|step| step.taken).collect();
            (model, steps, trail.width, trail.optimisation)
        }
        // Wide numbers serve every model; only the search gains from narrow ones.
        None => {
            let model = front_end::read(&args.model, &args.common, false, false)?;
            (model, Vec::new(), NumberWidth::Wide, Optimisation::NONE)
        }
    };
    args.output.protect(&model, args.trail.as_deref())?;
    let program = model
        .program(width, optimisation)
        .map_err(|failure| front_end::reject(&args.model, &args.common, &failure))?;
    let words = Words { wording: Wording::new(&model), program: &program };
    let simulation = match Simulation::new(&program, CHECKS) {
        Ok(simulation) => simulation,
        Err(fault) => {
            let problem = Problem { kind: ViolationKind::Fault(fault), process: None, statement: None };
            return Err(exit::usage(&format!("there is no initial state: {}", words.end(problem).message)));
        }
    };
    if args.interactive {
        return Ok(interactive::run(args, &words, simulation, &steps));
    }
    show(args, &model, &words, optimisation, simulation, &steps)
}

/// Follows the given steps, then goes on by chance, and shows the run.
fn show(
    args: &SimulateArgs,
    model: &Model,
    words: &Words<'_>,
    optimisation: Optimisation,
    mut simulation: Simulation<'_>,
    steps: &[StepTaken],
) -> Result<u8, u8> {
    let mut document = Document { seed: Some(args.seed), ..Document::new(&args.model) };
    document.initial = words.state(&simulation);
    let mut random = Random::new(args.seed);
    let end = loop {
        if let Some(&problem) = simulation.problems().first() {
            break Ending::Problem(problem);
        }
        let n_taken = simulation.taken().len();
        if args.steps <= n_taken {
            break Ending::Enough;
        }
        let next = match steps.get(n_taken) {
            Some(&step) => step,
            None => match random.choose(&simulation.enabled()) {
                Some(step) => step,
                None => break Ending::Over,
            },
        };
        match simulation.take(next) {
            Ok(step) => document.steps.push(words.step(n_taken + 1, step)),
            Err(_) => {
                let step = n_taken + 1;
                return Err(exit::usage(&format!("step {step} of the trail cannot be taken")));
            }
        }
    };
    document.processes = words.places(&simulation.standings());
    document.last = words.state(&simulation);
    let mut status = exit::HOLDS;
    document.reason = Some(match end {
        Ending::Problem(problem) => {
            status = exit::VIOLATED;
            document.violation = Some(words.end(problem));
            format!("stopped at an error after {}", steps_in_words(document.steps.len()))
        }
        Ending::Enough => {
            format!("stopped after {}; --steps N goes on", steps_in_words(document.steps.len()))
        }
        Ending::Over => format!("no step is left after {}", steps_in_words(document.steps.len())),
    });
    let format = args.output.format(if args.common.json { RunFormat::Json } else { RunFormat::Text });
    let text = match format {
        RunFormat::Json => front_end::json(&document),
        RunFormat::Html => page::render(&document, model, words),
        RunFormat::Text => text::render(&document, args.output.style(args.common.color)),
        RunFormat::Spin => trail_file::for_spin(model, words.program, optimisation, simulation.taken())?,
    };
    Ok(if args.output.write(&text, format.remark()) { status } else { exit::NOT_ANSWERED })
}

/// Why a simulation ended.
enum Ending {
    Problem(Problem),
    Enough,
    Over,
}

fn steps_in_words(n_steps: usize) -> String {
    match n_steps {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    }
}
