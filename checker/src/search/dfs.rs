//! Depth-first search with an explicit stack that grows as needed.
//!
//! The state vector always holds the state on top of the stack. Going down replays the changes of one
//! successor; coming back rewinds them. All successors of a state are computed, with their digests, when
//! it is first visited, so that the store can fetch the lines it will look at; they are then taken in
//! order, which is Spin's.

use super::ample::Marks;
use super::waiting::{Passed, Waiting};
use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Choice, Outcome, Stop, Way};
use hashing::{Candidate, Digest, DigestPolicy, Guess, Insertion, Mark, StateRef, StateVector, Store};
use promela::exec::{Engine, EntryKind, Remainder, Scope, Successors, Violation};
use promela::ir::FaultId;

/// A state on the path.
struct Frame<S> {
    /// The state before the step that led here.
    mark: Mark<S>,
    state: StateRef,
    /// Steps from the state before.
    steps: u32,
    /// Entries waiting below those of this state.
    base: u32,
    /// The number of the entry being taken.
    taken: u32,
    /// What is to be counted behind the last entry.
    rest: Passed,
    /// Which process has moved, if one stands for all.
    alone: Option<u32>,
    /// A step of that one has led off the stack.
    escaped: bool,
    reshaped: bool,
}

/// Visits every reachable state depth first. `Err` if the initial state cannot be made.
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
        depth: 0,
        waiting: Waiting::new(),
        successors: Successors::default(),
        guesses: Vec::new(),
        absent: None,
        ways: Vec::new(),
        on_stack: reduces.then(Marks::default),
    };
    let stop = search.run().err();
    search.tally.note_stack(search.stack_bytes());
    let Dfs { store, tally, engine, ways, .. } = search;
    Ok(tally.outcome(store, stop, ways, engine))
}

struct Dfs<'a, 'h, P: DigestPolicy, E, S: ?Sized> {
    vector: StateVector<P>,
    engine: &'a mut E,
    store: &'a mut S,
    tally: Tally<'a, 'h>,
    stack: Vec<Frame<P::Saved>>,
    /// The depth of the state on top.
    depth: u64,
    /// Entries of all states on the stack.
    waiting: Waiting<P::Saved>,
    /// Entries of the state expanded last, and what a first look has found for each.
    successors: Successors<P::Saved>,
    guesses: Vec<Guess>,
    /// The next entry, if it is one of those: a successor known to be absent from the store.
    absent: Option<u32>,
    ways: Vec<Way>,
    /// The states on the stack, if the search is reduced.
    on_stack: Option<Marks>,
}

impl<P: DigestPolicy, E: Engine<P>, S: Store + ?Sized> Dfs<'_, '_, P, E, S> {
    fn run(&mut self) -> Result<(), Stop> {
        let root = Candidate::root(self.vector.digest(), self.vector.words());
        let state = self.store.insert(root)?.state();
        self.tally.stored(self.vector.len(), 0);
        self.push(self.vector.mark(), state, 0, false)?;
        while let Some(top) = self.stack.last_mut() {
            if let Some(index) = self.absent.take() {
                top.taken = index;
                self.take_absent(index as usize)?;
            } else if self.waiting.len() != top.base {
                self.take_waiting()?;
            } else if !self.widen()? {
                self.pop();
            }
        }
        Ok(())
    }

    /// Takes an entry of the state just expanded, a successor that is not stored.
    #[inline]
    fn take_absent(&mut self, index: usize) -> Result<(), Stop> {
        let EntryKind::State(successor) = self.successors.entries[index].kind else { return Ok(()) };
        self.fetch_ahead();
        let (mark, parent) = (self.vector.mark(), self.top_state());
        let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
        self.vector.replay(changes, successor.len as usize, successor.saved);
        let inserted = self.store.insert_absent(Candidate {
            digest: successor.digest,
            words: self.vector.words(),
            parent,
            writes: self.vector.writes_since(mark),
        })?;
        self.arrive(inserted, mark, successor.digest, successor.steps, successor.reshaped)
    }

    /// Takes the next waiting entry of the state on top.
    #[inline]
    fn take_waiting(&mut self) -> Result<(), Stop> {
        let (Some((entry, changes)), Some(top)) = (self.waiting.last(), self.stack.last_mut()) else {
            return Ok(());
        };
        top.taken = entry.index;
        entry.passed.count(&mut self.tally, self.depth);
        if entry.is_violation {
            return self.violation();
        }
        if self.tally.is_too_deep(self.depth + u64::from(entry.steps)) {
            self.waiting.drop_last();
            return Ok(());
        }
        let (mark, parent) = (self.vector.mark(), self.top_state());
        self.vector.replay(changes, entry.len as usize, entry.saved);
        self.waiting.drop_last();
        self.fetch_ahead();
        let inserted = self.store.insert(Candidate {
            digest: entry.digest,
            words: self.vector.words(),
            parent,
            writes: self.vector.writes_since(mark),
        })?;
        self.arrive(inserted, mark, entry.digest, entry.steps, entry.reshaped)
    }

