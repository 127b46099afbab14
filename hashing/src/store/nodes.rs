//! The inner nodes of trees: pairs of 32-bit numbers, each kept once.
//!
//! A node is looked up several times per state, but kept once for many: its number is its place in the table, which
//! costs no second word and leaves it where it is. A table that grows without moving consists of segments that are all
//! probed; as the same nodes are looked up again and again, a small cache of the last answers spares most of that.

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
    recent: Recent,
}

/// Pairs looked up lately, with their numbers; zero is an empty entry.
#[derive(Debug, Default)]
struct Recent {
    pairs: Vec<u64>,
    numbers: Vec<u32>,
}

impl Recent {
    /// Entries when there are enough nodes: what a second-level cache holds without noticing.
    const MOST: usize = 1 << 14;
    /// Nodes per entry while there are few.
    const SHARE: usize = 16;

    #[inline]
    fn place(&self, digest: Digest) -> usize {
        digest.index(self.pairs.len() as u64) as usize
    }

    #[inline]
    fn get(&self, pair: u64, digest: Digest) -> Option<u32> {
        let place = self.place(digest);
        (self.pairs.get(place) == Some(&pair)).then(|| self.numbers[place])
    }

    #[inline]
    fn put(&mut self, pair: u64, digest: Digest, number: u32) {
        let place = self.place(digest);
        if let (Some(at), Some(its_number)) = (self.pairs.get_mut(place), self.numbers.get_mut(place)) {
            (*at, *its_number) = (pair, number);
        }
    }

    /// Doubles the cache, and forgets, if `nodes` are enough for that and `allowed` bytes, too.
    #[cold]
    fn grow(&mut self, nodes: usize, allowed: usize) {
        let entries = (2 * self.pairs.len()).max(256);
        if nodes >= Self::SHARE * entries && entries <= Self::MOST && 12 * entries <= allowed / 64 {
            self.pairs = vec![0; entries];
            self.numbers = vec![0; entries];
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.pairs[..]) + size_of_val(&self.numbers[..])
    }
}

impl<T: PairTable> Nodes<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.recent.bytes()
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
        let digest = Digest(mix64(pair));
        if let Some(number) = self.recent.get(pair, digest) {
            return Ok(number);
        }
        let used = used + self.bytes();
        let supply = Supply { next: &mut self.next, used, room: Room { expected: 0, ..*room } };
        let (place, new) = self.table.number(pair, digest, supply)?;
        self.len += usize::from(new);
        let number = u32::try_from(place + 1).map_err(|_| StoreFull::References)?;
        self.recent.put(pair, digest, number);
        if new && self.len.is_power_of_two() {
            self.recent
                .grow(self.len, room.limit_bytes.map_or(usize::MAX, |limit| limit.saturating_sub(used)));
        }
        Ok(number)
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

    /// Starts near the last number there is.
    fn runs_out_of_numbers_without_losing_a_pair<T: PairTable>() {
        let mut nodes = Nodes::<T> { next: u32::MAX as usize - 20_000, ..Nodes::default() };
        let room = Room::default();
        let mut numbers = Vec::new();
        let full = (1..).find_map(|n| match nodes.number(mix64(n), 0, &room) {
            Ok(number) => {
                numbers.push((mix64(n), number));
                None
            }
            Err(full) => Some(full),
        });
        assert_eq!(full, Some(StoreFull::References));
        assert!(numbers.len() > 2000, "{} pairs", numbers.len());
        for (pair, number) in numbers {
            assert!(number < u32::MAX);
            assert_eq!((nodes.number(pair, 0, &room), nodes.get(number)), (Ok(number), pair));
        }
    }

    #[test]
    fn numbers_end_before_they_repeat() {
        runs_out_of_numbers_without_losing_a_pair::<Pairs>();
        runs_out_of_numbers_without_losing_a_pair::<CompactPairs>();
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
