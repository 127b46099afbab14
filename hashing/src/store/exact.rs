//! The exact store: open addressing in cache lines, packed vectors apart. After Laarman, van de Pol, Weber, "Boosting
//! multi-core reachability performance with shared hash tables", FMCAD 2010, able to grow.
//!
//! A state seen before costs two cache misses: the line of the table, and the vector to compare. Successors of the
//! state in focus are packed by changing the slots in which they differ from it.

use super::index::{Index, Probe, Vacancy};
use super::line::Prefetcher;
use super::packed::{Packed, format_bytes};
use super::{Candidate, ExactStore, Guess, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::{Word, Write};

/// The default store: every state whole.
#[derive(Debug)]
pub struct Exact {
    index: Index,
    vectors: Packed,
    room: Room,
    conflicts: u64,
}

impl Exact {
    /// An empty store.
    ///
    /// # Errors
    /// If the table for the states expected is beyond the limit or refused by the system.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        room.check(Index::bytes_for(room.expected))?;
        Ok(Self { index: Index::new(room.expected)?, vectors: Packed::new()?, room, conflicts: 0 })
    }

    /// How many cache lines of the table a search for a stored state reads, on average.
    pub fn probe_length(&self) -> f64 {
        self.index.probe_length()
    }

    /// Replaces the limit on memory.
    pub(super) fn set_limit(&mut self, limit_bytes: Option<usize>) {
        self.room.limit_bytes = limit_bytes;
    }

    /// As many states as the limit allows, judging their length by those stored.
    fn most(&self) -> usize {
        let Some(limit) = self.room.limit_bytes else {
            return usize::MAX;
        };
        let average = self.vectors.bytes() / self.len().max(1);
        let beside_vectors = Index::members_in(limit.saturating_sub(self.vectors.bytes()));
        (limit / (average + Index::ENTRY_BYTES)).min(beside_vectors)
    }

    /// Puts a vector in focus, if there is memory for a format that it fits.
    #[inline]
    fn look_at(&mut self, words: &[Word]) -> Result<(), StoreFull> {
        if !self.vectors.focus(words) {
            self.room.check(self.bytes() + format_bytes(words.len()))?;
            self.vectors.widen(words);
        }
        Ok(())
    }

    /// Puts a successor of the vector in focus in focus itself.
    #[inline]
    fn look_at_successor(&mut self, candidate: Candidate<'_>) -> Result<(), StoreFull> {
        let fits = candidate.words.len() == self.vectors.focus_len() && self.vectors.alter(candidate.writes);
        if fits { Ok(()) } else { self.look_at(candidate.words) }
    }

    /// Adds the vector in focus, which is the candidate's, unless it is there.
    #[inline]
    fn add_unless_stored(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let (vectors, conflicts) = (&self.vectors, &mut self.conflicts);
        let probe = self.index.probe(candidate.digest, |member| {
            let equal = StateRef::from_raw(member).is_some_and(|state| {
                vectors.matches_focus(state).unwrap_or_else(|| vectors.is(state, candidate.words))
            });
            *conflicts += u64::from(!equal);
            equal
        });
        match probe {
            Probe::Found(member) => {
                StateRef::from_raw(member).map(Insertion::Seen).ok_or(StoreFull::References)
            }
            Probe::Vacant(vacancy) if !self.index.is_due() => self.add(candidate.digest, vacancy),
            Probe::Vacant(_) => self.grow_and_add(candidate.digest),
        }
    }

    /// Stores the vector in focus.
    #[inline]
    fn add(&mut self, digest: Digest, vacancy: Vacancy) -> Result<Insertion, StoreFull> {
        // Memory grows with a new chunk or with the table only, so only then the limit is looked at.
        if self.vectors.is_due() {
            self.check_limit()?;
        }
        let state = self.vectors.push()?;
        self.index.put(vacancy, digest, state.raw());
        Ok(Insertion::New(state))
    }

    #[cold]
    fn check_limit(&self) -> Result<(), StoreFull> {
        self.room.check(self.bytes() + self.vectors.cost())
    }

    #[cold]
    fn grow_and_add(&mut self, digest: Digest) -> Result<Insertion, StoreFull> {
        if !self.index.grow(self.most())? {
            return Err(StoreFull::Memory { limit: self.room.limit_bytes.unwrap_or(usize::MAX) });
        }
        match self.index.probe(digest, |_| false) {
            Probe::Vacant(vacancy) => self.add(digest, vacancy),
            Probe::Found(_) => Err(StoreFull::References),
        }
    }
}

impl Store for Exact {
    #[inline]
    fn prefetch(&self, digest: Digest) {
        self.index.prefetch(digest);
    }

    #[inline]
    fn prefetcher(&self) -> Prefetcher {
        self.index.prefetcher()
    }

    #[inline]
    fn focus(&mut self, words: &[Word]) {
        // A stored state fits; what is said of another is that it is not stored.
        self.vectors.focus(words);
    }

    #[inline]
    fn guess(&self, digest: Digest) -> Guess {
        let guess = self.index.guess(digest);
        if let Guess::Perhaps(state) = guess {
            self.vectors.fetch(state);
        }
        guess
    }

    #[inline]
    fn retreat(&mut self, writes: &[Write], len: usize) {
        if len == self.vectors.focus_len() {
            self.vectors.alter(writes);
        } else {
            self.vectors.lose_focus();
        }
    }

    #[inline]
    fn confirms(&mut self, guess: StateRef, writes: &[Write], len: usize) -> bool {
        if len != self.vectors.focus_len() {
            return false;
        }
        let fits = self.vectors.alter(writes);
        let equal = fits && self.vectors.matches_focus(guess) == Some(true);
        self.vectors.alter(writes);
        equal
    }

    #[inline]
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.look_at(candidate.words)?;
        self.add_unless_stored(candidate)
    }

    #[inline]
    fn insert_successor(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.look_at_successor(candidate)?;
        self.add_unless_stored(candidate)
    }

    #[inline]
    fn insert_absent(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.look_at_successor(candidate)?;
        match self.index.vacancy(candidate.digest) {
            Some(vacancy) if !self.index.is_due() => self.add(candidate.digest, vacancy),
            _ => self.grow_and_add(candidate.digest),
        }
    }

    fn len(&self) -> usize {
        self.index.len()
    }

    fn bytes(&self) -> usize {
        self.index.bytes() + self.vectors.bytes()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl ExactStore for Exact {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        self.vectors.read(state, words);
    }
}
