//! Goes a trail again, from scratch, and says what every step changes.
//!
//! Nothing of the search is used but the trail: each step must be allowed by the rules of the language
//! ([`Simulation::take`]), and at the end the violation must be there.

use crate::simulation::{Simulation, Standing, Step};
use crate::trail::{Goal, Trail, TrailStep};
use promela::exec::{Refusal, ViolationKind};
use promela::ir::Program;
use std::fmt::Formatter;

/// A trail being replayed.
pub struct Replay<'p> {
    program: &'p Program,
    trail: &'p Trail,
    /// `None` if there is no initial state, which is then what the trail is about.
    simulation: Option<Simulation<'p>>,
    next: usize,
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
        let start = match trail.goal.kind {
            ViolationKind::BrokenClaim => Simulation::relying_on_claims,
            _ => Simulation::new,
        };
        let simulation = match start(program, trail.checks) {
            Ok(simulation) => Some(simulation),
            Err(fault) if trail.goal.kind == ViolationKind::Fault(fault) && trail.steps.is_empty() => None,
            Err(_) => return Err(ReplayError::NoInitialState),
        };
        Ok(Self { program, trail, simulation, next: 0 })
    }

    /// The run so far; `None` if there is no initial state.
    pub fn simulation(&self) -> Option<&Simulation<'p>> {
        self.simulation.as_ref()
    }

    /// Takes the next step; `None` at the end of the trail.
    pub fn step(&mut self) -> Option<Result<Step, ReplayError>> {
        let &step = self.trail.steps.get(self.next)?;
        self.next += 1;
        Some(self.take(step, self.next))
    }

    fn take(&mut self, step: TrailStep, position: usize) -> Result<Step, ReplayError> {
        let TrailStep { taken: step, number } = step;
        let edge = self.program.edges.get(step.edge.index()).ok_or(ReplayError::Foreign(position))?;
        if self.program.statements[edge.statement as usize].number != number {
            return Err(ReplayError::Foreign(position));
        }
        let simulation = self.simulation.as_mut().ok_or(ReplayError::NoInitialState)?;
        simulation.take(step).map_err(|refusal| ReplayError::Refused(position, refusal))
    }

    /// Where every process stands now.
    pub fn standings(&self) -> Vec<Standing> {
        self.simulation.as_ref().map(Simulation::standings).unwrap_or_default()
    }

    /// Checks, after the last step, that the violation is there.
    ///
    /// # Errors
    /// If it is not.
    pub fn finish(&mut self) -> Result<(), ReplayError> {
        // Without an initial state the trail has been found to say so.
        let Some(simulation) = &mut self.simulation else { return Ok(()) };
        let Goal { kind, process } = self.trail.goal;
        let there = simulation.violations().iter().any(|(violated, _)| *violated == kind)
            || match (kind, process) {
                (ViolationKind::InvalidEndState, Some(_)) => simulation.stuck_process() == process,
                (ViolationKind::Fault(fault), Some(process)) => {
                    simulation.schedule_fault(process) == Some(fault)
                }
                _ => false,
            };
        if there { Ok(()) } else { Err(ReplayError::NoViolation) }
    }
}
