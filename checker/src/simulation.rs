//! One run of a model, step by step, forwards and backwards, with what every step changes.
//!
//! The rules of the language decide which steps there are ([`Interpreter::enabled`]); whoever drives the
//! simulation chooses: a person, a random number, or a [`Trail`](crate::Trail).

use crate::picture::{Change, Item, Picture};
use crate::traffic::{Event, Message, Senders, Way};
use hashing::hasher::Multilinear;
use hashing::{Full, StateVector};
use promela::exec::{Checks, Control, Engine, Interpreter, Refusal, StepTaken, ViolationKind};
use promela::ir::{Effect, FaultId, ProctypeId, Program};

type Policy = Full<Multilinear>;

/// A run of a program.
pub struct Simulation<'p> {
    program: &'p Program,
    checks: Checks,
    engine: Interpreter<'p, Policy>,
    vector: StateVector<Policy>,
    control: Control,
    state: Picture,
    taken: Vec<StepTaken>,
    /// What the step taken last violated, and by which statement.
    violations: Vec<(ViolationKind, u32)>,
    senders: Senders,
    /// The rendezvous offered by the step taken last: channel number and message.
    offer: Option<(i32, Vec<i32>)>,
}

/// A step and what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The process.
    pub process: u32,
    /// Its type.
    pub proctype: ProctypeId,
    /// The statement, an index into [`Program::statements`].
    pub statement: u32,
    /// Statements that were merged with it and executed in the same step.
    pub merged: Vec<u32>,
    /// Messages it sent, offered or received.
    pub messages: Vec<Message>,
    /// What it printed.
    pub printed: Vec<String>,
    /// What it changed.
    pub changes: Vec<Change>,
    /// Processes it started.
    pub started: Vec<(u32, ProctypeId)>,
    /// Their variables and channels.
    pub appeared: Vec<Item>,
    /// Processes it ended.
    pub ended: Vec<(u32, ProctypeId)>,
    /// Their variables and channels.
    pub vanished: Vec<Item>,
    /// Whether it was executed; otherwise an error has prevented it.
    pub executed: bool,
}

/// Where a process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its number.
    pub process: u32,
    /// Its type.
    pub proctype: ProctypeId,
    /// Before which statement.
    pub statement: u32,
    /// It may stop there.
    pub is_end: bool,
}

/// Something that is wrong with the present state or the step that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What.
    pub kind: ViolationKind,
    /// Whose doing it is.
    pub process: Option<u32>,
    /// The statement, an index into [`Program::statements`].
    pub statement: Option<u32>,
}

impl<'p> Simulation<'p> {
    /// Begins in the initial state.
    ///
    /// # Errors
    /// If the initial state cannot be made.
    pub fn new(program: &'p Program, checks: Checks) -> Result<Self, FaultId> {
        Self::start(program, checks, false)
    }

    /// A run in which a broken `xr` or `xs` is a violation, as in a reduced search.
    ///
    /// # Errors
    /// If the initial state cannot be made.
    pub fn relying_on_claims(program: &'p Program, checks: Checks) -> Result<Self, FaultId> {
        Self::start(program, checks, true)
    }

