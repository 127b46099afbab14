//! Incremental hashing and state storage for explicit-state model checking.

pub mod choice;
pub mod digest;
pub mod hasher;
pub mod policy;
pub mod state;
pub mod store;

pub use choice::{HashChoice, PolicyVisitor, StoreChoice, StoreSettings, StoreVisitor};
pub use digest::Digest;
pub use hasher::{IncrementalHasher, StateHasher};
pub use policy::{Audited, Difference, DigestPolicy, Full, Incremental};
pub use state::{Change, Mark, Slot, StateVector, Word, Write};
pub use store::{
    Candidate, Components, ExactStore, Insertion, LossyStore, Room, StateRef, Store, StoreFull,
};
