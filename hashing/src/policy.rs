//! When digests are computed: `Full` (at every state), `Incremental` (at every write), `Audited` (both, compared).
//!
//! A policy is a type, so the write barrier of a vector under `Full` contains no hashing at all.

use std::cell::Cell;

use crate::digest::Digest;
use crate::hasher::{IncrementalHasher, StateHasher};
use crate::state::{Slot, Word, Write};

/// Keeps the digest of one state vector up to date.
pub trait DigestPolicy {
    /// What a mark remembers, so that rewinding need not repair write by write.
    type Saved: Copy;

    /// The vector may from now on have up to `slots` slots.
    fn reserve(&mut self, slots: usize);
    /// The content was replaced by `words`.
    fn reset(&mut self, words: &[Word]);
    /// `slot` changed from `old` to `new`; `words` are those after the change, perhaps with zeros appended.
    fn wrote(&mut self, words: &[Word], slot: Slot, old: Word, new: Word);
    /// The digest of the vector, which holds `words`.
    fn current(&self, words: &[Word]) -> Digest;
    /// What [`restore`](Self::restore) needs to come back to this point.
    fn save(&self) -> Self::Saved;
    /// The content is again what it was when `saved` was saved.
    fn restore(&mut self, saved: Self::Saved);
    /// The digest of a state of which the policy does not know, and what it would save there. The state has `len` words,
    /// `words` are those and perhaps zeros behind them, and `writes`, one per slot, lead to it.
    fn ahead(&mut self, words: &mut [Word], len: usize, writes: &[Write]) -> (Digest, Self::Saved) {
        let before = self.save();
        for write in writes {
            words[write.slot.index()] ^= write.difference;
        }
        for &Write { slot, difference } in writes {
            let old = words[slot.index()];
            words[slot.index()] = old ^ difference;
            self.wrote(words, slot, old, old ^ difference);
        }
        let ahead = (self.current(&words[..len]), self.save());
        self.restore(before);
        ahead
    }
    /// The first difference an audit has found, if this policy audits.
    fn difference(&self) -> Option<Difference> {
        None
    }
}

/// Hashes the whole vector whenever the digest is asked for.
#[derive(Clone, Debug)]
pub struct Full<H> {
    hasher: H,
}

impl<H: StateHasher> Full<H> {
    /// From-scratch digests by `hasher`.
    pub fn new(hasher: H) -> Self {
        Self { hasher }
    }
}

impl<H: StateHasher> DigestPolicy for Full<H> {
    type Saved = ();

    fn reserve(&mut self, slots: usize) {
        self.hasher.reserve(slots);
    }
    #[inline]
    fn reset(&mut self, _words: &[Word]) {}
    #[inline]
    fn wrote(&mut self, _words: &[Word], _slot: Slot, _old: Word, _new: Word) {}
    #[inline]
    fn current(&self, words: &[Word]) -> Digest {
        self.hasher.digest(words)
    }
    #[inline]
    fn save(&self) {}
    #[inline]
    fn restore(&mut self, (): ()) {}
    #[inline]
    fn ahead(&mut self, words: &mut [Word], len: usize, _writes: &[Write]) -> (Digest, ()) {
        (self.hasher.digest(&words[..len]), ())
    }
}

/// Repairs the digest at every write.
#[derive(Clone, Debug)]
pub struct Incremental<H: IncrementalHasher> {
    hasher: H,
    sum: H::Sum,
}

impl<H: IncrementalHasher> Incremental<H> {
    /// Incremental digests by `hasher`.
    pub fn new(hasher: H) -> Self {
        let sum = hasher.sum(&[]);
        Self { hasher, sum }
    }

    /// The sum behind the present digest.
    pub fn sum(&self) -> H::Sum {
        self.sum
    }
}

impl<H: IncrementalHasher> DigestPolicy for Incremental<H> {
    type Saved = H::Sum;

