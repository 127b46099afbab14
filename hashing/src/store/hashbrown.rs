//! Kulukundis, "Designing a fast, efficient, cache-friendly hash table, step by step", CppCon 2017 (SwissTable): the
//! obvious Rust choice, the crate `hashbrown`, as a baseline.

use ::hashbrown::HashTable;

use super::arena::Arena;
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::Word;

/// A SwissTable of digests and references, vectors in an arena.
#[derive(Debug)]
pub struct Hashbrown {
    table: HashTable<(Digest, StateRef)>,
    arena: Arena,
    room: Room,
    conflicts: u64,
}

impl Hashbrown {
    /// An empty store.
    ///
    /// # Errors
    /// If the table for the states expected is beyond the limit or refused by the system.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        let mut store = Self { table: HashTable::new(), arena: Arena::default(), room, conflicts: 0 };
        store.reserve(room.expected)?;
        Ok(store)
    }

    /// Makes room for `additional` states, as far as the limit allows.
    fn reserve(&mut self, additional: usize) -> Result<(), StoreFull> {
        let wanted = self.table.len().saturating_add(additional);
        if wanted <= self.table.capacity() {
            return Ok(());
        }
        // Seven eighths of a power of two of buckets, each an entry and a control byte; the old table is copied.
        let buckets = wanted.saturating_mul(8).div_ceil(7).checked_next_power_of_two().unwrap_or(usize::MAX);
        let bytes = buckets.saturating_mul(size_of::<(Digest, StateRef)>() + 1);
        self.room.check(bytes.saturating_add(self.bytes()))?;
        let rehash = |entry: &(Digest, StateRef)| entry.0.0;
        self.table.try_reserve(additional, rehash).map_err(|_| StoreFull::Refused { bytes })
    }
}

impl Store for Hashbrown {
    fn prefetch(&self, _digest: Digest) {}

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let (arena, conflicts) = (&self.arena, &mut self.conflicts);
        let found = self.table.find(candidate.digest.0, |&(digest, state)| {
            let equal = digest == candidate.digest && arena.get(state) == candidate.words;
            *conflicts += u64::from(!equal);
            equal
        });
        if let Some(&(_, state)) = found {
            return Ok(Insertion::Seen(state));
        }
        self.reserve(1)?;
        self.room.check(self.bytes() + self.arena.cost(candidate.words.len()))?;
        let state = self.arena.push(candidate.words)?;
        self.table.insert_unique(candidate.digest.0, (candidate.digest, state), |entry| entry.0.0);
        Ok(Insertion::New(state))
    }

    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.table.allocation_size() + self.arena.bytes()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl ExactStore for Hashbrown {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        words.extend_from_slice(self.arena.get(state));
    }
}
