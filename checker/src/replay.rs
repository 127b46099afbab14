//! Goes a trail again, from scratch, and says what every step changes.
//!
//! Nothing of the search is used but the trail: each step must be allowed by the rules of the language
//! ([`Interpreter::take`]), and at the end the violation must be there.

use crate::trail::{Goal, Trail, TrailStep};
use hashing::hasher::Multilinear;
use hashing::{Full, StateVector};
use promela::exec::{Control, Engine, Interpreter, Refusal, ViolationKind};
use promela::ir::{Display, Effect, ProctypeId, Program, Variable};
use std::fmt::Formatter;

/// A trail being replayed.
pub struct Replay<'p> {
    program: &'p Program,
    trail: &'p Trail,
    engine: Interpreter<'p, Policy>,
    vector: StateVector<Policy>,
    control: Control,
    next: usize,
    state: Picture,
    /// Violations of the step taken last, or of making the initial state.
    violations: Vec<ViolationKind>,
}

type Policy = Full<Multilinear>;

/// A step and what came of it.
#[derive(Clone, Debug)]
pub struct ReplayedStep {
    /// The process.
    pub process: u32,
    /// Its type.
    pub proctype: ProctypeId,
    /// The statement, an index into [`Program::statements`].
    pub statement: u32,
    /// Statements merged with it, in their order.
    pub merged: Vec<u32>,
    /// The statement that violated something, if that is one of the merged ones.
    pub violating: Option<u32>,
    /// The message it holds out or passes on by rendezvous, with the name of the channel.
    pub offer: Option<(String, Vec<i32>)>,
    /// What it printed.
    pub printed: Vec<String>,
    /// What it changed.
    pub changes: Vec<Change>,
    /// Processes it started.
    pub started: Vec<(u32, ProctypeId)>,
    /// Processes it ended.
    pub ended: Vec<(u32, ProctypeId)>,
}

/// A variable or channel with another value than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Whose it is; `None` for globals.
    pub process: Option<u32>,
    /// Before the step.
    pub old: String,
    /// After it.
    pub new: String,
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

