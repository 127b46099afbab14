//! Cohen, "Recursive hashing functions for n-grams", ACM TOIS 1997 (cyclic polynomials), as in the thesis this project grew from.
//!
//! H = Σ x^(δ·i)·T(wᵢ) in GF(2)[x]/(x^w + 1), that is, the xor of the mapped words, each rotated left by δ times its
//! slot; a write repairs H by rotl(T(old) xor T(new), δ·i). The thesis has w = 32, δ = 1 and T multiplying by 2654435761.
//!
//! The rotation has period w: slots w/δ apart share a coefficient, so swapping their contents, or writing the same
//! value to both, leaves H alone. Use it to reproduce, not to store fingerprints.

use std::fmt::Debug;
use std::ops::BitXor;

use super::keys::{mix64, splitmix};
use super::{IncrementalHasher, StateHasher, doubled};
use crate::digest::Digest;
use crate::state::{Slot, Word};

/// The bit masks of the ring: `u32` or `u64`.
pub trait Ring: Copy + Eq + Debug + Default + BitXor<Output = Self> {
    /// Their number of bits, w.
    const WIDTH: u32;
    /// Multiplies by x^`by`.
    fn rotate(self, by: u32) -> Self;
    /// `word` under the mapping T that multiplies by `factor`.
    fn scale(word: Word, factor: u64) -> Self;
    /// This mask under Wang's mixer for its width, a bijection.
    fn wang(self) -> Self;
    /// All the bits, as a digest.
    fn digest(self) -> Digest;
}

impl Ring for u32 {
    const WIDTH: u32 = 32;

    #[inline]
    fn rotate(self, by: u32) -> Self {
        self.rotate_left(by)
    }
    #[inline]
    fn scale(word: Word, factor: u64) -> Self {
        word.wrapping_mul(factor as u32)
    }
    /// Wang, "Integer hash function", 2007: the 32-bit mixer.
    #[inline]
    fn wang(self) -> Self {
        let mut key = (self ^ 61) ^ (self >> 16);
        key = key.wrapping_add(key << 3);
        key ^= key >> 4;
        key = key.wrapping_mul(0x27d4_eb2d);
        key ^ (key >> 15)
    }
    #[inline]
    fn digest(self) -> Digest {
        doubled(self)
    }
}

impl Ring for u64 {
    const WIDTH: u32 = 64;

    #[inline]
    fn rotate(self, by: u32) -> Self {
        self.rotate_left(by)
    }
    #[inline]
    fn scale(word: Word, factor: u64) -> Self {
        u64::from(word).wrapping_mul(factor)
    }
    /// Wang, "Integer hash function", 2007: the 64-bit mixer.
    #[inline]
    fn wang(self) -> Self {
        let mut key = (!self).wrapping_add(self << 21);
        key ^= key >> 24;
        key = key.wrapping_add(key << 3).wrapping_add(key << 8);
        key ^= key >> 14;
        key = key.wrapping_add(key << 2).wrapping_add(key << 4);
        key ^= key >> 28;
        key.wrapping_add(key << 31)
    }
    #[inline]
    fn digest(self) -> Digest {
        Digest(self)
    }
}

/// The mapping T from words to masks. All map zero to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// The word itself: too little entropy, which the thesis found out.
    Identity,
    /// The word times an odd number.
    Scaled(u64),
    /// Wang's integer mixer, shifted so that zero stays zero.
    Wang,
}

impl Element {
    /// Knuth's golden ratio of 2^32, the factor of the thesis.
    pub const GOLDEN_RATIO_32: Self = Self::Scaled(2_654_435_761);
    /// The golden ratio of 2^64.
    pub const GOLDEN_RATIO_64: Self = Self::Scaled(0x9e37_79b9_7f4a_7c15);

    /// An odd factor chosen by `seed`.
    pub fn seeded(seed: u64) -> Self {
        Self::Scaled(splitmix(seed, 0) | 1)
    }
}

/// What an element of the state is, and hence what its index counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A slot; the index is its number.
    Word,
    /// A byte; the index is its address. So the thesis did it for variables of a byte, which most models have.
    Byte,
}

/// What is done to the sum to make the digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finaliser {
    /// Nothing, as in the thesis.
    None,
    /// A bijective mixer: spreads what differs over all bits, and separates nothing that does not differ.
    Mix,
    /// Wang's integer mixer for the width of the ring, which the thesis proposes.
    Wang,
}

/// Cyclic polynomials over w-bit masks.
#[derive(Clone, Copy, Debug)]
pub struct Cyclic<R> {
    delta: u32,
    element: Element,
    unit: Unit,
    finaliser: Finaliser,
    ring: std::marker::PhantomData<R>,
}

impl<R: Ring> Cyclic<R> {
    /// The member of the family with these parameters.
    pub fn new(delta: u32, element: Element, finaliser: Finaliser) -> Self {
        Self { delta, element, unit: Unit::Word, finaliser, ring: std::marker::PhantomData }
    }

    /// The same with other elements.
    #[must_use]
    pub fn of_units(self, unit: Unit) -> Self {
        Self { unit, ..self }
    }

