//! Entries of a depth-first search whose turns have not come yet.
//!
//! The entries of the states on the path form one stack, each state's in reverse, so that the next to be taken is always
//! the last and what has been taken needs no memory. Successors known to be stored have no turn of their own; they are
//! counted with the entry behind them, so that a search which ends early has counted as Spin has.

use super::Tally;
use hashing::{Digest, Write};
use promela::exec::{self, Successor, Violation};

/// Entries that need no turn of their own, and steps that led to no stored state.
#[derive(Clone, Copy, Default)]
pub(super) struct Passed {
    pub(super) matched: u32,
    atomic_steps: u32,
    peak: u32,
}

impl Passed {
    /// Adds the steps in front of an entry.
    #[inline]
    pub(super) fn add<T>(&mut self, entry: &exec::Entry<T>) {
        self.add_steps(entry.atomic_steps, entry.peak);
    }

    /// Adds what comes right in front of this.
    #[inline]
    pub(super) fn merge(&mut self, before: Self) {
        self.matched += before.matched;
        self.add_steps(before.atomic_steps, before.peak);
    }

    pub(super) fn add_steps(&mut self, atomic_steps: u32, peak: u32) {
        self.atomic_steps += atomic_steps;
        self.peak = self.peak.max(peak);
    }

    #[inline]
    pub(super) fn count(self, tally: &mut Tally<'_, '_>, depth: u64) {
        tally.stats.matched += u64::from(self.matched);
        tally.unstored(self.atomic_steps, depth, self.peak);
    }
}

/// A successor that was not stored when it was found, or a violation.
#[derive(Clone, Copy)]
pub(super) struct Entry<S> {
    pub(super) digest: Digest,
    pub(super) saved: S,
    n_writes: u32,
    pub(super) len: u32,
    pub(super) steps: u32,
    /// Its number among the entries of its state.
    pub(super) index: u32,
    /// What is to be counted in front of it.
    pub(super) passed: Passed,
    pub(super) reshaped: bool,
    /// It is a violation, the last of [`Waiting::violations`].
    pub(super) is_violation: bool,
}

/// The stack.
pub(super) struct Waiting<S> {
    entries: Vec<Entry<S>>,
    /// The writes of the successors among them.
    writes: Vec<Write>,
    violations: Vec<Violation>,
}

impl<S: Copy> Waiting<S> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), writes: Vec::new(), violations: Vec::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    #[inline]
    pub(super) fn push(&mut self, index: u32, successor: &Successor<S>, writes: &[Write]) {
        self.writes.extend_from_slice(writes);
        self.entries.push(Entry {
            digest: successor.digest,
            saved: successor.saved,
            n_writes: writes.len() as u32,
            len: successor.len,
            steps: successor.steps,
            index,
            passed: Passed::default(),
            reshaped: successor.reshaped,
            is_violation: false,
        });
    }

    /// `saved` is anything: a violation has no state of its own.
    #[cold]
    pub(super) fn push_violation(&mut self, index: u32, violation: Violation, saved: S) {
        self.violations.push(violation);
        self.entries.push(Entry {
            digest: Digest(0),
            saved,
            n_writes: 0,
            len: 0,
            steps: 0,
            index,
            passed: Passed::default(),
            reshaped: false,
            is_violation: true,
        });
    }

    /// Where to count what is passed in front of the entry pushed last, if it was pushed since there were `base`.
    #[inline]
    pub(super) fn last_passed(&mut self, base: u32) -> Option<&mut Passed> {
        if self.len() == base { None } else { self.entries.last_mut().map(|entry| &mut entry.passed) }
    }

    /// The next entry to be taken, and its writes.
    #[inline]
    pub(super) fn last(&self) -> Option<(Entry<S>, &[Write])> {
        let entry = *self.entries.last()?;
        Some((entry, &self.writes[self.writes.len() - entry.n_writes as usize..]))
    }

    /// The digests of the next entry to be taken and of the one behind it.
    #[inline]
    pub(super) fn next_digests(&self) -> (Option<Digest>, Option<Digest>) {
        let digest = |back| Some(self.entries[self.entries.len().checked_sub(back)?].digest);
        (digest(1), digest(2))
    }

    /// The violation at the end.
    pub(super) fn take_violation(&mut self) -> Option<Violation> {
        self.entries.pop();
        self.violations.pop()
    }

    /// The last entry has been taken.
    #[inline]
    pub(super) fn drop_last(&mut self) {
        if let Some(entry) = self.entries.pop() {
            self.writes.truncate(self.writes.len() - entry.n_writes as usize);
        }
    }

    /// Memory in use; what a vector has set aside beyond that has never been touched.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..]) + size_of_val(&self.writes[..]) + size_of_val(&self.violations[..])
    }
}
