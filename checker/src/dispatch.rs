//! From a configuration to concrete types, exactly once.

use crate::components::Frames;
use crate::config::{Config, EngineChoice, SearchChoice, StoreChoice};
use crate::outcome::{Outcome, Stop, Verdict};
use crate::profile::{Meter, Metered, MeteredEngine};
use crate::search::{Hooks, bfs, dfs};
use hashing::choice::{PolicyVisitor, StoreSettings, StoreVisitor};
use hashing::store::Exact;
use hashing::{DigestPolicy, ExactStore, LossyStore, Room, StoreFull};
use promela::exec::{Checks, Interpreter, Watch};
use promela::ir::{FaultId, Program};
use std::time::Instant;

/// Searches the state space of a program. `Err` if its initial state cannot be made.
pub fn run(program: &Program, config: &Config, hooks: &mut Hooks<'_>) -> Result<Outcome, FaultId> {
    config.hash.visit(config.seed, Run { program, config, hooks })
}

struct Run<'a, 'h> {
    program: &'a Program,
    config: &'a Config,
    hooks: &'a mut Hooks<'h>,
}

impl PolicyVisitor for Run<'_, '_> {
    type Output = Result<Outcome, FaultId>;

    fn visit<P: DigestPolicy + Clone + std::fmt::Debug + 'static>(self, policy: P) -> Self::Output {
        let config = self.config;
        let room = Room { limit_bytes: config.limits.memory, expected: config.expected_states };
        let outcome = if config.profile {
            let meter = Meter::default();
            let policy = Metered::new(policy, &meter);
            let with_policy = WithPolicy { run: self, policy, meter: Some(meter.clone()) };
            let (outcome, profile) = meter.sample(|| with_policy.store(room));
            outcome.map(|answer| answer.map(|outcome| Outcome { profile: Some(profile), ..outcome }))
        } else {
            let with_policy = WithPolicy { run: self, policy, meter: None };
            match config.store {
                StoreChoice::Exact => Exact::new(room).map(|mut store| with_policy.search(&mut store)),
                _ => with_policy.store(room),
            }
        };
        outcome.unwrap_or_else(|full| Ok(Outcome::unanswered(Stop::from(full))))
    }
}

struct WithPolicy<'a, 'h, P> {
    run: Run<'a, 'h>,
    policy: P,
    meter: Option<Meter>,
}

impl<'a, P: DigestPolicy> WithPolicy<'a, '_, P> {
    /// Searches with a store called through a pointer.
    fn store(self, room: Room) -> Result<Result<Outcome, FaultId>, StoreFull> {
        let config = self.run.config;
        let settings = StoreSettings {
            room,
            digest_bits: config.hash.choice().bits(),
            k: config.bitstate.k,
            array_bytes: config.bitstate.bytes,
            ..StoreSettings::new(Frames::of(self.run.program))
        };
        config.store.visit(settings, self)
    }

    fn engine(&self) -> MeteredEngine<Interpreter<'a, P>> {
        let Config { assertions, end_states, limits, .. } = *self.run.config;
        let mut engine = Interpreter::new(self.run.program, Checks { assertions, end_states });
        engine.set_watch(Watch {
            interrupt: Some(self.run.hooks.interrupt),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            bytes: limits.memory,
        });
        if self.run.config.reduces(self.run.program) {
            engine.rely_on_claims();
        }
        if self.run.config.engine == EngineChoice::Jit {
            engine.compile(self.run.config.patience);
        }
        MeteredEngine { engine, meter: self.meter.clone() }
    }

    fn search<S: ExactStore + ?Sized>(self, store: &mut S) -> Result<Outcome, FaultId> {
        let mut engine = self.engine();
        let reduces = self.run.config.reduces(self.run.program);
        let Run { config, hooks, .. } = self.run;
        match config.search {
            SearchChoice::Dfs => dfs::search(&mut engine, self.policy, store, config, reduces, hooks),
            SearchChoice::Bfs => bfs::search(&mut engine, self.policy, store, config, reduces, hooks),
        }
    }

    fn search_lossy(self, store: &mut dyn LossyStore) -> Result<Outcome, FaultId> {
        let mut engine = self.engine();
        let reduces = self.run.config.reduces(self.run.program);
        let Run { config, hooks, .. } = self.run;
        if config.search == SearchChoice::Bfs {
            return Ok(Outcome::unanswered(Stop::NeedsExactStore));
        }
        let mut outcome = dfs::search(&mut engine, self.policy, &mut *store, config, reduces, hooks)?;
        outcome.expected_omissions = Some(store.expected_omissions());
        outcome.bit_array = store.bit_array();
        if outcome.verdict == Verdict::Holds {
            outcome.verdict = Verdict::Incomplete;
            outcome.stop = Some(Stop::LossyStore);
        }
        Ok(outcome)
    }
}

/// Stores other than the default are called through a pointer: next to the cache misses of a lookup the call
/// costs nothing, and the search is compiled once per policy instead of once per policy and store.
impl<P: DigestPolicy> StoreVisitor for WithPolicy<'_, '_, P> {
    type Output = Result<Outcome, FaultId>;

    fn exact<S: ExactStore + std::fmt::Debug + 'static>(self, mut store: S) -> Self::Output {
        match self.meter.clone() {
            None => self.search::<dyn ExactStore>(&mut store),
            Some(meter) => self.search::<dyn ExactStore>(&mut Metered::new(store, &meter)),
        }
    }

    fn lossy<S: LossyStore + std::fmt::Debug + 'static>(self, mut store: S) -> Self::Output {
        match self.meter.clone() {
            None => self.search_lossy(&mut store),
            Some(meter) => self.search_lossy(&mut Metered::new(store, &meter)),
        }
    }
}
