//! Depth-first search with an explicit stack that grows as needed.
//!
//! The state vector always holds the state on top of the stack. Going down replays the changes of one
//! successor; coming back rewinds them. All successors of a state are computed, with their digests, when
//! it is first visited, so that the store can fetch the lines it will look at; they are then taken in
//! order, which is Spin's.

use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Outcome, Stop};
use hashing::{Candidate, DigestPolicy, Insertion, Mark, StateRef, StateVector, Store};
use promela::exec::{Engine, Entry, EntryKind, Remainder, Scope, Successor, Successors};
use promela::ir::FaultId;

/// The successor state that an entry stands for.
fn state<S>(entry: &Entry<S>) -> Option<&Successor<S>> {
    match &entry.kind {
        EntryKind::State(successor) => Some(successor),
        EntryKind::Violation(_) => None,
    }
}

struct Frame<S> {
    /// The state before the step that led here.
    mark: Mark<S>,
    state: StateRef,
    depth: u64,
    /// The next entry to take; entries from `first` on belong to this state.
    next: usize,
    first: usize,
    first_change: usize,
    remainder: Remainder,
    reshaped: bool,
}

/// Visits every reachable state depth first. `Err` if the initial state cannot be made.
pub fn search<P, E, S>(
    engine: &mut E,
    policy: P,
    store: &mut S,
    config: &Config,
    hooks: &mut Hooks<'_>,
) -> Result<Outcome, FaultId>
where
    P: DigestPolicy,
    E: Engine<P>,
    S: Store + ?Sized,
{
    let mut vector = StateVector::new(policy);
    engine.start(&mut vector)?;
    engine.arrive(vector.words());
    let mut search = Dfs {
        vector,
        engine,
        store,
        tally: Tally::new(config, hooks),
        stack: Vec::new(),
        successors: Successors::default(),
        choices: None,
    };
    let stop = search.run().err();
    search.tally.note_stack(search.stack_bytes());
    let Dfs { store, tally, engine, choices, .. } = search;
    Ok(tally.outcome(store, stop, choices, engine))
}

struct Dfs<'a, 'h, P: DigestPolicy, E, S: ?Sized> {
    vector: StateVector<P>,
    engine: &'a mut E,
    store: &'a mut S,
    tally: Tally<'a, 'h>,
    stack: Vec<Frame<P::Saved>>,
    successors: Successors<P::Saved>,
    choices: Option<Vec<u32>>,
}

impl<P: DigestPolicy, E: Engine<P>, S: Store + ?Sized> Dfs<'_, '_, P, E, S> {
    fn run(&mut self) -> Result<(), Stop> {
        let root = Candidate::root(self.vector.digest(), self.vector.words());
        let state = self.store.insert(root)?.state();
        self.tally.stored(self.vector.len(), 0);
        self.push(self.vector.mark(), state, 0, false)?;
        while let Some(top) = self.stack.last_mut() {
            let end = self.successors.entries.len();
            if top.next == end {
                self.pop();
                continue;
            }
            let entry = self.successors.entries[top.next];
            let (parent, depth) = (top.state, top.depth);
            top.next += 1;
            self.count(entry.atomic_steps, depth, entry.peak);
            match entry.kind {
                EntryKind::Violation(violation) => {
                    let stop = self.tally.violation(violation, depth);
                    self.keep_path();
                    if let Some(stop) = stop {
                        return Err(stop);
                    }
                }
                EntryKind::State(successor) => {
                    let depth = depth + u64::from(successor.steps);
                    if self.tally.is_too_deep(depth) {
                        continue;
                    }
                    if successor.known {
                        self.tally.stats.matched += 1;
                        continue;
                    }
                    let mark = self.vector.mark();
                    let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
                    self.vector.replay(changes, successor.len as usize, successor.saved);
                    let inserted = self.store.insert(Candidate {
                        digest: successor.digest,
                        words: self.vector.words(),
                        parent: Some(parent),
                        writes: self.vector.writes_since(mark),
                    })?;
                    match inserted {
                        Insertion::Seen(_) => {
                            self.tally.stats.matched += 1;
                            self.vector.rewind(mark);
                        }
                        Insertion::New(state) => {
                            self.tally.stored(self.vector.len(), depth);
                            self.push(mark, state, depth, successor.reshaped)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, atomic_steps: u32, depth: u64, peak: u32) {
        self.tally.stats.atomic_steps += u64::from(atomic_steps);
        if peak != 0 {
            self.tally.stats.depth = self.tally.stats.depth.max(depth + u64::from(peak));
        }
    }

    /// The vector holds a new state: computes its successors and puts it on the stack.
    fn push(
        &mut self,
        mark: Mark<P::Saved>,
        state: StateRef,
        depth: u64,
        reshaped: bool,
    ) -> Result<(), Stop> {
        if let Some(stop) = self.tally.tick(self.store, self.stack.len() as u64, self.stack_bytes()) {
            return Err(stop);
        }
        if reshaped {
            self.engine.arrive(self.vector.words());
        }
        let first = self.successors.entries.len();
        let first_change = self.successors.changes.len();
        let remainder =
            self.engine.expand(&mut self.vector, Scope::All, &mut self.successors).map_err(Stop::from)?;
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        self.look_ahead(first);
        self.stack.push(Frame { mark, state, depth, next: first, first, first_change, remainder, reshaped });
        Ok(())
    }

    /// Looks up the successors of a state together, so that the store waits for memory once and not for each of
    /// them. One that is stored stays so until its turn comes; one that is not may have been found by then.
    fn look_ahead(&mut self, first: usize) {
        let Successors { entries, changes } = &mut self.successors;
        let entries = &mut entries[first..];
        for successor in entries.iter().filter_map(state) {
            self.store.prefetch(successor.digest);
        }
        if !self.store.can_tell() {
            return;
        }
        for successor in entries.iter().filter_map(state) {
            self.store.prefetch_state(successor.digest);
        }
        let mark = self.vector.mark();
        for entry in entries {
            let EntryKind::State(successor) = &mut entry.kind else { continue };
            let changes = &changes[successor.first as usize..successor.end as usize];
            self.vector.replay(changes, successor.len as usize, successor.saved);
            successor.known = self.store.knows(successor.digest, self.vector.words());
            self.vector.rewind(mark);
        }
    }

    fn pop(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        self.count(frame.remainder.atomic_steps, frame.depth, frame.remainder.peak);
        self.successors.entries.truncate(frame.first);
        self.successors.changes.truncate(frame.first_change);
        self.vector.rewind(frame.mark);
        if frame.reshaped {
            self.engine.arrive(self.vector.words());
        }
    }

    /// Remembers the way to the first violation.
    fn keep_path(&mut self) {
        if self.choices.is_none() {
            let choice = |frame: &Frame<P::Saved>| (frame.next - 1 - frame.first) as u32;
            self.choices = Some(self.stack.iter().map(choice).collect());
        }
    }

    fn stack_bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Frame<P::Saved>>()
            + self.successors.entries.capacity() * size_of::<Entry<P::Saved>>()
            + self.successors.changes.capacity() * size_of::<hashing::Change>()
    }
}