    /// The state about to be visited may have nothing new behind it; then the next entries have their turns soon.
    #[inline]
    fn fetch_ahead(&self) {
        let (next, second) = self.waiting.next_digests();
        if let Some(digest) = second {
            self.store.prefetch(digest);
        }
        if let Some(digest) = next {
            self.store.guess(digest);
        }
    }

    fn top_state(&self) -> Option<StateRef> {
        self.stack.last().map(|frame| frame.state)
    }

    /// The vector holds a successor of the state on top, and the store has been asked about it.
    #[inline]
    fn arrive(
        &mut self,
        inserted: Insertion,
        mark: Mark<P::Saved>,
        digest: Digest,
        steps: u32,
        reshaped: bool,
    ) -> Result<(), Stop> {
        match inserted {
            Insertion::Seen(state) => {
                self.tally.stats.matched += 1;
                self.vector.rewind(mark);
                self.note_escape(Some(state), digest);
                Ok(())
            }
            Insertion::New(state) => {
                self.note_escape(None, digest);
                self.tally.stored(self.vector.len(), self.depth + u64::from(steps));
                self.push(mark, state, steps, reshaped)
            }
        }
    }

    #[cold]
    fn violation(&mut self) -> Result<(), Stop> {
        let Some(violation) = self.waiting.take_violation() else { return Ok(()) };
        let stop = self.tally.violation(violation, self.depth, self.vector.digest());
        self.keep_path(violation);
        stop.map_or(Ok(()), Err)
    }

    /// The vector holds a new state: computes its successors and puts it on the stack.
    #[inline]
    fn push(
        &mut self,
        mark: Mark<P::Saved>,
        state: StateRef,
        steps: u32,
        reshaped: bool,
    ) -> Result<(), Stop> {
        if self.tally.is_due() {
            self.tally.look(self.store, self.stack.len() as u64, self.stack_bytes()).map_or(Ok(()), Err)?;
        }
        if reshaped {
            self.engine.arrive(self.vector.words());
        }
        self.depth += u64::from(steps);
        let base = self.waiting.len();
        let alone = self.candidate(u32::MAX);
        if let Some(marks) = &mut self.on_stack {
            marks.add(state, self.vector.digest());
        }
        let (rest, escaped) = self.expand(alone)?;
        self.stack.push(Frame { mark, state, steps, base, taken: 0, rest, alone, escaped, reshaped });
        Ok(())
    }

    /// Computes the successors by the processes in scope and lets them wait for their turns. Says what is to be
    /// counted behind the last, and whether one is known to lead off the stack.
    #[inline]
    fn expand(&mut self, alone: Option<u32>) -> Result<(Passed, bool), Stop> {
        self.successors.entries.clear();
        self.successors.changes.clear();
        self.successors.prefetcher = self.store.prefetcher();
        let remainder =
            self.engine.expand(&mut self.vector, scope(alone), &mut self.successors).map_err(Stop::from)?;
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        self.look_ahead();
        Ok(self.line_up(remainder))
    }

    /// A process below a number whose steps may stand for those of all.
    #[inline]
    fn candidate(&self, below: u32) -> Option<u32> {
        self.on_stack.as_ref().and_then(|_| self.engine.candidate(&self.vector, below))
    }

    /// A process that was to stand for all has reached a state, a stored one or a new one.
    #[inline]
    fn note_escape(&mut self, stored: Option<StateRef>, digest: Digest) {
        if let (Some(marks), Some(top)) = (&self.on_stack, self.stack.last_mut()) {
            top.escaped |= stored.is_none_or(|state| !marks.contains(state, digest));
        }
    }

    /// All steps of the state on top have been taken. If those were the steps of one process and all led back to the
    /// stack, others have their turn.
    #[inline]
    fn widen(&mut self) -> Result<bool, Stop> {
        let Some(&Frame { alone: Some(process), escaped: false, rest, .. }) = self.stack.last() else {
            return Ok(false);
        };
        rest.count(&mut self.tally, self.depth);
        let alone = self.candidate(process);
        self.store.focus(self.vector.words());
        let (rest, escaped) = self.expand(alone)?;
        if let Some(top) = self.stack.last_mut() {
            (top.alone, top.rest, top.escaped) = (alone, rest, escaped);
        }
        Ok(true)
    }