    fn reserve(&mut self, slots: usize) {
        self.hasher.reserve(slots);
    }
    #[inline]
    fn reset(&mut self, words: &[Word]) {
        self.sum = self.hasher.sum(words);
    }
    #[inline]
    fn wrote(&mut self, _words: &[Word], slot: Slot, old: Word, new: Word) {
        self.sum = self.hasher.repair(self.sum, slot, old, new);
    }
    #[inline]
    fn current(&self, _words: &[Word]) -> Digest {
        self.hasher.finish(self.sum)
    }
    #[inline]
    fn save(&self) -> H::Sum {
        self.sum
    }
    #[inline]
    fn restore(&mut self, saved: H::Sum) {
        self.sum = saved;
    }
    #[inline(always)]
    fn ahead(&mut self, words: &mut [Word], _len: usize, writes: &[Write]) -> (Digest, H::Sum) {
        let sum = self.hasher.repair_all(self.sum, words, writes);
        (self.hasher.finish(sum), sum)
    }
}

/// An incremental digest that was not the one from scratch: a fault in a hasher or a write around the barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The digest after repairs.
    pub repaired: Digest,
    /// The digest computed from the words.
    pub from_scratch: Digest,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the repaired digest {:016x} is not {:016x}, the one from scratch",
            self.repaired.0, self.from_scratch.0
        )
    }
}

/// Repairs at every write, computes from scratch at every state, and keeps the first difference.
///
/// The digest it hands out is the one from scratch, so a search goes on unharmed until somebody asks for
/// [`difference`](DigestPolicy::difference).
#[derive(Clone, Debug)]
pub struct Audited<H: IncrementalHasher> {
    incremental: Incremental<H>,
    difference: Cell<Option<Difference>>,
}

impl<H: IncrementalHasher> Audited<H> {
    /// Audited digests by `hasher`.
    pub fn new(hasher: H) -> Self {
        Self { incremental: Incremental::new(hasher), difference: Cell::new(None) }
    }
}

impl<H: IncrementalHasher> DigestPolicy for Audited<H> {
    type Saved = H::Sum;

    fn reserve(&mut self, slots: usize) {
        self.incremental.reserve(slots);
    }
    fn reset(&mut self, words: &[Word]) {
        self.incremental.reset(words);
    }
    fn wrote(&mut self, words: &[Word], slot: Slot, old: Word, new: Word) {
        self.incremental.wrote(words, slot, old, new);
    }
    fn current(&self, words: &[Word]) -> Digest {
        let repaired = self.incremental.current(words);
        let from_scratch = self.incremental.hasher.digest(words);
        if repaired != from_scratch && self.difference.get().is_none() {
            self.difference.set(Some(Difference { repaired, from_scratch }));
        }
        from_scratch
    }
    fn save(&self) -> H::Sum {
        self.incremental.save()
    }
    fn restore(&mut self, saved: H::Sum) {
        self.incremental.restore(saved);
    }
    fn difference(&self) -> Option<Difference> {
        self.difference.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::StateVector;

    /// Sums the words, and forgets to repair slot 3.
    #[derive(Clone)]
    struct Forgetful;

    impl StateHasher for Forgetful {
        fn digest(&self, words: &[Word]) -> Digest {
            self.finish(self.sum(words))
        }
    }

    impl IncrementalHasher for Forgetful {
        type Sum = u64;
        fn sum(&self, words: &[Word]) -> u64 {
            words.iter().map(|&word| u64::from(word)).sum()
        }
        fn repair(&self, sum: u64, slot: Slot, old: Word, new: Word) -> u64 {
            if slot == Slot(3) { sum } else { sum - u64::from(old) + u64::from(new) }
        }
        fn finish(&self, sum: u64) -> Digest {
            Digest(sum)
        }
    }

    #[test]
    fn an_audit_keeps_the_first_difference_and_hands_out_the_true_digest() {
        let mut vector = StateVector::new(Audited::new(Forgetful));
        vector.load(&[1, 1, 1, 1]);
        vector.set(Slot(0), 5);
        assert_eq!((vector.digest(), vector.policy().difference()), (Digest(8), None));
        vector.set(Slot(3), 2);
        assert_eq!(vector.digest(), Digest(9));
        let first = Difference { repaired: Digest(8), from_scratch: Digest(9) };
        assert_eq!(vector.policy().difference(), Some(first));
        vector.set(Slot(3), 7);
        vector.digest();
        assert_eq!(vector.policy().difference(), Some(first));
    }
}