/// A trail that does not belong to the program, or leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A step with this number, from 1, names no edge of the program, or another statement.
    Foreign(usize),
    /// A step with this number, from 1, cannot be taken.
    Refused(usize, Refusal),
    /// The initial state cannot be made, and the trail does not say so.
    NoInitialState,
    /// The steps can be taken, but the violation is not there.
    NoViolation,
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Foreign(step) => write!(f, "step {step} is no step of this model"),
            Self::Refused(step, refusal) => {
                write!(f, "step {step} cannot be taken: ")?;
                match refusal {
                    Refusal::NoSuchProcess => write!(f, "the process does not exist"),
                    Refusal::Elsewhere => write!(f, "the process stands at another statement"),
                    Refusal::NotItsTurn(process) => write!(f, "it is the turn of process {process}"),
                    Refusal::Blocked => write!(f, "the statement is not executable"),
                }
            }
            Self::NoInitialState => write!(f, "the initial state cannot be made"),
            Self::NoViolation => write!(f, "the steps do not lead to the violation"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl<'p> Replay<'p> {
    /// Begins in the initial state.
    ///
    /// # Errors
    /// If the initial state cannot be made and that is not what the trail is about.
    pub fn new(program: &'p Program, trail: &'p Trail) -> Result<Self, ReplayError> {
        let mut engine = Interpreter::new(program, trail.checks);
        engine.keep_printed();
        if trail.goal.kind == ViolationKind::BrokenClaim {
            engine.rely_on_claims();
        }
        let mut vector = StateVector::new(Full::new(Multilinear::new(0)));
        let mut violations = Vec::new();
        if let Err(fault) = engine.start(&mut vector) {
            violations.push(ViolationKind::Fault(fault));
            if trail.goal.kind != violations[0] || !trail.steps.is_empty() {
                return Err(ReplayError::NoInitialState);
            }
        }
        let state = Picture::take(program, &engine, &vector);
        Ok(Self { program, trail, engine, vector, control: Control::Anyone, next: 0, state, violations })
    }

    /// Takes the next step; `None` at the end of the trail.
    pub fn step(&mut self) -> Option<Result<ReplayedStep, ReplayError>> {
        let &step = self.trail.steps.get(self.next)?;
        self.next += 1;
        Some(self.take(step, self.next))
    }

    fn take(&mut self, step: TrailStep, position: usize) -> Result<ReplayedStep, ReplayError> {
        let TrailStep { taken: step, number } = step;
        let edge = self.program.edges.get(step.edge.index()).ok_or(ReplayError::Foreign(position))?;
        if self.program.statements[edge.statement as usize].number != number {
            return Err(ReplayError::Foreign(position));
        }
        let proctype = self.state.processes.get(step.process as usize).map(|p| p.proctype);
        let taken = self
            .engine
            .take(&mut self.vector, self.control, step)
            .map_err(|refusal| ReplayError::Refused(position, refusal))?;
        let before = std::mem::take(&mut self.state);
        self.state = Picture::take(self.program, &self.engine, &self.vector);
        self.control = taken.control;
        self.violations = taken.violations;
        let (old, new) = (&before.processes, &self.state.processes);
        let shared = old.len().min(new.len());
        let numbered = |range: std::ops::Range<usize>, list: &[Process]| {
            range.map(|pid| (pid as u32, list[pid].proctype)).collect()
        };
        let statement = |effect: &Effect| match effect {
            Effect::Do(_, statement) => Some(*statement),
            Effect::Reset(_) => None,
        };
        Ok(ReplayedStep {
            process: step.process,
            proctype: proctype.ok_or(ReplayError::Refused(position, Refusal::NoSuchProcess))?,
            statement: edge.statement,
            merged: self.program.effects[edge.effects.range()].iter().filter_map(statement).collect(),
            violating: taken.violating,
            offer: taken.offer.map(|(channel, message)| (self.state.channel_name(channel), message)),
            printed: self.engine.take_printed(),
            changes: before.changes(&self.state, self.program),
            started: numbered(shared..new.len(), new),
            ended: numbered(shared..old.len(), old),
        })
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

    /// Checks, after the last step, that the violation is there.
    ///
    /// # Errors
    /// If it is not.
    pub fn finish(&mut self) -> Result<(), ReplayError> {
        let Goal { kind, process } = self.trail.goal;
        let there = self.violations.contains(&kind)
            || match (kind, process) {
                (ViolationKind::InvalidEndState, _) => {
                    !matches!(self.control, Control::Offered(_))
                        && self.engine.stuck_process(&mut self.vector) == process
                }
                (ViolationKind::Fault(fault), Some(process)) => {
                    self.engine.schedule_fault(&self.vector, process) == Some(fault)
                }
                _ => false,
            };
        if there { Ok(()) } else { Err(ReplayError::NoViolation) }
    }
}

/// A state as people see it.
#[derive(Clone, Debug, Default)]
struct Picture {
    /// Values of the global variables, in the order of [`Program::variables`].
    globals: Vec<i32>,
    processes: Vec<Process>,
    /// Name, owner and contents of every channel.
    channels: Vec<(String, Option<u32>, Vec<Vec<i32>>)>,
}

#[derive(Clone, Debug)]
struct Process {
    proctype: ProctypeId,
    /// Values of its variables, in the same order.
    locals: Vec<i32>,
}

fn of(program: &Program, proctype: Option<ProctypeId>) -> impl Iterator<Item = &Variable> {
    program.variables.iter().filter(move |variable| variable.proctype == proctype)
}

impl Picture {
    fn take(program: &Program, engine: &Interpreter<'_, Policy>, vector: &StateVector<Policy>) -> Self {
        let mut names: Vec<_> = program.channel_names.iter().map(|name| (name.clone(), None)).collect();
        let mut processes = Vec::new();
        for process in 0..engine.n_processes() as u32 {
            let proctype = program.locations[engine.location(vector, process).index()].proctype;
            let locals = of(program, Some(proctype)).map(|v| engine.value(vector, v, process)).collect();
            processes.push(Process { proctype, locals });
            let channels = &program.proctypes[proctype.index()].channel_names;
            names.extend(channels.iter().map(|name| (name.clone(), Some(process))));
        }
        let contents = engine.channels(vector).into_iter();
        Self {
            globals: of(program, None).map(|v| engine.value(vector, v, 0)).collect(),
            processes,
            channels: names.into_iter().zip(contents).map(|((n, p), c)| (n, p, c)).collect(),
        }
    }

    fn channel_name(&self, number: i32) -> String {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        match index.and_then(|index| self.channels.get(index)) {
            Some((name, None, _)) => name.clone(),
            Some((name, Some(process), _)) => format!("{process}:{name}"),
            None => number.to_string(),
        }
    }

    fn show(&self, program: &Program, variable: &Variable, value: i32) -> String {
        match variable.display {
            Display::Number => value.to_string(),
            Display::Channel => self.channel_name(value),
            Display::Symbol(set) => {
                let constants = program.mtypes.get(set as usize).map_or(&[][..], |set| &set.constants);
                let name = constants.iter().find(|(_, v)| *v == value).map(|(name, _)| name.clone());
                name.unwrap_or_else(|| value.to_string())
            }
        }
    }

    /// What is different in `after`.
    fn changes(&self, after: &Self, program: &Program) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut compare =
            |process, variables: &mut dyn Iterator<Item = &Variable>, old: &[i32], new: &[i32]| {
                for ((variable, &old), &new) in variables.zip(old).zip(new) {
                    if old != new {
                        changes.push(Change {
                            name: variable.name.clone(),
                            process,
                            old: self.show(program, variable, old),
                            new: after.show(program, variable, new),
                        });
                    }
                }
            };
        compare(None, &mut of(program, None), &self.globals, &after.globals);
        for (pid, (old, new)) in self.processes.iter().zip(&after.processes).enumerate() {
            let mut variables = of(program, Some(old.proctype));
            compare(Some(pid as u32), &mut variables, &old.locals, &new.locals);
        }
        for ((name, process, old), (_, _, new)) in self.channels.iter().zip(&after.channels) {
            if old != new {
                changes.push(Change {
                    name: name.clone(),
                    process: *process,
                    old: messages(old),
                    new: messages(new),
                });
            }
        }
        changes
    }
}

/// The contents of a channel, as `[1,2] [3,4]`.
fn messages(contents: &[Vec<i32>]) -> String {
    let message = |fields: &Vec<i32>| {
        let fields: Vec<String> = fields.iter().map(i32::to_string).collect();
        format!("[{}]", fields.join(","))
    };
    if contents.is_empty() {
        return "empty".to_owned();
    }
    contents.iter().map(message).collect::<Vec<_>>().join(" ")
}
