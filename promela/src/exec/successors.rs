//! What follows from a state: successor states and violations, in the order in which they are found.

use crate::ir::FaultId;
use hashing::{Digest, Guess, Prefetcher, Write};

/// Something that happens on the way from a state to its successors.
#[derive(Clone, Copy, Debug)]
pub struct Entry<S> {
    /// A successor, or an error.
    pub kind: EntryKind<S>,
    /// Unstored steps taken since the previous entry.
    pub atomic_steps: u32,
    /// Deepest unstored level visited since the previous entry, in steps from the state.
    pub peak: u32,
}

/// A successor or an error.
#[derive(Clone, Copy, Debug)]
pub enum EntryKind<S> {
    /// A state to store.
    State(Successor<S>),
    /// A violated property; the search may go on behind it.
    Violation(Violation),
}

/// A successor state as a difference from the state it follows.
#[derive(Clone, Copy, Debug)]
pub struct Successor<S> {
    /// Its digest.
    pub digest: Digest,
    /// What the digest policy held in it.
    pub saved: S,
    /// The writes that lead to it, one per slot: first index into [`Successors::writes`].
    pub first: u32,
    /// One past its last write.
    pub end: u32,
    /// Its length in words.
    pub len: u32,
    /// Steps that lead to it, unstored ones included.
    pub steps: u32,
    /// Processes have come or gone.
    pub reshaped: bool,
    /// What a first look at the store has told.
    pub guess: Guess,
}

/// A violated property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What is wrong.
    pub kind: ViolationKind,
    /// The process that did it, if one did.
    pub process: Option<u32>,
    /// The statement, an index into [`Program::statements`](crate::ir::Program::statements).
    pub statement: Option<u32>,
    /// Steps taken from the state before it.
    pub steps: u32,
    /// The search cannot go on behind it.
    pub fatal: bool,
}

/// Kinds of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// An assertion does not hold.
    Assertion,
    /// No process can move and some process is not at an end state.
    InvalidEndState,
    /// A channel is used against an `xr` or `xs` that the search relies on.
    BrokenClaim,
    /// Execution went wrong.
    Fault(FaultId),
}

/// Entries of all states whose successors are being visited, as a stack.
#[derive(Clone, Debug)]
pub struct Successors<S> {
    /// Entries in order.
    pub entries: Vec<Entry<S>>,
    /// Writes that lead to the successor states.
    pub writes: Vec<Write>,
    /// Where the store will look for a successor: fetching can start as soon as there is a digest.
    pub prefetcher: Prefetcher,
}

impl<S> Default for Successors<S> {
    fn default() -> Self {
        Self { entries: Vec::new(), writes: Vec::new(), prefetcher: Prefetcher::default() }
    }
}

/// What remains to be counted when all entries of a state have been taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remainder {
    /// Unstored steps behind the last entry.
    pub atomic_steps: u32,
    /// Deepest unstored level behind the last entry.
    pub peak: u32,
}
