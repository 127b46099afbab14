//! Prints the quality of every hash over structured sets, and cost and size of every store on the sliding-tile puzzle.
//!
//! `cargo run --release -p hashing --example statistics [SEED] [HASH...]`, a hash being a name such as `cyclic` or one with
//! parameters such as `cyclic:delta=3,map=wang`; every hash if none is given.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Debug;
use std::time::Instant;

use hashing::explore::{SlidingTiles, explore};
use hashing::hasher::Multilinear;
use hashing::quality::{Window, chi_squared, collisions, expected_collisions, structured_sets};
use hashing::store::{EqualComponents, Exact};
use hashing::{
    Candidate, Digest, DigestPolicy, ExactStore, HashChoice, HashSpec, Incremental, Insertion, LossyStore,
    PolicyVisitor, Room, StateRef, StateVector, Store, StoreChoice, StoreFull, StoreSettings, StoreVisitor,
    Word, Write,
};

/// The digests of some states, from scratch.
struct Digests<'a>(&'a [Vec<Word>]);

impl PolicyVisitor for Digests<'_> {
    type Output = Vec<Digest>;
    fn visit<P: DigestPolicy + Clone + Debug + 'static>(self, policy: P) -> Vec<Digest> {
        let mut vector = StateVector::new(policy);
        let digest = |words: &Vec<Word>| {
            vector.load(words);
            vector.digest()
        };
        self.0.iter().map(digest).collect()
    }
}

fn print_hashes(seed: u64, hashes: &[HashSpec]) {
    println!(
        "Collisions of the first and last 24 bits, in multiples of what random digests have, and the worst"
    );
    println!("chi-squared per degree of freedom over the bit ranges in use (1 is ideal):\n");
    println!(
        "{:<35} {:<34} {:>10} {:>7} {:>7} {:>8}",
        "hash", "states", "lost of 64", "first", "last", "chi2/df"
    );
    let sets = structured_sets();
    for &hash in hashes {
        for set in &sets {
            let digests = hash.visit(seed, Digests(&set.states));
            let expected = expected_collisions(digests.len(), 24);
            let ratio = |high| collisions(&digests, 24, high) as f64 / expected;
            let chi = Window::ALL.iter().map(|&window| chi_squared(&digests, window)).fold(0.0, f64::max);
            let lost = collisions(&digests, 64, true);
            println!(
                "{hash:<35} {:<34} {lost:>10} {:>7.2} {:>7.2} {chi:>8.2}",
                set.name,
                ratio(true),
                ratio(false)
            );
        }
    }
}

const PUZZLE: SlidingTiles = SlidingTiles { width: 3, height: 3 };

/// One insertion of an exploration.
struct Step {
    words: Vec<Word>,
    digest: Digest,
    /// The insertion that found the parent new.
    parent: Option<usize>,
    writes: Vec<Write>,
}

/// A store that records what it is handed, so that others can be timed without the search.
struct Recorder {
    store: Exact,
    steps: Vec<Step>,
    found: HashMap<StateRef, usize>,
}

impl Store for Recorder {
    fn prefetch(&self, digest: Digest) {
        self.store.prefetch(digest);
    }
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let answer = self.store.insert(candidate)?;
        if answer.is_new() {
            self.found.insert(answer.state(), self.steps.len());
        }
        let parent = candidate.parent.and_then(|parent| self.found.get(&parent).copied());
        let Candidate { digest, words, writes, .. } = candidate;
        self.steps.push(Step { words: words.to_vec(), digest, parent, writes: writes.to_vec() });
        Ok(answer)
    }
    fn len(&self) -> usize {
        self.store.len()
    }
    fn bytes(&self) -> usize {
        self.store.bytes()
    }
    fn conflicts(&self) -> u64 {
        self.store.conflicts()
    }
}

impl ExactStore for Recorder {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        self.store.read(state, words);
    }
}

struct Replay<'a>(&'a [Step], StoreChoice);

impl Replay<'_> {
    /// Nanoseconds per insertion.
    fn run(&self, store: &mut impl Store) -> f64 {
        let mut states = Vec::with_capacity(self.0.len());
        let start = Instant::now();
        for Step { words, digest, parent, writes } in self.0 {
            let parent = parent.and_then(|parent| states.get(parent).copied());
            let Ok(answer) = store.insert(Candidate { digest: *digest, words, parent, writes }) else {
                break;
            };
            states.push(answer.state());
        }
        start.elapsed().as_nanos() as f64 / self.0.len() as f64
    }

    fn report(&self, store: &impl Store, nanoseconds: f64, omissions: f64) {
        let bytes = store.bytes() as f64 / store.len() as f64;
        let (stored, conflicts) = (store.len(), store.conflicts());
        println!(
            "{:<18} {stored:>8} {omissions:>10.3} {bytes:>12.2} {conflicts:>10} {nanoseconds:>8.0}",
            self.1
        );
    }
}

impl StoreVisitor for Replay<'_> {
    type Output = ();
    fn exact<S: ExactStore + Debug + 'static>(self, mut store: S) {
        let nanoseconds = self.run(&mut store);
        self.report(&store, nanoseconds, 0.0);
    }
    fn lossy<S: LossyStore + Debug + 'static>(self, mut store: S) {
        let nanoseconds = self.run(&mut store);
        self.report(&store, nanoseconds, store.expected_omissions());
    }
}

fn print_stores() -> Result<(), StoreFull> {
    let mut recorder =
        Recorder { store: Exact::new(Room::default())?, steps: Vec::new(), found: HashMap::new() };
    let found = explore(&PUZZLE, Incremental::new(Multilinear::new(0)), &mut recorder)?;
    println!("\n{} insertions of the {} states of the 8-puzzle:\n", recorder.steps.len(), found.states);
    println!(
        "{:<18} {:>8} {:>10} {:>12} {:>10} {:>8}",
        "store", "stored", "omissions", "bytes/state", "conflicts", "ns"
    );
    for &choice in StoreChoice::ALL {
        choice.visit(StoreSettings::new(EqualComponents(3)), Replay(&recorder.steps, choice))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let seed = arguments.next_if(|text| text.starts_with(|first: char| first.is_ascii_digit()));
    let seed = seed.map_or(Ok(HashChoice::DEFAULT_SEED), |text| text.parse())?;
    let mut hashes = arguments.map(|text| text.parse()).collect::<Result<Vec<HashSpec>, _>>()?;
    if hashes.is_empty() {
        hashes.extend(HashChoice::ALL.iter().copied().map(HashSpec::from));
    }
    print_hashes(seed, &hashes);
    print_stores()?;
    Ok(())
}
