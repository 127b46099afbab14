//! Byte masks, after the `compress` function of Spin's verifiers: bytes of a vector that are always zero are not stored.

use crate::state::Word;

/// How many bytes of each slot can differ from zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packing {
    widths: Vec<u8>,
}

impl Packing {
    /// Slot i is kept in `widths[i]` bytes (at most four); slots beyond the list are kept whole.
    ///
    /// A width must be enough for every value its slot will hold, or states that differ will be taken for one.
    pub fn new(widths: Vec<u8>) -> Self {
        Self { widths }
    }

    fn width(&self, slot: usize) -> usize {
        self.widths.get(slot).map_or(4, |&width| usize::from(width.min(4)))
    }

    /// Replaces `packed` by the length of `words` and their bytes, zero-padded to whole words.
    pub(super) fn pack(&self, words: &[Word], packed: &mut Vec<Word>) {
        packed.clear();
        packed.push(words.len() as Word);
        let (mut buffer, mut filled) = (0u64, 0);
        for (slot, &word) in words.iter().enumerate() {
            let bits = 8 * self.width(slot);
            buffer |= (u64::from(word) & ((1 << bits) - 1)) << filled;
            filled += bits;
            if filled >= 32 {
                packed.push(buffer as Word);
                buffer >>= 32;
                filled -= 32;
            }
        }
        if filled > 0 {
            packed.push(buffer as Word);
        }
    }

    /// The inverse of [`pack`](Self::pack).
    pub(super) fn unpack(&self, packed: &[Word], words: &mut Vec<Word>) {
        words.clear();
        let Some((&len, packed)) = packed.split_first() else {
            return;
        };
        let mut rest = packed.iter();
        let (mut buffer, mut filled) = (0u64, 0);
        for slot in 0..len as usize {
            let bits = 8 * self.width(slot);
            if filled < bits {
                buffer |= u64::from(rest.next().copied().unwrap_or(0)) << filled;
                filled += 32;
            }
            words.push((buffer & ((1 << bits) - 1)) as Word);
            buffer >>= bits;
            filled -= bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unpacking_undoes_packing(slots in prop::collection::vec((0..5u8, any::<u32>()), 0..40), whole in 0..10usize) {
            let packing = Packing::new(slots.iter().map(|&(width, _)| width).collect());
            let masked = slots.iter().map(|&(width, word)| (u64::from(word) & ((1 << (8 * width)) - 1)) as u32);
            let words: Vec<u32> = masked.chain((0..whole as u32).map(|n| n * 0x0101_0101)).collect();
            let (mut packed, mut back) = (Vec::new(), Vec::new());
            packing.pack(&words, &mut packed);
            packing.unpack(&packed, &mut back);
            prop_assert_eq!(back, words);
        }
    }

    #[test]
    fn bytes_take_a_quarter() {
        let mut packed = Vec::new();
        Packing::new(vec![1; 8]).pack(&[1, 2, 3, 4, 5, 6, 7, 8], &mut packed);
        assert_eq!(packed, [8, 0x0403_0201, 0x0807_0605]);
    }
}
