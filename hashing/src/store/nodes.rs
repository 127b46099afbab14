//! The inner nodes of trees: pairs of 32-bit numbers, each kept once and numbered in the order of arrival.
//!
//! Nodes are few beside states and looked up several times per state, so that here, unlike for roots, a second
//! word per pair is well spent: it buys dense numbers and one table instead of several.

use super::index::{Index, Probe};
use super::segments::Segments;
use super::{Room, StoreFull};
use crate::digest::Digest;
use crate::hasher::keys::mix64;

/// The nodes. Numbers count from one; zero is the pair of two zeros.
#[derive(Debug)]
pub(super) struct Nodes {
    index: Index,
    pairs: Segments<u64>,
}

impl Nodes {
    pub(super) fn new() -> Result<Self, StoreFull> {
        Ok(Self { index: Index::new(0)?, pairs: Segments::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.index.bytes() + self.pairs.bytes()
    }

    /// The pair with this number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> u64 {
        match (number as usize).checked_sub(1) {
            Some(place) if place < self.pairs.len() => self.pairs[place],
            _ => 0,
        }
    }

    /// The number of `pair`. `used` bytes are taken by the rest of the store.
    #[inline]
    pub(super) fn number(&mut self, pair: u64, used: usize, room: &Room) -> Result<u32, StoreFull> {
        if pair == 0 {
            return Ok(0);
        }
        let digest = Digest(mix64(pair));
        let pairs = &self.pairs;
        match self.index.probe(digest, |number| pairs[number as usize - 1] == pair) {
            Probe::Found(number) => Ok(number),
            Probe::Vacant(_) => self.add(pair, digest, used, room),
        }
    }

    fn add(&mut self, pair: u64, digest: Digest, used: usize, room: &Room) -> Result<u32, StoreFull> {
        room.check(used + self.bytes() + size_of::<u64>())?;
        if self.index.is_due() {
            let left = room.limit_bytes.map(|limit| limit.saturating_sub(used));
            let most = left.map_or(usize::MAX, |left| left / (size_of::<u64>() + Index::ENTRY_BYTES));
            if !self.index.grow(most)? {
                return Err(StoreFull::Memory { limit: room.limit_bytes.unwrap_or(usize::MAX) });
            }
        }
        let Probe::Vacant(vacancy) = self.index.probe(digest, |_| false) else {
            return Err(StoreFull::References);
        };
        // The largest number is left out, so that one can be added to any.
        let number = u32::try_from(self.pairs.len() + 1).ok().filter(|&number| number < u32::MAX);
        let number = number.ok_or(StoreFull::References)?;
        self.pairs.push(pair)?;
        self.index.put(vacancy, digest, number);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_order_and_once() {
        let mut nodes = Nodes::new().unwrap();
        let room = Room::default();
        for _ in 0..2 {
            for pair in 0..50_000u64 {
                assert_eq!(nodes.number(pair, 0, &room), Ok(pair as u32));
                assert_eq!(nodes.get(pair as u32), pair);
            }
        }
        assert_eq!(nodes.len(), 49_999);
    }

    #[test]
    fn a_limit_is_honoured() {
        let mut nodes = Nodes::new().unwrap();
        let room = Room { expected: 0, limit_bytes: Some(100_000) };
        let full = (1..).find_map(|pair| nodes.number(pair, 30_000, &room).err());
        assert_eq!(full, Some(StoreFull::Memory { limit: 100_000 }));
        assert!(nodes.bytes() + 30_000 <= 100_000 && nodes.len() > 3000, "{} nodes", nodes.len());
    }
}
