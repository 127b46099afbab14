//! Stores: sets of visited states.
//!
//! A store is handed a [`Candidate`], a state with its digest, and answers whether it is [`Insertion::New`]. It knows
//! nothing of hashers. The candidate also carries the parent and the writes that led from it, because without the
//! delta no compressing store can be incremental.
//!
//! | store | keeps | bytes per state, n being those of a vector |
//! |---|---|---|
//! | [`Exact`] | vectors in the bits they need, found through a table of 8-byte entries | n' + 9 to 18, of many states n' + 9 to 12 |
//! | [`Chained`] | masked vectors in Spin's sorted chains | n' + 22 to 36 |
//! | [`Hashbrown`] | vectors, found through a SwissTable | n + 19 to 39 |
//! | [`Collapse`] | numbers of components | 1 to 4 per component, + 9 to 12 |
//! | [`Tree`] | trees of shared pairs | 8.9 to 11.1, + 4.4 to 5.4 per node |
//! | [`TreeCompact`] | the same, roots quotiented | 4.4 to 5.4, + as much per node |
//! | [`Compact`] | fingerprints of b bits | b/8 · 1.09 to 1.25 |
//! | [`Bitstate`] | k bits | whatever it is given |
//!
//! Exact stores give references that stay valid, honour a limit on memory and answer [`StoreFull`] rather than lose a
//! state; they still answer for the states they have. The last two are lossy and say how much they expect to have lost.

mod arena;
mod bitstate;
mod chained;
mod collapse;
mod compact;
mod exact;
mod hashbrown;
mod index;
mod line;
mod nodes;
mod packed;
mod packing;
mod pages;
mod pairs;
mod segments;
mod tree;
mod tree_compact;

use std::fmt;
use std::num::NonZeroU32;

use crate::digest::Digest;
use crate::state::{Word, Write};

pub use self::hashbrown::Hashbrown;
pub use bitstate::{BitArray, Bitstate, Scheme};
pub use chained::Chained;
pub use collapse::{Collapse, Components, EqualComponents};
pub use compact::Compact;
pub use exact::Exact;
pub use line::Prefetcher;
pub use packing::Packing;
pub use tree::Tree;
pub use tree_compact::TreeCompact;

/// A stable reference to a stored state. `Option<StateRef>` is as small as `StateRef`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateRef(NonZeroU32);

impl StateRef {
    /// What a store without references hands out: it does not keep states apart, let alone their content.
    pub const LOST: Self = Self(NonZeroU32::MAX);

    /// The reference numbered `index`, or none if 32 bits do not suffice.
    #[inline]
    pub fn from_index(index: usize) -> Option<Self> {
        let raw = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(raw).map(Self).filter(|&r| r != Self::LOST)
    }

    /// A number counted from zero, nearly dense: side tables may be indexed by it.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The reference as the 32 bits a table keeps; never zero.
    #[inline]
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// The inverse of [`raw`](Self::raw).
    #[inline]
    pub fn from_raw(raw: u32) -> Option<Self> {
        NonZeroU32::new(raw).map(Self)
    }
}

/// A successor offered to a store.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The digest of `words`.
    pub digest: Digest,
    /// The state.
    pub words: &'a [Word],
    /// The stored state it was reached from.
    pub parent: Option<StateRef>,
    /// The writes that led here from the parent; meaningless without one.
    pub writes: &'a [Write],
}

impl<'a> Candidate<'a> {
    /// A candidate of unknown origin.
    pub fn root(digest: Digest, words: &'a [Word]) -> Self {
        Self { digest, words, parent: None, writes: &[] }
    }
}

/// The answer of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insertion {
    /// The state was not there; it is now.
    New(StateRef),
    /// The state was there.
    Seen(StateRef),
}

impl Insertion {
    /// The reference to the state, old or new.
    #[inline]
    pub fn state(self) -> StateRef {
        match self {
            Self::New(state) | Self::Seen(state) => state,
        }
    }

    /// Whether the state was not there before.
    #[inline]
    pub fn is_new(self) -> bool {
        matches!(self, Self::New(_))
    }
}

/// What a first look at a store tells about a digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// No stored state has it.
    Absent,
    /// This state has it, or at least most of its bits.
    Perhaps(StateRef),
    /// There is more to look at.
    Unknown,
}

/// A new state could not be stored. The store is unchanged and still answers for the states it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreFull {
    /// Storing it would have passed the limit on memory.
    Memory {
        /// The limit in bytes.
        limit: usize,
    },
    /// The system refused memory.
    Refused {
        /// The bytes asked for.
        bytes: usize,
    },
    /// Every reference is taken.
    References,
}

impl fmt::Display for StoreFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { limit } => {
                write!(f, "the store has reached its memory limit of {limit} bytes")
            }
            Self::Refused { bytes } => {
                write!(f, "the system refused the store {bytes} bytes of memory")
            }
            Self::References => write!(f, "the store has run out of 32-bit references"),
        }
    }
}

