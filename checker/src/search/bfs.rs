//! Breadth-first search: the frontier is a queue of references into the store.
//!
//! Each state remembers the state it was found from, four bytes, so that the way to a violation can be
//! rebuilt. States are the same as in a depth-first search, since steps inside atomic sequences are not
//! states; only depths differ.
//!
//! States are expanded in batches and their successors looked up together, so that the search does not wait
//! for memory; the order is that of a plain queue.

use super::ample::Marks;
use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Choice, Outcome, Stop, Way};
use hashing::{
    Candidate, Digest, DigestPolicy, ExactStore, Guess, Insertion, StateRef, StateVector, Word, Write,
};
use promela::exec::{Engine, EntryKind, Remainder, Scope, Successors, Violation};
use promela::ir::FaultId;
use std::collections::VecDeque;
use std::ops::Range;

/// Visits every reachable state breadth first. `Err` if the initial state cannot be made.
pub fn search<P, E, S>(
    engine: &mut E,
    policy: P,
    store: &mut S,
    config: &Config,
    reduces: bool,
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
        words: Vec::new(),
        batch: Batch::default(),
        successors: Successors::default(),
        violated: Vec::new(),
        done: reduces.then(Marks::default),
        escaped: false,
    };
    let stop = search.run().err();
    search.tally.note_stack(search.frontier_bytes());
    let violated = std::mem::take(&mut search.violated);
    let way = |(state, choice, violation)| Some(Way { violation, choices: search.path(state, choice)? });
    let ways = violated.into_iter().filter_map(way).collect();
    let Bfs { store, tally, engine, .. } = search;
    Ok(tally.outcome(store, stop, ways, engine))
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
    /// Those of the state being expanded.
    words: Vec<Word>,
    batch: Batch,
    /// Entries of all states of the batch.
    successors: Successors<P::Saved>,
    violated: Vec<(StateRef, Option<Choice>, Violation)>,
    /// States whose successors have been computed, if the search is reduced.
    done: Option<Marks>,
    /// A step taken since has led to a state whose successors are still to be computed.
    escaped: bool,
}

/// States whose successors have been computed and not yet looked up.
#[derive(Default)]
struct Batch {
    states: Vec<Visited>,
    /// Their words, and their hidden words.
    words: Vec<Word>,
    hidden: Vec<Word>,
}

struct Visited {
    state: StateRef,
    depth: u64,
    digest: Digest,
    /// Where its words, its hidden words and its entries end; they begin where those of the state before end.
    words_end: usize,
    hidden_end: usize,
    entries_end: usize,
    remainder: Remainder,
    /// Which processes have moved.
    scope: Scope,
}

/// A state to whose successors one goes and comes back.
#[derive(Default)]
struct Scratch {
    words: Vec<Word>,
    hidden: Vec<Word>,
    /// The writes to the state of those that led to the successor.
    writes: Vec<Write>,
}

impl Scratch {
    #[inline]
    fn load(&mut self, words: &[Word], hidden: &[Word]) {
        self.words.clear();
        self.words.extend_from_slice(words);
        self.hidden.clear();
        self.hidden.extend_from_slice(hidden);
    }

    /// Goes to a successor of `len` words, or comes back from one; then `len` is that of the state.
    #[inline]
    fn step(&mut self, writes: &[Write], len: usize) {
        self.words.resize(self.words.len().max(len), 0);
        self.writes.clear();
        for &write in writes {
            if write.apply(&mut self.words, &mut self.hidden) {
                self.writes.push(write);
            }
        }
        self.words.truncate(len);
    }
}

/// States expanded before their successors are looked up: enough for memory to answer in the meantime.
const BATCH: usize = 32;

impl<P: DigestPolicy, E: Engine<P>, S: ExactStore + ?Sized> Bfs<'_, '_, P, E, S> {
    fn run(&mut self) -> Result<(), Stop> {
        let root = Candidate::root(self.vector.digest(), self.vector.words());
        let state = self.store.insert(root)?.state();
        self.tally.stored(self.vector.len(), 0);
        for violation in self.engine.violated_at_start().to_vec() {
            if self.tally.is_distinct(violation) {
                self.violated.push((state, None, violation));
            }
            self.tally.violation(violation, 0, self.vector.digest()).map_or(Ok(()), Err)?;
        }
        let hidden = self.vector.hidden().to_vec();
        self.enqueue(state, None, 0, &hidden);
        let mut scratch = Scratch::default();
        while !self.frontier.is_empty() {
            if self.done.is_some() {
                self.visit_reduced(&mut scratch)?;
                continue;
            }
            let expanded = self.expand_batch();
            self.look_ahead();
            self.insert_batch(&mut scratch)?;
            expanded?;
        }
        Ok(())
    }

