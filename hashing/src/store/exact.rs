//! The exact store: open addressing in cache lines, vectors in an arena. After Laarman, van de Pol, Weber, "Boosting
//! multi-core reachability performance with shared hash tables", FMCAD 2010, able to grow.
//!
//! A state seen before costs two cache misses: the line of the table, and the vector to compare.

use super::arena::Arena;
use super::index::{Index, Probe, Vacancy};
use super::line::{Prefetcher, prefetch};
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::Word;

/// The default store: every state whole.
#[derive(Debug)]
pub struct Exact {
    index: Index,
    arena: Arena,
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
        Ok(Self { index: Index::new(room.expected)?, arena: Arena::default(), room, conflicts: 0 })
    }

    /// How many cache lines of the table a search for a stored state reads, on average.
    pub fn probe_length(&self) -> f64 {
        self.index.probe_length()
    }

    /// Replaces the limit on memory.
    pub(super) fn set_limit(&mut self, limit_bytes: Option<usize>) {
        self.room.limit_bytes = limit_bytes;
    }

    /// The words of a stored state.
    pub(super) fn view(&self, state: StateRef) -> &[Word] {
        self.arena.get(state)
    }

    /// As many states as the limit allows, judging their length by those stored.
    fn most(&self) -> usize {
        let Some(limit) = self.room.limit_bytes else {
            return usize::MAX;
        };
        limit / (self.arena.bytes() / self.len().max(1) + Index::ENTRY_BYTES)
    }

    #[inline]
    fn probe(&mut self, candidate: &Candidate<'_>) -> Probe {
        let (arena, conflicts) = (&self.arena, &mut self.conflicts);
        self.index.probe(candidate.digest, |member| {
            let equal =
                StateRef::from_raw(member).is_some_and(|state| same(arena.get(state), candidate.words));
            *conflicts += u64::from(!equal);
            equal
        })
    }

    #[inline]
    fn add(&mut self, candidate: &Candidate<'_>, vacancy: Vacancy) -> Result<Insertion, StoreFull> {
        // A limit that others share may have sunk below what this store already has.
        if let Some(limit) = self.room.limit_bytes
            && limit < self.bytes()
        {
            return Err(StoreFull::Memory { limit });
        }
        let state = match self.arena.push_in_chunk(candidate.words) {
            Some(state) => state,
            None => self.add_chunk(candidate.words)?,
        };
        self.index.put(vacancy, candidate.digest, state.raw());
        Ok(Insertion::New(state))
    }

    /// Appends a vector for which a new chunk has to be cut, if the limit allows it.
    #[cold]
    fn add_chunk(&mut self, words: &[Word]) -> Result<StateRef, StoreFull> {
        if let Some(limit) = self.room.limit_bytes
            && self.bytes() + self.arena.cost(words.len()) > limit
        {
            return Err(StoreFull::Memory { limit });
        }
        self.arena.push(words)
    }

    #[cold]
    fn grow_and_add(&mut self, candidate: &Candidate<'_>) -> Result<Insertion, StoreFull> {
        if !self.index.grow(self.most())? {
            return Err(StoreFull::Memory { limit: self.room.limit_bytes.unwrap_or(usize::MAX) });
        }
        match self.index.probe(candidate.digest, |_| false) {
            Probe::Vacant(vacancy) => self.add(candidate, vacancy),
            Probe::Found(_) => Err(StoreFull::References),
        }
    }
}

/// Whether two vectors are equal. Vectors are short: calling the library's comparison costs more than comparing.
#[inline]
fn same(a: &[Word], b: &[Word]) -> bool {
    const SHORT: usize = 16;
    if a.len() != b.len() || SHORT < a.len() {
        return a == b;
    }
    a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
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
    fn guess(&self, digest: Digest) -> Option<StateRef> {
        let state = self.index.guess(digest).and_then(StateRef::from_raw)?;
        prefetch(self.arena.get(state).as_ptr());
        Some(state)
    }

    #[inline]
    fn confirms(&self, guess: StateRef, words: &[Word]) -> bool {
        same(self.arena.get(guess), words)
    }

    #[inline]
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        match self.probe(&candidate) {
            Probe::Found(member) => {
                StateRef::from_raw(member).map(Insertion::Seen).ok_or(StoreFull::References)
            }
            Probe::Vacant(vacancy) if !self.index.is_due() => self.add(&candidate, vacancy),
            Probe::Vacant(_) => self.grow_and_add(&candidate),
        }
    }

    fn len(&self) -> usize {
        self.index.len()
    }

    fn bytes(&self) -> usize {
        self.index.bytes() + self.arena.bytes()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl ExactStore for Exact {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        words.extend_from_slice(self.arena.get(state));
    }
}
