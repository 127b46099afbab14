//! Append-only storage of vectors, every slot in as many bits as it has needed so far.
//!
//! A *format* gives each slot of a vector of some length a number of bits: as many as the largest value met there
//! needs. A vector that does not fit the latest format of its length cannot be among those stored; it widens the format
//! for itself and those after it. Formats settle early, since most values turn up early, and nothing has to be known
//! about a model beforehand: an `int` that counts to five takes three bits.
//!
//! Vectors live in *chunks*, each for up to 1024 vectors of one format, in one mapping. A reference is the number of the
//! chunk and the place in it. One vector is *in focus*: it is at hand in packed form, so that the next vectors, which
//! differ from it in a few slots, are packed by changing those.

use std::collections::HashMap;

use super::line::prefetch;
use super::pages::Pages;
use super::{StateRef, StoreFull};
use crate::state::{Word, Write};

/// log2 of the vectors a full chunk holds.
const PLACE_BITS: u32 = 10;
const FIRST_CAPACITY: usize = 16;
/// No chunk of more than one vector is larger than this (in words).
const CHUNK_WORDS: usize = 1 << 18;
/// Words by which the mapping is made longer; memory is taken as it is written to.
const EXTENSION: usize = 1 << 20;
/// Words for which addresses are set aside: one tebibyte, where the system lets us.
const MOST_WORDS: usize = 1 << 38;
const BITS: u32 = Word::BITS;
const PAIR_BITS: u32 = 2 * BITS;

/// Where the bits of a slot are: in one pair of words, so that changing a slot is one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    pair: u32,
    shift: u8,
    width: u8,
}

/// How the vectors of one length were packed while nothing was larger.
#[derive(Debug)]
struct Format {
    places: Box<[Place]>,
    /// Words of a packed vector.
    words: usize,
}

impl Format {
    fn new(widths: impl Iterator<Item = u32>) -> Self {
        let mut end = 0;
        let place = |width| {
            let start =
                if PAIR_BITS < end % PAIR_BITS + width { end.next_multiple_of(PAIR_BITS) } else { end };
            end = start + width;
            Place { pair: start / PAIR_BITS, shift: (start % PAIR_BITS) as u8, width: width as u8 }
        };
        let places = widths.map(place).collect();
        Self { places, words: end.div_ceil(BITS) as usize }
    }
}

/// Packs a vector as long as there are places; says whether it fits.
#[inline]
fn pack(places: &[Place], words: &[Word], packed: &mut Vec<u64>) -> bool {
    packed.clear();
    let (mut pair, mut excess) = (0u64, 0);
    for (&word, place) in words.iter().zip(places) {
        let word = u64::from(word);
        excess |= word >> place.width;
        // A place at the beginning of a pair is behind all of the pair before; the first pair begins with zero.
        if packed.len() < place.pair as usize {
            packed.push(pair);
            pair = 0;
        }
        pair |= word << place.shift;
    }
    packed.push(pair);
    excess == 0
}

/// A chunk: its first word and what it holds. The table of chunks is on the path of every comparison.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    start: u64,
    format: u32,
    /// Words of a packed vector.
    words: u32,
}

/// The chunk that vectors of one format are presently appended to.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    chunk: usize,
    filled: usize,
    capacity: usize,
    /// The first word of the next vector, and the words of each.
    next: usize,
    words: usize,
}

/// The vectors.
#[derive(Debug)]
pub(super) struct Packed {
    words: Pages<Word>,
    /// Words that belong to chunks.
    used: usize,
    chunks: Vec<Chunk>,
    formats: Vec<Format>,
    /// The open chunk of each format.
    open: Vec<Open>,
    /// The latest format of each length.
    latest: HashMap<usize, u32>,
    /// The vector in focus, with zeros behind it, its format, and the places of its slots.
    focus: Vec<u64>,
    format: u32,
    places: Box<[Place]>,
}

impl Packed {
    pub(super) fn new() -> Result<Self, StoreFull> {
        Ok(Self {
            words: Pages::extensible(EXTENSION, MOST_WORDS)?,
            used: 0,
            chunks: Vec::new(),
            formats: vec![Format::new(std::iter::empty())],
            open: vec![Open::default()],
            latest: HashMap::from([(0, 0)]),
            focus: Vec::new(),
            format: 0,
            places: Box::default(),
        })
    }

