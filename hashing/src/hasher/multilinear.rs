//! Lemire, Kaser, "Faster 64-bit universal hashing using carry-less multiplications", J. Cryptographic Engineering 2016 (CLMUL multilinear).
//!
//! The sum is Σ kᵢ·wᵢ in GF(2)[x], one random 64-bit key per slot; the digest is that sum in GF(2^64), pushed through
//! a bijection. Addition is xor, so a write repairs the sum by k·(old xor new): one multiplication.
//!
//! Two vectors that differ in slot j collide only if kⱼ is the one field element that the other keys determine, so any
//! pair collides with probability exactly 2^-64 over the keys, whatever the length and the values. Unlike the cyclic
//! polynomial it has no period: no two slots share a coefficient.

use super::clmul::Kernel;
use super::keys::{Keys, mix64};
use super::{IncrementalHasher, StateHasher};
use crate::digest::Digest;
use crate::state::{Slot, Word, Write};

/// The default incremental hasher: multilinear over GF(2^64), by carry-less multiplication.
#[derive(Clone, Debug)]
pub struct Multilinear {
    keys: Keys,
    kernel: Kernel,
}

impl Multilinear {
    /// The member of the family that `seed` selects.
    pub fn new(seed: u64) -> Self {
        Self { keys: Keys::new(seed), kernel: Kernel::detect() }
    }

    /// The same member, computed without special instructions. Digests are those of [`new`](Self::new).
    pub fn portable(seed: u64) -> Self {
        Self { keys: Keys::new(seed), kernel: Kernel::Portable }
    }

    /// The products of the words beyond the table of keys, added to `sum`.
    #[cold]
    #[inline(never)]
    fn add_uncached(&self, sum: u128, words: &[Word]) -> u128 {
        let beyond = (0..).map(Slot).zip(words).skip(self.keys.cached().len());
        beyond.fold(sum, |sum, (slot, &word)| self.kernel.add_product(sum, self.keys.of(slot), word))
    }
}

impl StateHasher for Multilinear {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        self.finish(self.sum(words))
    }

    fn reserve(&mut self, slots: usize) {
        self.keys.reserve(slots);
    }
}

impl IncrementalHasher for Multilinear {
    /// Reduced, so that whoever keeps sums keeps 64 bits. Reduction is linear: the products of several writes are
    /// reduced together.
    type Sum = u64;

    #[inline]
    fn sum(&self, words: &[Word]) -> u64 {
        let cached = self.keys.cached();
        let sum = self.kernel.inner_product(cached, words);
        reduce(if words.len() <= cached.len() { sum } else { self.add_uncached(sum, words) })
    }

    #[inline]
    fn repair(&self, sum: u64, slot: Slot, old: Word, new: Word) -> u64 {
        sum ^ reduce(self.kernel.add_product(0, self.keys.of(slot), old ^ new))
    }

    #[inline(always)]
    fn repair_all(&self, sum: u64, _words: &[Word], writes: &[Write]) -> u64 {
        let products = writes.iter().map(|write| (self.keys.of(write.slot), write.difference));
        sum ^ reduce(self.kernel.add_products(0, products))
    }

    #[inline]
    fn finish(&self, sum: u64) -> Digest {
        Digest(mix64(sum))
    }
}

/// The residue modulo x^64 + x^4 + x^3 + x + 1. Sums have at most 95 bits, so the carry-over fits 64 bits at once.
#[inline]
fn reduce(sum: u128) -> u64 {
    let (high, low) = ((sum >> 64) as u64, sum as u64);
    low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_replaces_x_to_the_64() {
        assert_eq!(reduce(1 << 64), 0b11011);
        assert_eq!(reduce((1 << 65) | 1), 0b110111);
    }

    #[test]
    fn digests_are_reproducible() {
        let hasher = Multilinear::new(1);
        assert_eq!(hasher.digest(&[]), Digest(0));
        assert_eq!(hasher.digest(&[1, 2, 3]), Multilinear::portable(1).digest(&[1, 2, 3]));
        assert_ne!(hasher.digest(&[1, 2, 3]), Multilinear::new(2).digest(&[1, 2, 3]));
    }
}
