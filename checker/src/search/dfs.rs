//! Depth-first search with an explicit stack that grows as needed.
//!
//! The state vector always holds the state on top of the stack. Going down replays the writes of one
//! successor; coming back rewinds them. All successors of a state are computed, with their digests, when
//! it is first visited, so that the store can fetch the lines it will look at; they are then taken in
//! order, which is Spin's.
//!
//! Memory answers hundreds of cycles later, and a state has few successors: so while vectors are fetched that these
//! successors will most likely turn out to be, the search goes ahead and computes what follows from the first successor
//! that is certainly new.

use super::ample::Marks;
use super::waiting::{Passed, Waiting};
use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Choice, Outcome, Stop, Way};
use hashing::{Candidate, Digest, DigestPolicy, Guess, Insertion, Mark, StateRef, StateVector, Store, Write};
use promela::exec::{
    Abandoned, Engine, Entry, EntryKind, Remainder, Scope, Successor, Successors, Violation,
};
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
        next_successors: Successors::default(),
        absent: None,
        ahead: None,
        ways: Vec::new(),
        on_stack: reduces.then(Marks::default),
    };
    let stop = search.run().err();
    search.tally.note_stack(search.stack_bytes());
    let Dfs { store, tally, engine, ways, .. } = search;
    Ok(tally.outcome(store, stop, ways, engine))
}

/// A successor to which the vector has gone ahead.
#[derive(Clone, Copy)]
struct Ahead<S> {
    /// Its number among the entries.
    index: usize,
    /// The state that it follows.
    mark: Mark<S>,
    expanded: Expanded,
}

/// How successors were computed.
#[derive(Clone, Copy)]
struct Expanded {
    /// Which process has moved, if one stands for all.
    alone: Option<u32>,
    remainder: Remainder,
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
    /// Entries of the state expanded last, and of the one that has been gone ahead to.
    successors: Successors<P::Saved>,
    next_successors: Successors<P::Saved>,
    /// The next entry, if it is one of those: a successor known to be absent from the store.
    absent: Option<u32>,
    /// The vector is there already.
    ahead: Option<Ahead<P::Saved>>,
    ways: Vec<Way>,
    /// The states on the stack, if the search is reduced.
    on_stack: Option<Marks>,
}

impl<P: DigestPolicy, E: Engine<P>, S: Store + ?Sized> Dfs<'_, '_, P, E, S> {
    fn run(&mut self) -> Result<(), Stop> {
        let root = Candidate::root(self.vector.digest(), self.vector.words());
        let state = self.store.insert(root)?.state();
        self.tally.stored(self.vector.len(), 0);
        for violation in self.engine.violated_at_start().to_vec() {
            let stop = self.tally.violation(violation, 0, self.vector.digest());
            self.keep_path(violation);
            stop.map_or(Ok(()), Err)?;
        }
        self.push(self.vector.mark(), state, 0, false, None)?;
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
        let parent = self.top_state();
        let (mark, expanded) = match self.ahead.take() {
            Some(ahead) => (ahead.mark, Some(ahead.expanded)),
            None => (self.step(&successor), None),
        };
        let inserted = self.store.insert_absent(Candidate {
            digest: successor.digest,
            words: self.vector.words(),
            parent,
            writes: self.vector.writes_since(mark),
        })?;
        self.arrive(inserted, mark, successor.digest, successor.steps, successor.reshaped, expanded)
    }

    /// Moves the vector to a successor of the state just expanded.
    #[inline]
    fn step(&mut self, successor: &Successor<P::Saved>) -> Mark<P::Saved> {
        let mark = self.vector.mark();
        let writes = &self.successors.writes[successor.first as usize..successor.end as usize];
        self.vector.replay(writes, successor.len as usize, successor.saved);
        mark
    }

