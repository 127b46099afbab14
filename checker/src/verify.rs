//! From a model to an answer: lowers it, searches it, and widens process numbers when a model needs it.
//!
//! Process and channel numbers take 8 bits, as in Spin, until a model has more than 255 of either; then it
//! is lowered with 16 bits and searched again. So the common case pays nothing for the rare one, and
//! nobody meets a limit of 255. Beyond 65,535 the search ends without an answer, and says so.

use crate::config::Config;
use crate::dispatch;
use crate::outcome::{Found, Outcome, Stats, Stop, Verdict};
use crate::search::Hooks;
use promela::exec::{Violation, ViolationKind};
use promela::ir::{FaultId, FaultKind, Program};
use promela::lower::NumberWidth;
use promela::{Failure, Model};
use std::time::{Duration, Instant};

/// The most processes, and the most channels, that can exist at a time.
pub const MAX_NUMBERS: u32 = 65_535;

/// An answer, and what is needed to understand it.
#[derive(Clone, Debug)]
pub struct Verification {
    /// What was executed.
    pub program: Program,
    /// How wide its process and channel numbers are.
    pub width: NumberWidth,
    /// The answer.
    pub outcome: Outcome,
    /// Time that lowering took.
    pub compile_time: Duration,
}

/// Checks a model.
///
/// # Errors
/// If the model cannot be made into a program.
pub fn verify(model: &Model, config: &Config, hooks: &mut Hooks<'_>) -> Result<Verification, Failure> {
    let narrow = run(model, NumberWidth::Narrow, config, hooks)?;
    if narrow.outcome.stop != Some(Stop::TooManyProcesses) {
        return Ok(narrow);
    }
    let mut wide = run(model, NumberWidth::Wide, config, hooks)?;
    wide.compile_time += narrow.compile_time;
    Ok(wide)
}

fn run(
    model: &Model,
    width: NumberWidth,
    config: &Config,
    hooks: &mut Hooks<'_>,
) -> Result<Verification, Failure> {
    let begun = Instant::now();
    let program = model.program(width, config.optimisation)?;
    let compile_time = begun.elapsed();
    let limit = program.number_limit as usize;
    let fits = program.active.len() <= limit && initial_channels(&program) <= limit;
    let outcome = if fits {
        let outcome = dispatch::run(&program, config, hooks).unwrap_or_else(stillborn);
        without_own_limits(outcome, &program)
    } else {
        Outcome::unanswered(Stop::TooManyProcesses)
    };
    Ok(Verification { program, width, outcome, compile_time })
}

/// Channels that exist in the initial state.
fn initial_channels(program: &Program) -> usize {
    let of =
        |&(proctype, _): &(promela::ir::ProctypeId, i32)| program.proctypes[proctype.index()].channels.len();
    program.channels.len() + program.active.iter().map(of).sum::<usize>()
}

/// The outcome for a model whose initial state cannot be made.
fn stillborn(fault: FaultId) -> Outcome {
    let violation = Violation {
        kind: ViolationKind::Fault(fault),
        process: None,
        statement: None,
        steps: 0,
        fatal: true,
    };
    Outcome {
        verdict: Verdict::Violated,
        stats: Stats { errors: 1, ..Stats::default() },
        violations: vec![Found { violation, depth: 0 }],
        choices: Some(Vec::new()),
        ..Outcome::unanswered(Stop::FatalError)
    }
}

/// Running out of numbers or patience is no error of the model: it ends the search without an answer.
fn without_own_limits(mut outcome: Outcome, program: &Program) -> Outcome {
    let last = outcome.violations.last().map(|found| found.violation.kind);
    let Some(ViolationKind::Fault(fault)) = last else { return outcome };
    let statement = outcome.violations.last().and_then(|found| found.violation.statement);
    let stop = match program.faults[fault.index()].kind {
        FaultKind::TooManyProcesses | FaultKind::TooManyChannels => Stop::TooManyProcesses,
        FaultKind::EndlessDStep => Stop::EndlessAtomic(statement.unwrap_or(0)),
        _ => return outcome,
    };
    if let Some(found) = outcome.violations.pop() {
        outcome.further.retain(|way| way.violation != found.violation);
    }
    outcome.stats.errors -= 1;
    outcome.stop = Some(stop);
    if outcome.stats.errors == 0 {
        outcome.verdict = Verdict::Incomplete;
        outcome.choices = None;
    }
    outcome
}
