//! Holzmann, "State compression in SPIN: recursive indexing and compression training runs", SPIN 1997 (COLLAPSE), and its
//! incremental form (thesis §6.7).
//!
//! A state is cut into components: the globals, each process, each channel. Components are kept once each, and a state
//! is the list of their numbers, in as many bytes each as the largest of them needs. Spin looks up every component of
//! every successor; here those in which nothing was written keep the number they have in the parent, and the list is
//! found by the digest of the state, which is repaired incrementally already.

use super::chained::Chained;
use super::exact::Exact;
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::hasher::{Multilinear, StateHasher};
use crate::state::Word;

/// Where the components of a state begin and end. It may depend on the state, as when processes come and go.
pub trait Components {
    /// Appends the end of each component of `words` to `ends`, ascending. A component begins where the one before it
    /// ends; what follows the last end is a component too.
    fn ends(&self, words: &[Word], ends: &mut Vec<usize>);
}

impl<F: Fn(&[Word], &mut Vec<usize>)> Components for F {
    fn ends(&self, words: &[Word], ends: &mut Vec<usize>) {
        self(words, ends);
    }
}

/// Components of equal length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EqualComponents(
    /// The length in words.
    pub usize,
);

impl Components for EqualComponents {
    fn ends(&self, words: &[Word], ends: &mut Vec<usize>) {
        ends.extend((1..=words.len() / self.0.max(1)).map(|count| count * self.0.max(1)));
    }
}

/// States as lists of numbers of components.
#[derive(Debug)]
pub struct Collapse<C> {
    components: C,
    incremental: bool,
    parts: Chained,
    lists: Exact,
    hasher: Multilinear,
    room: Room,
    /// Room to work in, kept to spare allocations.
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    ends: Vec<usize>,
    written: Vec<bool>,
    parent: Vec<u32>,
    numbers: Vec<u32>,
    packed: Vec<Word>,
}

impl<C: Components> Collapse<C> {
    /// A store that looks up only the components written to.
    ///
    /// # Errors
    /// If the table for the states expected is beyond the limit or refused by the system.
    pub fn new(room: Room, components: C) -> Result<Self, StoreFull> {
        Self::with_mode(room, components, true)
    }

    /// A store that looks up every component of every state, as Spin does.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn whole(room: Room, components: C) -> Result<Self, StoreFull> {
        Self::with_mode(room, components, false)
    }

    fn with_mode(room: Room, components: C, incremental: bool) -> Result<Self, StoreFull> {
        Ok(Self {
            components,
            incremental,
            parts: Chained::new(Room { expected: 0, ..room })?,
            lists: Exact::new(room)?,
            hasher: Multilinear::new(0),
            room,
            scratch: Scratch::default(),
        })
    }

    /// The number of the component with this content.
    fn intern(&mut self, part: &[Word]) -> Result<u32, StoreFull> {
        self.parts.set_limit(self.room.limit_bytes.map(|limit| limit.saturating_sub(self.lists.bytes())));
        let candidate = Candidate::root(self.hasher.digest(part), part);
        Ok(self.parts.insert(candidate)?.state().raw())
    }

    /// Fills `scratch.numbers` with the components of the candidate.
    fn number_components(
        &mut self,
        candidate: &Candidate<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), StoreFull> {
        let words = candidate.words;
        scratch.ends.clear();
        self.components.ends(words, &mut scratch.ends);
        scratch.ends.retain(|&end| end < words.len());
        scratch.ends.push(words.len());
        scratch.parent.clear();
        if self.incremental
            && let Some(parent) = candidate.parent
        {
            self.lists.read(parent, &mut scratch.packed);
            unpack(&scratch.packed, &mut scratch.parent);
        }
        scratch.written.clear();
        scratch.written.resize(scratch.ends.len(), false);
        for write in candidate.writes {
            let part = scratch.ends.partition_point(|&end| end <= write.slot.index());
            if let Some(written) = scratch.written.get_mut(part) {
                *written = true;
            }
        }
        scratch.numbers.clear();
        let mut start = 0;
        // Whether the components so far lie where they lay in the parent.
        let mut aligned = true;
        for (index, &end) in scratch.ends.iter().enumerate() {
            let part = &words[start.min(end)..end];
            let inherited = scratch.parent.get(index).copied().filter(|_| aligned);
            let inherited = inherited.filter(|&number| self.parts.vector_len(number) == part.len());
            aligned = inherited.is_some();
            let number = match inherited {
                Some(number) if !scratch.written[index] => number,
                _ => self.intern(part)?,
            };
            scratch.numbers.push(number);
            start = end;
        }
        Ok(())
    }
}

