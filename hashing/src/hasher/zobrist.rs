//! Zobrist, "A new hashing method with application for game playing", TR 88, University of Wisconsin, 1970.
//!
//! H is the xor of one random number per slot and value. The numbers are outputs of SplitMix64, one stream per slot, so
//! all 2^32 values of a slot have one; those of small values are kept in a table. Zero has the number zero.

use super::keys::{Keys, mix64, splitmix};
use super::{IncrementalHasher, StateHasher};
use crate::digest::Digest;
use crate::state::{Slot, Word};

/// Zobrist hashing of whole words.
#[derive(Clone, Debug)]
pub struct Zobrist {
    keys: Keys,
    /// The numbers of values below [`TABULATED`], slot by slot.
    table: Vec<u64>,
}

/// Half a kilobyte a slot: the tables of a usual vector stay in the first-level cache.
const TABULATED: usize = 64;

impl Zobrist {
    /// The member of the family that `seed` selects.
    pub fn new(seed: u64) -> Self {
        Self { keys: Keys::new(seed), table: Vec::new() }
    }

    #[inline]
    fn number(&self, slot: Slot, word: Word) -> u64 {
        let index = slot.index() * TABULATED + word as usize;
        match self.table.get(index) {
            Some(&number) if (word as usize) < TABULATED => number,
            _ => number(self.keys.of(slot), word),
        }
    }
}

/// The number of `word` in the slot with this key.
fn number(key: u64, word: Word) -> u64 {
    if word == 0 { 0 } else { splitmix(key, word.into()) }
}

impl StateHasher for Zobrist {
    fn digest(&self, words: &[Word]) -> Digest {
        self.finish(self.sum(words))
    }

    fn reserve(&mut self, slots: usize) {
        self.keys.reserve(slots);
        for index in self.table.len()..slots * TABULATED {
            let slot = Slot((index / TABULATED) as u32);
            self.table.push(number(self.keys.of(slot), (index % TABULATED) as Word));
        }
    }
}

impl IncrementalHasher for Zobrist {
    type Sum = u64;

    #[inline]
    fn sum(&self, words: &[Word]) -> u64 {
        (0..).map(Slot).zip(words).fold(0, |sum, (slot, &word)| sum ^ self.number(slot, word))
    }

    #[inline]
    fn repair(&self, sum: u64, slot: Slot, old: Word, new: Word) -> u64 {
        sum ^ self.number(slot, old) ^ self.number(slot, new)
    }

    /// Sums of few numbers are as random as the numbers; mixing only keeps structure from lining up with bit ranges.
    #[inline]
    fn finish(&self, sum: u64) -> Digest {
        Digest(mix64(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_changes_no_digest() {
        let bare = Zobrist::new(5);
        let mut tabulated = Zobrist::new(5);
        tabulated.reserve(3);
        for words in [[1, 0, 63, 64], [1000, 2, 3, 4], [0, 0, 0, u32::MAX]] {
            assert_eq!(bare.digest(&words), tabulated.digest(&words));
        }
    }
}
