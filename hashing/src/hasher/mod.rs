//! Hashers: from the words of a state to its digest, from scratch and by repair.
//!
//! The laws, checked for every hasher in `tests/laws.rs`:
//!
//! 1. `digest(words) == finish(sum(words))`: the digest from scratch *defines* an incremental hasher;
//! 2. `repair(sum(words), slot, old, new) == sum(words with new at slot)`: repairing is only faster;
//! 3. a zero word contributes nothing to a sum, so sums do not depend on trailing zeros or spare capacity.

mod clmul;
mod keys;
mod multilinear;

use std::fmt::Debug;

use crate::digest::Digest;
use crate::state::{Slot, Word};

pub use multilinear::Multilinear;

/// From the words of a state to its digest.
pub trait StateHasher {
    /// The digest of `words`, from scratch.
    fn digest(&self, words: &[Word]) -> Digest;

    /// States will have up to `slots` slots: a chance to prepare tables outside the hot path. Never changes a digest.
    fn reserve(&mut self, _slots: usize) {}
}

/// A hasher that can follow one write in constant time.
pub trait IncrementalHasher: StateHasher {
    /// What is repaired; the digest is its finished form.
    type Sum: Copy + Eq + Debug;

    /// The sum of `words`, from scratch.
    fn sum(&self, words: &[Word]) -> Self::Sum;

    /// The sum after `slot` has changed from `old` to `new`.
    fn repair(&self, sum: Self::Sum, slot: Slot, old: Word, new: Word) -> Self::Sum;

    /// The digest that belongs to a sum.
    fn finish(&self, sum: Self::Sum) -> Digest;
}