impl std::error::Error for StoreFull {}

/// A set of visited states.
pub trait Store {
    /// Announces an [`insert`](Self::insert) with this digest: starts fetching the cache line it will look at first.
    fn prefetch(&self, digest: Digest);

    /// Where [`prefetch`](Self::prefetch) would look, for whoever computes digests and has no store at hand. Void
    /// as soon as a state is inserted.
    fn prefetcher(&self) -> Prefetcher {
        Prefetcher::default()
    }

    /// A first look at what is stored under a digest; starts fetching what it finds. Best asked some hundred
    /// cycles after [`prefetch`](Self::prefetch).
    fn guess(&self, _digest: Digest) -> Guess {
        Guess::Unknown
    }

    /// Puts a state in focus: what is asked next is about its successors. A state just inserted is in focus, a new one or
    /// one that was there.
    fn focus(&mut self, _words: &[Word]) {}

    /// Goes back from the state in focus to one of `len` words from which `writes` had led to it.
    fn retreat(&mut self, _writes: &[Write], _len: usize) {}

    /// Whether the state in focus becomes a guess of `len` words by these writes, one per slot. A store may not know; then
    /// the answer is no.
    fn confirms(&mut self, _guess: StateRef, _writes: &[Write], _len: usize) -> bool {
        false
    }

    /// Adds a state unless it is there already.
    ///
    /// # Errors
    /// If the state is new and cannot be kept within the limits of the store.
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull>;

    /// Adds a successor of the state in focus, to which the candidate's writes lead, unless it is there already.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    fn insert_successor(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.insert(candidate)
    }

    /// Adds a successor of the state in focus of which [`guess`](Self::guess) has said that it is absent; nothing
    /// has been inserted since.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    fn insert_absent(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.insert(candidate)
    }

    /// How many states are stored.
    fn len(&self) -> usize;

    /// Whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory in use, tables included.
    fn bytes(&self) -> usize;

    /// How many parts that states share are stored besides them: nodes of trees, components; zero in most stores.
    fn parts(&self) -> usize {
        0
    }

    /// How many stored states were compared with a candidate in vain, over all insertions.
    fn conflicts(&self) -> u64;
}

/// A store that keeps states whole, so they can be read back.
pub trait ExactStore: Store {
    /// Replaces the content of `words` by the state that this store called `state`.
    fn read(&self, state: StateRef, words: &mut Vec<Word>);
}

/// A store that may take a new state for one it has. It never takes a stored state for a new one.
pub trait LossyStore: Store {
    /// How many states are expected to have been omitted so far by taking them for others.
    fn expected_omissions(&self) -> f64;

    /// The array of bits, if that is what it keeps.
    fn bit_array(&self) -> Option<BitArray> {
        None
    }
}

/// How much room a store is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Room {
    /// The number of states to expect; tables are sized for it at once. Zero if unknown.
    pub expected: usize,
    /// The most bytes the store may use; unlimited if none.
    pub limit_bytes: Option<usize>,
}

impl Room {
    /// Whether `bytes` are within the limit.
    pub(crate) fn check(&self, bytes: usize) -> Result<(), StoreFull> {
        match self.limit_bytes {
            Some(limit) if bytes > limit => Err(StoreFull::Memory { limit }),
            _ => Ok(()),
        }
    }
}

impl<S: Store + ?Sized> Store for Box<S> {
    fn prefetch(&self, digest: Digest) {
        (**self).prefetch(digest);
    }
    fn prefetcher(&self) -> Prefetcher {
        (**self).prefetcher()
    }
    fn guess(&self, digest: Digest) -> Guess {
        (**self).guess(digest)
    }
    fn focus(&mut self, words: &[Word]) {
        (**self).focus(words);
    }
    fn confirms(&mut self, guess: StateRef, writes: &[Write], len: usize) -> bool {
        (**self).confirms(guess, writes, len)
    }
    fn retreat(&mut self, writes: &[Write], len: usize) {
        (**self).retreat(writes, len);
    }
    fn insert_successor(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        (**self).insert_successor(candidate)
    }
    fn insert_absent(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        (**self).insert_absent(candidate)
    }
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        (**self).insert(candidate)
    }
    fn len(&self) -> usize {
        (**self).len()
    }
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
    fn parts(&self) -> usize {
        (**self).parts()
    }
    fn conflicts(&self) -> u64 {
        (**self).conflicts()
    }
}

impl<S: ExactStore + ?Sized> ExactStore for Box<S> {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        (**self).read(state, words);
    }
}

impl<S: LossyStore + ?Sized> LossyStore for Box<S> {
    fn expected_omissions(&self) -> f64 {
        (**self).expected_omissions()
    }
    fn bit_array(&self) -> Option<BitArray> {
        (**self).bit_array()
    }
}