/// One byte that tells the width, then the numbers in that many bytes. Numbers are not zero, padding is.
fn pack(numbers: &[u32], packed: &mut Vec<Word>) {
    let largest = numbers.iter().copied().max().unwrap_or(0);
    let width = (32 - largest.leading_zeros()).div_ceil(8).max(1);
    packed.clear();
    let (mut buffer, mut filled) = (u64::from(width), 8);
    for &number in numbers {
        buffer |= u64::from(number) << filled;
        filled += 8 * width;
        if filled >= 32 {
            packed.push(buffer as Word);
            buffer >>= 32;
            filled -= 32;
        }
    }
    if filled > 0 {
        packed.push(buffer as Word);
    }
}

fn unpack(packed: &[Word], numbers: &mut Vec<u32>) {
    numbers.clear();
    let width = packed.first().map_or(1, |word| word & 0xff).clamp(1, 4);
    let (mut buffer, mut filled) = (0u64, 0);
    let mut skip = 8;
    for &word in packed {
        buffer |= u64::from(word) << filled;
        buffer >>= skip;
        filled += 32 - skip;
        skip = 0;
        while filled >= 8 * width {
            match (buffer & ((1 << (8 * width)) - 1)) as u32 {
                0 => return,
                number => numbers.push(number),
            }
            buffer >>= 8 * width;
            filled -= 8 * width;
        }
    }
}

impl<C: Components> Store for Collapse<C> {
    fn prefetch(&self, digest: Digest) {
        self.lists.prefetch(digest);
    }

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let numbered = self.number_components(&candidate, &mut scratch);
        pack(&scratch.numbers, &mut scratch.packed);
        self.lists.set_limit(self.room.limit_bytes.map(|limit| limit.saturating_sub(self.parts.bytes())));
        let answer =
            numbered.and_then(|()| self.lists.insert(Candidate::root(candidate.digest, &scratch.packed)));
        self.scratch = scratch;
        match (answer, self.room.limit_bytes) {
            (Err(StoreFull::Memory { .. }), Some(limit)) => Err(StoreFull::Memory { limit }),
            (answer, _) => answer,
        }
    }

    fn len(&self) -> usize {
        self.lists.len()
    }

    fn bytes(&self) -> usize {
        self.parts.bytes() + self.lists.bytes()
    }

    /// The different components.
    fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Of components and of lists.
    fn conflicts(&self) -> u64 {
        self.parts.conflicts() + self.lists.conflicts()
    }
}

impl<C: Components> ExactStore for Collapse<C> {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        let (mut numbers, mut part) = (Vec::new(), Vec::new());
        self.lists.read(state, &mut part);
        unpack(&part, &mut numbers);
        for state in numbers.into_iter().filter_map(StateRef::from_raw) {
            self.parts.read(state, &mut part);
            words.extend_from_slice(&part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unpacking_undoes_packing(numbers in prop::collection::vec(prop_oneof![1..300u32, 1..u32::MAX], 0..20)) {
            let (mut packed, mut back) = (Vec::new(), Vec::new());
            pack(&numbers, &mut packed);
            unpack(&packed, &mut back);
            prop_assert_eq!(back, numbers);
        }
    }

    #[test]
    fn equal_components_are_kept_once() {
        let mut store = Collapse::new(Room::default(), EqualComponents(4)).unwrap();
        for n in 0..32u32 {
            let words: Vec<Word> =
                (0..20).map(|slot| if slot % 4 == 1 { (n >> (slot / 4)) & 1 } else { 7 }).collect();
            store.insert(Candidate::root(Digest(u64::from(n) << 40), &words)).unwrap();
        }
        assert_eq!((store.len(), store.parts()), (32, 2));
    }
}
