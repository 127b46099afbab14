//! Spin's own trails: read what `pan` has found, write what `spin -t` can replay.
//!
//! A line is `depth:process:transition`. Transitions are numbered through the whole model, in the order in which
//! Spin's parser makes the elements of its proctypes, and [`flow`](promela::flow) makes them in the same order;
//! so the number of a transition is the index of its statement in the program.
//! Lines with a negative depth are remarks: `-4` says that statements were merged, and that a line stands
//! for a whole chain of them, of which only the first is named.
//!
//! Nothing is taken on trust: every step has to be enabled, and an error has to be there in the end.

use crate::simulation::{Problem, Simulation};
use crate::trail::TrailStep;
use promela::Model;
use promela::exec::{Checks, Control, StepTaken};
use promela::flow::build::build;
use promela::ir::Program;
use promela::lower::Optimisation;
use std::fmt::{Display, Formatter, Write};

/// Steps that a merged chain may take beyond what the trail says.
const MAX_CHAIN: usize = 256;

/// Spin's numbers for the transitions of a program: the indexes of its statements.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    n_elements: u32,
}

/// A trail of Spin's that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpinTrailError {
    /// A line, from 1, that is none of a trail.
    NotALine(usize),
    /// The trail follows a never claim.
    Claim,
    /// The trail leads to a cycle.
    Cycle,
    /// The trail was found by a search in permuted order, which Spin itself replays with `pan -r` only.
    Permuted,
    /// No statement has the number of the transition in this line.
    UnknownTransition(usize, i64),
    /// The transition in this line cannot be taken.
    NotEnabled(usize),
    /// The initial state cannot be made.
    NoInitialState,
    /// Every step can be taken, but there is no error in the end.
    NoViolation,
}

impl Display for SpinTrailError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotALine(line) => write!(f, "line {line}: expected depth:process:transition"),
            Self::Claim => write!(f, "the trail follows a never claim, which is not supported"),
            Self::Cycle => write!(f, "the trail leads to a cycle, which is not supported"),
            Self::Permuted => write!(f, "the trail was found by a permuted search"),
            Self::UnknownTransition(line, id) => {
                write!(
                    f,
                    "line {line}: the model has no transition {id}; is it the same model, read with the same -D?"
                )
            }
            Self::NotEnabled(line) => {
                write!(
                    f,
                    "line {line}: the transition cannot be taken; is it the same model, read with the same -D?"
                )
            }
            Self::NoInitialState => write!(f, "the initial state cannot be made"),
            Self::NoViolation => write!(
                f,
                "the steps can be taken but lead to no error; a trail made without merging (spin -o3 -a) may help"
            ),
        }
    }
}

impl std::error::Error for SpinTrailError {}

/// Whether a text looks like one of Spin's trails.
pub fn is_spin_trail(text: &str) -> bool {
    text.lines().next().is_some_and(|line| parse_line(line).is_some())
}