    /// δ = 1, an odd factor chosen by `seed`, and a finaliser.
    pub fn seeded(seed: u64) -> Self {
        Self::new(1, Element::seeded(seed), Finaliser::Mix)
    }

    #[inline]
    fn mask(&self, word: Word) -> R {
        match self.unit {
            Unit::Word => self.element(word),
            Unit::Byte => (0..).zip(word.to_le_bytes()).fold(R::default(), |mask, (place, byte)| {
                mask ^ self.element(u32::from(byte)).rotate(place * self.delta % R::WIDTH)
            }),
        }
    }

    #[inline]
    fn element(&self, word: Word) -> R {
        match self.element {
            Element::Identity => R::scale(word, 1),
            Element::Scaled(factor) => R::scale(word, factor),
            Element::Wang => R::scale(word, 1).wang() ^ R::default().wang(),
        }
    }

    #[inline]
    fn position(&self, slot: Slot) -> u32 {
        let units = match self.unit {
            Unit::Word => slot.0,
            Unit::Byte => slot.0.wrapping_mul(4),
        };
        units.wrapping_mul(self.delta) % R::WIDTH
    }
}

impl Cyclic<u32> {
    /// The function of the thesis, bit for bit.
    pub fn thesis() -> Self {
        Self::new(1, Element::GOLDEN_RATIO_32, Finaliser::None)
    }
}

impl<R: Ring> StateHasher for Cyclic<R> {
    fn digest(&self, words: &[Word]) -> Digest {
        self.finish(self.sum(words))
    }

    fn bits(&self) -> u32 {
        R::WIDTH
    }
}

impl<R: Ring> IncrementalHasher for Cyclic<R> {
    type Sum = R;

    #[inline]
    fn sum(&self, words: &[Word]) -> R {
        let slots = (0..).map(Slot).zip(words);
        slots.fold(R::default(), |sum, (slot, &word)| sum ^ self.mask(word).rotate(self.position(slot)))
    }

    #[inline]
    fn repair(&self, sum: R, slot: Slot, old: Word, new: Word) -> R {
        sum ^ (self.mask(old) ^ self.mask(new)).rotate(self.position(slot))
    }

    #[inline]
    fn finish(&self, sum: R) -> Digest {
        match self.finaliser {
            Finaliser::None => sum.digest(),
            Finaliser::Mix => Digest(mix64(sum.digest().0)),
            Finaliser::Wang => sum.wang().digest(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Transcribed from section 6.5.2 of the thesis, with the rotation by i modulo 32 that its text asks for.
    #[expect(clippy::manual_rotate, reason = "as printed there")]
    fn thesis_c_hash(k: u32, i: u32, ki: u32, ki_prime: u32) -> u32 {
        let diff = 2_654_435_761_u32.wrapping_mul(ki) ^ 2_654_435_761_u32.wrapping_mul(ki_prime);
        let i = i % 32;
        if i == 0 { k ^ diff } else { k ^ ((diff << i) | (diff >> (32 - i))) }
    }

    #[test]
    fn it_is_the_function_of_the_thesis() {
        let hasher = Cyclic::thesis();
        let mut sum = 0x1234_5678;
        for step in 0..200u32 {
            let (slot, old, new) = (step * 7 % 90, step * step, step * 31 + 1);
            let expected = thesis_c_hash(sum, slot, old, new);
            sum = hasher.repair(sum, Slot(slot), old, new);
            assert_eq!(sum, expected);
        }
    }

    #[test]
    fn slots_a_period_apart_alias() {
        let swapped = |a: Word, b: Word| {
            let mut words = vec![0; 40];
            (words[3], words[35]) = (a, b);
            Cyclic::thesis().digest(&words)
        };
        assert_eq!(swapped(5, 9), swapped(9, 5));
        assert_eq!(swapped(7, 7), Digest(0));
    }

    #[test]
    fn bytes_are_elements_with_their_addresses_as_indices() {
        let (bytes, words) = (Cyclic::thesis().of_units(Unit::Byte), Cyclic::thesis());
        let packed = [0x0403_0201, 0, 0x0000_0900];
        let apart = [1, 2, 3, 4, 0, 0, 0, 0, 0, 9, 0, 0];
        assert_eq!(bytes.digest(&packed), words.digest(&apart));
        let sum = bytes.repair(bytes.sum(&packed), Slot(2), 0x0000_0900, 0x0700_0000);
        assert_eq!(sum, bytes.sum(&[0x0403_0201, 0, 0x0700_0000]));
    }

    #[test]
    fn another_delta_moves_the_aliases() {
        let of = |a: Word, b: Word| {
            let mut words = vec![0; 40];
            (words[3], words[11]) = (a, b);
            [1, 4].map(|delta| Cyclic::<u32>::new(delta, Element::Wang, Finaliser::Mix).digest(&words))
        };
        assert_ne!(of(5, 9)[0], of(9, 5)[0]);
        assert_eq!(of(5, 9)[1], of(9, 5)[1]);
    }
}
