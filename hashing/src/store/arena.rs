//! Append-only storage of vectors of several lengths, without a length per vector.
//!
//! Vectors live in *chunks*, each for up to 1024 vectors of one length; a reference is the number of the chunk and the
//! place in it, and the chunk table knows the length. Chunks are cut from *slabs*, mappings that never move. The first
//! chunks of a length are small, so that a model with many lengths does not pay for a full chunk of each.

use std::collections::HashMap;

use super::pages::Pages;
use super::{StateRef, StoreFull};
use crate::state::Word;

/// log2 of the vectors a full chunk holds.
const PLACE_BITS: u32 = 10;
const FIRST_CAPACITY: usize = 16;
/// No chunk of more than one vector is larger than this (in words).
const CHUNK_WORDS: usize = 1 << 18;
const FIRST_SLAB: usize = 1 << 14;
const LARGEST_SLAB: usize = 1 << 23;

/// Where a chunk lies. Twelve bytes, because the table of them is on the path of every comparison.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    slab: u32,
    /// In words from the start of the slab.
    start: u32,
    /// The length of its vectors.
    len: u32,
}

/// The chunk that vectors of one length are presently appended to.
#[derive(Clone, Copy, Debug)]
struct Open {
    chunk: usize,
    filled: usize,
    capacity: usize,
}

/// The vectors.
#[derive(Debug, Default)]
pub(super) struct Arena {
    slabs: Vec<Pages<Word>>,
    /// Words of the last slab that belong to chunks.
    used: usize,
    chunks: Vec<Chunk>,
    open: HashMap<usize, Open>,
    /// The length appended last, to spare the map in the common case of one length.
    recent: Option<(usize, Open)>,
    bytes: usize,
}

/// A place for one vector, found but not yet taken.
#[derive(Clone, Copy, Debug)]
struct Room {
    open: Open,
    /// Whether the chunk must first be cut.
    fresh: bool,
}

impl Arena {
    /// Memory in chunks and their table. What a slab has beyond its chunks was never written, so it is not there.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.chunks.capacity() * size_of::<Chunk>()
    }

    /// The bytes by which appending a vector of `len` words would raise [`bytes`](Self::bytes), table aside.
    pub(super) fn cost(&self, len: usize) -> usize {
        let room = self.room(len);
        if room.fresh { room.open.capacity * len * size_of::<Word>() } else { 0 }
    }

    fn room(&self, len: usize) -> Room {
        let open = match self.recent {
            Some((recent, open)) if recent == len => Some(open),
            _ => self.open.get(&len).copied(),
        };
        match open {
            Some(open) if open.filled < open.capacity => Room { open, fresh: false },
            earlier => {
                let wanted = earlier.map_or(FIRST_CAPACITY, |full| full.capacity * 2).min(1 << PLACE_BITS);
                let capacity = wanted.min(CHUNK_WORDS / len.max(1)).max(1);
                Room { open: Open { chunk: self.chunks.len(), filled: 0, capacity }, fresh: true }
            }
        }
    }

    /// Appends a vector.
    pub(super) fn push(&mut self, words: &[Word]) -> Result<StateRef, StoreFull> {
        let Room { mut open, fresh } = self.room(words.len());
        let index = open.chunk << PLACE_BITS | open.filled;
        let state = StateRef::from_index(index).ok_or(StoreFull::References)?;
        if fresh {
            self.cut_chunk(words.len(), open.capacity)?;
        }
        let chunk = self.chunks[open.chunk];
        let start = chunk.start as usize + open.filled * words.len();
        self.slabs[chunk.slab as usize][start..start + words.len()].copy_from_slice(words);
        open.filled += 1;
        match self.recent {
            Some((recent, _)) if recent == words.len() => {}
            Some((other, unsaved)) => drop(self.open.insert(other, unsaved)),
            None => {}
        }
        self.recent = Some((words.len(), open));
        Ok(state)
    }

    #[cold]
    fn cut_chunk(&mut self, len: usize, capacity: usize) -> Result<(), StoreFull> {
        let words = len.checked_mul(capacity).ok_or(StoreFull::References)?;
        if self.slabs.last().is_none_or(|slab| slab.len() - self.used < words) {
            let slab = (FIRST_SLAB << self.slabs.len().min(20)).min(LARGEST_SLAB).max(words);
            self.slabs.push(Pages::zeroed(slab)?);
            self.used = 0;
        }
        let narrow = |n: usize| u32::try_from(n).map_err(|_| StoreFull::References);
        let chunk =
            Chunk { slab: narrow(self.slabs.len() - 1)?, start: narrow(self.used)?, len: narrow(len)? };
        self.chunks.push(chunk);
        self.used += words;
        self.bytes += words * size_of::<Word>();
        Ok(())
    }

    /// The vector that [`push`](Self::push) called `state`; empty if it never did.
    #[inline]
    pub(super) fn get(&self, state: StateRef) -> &[Word] {
        let index = state.index();
        let Some(&Chunk { slab, start, len }) = self.chunks.get(index >> PLACE_BITS) else {
            return &[];
        };
        let start = start as usize + (index & ((1 << PLACE_BITS) - 1)) * len as usize;
        self.slabs[slab as usize].get(start..start + len as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_many_lengths_are_read_back() {
        let mut arena = Arena::default();
        let vector = |n: usize| vec![n as Word; n * 7 % 50];
        let states: Vec<_> = (0..20_000).map(|n| arena.push(&vector(n)).unwrap()).collect();
        for (n, &state) in states.iter().enumerate() {
            assert_eq!(arena.get(state), vector(n));
        }
    }

    #[test]
    fn a_vector_larger_than_a_slab_has_one_of_its_own() {
        let mut arena = Arena::default();
        let large = vec![3; LARGEST_SLAB + 1];
        let state = arena.push(&large).unwrap();
        assert_eq!(arena.get(state), large);
    }

    #[test]
    fn one_length_wastes_little() {
        let mut arena = Arena::default();
        for n in 0..100_000 {
            arena.push(&[n; 5]).unwrap();
        }
        assert!(arena.bytes() < 100_000 * 20 * 102 / 100, "{} bytes", arena.bytes());
    }

    #[test]
    fn the_cost_is_what_appending_adds() {
        let mut arena = Arena::default();
        for n in 0..5000 {
            let len = n % 3 * 10;
            let (cost, before) = (arena.cost(len), arena.bytes);
            arena.push(&vec![1; len]).unwrap();
            assert_eq!(arena.bytes - before, cost);
        }
    }
}
