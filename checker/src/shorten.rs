//! Shorter ways to an error: depth-first search again and again, each time less deep than the error found before.
//!
//! As with Spin's `-i`, the result need not be the shortest way: a state first met late on a long path is not
//! looked at again when it is met earlier. Breadth-first search finds a shortest one of the graph it searches; that of
//! a reduced search may lack shorter ones.

use crate::config::{Config, Limits};
use crate::outcome::Verdict;
use crate::search::Hooks;
use crate::verify::{Verification, verify};
use promela::{Failure, Model};
use std::time::Instant;

/// Looks for a shorter way to an error than the one found; gives the number of searches it took. What else
/// was found, counts included, stays as it was.
///
/// # Errors
/// If the model cannot be made into a program.
pub fn shorten(
    model: &Model,
    config: &Config,
    hooks: &mut Hooks<'_>,
    found: &mut Verification,
) -> Result<u32, Failure> {
    let begun = Instant::now();
    let spent = found.outcome.search_time;
    let mut n_searches = 0;
    while let Some(best) = found.outcome.violations.first().map(|violation| violation.depth) {
        let Ok(depth) = u64::try_from(best) else { break };
        // All searches together have the time that one has.
        let time = config.limits.time.map(|time| time.saturating_sub(spent + begun.elapsed()));
        let limits = Limits { depth: Some(depth), time, ..config.limits };
        let again = verify(model, &Config { max_errors: Some(1), limits, ..config.clone() }, hooks)?;
        n_searches += 1;
        let shorter = again.outcome.violations.first().is_some_and(|violation| violation.depth < best);
        if again.outcome.verdict != Verdict::Violated || !shorter || again.width != found.width {
            break;
        }
        found.outcome.violations = again.outcome.violations;
        found.outcome.choices = again.outcome.choices;
    }
    Ok(n_searches)
}
