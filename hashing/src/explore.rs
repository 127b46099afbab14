//! Breadth-first exploration of a puzzle: the smallest search that uses everything here.
//!
//! It serves examples, statistics and tests; a checker has a search of its own.

use std::collections::VecDeque;

use crate::policy::{Difference, DigestPolicy};
use crate::state::{Slot, StateVector, Word};
use crate::store::{Candidate, ExactStore, StateRef, StoreFull};

/// States and the moves between them.
pub trait Puzzle {
    /// The state to begin with.
    fn initial(&self) -> Vec<Word>;
    /// How many kinds of moves there are.
    fn moves(&self) -> usize;
    /// Makes move number `number` if it is possible; else says so by `false` and leaves the state alone.
    fn fire<P: DigestPolicy>(&self, number: usize, state: &mut StateVector<P>) -> bool;
    /// Whether the state solves the puzzle. By default none does, and the whole space is explored.
    fn is_solved(&self, _words: &[Word]) -> bool {
        false
    }
}

/// A puzzle made of functions. Successors are whole states here; what differs is found by comparing.
#[derive(Clone, Debug)]
pub struct Rules<F, G> {
    /// The state to begin with.
    pub initial: Vec<Word>,
    /// How many kinds of moves there are.
    pub moves: usize,
    /// The state that a move leads to, of the same length; none if it is not possible.
    pub fire: F,
    /// Whether a state solves the puzzle.
    pub is_solved: G,
}

impl<F, G> Puzzle for Rules<F, G>
where
    F: Fn(&[Word], usize) -> Option<Vec<Word>>,
    G: Fn(&[Word]) -> bool,
{
    fn initial(&self) -> Vec<Word> {
        self.initial.clone()
    }

    fn moves(&self) -> usize {
        self.moves
    }

    fn fire<P: DigestPolicy>(&self, number: usize, state: &mut StateVector<P>) -> bool {
        let Some(next) = (self.fire)(state.words(), number) else {
            return false;
        };
        for (slot, word) in (0..state.len() as u32).map(Slot).zip(next) {
            state.set(slot, word);
        }
        true
    }

    fn is_solved(&self, words: &[Word]) -> bool {
        (self.is_solved)(words)
    }
}

/// What an exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// The states stored.
    pub states: usize,
    /// The moves made.
    pub transitions: u64,
    /// The states from the initial one to the first that solves the puzzle.
    pub solution: Option<Vec<Vec<Word>>>,
    /// Where an audit found a digest wrong.
    pub difference: Option<Difference>,
}

/// Explores `puzzle` breadth-first until it is solved or no state is left.
///
/// # Errors
/// If the store is full before that.
pub fn explore<P: DigestPolicy, S: ExactStore>(
    puzzle: &impl Puzzle,
    policy: P,
    store: &mut S,
) -> Result<Exploration, StoreFull> {
    let mut state = StateVector::new(policy);
    state.load(&puzzle.initial());
    let initial = store.insert(Candidate::root(state.digest(), state.words()))?.state();
    let mut search = Search { frontier: VecDeque::from([initial]), parents: Vec::new() };
    let mut solved = puzzle.is_solved(state.words()).then_some(initial);
    let (mut words, mut transitions) = (Vec::new(), 0);
    while let (None, Some(parent)) = (solved, search.frontier.pop_front()) {
        store.read(parent, &mut words);
        state.load(&words);
        for number in 0..puzzle.moves() {
            let mark = state.mark();
            if !puzzle.fire(number, &mut state) {
                continue;
            }
            transitions += 1;
            let candidate = Candidate {
                digest: state.digest(),
                words: state.words(),
                parent: Some(parent),
                writes: state.writes_since(mark),
            };
            let answer = store.insert(candidate)?;
            if answer.is_new() {
                search.reached(answer.state(), parent);
                if puzzle.is_solved(state.words()) {
                    solved = solved.or(Some(answer.state()));
                }
            }
            state.rewind(mark);
        }
    }
    let difference = state.policy().difference();
    let solution = solved.map(|last| search.path(last, store));
    Ok(Exploration { states: store.len(), transitions, solution, difference })
}

