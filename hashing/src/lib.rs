//! Incremental hashing and state storage for explicit-state model checking.
//!
//! A model checker spends its time asking one question: *was this state seen before?* The answer costs a hash of the
//! state and a look into a large table. But a successor differs from its parent in one or two words, and a hash that is
//! a sum of independent terms, one per word, can follow a change by exchanging one term:
//!
//! ```text
//! digest(state with w at slot i) = digest(state) - term(i, old) + term(i, w)
//! ```
//!
//! So the digest is there before the successor is complete, in time to fetch the line of the table it will be looked up
//! in; and the same knowledge, which words changed, lets a compressing store look only at what is new.
//!
//! The parts, and the traits between them:
//!
//! * a [`StateVector`] is the state being explored. [`StateVector::set`] is the only way to change it, and everything
//!   follows from that call: the undo log and the digest;
//! * a [`DigestPolicy`] says when digests are computed: at every write ([`Incremental`]), at every state ([`Full`]), or
//!   both, compared ([`Audited`]);
//! * a [`StateHasher`] computes a digest from scratch, an [`IncrementalHasher`] repairs it: see [`hasher`];
//! * a [`Store`] is the set of states seen. It is handed a [`Candidate`] and knows nothing of hashers: see [`store`].
//!
//! All of them can be had by name: see [`HashChoice`] and [`StoreChoice`].
//!
//! # Example
//!
//! How to measure 4 litres with jugs of 3 and 5? A state is the content of both; the moves are to fill, to empty and
//! to pour.
//!
//! ```
//! use hashing::explore::{Puzzle, explore};
//! use hashing::{DigestPolicy, Incremental, Room, Slot, StateVector, Word, hasher::Multilinear, store::Exact};
//!
//! struct Jugs;
//! const SIZE: [Word; 2] = [3, 5];
//!
//! impl Puzzle for Jugs {
//!     fn initial(&self) -> Vec<Word> { vec![0, 0] }
//!     fn moves(&self) -> usize { 6 }
//!     fn fire<P: DigestPolicy>(&self, number: usize, jugs: &mut StateVector<P>) -> bool {
//!         let (this, that) = (number % 2, 1 - number % 2);
//!         let [here, there] = [this, that].map(|jug| jugs.get(Slot(jug as u32)));
//!         let poured = here.min(SIZE[that] - there);
//!         let (here, there) = [(SIZE[this], there), (0, there), (here - poured, there + poured)][number / 2];
//!         jugs.set(Slot(this as u32), here);
//!         jugs.set(Slot(that as u32), there);
//!         true
//!     }
//!     fn is_solved(&self, jugs: &[Word]) -> bool { jugs[1] == 4 }
//! }
//!
//! let mut store = Exact::new(Room::default())?;
//! let found = explore(&Jugs, Incremental::new(Multilinear::new(0)), &mut store)?;
//! let solution = found.solution.unwrap();
//! assert_eq!(solution, [[0, 0], [0, 5], [3, 2], [0, 2], [2, 0], [2, 5], [3, 4]]);
//! # Ok::<(), hashing::StoreFull>(())
//! ```
//!
//! `cargo run --release --example statistics` prints the quality and cost of every hasher and store on a puzzle.

pub mod choice;
pub mod digest;
pub mod explore;
pub mod hasher;
pub mod policy;
pub mod quality;
pub mod state;
pub mod store;

pub use choice::{HashChoice, PolicyVisitor, StoreChoice, StoreSettings, StoreVisitor};
pub use digest::Digest;
pub use hasher::{IncrementalHasher, StateHasher};
pub use policy::{Audited, Difference, DigestPolicy, Full, Incremental};
pub use state::{Change, Mark, Slot, StateVector, Word, Write};
pub use store::{
    BitArray, Candidate, Components, ExactStore, Insertion, LossyStore, Room, StateRef, Store, StoreFull,
};
