//! Depth-first search with an explicit stack that grows as needed.
//!
//! The state vector always holds the state on top of the stack. Going down replays the changes of one
//! successor; coming back rewinds them. All successors of a state are computed, with their digests, when
//! it is first visited, so that the store can fetch the lines it will look at; they are then taken in
//! order, which is Spin's.

use super::ample::Marks;
use super::{Hooks, Tally};
use crate::config::Config;
use crate::outcome::{Choice, Outcome, Stop, Way};
use hashing::{Candidate, Change, Digest, DigestPolicy, Insertion, Mark, StateRef, StateVector, Store};
use promela::exec::{Engine, EntryKind, Remainder, Scope, Successors, Violation};
use promela::ir::FaultId;

/// An entry whose turn has not come yet: a violation, or a successor that was not stored when it was found.
struct Waiting<S> {
    kind: EntryKind<S>,
    /// Its number among the entries of its state.
    index: u32,
    /// What is to be counted in front of it.
    passed: Passed,
}

/// Entries that need no turn of their own, and steps that led to no stored state.
#[derive(Clone, Copy, Default)]
struct Passed {
    matched: u32,
    atomic_steps: u32,
    peak: u32,
}

impl Passed {
    fn add_steps(&mut self, atomic_steps: u32, peak: u32) {
        self.atomic_steps += atomic_steps;
        self.peak = self.peak.max(peak);
    }

    #[inline]
    fn count(self, tally: &mut Tally<'_, '_>, depth: u64) {
        tally.stats.matched += u64::from(self.matched);
        tally.unstored(self.atomic_steps, depth, self.peak);
    }
}

