//! The exact store: open addressing in cache lines, vectors in an arena. After Laarman, van de Pol, Weber, "Boosting
//! multi-core reachability performance with shared hash tables", FMCAD 2010, with growth by stretching.
//!
//! An entry is 32 digest bits (the prefix) and a 32-bit reference. The prefix alone decides the bucket, `prefix ×
//! buckets / 2^32`, and is also the tag: within a bucket of a table with 2^b lines it still tells 2^(32-b) states apart,
//! so that few vectors are compared in vain even at 2^32 states. A full line overflows into the next.
//!
//! Why 8 bytes an entry and not 6 (16-bit tags, ten to a line): with the whole prefix at hand, growing needs neither
//! a hasher nor a look at the vectors, and as the bucket is monotone in the prefix it reads the old table and writes
//! the new one *in order*, at a few nanoseconds per state, giving old pages back as it goes. That is cheap enough to
//! grow by a third instead of doubling, which more than pays for the two bytes: 8.6 to 11.5 bytes per state against
//! 7.1 to 14.2.

use super::arena::Arena;
use super::line::{Line, prefetch};
use super::pages::Pages;
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::Word;

/// The default store: every state whole, one cache miss to look one up, one more to compare it.
#[derive(Debug)]
pub struct Exact {
    lines: Pages<Line>,
    arena: Arena,
    room: Room,
    len: usize,
    /// The table grows when it holds this many states.
    grow_at: usize,
    conflicts: u64,
}

/// Percentage of entries in use at which the table grows, while the memory limit lets it.
const FULL_PERCENT: usize = 93;
/// Percentage at which a table that cannot grow is full: beyond it, probing would crawl.
const CRAMMED_PERCENT: usize = 98;
const SMALLEST: usize = 64;

impl Exact {
    /// An empty store.
    ///
    /// # Errors
    /// If the table for the states expected is beyond the limit or refused by the system.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        let lines = lines_for(room.expected).max(SMALLEST);
        room.check(lines.saturating_mul(size_of::<Line>()))?;
        Ok(Self {
            lines: Pages::zeroed(lines)?,
            arena: Arena::default(),
            room,
            len: 0,
            grow_at: entries(lines, FULL_PERCENT),
            conflicts: 0,
        })
    }

    /// Replaces the limit on memory.
    pub(super) fn set_limit(&mut self, limit_bytes: Option<usize>) {
        self.room.limit_bytes = limit_bytes;
    }

    /// The words of a stored state.
    pub(super) fn view(&self, state: StateRef) -> &[Word] {
        self.arena.get(state)
    }

    /// Makes the table a third larger or, near the memory limit, just large enough.
    #[cold]
    fn grow(&mut self) -> Result<(), StoreFull> {
        let old = self.lines.len();
        let lines = (old + old / 3).min(self.useful_lines());
        // Growing by less than a twentieth would be for the sake of a handful of states.
        if lines < old + old / 20 {
            let crammed = entries(old, CRAMMED_PERCENT);
            if self.len < crammed {
                self.grow_at = crammed;
                return Ok(());
            }
            return Err(StoreFull::Memory {
                limit: self.room.limit_bytes.unwrap_or(usize::MAX),
            });
        }
        let mut stretched = Pages::<Line>::zeroed(lines)?;
        for index in 0..old {
            for entry in self.lines[index].0 {
                if entry != 0 {
                    place(&mut stretched, entry);
                }
            }
            if index % RELEASE == RELEASE - 1 {
                self.lines.release(index + 1 - RELEASE..index + 1);
            }
        }
        self.lines = stretched;
        self.grow_at = entries(lines, FULL_PERCENT);
        Ok(())
    }

    /// The lines for as many states as the limit allows, judging their length by those stored.
    fn useful_lines(&self) -> usize {
        let Some(limit) = self.room.limit_bytes else {
            return usize::MAX;
        };
        let vector = self.arena.bytes() / self.len.max(1);
        let entry = size_of::<Line>() * 100 / Line::ENTRIES / FULL_PERCENT;
        lines_for(limit / (vector + entry))
    }

    /// Appends the state and enters it at `(line, place)`, which is vacant.
    #[inline]
    fn add(
        &mut self,
        candidate: &Candidate<'_>,
        line: usize,
        place: usize,
    ) -> Result<Insertion, StoreFull> {
        if let Some(limit) = self.room.limit_bytes
            && self.bytes() + self.arena.cost(candidate.words.len()) > limit
        {
            return Err(StoreFull::Memory { limit });
        }
        let state = self.arena.push(candidate.words)?;
        self.lines[line].0[place] =
            u64::from(candidate.digest.prefix()) << 32 | u64::from(state.raw());
        self.len += 1;
        Ok(Insertion::New(state))
    }
}

/// Lines between two releases of old memory: one huge page.
const RELEASE: usize = (2 << 20) / size_of::<Line>();

/// The lines of a table that holds `states` before it grows.
fn lines_for(states: usize) -> usize {
    states
        .saturating_mul(100)
        .div_ceil(FULL_PERCENT * Line::ENTRIES)
}

/// The states that are `percent` of the entries in `lines`.
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

impl Store for Exact {
    #[inline]
    fn prefetch(&self, digest: Digest) {
        prefetch(&raw const self.lines[home(digest.prefix(), self.lines.len())]);
    }

    #[inline]
    fn prefetch_state(&self, digest: Digest) {
        let line = &self.lines[home(digest.prefix(), self.lines.len())];
        let matches = line.matching(digest.prefix());
        if matches != 0
            && let Some(state) =
                StateRef::from_raw(line.0[matches.trailing_zeros() as usize] as u32)
        {
            prefetch(self.arena.get(state).as_ptr());
        }
    }

    #[inline]
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let prefix = candidate.digest.prefix();
        let mut index = home(prefix, self.lines.len());
        loop {
            let line = &self.lines[index];
            let mut matches = line.matching(prefix);
            while matches != 0 {
                let entry = line.0[matches.trailing_zeros() as usize];
                // An empty entry looks like a match for prefix zero, but refers to nothing.
                if let Some(state) = StateRef::from_raw(entry as u32) {
                    if self.arena.get(state) == candidate.words {
                        return Ok(Insertion::Seen(state));
                    }
                    self.conflicts += 1;
                }
                matches &= matches - 1;
            }
            if let Some(place) = line.vacancy() {
                if self.len < self.grow_at {
                    return self.add(&candidate, index, place);
                }
                self.grow()?;
                // The state is known to be absent, and everything may have moved.
                return self.insert(candidate);
            }
            index = next(index, self.lines.len());
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.lines.bytes() + self.arena.bytes()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl ExactStore for Exact {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        words.extend_from_slice(self.arena.get(state));
    }
}
