//! A growing table of 32-bit references, found by the first 32 bits of a digest.
//!
//! The prefix alone decides the line, `prefix × lines / 2^32`, and is also the tag: within one line of a table with 2^b
//! lines it still tells 2^(32-b) members apart. A full line overflows into the next.
//!
//! Why 8 bytes an entry and not 6 (16-bit tags, ten to a line): with the whole prefix at hand, growing needs neither
//! a hasher nor a look at what is referred to, and as the line is monotone in the prefix the table is stretched *in
//! order* and in place, from its end, at a few nanoseconds per entry. That is cheap enough to let a large table grow by
//! a third instead of doubling, which more than pays for the two bytes: 8.9 to 11.9 bytes per member against 7.1 to 14.2.

use super::line::{Line, Prefetcher, prefetch};
use super::pages::Pages;
use super::{Guess, StateRef, StoreFull};
use crate::digest::Digest;

/// The table.
#[derive(Debug)]
pub(super) struct Index {
    lines: Pages<Line>,
    len: usize,
    /// The table grows when it has this many members.
    grow_at: usize,
}

/// The outcome of a search.
pub(super) enum Probe {
    /// The member.
    Found(u32),
    /// It is absent; this is the entry for it.
    Vacant(Vacancy),
}

/// An empty entry.
pub(super) struct Vacancy {
    line: usize,
    place: usize,
}

/// Percentage of entries in use at which the table grows, while it may. Searches in vain get long beyond it.
const FULL_PERCENT: usize = 90;
/// Percentage at which a table that may not grow is full.
const CRAMMED_PERCENT: usize = 98;
const SMALLEST: usize = 64;
/// Sizes in bytes at which a table begins to grow in smaller steps.
const SMALL: usize = 4 << 20;
const MIDDLING: usize = 64 << 20;

impl Index {
    /// Bytes per member of a table about to grow.
    pub(super) const ENTRY_BYTES: usize = size_of::<Line>() * 100 / Line::ENTRIES / FULL_PERCENT;

    /// An empty table for `expected` members.
    pub(super) fn new(expected: usize) -> Result<Self, StoreFull> {
        let lines = lines_for(expected).max(SMALLEST);
        // No more members than references.
        let lines_reserved = lines_for(u32::MAX as usize);
        Ok(Self {
            lines: Pages::extensible(lines, lines_reserved)?,
            len: 0,
            grow_at: entries(lines, FULL_PERCENT),
        })
    }

    /// How many members a table of so many bytes has when it grows.
    pub(super) fn members_in(bytes: usize) -> usize {
        entries(bytes / size_of::<Line>(), FULL_PERCENT)
    }

    /// The bytes a table for `expected` members has.
    pub(super) fn bytes_for(expected: usize) -> usize {
        lines_for(expected).max(SMALLEST).saturating_mul(size_of::<Line>())
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    #[inline]
    pub(super) fn prefetch(&self, digest: Digest) {
        prefetch(&raw const self.lines[home(digest.prefix(), self.lines.len())]);
    }

    /// What [`prefetch`](Self::prefetch) does, for others.
    #[inline]
    pub(super) fn prefetcher(&self) -> Prefetcher {
        Prefetcher::new(&self.lines)
    }

    /// What the first line says about a digest.
    #[inline]
    pub(super) fn guess(&self, digest: Digest) -> Guess {
        let line = &self.lines[home(digest.prefix(), self.lines.len())];
        let matches = line.matching(digest.prefix());
        if matches == 0 {
            return if line.is_full() { Guess::Unknown } else { Guess::Absent };
        }
        let member = line.0[matches.trailing_zeros() as usize & (Line::ENTRIES - 1)] as u32;
        StateRef::from_raw(member).map_or(Guess::Unknown, Guess::Perhaps)
    }

    /// The entry for a member that is known to be absent, if it is in the first line.
    #[inline]
    pub(super) fn vacancy(&self, digest: Digest) -> Option<Vacancy> {
        let line = home(digest.prefix(), self.lines.len());
        self.lines[line].vacancy().map(|place| Vacancy { line, place })
    }

    /// Searches for the member with this digest that `is_it`.
    #[inline]
    pub(super) fn probe(&self, digest: Digest, mut is_it: impl FnMut(u32) -> bool) -> Probe {
        let prefix = digest.prefix();
        let mut index = home(prefix, self.lines.len());
        loop {
            let line = &self.lines[index];
            let mut matches = line.matching(prefix);
            while matches != 0 {
                let member = line.0[matches.trailing_zeros() as usize] as u32;
                // An empty entry looks like a match for prefix zero, but refers to nothing.
                if member != 0 && is_it(member) {
                    return Probe::Found(member);
                }
                matches &= matches - 1;
            }
            if let Some(place) = line.vacancy() {
                return Probe::Vacant(Vacancy { line: index, place });
            }
            index = next(index, self.lines.len());
        }
    }

    /// How many lines a search for a member reads, on average over the members.
    pub(super) fn probe_length(&self) -> f64 {
        let lines = self.lines.len();
        let read = |(index, line): (usize, &Line)| -> usize {
            let members = line.0.iter().filter(|&&entry| entry != 0);
            members.map(|entry| (index + lines - home((entry >> 32) as u32, lines)) % lines + 1).sum()
        };
        let total: usize = self.lines.iter().enumerate().map(read).sum();
        total as f64 / self.len.max(1) as f64
    }

    /// Whether [`grow`](Self::grow) must be called before the next member is entered.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.len >= self.grow_at
    }

