//! Partial-order reduction: which processes move in a state, and when that is enough.
//!
//! If all that a process can do next is invisible to the others and cannot be disabled by them, its steps may stand
//! for those of all (an *ample set*; Holzmann and Peled, FORTE 1994). The engine names such processes. What is put
//! off must not be put off for ever, so one step at least must lead somewhere else than back (the *proviso*):
//!
//! - Depth first: to a state that is not on the stack. As in Spin; safety needs no more.
//! - Breadth first: to a state whose successors are still to be computed (Bošnački, Leue and Lluch Lafuente,
//!   *Partial-order reduction for general state exploring algorithms*, STTT 2009).
//!
//! If the proviso fails, the next candidate has its turn, and after the last one all processes have. As in Spin
//! they start anew then: the steps of failed candidates are taken, and counted, once more.

use hashing::{Digest, StateRef};
use std::collections::HashMap;

/// The states on the stack of a depth-first search, or those that a breadth-first search is done with.
///
/// States of exact stores are told apart by their references. Lossy stores have none; there the digest stands for the
/// state, and if it stands for another too, that only costs some reduction.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    bits: Vec<u64>,
    /// How many marked states have each digest.
    digests: HashMap<u64, u32>,
}

impl Marks {
    /// Marks a state.
    pub(super) fn add(&mut self, state: StateRef, digest: Digest) {
        if state == StateRef::LOST {
            *self.digests.entry(digest.0).or_default() += 1;
            return;
        }
        let word = state.index() / 64;
        if self.bits.len() <= word {
            self.bits.resize((word + 1).max(2 * self.bits.len()), 0);
        }
        self.bits[word] |= 1 << (state.index() % 64);
    }

    /// Takes a mark back.
    pub(super) fn remove(&mut self, state: StateRef, digest: Digest) {
        if state != StateRef::LOST {
            if let Some(word) = self.bits.get_mut(state.index() / 64) {
                *word &= !(1 << (state.index() % 64));
            }
        } else if let Some(count) = self.digests.get_mut(&digest.0) {
            *count -= 1;
            if *count == 0 {
                self.digests.remove(&digest.0);
            }
        }
    }

    /// Whether a state is marked.
    pub(super) fn contains(&self, state: StateRef, digest: Digest) -> bool {
        if state == StateRef::LOST {
            return self.digests.contains_key(&digest.0);
        }
        self.bits.get(state.index() / 64).is_some_and(|word| word >> (state.index() % 64) & 1 == 1)
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<u64>() + self.digests.capacity() * size_of::<(u64, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_there_until_it_is_taken_back() {
        let mut marks = Marks::default();
        let states = [0, 1, 63, 64, 1000].map(|index| StateRef::from_index(index).unwrap());
        for state in states {
            assert!(!marks.contains(state, Digest(0)));
            marks.add(state, Digest(0));
        }
        assert!(states.iter().all(|&state| marks.contains(state, Digest(0))));
        marks.remove(states[2], Digest(0));
        assert!(!marks.contains(states[2], Digest(0)) && marks.contains(states[3], Digest(0)));
    }

    #[test]
    fn without_references_digests_are_counted() {
        let mut marks = Marks::default();
        marks.add(StateRef::LOST, Digest(5));
        marks.add(StateRef::LOST, Digest(5));
        marks.remove(StateRef::LOST, Digest(5));
        assert!(marks.contains(StateRef::LOST, Digest(5)));
        marks.remove(StateRef::LOST, Digest(5));
        assert!(!marks.contains(StateRef::LOST, Digest(5)));
    }
}