    fn start(program: &'p Program, checks: Checks, relies_on_claims: bool) -> Result<Self, FaultId> {
        let mut engine = Interpreter::new(program, checks);
        engine.keep_printed();
        if relies_on_claims {
            engine.rely_on_claims();
        }
        let mut vector = StateVector::new(Full::new(Multilinear::new(0)));
        engine.start(&mut vector)?;
        let state = Picture::take(program, &engine, &vector);
        let mut senders = Senders::default();
        senders.resize(state.channels.len());
        let at_start = Engine::violated_at_start(&engine).iter();
        let violations = at_start.map(|v| (v.kind, v.statement.unwrap_or_default())).collect();
        Ok(Self {
            program,
            checks,
            engine,
            vector,
            control: Control::Anyone,
            state,
            taken: Vec::new(),
            violations,
            senders,
            offer: None,
        })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The steps that may be taken now, the youngest process first.
    pub fn enabled(&mut self) -> Vec<StepTaken> {
        self.engine.enabled(&mut self.vector, self.control)
    }

    /// Whose turn it is.
    pub fn control(&self) -> Control {
        self.control
    }

    /// The steps taken so far.
    pub fn taken(&self) -> &[StepTaken] {
        &self.taken
    }

    /// The present state.
    pub fn state(&self) -> &Picture {
        &self.state
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the rules do not allow it; nothing has happened then.
    pub fn take(&mut self, step: StepTaken) -> Result<Step, Refusal> {
        let Some(edge) = self.program.edges.get(step.edge.index()) else { return Err(Refusal::Elsewhere) };
        let proctype = match self.state.processes.get(step.process as usize) {
            Some(process) => process.proctype,
            None => return Err(Refusal::NoSuchProcess),
        };
        let merged = |effect: &Effect| match effect {
            Effect::Do(_, statement) => Some(*statement),
            Effect::Reset(_) => None,
        };
        let merged = self.program.effects[edge.effects.range()].iter().filter_map(merged).collect();
        let taken = self.engine.take(&mut self.vector, self.control, step)?;
        self.taken.push(step);
        let before = std::mem::take(&mut self.state);
        self.state = Picture::take(self.program, &self.engine, &self.vector);
        self.control = taken.control;
        self.violations = taken.violations;
        let messages = self.messages(&before, taken.offer);
        let (old, new) = (&before.processes, &self.state.processes);
        let shared = old.len().min(new.len());
        let (start, end) = (shared..new.len(), shared..old.len());
        Ok(Step {
            process: step.process,
            proctype,
            statement: edge.statement,
            merged,
            messages,
            printed: self.engine.take_printed(),
            changes: before.changes(&self.state, self.program),
            started: start.clone().map(|pid| (pid as u32, new[pid].proctype)).collect(),
            appeared: self.state.belongings(self.program, start),
            ended: end.clone().map(|pid| (pid as u32, old[pid].proctype)).collect(),
            vanished: before.belongings(self.program, end),
            executed: taken.executed,
        })
    }

    /// What the step just taken sent and received.
    fn messages(&mut self, before: &Picture, offer: Option<(i32, Vec<i32>)>) -> Vec<Message> {
        let step = self.taken.len();
        let mut messages = Vec::new();
        let message = |picture: &Picture, number, fields: &[i32], way| Message {
            channel: picture.channel_name(number),
            fields: picture.fields(self.program, number, fields),
            way,
        };
        if let Some((number, fields)) = self.offer.take() {
            messages.push(message(before, number, &fields, Way::Received(step - 1)));
        }
        if let Some((number, fields)) = &offer {
            messages.push(message(&self.state, *number, fields, Way::Offered));
        }
        self.offer = offer;
        for (index, (old, new)) in before.channels.iter().zip(&self.state.channels).enumerate() {
            if old.contents == new.contents {
                continue;
            }
            let number = index as i32 + 1;
            for event in self.senders.change(step, index, &old.contents, &new.contents) {
                messages.push(match event {
                    Event::Left { position, sender } => {
                        message(before, number, &old.contents[position], Way::Received(sender))
                    }
                    Event::Came { position } => {
                        message(&self.state, number, &new.contents[position], Way::Sent)
                    }
                });
            }
        }
        self.senders.resize(self.state.channels.len());
        messages
    }

    /// Goes back to the state after this many steps, by beginning again.
    pub fn back_to(&mut self, n_steps: usize) {
        let mut taken = std::mem::take(&mut self.taken);
        taken.truncate(n_steps);
        // It has begun before and every step has been taken before, so neither can fail.
        if let Ok(again) = Self::new(self.program, self.checks) {
            *self = again;
        }
        for step in taken {
            let _ = self.take(step);
        }
    }

    /// Where every process stands now.
    pub fn standings(&self) -> Vec<Standing> {
        let standing = |process: u32| {
            let location = &self.program.locations[self.engine.location(&self.vector, process).index()];
            Standing {
                process,
                proctype: location.proctype,
                statement: location.statement,
                is_end: location.is_end,
            }
        };
        (0..self.engine.n_processes() as u32).map(standing).collect()
    }

    /// What is wrong now: errors of the step taken last, errors in deciding who may run, and an invalid end
    /// state, if end states are checked.
    pub fn problems(&mut self) -> Vec<Problem> {
        let last = self.taken.last();
        let of_last = |&(kind, statement): &(ViolationKind, u32)| Problem {
            kind,
            process: last.map(|step| step.process),
            statement: Some(statement),
        };
        let mut problems: Vec<Problem> = self.violations.iter().map(of_last).collect();
        problems.dedup();
        for process in 0..self.engine.n_processes() as u32 {
            if let Some(fault) = self.schedule_fault(process) {
                let kind = ViolationKind::Fault(fault);
                problems.push(Problem { kind, process: Some(process), statement: None });
            }
        }
        if problems.is_empty()
            && self.checks.end_states
            && let Some(process) = self.stuck_process()
        {
            let location = self.engine.location(&self.vector, process);
            let statement = Some(self.program.locations[location.index()].statement);
            problems.push(Problem {
                kind: ViolationKind::InvalidEndState,
                process: Some(process),
                statement,
            });
        }
        problems
    }

    /// What the step taken last violated, and by which of its statements.
    pub fn violations(&self) -> &[(ViolationKind, u32)] {
        &self.violations
    }

    /// The process that makes the present state an invalid end state.
    pub fn stuck_process(&mut self) -> Option<u32> {
        if matches!(self.control, Control::Offered(_)) {
            return None;
        }
        self.engine.stuck_process(&mut self.vector)
    }

    /// The fault in deciding whether a process may run at all.
    pub fn schedule_fault(&self, process: u32) -> Option<FaultId> {
        self.engine.schedule_fault(&self.vector, process)
    }

    /// The words of the present state.
    pub fn words(&self) -> &[hashing::Word] {
        self.vector.words()
    }
}
