//! Holzmann's suggestion in section 6.7 of the thesis: on a change, rehash the record it lies in, not the one element.
//!
//! The vector is cut into records of equal length; the sum is the xor of a hash per record and position. A write costs
//! a hash of its record. It was meant for elements without addresses, bit-fields, which share a word with others; here it
//! is the middle ground between `Full` and `Incremental` to measure against.

use super::keys::{Keys, mix64};
use crate::digest::Digest;
use crate::policy::DigestPolicy;
use crate::state::{Slot, Word};

/// The digest policy that rehashes the record of a write.
#[derive(Clone, Debug)]
pub struct Recordwise {
    keys: Keys,
    record: usize,
    sum: u64,
}

impl Recordwise {
    /// Records of `record` words (at least one); `seed` selects the hash.
    pub fn new(seed: u64, record: usize) -> Self {
        Self { keys: Keys::new(seed), record: record.max(1), sum: 0 }
    }

    /// The digest of `words`, from scratch.
    pub fn digest(&self, words: &[Word]) -> Digest {
        Digest(mix64(self.sum(words)))
    }

    fn sum(&self, words: &[Word]) -> u64 {
        let records = words.chunks(self.record).enumerate();
        records.fold(0, |sum, (number, record)| sum ^ self.hash(number, record.iter().copied()))
    }

    /// A chain of mixers over the record, keyed by its position. A record of zeros, however long, has the hash zero.
    #[inline]
    fn hash(&self, number: usize, record: impl Iterator<Item = Word>) -> u64 {
        let key = self.keys.of(Slot(number as u32));
        let mut hash = 0;
        for (place, word) in (1u64..).zip(record) {
            if word != 0 {
                hash = mix64(hash ^ key ^ (place << 32 | u64::from(word)));
            }
        }
        hash
    }
}

impl DigestPolicy for Recordwise {
    type Saved = u64;

    fn reserve(&mut self, slots: usize) {
        self.keys.reserve(slots.div_ceil(self.record));
    }
    fn reset(&mut self, words: &[Word]) {
        self.sum = self.sum(words);
    }
    #[inline]
    fn wrote(&mut self, words: &[Word], slot: Slot, old: Word, _new: Word) {
        let number = slot.index() / self.record;
        let start = number * self.record;
        let record = &words[start..words.len().min(start + self.record)];
        let place = slot.index() - start;
        let before = record.iter().enumerate().map(|(at, &word)| if at == place { old } else { word });
        self.sum ^= self.hash(number, before) ^ self.hash(number, record.iter().copied());
    }
    #[inline]
    fn current(&self, _words: &[Word]) -> Digest {
        Digest(mix64(self.sum))
    }
    #[inline]
    fn save(&self) -> u64 {
        self.sum
    }
    #[inline]
    fn restore(&mut self, saved: u64) {
        self.sum = saved;
    }
}
