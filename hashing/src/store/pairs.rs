//! The table of tree nodes, after Laarman, van de Pol, Weber, "Parallel recursive state compression for free", SPIN 2011:
//! a set of pairs of 32-bit numbers, not both zero, whose members never move, and which can grow.
//!
//! The number of a pair is the place of its entry, so an entry can neither move nor need a second word. Growth
//! therefore adds a *segment*: a table of its own, probed besides the older ones, which stay as they are. Small tables
//! grow fourfold; large ones grow by a quarter, because an empty segment is what memory is lost to: with segments nine
//! tenths full a pair takes 8.9 to 11.1 bytes. The price is a cache line per segment in every search in vain; they are
//! fetched all together.

use super::line::{Line, prefetch};
use super::pages::Pages;
use super::{Room, StoreFull};
use crate::digest::Digest;

const FULL_PERCENT: usize = 90;
const CRAMMED_PERCENT: usize = 96;
const SMALLEST: usize = 64;
/// Lines from which on growing is by steps.
const LARGE: usize = 1 << 13;
/// The part of its size that a large table adds, as a divisor.
const STEP: usize = 4;

/// One open-addressed table.
#[derive(Debug)]
struct Segment {
    lines: Pages<Line>,
    /// The number of its first entry.
    base: usize,
    len: usize,
}

impl Segment {
    fn slots(&self) -> usize {
        self.lines.len() * Line::ENTRIES
    }

    /// The place of `pair`, or else the first vacancy, and whether it is there.
    #[inline]
    fn find(&self, pair: u64, digest: Digest) -> (usize, bool) {
        let mut index = digest.index(self.lines.len() as u64) as usize;
        loop {
            let line = &self.lines[index].0;
            // All entries, without a branch: where it stops is not to be foreseen.
            let equal = (0..Line::ENTRIES).fold(0, |set, n| set | u32::from(line[n] == pair) << n);
            if equal != 0 {
                return (index * Line::ENTRIES + equal.trailing_zeros() as usize, true);
            }
            // Entries are taken from left to right.
            if line[Line::ENTRIES - 1] == 0 {
                let taken = line.iter().take_while(|&&entry| entry != 0).count();
                return (index * Line::ENTRIES + taken, false);
            }
            index = if index + 1 == self.lines.len() { 0 } else { index + 1 };
        }
    }
}

/// The set. Numbers come from a counter that several sets may share.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    segments: Vec<Segment>,
    bytes: usize,
}

/// What a set may still use: the numbers and the bytes that it shares with others.
pub(super) struct Supply<'a> {
    /// The next number not given away.
    pub(super) next: &'a mut usize,
    /// Bytes used by the whole store.
    pub(super) used: usize,
    pub(super) room: Room,
}

impl Supply<'_> {
    /// The bytes for a new segment, at most `wanted`: near the limit, half of what is left.
    pub(super) fn grant(&self, wanted: usize) -> Result<usize, StoreFull> {
        let Some(limit) = self.room.limit_bytes else {
            return Ok(wanted);
        };
        let granted = wanted.min(limit.saturating_sub(self.used) / 2);
        // Segments must not become many for the sake of few states.
        let too_little = granted < wanted && granted < (self.used / 32).max(4096);
        if too_little { Err(StoreFull::Memory { limit }) } else { Ok(granted) }
    }

    /// Takes `count` numbers and returns the first.
    pub(super) fn number(&mut self, count: usize) -> Result<usize, StoreFull> {
        let base = *self.next;
        let end =
            base.checked_add(count).filter(|&end| u32::try_from(end).is_ok_and(|end| end < u32::MAX - 1));
        *self.next = end.ok_or(StoreFull::References)?;
        Ok(base)
    }
}

