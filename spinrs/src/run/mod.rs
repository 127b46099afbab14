//! A run of a model, step by step, in words: what `replay` and `simulate` show as text, JSON or a page.

pub(crate) mod page;
pub(crate) mod text;

use crate::wording::{Wording, violation_kind};
use checker::picture::{Change, Item};
use checker::simulation::{Problem, Simulation, Standing, Step};
use checker::traffic::{Message, Way};
use promela::exec::{StepTaken, Violation};
use promela::ir::{ProctypeId, Program};
use serde::Serialize;

/// Everything that a run has to say.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub(crate) model: String,
    pub(crate) version: &'static str,
    /// The trail that was followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trail: Option<String>,
    /// The trail leads to its violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) replayed: Option<bool>,
    /// The seed of the random choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// Why a replay failed, or why a simulation ended.
    pub(crate) reason: Option<String>,
    /// The initial state.
    pub(crate) initial: State,
    pub(crate) steps: Vec<StepReport>,
    pub(crate) violation: Option<End>,
    /// The state in the end.
    #[serde(rename = "final")]
    pub(crate) last: State,
    /// Where every process stands in the end.
    pub(crate) processes: Vec<Place>,
}

/// The processes, the values of variables and the contents of channels.
#[derive(Debug, Default, Serialize)]
pub(crate) struct State {
    pub(crate) processes: Vec<ProcessName>,
    pub(crate) variables: Vec<ItemReport>,
    pub(crate) channels: Vec<ItemReport>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ItemReport {
    pub(crate) name: String,
    pub(crate) process: Option<u32>,
    pub(crate) value: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct StepReport {
    pub(crate) step: usize,
    pub(crate) process: u32,
    pub(crate) proctype: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) state: u32,
    pub(crate) statement: String,
    /// Statements merged with it.
    pub(crate) merged: Vec<String>,
    pub(crate) messages: Vec<MessageReport>,
    pub(crate) printed: Vec<String>,
    pub(crate) changes: Vec<ChangeReport>,
    pub(crate) started: Vec<ProcessName>,
    /// Variables and channels of the processes started.
    pub(crate) appeared: Vec<ItemReport>,
    pub(crate) ended: Vec<ProcessName>,
    /// Variables and channels of the processes ended.
    pub(crate) vanished: Vec<ItemReport>,
    /// `false` if an error has prevented it.
    pub(crate) executed: bool,
    /// Index of the statement in the program.
    #[serde(skip)]
    pub(crate) index: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct MessageReport {
    /// `sent`, `offered` or `received`.
    pub(crate) way: &'static str,
    pub(crate) channel: String,
    pub(crate) fields: Vec<String>,
    /// The step that sent what is received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from_step: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ChangeReport {
    pub(crate) name: String,
    pub(crate) process: Option<u32>,
    pub(crate) old: String,
    pub(crate) new: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct ProcessName {
    pub(crate) process: u32,
    pub(crate) proctype: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct End {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) process: Option<u32>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Place {
    pub(crate) process: u32,
    pub(crate) proctype: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) statement: String,
    /// The process may stop here.
    pub(crate) at_end: bool,
}

impl Document {
    /// A document about a run that has not begun.
    pub(crate) fn new(model: &std::path::Path) -> Self {
        Self {
            model: model.display().to_string(),
            version: env!("CARGO_PKG_VERSION"),
            trail: None,
            replayed: None,
            seed: None,
            reason: None,
            initial: State::default(),
            steps: Vec::new(),
            violation: None,
            last: State::default(),
            processes: Vec::new(),
        }
    }
}

/// Puts the steps of a program into words.
pub(crate) struct Words<'m> {
    pub(crate) wording: Wording<'m>,
    pub(crate) program: &'m Program,
}

impl From<Item> for ItemReport {
    fn from(Item { name, process, value }: Item) -> Self {
        Self { name, process, value }
    }
}

impl From<Message> for MessageReport {
    fn from(Message { channel, fields, way }: Message) -> Self {
        let (way, from_step) = match way {
            Way::Sent => ("sent", None),
            Way::Offered => ("offered", None),
            Way::Received(step) => ("received", Some(step)),
        };
        Self { way, channel, fields, from_step }
    }
}

fn items(list: Vec<Item>) -> Vec<ItemReport> {
    list.into_iter().map(ItemReport::from).collect()
}

impl Words<'_> {
    fn proctype(&self, proctype: ProctypeId) -> String {
        self.program.proctypes[proctype.index()].name.clone()
    }

    /// The present state of a run.
    pub(crate) fn state(&self, simulation: &Simulation<'_>) -> State {
        let state = simulation.state();
        let named = |s: Standing| ProcessName { process: s.process, proctype: self.proctype(s.proctype) };
        State {
            processes: simulation.standings().into_iter().map(named).collect(),
            variables: items(state.variables(self.program)),
            channels: items(state.channels(self.program)),
        }
    }

    pub(crate) fn step(&self, number: usize, step: Step) -> StepReport {
        let statement = &self.program.statements[step.statement as usize];
        let place = self.wording.place(statement.span);
        let named = |list: Vec<(u32, ProctypeId)>| {
            let name = |(process, id)| ProcessName { process, proctype: self.proctype(id) };
            list.into_iter().map(name).collect()
        };
        let changed = |Change { name, process, old, new }| ChangeReport { name, process, old, new };
        StepReport {
            step: number,
            process: step.process,
            proctype: self.proctype(step.proctype),
            file: place.file,
            line: place.line,
            state: statement.number,
            statement: self.wording.step(self.program, step.statement),
            merged: step.merged.iter().map(|&index| self.wording.step(self.program, index)).collect(),
            messages: step.messages.into_iter().map(MessageReport::from).collect(),
            printed: step.printed,
            changes: step.changes.into_iter().map(changed).collect(),
            started: named(step.started),
            appeared: items(step.appeared),
            ended: named(step.ended),
            vanished: items(step.vanished),
            executed: step.executed,
            index: step.statement,
        }
    }

    /// A step that could be taken: process, place and statement.
    pub(crate) fn option(&self, simulation: &Simulation<'_>, step: StepTaken) -> Place {
        let index = self.program.edges[step.edge.index()].statement;
        let place = self.wording.place(self.program.statements[index as usize].span);
        let standing = simulation.standings().into_iter().find(|standing| standing.process == step.process);
        Place {
            process: step.process,
            proctype: standing.map(|standing| self.proctype(standing.proctype)).unwrap_or_default(),
            file: place.file,
            line: place.line,
            statement: self.wording.step(self.program, index),
            at_end: false,
        }
    }

    pub(crate) fn place(&self, standing: &Standing) -> Place {
        let place = self.wording.waiting_place(self.program, standing.statement);
        Place {
            process: standing.process,
            proctype: self.proctype(standing.proctype),
            file: place.file,
            line: place.line,
            statement: self.wording.waiting(self.program, standing.statement),
            at_end: standing.is_end,
        }
    }

    /// Where every process stands.
    pub(crate) fn places(&self, standings: &[Standing]) -> Vec<Place> {
        standings.iter().map(|standing| self.place(standing)).collect()
    }

    /// Something that is wrong.
    pub(crate) fn end(&self, problem: Problem) -> End {
        let Problem { kind, process, statement } = problem;
        let violation = Violation { kind, process, statement, steps: 0, fatal: false };
        let place = self.wording.violation_place(self.program, &violation);
        End {
            kind: violation_kind(self.program, &violation),
            message: self.wording.violation(self.program, &violation),
            file: place.file,
            line: place.line,
            process,
        }
    }
}
