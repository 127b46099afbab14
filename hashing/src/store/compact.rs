//! Wolper, Leroy, "Reliable hashing without collision detection", CAV 1993 (hash compaction): fingerprints instead of states.
//!
//! A state is represented by the first 32, 40, 48 or 64 bits of its digest, and two states that share them are taken
//! for one: among n states n²/2^(b+1) are expected to be omitted that way. The fingerprint holds the index bits too, so
//! that probing never adds to the loss and the table can grow by stretching, as [`Exact`](super::Exact) does.

use super::line::{ByteLine, prefetch};
use super::pages::Pages;
use super::{Candidate, Insertion, LossyStore, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;

/// Fingerprints of `BYTES` bytes: 4, 5, 6 or 8.
#[derive(Debug)]
pub struct Compact<const BYTES: usize> {
    lines: Pages<ByteLine>,
    room: Room,
    digest_bits: u32,
    len: usize,
    grow_at: usize,
}

const FULL_PERCENT: usize = 92;
const CRAMMED_PERCENT: usize = 98;
const SMALLEST: usize = 16;

impl<const BYTES: usize> Compact<BYTES> {
    const BITS: u32 = 8 * BYTES as u32;
    const ENTRIES: usize = size_of::<ByteLine>() / BYTES;

    /// An empty store for digests with `digest_bits` independent bits.
    ///
    /// # Errors
    /// If the table for the states expected is beyond the limit or refused by the system.
    pub fn new(room: Room, digest_bits: u32) -> Result<Self, StoreFull> {
        const { assert!(BYTES >= 4 && BYTES <= 8, "fingerprints have 4 to 8 bytes") }
        let lines = room.expected.saturating_mul(100).div_ceil(FULL_PERCENT * Self::ENTRIES).max(SMALLEST);
        room.check(lines.saturating_mul(size_of::<ByteLine>()))?;
        Ok(Self {
            lines: Pages::zeroed(lines)?,
            room,
            digest_bits,
            len: 0,
            grow_at: Self::states(lines, FULL_PERCENT),
        })
    }

    fn states(lines: usize, percent: usize) -> usize {
        lines.saturating_mul(Self::ENTRIES * percent) / 100
    }

    /// Never zero, which marks an empty entry. Digests may ignore trailing zeros, so the length is mixed in where it
    /// moves no state to another line.
    #[inline]
    fn fingerprint(candidate: &Candidate<'_>) -> u64 {
        let print = (candidate.digest.0 >> (64 - Self::BITS)) ^ (candidate.words.len() as u64 & 0xff);
        print.max(1)
    }

    #[inline]
    fn home(fingerprint: u64, lines: usize) -> usize {
        ((u128::from(fingerprint << (64 - Self::BITS)) * lines as u128) >> 64) as usize
    }

    /// Where `fingerprint` is, or else where it belongs, and whether it is there.
    #[inline]
    fn find(lines: &[ByteLine], fingerprint: u64) -> (usize, usize, bool) {
        let mut index = Self::home(fingerprint, lines.len());
        loop {
            for place in 0..Self::ENTRIES {
                let entry = lines[index].get::<BYTES>(place);
                if entry == fingerprint || entry == 0 {
                    return (index, place, entry != 0);
                }
            }
            index = if index + 1 == lines.len() { 0 } else { index + 1 };
        }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), StoreFull> {
        let old = self.lines.len();
        let affordable = self.room.limit_bytes.map_or(usize::MAX, |limit| limit / size_of::<ByteLine>());
        // By a seventh: the table is all there is, and a larger step would leave more than two bytes in ten empty.
        let lines = (old + (old / 7).max(1)).min(affordable);
        if lines < old + old / 20 {
            let crammed = Self::states(old, CRAMMED_PERCENT);
            if self.len < crammed {
                self.grow_at = crammed;
                return Ok(());
            }
            return Err(StoreFull::Memory { limit: self.room.limit_bytes.unwrap_or(usize::MAX) });
        }
        let mut stretched = Pages::<ByteLine>::zeroed(lines)?;
        const RELEASE: usize = (2 << 20) / size_of::<ByteLine>();
        for index in 0..old {
            for place in 0..Self::ENTRIES {
                let entry = self.lines[index].get::<BYTES>(place);
                if entry != 0 {
                    let (index, place, _) = Self::find(&stretched, entry);
                    stretched[index].put::<BYTES>(place, entry);
                }
            }
            if index % RELEASE == RELEASE - 1 {
                self.lines.release(index + 1 - RELEASE..index + 1);
            }
        }
        self.lines = stretched;
        self.grow_at = Self::states(lines, FULL_PERCENT);
        Ok(())
    }
}

impl<const BYTES: usize> Store for Compact<BYTES> {
    #[inline]
    fn prefetch(&self, digest: Digest) {
        let fingerprint = digest.0 >> (64 - Self::BITS);
        prefetch(&raw const self.lines[Self::home(fingerprint, self.lines.len())]);
    }

    #[inline]
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let fingerprint = Self::fingerprint(&candidate);
        let (mut index, mut place, found) = Self::find(&self.lines, fingerprint);
        if found {
            return Ok(Insertion::Seen(StateRef::LOST));
        }
        if self.len >= self.grow_at {
            self.grow()?;
            (index, place, _) = Self::find(&self.lines, fingerprint);
        }
        self.lines[index].put::<BYTES>(place, fingerprint);
        self.len += 1;
        Ok(Insertion::New(StateRef::LOST))
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// Nothing is compared but fingerprints.
    fn conflicts(&self) -> u64 {
        0
    }
}

impl<const BYTES: usize> LossyStore for Compact<BYTES> {
    fn expected_omissions(&self) -> f64 {
        let pairs = self.len as f64 * (self.len as f64 - 1.0) / 2.0;
        pairs.max(0.0) / 2f64.powi(Self::BITS.min(self.digest_bits).cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::{Multilinear, StateHasher};

    fn losses<const BYTES: usize>(states: u32) -> (usize, f64, f64) {
        let hasher = Multilinear::new(2);
        let mut store = Compact::<BYTES>::new(Room::default(), 64).unwrap();
        for n in 0..states {
            let words = [n, 1, n >> 7];
            store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap();
        }
        let bytes = store.bytes() as f64 / f64::from(states);
        (states as usize - store.len(), store.expected_omissions(), bytes)
    }

    #[test]
    fn losses_are_those_expected() {
        let (lost, expected, bytes) = losses::<4>(400_000);
        assert!((expected - 18.6).abs() < 0.1, "{expected} expected");
        assert!((5..40).contains(&lost), "{lost} lost, {expected} expected");
        assert!(bytes < 6.0, "{bytes} bytes per state");
        for (lost, _, bytes) in [losses::<5>(400_000), losses::<6>(400_000), losses::<8>(400_000)] {
            assert!(lost <= 2 && bytes < 11.7, "{lost} lost, {bytes} bytes per state");
        }
    }

    #[test]
    fn vectors_that_differ_in_trailing_zeros_are_kept_apart() {
        let mut store = Compact::<8>::new(Room::default(), 64).unwrap();
        let digest = Multilinear::new(2).digest(&[5]);
        assert!(store.insert(Candidate::root(digest, &[5])).unwrap().is_new());
        assert!(store.insert(Candidate::root(digest, &[5, 0])).unwrap().is_new());
        assert!(!store.insert(Candidate::root(digest, &[5])).unwrap().is_new());
    }
}
