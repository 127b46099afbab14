//! `spinrs replay MODEL TRAIL`: goes a trail again and shows every step.

mod text;

use crate::args::ReplayArgs;
use crate::style::Style;
use crate::wording::{Wording, violation_kind};
use crate::{exit, front_end};
use checker::replay::{Change, Replay, ReplayedStep};
use checker::trail::text_digest;
use checker::{Trail, replay::Standing};
use promela::Model;
use promela::exec::{Violation, ViolationKind};
use promela::ir::{ProctypeId, Program};
use serde::Serialize;
use std::io::stdout;

/// Everything that a replay has to say.
#[derive(Debug, Serialize)]
struct Document {
    model: String,
    version: &'static str,
    trail: String,
    /// The trail leads to its violation.
    replayed: bool,
    /// Why it does not.
    reason: Option<String>,
    steps: Vec<Step>,
    violation: Option<End>,
    /// Where every process stands in the end.
    processes: Vec<Place>,
}

#[derive(Debug, Serialize)]
struct Step {
    step: usize,
    process: u32,
    proctype: String,
    file: String,
    line: u32,
    state: u32,
    statement: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rendezvous: Option<Message>,
    printed: Vec<String>,
    changes: Vec<ChangeReport>,
    started: Vec<ProcessName>,
    ended: Vec<ProcessName>,
}

#[derive(Debug, Serialize)]
struct Message {
    channel: String,
    fields: Vec<i32>,
}

#[derive(Debug, Serialize)]
struct ChangeReport {
    name: String,
    process: Option<u32>,
    old: String,
    new: String,
}

#[derive(Debug, Serialize)]
struct ProcessName {
    process: u32,
    proctype: String,
}

#[derive(Debug, Serialize)]
struct End {
    kind: &'static str,
    message: String,
    file: String,
    line: u32,
    process: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Place {
    process: u32,
    proctype: String,
    file: String,
    line: u32,
    statement: String,
    /// The process may stop here.
    at_end: bool,
}

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &ReplayArgs) -> u8 {
    let name = args.trail.display().to_string();
    let file = match std::fs::File::open(&args.trail) {
        Ok(file) => file,
        Err(error) => return exit::usage(&format!("cannot read `{name}`: {error}")),
    };
    let trail = match Trail::read(file) {
        Ok(trail) => trail,
        Err(error) => return exit::usage(&format!("`{name}` is not a trail: {error}")),
    };
    let model = match front_end::read(&args.model, &args.common, false) {
        Ok(model) => model,
        Err(status) => return status,
    };
    if text_digest(&model) != trail.text {
        return exit::usage(&foreign(args, &trail));
    }
    let program = match model.program(trail.width, trail.optimisation) {
        Ok(program) => program,
        Err(failure) => return front_end::reject(&args.model, &args.common, &failure),
    };
    let document = replay(args, &model, &program, &trail);
    let text = if args.common.json {
        front_end::json(&document)
    } else {
        text::render(&document, Style::new(args.common.color, &stdout()))
    };
    match (exit::print(&text), document.replayed) {
        (true, true) => exit::VIOLATED,
        _ => exit::NOT_ANSWERED,
    }
}

fn foreign(args: &ReplayArgs, trail: &Trail) -> String {
    let flags = match &trail.flags[..] {
        [] => "no flags of the preprocessor".to_owned(),
        flags => flags.join(" "),
    };
    format!(
        "`{}` belongs to another text than `{}` has now; it was made for `{}` with {flags}",
        args.trail.display(),
        args.model.display(),
        trail.model
    )
}

fn replay(args: &ReplayArgs, model: &Model, program: &Program, trail: &Trail) -> Document {
    let mut document = Document {
        model: args.model.display().to_string(),
        version: env!("CARGO_PKG_VERSION"),
        trail: args.trail.display().to_string(),
        replayed: false,
        reason: None,
        steps: Vec::new(),
        violation: None,
        processes: Vec::new(),
    };
    let words = Words { wording: Wording::new(model), program };
    let mut replay = match Replay::new(program, trail) {
        Ok(replay) => replay,
        Err(error) => return Document { reason: Some(error.to_string()), ..document },
    };
    let mut statement = None;
    while let Some(step) = replay.step() {
        match step {
            Ok(step) => {
                statement = Some(step.statement);
                document.steps.push(words.step(document.steps.len() + 1, step));
            }
            Err(error) => {
                document.reason = Some(error.to_string());
                return document;
            }
        }
    }
    let standings = replay.standings();
    document.processes = standings.iter().map(|standing| words.place(standing)).collect();
    match replay.finish() {
        Ok(()) => {
            document.replayed = true;
            document.violation = Some(words.end(trail, statement, &standings));
        }
        Err(error) => document.reason = Some(error.to_string()),
    }
    document
}

struct Words<'m> {
    wording: Wording<'m>,
    program: &'m Program,
}

impl Words<'_> {
    fn proctype(&self, proctype: ProctypeId) -> String {
        self.program.proctypes[proctype.index()].name.clone()
    }

    fn step(&self, number: usize, step: ReplayedStep) -> Step {
        let statement = &self.program.statements[step.statement as usize];
        let place = self.wording.place(statement.span);
        let named = |list: Vec<(u32, ProctypeId)>| {
            let name = |(process, id)| ProcessName { process, proctype: self.proctype(id) };
            list.into_iter().map(name).collect()
        };
        let changed = |Change { name, process, old, new }| ChangeReport { name, process, old, new };
        Step {
            step: number,
            process: step.process,
            proctype: self.proctype(step.proctype),
            file: place.file,
            line: place.line,
            state: statement.number,
            statement: self.wording.statement(self.program, step.statement),
            rendezvous: step.offer.map(|(channel, fields)| Message { channel, fields }),
            printed: step.printed,
            changes: step.changes.into_iter().map(changed).collect(),
            started: named(step.started),
            ended: named(step.ended),
        }
    }

    fn place(&self, standing: &Standing) -> Place {
        let place = self.wording.place(self.program.statements[standing.statement as usize].span);
        Place {
            process: standing.process,
            proctype: self.proctype(standing.proctype),
            file: place.file,
            line: place.line,
            statement: self.wording.waiting(self.program, standing.statement),
            at_end: standing.is_end,
        }
    }

    /// The violation at the end of a trail whose last statement is given.
    fn end(&self, trail: &Trail, last: Option<u32>, standings: &[Standing]) -> End {
        let goal = trail.goal;
        let statement = match goal.kind {
            ViolationKind::InvalidEndState => {
                let stuck = standings.iter().find(|standing| Some(standing.process) == goal.process);
                stuck.map(|standing| standing.statement)
            }
            _ => last,
        };
        let violation =
            Violation { kind: goal.kind, process: goal.process, statement, steps: 0, fatal: false };
        let place = self.wording.violation_place(self.program, &violation);
        End {
            kind: violation_kind(self.program, &violation),
            message: self.wording.violation(self.program, &violation),
            file: place.file,
            line: place.line,
            process: goal.process,
        }
    }
}