    /// Enters a member, which is not zero.
    #[inline]
    pub(super) fn put(&mut self, vacancy: Vacancy, digest: Digest, member: u32) {
        self.lines[vacancy.line].0[vacancy.place] = u64::from(digest.prefix()) << 32 | u64::from(member);
        self.len += 1;
    }

    /// Makes the table larger, as far as it is useful to have room for `most` members; else lets it be crammed. Says whether there is room for one more. Vacancies found before are void.
    #[cold]
    pub(super) fn grow(&mut self, most: usize) -> Result<bool, StoreFull> {
        let old = self.lines.len();
        // Memory is worth the more time the larger the table is.
        let wanted = match old * size_of::<Line>() {
            ..SMALL => 4 * old,
            SMALL..MIDDLING => 2 * old,
            MIDDLING.. => old + old / 3,
        };
        let lines = wanted.min(lines_for(most));
        // Growing by less than a twentieth would be for the sake of a handful of members.
        if lines < old + old / 20 {
            self.grow_at = entries(old, CRAMMED_PERCENT);
            return Ok(!self.is_due());
        }
        self.lines.extend(lines)?;
        // From the end: what lies behind a line has been emptied and filled again when its entries move there. A few
        // cannot go there yet: those that the end of the table or a full line had driven out of their place.
        let mut late = Vec::new();
        for index in (0..old).rev() {
            let line = std::mem::take(&mut self.lines[index]);
            let moves = |&entry: &u64| !place_from(&mut self.lines, index, entry);
            late.extend(line.0.into_iter().take_while(|&entry| entry != 0).filter(moves));
        }
        for entry in late {
            place(&mut self.lines, entry);
        }
        self.grow_at = entries(lines, FULL_PERCENT);
        Ok(true)
    }
}

/// The lines of a table that has `members` when it grows.
fn lines_for(members: usize) -> usize {
    members.saturating_mul(100).div_ceil(FULL_PERCENT * Line::ENTRIES)
}

/// The members that take `percent` of the entries in `lines`.
fn entries(lines: usize, percent: usize) -> usize {
    lines * Line::ENTRIES / 100 * percent + lines * Line::ENTRIES % 100 * percent / 100
}

#[inline]
fn home(prefix: u32, lines: usize) -> usize {
    ((u64::from(prefix) * lines as u64) >> 32) as usize
}

#[inline]
fn next(line: usize, lines: usize) -> usize {
    if line + 1 == lines { 0 } else { line + 1 }
}

/// Enters an entry known to be absent at `first` or behind, if it belongs there.
fn place_from(lines: &mut [Line], first: usize, entry: u64) -> bool {
    let home = home((entry >> 32) as u32, lines.len());
    if home < first {
        return false;
    }
    for line in &mut lines[home..] {
        if let Some(place) = line.vacancy() {
            line.0[place] = entry;
            return true;
        }
    }
    false
}

/// Enters an entry known to be absent into a table known to have a vacancy.
fn place(lines: &mut [Line], entry: u64) {
    let mut index = home((entry >> 32) as u32, lines.len());
    loop {
        if let Some(place) = lines[index].vacancy() {
            lines[index].0[place] = entry;
            return;
        }
        index = next(index, lines.len());
    }
}
