//! Holzmann, "The SPIN Model Checker", 2003: Spin's hash table, the baseline to reproduce.
//!
//! A power of two of chains, selected by the low bits of the digest and kept sorted, so that a search in vain stops half
//! way on average; vectors with masked bytes; conflicts counted as Spin counts its "hash conflicts": the steps from one
//! element of a chain to the next. As in Spin the table grows fourfold when chains have two elements on average.

use super::arena::Arena;
use super::line::prefetch;
use super::packing::Packing;
use super::pages::{Pages, Plain};
use super::segments::Segments;
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::Word;

/// One element of a chain. Links count from one; zero ends a chain.
#[derive(Clone, Copy, Debug)]
struct Element {
    digest: u64,
    /// The packed vector, as the arena calls it.
    vector: u32,
    next: u32,
}

impl Plain for Element {}

/// Spin's hash table.
#[derive(Debug)]
pub struct Chained {
    heads: Pages<u32>,
    elements: Segments<Element>,
    arena: Arena,
    packing: Packing,
    /// The candidate, packed.
    packed: Vec<Word>,
    room: Room,
    resizes: bool,
    conflicts: u64,
}

/// log2 of the smallest number of chains.
const SMALLEST: u32 = 10;

impl Chained {
    /// An empty table that grows as needed.
    ///
    /// # Errors
    /// If the chains for the states expected are beyond the limit or refused by the system.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        Self::packed(room, Packing::default())
    }

    /// An empty table that grows as needed, of masked vectors.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn packed(room: Room, packing: Packing) -> Result<Self, StoreFull> {
        let chains = room.expected.clamp(1 << SMALLEST, 1 << 40).next_power_of_two();
        Self::with_chains(room, chains.ilog2(), packing, true)
    }

    /// A table of 2^`log_chains` chains (Spin's option `-w`) that grows only if it `resizes`, of masked vectors.
    ///
    /// # Errors
    /// If the chains are beyond the limit or refused by the system.
    pub fn with_chains(
        room: Room,
        log_chains: u32,
        packing: Packing,
        resizes: bool,
    ) -> Result<Self, StoreFull> {
        let chains = 1usize << log_chains.min(40);
        room.check(chains.saturating_mul(size_of::<u32>()))?;
        Ok(Self {
            heads: Pages::zeroed(chains)?,
            elements: Segments::new(),
            arena: Arena::default(),
            packing,
            packed: Vec::new(),
            room,
            resizes,
            conflicts: 0,
        })
    }

    fn vector(&self, link: u32) -> &[Word] {
        let vector = self.elements[link as usize - 1].vector;
        StateRef::from_raw(vector).map_or(&[], |state| self.arena.get(state))
    }

    /// Replaces the limit on memory.
    pub(super) fn set_limit(&mut self, limit_bytes: Option<usize>) {
        self.room.limit_bytes = limit_bytes;
    }

    /// The length of the stored vector that a reference with these bits stands for.
    pub(super) fn vector_len(&self, link: u32) -> usize {
        self.vector(link).first().map_or(0, |&len| len as usize)
    }

    /// Splits every chain in four. The order within chains survives.
    fn grow(&mut self) {
        let chains = self.heads.len() * 4;
        if self.room.check(self.bytes() + (chains - self.heads.len()) * size_of::<u32>()).is_err() {
            self.resizes = false;
            return;
        }
        let Ok(mut heads) = Pages::<u32>::zeroed(chains) else {
            self.resizes = false;
            return;
        };
        let mut tails = [0u32; 4];
        for chain in 0..self.heads.len() {
            tails.fill(0);
            let mut link = self.heads[chain];
            while link != 0 {
                let Element { digest, next, .. } = self.elements[link as usize - 1];
                let split = (digest as usize & (chains - 1)) / self.heads.len();
                match tails[split] {
                    0 => heads[chain + split * self.heads.len()] = link,
                    tail => self.elements[tail as usize - 1].next = link,
                }
                tails[split] = link;
                link = next;
            }
            for &tail in tails.iter().filter(|&&tail| tail != 0) {
                self.elements[tail as usize - 1].next = 0;
            }
        }
        self.heads = heads;
    }

    /// Enters the packed candidate between `before` (zero for the head of the chain) and `after`.
    fn add(&mut self, digest: Digest, before: u32, after: u32) -> Result<Insertion, StoreFull> {
        let cost = self.arena.cost(self.packed.len()) + size_of::<Element>();
        self.room.check(self.bytes() + cost)?;
        let state = StateRef::from_index(self.elements.len()).ok_or(StoreFull::References)?;
        let vector = self.arena.push(&self.packed)?.raw();
        self.elements.push(Element { digest: digest.0, vector, next: after })?;
        match before {
            0 => {
                let chain = digest.0 as usize & (self.heads.len() - 1);
                self.heads[chain] = state.raw();
            }
            before => self.elements[before as usize - 1].next = state.raw(),
        }
        if self.resizes && self.elements.len() > 2 * self.heads.len() {
            self.grow();
        }
        Ok(Insertion::New(state))
    }
}

impl Store for Chained {
    fn prefetch(&self, digest: Digest) {
        prefetch(&raw const self.heads[digest.0 as usize & (self.heads.len() - 1)]);
    }

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let mut packed = std::mem::take(&mut self.packed);
        self.packing.pack(candidate.words, &mut packed);
        self.packed = packed;
        let wanted: &[u8] = bytemuck::cast_slice(&self.packed);
        let (mut before, mut link) = (0, self.heads[candidate.digest.0 as usize & (self.heads.len() - 1)]);
        while link != 0 {
            let stored: &[u8] = bytemuck::cast_slice(self.vector(link));
            match stored.cmp(wanted) {
                std::cmp::Ordering::Equal => {
                    return StateRef::from_raw(link).map(Insertion::Seen).ok_or(StoreFull::References);
                }
                std::cmp::Ordering::Less => break,
                std::cmp::Ordering::Greater => {}
            }
            before = link;
            link = self.elements[link as usize - 1].next;
            // Spin notices the end of a chain before it steps.
            self.conflicts += u64::from(link != 0);
        }
        self.add(candidate.digest, before, link)
    }

    fn len(&self) -> usize {
        self.elements.len()
    }

    fn bytes(&self) -> usize {
        self.heads.bytes() + self.elements.bytes() + self.arena.bytes()
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}

impl ExactStore for Chained {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        self.packing.unpack(self.vector(state.raw()), words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_the_steps_between_elements() {
        let mut store = Chained::new(Room::default()).unwrap();
        let mut offer = |word| {
            let before = store.conflicts;
            store.insert(Candidate::root(Digest(0), &[word])).unwrap();
            store.conflicts - before
        };
        // The chain descends: 9 5 3.
        assert_eq!([offer(5), offer(9), offer(3)], [0, 0, 1]);
        assert_eq!([offer(9), offer(5), offer(3)], [0, 1, 2]);
        // 4 is found absent when the search meets 3; 1 when it meets the end.
        assert_eq!([offer(4), offer(1)], [2, 3]);
    }

    #[test]
    fn masked_bytes_take_no_room() {
        let packing = Packing::new(vec![1; 8]);
        let mut store = Chained::with_chains(Room::default(), 10, packing, true).unwrap();
        let state = store.insert(Candidate::root(Digest(3), &[1, 2, 3, 4, 5, 6, 7, 8])).unwrap().state();
        assert_eq!(store.vector(state.raw()).len(), 3);
        let mut words = Vec::new();
        store.read(state, &mut words);
        assert_eq!(words, [1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