    /// Computes the successors of the next states of the frontier.
    fn expand_batch(&mut self) -> Result<(), Stop> {
        self.clear_batch();
        for _ in 0..BATCH {
            let Some((state, depth)) = self.next_state()? else { break };
            self.expand_state(state, depth, Scope::All)?;
        }
        Ok(())
    }

    /// Takes the steps of one process after the other, of the next state, until one may stand for all, or else of all.
    fn visit_reduced(&mut self, scratch: &mut Scratch) -> Result<(), Stop> {
        let Some((state, depth)) = self.next_state()? else { return Ok(()) };
        let digest = self.vector.digest();
        if let Some(done) = &mut self.done {
            done.add(state, digest);
        }
        let mut below = u32::MAX;
        loop {
            let candidate = self.engine.candidate(&self.vector, below);
            self.escaped = false;
            self.clear_batch();
            self.expand_state(state, depth, candidate.map_or(Scope::All, Scope::Only))?;
            self.look_ahead();
            self.insert_batch(scratch)?;
            match candidate {
                Some(process) if !self.escaped => below = process,
                _ => return Ok(()),
            }
        }
    }

    fn clear_batch(&mut self) {
        self.batch.states.clear();
        self.batch.words.clear();
        self.batch.hidden.clear();
        self.successors.entries.clear();
        self.successors.writes.clear();
        self.successors.prefetcher = self.store.prefetcher();
    }

    /// Moves the vector to the next state of the frontier.
    fn next_state(&mut self) -> Result<Option<(StateRef, u64)>, Stop> {
        let waiting = self.frontier.len() as u64;
        let Some((state, depth)) = self.frontier.pop_front() else { return Ok(None) };
        if self.tally.is_due() {
            self.tally.look(self.store, waiting, self.frontier_bytes()).map_or(Ok(()), Err)?;
        }
        self.store.read(state, &mut self.words);
        self.vector.load(&self.words);
        self.load_hidden();
        self.engine.arrive(&self.words);
        Ok(Some((state, depth)))
    }

    /// Computes the successors of the state in the vector and adds it to the batch.
    fn expand_state(&mut self, state: StateRef, depth: u64, scope: Scope) -> Result<(), Stop> {
        let n_entries = self.successors.entries.len();
        let expanded = self.engine.expand(&mut self.vector, scope, &mut self.successors);
        let remainder = match expanded {
            Ok(remainder) => remainder,
            Err(abandoned) => {
                // What was found from this state is a part only.
                self.successors.entries.truncate(n_entries);
                return Err(abandoned.into());
            }
        };
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        self.batch.words.extend_from_slice(self.vector.words());
        self.batch.hidden.extend_from_slice(self.vector.hidden());
        self.batch.states.push(Visited {
            state,
            depth,
            digest: self.vector.digest(),
            words_end: self.batch.words.len(),
            hidden_end: self.batch.hidden.len(),
            entries_end: self.successors.entries.len(),
            remainder,
            scope,
        });
        Ok(())
    }

    /// Lets the store fetch what it will look at.
    fn look_ahead(&mut self) {
        let fetched = self.successors.prefetcher.is_useful();
        for entry in &mut self.successors.entries {
            if let EntryKind::State(successor) = &mut entry.kind {
                if fetched {
                    successor.guess = self.store.guess(successor.digest);
                } else {
                    self.store.prefetch(successor.digest);
                }
            }
        }
    }

    /// Takes the successors of the batch in order.
    fn insert_batch(&mut self, scratch: &mut Scratch) -> Result<(), Stop> {
        let batch = std::mem::take(&mut self.batch);
        let successors = std::mem::take(&mut self.successors);
        let (mut words, mut hidden, mut entries) = (0, 0, 0);
        let mut result = Ok(());
        for visited in &batch.states {
            let parent = (&batch.words[words..visited.words_end], &batch.hidden[hidden..visited.hidden_end]);
            let range = entries..visited.entries_end;
            result = self.insert_successors(visited, parent, &successors, range, scratch);
            if result.is_err() {
                break;
            }
            (words, hidden, entries) = (visited.words_end, visited.hidden_end, visited.entries_end);
        }
        (self.batch, self.successors) = (batch, successors);
        result
    }

