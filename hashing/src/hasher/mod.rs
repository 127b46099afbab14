//! Hashers: from the words of a state to its digest, from scratch and by repair.
//!
//! Incremental: [`Multilinear`] (the default), [`Zobrist`], [`Cyclic`] (the thesis'), and the policy [`Recordwise`]. From
//! scratch only: [`Lookup2`], [`Lookup3`], [`Lookup8`] (Jenkins), [`SuperFast`] (Hsieh; Spin's), [`Murmur`] (LTSmin's),
//! [`Spooky`] (DIVINE's), [`Xxh3`], [`Xxh64`], [`Rapid`], [`Fold`].
//!
//! The laws, checked for every incremental hasher in `tests/laws.rs`:
//!
//! 1. `digest(words) == finish(sum(words))`: the digest from scratch *defines* an incremental hasher;
//! 2. `repair(sum(words), slot, old, new) == sum(words with new at slot)`: repairing is only faster;
//! 3. a zero word contributes nothing to a sum, so sums do not depend on trailing zeros or spare capacity.

mod clmul;
mod cyclic;
mod fold;
pub(crate) mod keys;
mod lookup2;
mod lookup3;
mod lookup8;
mod multilinear;
mod murmur;
mod rapid;
mod recordwise;
#[cfg(test)]
mod smhasher;
mod spooky;
mod superfast;
mod xxh3;
mod xxh64;
mod zobrist;

use std::fmt::Debug;

use crate::digest::Digest;
use crate::state::{Slot, Word, Write};

pub use cyclic::{Cyclic, Element, Finaliser, Ring, Unit};
pub use fold::Fold;
pub use lookup2::Lookup2;
pub use lookup3::Lookup3;
pub use lookup8::Lookup8;
pub use multilinear::Multilinear;
pub use murmur::Murmur;
pub use rapid::Rapid;
pub use recordwise::Recordwise;
pub use spooky::Spooky;
pub use superfast::SuperFast;
pub use xxh3::Xxh3;
pub use xxh64::Xxh64;
pub use zobrist::Zobrist;

/// From the words of a state to its digest.
pub trait StateHasher {
    /// The digest of `words`, from scratch.
    fn digest(&self, words: &[Word]) -> Digest;

    /// States will have up to `slots` slots: a chance to prepare tables outside the hot path. Never changes a digest.
    fn reserve(&mut self, _slots: usize) {}

    /// How many bits of the digest are independent: 64, unless the algorithm has less to give.
    fn bits(&self) -> u32 {
        64
    }
}

/// A hasher whose type has been forgotten.
pub trait DynHasher: StateHasher + Debug + Send + Sync {
    /// The same hasher once more.
    fn duplicate(&self) -> Box<dyn DynHasher>;
}

impl<H: StateHasher + Debug + Clone + Send + Sync + 'static> DynHasher for H {
    fn duplicate(&self) -> Box<dyn DynHasher> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn DynHasher> {
    fn clone(&self) -> Self {
        (**self).duplicate()
    }
}

impl<H: StateHasher + ?Sized> StateHasher for Box<H> {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        (**self).digest(words)
    }
    fn reserve(&mut self, slots: usize) {
        (**self).reserve(slots);
    }
    fn bits(&self) -> u32 {
        (**self).bits()
    }
}

/// A hasher that can follow one write in constant time.
pub trait IncrementalHasher: StateHasher {
    /// What is repaired; the digest is its finished form.
    type Sum: Copy + Eq + Debug;

    /// The sum of `words`, from scratch.
    fn sum(&self, words: &[Word]) -> Self::Sum;

    /// The sum after `slot` has changed from `old` to `new`.
    fn repair(&self, sum: Self::Sum, slot: Slot, old: Word, new: Word) -> Self::Sum;

    /// The sum after several writes, one per slot, that have led to `words`.
    #[inline]
    fn repair_all(&self, sum: Self::Sum, words: &[Word], writes: &[Write]) -> Self::Sum {
        writes.iter().fold(sum, |sum, write| {
            let new = words[write.slot.index()];
            self.repair(sum, write.slot, new ^ write.difference, new)
        })
    }

    /// The digest that belongs to a sum.
    fn finish(&self, sum: Self::Sum) -> Digest;
}

/// The words as bytes, in the order of this machine (little-endian on every one that matters).
#[inline]
fn bytes(words: &[Word]) -> &[u8] {
    bytemuck::cast_slice(words)
}

/// A 32-bit result as a digest: itself in the low half, which Spin's table indexes by, and scaled by an odd number in the
/// high half, which the others index by and which weak functions hardly fill.
#[inline]
fn doubled(hash: u32) -> Digest {
    Digest(u64::from(hash.wrapping_mul(0x85eb_ca6b)) << 32 | u64::from(hash))
}

/// Four bytes as a little-endian number.
#[inline]
fn little(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(bytes);
    u32::from_le_bytes(word)
}

/// Eight bytes as a little-endian number.
#[inline]
fn little64(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(bytes);
    u64::from_le_bytes(word)
}
