//! `spinrs replay MODEL TRAIL`: goes a trail again and shows every step.

use crate::commands::{ReplayArgs, RunFormat};
use crate::run::{Document, Words, page, text};
use crate::trail_file::{self, Source};
use crate::wording::Wording;
use crate::{exit, front_end};
use checker::simulation::{Problem, Standing};
use checker::trail::Goal;
use checker::{Replay, Trail};
use promela::exec::ViolationKind;

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &ReplayArgs) -> u8 {
    match show(args) {
        Ok(status) | Err(status) => status,
    }
}

fn show(args: &ReplayArgs) -> Result<u8, u8> {
    let Source { model, trail } = trail_file::read(&args.model, &args.trail_file(), &args.common)?;
    args.output.protect(&model, Some(&args.trail_file()))?;
    let program = model
        .program(trail.width, trail.optimisation)
        .map_err(|failure| front_end::reject(&args.model, &args.common, &failure))?;
    let words = Words { wording: Wording::new(&model), program: &program };
    let document = replay(args, &words, &trail);
    let format = args.output.format(if args.common.json { RunFormat::Json } else { RunFormat::Text });
    let text = match format {
        RunFormat::Json => front_end::json(&document),
        RunFormat::Html => page::render(&document, &model, &words),
        RunFormat::Text => text::render(&document, args.output.style(args.common.color)),
        RunFormat::Spin => {
            let steps: Vec<_> = trail.steps.iter().map(|step| step.taken).collect();
            trail_file::for_spin(&model, &program, trail.optimisation, &steps)?
        }
    };
    Ok(match (args.output.write(&text, format.remark()), document.replayed) {
        (true, Some(true)) => exit::VIOLATED,
        _ => exit::NOT_ANSWERED,
    })
}

fn replay(args: &ReplayArgs, words: &Words<'_>, trail: &Trail) -> Document {
    let mut document = Document {
        trail: Some(args.trail_file().display().to_string()),
        replayed: Some(false),
        ..Document::new(&args.model)
    };
    let mut replay = match Replay::new(words.program, trail) {
        Ok(replay) => replay,
        Err(error) => return Document { reason: Some(error.to_string()), ..document },
    };
    let state = |replay: &Replay<'_>| replay.simulation().map(|s| words.state(s)).unwrap_or_default();
    document.initial = state(&replay);
    while let Some(step) = replay.step() {
        match step {
            Ok(step) => {
                document.steps.push(words.step(document.steps.len() + 1, step));
            }
            Err(error) => {
                document.reason = Some(error.to_string());
                return document;
            }
        }
    }
    let standings = replay.standings();
    document.processes = words.places(&standings);
    document.last = state(&replay);
    match replay.finish() {
        Ok(()) => {
            document.replayed = Some(true);
            document.violation = Some(words.end(problem(trail, &replay, &standings)));
        }
        Err(error) => document.reason = Some(error.to_string()),
    }
    document
}

/// The violation at the end of a trail that has been replayed.
fn problem(trail: &Trail, replay: &Replay<'_>, standings: &[Standing]) -> Problem {
    let Goal { kind, process } = trail.goal;
    let statement = match kind {
        ViolationKind::InvalidEndState => {
            let stuck = standings.iter().find(|standing| Some(standing.process) == process);
            stuck.map(|standing| standing.statement)
        }
        _ => {
            let violations = replay.simulation().map_or(&[][..], |simulation| simulation.violations());
            violations.iter().find(|(violated, _)| *violated == kind).map(|&(_, statement)| statement)
        }
    };
    Problem { kind, process, statement }
}