    fn insert_successors(
        &mut self,
        visited: &Visited,
        (words, hidden): (&[Word], &[Word]),
        successors: &Successors<P::Saved>,
        range: Range<usize>,
        scratch: &mut Scratch,
    ) -> Result<(), Stop> {
        let mut loaded = false;
        for (index, entry) in successors.entries[range].iter().enumerate() {
            self.tally.unstored(entry.atomic_steps, visited.depth, entry.peak);
            let successor = match &entry.kind {
                EntryKind::Violation(violation) => {
                    if self.tally.is_distinct(*violation) {
                        let choice = Choice { scope: visited.scope, entry: index as u32 };
                        self.violated.push((visited.state, Some(choice), *violation));
                    }
                    match self.tally.violation(*violation, visited.depth, visited.digest) {
                        Some(stop) => return Err(stop),
                        None => continue,
                    }
                }
                EntryKind::State(successor) => successor,
            };
            let depth = visited.depth + u64::from(successor.steps);
            if self.tally.is_too_deep(depth) {
                continue;
            }
            let writes = &successors.writes[successor.first as usize..successor.end as usize];
            if !std::mem::replace(&mut loaded, true) {
                self.store.focus(words);
                scratch.load(words, hidden);
            }
            let len = successor.len as usize;
            if let Guess::Perhaps(guess) = successor.guess
                && self.store.confirms(guess, writes, len)
            {
                self.seen(guess, successor.digest);
                continue;
            }
            scratch.step(writes, len);
            let inserted = self.store.insert_successor(Candidate {
                digest: successor.digest,
                words: &scratch.words,
                parent: Some(visited.state),
                writes: &scratch.writes,
            })?;
            match inserted {
                Insertion::Seen(old) => self.seen(old, successor.digest),
                Insertion::New(new) => {
                    self.escaped = true;
                    self.tally.stored(len, depth);
                    self.enqueue(new, Some(visited.state), depth, &scratch.hidden);
                }
            }
            if len == words.len() {
                self.store.retreat(writes, len);
                scratch.step(writes, len);
            } else {
                loaded = false;
            }
        }
        let Remainder { atomic_steps, peak } = visited.remainder;
        self.tally.unstored(atomic_steps, visited.depth, peak);
        Ok(())
    }

    /// A step has led to a stored state.
    #[inline]
    fn seen(&mut self, old: StateRef, digest: Digest) {
        self.tally.stats.matched += 1;
        self.escaped |= self.done.as_ref().is_some_and(|done| !done.contains(old, digest));
    }

    fn enqueue(&mut self, state: StateRef, parent: Option<StateRef>, depth: u64, hidden: &[Word]) {
        if self.parents.len() <= state.index() {
            self.parents.resize(state.index() + 1, None);
        }
        self.parents[state.index()] = parent;
        self.hidden.extend(hidden);
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
            + self.done.as_ref().map_or(0, Marks::bytes)
    }

    /// The entries that lead from the initial state to an entry of `last`, or to that state itself.
    fn path(&mut self, last: StateRef, choice: Option<Choice>) -> Option<Vec<Choice>> {
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
            choices.push(Choice { scope: Scope::All, entry: self.step_towards(&goal)? });
        }
        choices.extend(choice);
        Some(choices)
    }

    /// Moves the vector to the successor `goal`; gives the number of the entry taken.
    fn step_towards(&mut self, goal: &[Word]) -> Option<u32> {
        self.successors.entries.clear();
        self.successors.writes.clear();
        self.engine.expand(&mut self.vector, Scope::All, &mut self.successors).ok()?;
        let mark = self.vector.mark();
        for (index, entry) in self.successors.entries.iter().enumerate() {
            let EntryKind::State(successor) = &entry.kind else { continue };
            let writes = &self.successors.writes[successor.first as usize..successor.end as usize];
            self.vector.replay(writes, successor.len as usize, successor.saved);
            if self.vector.words() == goal {
                self.engine.arrive(goal);
                return Some(index as u32);
            }
            self.vector.rewind(mark);
        }
        None
    }
}