fn parse_line(line: &str) -> Option<[i64; 3]> {
    let mut parts = line.trim().split(':').map(|part| part.parse::<i64>().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

impl Numbers {
    /// The numbers of a model's program; `None` if they cannot be told. For a label that stands at a jump and is
    /// referred to remotely Spin makes another element at the moment when it reads the reference.
    pub fn new(model: &Model, program: &Program) -> Option<Self> {
        let mut n_elements = 0;
        for (proctype, hir) in program.proctypes.iter().zip(&model.hir.proctypes) {
            let flow = build(hir, &[]).ok()?;
            n_elements += flow.n_states - 1;
            if proctype.statements.end != n_elements {
                return None;
            }
        }
        Some(Self { n_elements })
    }

    fn statement(&self, id: i64) -> Option<u32> {
        u32::try_from(id).ok().filter(|&id| id < self.n_elements)
    }

    /// A trail for `spin -t`.
    pub fn write(&self, program: &Program, optimisation: Optimisation, steps: &[StepTaken]) -> String {
        let mut out = String::from(if optimisation.merging { "-4:-4:-4\n" } else { "" });
        for (index, step) in steps.iter().enumerate() {
            let id = program.edges.get(step.edge.index()).map_or(0, |edge| edge.statement);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}:{}:{id}", index + 1, step.process);
        }
        out
    }

    /// Follows a trail of Spin's; gives its steps and the error that they lead to.
    ///
    /// # Errors
    /// If it does not fit the program.
    pub fn read(
        &self,
        program: &Program,
        checks: Checks,
        text: &str,
    ) -> Result<(Vec<TrailStep>, Problem), SpinTrailError> {
        let (lines, merged) = self.lines(text)?;
        let mut simulation = Simulation::new(program, checks).map_err(|_| SpinTrailError::NoInitialState)?;
        for (at, line) in lines.iter().enumerate() {
            let step = Self::enabled(&mut simulation, line).ok_or(SpinTrailError::NotEnabled(line.number))?;
            take(&mut simulation, step);
            if merged {
                complete_chain(&mut simulation, line.process, &lines[at + 1..]);
            }
        }
        let problem = match simulation.problems().first() {
            Some(&problem) => Some(problem),
            None if merged => finish_chains(&mut simulation, &lines),
            None => None,
        };
        let problem = problem.or_else(|| last_step(&mut simulation)).ok_or(SpinTrailError::NoViolation)?;
        let number = |step: &StepTaken| {
            let statement = program.edges[step.edge.index()].statement;
            TrailStep { taken: *step, number: program.statements[statement as usize].number }
        };
        Ok((simulation.taken().iter().map(number).collect(), problem))
    }

    fn lines(&self, text: &str) -> Result<(Vec<Line>, bool), SpinTrailError> {
        let mut lines = Vec::new();
        let mut merged = false;
        for (index, text) in text.lines().enumerate() {
            let number = index + 1;
            let [depth, process, id] = parse_line(text).ok_or(SpinTrailError::NotALine(number))?;
            match depth {
                -2 => return Err(SpinTrailError::Claim),
                -1 => return Err(SpinTrailError::Cycle),
                -4 => merged = true,
                -8..=-5 => return Err(SpinTrailError::Permuted),
                0.. => {
                    let statement =
                        self.statement(id).ok_or(SpinTrailError::UnknownTransition(number, id))?;
                    let process = u32::try_from(process).map_err(|_| SpinTrailError::NotALine(number))?;
                    lines.push(Line { number, process, statement });
                }
                _ => return Err(SpinTrailError::NotALine(number)),
            }
        }
        Ok((lines, merged))
    }

    fn enabled(simulation: &mut Simulation<'_>, line: &Line) -> Option<StepTaken> {
        let program = simulation.program();
        let wanted = |step: &StepTaken| {
            step.process == line.process && program.edges[step.edge.index()].statement == line.statement
        };
        simulation.enabled().into_iter().find(wanted)
    }
}

/// A step in a trail.
struct Line {
    /// Of the file, from 1.
    number: usize,
    process: u32,
    statement: u32,
}

/// Takes a step that has been found to be enabled.
fn take(simulation: &mut Simulation<'_>, step: StepTaken) {
    let _ = simulation.take(step);
}

fn stands_before(simulation: &Simulation<'_>, process: u32, statement: u32) -> bool {
    let program = simulation.program();
    let standing = simulation.standings().into_iter().find(|standing| standing.process == process);
    let location = standing.and_then(|s| {
        program.locations.iter().skip(1).find(|l| l.proctype == s.proctype && l.statement == s.statement)
    });
    location.is_some_and(|location| {
        let edges = &program.edges[location.first.index()..location.end.index()];
        edges.iter().any(|edge| edge.statement == statement)
    })
}

/// Takes the steps that a line stands for besides the one it names.
fn complete_chain(simulation: &mut Simulation<'_>, process: u32, rest: &[Line]) {
    if rest.first().is_none_or(|next| next.process != process) {
        // Another process moves next, so this one has come to the end of its atomic sequence.
        advance(simulation, process, |simulation| simulation.control() != Control::Atomic(process));
    }
    if let Some(next) = rest.iter().find(|next| next.process == process) {
        advance(simulation, process, |simulation| stands_before(simulation, process, next.statement));
    }
}

/// Lets a process take the only step that it can until `done`, or until there is a choice or an error.
fn advance(simulation: &mut Simulation<'_>, process: u32, mut done: impl FnMut(&mut Simulation<'_>) -> bool) {
    for _ in 0..MAX_CHAIN {
        if done(simulation) {
            return;
        }
        let mut mine = simulation.enabled();
        mine.retain(|step| step.process == process);
        let [only] = mine[..] else { return };
        take(simulation, only);
    }
}

/// Completes, at the end of a trail, the chains of merged statements that may lead to the error.
fn finish_chains(simulation: &mut Simulation<'_>, lines: &[Line]) -> Option<Problem> {
    let mut processes: Vec<u32> = lines.iter().rev().map(|line| line.process).collect();
    let mut seen = Vec::new();
    processes.retain(|process| {
        !seen.contains(process) && {
            seen.push(*process);
            true
        }
    });
    let n_steps = simulation.taken().len();
    for process in processes {
        let mut found = None;
        advance(simulation, process, |simulation| {
            found = simulation.problems().first().copied();
            found.is_some()
        });
        if found.is_some() {
            return found;
        }
        simulation.back_to(n_steps);
    }
    None
}

/// The step that makes the error may be missing: a breadth-first search writes its trail before taking it.
fn last_step(simulation: &mut Simulation<'_>) -> Option<Problem> {
    let n_steps = simulation.taken().len();
    for step in simulation.enabled() {
        take(simulation, step);
        if let Some(&problem) = simulation.problems().first() {
            return Some(problem);
        }
        simulation.back_to(n_steps);
    }
    None
}