struct Frame<S> {
    /// The state before the step that led here.
    mark: Mark<S>,
    state: StateRef,
    depth: u64,
    /// The next entry to take; entries from `first` on belong to this state.
    next: u32,
    first: u32,
    first_change: u32,
    /// What is to be counted behind the last entry.
    rest: Passed,
    reshaped: bool,
    /// Which processes have moved, and whether a step of theirs has led off the stack.
    scope: Scope,
    escaped: bool,
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
        waiting: Vec::new(),
        changes: Vec::new(),
        successors: Successors::default(),
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
    /// Entries of all states on the stack, and the changes of the successors among them.
    waiting: Vec<Waiting<P::Saved>>,
    changes: Vec<Change>,
    /// Those of the state being expanded.
    successors: Successors<P::Saved>,
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
            let Some(entry) = self.waiting.get(top.next as usize) else {
                if !self.widen()? {
                    self.pop();
                }
                continue;
            };
            let (parent, depth) = (top.state, top.depth);
            top.next += 1;
            entry.passed.count(&mut self.tally, depth);
            match entry.kind {
                EntryKind::Violation(violation) => {
                    let stop = self.tally.violation(violation, depth, self.vector.digest());
                    self.keep_path(violation);
                    if let Some(stop) = stop {
                        return Err(stop);
                    }
                }
                EntryKind::State(successor) => {
                    let depth = depth + u64::from(successor.steps);
                    if self.tally.is_too_deep(depth) {
                        continue;
                    }
                    let mark = self.vector.mark();
                    let changes = &self.changes[successor.first as usize..successor.end as usize];
                    self.vector.replay(changes, successor.len as usize, successor.saved);
                    let inserted = self.store.insert(Candidate {
                        digest: successor.digest,
                        words: self.vector.words(),
                        parent: Some(parent),
                        writes: self.vector.writes_since(mark),
                    })?;
                    match inserted {
                        Insertion::Seen(state) => {
                            self.tally.stats.matched += 1;
                            self.vector.rewind(mark);
                            self.note_escape(Some(state), successor.digest);
                        }
                        Insertion::New(state) => {
                            self.note_escape(None, successor.digest);
                            self.tally.stored(self.vector.len(), depth);
                            self.push(mark, state, depth, successor.reshaped)?;
                        }
                    }
                }
            }
        }
        Ok(())
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
        let (first, first_change) = (self.waiting.len() as u32, self.changes.len() as u32);
        let scope = self.scope(u32::MAX);
        if let Some(marks) = &mut self.on_stack {
            marks.add(state, self.vector.digest());
        }
        let (rest, escaped) = self.expand(scope)?;
        let next = first;
        self.stack.push(Frame {
            mark,
            state,
            depth,
            next,
            first,
            first_change,
            rest,
            reshaped,
            scope,
            escaped,
        });
        Ok(())
    }

    /// Computes the successors by the processes in scope and lets them wait for their turns. Says what is to be
    /// counted behind the last, and whether one is known to lead off the stack.
    fn expand(&mut self, scope: Scope) -> Result<(Passed, bool), Stop> {
        self.successors.entries.clear();
        self.successors.changes.clear();
        self.successors.prefetcher = self.store.prefetcher();
        let Remainder { atomic_steps, peak } =
            self.engine.expand(&mut self.vector, scope, &mut self.successors).map_err(Stop::from)?;
        if self.vector.policy().difference().is_some() {
            return Err(Stop::DigestDifference);
        }
        self.look_ahead();
        let (mut rest, escaped) = self.line_up();
        rest.add_steps(atomic_steps, peak);
        Ok((rest, escaped))
    }

    /// Who moves next in the state on top: a candidate below a number, or all.
    fn scope(&self, below: u32) -> Scope {
        let candidate = self.on_stack.as_ref().and_then(|_| self.engine.candidate(&self.vector, below));
        candidate.map_or(Scope::All, Scope::Only)
    }

    /// A process that was to stand for all has reached a state, a stored one or a new one.
    fn note_escape(&mut self, stored: Option<StateRef>, digest: Digest) {
        if let (Some(marks), Some(top)) = (&self.on_stack, self.stack.last_mut()) {
            top.escaped |= stored.is_none_or(|state| !marks.contains(state, digest));
        }
    }

    /// All steps of the state on top have been taken. If those were the steps of one process and all led back to the
    /// stack, others have their turn.
    fn widen(&mut self) -> Result<bool, Stop> {
        let Some(&Frame {
            scope: Scope::Only(process),
            escaped: false,
            first,
            first_change,
            rest,
            depth,
            ..
        }) = self.stack.last()
        else {
            return Ok(false);
        };
        rest.count(&mut self.tally, depth);
        self.waiting.truncate(first as usize);
        self.changes.truncate(first_change as usize);
        let scope = self.scope(process);
        let (rest, escaped) = self.expand(scope)?;
        if let Some(top) = self.stack.last_mut() {
            (top.scope, top.rest, top.next, top.escaped) = (scope, rest, first, escaped);
        }
        Ok(true)
    }

    /// Looks up the successors of a state together, so that the store waits for memory once and not for each of
    /// them. One that is stored stays so until its turn comes; one that is not may have been found by then.
    fn look_ahead(&mut self) {
        let Successors { entries, changes, prefetcher } = &mut self.successors;
        if !prefetcher.is_useful() {
            for entry in entries {
                if let EntryKind::State(successor) = &entry.kind {
                    self.store.prefetch(successor.digest);
                }
            }
            return;
        }
        for entry in &mut *entries {
            if let EntryKind::State(successor) = &mut entry.kind {
                successor.known = self.store.guess(successor.digest);
            }
        }
        for entry in entries {
            if let EntryKind::State(successor) = &mut entry.kind
                && let Some(guess) = successor.known
            {
                let changes = &mut changes[successor.first as usize..successor.end as usize];
                let confirmed = self
                    .vector
                    .preview(changes, successor.len as usize, |words| self.store.confirms(guess, words));
                successor.known = successor.known.filter(|_| confirmed);
            }
        }
    }

    /// Lets the entries of the state just expanded wait for their turns, but for successors known to be stored: those
    /// are counted when the entry behind them has its turn, so that a search which ends early has counted as Spin has.
    fn line_up(&mut self) -> (Passed, bool) {
        let (mut passed, mut escaped) = (Passed::default(), false);
        // Whether a known state is beyond the limit on depth is for its turn to say.
        let keep_all = self.tally.has_depth_limit();
        for (index, entry) in self.successors.entries.iter().enumerate() {
            passed.add_steps(entry.atomic_steps, entry.peak);
            let mut kind = entry.kind;
            if let EntryKind::State(successor) = &mut kind {
                if let Some(known) = successor.known
                    && !keep_all
                {
                    let marks = self.on_stack.as_ref();
                    escaped |= marks.is_some_and(|marks| !marks.contains(known, successor.digest));
                    passed.matched += 1;
                    continue;
                }
                let changes = &self.successors.changes[successor.first as usize..successor.end as usize];
                successor.first = self.changes.len() as u32;
                self.changes.extend_from_slice(changes);
                successor.end = self.changes.len() as u32;
            }
            self.waiting.push(Waiting { kind, index: index as u32, passed: std::mem::take(&mut passed) });
        }
        (passed, escaped)
    }

    fn pop(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        if let Some(marks) = &mut self.on_stack {
            marks.remove(frame.state, self.vector.digest());
        }
        frame.rest.count(&mut self.tally, frame.depth);
        self.waiting.truncate(frame.first as usize);
        self.changes.truncate(frame.first_change as usize);
        self.vector.rewind(frame.mark);
        if frame.reshaped {
            self.engine.arrive(self.vector.words());
        }
    }

    /// Remembers the way to the first violation of each kind.
    fn keep_path(&mut self, violation: Violation) {
        if self.tally.is_distinct(violation) {
            let choice = |frame: &Frame<P::Saved>| {
                let entry = self.waiting[frame.next as usize - 1].index;
                Choice { scope: frame.scope, entry }
            };
            self.ways.push(Way { violation, choices: self.stack.iter().map(choice).collect() });
        }
    }

    /// Memory in use; what a vector has set aside beyond that has never been touched.
    fn stack_bytes(&self) -> usize {
        self.stack.len() * size_of::<Frame<P::Saved>>()
            + self.waiting.len() * size_of::<Waiting<P::Saved>>()
            + self.changes.len() * size_of::<Change>()
            + self.on_stack.as_ref().map_or(0, Marks::bytes)
    }
}
