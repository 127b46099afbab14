//! Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (SplitMix64): keys per slot from one seed.
//!
//! SplitMix64 is a counter pushed through a bijective mixer, so the key of any slot can be had directly, without
//! those before it. The table is only a cache of that function and may be shorter than the vector.

use crate::state::Slot;

/// 2^64 divided by the golden ratio, made odd.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Stafford's "variant 13" of the 64-bit finaliser of MurmurHash3: a bijection in which every input bit
/// changes every output bit with probability near one half.
#[inline]
pub(crate) const fn mix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The `n`-th output of SplitMix64 started at `seed`.
#[inline]
pub(crate) const fn splitmix(seed: u64, n: u64) -> u64 {
    mix64(seed.wrapping_add(GAMMA.wrapping_mul(n.wrapping_add(1))))
}

/// One 64-bit key per slot.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    seed: u64,
    table: Vec<u64>,
}

impl Keys {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, table: Vec::new() }
    }

    pub(crate) fn reserve(&mut self, slots: usize) {
        for n in self.table.len()..slots {
            self.table.push(splitmix(self.seed, n as u64));
        }
    }

    #[inline]
    pub(crate) fn of(&self, slot: Slot) -> u64 {
        match self.table.get(slot.index()) {
            Some(&key) => key,
            None => self.uncached(slot),
        }
    }

    /// The keys of the first slots.
    #[inline]
    pub(crate) fn cached(&self) -> &[u64] {
        &self.table
    }

    #[cold]
    #[inline(never)]
    fn uncached(&self, slot: Slot) -> u64 {
        splitmix(self.seed, u64::from(slot.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence_from_seed_1234567_comes_out() {
        let expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        for (n, value) in expected.into_iter().enumerate() {
            assert_eq!(splitmix(1234567, n as u64), value);
        }
    }

    #[test]
    fn a_key_is_the_same_from_the_table_and_without_it() {
        let bare = Keys::new(7);
        let mut cached = Keys::new(7);
        cached.reserve(10);
        for slot in (0..20).map(Slot) {
            assert_eq!(bare.of(slot), cached.of(slot));
        }
    }
}