    /// Looks up the successors of a state together, so that the store waits for memory once and not for each of
    /// them.
    #[inline]
    fn look_ahead(&mut self) {
        self.guesses.clear();
        let is_fetched = self.successors.prefetcher.is_useful();
        for entry in &self.successors.entries {
            let mut guess = Guess::Unknown;
            if let EntryKind::State(successor) = &entry.kind {
                if is_fetched {
                    guess = self.store.guess(successor.digest);
                } else {
                    self.store.prefetch(successor.digest);
                }
            }
            self.guesses.push(guess);
        }
    }

    /// Lets the entries of the state just expanded wait for their turns, the last one first, but for successors that
    /// are stored: a state that is stored stays so, one that is not may have been found when its turn comes. The first
    /// entry need not wait if it is a successor that is not stored.
    #[inline]
    fn line_up(&mut self, remainder: Remainder) -> (Passed, bool) {
        let (base, n_entries) = (self.waiting.len(), self.successors.entries.len());
        let (mut front, mut escaped, mut first_passed) = (0, false, Passed::default());
        while front < n_entries
            && let Some(escapes) = self.is_stored(front)
        {
            escaped |= escapes;
            first_passed.add(&self.successors.entries[front]);
            first_passed.matched += 1;
            front += 1;
        }
        if front < n_entries && self.guesses[front] == Guess::Absent && !self.tally.has_depth_limit() {
            first_passed.add(&self.successors.entries[front]);
            std::mem::take(&mut first_passed).count(&mut self.tally, self.depth);
            self.absent = Some(front as u32);
            front += 1;
        }
        let (mut rest, mut passed) = (Passed::default(), Passed::default());
        passed.add_steps(remainder.atomic_steps, remainder.peak);
        for index in (front..n_entries).rev() {
            if let Some(escapes) = self.is_stored(index) {
                escaped |= escapes;
                passed.matched += 1;
            } else {
                *self.waiting.last_passed(base).unwrap_or(&mut rest) = std::mem::take(&mut passed);
                match &self.successors.entries[index].kind {
                    EntryKind::State(successor) => {
                        let changes = successor.first as usize..successor.end as usize;
                        self.waiting.push(index as u32, successor, &self.successors.changes[changes]);
                    }
                    EntryKind::Violation(violation) => {
                        self.waiting.push_violation(index as u32, *violation, self.vector.saved());
                    }
                }
            }
            passed.add(&self.successors.entries[index]);
        }
        passed.merge(first_passed);
        *self.waiting.last_passed(base).unwrap_or(&mut rest) = passed;
        (rest, escaped)
    }

    /// Whether an entry of the state just expanded is known to be stored; if it is, whether it leads off the stack.
    #[inline]
    fn is_stored(&mut self, index: usize) -> Option<bool> {
        let Guess::Perhaps(state) = self.guesses[index] else { return None };
        let EntryKind::State(successor) = &self.successors.entries[index].kind else { return None };
        let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
        // Whether a state is beyond the limit on depth is for its turn to say.
        let is_stored = !self.tally.has_depth_limit()
            && self.store.confirms(state, self.vector.words(), changes, successor.len as usize);
        let escapes = || self.on_stack.as_ref().is_some_and(|marks| !marks.contains(state, successor.digest));
        is_stored.then(escapes)
    }

    #[inline]
    fn pop(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        if let Some(marks) = &mut self.on_stack {
            marks.remove(frame.state, self.vector.digest());
        }
        frame.rest.count(&mut self.tally, self.depth);
        self.depth -= u64::from(frame.steps);
        self.vector.rewind(frame.mark);
        if frame.reshaped {
            self.engine.arrive(self.vector.words());
        }
    }

    /// Remembers the way to the first violation of each kind.
    fn keep_path(&mut self, violation: Violation) {
        if self.tally.is_distinct(violation) {
            let choice = |frame: &Frame<P::Saved>| Choice { scope: scope(frame.alone), entry: frame.taken };
            self.ways.push(Way { violation, choices: self.stack.iter().map(choice).collect() });
        }
    }

    fn stack_bytes(&self) -> usize {
        size_of_val(&self.stack[..]) + self.waiting.bytes() + self.on_stack.as_ref().map_or(0, Marks::bytes)
    }
}

fn scope(alone: Option<u32>) -> Scope {
    alone.map_or(Scope::All, Scope::Only)
}
