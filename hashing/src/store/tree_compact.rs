//! Laarman, "Optimal compression of combinatorial state spaces", ISSE 2019: a tree whose pairs are quotiented to four bytes.
//!
//! After Cleary, "Compact hash tables using bidirectional linear probing", IEEE ToC 1984, an invertible function makes of
//! a pair a line and a remainder, and only the remainder is stored. Cleary moves entries; here they stay, so that
//! references are stable and an entry can be published by one store: there are four functions, a pair goes to the first
//! whose line is not full, and its entry says which. Lines fill from left to right and nothing is removed, so a search
//! ends at the first line with a vacancy. What finds no place, or has numbers too wide for the remainder, goes to an
//! ordinary table of pairs.
//!
//! ```text
//! 31 30    29 28            0
//! ┌─┬────────┬───────────────┐
//! │1│function│   remainder   │   × 16 = 64 bytes; zero is an empty entry
//! └─┴────────┴───────────────┘
//! ```

use super::line::{ByteLine, prefetch};
use super::pages::Pages;
use super::pairs::{Pairs, Supply, lines_to_add};
use super::tree::{Forest, PairTable, forward};
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::hasher::keys::splitmix;
use crate::state::Word;

const FUNCTIONS: u32 = 4;
const REMAINDER_BITS: u32 = 29;
const OCCUPIED: u32 = 1 << 31;
const ENTRIES: usize = 16;
const FULL_PERCENT: usize = 92;
const ROUNDS: u32 = 4;
/// The oldest segments, which are small.
const SMALL_SEGMENTS: usize = 4;

const FACTORS: [u64; (FUNCTIONS * ROUNDS) as usize] = {
    let mut factors = [0; (FUNCTIONS * ROUNDS) as usize];
    let mut n = 0;
    while n < factors.len() {
        factors[n] = splitmix(0, n as u64) | 1;
        n += 1;
    }
    factors
};

/// A balanced Feistel network: a bijection of pairs of `bits`-bit numbers. Its rounds need only spread, not hide.
fn permute(function: u32, bits: u32, (mut left, mut right): (u32, u32)) -> u64 {
    for round in 0..ROUNDS {
        (left, right) = (right, left ^ scramble(function, round, right, bits));
    }
    u64::from(left) << bits | u64::from(right)
}

fn invert(function: u32, bits: u32, permuted: u64) -> (u32, u32) {
    let mask = (1u64 << bits) - 1;
    let (mut left, mut right) = ((permuted >> bits) as u32, (permuted & mask) as u32);
    for round in (0..ROUNDS).rev() {
        (left, right) = (right ^ scramble(function, round, left, bits), left);
    }
    (left, right)
}

/// The high bits of a product with a random odd number depend on all of `half`.
#[inline]
fn scramble(function: u32, round: u32, half: u32, bits: u32) -> u32 {
    let factor = FACTORS[(function * ROUNDS + round) as usize];
    ((u64::from(half) + 1).wrapping_mul(factor) >> (64 - bits)) as u32
}

/// One quotienting table.
#[derive(Debug)]
struct Segment {
    lines: Pages<ByteLine>,
    base: usize,
    len: usize,
    /// The width of the numbers it can hold.
    bits: u32,
    /// How many permuted values share a line.
    span: u64,
}

/// The outcome of a search in a segment.
enum Found {
    At(usize),
    /// It is not there; this entry would be the next, at this place.
    Vacancy(usize, u32),
    /// It is not there, and has no place there.
    NoPlace,
}

impl Segment {
    fn new(lines: usize, base: usize) -> Result<Self, StoreFull> {
        // As wide as the remainder allows: 2·bits - log2(lines) ≤ 29.
        let bits = ((REMAINDER_BITS + lines.max(1).ilog2()) / 2).min(31);
        let span = (1u64 << (2 * bits)).div_ceil(lines as u64);
        Ok(Self { lines: Pages::zeroed(lines)?, base, len: 0, bits, span })
    }

    fn is_full(&self) -> bool {
        self.len >= self.lines.len() * ENTRIES * FULL_PERCENT / 100
    }

    /// Whether the numbers of a pair are narrow enough.
    #[inline]
    fn fits(&self, halves: (u32, u32)) -> bool {
        (halves.0 | halves.1) >> self.bits == 0
    }

    /// The line and the remainder that a function makes of a pair.
    #[inline]
    fn quotient(&self, function: u32, halves: (u32, u32)) -> (usize, u32) {
        let permuted = permute(function, self.bits, halves);
        ((permuted / self.span) as usize, (permuted % self.span) as u32)
    }

    /// Starts fetching the line that a search looks at first.
    #[inline]
    fn prefetch(&self, halves: (u32, u32)) {
        if self.fits(halves) {
            prefetch(self.lines.as_ptr().wrapping_add(self.quotient(0, halves).0));
        }
    }

    #[inline]
    fn find(&self, halves: (u32, u32)) -> Found {
        if !self.fits(halves) {
            return Found::NoPlace;
        }
        for function in 0..FUNCTIONS {
            let (line, remainder) = self.quotient(function, halves);
            let entry = OCCUPIED | function << REMAINDER_BITS | remainder;
            for place in 0..ENTRIES {
                let stored = self.lines[line].get::<4>(place) as u32;
                if stored == entry {
                    return Found::At(line * ENTRIES + place);
                }
                if stored == 0 {
                    return Found::Vacancy(line * ENTRIES + place, entry);
                }
            }
        }
        Found::NoPlace
    }

    fn get(&self, place: usize) -> Option<(u32, u32)> {
        let line = place / ENTRIES;
        let entry = self.lines.get(line)?.get::<4>(place % ENTRIES) as u32;
        let function = entry >> REMAINDER_BITS & (FUNCTIONS - 1);
        let remainder = u64::from(entry & ((1 << REMAINDER_BITS) - 1));
        (entry != 0).then(|| invert(function, self.bits, line as u64 * self.span + remainder))
    }
}

