//! Why a search did not visit everything, and what may be done about it.

use super::advice::advice;
use crate::units;
use crate::wording::Wording;
use checker::verify::MAX_NUMBERS;
use checker::{Config, Stop, Verification};

/// In one line; `None` if every reachable state was visited.
pub(super) fn reason(found: &Verification, config: &Config, wording: &Wording<'_>) -> Option<String> {
    let stats = &found.outcome.stats;
    Some(match found.outcome.stop? {
        Stop::Errors => match stats.errors {
            1 => "stopped at the first error; --errors all goes on".to_owned(),
            n => format!("stopped after {n} errors; --errors all goes on"),
        },
        Stop::FatalError => "stopped at an error behind which execution cannot go on".to_owned(),
        Stop::Depth => match config.limits.depth {
            Some(limit) => {
                format!(
                    "states {limit} or more steps deep were not looked at; raise --max-depth or leave it out"
                )
            }
            None => "states were too deep to be looked at".to_owned(),
        },
        Stop::Memory => match config.limits.memory {
            Some(limit) => format!(
                "the limit of {} on memory was reached: {}",
                units::bytes(limit as u64),
                advice(stats, config, limit as u64)
            ),
            None => "the limit on memory was reached".to_owned(),
        },
        Stop::OutOfMemory => {
            let used = stats.store_bytes + stats.stack_bytes;
            format!("the system has no more memory to give: {}", advice(stats, config, used))
        }
        Stop::TooManyStates => "the store cannot refer to more states".to_owned(),
        Stop::Time => match config.limits.time {
            Some(limit) => format!(
                "the limit of {} on time was reached; raise --max-time",
                units::seconds(limit.as_secs_f64())
            ),
            None => "the limit on time was reached".to_owned(),
        },
        Stop::Interrupted => "interrupted".to_owned(),
        Stop::EndlessAtomic(statement) => {
            let place = found.program.statements.get(statement as usize).map(|s| wording.place(s.span));
            let place = place.map(|p| format!(" at {}:{}", p.file, p.line)).unwrap_or_default();
            format!(
                "an atomic sequence took more than {} steps without a state that can be stored{place}; it may be endless",
                units::grouped(promela::exec::DEFAULT_MAX_LEVELS as u64)
            )
        }
        Stop::TooManyProcesses => format!(
            "more than {} processes or channels exist at a time, the most that are supported",
            units::grouped(u64::from(MAX_NUMBERS))
        ),
        Stop::LossyStore => "the store may omit states; use an exact store for an answer".to_owned(),
        Stop::NeedsExactStore => {
            "a breadth-first search needs a store that keeps states; use --search dfs or an exact store"
                .to_owned()
        }
        Stop::DigestDifference => {
            "the digest kept step by step differs from the one computed from scratch: an error in spinrs, please report it"
                .to_owned()
        }
    })
}
