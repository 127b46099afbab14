//! The inner nodes of trees: pairs of 32-bit numbers, each kept once.
//!
//! A node is looked up several times per state, but kept once for many: its number is its place in the table, which
//! costs no second word and leaves it where it is.

use super::pairs::Supply;
use super::tree::PairTable;
use super::{Room, StoreFull};
use crate::digest::Digest;
use crate::hasher::keys::mix64;

/// The nodes. Numbers count from one; zero is the pair of two zeros.
#[derive(Debug, Default)]
pub(super) struct Nodes<T> {
    table: T,
    next: usize,
    len: usize,
}

impl<T: PairTable> Nodes<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The pair with this number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> u64 {
        (number as usize).checked_sub(1).and_then(|place| self.table.get(place)).unwrap_or(0)
    }

    /// The number of `pair`; it is less than `u32::MAX`. `used` bytes are taken by the rest of the store.
    #[inline]
    pub(super) fn number(&mut self, pair: u64, used: usize, room: &Room) -> Result<u32, StoreFull> {
        if pair == 0 {
            return Ok(0);
        }
        let supply = Supply {
            next: &mut self.next,
            used: used + self.table.bytes(),
            room: Room { expected: 0, ..*room },
        };
        let (place, new) = self.table.number(pair, Digest(mix64(pair)), supply)?;
        self.len += usize::from(new);
        u32::try_from(place + 1).map_err(|_| StoreFull::References)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pairs::Pairs;
    use super::super::tree_compact::CompactPairs;
    use super::*;

    fn numbers_are_unique_and_lead_back<T: PairTable>() {
        let (mut nodes, room) = (Nodes::<T>::default(), Room::default());
        // Of small numbers, of large ones, with either half zero.
        let pair = |n: u64| [n, n << 32, n << 32 | 7, mix64(n)][(n % 4) as usize];
        let numbers: Vec<u32> = (0..50_000).map(|n| nodes.number(pair(n), 0, &room).unwrap()).collect();
        for (n, &number) in (0..).zip(&numbers) {
            assert_eq!(nodes.number(pair(n), 0, &room), Ok(number));
            assert_eq!(nodes.get(number), pair(n));
        }
        assert_eq!((numbers[0], nodes.len()), (0, 49_999));
        assert_eq!(numbers.iter().collect::<std::collections::HashSet<_>>().len(), 50_000);
    }

    #[test]
    fn pairs_are_kept_once_and_found_by_number() {
        numbers_are_unique_and_lead_back::<Pairs>();
        numbers_are_unique_and_lead_back::<CompactPairs>();
    }

    #[test]
    fn a_limit_is_honoured() {
        let mut nodes = Nodes::<Pairs>::default();
        let room = Room { expected: 0, limit_bytes: Some(100_000) };
        let full = (1..).find_map(|pair| nodes.number(pair, 30_000, &room).err());
        assert_eq!(full, Some(StoreFull::Memory { limit: 100_000 }));
        assert!(nodes.bytes() + 30_000 <= 100_000 && nodes.len() > 5000, "{} nodes", nodes.len());
    }
}
