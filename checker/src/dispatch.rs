//! From a configuration to concrete types, exactly once.

use crate::config::{Config, HashChoice, SearchChoice, StoreChoice};
use crate::outcome::{Outcome, Stop, Verdict};
use crate::search::{Hooks, bfs, dfs};
use hashing::hasher::Multilinear;
use hashing::store::{Exact, Room};
use hashing::{Audited, DigestPolicy, Full, Incremental, StoreFull};
use promela::exec::{Checks, Interpreter};
use promela::ir::{FaultId, Program};

/// Searches the state space of a program. `Err` if its initial state cannot be made.
pub fn run(program: &Program, config: &Config, hooks: &mut Hooks<'_>) -> Result<Outcome, FaultId> {
    let hasher = Multilinear::new(config.seed);
    match config.hash {
        HashChoice::Incremental => with_policy(program, config, hooks, Incremental::new(hasher)),
        HashChoice::Full => with_policy(program, config, hooks, Full::new(hasher)),
        HashChoice::Audited => with_policy(program, config, hooks, Audited::new(hasher)),
    }
}

fn with_policy<P: DigestPolicy>(
    program: &Program,
    config: &Config,
    hooks: &mut Hooks<'_>,
    policy: P,
) -> Result<Outcome, FaultId> {
    let room = Room { limit_bytes: config.limits.memory, expected: 0 };
    let checks = Checks { assertions: config.assertions, end_states: config.end_states };
    let mut engine = Interpreter::new(program, checks);
    let StoreChoice::Exact = config.store;
    let mut store = match Exact::new(room) {
        Ok(store) => store,
        Err(full) => return Ok(no_room(full)),
    };
    match config.search {
        SearchChoice::Dfs => dfs::search(&mut engine, policy, &mut store, config, hooks),
        SearchChoice::Bfs => bfs::search(&mut engine, policy, &mut store, config, hooks),
    }
}

/// The outcome of a search that could not even begin.
fn no_room(full: StoreFull) -> Outcome {
    Outcome {
        verdict: Verdict::Incomplete,
        stop: Some(Stop::from(full)),
        stats: Default::default(),
        violations: Vec::new(),
        choices: None,
        reached: Vec::new(),
        search_time: Default::default(),
    }
}
