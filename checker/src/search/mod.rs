//! The search loops and what they share: counting, limits, progress.

mod ample;
pub mod bfs;
pub mod dfs;
mod waiting;

use crate::config::Config;
use crate::outcome::{Found, MAX_VIOLATIONS, MAX_WAYS, Outcome, Stats, Stop, Verdict, Way};
use hashing::{Digest, DigestPolicy, Store, StoreFull};
use promela::exec::{Abandoned, Engine, Violation, ViolationKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Counts so far.
    pub stats: Stats,
    /// States found but not yet looked at: the stack or the frontier.
    pub waiting: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// The outside world of a search.
pub struct Hooks<'a> {
    /// Set from outside to end the search.
    pub interrupt: &'a AtomicBool,
    /// Called a few times per second.
    pub progress: &'a mut dyn FnMut(&Progress),
}

/// States between two looks at the clock, if they are short.
const CHECK_EVERY: u32 = 4096;
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Counts and limits of a search.
pub(crate) struct Tally<'a, 'h> {
    pub(crate) stats: Stats,
    pub(crate) violations: Vec<Found>,
    /// Violations to which ways are kept.
    pub(crate) distinct: Vec<Violation>,
    pub(crate) truncated: bool,
    config: &'a Config,
    hooks: &'a mut Hooks<'h>,
    begun: Instant,
    last_progress: Instant,
    until_check: u32,
}

impl<'a, 'h> Tally<'a, 'h> {
    pub(crate) fn new(config: &'a Config, hooks: &'a mut Hooks<'h>) -> Self {
        let now = Instant::now();
        Self {
            stats: Stats::default(),
            violations: Vec::new(),
            distinct: Vec::new(),
            truncated: false,
            config,
            hooks,
            begun: now,
            last_progress: now,
            until_check: CHECK_EVERY,
        }
    }

    /// Counts a new state of this length at this depth.
    pub(crate) fn stored(&mut self, words: usize, depth: u64) {
        self.stats.stored += 1;
        self.stats.depth = self.stats.depth.max(depth);
        self.stats.vector_bytes = self.stats.vector_bytes.max(4 * words as u64);
    }

    /// Counts steps that led to no stored state, from one at `depth`, at most `peak` of them in a row.
    #[inline]
    pub(crate) fn unstored(&mut self, steps: u32, depth: u64, peak: u32) {
        self.stats.atomic_steps += u64::from(steps);
        if peak != 0 {
            self.stats.depth = self.stats.depth.max(depth + u64::from(peak));
        }
    }

    /// Whether a state at this depth is beyond the limit; if so it counts as matched, as in Spin.
    pub(crate) fn is_too_deep(&mut self, depth: u64) -> bool {
        let beyond = self.config.limits.depth.is_some_and(|limit| limit <= depth);
        if beyond {
            self.truncated = true;
            self.stats.matched += 1;
        }
        beyond
    }

    /// Whether the search has a limit on depth.
    pub(crate) fn has_depth_limit(&self) -> bool {
        self.config.limits.depth.is_some()
    }

    /// Counts a violation found from a state at `depth`; says whether the search has to end.
    pub(crate) fn violation(&mut self, violation: Violation, depth: u64, digest: Digest) -> Option<Stop> {
        self.stats.errors += 1;
        let at = (depth + u64::from(violation.steps)) as i64;
        let depth = if violation.kind == ViolationKind::InvalidEndState { at - 1 } else { at };
        if self.violations.len() < MAX_VIOLATIONS || violation.fatal {
            self.violations.push(Found { violation, depth, digest });
        }
        if violation.fatal {
            return Some(Stop::FatalError);
        }
        self.config.max_errors.is_some_and(|most| most <= self.stats.errors).then_some(Stop::Errors)
    }

    /// Whether the way to a violation is worth keeping: there is none yet to one like it.
    pub(crate) fn is_distinct(&mut self, violation: Violation) -> bool {
        let same = |other: &Violation| (other.kind, other.statement) == (violation.kind, violation.statement);
        let distinct = self.distinct.len() < MAX_WAYS && !self.distinct.iter().any(same);
        if distinct {
            self.distinct.push(violation);
        }
        distinct
    }

    /// Counts a visit; says whether it is time to [`look`](Self::look) at the limits.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        // Long vectors are slow: with many processes a single state may take a second.
        let effort = 1 + (self.stats.vector_bytes >> 5) as u32;
        self.until_check = self.until_check.saturating_sub(effort);
        self.until_check == 0
    }

    /// Takes note of the size of the stack or frontier.
    pub(crate) fn note_stack(&mut self, bytes: usize) {
        self.stats.stack_bytes = self.stats.stack_bytes.max(bytes as u64);
    }

    /// Looks at the limits.
    #[cold]
    pub(crate) fn look(
        &mut self,
        store: &(impl Store + ?Sized),
        waiting: u64,
        stack_bytes: usize,
    ) -> Option<Stop> {
        self.until_check = CHECK_EVERY;
        self.note_stack(stack_bytes);
        if self.hooks.interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let elapsed = self.begun.elapsed();
        if self.config.limits.time.is_some_and(|limit| limit <= elapsed) {
            return Some(Stop::Time);
        }
        if self.config.limits.memory.is_some_and(|limit| limit < store.bytes() + stack_bytes) {
            return Some(Stop::Memory);
        }
        if PROGRESS_EVERY <= self.last_progress.elapsed() {
            self.last_progress = Instant::now();
            (self.hooks.progress)(&Progress { stats: self.stats, waiting, elapsed });
        }
        None
    }

    /// Closes the books.
    pub(crate) fn outcome<P: DigestPolicy>(
        mut self,
        store: &(impl Store + ?Sized),
        stop: Option<Stop>,
        ways: Vec<Way>,
        engine: &impl Engine<P>,
    ) -> Outcome {
        self.stats.conflicts = store.conflicts();
        self.stats.store_bytes = store.bytes() as u64;
        self.stats.store_parts = store.parts() as u64;
        let stop = stop.or(self.truncated.then_some(Stop::Depth));
        let verdict = match (self.stats.errors, stop) {
            (0, None) => Verdict::Holds,
            (0, Some(_)) => Verdict::Incomplete,
            (_, _) => Verdict::Violated,
        };
        let mut ways = ways.into_iter();
        Outcome {
            verdict,
            stop,
            stats: self.stats,
            violations: self.violations,
            choices: ways.next().map(|way| way.choices),
            further: ways.collect(),
            reached: engine.reached().to_vec(),
            breaches: engine.breaches().to_vec(),
            expected_omissions: None,
            bit_array: None,
            search_time: self.begun.elapsed(),
            profile: None,
        }
    }
}

impl From<Abandoned> for Stop {
    fn from(abandoned: Abandoned) -> Self {
        match abandoned {
            Abandoned::TooDeep(statement) => Self::EndlessAtomic(statement),
            Abandoned::Interrupted => Self::Interrupted,
            Abandoned::Time => Self::Time,
            Abandoned::Memory => Self::Memory,
        }
    }
}

impl From<StoreFull> for Stop {
    fn from(full: StoreFull) -> Self {
        match full {
            StoreFull::Memory { .. } => Self::Memory,
            StoreFull::Refused { .. } => Self::OutOfMemory,
            StoreFull::References => Self::TooManyStates,
        }
    }
}
