//! The answer of a run.

use crate::profile::Profile;
use hashing::{BitArray, Digest};
use promela::exec::{Breach, Scope, Violation};
use std::time::Duration;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every reachable state was visited and nothing is wrong.
    Holds,
    /// Something is wrong.
    Violated,
    /// Nothing wrong was found, but not everything was looked at.
    Incomplete,
}

/// Why a search ended before every reachable state was visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// As many errors as were asked for.
    Errors,
    /// An error behind which execution cannot go on.
    FatalError,
    /// The limit on depth cut off part of the state space.
    Depth,
    /// The limit on memory.
    Memory,
    /// The system refused memory.
    OutOfMemory,
    /// More states than references.
    TooManyStates,
    /// The limit on time.
    Time,
    /// The user.
    Interrupted,
    /// An atomic sequence with too many steps; the statement it had reached.
    EndlessAtomic(u32),
    /// More processes or channels than there are numbers for.
    TooManyProcesses,
    /// The store may have taken a new state for one it had.
    LossyStore,
    /// A breadth-first search has to read states back, which a lossy store does not keep.
    NeedsExactStore,
    /// The digest kept step by step differs from the one computed from scratch.
    DigestDifference,
}

/// Counts of a search, under Spin's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States stored.
    pub stored: u64,
    /// Transitions to states that were stored already.
    pub matched: u64,
    /// Steps inside atomic sequences, whose states are not stored.
    pub atomic_steps: u64,
    /// Longest path, in steps.
    pub depth: u64,
    /// Longest state vector, in bytes.
    pub vector_bytes: u64,
    /// Errors found.
    pub errors: u64,
    /// Entries of the store compared without a match.
    pub conflicts: u64,
    /// Bytes of the store.
    pub store_bytes: u64,
    /// Parts that states share in the store: nodes of trees, components.
    pub store_parts: u64,
    /// Largest size of the stack or frontier in bytes.
    pub stack_bytes: u64,
}

impl Stats {
    /// Transitions, as Spin counts them.
    pub fn transitions(&self) -> u64 {
        self.stored + self.matched
    }
}

/// A violation with its place in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is wrong.
    pub violation: Violation,
    /// Depth at which it was found, as Spin counts; an end state is reported at its last step.
    pub depth: i64,
    /// Digest of the state from which it was found: an invalid end state is that state.
    pub digest: Digest,
}

/// The way to a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it leads.
    pub violation: Violation,
    /// For each state, the number of the entry taken.
    pub choices: Vec<Choice>,
}

/// An entry among the successors of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which processes moved.
    pub scope: Scope,
    /// Its number among the entries of an expansion by these.
    pub entry: u32,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Why the search did not visit everything, if it did not.
    pub stop: Option<Stop>,
    /// Counts.
    pub stats: Stats,
    /// The first violations, at most [`MAX_VIOLATIONS`], and one that ended the search.
    pub violations: Vec<Found>,
    /// The way to the first violation: for each state, the entry taken.
    pub choices: Option<Vec<Choice>>,
    /// Ways to further violations that differ from the others in kind or statement, at most [`MAX_WAYS`] in all.
    pub further: Vec<Way>,
    /// For every statement of the program, whether it was reached.
    pub reached: Vec<bool>,
    /// Channels that were used against `xr` or `xs`.
    pub breaches: Vec<Breach>,
    /// How many states a lossy store is expected to have omitted.
    pub expected_omissions: Option<f64>,
    /// The array of a bitstate store.
    pub bit_array: Option<BitArray>,
    /// Time of the search.
    pub search_time: Duration,
    /// Where it went, if that was asked for.
    pub profile: Option<Profile>,
}

impl Outcome {
    /// The outcome of a search that could not even begin.
    pub fn unanswered(stop: Stop) -> Self {
        Self {
            verdict: Verdict::Incomplete,
            stop: Some(stop),
            stats: Stats::default(),
            violations: Vec::new(),
            choices: None,
            further: Vec::new(),
            reached: Vec::new(),
            breaches: Vec::new(),
            expected_omissions: None,
            bit_array: None,
            search_time: Duration::ZERO,
            profile: None,
        }
    }
}

/// Violations that are kept; all are counted.
pub const MAX_VIOLATIONS: usize = 1000;

/// Ways that are kept: each is as long as the search was deep.
pub const MAX_WAYS: usize = 100;