    /// Takes the next waiting entry of the state on top.
    #[inline]
    fn take_waiting(&mut self) -> Result<(), Stop> {
        let (Some((entry, writes)), Some(top)) = (self.waiting.last(), self.stack.last_mut()) else {
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
        self.vector.replay(writes, entry.len as usize, entry.saved);
        self.waiting.drop_last();
        self.fetch_ahead();
        let inserted = self.store.insert_successor(Candidate {
            digest: entry.digest,
            words: self.vector.words(),
            parent,
            writes: self.vector.writes_since(mark),
        })?;
        self.arrive(inserted, mark, entry.digest, entry.steps, entry.reshaped, None)
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
        expanded: Option<Expanded>,
    ) -> Result<(), Stop> {
        match inserted {
            Insertion::Seen(state) => {
                self.tally.stats.matched += 1;
                self.go_back(mark);
                self.note_escape(Some(state), digest);
                Ok(())
            }
            Insertion::New(state) => {
                self.note_escape(None, digest);
                self.tally.stored(self.vector.len(), self.depth + u64::from(steps));
                self.push(mark, state, steps, reshaped, expanded)
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

    /// The vector holds a new state: computes its successors, unless that has been done, and puts it on the stack.
    #[inline]
    fn push(
        &mut self,
        mark: Mark<P::Saved>,
        state: StateRef,
        steps: u32,
        reshaped: bool,
        expanded: Option<Expanded>,
    ) -> Result<(), Stop> {
        if self.tally.is_due() {
            self.tally.look(self.store, self.stack.len() as u64, self.stack_bytes()).map_or(Ok(()), Err)?;
        }
        self.depth += u64::from(steps);
        let base = self.waiting.len();
        let expanded = match expanded {
            Some(expanded) => expanded,
            None => {
                if reshaped {
                    self.engine.arrive(self.vector.words());
                }
                let alone = self.candidate(u32::MAX);
                self.expand(alone).map_err(Stop::from)?
            }
        };
        std::mem::swap(&mut self.successors, &mut self.next_successors);
        if let Some(marks) = &mut self.on_stack {
            marks.add(state, self.vector.digest());
        }
        let (rest, escaped) = self.look_up(expanded.remainder)?;
        let alone = expanded.alone;
        self.stack.push(Frame { mark, state, steps, base, taken: 0, rest, alone, escaped, reshaped });
        Ok(())
    }

    /// Computes the next successors, those of the state in the vector by the processes in scope.
    #[inline]
    fn expand(&mut self, alone: Option<u32>) -> Result<Expanded, Abandoned> {
        let next = &mut self.next_successors;
        next.entries.clear();
        next.writes.clear();
        next.prefetcher = self.store.prefetcher();
        let remainder = self.engine.expand(&mut self.vector, scope(alone), next)?;
        Ok(Expanded { alone, remainder })
    }

    /// Looks up the successors of the state in the vector and lets those that may be new wait for their turns. Says what
    /// is to be counted behind the last, and whether one is known to lead off the stack.
    #[inline]
    fn look_up(&mut self, remainder: Remainder) -> Result<(Passed, bool), Stop> {
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        self.look_ahead();
        self.go_ahead()?;
        Ok(self.line_up(remainder))
    }

    /// Moves the vector to the first successor that is not stored, if all before it probably are, and computes what
    /// follows from it.
    #[inline]
    fn go_ahead(&mut self) -> Result<(), Stop> {
        if self.tally.has_depth_limit() {
            return Ok(());
        }
        let is_open = |entry: &Entry<P::Saved>| {
            !matches!(entry.kind, EntryKind::State(Successor { guess: Guess::Perhaps(_), .. }))
        };
        let Some(index) = self.successors.entries.iter().position(is_open) else { return Ok(()) };
        let EntryKind::State(successor) = self.successors.entries[index].kind else { return Ok(()) };
        if successor.guess != Guess::Absent {
            return Ok(());
        }
        let mark = self.step(&successor);
        if successor.reshaped {
            self.engine.arrive(self.vector.words());
        }
        let alone = self.candidate(u32::MAX);
        match self.expand(alone) {
            Ok(expanded) => self.ahead = Some(Ahead { index, mark, expanded }),
            // When its turn comes it will be abandoned once more.
            Err(Abandoned::TooDeep(_)) => self.return_from(mark, successor.reshaped),
            Err(abandoned) => return Err(abandoned.into()),
        }
        Ok(())
    }

    /// The vector has gone ahead in vain.
    #[cold]
    fn return_from(&mut self, mark: Mark<P::Saved>, reshaped: bool) {
        self.vector.rewind(mark);
        if reshaped {
            self.engine.arrive(self.vector.words());
        }
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
        let Expanded { remainder, .. } = self.expand(alone).map_err(Stop::from)?;
        std::mem::swap(&mut self.successors, &mut self.next_successors);
        let (rest, escaped) = self.look_up(remainder)?;
        if let Some(top) = self.stack.last_mut() {
            (top.alone, top.rest, top.escaped) = (alone, rest, escaped);
        }
        Ok(true)
    }

    /// Looks up the successors of a state together, so that the store waits for memory once and not for each of
    /// them.
    #[inline]
    fn look_ahead(&mut self) {
        let is_fetched = self.successors.prefetcher.is_useful();
        for entry in &mut self.successors.entries {
            if let EntryKind::State(successor) = &mut entry.kind {
                if is_fetched {
                    successor.guess = self.store.guess(successor.digest);
                } else {
                    self.store.prefetch(successor.digest);
                }
            }
        }
    }

    /// Lets the entries of the state just expanded wait for their turns, the last one first, but for successors that
    /// are stored: a state that is stored stays so, one that is not may have been found when its turn comes. The first
    /// entry need not wait if it is a successor that is not stored.
    #[inline]
    fn line_up(&mut self, remainder: Remainder) -> (Passed, bool) {
        let base = self.waiting.len();
        let successors = std::mem::take(&mut self.successors);
        let mut entries = &successors.entries[..];
        let (mut escaped, mut first_passed) = (false, Passed::default());
        while let Some((first, behind)) = entries.split_first()
            && let Some(escapes) = self.is_stored(first, &successors.writes)
        {
            escaped |= escapes;
            first_passed.add(first);
            first_passed.matched += 1;
            entries = behind;
        }
        if let Some((first, behind)) = entries.split_first()
            && let EntryKind::State(Successor { guess: Guess::Absent, .. }) = first.kind
            && !self.tally.has_depth_limit()
        {
            first_passed.add(first);
            std::mem::take(&mut first_passed).count(&mut self.tally, self.depth);
            self.absent = Some((successors.entries.len() - entries.len()) as u32);
            entries = behind;
        } else if let Some(Ahead { index, mark, .. }) = self.ahead.take() {
            let reshaped =
                matches!(successors.entries[index].kind, EntryKind::State(Successor { reshaped: true, .. }));
            self.return_from(mark, reshaped);
        }
        let first_index = successors.entries.len() - entries.len();
        let (mut rest, mut passed) = (Passed::default(), Passed::default());
        passed.add_steps(remainder.atomic_steps, remainder.peak);
        for (place, entry) in entries.iter().enumerate().rev() {
            if let Some(escapes) = self.is_stored(entry, &successors.writes) {
                escaped |= escapes;
                passed.matched += 1;
            } else {
                *self.waiting.last_passed(base).unwrap_or(&mut rest) = std::mem::take(&mut passed);
                match &entry.kind {
                    EntryKind::State(successor) => {
                        let writes = successor.first as usize..successor.end as usize;
                        self.waiting.push(
                            (first_index + place) as u32,
                            successor,
                            &successors.writes[writes],
                        );
                    }
                    EntryKind::Violation(violation) => {
                        let index = (first_index + place) as u32;
                        self.waiting.push_violation(index, *violation, self.vector.saved());
                    }
                }
            }
            passed.add(entry);
        }
        passed.merge(first_passed);
        *self.waiting.last_passed(base).unwrap_or(&mut rest) = passed;
        self.successors = successors;
        (rest, escaped)
    }

    /// Whether an entry of the state just expanded is known to be stored; if it is, whether it leads off the stack.
    #[inline]
    fn is_stored(&mut self, entry: &Entry<P::Saved>, writes: &[Write]) -> Option<bool> {
        let EntryKind::State(successor) = &entry.kind else { return None };
        let Guess::Perhaps(state) = successor.guess else { return None };
        let writes = &writes[successor.first as usize..successor.end as usize];
        // Whether a state is beyond the limit on depth is for its turn to say.
        let is_stored =
            !self.tally.has_depth_limit() && self.store.confirms(state, writes, successor.len as usize);
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
        self.go_back(frame.mark);
        if frame.reshaped {
            self.engine.arrive(self.vector.words());
        }
    }

    /// Takes back a step, in the vector and in what the store has in focus.
    #[inline]
    fn go_back(&mut self, mark: Mark<P::Saved>) {
        self.store.retreat(self.vector.writes_since(mark), mark.len());
        self.vector.rewind(mark);
    }

    /// Remembers the way to the first violation of each kind.
    fn keep_path(&mut self, violation: Violation) {
        if self.tally.is_distinct(violation) {
            let choice = |frame: &Frame<P::Saved>| Choice { scope: scope(frame.alone), entry: frame.taken };
            self.ways.push(Way { violation, choices: self.stack.iter().map(choice).collect() });
        }
    }

    fn stack_bytes(&self) -> usize {
        let marks = self.on_stack.as_ref().map_or(0, Marks::bytes);
        size_of_val(&self.stack[..]) + self.waiting.bytes() + marks + self.vector.log_bytes()
    }
}

fn scope(alone: Option<u32>) -> Scope {
    alone.map_or(Scope::All, Scope::Only)
}