    /// Memory in chunks and tables. What the mapping has beyond its chunks was never written, so it is not there.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        let formats: usize = self.formats.iter().map(|format| format_bytes(format.places.len())).sum();
        self.used * size_of::<Word>() + self.chunks.capacity() * size_of::<Chunk>() + formats
    }

    /// The bytes by which storing the vector in focus would raise [`bytes`](Self::bytes).
    pub(super) fn cost(&self) -> usize {
        let open = self.open[self.format as usize];
        if open.filled < open.capacity {
            return 0;
        }
        let words = self.formats[self.format as usize].words;
        let table = if self.chunks.len() < self.chunks.capacity() { 0 } else { self.more_chunks() };
        capacity_after(open, words) * words * size_of::<Word>() + table * size_of::<Chunk>()
    }

    /// How much longer the table of chunks gets when it is full.
    fn more_chunks(&self) -> usize {
        self.chunks.len() / 4 + 16
    }

    /// Whether storing the vector in focus takes a new chunk.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        let open = &self.open[self.format as usize];
        open.filled == open.capacity
    }

    /// Words of the vector in focus, unpacked.
    #[inline]
    pub(super) fn focus_len(&self) -> usize {
        self.places.len()
    }

    /// Looks at a vector; says whether it fits the latest format of its length. If it does not, it is not stored, and
    /// nothing useful is in focus.
    #[inline]
    pub(super) fn focus(&mut self, words: &[Word]) -> bool {
        if self.focus_len() != words.len() {
            match self.latest.get(&words.len()) {
                Some(&format) => self.use_format(format),
                None => {
                    self.use_format(0);
                    return false;
                }
            }
        }
        let fits = pack(&self.places, words, &mut self.focus);
        if !fits {
            self.use_format(0);
        }
        fits
    }

    #[cold]
    fn use_format(&mut self, format: u32) {
        self.focus.clear();
        self.format = format;
        self.places = self.formats[format as usize].places.clone();
    }

    /// Makes a format that this vector fits, which takes [`format_bytes`], and looks at the vector in it.
    #[cold]
    pub(super) fn widen(&mut self, words: &[Word]) {
        let places = match self.latest.get(&words.len()) {
            Some(&format) => &self.formats[format as usize].places[..],
            None => &[],
        };
        let earlier = places.iter().map(|place| u32::from(place.width)).chain(std::iter::repeat(0));
        let format = Format::new(
            words.iter().zip(earlier).map(|(word, width)| width.max(BITS - word.leading_zeros())),
        );
        self.latest.insert(words.len(), self.formats.len() as u32);
        self.formats.push(format);
        self.open.push(Open::default());
        self.use_format(self.formats.len() as u32 - 1);
        pack(&self.places, words, &mut self.focus);
    }

    /// Makes writes to the vector in focus, or takes them back; says whether the result fits the format. If it does not,
    /// nothing but taking them back is useful. Writes to slots that the vector does not have are passed over.
    #[inline]
    pub(super) fn alter(&mut self, writes: &[Write]) -> bool {
        let mut excess = 0;
        for write in writes {
            if let Some(&Place { pair, shift, width }) = self.places.get(write.slot.index())
                && let Some(pair) = self.focus.get_mut(pair as usize)
            {
                let difference = u64::from(write.difference);
                excess |= difference >> width;
                *pair ^= difference << shift;
            }
        }
        excess == 0
    }

    /// Nothing useful is in focus any more.
    #[cold]
    pub(super) fn lose_focus(&mut self) {
        self.use_format(0);
    }

    /// Starts fetching a vector.
    #[inline]
    pub(super) fn fetch(&self, state: StateRef) {
        let (index, place) = split(state);
        if let Some(chunk) = self.chunks.get(index) {
            let start = chunk.start as usize + place * chunk.words as usize;
            prefetch(self.words.as_ptr().wrapping_add(start));
        }
    }

    /// Whether a stored vector is the one in focus, if both have one format.
    #[inline]
    pub(super) fn matches_focus(&self, state: StateRef) -> Option<bool> {
        let (format, packed) = self.get(state)?;
        (format == self.format).then(|| same(packed, &self.focus))
    }

    /// Whether a stored vector is `words`, whatever its format.
    #[cold]
    pub(super) fn is(&self, state: StateRef, words: &[Word]) -> bool {
        self.unpacked(state).is_some_and(|stored| stored.eq(words.iter().copied()))
    }

    /// Stores the vector in focus.
    #[inline]
    pub(super) fn push(&mut self) -> Result<StateRef, StoreFull> {
        if self.is_due() {
            self.cut_chunk()?;
        }
        let open = &mut self.open[self.format as usize];
        // A chunk is cut only if its last vector has a reference.
        let state = StateRef::from_raw((open.chunk << PLACE_BITS | open.filled) as u32 + 1)
            .ok_or(StoreFull::References)?;
        let start = open.next;
        open.next += open.words;
        open.filled += 1;
        let (pairs, rest) = self.words[start..start + open.words].as_chunks_mut::<2>();
        for ([low, high], &pair) in pairs.iter_mut().zip(&self.focus) {
            (*low, *high) = (pair as Word, (pair >> BITS) as Word);
        }
        if let ([last], Some(&pair)) = (rest, self.focus.get(open.words / 2)) {
            *last = pair as Word;
        }
        Ok(state)
    }

    #[cold]
    fn cut_chunk(&mut self) -> Result<(), StoreFull> {
        let words = self.formats[self.format as usize].words;
        let open = &mut self.open[self.format as usize];
        let capacity = capacity_after(*open, words);
        // References beyond 32 bits are refused before anything changes.
        StateRef::from_index(self.chunks.len() << PLACE_BITS | (capacity - 1))
            .ok_or(StoreFull::References)?;
        let end = self.used + capacity * words;
        if self.words.len() < end {
            self.words.extend(end.next_multiple_of(EXTENSION))?;
        }
        *open = Open { chunk: self.chunks.len(), filled: 0, capacity, next: self.used, words };
        if self.chunks.len() == self.chunks.capacity() {
            self.chunks.reserve_exact(self.more_chunks());
        }
        self.chunks.push(Chunk { start: self.used as u64, format: self.format, words: words as u32 });
        self.used = end;
        Ok(())
    }

    /// A stored vector and its format.
    #[inline]
    fn get(&self, state: StateRef) -> Option<(u32, &[Word])> {
        let (index, place) = split(state);
        let chunk = self.chunks.get(index)?;
        let start = chunk.start as usize + place * chunk.words as usize;
        Some((chunk.format, self.words.get(start..start + chunk.words as usize)?))
    }

    /// The words of a stored vector.
    fn unpacked(&self, state: StateRef) -> Option<impl Iterator<Item = Word>> {
        let (format, packed) = self.get(state)?;
        let pair = |index: usize| {
            let word = |index: usize| packed.get(index).map_or(0, |&word| u64::from(word));
            word(2 * index) | word(2 * index + 1) << BITS
        };
        let word = move |place: &Place| {
            ((pair(place.pair as usize) >> place.shift) & ((1 << place.width) - 1)) as Word
        };
        Some(self.formats[format as usize].places.iter().map(word))
    }

    /// Replaces `words` by a stored vector, or by nothing if there is no such.
    pub(super) fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        words.extend(self.unpacked(state).into_iter().flatten());
    }
}