/// Quotienting tables, and a table for what does not fit them.
#[derive(Debug, Default)]
pub(super) struct CompactPairs {
    segments: Vec<Segment>,
    /// Bytes of the segments.
    bytes: usize,
    overflow: Pairs,
}

impl CompactPairs {
    #[cold]
    fn open(&mut self, supply: &mut Supply<'_>) -> Result<(), StoreFull> {
        let total = self.segments.iter().map(|segment| segment.lines.len()).sum();
        let lines = lines_to_add(total, ENTRIES, supply)?;
        let base = supply.number(lines * ENTRIES)?;
        let segment = Segment::new(lines, base)?;
        self.bytes += segment.lines.bytes();
        self.segments.push(segment);
        Ok(())
    }
}

impl PairTable for CompactPairs {
    fn number(
        &mut self,
        pair: u64,
        digest: Digest,
        mut supply: Supply<'_>,
    ) -> Result<(usize, bool), StoreFull> {
        let halves = ((pair >> 32) as u32, pair as u32);
        // A few small segments are in the caches.
        if self.segments.len() > SMALL_SEGMENTS {
            for segment in self.segments[SMALL_SEGMENTS - 1..].iter().rev() {
                segment.prefetch(halves);
            }
        }
        let mut newest = Found::NoPlace;
        let mut elsewhere = false;
        for (age, segment) in self.segments.iter().rev().enumerate() {
            match segment.find(halves) {
                Found::At(place) => return Ok((segment.base + place, false)),
                found => {
                    elsewhere |= matches!(found, Found::NoPlace);
                    if age == 0 {
                        newest = found;
                    }
                }
            }
        }
        if elsewhere && let Some(number) = self.overflow.find(pair, digest) {
            return Ok((number, false));
        }
        if self.segments.last().is_none_or(Segment::is_full) {
            match self.open(&mut supply) {
                Ok(()) => {
                    newest = self.segments.last().map_or(Found::NoPlace, |segment| segment.find(halves))
                }
                // Nearly full is not full: entries go on being placed as long as lines have vacancies.
                Err(full) if self.segments.is_empty() => return Err(full),
                Err(_) => {}
            }
        }
        match (newest, self.segments.last_mut()) {
            (Found::Vacancy(place, entry), Some(segment)) => {
                segment.lines[place / ENTRIES].put::<4>(place % ENTRIES, entry.into());
                segment.len += 1;
                Ok((segment.base + place, true))
            }
            _ => {
                supply.room.expected = 0;
                self.overflow.number(pair, digest, supply)
            }
        }
    }

    fn get(&self, number: usize) -> Option<u64> {
        let segment = self.segments.iter().rev().find(|segment| segment.base <= number);
        let halves = segment.and_then(|segment| {
            let place = number - segment.base;
            (place < segment.lines.len() * ENTRIES).then(|| segment.get(place))
        });
        match halves {
            Some(halves) => halves.map(|(left, right)| u64::from(left) << 32 | u64::from(right)),
            None => self.overflow.get(number),
        }
    }

    /// The line follows from the pair, which is not known before the tree is built.
    fn prefetch(&self, _digest: Digest) {}

    fn bytes(&self) -> usize {
        self.bytes + self.overflow.bytes()
    }
}

/// Tree compression with four-byte roots.
#[derive(Debug)]
pub struct TreeCompact(Forest<CompactPairs>);

impl TreeCompact {
    /// An empty store.
    ///
    /// # Errors
    /// None at present: the first memory is taken with the first state.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        Ok(Self(Forest::new(room)))
    }
}

forward!(TreeCompact);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::keys::mix64;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_function_is_invertible(function in 0..FUNCTIONS, bits in 8..32u32, left: u32, right: u32) {
            let halves = (left >> (32 - bits), right >> (32 - bits));
            let permuted = permute(function, bits, halves);
            prop_assert!(permuted < 1 << (2 * bits));
            prop_assert_eq!(invert(function, bits, permuted), halves);
        }
    }

    #[test]
    fn numbers_too_wide_for_a_segment_are_kept_elsewhere() {
        let (mut roots, mut next) = (CompactPairs::default(), 0);
        let pairs = (1..3000u64).map(|n| if n % 3 == 0 { mix64(n) | 1 } else { (n << 32) | (n * 7) });
        let pairs: Vec<u64> = pairs.collect();
        let mut number = |pair: u64| {
            let supply = Supply { next: &mut next, used: 0, room: Room::default() };
            roots.number(pair, Digest(mix64(pair)), supply).unwrap()
        };
        let numbers: Vec<_> = pairs.iter().map(|&pair| number(pair)).collect();
        assert!(numbers.iter().all(|&(_, new)| new));
        for (&pair, &(first, _)) in pairs.iter().zip(&numbers) {
            assert_eq!(number(pair), (first, false));
        }
        for (&pair, &(number, _)) in pairs.iter().zip(&numbers) {
            assert_eq!(roots.get(number), Some(pair));
        }
    }

    #[test]
    fn a_product_of_counters_takes_little_more_than_four_bytes_a_state() {
        let room = Room { expected: 1 << 18, limit_bytes: None };
        let mut store = TreeCompact::new(room).unwrap();
        for n in 0..1u32 << 18 {
            let words: Vec<Word> = (0..18).map(|i| n >> i & 1).collect();
            store.insert(Candidate::root(Digest(mix64(n.into())), &words)).unwrap();
        }
        assert!(store.bytes() < 5 * store.len(), "{} bytes", store.bytes());
    }
}
