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
//! All of them can be had by name: see [`HashChoice`], [`HashSpec`] for those with parameters, and [`StoreChoice`].
//!
//! # Example
//!
//! How to measure 4 litres with jugs of 3 and 5? A state is the content of both; the moves are to fill a jug, to empty
//! it and to pour it into the other. Only the words that a move changes are hashed.
//!
//! ```
//! use hashing::explore::{Rules, explore};
//! use hashing::{Incremental, Room, Word, hasher::Multilinear, store::Exact};
//!
//! let fire = |jugs: &[Word], number: usize| {
//!     let (this, that, size) = (number % 2, 1 - number % 2, [3, 5]);
//!     let poured = jugs[this].min(size[that] - jugs[that]);
//!     let becomes = [(size[this], jugs[that]), (0, jugs[that]), (jugs[this] - poured, jugs[that] + poured)];
//!     let mut next = [0; 2];
//!     (next[this], next[that]) = becomes[number / 2];
//!     Some(next.to_vec())
//! };
//! let jugs = Rules { initial: vec![0, 0], moves: 6, fire, is_solved: |jugs: &[Word]| jugs[1] == 4 };
//! let found = explore(&jugs, Incremental::new(Multilinear::new(0)), &mut Exact::new(Room::default())?)?;
//! assert_eq!(found.solution.unwrap(), [[0, 0], [0, 5], [3, 2], [0, 2], [2, 0], [2, 5], [3, 4]]);
//! # Ok::<(), hashing::StoreFull>(())
//! ```
//!
//! Moves that write to a [`StateVector`] themselves, as a checker's do, implement [`explore::Puzzle`].
//!
//! `cargo run --release --example statistics` prints the quality and cost of every hasher and store on a puzzle.

pub mod choice;
pub mod digest;
pub mod explore;
pub mod hasher;
pub mod policy;
pub mod quality;
pub mod spec;
pub mod state;
pub mod store;

pub use choice::{HashChoice, PolicyVisitor, StoreChoice, StoreSettings, StoreVisitor};
pub use digest::Digest;
pub use hasher::{IncrementalHasher, StateHasher};
pub use policy::{Audited, Difference, DigestPolicy, Full, Incremental};
pub use spec::{HashSpec, SpecError};
pub use state::{Lent, Mark, Slot, StateVector, Word, Write, merge};
pub use store::{
    BitArray, Candidate, Components, ExactStore, Guess, Insertion, LossyStore, Prefetcher, Room, StateRef,
    Store, StoreFull,
};
