//! Workloads for the benchmarks: vectors, changes, and tables of known size.
//!
//! Everything is derived from a counter through one mixer, so that every run measures the same.

use hashing::hasher::Multilinear;
use hashing::{Candidate, Digest, StateHasher, Store, StoreFull, Word};

/// The vector lengths measured, in words: 16 bytes to 1 kilobyte.
pub const LENGTHS: [usize; 4] = [4, 16, 64, 256];

/// A number that looks random, the `n`-th of a fixed sequence.
pub fn scrambled(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A vector of `len` words of a byte each, as most words of a model are.
pub fn vector(len: usize) -> Vec<Word> {
    (0..len as u64).map(|slot| (scrambled(slot) & 0xff) as Word).collect()
}

/// `count` writes to a vector of `len` words: slots and new values.
pub fn writes(len: usize, count: usize) -> Vec<(u32, Word)> {
    let slot = |n: u64| (scrambled(n) % len as u64) as u32;
    (0..count as u64).map(|n| (slot(n), (scrambled(n + 1000) & 0xff) as Word)).collect()
}

/// States of eight words, numbered; different numbers are different states.
#[derive(Debug, Default)]
pub struct Numbered {
    words: [Word; 8],
    hasher: Option<Multilinear>,
}

impl Numbered {
    /// The state with this number and its digest.
    pub fn state(&mut self, number: u64) -> (Digest, &[Word]) {
        // Components of few values each, as in a product of processes.
        let parts = [number & 0xff, number >> 8 & 0xff, number >> 16 & 0xff, number >> 24 & 0xff];
        for (place, part) in parts.into_iter().enumerate() {
            self.words[2 * place] = part as Word;
            self.words[2 * place + 1] = (part * 7 % 5) as Word;
        }
        let hasher = self.hasher.get_or_insert_with(|| {
            let mut hasher = Multilinear::new(0);
            hasher.reserve(8);
            hasher
        });
        (hasher.digest(&self.words), &self.words)
    }

    /// Inserts the states with these numbers.
    ///
    /// # Errors
    /// If the store is full.
    pub fn insert_all<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<(), StoreFull> {
        for number in numbers {
            let (digest, words) = self.state(number);
            store.insert(Candidate::root(digest, words))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashing::Room;
    use hashing::store::Exact;

    #[test]
    fn different_numbers_are_different_states() {
        let mut store = Exact::new(Room::default()).unwrap();
        Numbered::default().insert_all(&mut store, (0..100_000).map(|n| n * 31)).unwrap();
        assert_eq!(store.len(), 100_000);
    }
}
