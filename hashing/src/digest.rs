//! `Digest`: 64 hash bits of one state, cut into disjoint ranges so that index, tag and owner stay independent.
//!
//! ```text
//! 63                                24 23        8 7      0
//! ┌───────────────────────────────────┬───────────┬────────┐
//! │ index (and its first 32: prefix)  │    tag    │ owner  │
//! └───────────────────────────────────┴───────────┴────────┘
//! ```
//!
//! The index is taken from the *high* bits by multiplication, so it is monotone in the digest: tables may have any
//! size, and growing one is a sequential stretch instead of a random scatter (as TLC's fingerprint set does).

/// The digest of one state: 64 bits that a store cuts into an index, a tag and an owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Digest(pub u64);

impl Digest {
    /// Number of low bits that no index looks at.
    const BELOW_INDEX: u32 = 24;

    /// A bucket in `0..buckets`, from bits 63..24; monotone in the digest. `buckets` must not be zero.
    #[inline]
    pub fn index(self, buckets: u64) -> u64 {
        let high = self.0 >> Self::BELOW_INDEX << Self::BELOW_INDEX;
        ((u128::from(high) * u128::from(buckets)) >> 64) as u64
    }

    /// Bits 63..32: as many index bits as a table of at most 2^32 buckets can use.
    #[inline]
    pub fn prefix(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Bits 23..8: tells apart most states that share a bucket.
    #[inline]
    pub fn tag(self) -> u16 {
        (self.0 >> 8) as u16
    }

    /// A share in `0..owners`, from bits 7..0: the thread or machine responsible for the state.
    #[inline]
    pub fn owner(self, owners: u8) -> u8 {
        (((self.0 & 0xff) * u64::from(owners)) >> 8) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_disjoint() {
        let index_only = Digest(u64::MAX << 24);
        assert_eq!((index_only.tag(), index_only.owner(255)), (0, 0));
        let tag_only = Digest(0xffff << 8);
        assert_eq!((tag_only.index(1 << 40), tag_only.tag(), tag_only.owner(255)), (0, 0xffff, 0));
        let owner_only = Digest(0xff);
        assert_eq!((owner_only.index(1 << 40), owner_only.tag(), owner_only.owner(255)), (0, 0, 254));
    }

    #[test]
    fn the_index_covers_any_table_size_and_is_monotone() {
        for buckets in [1u64, 3, 10, 1000, (1 << 33) + 7] {
            assert_eq!(Digest(0).index(buckets), 0);
            assert_eq!(Digest(u64::MAX).index(buckets), buckets - 1);
            let mut last = 0;
            for step in 0..1000u64 {
                let index = Digest(step * (u64::MAX / 1000)).index(buckets);
                assert!(index >= last && index < buckets);
                last = index;
            }
        }
    }
}