/// The frontier, and the way each state was reached.
struct Search {
    frontier: VecDeque<StateRef>,
    parents: Vec<Option<StateRef>>,
}

impl Search {
    fn reached(&mut self, state: StateRef, parent: StateRef) {
        if self.parents.len() <= state.index() {
            self.parents.resize(state.index() + 1, None);
        }
        self.parents[state.index()] = Some(parent);
        self.frontier.push_back(state);
    }

    fn path(&self, last: StateRef, store: &impl ExactStore) -> Vec<Vec<Word>> {
        let parent = |state: &StateRef| self.parents.get(state.index()).copied().flatten();
        let mut path: Vec<_> = std::iter::successors(Some(last), parent)
            .map(|state| {
                let mut words = Vec::new();
                store.read(state, &mut words);
                words
            })
            .collect();
        path.reverse();
        path
    }
}

/// Sliding tiles on a board of `width` × `height`; the blank is zero. It has (width·height)!/2 states.
#[derive(Clone, Copy, Debug)]
pub struct SlidingTiles {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Puzzle for SlidingTiles {
    /// The tiles in order, and last the place of the blank.
    fn initial(&self) -> Vec<Word> {
        (0..self.width * self.height).map(|tile| tile as Word).chain([0]).collect()
    }

    fn moves(&self) -> usize {
        4
    }

    fn fire<P: DigestPolicy>(&self, number: usize, state: &mut StateVector<P>) -> bool {
        let cells = self.width * self.height;
        let blank = state.get(Slot(cells as u32)) as usize;
        let (column, row) = (blank % self.width, blank / self.width);
        let to = match number {
            0 if column > 0 => blank - 1,
            1 if column + 1 < self.width => blank + 1,
            2 if row > 0 => blank - self.width,
            3 if row + 1 < self.height => blank + self.width,
            _ => return false,
        };
        state.set(Slot(blank as u32), state.get(Slot(to as u32)));
        state.set(Slot(to as u32), 0);
        state.set(Slot(cells as u32), to as Word);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{HashChoice, PolicyVisitor, StoreChoice, StoreSettings, StoreVisitor};
    use crate::store::{EqualComponents, LossyStore};

    const TILES: SlidingTiles = SlidingTiles { width: 3, height: 2 };

    struct Explore<S>(S);

    impl<S: ExactStore> PolicyVisitor for Explore<S> {
        type Output = Exploration;
        fn visit<P: DigestPolicy + Clone + std::fmt::Debug + 'static>(mut self, policy: P) -> Exploration {
            explore(&TILES, policy, &mut self.0).unwrap()
        }
    }

    struct WithHash(HashChoice);

    impl StoreVisitor for WithHash {
        type Output = Option<Exploration>;
        fn exact<S: ExactStore + std::fmt::Debug + 'static>(self, store: S) -> Option<Exploration> {
            let store: Box<dyn ExactStore> = Box::new(store);
            Some(self.0.visit(HashChoice::DEFAULT_SEED, Explore(store)))
        }
        fn lossy<S: LossyStore + std::fmt::Debug + 'static>(self, _store: S) -> Option<Exploration> {
            None
        }
    }

    #[test]
    fn every_hash_and_every_exact_store_find_the_same_space() {
        let expected = Exploration { states: 360, transitions: 840, solution: None, difference: None };
        for &hash in HashChoice::ALL {
            for &store in StoreChoice::ALL {
                let found = store.visit(StoreSettings::new(EqualComponents(2)), WithHash(hash)).unwrap();
                assert_eq!(found, store.is_exact().then(|| expected.clone()), "{hash} {store}");
            }
        }
    }
}
