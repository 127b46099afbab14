//! Laarman, van de Pol, Weber, "Parallel recursive state compression for free", SPIN 2011: states as trees of shared pairs.
//!
//! The words of a state are the leaves of a balanced binary tree; an inner node is a pair of numbers, of leaves at the
//! bottom and of nodes above, and equal pairs are one node. A state is its root: eight bytes, and nodes that combinatorial
//! state spaces share so well that they hardly count. An all-zero subtree has the number zero and no node. The number of a
//! leaf is its word, or if that is wide a node of its two halves: words take few different values, so that their numbers
//! are small and nodes can be quotiented.
//!
//! Insertion is incremental: from the parent's root and the writes, only the ancestors of written leaves are looked up.
//! The shape of a tree follows from the length of the vector, so each length has a root table of its own. Roots are
//! addressed by the digest of the state, not by the pair, so that their cache line can be fetched before the tree is
//! built.

use std::ops::Range;

use super::nodes::Nodes;
use super::pairs::{Pairs, Supply};
use super::tree_compact::CompactPairs;
use super::{Candidate, ExactStore, Insertion, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::state::Word;

/// A table of pairs: inner nodes, or the roots of vectors of one length.
pub(super) trait PairTable: Default + std::fmt::Debug {
    /// The number of `pair`, which is not zero and has this `digest`, and whether it is new.
    fn number(&mut self, pair: u64, digest: Digest, supply: Supply<'_>) -> Result<(usize, bool), StoreFull>;
    /// The pair with this number, if it is of this table.
    fn get(&self, number: usize) -> Option<u64>;
    fn prefetch(&self, digest: Digest);
    fn bytes(&self) -> usize;
}

impl PairTable for Pairs {
    fn number(&mut self, pair: u64, digest: Digest, supply: Supply<'_>) -> Result<(usize, bool), StoreFull> {
        self.number(pair, digest, supply)
    }
    fn get(&self, number: usize) -> Option<u64> {
        self.get(number)
    }
    fn prefetch(&self, digest: Digest) {
        self.prefetch(digest);
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

/// Trees over some kind of root tables. Inner nodes are quotiented in any case: being shared they have small numbers, so
/// that nearly all of them fit four bytes.
#[derive(Debug)]
pub(super) struct Forest<R> {
    nodes: Nodes<CompactPairs>,
    /// The roots of vectors, by their length.
    roots: Vec<R>,
    next_root: usize,
    /// Which numbers of roots belong to which length: the first number of each range, ascending.
    ranges: Vec<(usize, usize)>,
    /// The length of the vector inserted last, the best guess for the next.
    recent: usize,
    room: Room,
    len: usize,
    /// Bytes of the roots; kept, because there may be many tables.
    root_bytes: usize,
    /// The slots written, in order.
    written: Vec<usize>,
}

/// The slots that the root of a vector spans. Four at least, so that its left half is a node.
fn span(len: usize) -> Range<usize> {
    0..len.max(4)
}

/// The words that are their own number as a leaf are those up to here; wider ones are nodes, numbered from here on.
const WIDEST_LITERAL: u32 = 0xffff;

fn middle(slots: &Range<usize>) -> usize {
    slots.start + slots.len().div_ceil(2)
}

fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

fn halves(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// The pair of a root. Its lower half is never zero: it is the number of a node plus one, and there are fewer than
/// 2^32 - 1 nodes.
fn root_pair((left, right): (u32, u32)) -> u64 {
    pair(right, left.wrapping_add(1))
}

fn root_halves(root: u64) -> (u32, u32) {
    let (right, left) = halves(root);
    (left.wrapping_sub(1), right)
}

impl<R: PairTable> Forest<R> {
    pub(super) fn new(room: Room) -> Self {
        Self {
            nodes: Nodes::default(),
            roots: Vec::new(),
            next_root: 0,
            ranges: Vec::new(),
            recent: 0,
            room,
            len: 0,
            root_bytes: 0,
            written: Vec::new(),
        }
    }

    #[inline]
    fn node(&mut self, left: u32, right: u32) -> Result<u32, StoreFull> {
        self.nodes.number(pair(left, right), self.root_bytes, &self.room)
    }

    #[inline]
    fn children(&self, node: u32) -> (u32, u32) {
        halves(self.nodes.get(node))
    }

    /// The number of a word as a leaf; words beyond the vector are zero.
    #[inline]
    fn leaf(&mut self, slot: usize, words: &[Word]) -> Result<u32, StoreFull> {
        let word = words.get(slot).copied().unwrap_or(0);
        if word <= WIDEST_LITERAL {
            return Ok(word);
        }
        self.node(word >> 16, word & 0xffff)?.checked_add(WIDEST_LITERAL).ok_or(StoreFull::References)
    }

    /// The word that a leaf is the number of.
    fn word(&self, leaf: u32) -> Word {
        match leaf.checked_sub(WIDEST_LITERAL) {
            None | Some(0) => leaf,
            Some(node) => {
                let (high, low) = self.children(node);
                high << 16 | low
            }
        }
    }

    /// The subtree over `slots`, from scratch.
    fn build(&mut self, slots: Range<usize>, words: &[Word]) -> Result<u32, StoreFull> {
        if slots.len() == 1 {
            return self.leaf(slots.start, words);
        }
        let middle = middle(&slots);
        let left = self.build(slots.start..middle, words)?;
        let right = self.build(middle..slots.end, words)?;
        self.node(left, right)
    }

    /// The subtree over `slots` that `old` becomes when the `written` slots are read again from `words`.
    fn update(
        &mut self,
        old: u32,
        slots: Range<usize>,
        written: &[usize],
        words: &[Word],
    ) -> Result<u32, StoreFull> {
        if written.is_empty() {
            return Ok(old);
        }
        if slots.len() == 1 {
            return self.leaf(slots.start, words);
        }
        let children = self.children(old);
        let (left, right) = self.update_halves(children, slots, written, words)?;
        if (left, right) == children { Ok(old) } else { self.node(left, right) }
    }

    fn update_halves(
        &mut self,
        (left, right): (u32, u32),
        slots: Range<usize>,
        written: &[usize],
        words: &[Word],
    ) -> Result<(u32, u32), StoreFull> {
        let middle = middle(&slots);
        let (low, high) = written.split_at(written.partition_point(|&slot| slot < middle));
        let left = self.update(left, slots.start..middle, low, words)?;
        let right = self.update(right, middle..slots.end, high, words)?;
        Ok((left, right))
    }

    /// The length of a stored vector and the pair of its root.
    fn root(&self, state: StateRef) -> Option<(usize, u64)> {
        let after = self.ranges.partition_point(|&(first, _)| first <= state.index());
        let &(_, len) = self.ranges.get(after.checked_sub(1)?)?;
        Some((len, self.roots.get(len)?.get(state.index())?))
    }

    /// The two halves of the candidate's tree.
    fn grow_tree(&mut self, candidate: &Candidate<'_>) -> Result<(u32, u32), StoreFull> {
        let words = candidate.words;
        let slots = span(words.len());
        let parent = candidate.parent.and_then(|parent| self.root(parent));
        if let Some((len, root)) = parent
            && len == words.len()
        {
            let mut written = std::mem::take(&mut self.written);
            written.clear();
            // Words beyond the length may have come and gone.
            written
                .extend(candidate.writes.iter().map(|write| write.slot.index()).filter(|&slot| slot < len));
            written.sort_unstable();
            written.dedup();
            let halves = self.update_halves(root_halves(root), slots, &written, words);
            self.written = written;
            return halves;
        }
        let middle = middle(&slots);
        Ok((self.build(slots.start..middle, words)?, self.build(middle..slots.end, words)?))
    }

    fn expand(&self, node: u32, slots: Range<usize>, words: &mut Vec<Word>) {
        if slots.len() == 1 {
            words.push(self.word(node));
        } else if node == 0 {
            words.resize(words.len() + slots.len(), 0);
        } else {
            self.expand_halves(self.children(node), slots, words);
        }
    }

    fn expand_halves(&self, (left, right): (u32, u32), slots: Range<usize>, words: &mut Vec<Word>) {
        let middle = middle(&slots);
        self.expand(left, slots.start..middle, words);
        self.expand(right, middle..slots.end, words);
    }
}

impl<R: PairTable> Store for Forest<R> {
    fn prefetch(&self, digest: Digest) {
        if let Some(roots) = self.roots.get(self.recent) {
            roots.prefetch(digest);
        }
    }

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let len = candidate.words.len();
        let halves = self.grow_tree(&candidate)?;
        if self.roots.len() <= len {
            self.roots.resize_with(len + 1, R::default);
        }
        self.recent = len;
        let roots = &mut self.roots[len];
        let (bytes_before, next_before) = (roots.bytes(), self.next_root);
        let supply = Supply {
            next: &mut self.next_root,
            used: self.root_bytes + self.nodes.bytes(),
            room: Room { expected: self.room.expected.saturating_sub(self.len), ..self.room },
        };
        let numbered = roots.number(root_pair(halves), candidate.digest, supply);
        // Also where the root was refused: the table may have grown before.
        if self.next_root != next_before {
            self.ranges.push((next_before, len));
        }
        self.root_bytes += roots.bytes() - bytes_before;
        let (number, new) = numbered?;
        self.len += usize::from(new);
        let state = StateRef::from_index(number).ok_or(StoreFull::References)?;
        Ok(if new { Insertion::New(state) } else { Insertion::Seen(state) })
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.root_bytes + self.nodes.bytes()
    }

    fn parts(&self) -> usize {
        self.nodes.len()
    }

    /// Roots are compared where they lie: no comparison costs a look elsewhere.
    fn conflicts(&self) -> u64 {
        0
    }
}

impl<R: PairTable> ExactStore for Forest<R> {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        words.clear();
        if let Some((len, root)) = self.root(state) {
            self.expand_halves(root_halves(root), span(len), words);
            words.truncate(len);
        }
    }
}

/// A store that forwards to the field `0`.
macro_rules! forward {
    ($type:ident) => {
        impl Store for $type {
            fn prefetch(&self, digest: Digest) {
                self.0.prefetch(digest);
            }
            fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
                self.0.insert(candidate)
            }
            fn len(&self) -> usize {
                self.0.len()
            }
            fn bytes(&self) -> usize {
                self.0.bytes()
            }
            fn parts(&self) -> usize {
                self.0.parts()
            }
            fn conflicts(&self) -> u64 {
                self.0.conflicts()
            }
        }

        impl ExactStore for $type {
            fn read(&self, state: StateRef, words: &mut Vec<Word>) {
                self.0.read(state, words);
            }
        }
    };
}
pub(super) use forward;

/// Tree compression with eight-byte roots.
#[derive(Debug)]
pub struct Tree(Forest<Pairs>);

impl Tree {
    /// An empty store.
    ///
    /// # Errors
    /// None at present: the first memory is taken with the first state.
    pub fn new(room: Room) -> Result<Self, StoreFull> {
        Ok(Self(Forest::new(room)))
    }
}

forward!(Tree);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::keys::mix64;
    use crate::state::{Slot, Write};

    #[test]
    fn an_insertion_from_the_parent_is_one_from_scratch() {
        let mut store = Tree::new(Room::default()).unwrap();
        let parent = store.insert(Candidate::root(Digest(1), &[1, 2, 3, 4, 5])).unwrap().state();
        let writes = [Write::new(Slot(4), 5, 0), Write::new(Slot(1), 2, 7), Write::new(Slot(4), 0, 0)];
        let words = [1, 7, 3, 4];
        let child = Candidate { digest: Digest(2), words: &words, parent: Some(parent), writes: &writes };
        let state = store.insert(child).unwrap().state();
        assert_eq!(store.insert(Candidate::root(Digest(2), &words)), Ok(Insertion::Seen(state)));
        let mut read = Vec::new();
        store.read(state, &mut read);
        assert_eq!(read, words);
    }

    #[test]
    fn a_product_of_counters_takes_little_more_than_its_roots() {
        let room = Room { expected: 1 << 16, limit_bytes: None };
        let mut store = Tree::new(room).unwrap();
        for n in 0..1u32 << 16 {
            let words: Vec<Word> = (0..16).map(|i| n >> i & 1).collect();
            store.insert(Candidate::root(Digest(mix64(n.into())), &words)).unwrap();
        }
        assert!(store.bytes() < 10 * store.len(), "{} bytes, {} nodes", store.bytes(), store.parts());
    }
}
