//! Where variables live: bit-packed, never across a word boundary.
//!
//! Scalars take just their bits, arrays a power-of-two stride so that an index is a shift, structures
//! and channels are packed in themselves. Large things are placed first; small ones fill the gaps.

use std::collections::HashMap;

/// Allocates bits in a row of 32-bit words.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    /// Bits used in each word, from the low end.
    used: Vec<u8>,
    /// For a size and alignment, how many words in front have no room for it; they never will have.
    n_full: HashMap<(u32, u32), usize>,
}

/// Bits per word.
const WORD: u32 = 32;

impl Packer {
    /// Words in use.
    pub fn words(&self) -> u32 {
        self.used.len() as u32
    }

    /// Bits in use up to the highest one.
    pub fn bits(&self) -> u32 {
        match self.used.last() {
            Some(&last) => (self.words() - 1) * WORD + u32::from(last),
            None => 0,
        }
    }

    /// Places `bits` bits aligned to `alignment` (a power of two up to 32, or a multiple of 32 bits)
    /// and gives the first one. At most 32 bits stay within one word.
    pub fn place(&mut self, bits: u32, alignment: u32) -> u32 {
        if WORD < bits {
            let first = self.words() * WORD;
            let n_words = bits.div_ceil(WORD);
            self.used.extend(std::iter::repeat_n(WORD as u8, n_words as usize - 1));
            self.used.push((bits - (n_words - 1) * WORD) as u8);
            return first;
        }
        let alignment = alignment.clamp(1, WORD);
        let n_full = self.n_full.entry((bits, alignment)).or_default();
        for (word, used) in self.used.iter_mut().enumerate().skip(*n_full) {
            let start = u32::from(*used).next_multiple_of(alignment);
            if start + bits <= WORD {
                *used = (start + bits) as u8;
                *n_full = word;
                return word as u32 * WORD + start;
            }
        }
        *n_full = self.used.len();
        self.used.push(bits as u8);
        (self.words() - 1) * WORD
    }
}

/// The distance between elements of `bits` bits such that none crosses a word boundary.
pub fn stride(bits: u32) -> u32 {
    if bits <= WORD { bits.max(1).next_power_of_two() } else { bits.next_multiple_of(WORD) }
}

/// Something to place: its size in bits and how it is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Size in bits.
    pub bits: u32,
    /// Alignment in bits.
    pub alignment: u32,
}

impl Extent {
    /// A scalar.
    pub fn scalar(bits: u32) -> Self {
        Self { bits, alignment: 1 }
    }

    /// An array or a single structure: `length` elements at the given stride.
    pub fn array(stride: u32, length: u32) -> Option<Self> {
        let bits = stride.checked_mul(length).filter(|&bits| bits <= MAX_BITS)?;
        Some(Self { bits, alignment: stride })
    }
}

/// The largest area, in bits: a stated bound that keeps bit addresses in 32 bits.
pub const MAX_BITS: u32 = 1 << 28;

/// Places everything, largest first, and gives the first bit of each.
pub fn place_all(packer: &mut Packer, extents: &[Extent]) -> Option<Vec<u32>> {
    let mut order: Vec<usize> = (0..extents.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(extents[i].bits), i));
    let mut total: u64 = u64::from(packer.bits());
    let mut places = vec![0; extents.len()];
    for i in order {
        total += u64::from(extents[i].bits) + u64::from(WORD);
        if u64::from(MAX_BITS) * 2 < total {
            return None;
        }
        if 0 < extents[i].bits {
            places[i] = packer.place(extents[i].bits, extents[i].alignment);
        }
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_things_fill_the_gaps_that_large_ones_leave() {
        let mut packer = Packer::default();
        let extents = [Extent::scalar(1), Extent::scalar(32), Extent::scalar(8), Extent::scalar(16)];
        let places = place_all(&mut packer, &extents).unwrap();
        assert_eq!(packer.words(), 2);
        assert_eq!(places, [32 + 24, 0, 32 + 16, 32]);
    }

    #[test]
    fn nothing_crosses_a_word_boundary() {
        let mut packer = Packer::default();
        for bits in [5, 9, 13, 7, 3, 30, 2, 1, 17, 40] {
            let first = packer.place(bits, 1);
            if bits <= 32 {
                assert!(first % 32 + bits <= 32, "{bits} bits at {first}");
            } else {
                assert_eq!(first % 32, 0);
            }
        }
    }

    #[test]
    fn array_elements_are_aligned_to_their_stride() {
        let mut packer = Packer::default();
        packer.place(3, 1);
        let first = packer.place(4 * 8, 8);
        assert_eq!(first, 32);
        let second = packer.place(2 * 8, 8);
        assert_eq!(second, 8);
    }
}