/// How many lines a table of `total` lines, of `entries` each, should add.
///
/// Each length of vectors has a table, and most lengths are those of a few states at the beginning. So what is expected
/// is left to a table that has shown to be large: one with a share of it already.
pub(super) fn lines_to_add(total: usize, entries: usize, supply: &Supply<'_>) -> Result<usize, StoreFull> {
    let expected = supply.room.expected.saturating_mul(100).div_ceil(FULL_PERCENT * entries);
    let wanted = match total {
        0 => SMALLEST,
        large if large >= expected / 64 && large < expected => expected,
        small if small < LARGE => 3 * small,
        large => large / STEP,
    };
    Ok(supply.grant(wanted.saturating_mul(size_of::<Line>()))? / size_of::<Line>())
}

impl Pairs {
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The pair with this number, if it is of this set.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<u64> {
        let segment = self.segments.iter().rev().find(|segment| segment.base <= number)?;
        let place = number - segment.base;
        let line = segment.lines.get(place / Line::ENTRIES)?;
        Some(line.0[place % Line::ENTRIES]).filter(|&pair| pair != 0)
    }

    /// Starts fetching the lines that a search looks at first.
    #[inline]
    pub(super) fn prefetch(&self, digest: Digest) {
        for segment in self.segments.iter().rev() {
            let lines = &segment.lines[..];
            prefetch(lines.as_ptr().wrapping_add(digest.index(lines.len() as u64) as usize));
        }
    }

    /// The number of `pair`, if it is there.
    pub(super) fn find(&self, pair: u64, digest: Digest) -> Option<usize> {
        self.prefetch(digest);
        self.segments.iter().rev().find_map(|segment| {
            let (place, found) = segment.find(pair, digest);
            found.then_some(segment.base + place)
        })
    }

    /// The number of `pair`, which is not zero, and whether it is new.
    #[inline]
    pub(super) fn number(
        &mut self,
        pair: u64,
        digest: Digest,
        supply: Supply<'_>,
    ) -> Result<(usize, bool), StoreFull> {
        self.prefetch(digest);
        let mut vacancy = None;
        for segment in self.segments.iter().rev() {
            let (place, found) = segment.find(pair, digest);
            if found {
                return Ok((segment.base + place, false));
            }
            // Only the newest segment takes new pairs.
            vacancy.get_or_insert(place);
        }
        if self.segments.last().is_none_or(|newest| newest.len >= newest.slots() * FULL_PERCENT / 100) {
            match self.open(supply) {
                Ok(()) => vacancy = None,
                Err(full) => {
                    let crammed = |newest: &Segment| newest.len >= newest.slots() * CRAMMED_PERCENT / 100;
                    if self.segments.last().is_none_or(crammed) {
                        return Err(full);
                    }
                }
            }
        }
        let newest = self.segments.last_mut().ok_or(StoreFull::References)?;
        let place = vacancy.unwrap_or_else(|| newest.find(pair, digest).0);
        newest.lines[place / Line::ENTRIES].0[place % Line::ENTRIES] = pair;
        newest.len += 1;
        Ok((newest.base + place, true))
    }

    /// Adds a segment.
    #[cold]
    fn open(&mut self, mut supply: Supply<'_>) -> Result<(), StoreFull> {
        let total = self.segments.iter().map(|segment| segment.lines.len()).sum();
        let lines = lines_to_add(total, Line::ENTRIES, &supply)?;
        let pages = Pages::zeroed(lines)?;
        let base = supply.number(lines * Line::ENTRIES)?;
        self.bytes += pages.bytes();
        self.segments.push(Segment { lines: pages, base, len: 0 });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::keys::mix64;

    #[test]
    fn numbers_are_unique_and_stay() {
        let (mut pairs, mut next) = (Pairs::default(), 0);
        let mut numbers = Vec::new();
        for pair in 1..50_000u64 {
            let supply = Supply { next: &mut next, used: 0, room: Room::default() };
            let (number, new) = pairs.number(pair, Digest(mix64(pair)), supply).unwrap();
            assert!(new);
            numbers.push(number);
        }
        for (pair, &number) in (1..).zip(&numbers) {
            let supply = Supply { next: &mut next, used: 0, room: Room::default() };
            assert_eq!(pairs.number(pair, Digest(mix64(pair)), supply), Ok((number, false)));
            assert_eq!(pairs.get(number), Some(pair));
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 49_999);
    }
}
