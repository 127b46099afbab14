//! Breadth-first search: the frontier is a queue of references into the store.
//!
//! Each state remembers the state it was found from, four bytes, so that the way to a violation can be
//! rebuilt. States are the same as in a depth-first search, since steps inside atomic sequences are not
//! states; only depths differ.

use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Outcome, Stop};
use hashing::{Candidate, DigestPolicy, ExactStore, Insertion, StateRef, StateVector, Word};
use promela::exec::{Engine, EntryKind, Scope, Successors};
use promela::ir::FaultId;
use std::collections::VecDeque;

/// Visits every reachable state breadth first. `Err` if the initial state cannot be made.
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
    S: ExactStore + ?Sized,
{
    let mut vector = StateVector::new(policy);
    engine.start(&mut vector)?;
    let mut search = Bfs {
        vector,
        engine,
        store,
        tally: Tally::new(config, hooks),
        frontier: VecDeque::new(),
        hidden: VecDeque::new(),
        parents: Vec::new(),
        successors: Successors::default(),
        violated: None,
    };
    let stop = search.run().err();
    search.tally.note_stack(search.frontier_bytes());
    let choices = search.violated.and_then(|(state, entry)| search.path(state, entry));
    let Bfs { store, tally, engine, .. } = search;
    Ok(tally.outcome(store, stop, choices, engine))
}

struct Bfs<'a, 'h, P: DigestPolicy, E, S: ?Sized> {
    vector: StateVector<P>,
    engine: &'a mut E,
    store: &'a mut S,
    tally: Tally<'a, 'h>,
    frontier: VecDeque<(StateRef, u64)>,
    /// Hidden words of the states in the frontier, which the store does not keep.
    hidden: VecDeque<Word>,
    /// The state each state was found from, by [`StateRef::index`].
    parents: Vec<Option<StateRef>>,
    successors: Successors<P::Saved>,
    violated: Option<(StateRef, u32)>,
}

impl<P: DigestPolicy, E: Engine<P>, S: ExactStore + ?Sized> Bfs<'_, '_, P, E, S> {
    fn run(&mut self) -> Result<(), Stop> {
        let root = Candidate::root(self.vector.digest(), self.vector.words());
        let state = self.store.insert(root)?.state();
        self.tally.stored(self.vector.len(), 0);
        self.enqueue(state, None, 0);
        let mut words = Vec::new();
        while let Some((state, depth)) = self.frontier.pop_front() {
            let waiting = self.frontier.len() as u64;
            if let Some(stop) = self.tally.tick(self.store, waiting, self.frontier_bytes()) {
                return Err(stop);
            }
            self.store.read(state, &mut words);
            self.vector.load(&words);
            self.load_hidden();
            self.engine.arrive(&words);
            self.visit(state, depth)?;
        }
        Ok(())
    }

    fn visit(&mut self, state: StateRef, depth: u64) -> Result<(), Stop> {
        self.successors.entries.clear();
        self.successors.changes.clear();
        let remainder =
            self.engine.expand(&mut self.vector, Scope::All, &mut self.successors).map_err(Stop::from)?;
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        for entry in &self.successors.entries {
            if let EntryKind::State(successor) = &entry.kind {
                self.store.prefetch(successor.digest);
            }
        }
        let mark = self.vector.mark();
        for index in 0..self.successors.entries.len() {
            let entry = self.successors.entries[index];
            self.count(entry.atomic_steps, depth, entry.peak);
            match entry.kind {
                EntryKind::Violation(violation) => {
                    self.violated.get_or_insert((state, index as u32));
                    if let Some(stop) = self.tally.violation(violation, depth) {
                        return Err(stop);
                    }
                }
                EntryKind::State(successor) => {
                    let depth = depth + u64::from(successor.steps);
                    if self.tally.is_too_deep(depth) {
                        continue;
                    }
                    let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
                    self.vector.replay(changes, successor.len as usize, successor.saved);
                    let inserted = self.store.insert(Candidate {
                        digest: successor.digest,
                        words: self.vector.words(),
                        parent: Some(state),
                        writes: self.vector.writes_since(mark),
                    })?;
                    match inserted {
                        Insertion::Seen(_) => self.tally.stats.matched += 1,
                        Insertion::New(new) => {
                            self.tally.stored(self.vector.len(), depth);
                            self.enqueue(new, Some(state), depth);
                        }
                    }
                    self.vector.rewind(mark);
                }
            }
        }
        self.count(remainder.atomic_steps, depth, remainder.peak);
        Ok(())
    }

    fn count(&mut self, atomic_steps: u32, depth: u64, peak: u32) {
        self.tally.stats.atomic_steps += u64::from(atomic_steps);
        if peak != 0 {
            self.tally.stats.depth = self.tally.stats.depth.max(depth + u64::from(peak));
        }
    }

    fn enqueue(&mut self, state: StateRef, parent: Option<StateRef>, depth: u64) {
        if self.parents.len() <= state.index() {
            self.parents.resize(state.index() + 1, None);
        }
        self.parents[state.index()] = parent;
        self.hidden.extend(self.vector.hidden());
        self.frontier.push_back((state, depth));
    }

    fn load_hidden(&mut self) {
        for index in 0..self.vector.hidden().len() {
            if let Some(word) = self.hidden.pop_front() {
                self.vector.set_hidden(hashing::Slot(index as u32), word);
            }
        }
        self.vector.commit();
    }

    fn frontier_bytes(&self) -> usize {
        self.frontier.capacity() * size_of::<(StateRef, u64)>()
            + self.hidden.capacity() * size_of::<Word>()
            + self.parents.capacity() * size_of::<Option<StateRef>>()
    }

    /// The entries that lead from the initial state to an entry of `last`.
    fn path(&mut self, last: StateRef, entry: u32) -> Option<Vec<u32>> {
        let mut states = vec![last];
        while let Some(parent) = self.parents[states.last()?.index()] {
            states.push(parent);
        }
        states.reverse();
        let mut choices = Vec::with_capacity(states.len());
        self.engine.start(&mut self.vector).ok()?;
        self.engine.arrive(self.vector.words());
        let mut goal = Vec::new();
        for &next in &states[1..] {
            self.store.read(next, &mut goal);
            choices.push(self.step_towards(&goal)?);
        }
        choices.push(entry);
        Some(choices)
    }

    /// Moves the vector to the successor `goal`; gives the number of the entry taken.
    fn step_towards(&mut self, goal: &[Word]) -> Option<u32> {
        self.successors.entries.clear();
        self.successors.changes.clear();
        self.engine.expand(&mut self.vector, Scope::All, &mut self.successors).ok()?;
        let mark = self.vector.mark();
        for (index, entry) in self.successors.entries.iter().enumerate() {
            let EntryKind::State(successor) = &entry.kind else { continue };
            let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
            self.vector.replay(changes, successor.len as usize, successor.saved);
            if self.vector.words() == goal {
                self.engine.arrive(goal);
                return Some(index as u32);
            }
            self.vector.rewind(mark);
        }
        None
    }
}