/// The memory of a format for vectors of this length.
pub(super) fn format_bytes(len: usize) -> usize {
    size_of::<Format>() + size_of::<Open>() + len * size_of::<Place>()
}

/// How many vectors the chunk after this one is for: chunks of a format that lasts get larger.
fn capacity_after(open: Open, words: usize) -> usize {
    let wanted = (2 * open.capacity).clamp(FIRST_CAPACITY, 1 << PLACE_BITS);
    wanted.min(CHUNK_WORDS / words.max(1)).max(1)
}

/// The number of the chunk, and the place in it.
#[inline]
fn split(state: StateRef) -> (usize, usize) {
    (state.index() >> PLACE_BITS, state.index() & ((1 << PLACE_BITS) - 1))
}

/// Whether a stored vector is the one in focus. They are short: calling the library's comparison costs more.
#[inline]
fn same(stored: &[Word], focus: &[u64]) -> bool {
    let mut difference = 0;
    let (pairs, rest) = stored.as_chunks::<2>();
    for (&[low, high], pair) in pairs.iter().zip(focus) {
        difference |= (u64::from(low) | u64::from(high) << BITS) ^ pair;
    }
    if let ([last], Some(&pair)) = (rest, focus.get(pairs.len())) {
        difference |= u64::from(*last) ^ pair;
    }
    difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Slot;
    use proptest::prelude::*;

    fn pushed(packed: &mut Packed, words: &[Word]) -> StateRef {
        if !packed.focus(words) {
            packed.widen(words);
        }
        packed.push().unwrap()
    }

    fn read(packed: &Packed, state: StateRef) -> Vec<Word> {
        let mut words = vec![7];
        packed.read(state, &mut words);
        words
    }

    proptest! {
        #[test]
        fn vectors_are_read_back_whatever_came_after(
            vectors in prop::collection::vec(prop::collection::vec((any::<u32>(), 0..33u32), 0..12), 1..200),
        ) {
            let cut = |&(word, width): &(u32, u32)| (u64::from(word) & ((1 << width) - 1)) as Word;
            let vectors: Vec<Vec<Word>> = vectors.iter().map(|v| v.iter().map(cut).collect()).collect();
            let mut packed = Packed::new().unwrap();
            let states: Vec<_> = vectors.iter().map(|words| pushed(&mut packed, words)).collect();
            for (words, &state) in vectors.iter().zip(&states) {
                prop_assert_eq!(&read(&packed, state), words);
                prop_assert!(packed.is(state, words));
            }
        }

        #[test]
        fn writing_is_packing_anew(
            words in prop::collection::vec(any::<u32>(), 1..12),
            writes in prop::collection::vec((0..12u32, any::<u32>()), 0..20),
        ) {
            let mut packed = Packed::new().unwrap();
            packed.widen(&words);
            let mut words = words;
            for (slot, difference) in writes {
                let write = Write { slot: Slot(slot), difference };
                if !packed.alter(&[write]) {
                    packed.alter(&[write]);
                } else if (slot as usize) < words.len() {
                    write.apply(&mut words, &mut []);
                }
            }
            let state = packed.push().unwrap();
            prop_assert_eq!(read(&packed, state), words.clone());
            prop_assert!(packed.focus(&words));
            prop_assert_eq!(packed.matches_focus(state), Some(true));
        }
    }

    #[test]
    fn a_slot_takes_the_bits_that_its_values_need() {
        let mut packed = Packed::new().unwrap();
        for n in 0..100_000u32 {
            pushed(&mut packed, &[n % 8, 0, n % 1000, n % 2, n % 64]);
        }
        // 3 + 0 + 10 + 1 + 6 bits: one word instead of five.
        assert!(packed.bytes() < 100_000 * 4 * 105 / 100, "{} bytes", packed.bytes());
    }

    #[test]
    fn what_does_not_fit_is_refused_and_can_be_taken_back() {
        let mut packed = Packed::new().unwrap();
        packed.widen(&[3, 100]);
        let [wide, narrow, beyond] =
            [(0, 4), (1, 27), (2, 1)].map(|(slot, difference)| Write { slot: Slot(slot), difference });
        assert!(!packed.alter(&[wide, narrow]) && !packed.alter(&[narrow, wide]));
        assert!(packed.alter(&[narrow, beyond]));
        let state = packed.push().unwrap();
        assert_eq!(read(&packed, state), [3, 127]);
    }

    #[test]
    fn the_cost_is_what_storing_adds() {
        let mut packed = Packed::new().unwrap();
        for n in 0..5000u32 {
            let words = vec![1 << (n % 20); (n % 3 * 10) as usize];
            if !packed.focus(&words) {
                let before = packed.bytes();
                packed.widen(&words);
                assert_eq!(packed.bytes() - before, format_bytes(words.len()));
            }
            let (cost, before) = (packed.cost(), packed.bytes());
            packed.push().unwrap();
            assert_eq!(packed.bytes() - before, cost);
        }
    }
}
