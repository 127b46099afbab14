//! Every exact store behaves as a `HashSet`: with digests forced to collide, vectors of many lengths, while growing,
//! and at a memory limit.

use std::collections::HashMap;

use hashing::hasher::Multilinear;
use hashing::store::{
    Bitstate, Chained, Collapse, Compact, EqualComponents, Exact, Hashbrown, LossyStore, Room, Scheme, Tree,
    TreeCompact,
};
use hashing::{
    Candidate, Digest, ExactStore, Guess, Incremental, Insertion, Slot, StateHasher, StateRef, StateVector,
    Store, StoreFull, Word, Write,
};
use proptest::prelude::*;

/// A set of whole states as the standard library would do it, with the references a store gave.
#[derive(Default)]
struct Reference {
    states: HashMap<Vec<Word>, StateRef>,
}

impl Reference {
    /// Checks the answer of a store about `words`.
    fn judge(&mut self, words: &[Word], answer: Insertion) {
        match (self.states.get(words), answer) {
            (Some(&known), Insertion::Seen(state)) => {
                assert_eq!(known, state, "the reference of {words:?} changed")
            }
            (None, Insertion::New(state)) => {
                assert!(self.states.insert(words.to_vec(), state).is_none())
            }
            (known, answer) => panic!("{words:?} is known as {known:?}, the store says {answer:?}"),
        }
    }

    /// Checks that the store holds exactly these states and can give them back.
    fn judge_content(&self, store: &impl ExactStore) {
        assert_eq!(store.len(), self.states.len());
        let mut words = Vec::new();
        for (state, &reference) in &self.states {
            store.read(reference, &mut words);
            assert_eq!(&words, state);
        }
        let mut references: Vec<_> = self.states.values().collect();
        references.sort();
        references.dedup();
        assert_eq!(references.len(), self.states.len(), "two states share a reference");
    }
}

/// States drawn from few enough that many are offered twice.
fn states() -> impl Strategy<Value = Vec<Vec<Word>>> {
    let state = prop_oneof![
        prop::collection::vec(0..3u32, 0..6),
        prop::collection::vec(0..2u32, 10..12),
        prop::collection::vec(any::<u32>(), 1..40),
    ];
    prop::collection::vec(state, 0..400)
}

fn behaves_as_a_set<S: ExactStore>(mut store: S, states: &[Vec<Word>], digest: impl Fn(&[Word]) -> Digest) {
    let mut reference = Reference::default();
    for words in states {
        let digest = digest(words);
        store.prefetch(digest);
        reference.judge(words, store.insert(Candidate::root(digest, words)).unwrap());
    }
    reference.judge_content(&store);
}

/// Offers what a walk through a random state space would: each state with its parent and the writes from there.
fn follows_a_walk<S: ExactStore>(mut store: S, steps: &[(u8, Word, bool)]) {
    let mut reference = Reference::default();
    let mut vector = StateVector::new(Incremental::new(Multilinear::new(6)));
    vector.load(&[1; 13]);
    let mut parent = store.insert(Candidate::root(vector.digest(), vector.words())).unwrap();
    reference.judge(vector.words(), parent);
    for &(at, value, stay) in steps {
        let mark = vector.mark();
        match at {
            0..6 => vector.grow(usize::from(at)),
            6..12 => vector.shrink(usize::from(at - 6)),
            _ => {}
        }
        if !vector.is_empty() {
            vector.set(Slot(u32::from(at) % vector.len() as u32), value);
            vector.set(Slot(value % vector.len() as u32), u32::from(at) % 3);
        }
        let candidate = Candidate {
            digest: vector.digest(),
            words: vector.words(),
            parent: Some(parent.state()),
            writes: vector.writes_since(mark),
        };
        let answer = store.insert(candidate).unwrap();
        reference.judge(vector.words(), answer);
        if stay {
            vector.rewind(mark);
        } else {
            parent = answer;
        }
    }
    reference.judge_content(&store);
}

fn grows<S: ExactStore>(mut store: S) {
    let hasher = Multilinear::new(3);
    let mut reference = Reference::default();
    let vector = |n: u32| vec![n % 251, n / 251, n % 7, 0, 1][..3 + (n % 3) as usize].to_vec();
    let offer = |store: &mut S, n: u32| {
        let words = vector(n);
        (store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap(), words)
    };
    for n in 0..60_000 {
        let (answer, words) = offer(&mut store, n);
        reference.judge(&words, answer);
        let (answer, words) = offer(&mut store, n / 2);
        reference.judge(&words, answer);
    }
    reference.judge_content(&store);
}

/// Fills the store to its limit: it must say so, keep what it has, still answer for it, and have used that percentage of its room.
fn stops_at_its_limit<S: ExactStore>(make: impl Fn(Room) -> Result<S, StoreFull>, limit: usize, used: usize) {
    let mut store = make(Room { expected: 0, limit_bytes: Some(limit) }).unwrap();
    let hasher = Multilinear::new(5);
    let mut reference = Reference::default();
    let vector = |n: u32| [n, n ^ 5, 7, n % 3, 1, 1, 1, 1];
    let refused = (0..).find(|&n| {
        let words = vector(n);
        match store.insert(Candidate::root(hasher.digest(&words), &words)) {
            Ok(answer) => {
                reference.judge(&words, answer);
                assert!(store.bytes() <= limit, "{} bytes of {limit} after {n} states", store.bytes());
                false
            }
            Err(full) => {
                assert_eq!(full, StoreFull::Memory { limit });
                true
            }
        }
    });
    assert!(store.bytes() * 100 >= limit * used, "gave up at {} bytes of {limit}", store.bytes());
    reference.judge_content(&store);
    for words in reference.states.keys().cloned().collect::<Vec<_>>() {
        let answer = store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap();
        reference.judge(&words, answer);
    }
    let words = vector(refused.unwrap());
    assert!(store.insert(Candidate::root(hasher.digest(&words), &words)).is_err());
}

/// Asks about the successors of the state in focus before inserting one, as a search does. `kept` bits of the digest make
/// many of them look alike.
fn answers_about_successors<S: ExactStore>(mut store: S, steps: &[Vec<(u8, Word)>], kept: u32) {
    let hasher = Multilinear::new(5);
    let digest = |words: &[Word]| Digest(hasher.digest(words).0 & !(u64::MAX >> kept));
    let mut reference = Reference::default();
    let mut words: Vec<Word> = vec![0; 7];
    reference.judge(&words, store.insert(Candidate::root(digest(&words), &words)).unwrap());
    for step in steps {
        let mut writes: Vec<Write> = Vec::new();
        let mut successor = words.clone();
        for &(slot, word) in step {
            let slot = Slot(u32::from(slot) % 7);
            if writes.iter().all(|write| write.slot != slot) {
                writes.push(Write::new(slot, words[slot.index()], word));
                successor[slot.index()] = word;
            }
        }
        let candidate =
            Candidate { digest: digest(&successor), words: &successor, parent: None, writes: &writes };
        let known = reference.states.get(&successor).copied();
        let answer = match store.guess(candidate.digest) {
            Guess::Absent => {
                assert_eq!(known, None, "{successor:?} is stored and was called absent");
                store.insert_absent(candidate).unwrap()
            }
            Guess::Perhaps(state) if store.confirms(state, &writes, successor.len()) => {
                assert_eq!(known, Some(state), "{successor:?} was taken for another state");
                assert!(!store.confirms(state, &writes, successor.len() + 1));
                store.insert(candidate).unwrap()
            }
            Guess::Perhaps(_) | Guess::Unknown => store.insert(candidate).unwrap(),
        };
        reference.judge(&successor, answer);
        words = successor;
        store.focus(&words);
    }
    reference.judge_content(&store);
}

/// Goes on offering states of many lengths, of narrow and wide words, long after the store has refused the first: what it
/// takes it must keep, and what it refuses it must not have.
fn goes_on_after_a_refusal<S: ExactStore>(make: impl Fn(Room) -> Result<S, StoreFull>, limit: usize) {
    let mut store = make(Room { expected: 0, limit_bytes: Some(limit) }).unwrap();
    let hasher = Multilinear::new(8);
    let mut reference = Reference::default();
    let (mut refused, mut taken_later) = (0, 0);
    for n in 0..40_000u32 {
        let len = if n % 4 == 0 { 4 + (n / 1000) as usize } else { 9 };
        let word = |slot: u32| {
            if n % 3 == 0 { n >> (slot % 16) & 3 } else { n.wrapping_mul(0x9e37_79b9) >> (slot % 16) }
        };
        let words: Vec<Word> = (0..len as u32).map(word).collect();
        match store.insert(Candidate::root(hasher.digest(&words), &words)) {
            Ok(answer) => {
                taken_later += usize::from(refused > 0 && answer.is_new());
                reference.judge(&words, answer);
            }
            Err(StoreFull::Memory { .. }) => {
                assert!(!reference.states.contains_key(&words), "{words:?} is stored and was refused");
                refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
        // The list of chunks in an arena grows by doubling, which a store may notice only afterwards.
        assert!(store.bytes() <= limit + limit / 50, "{} bytes of {limit} after {n} states", store.bytes());
    }
    reference.judge_content(&store);
    assert!(refused > 0, "{limit} bytes were enough; {taken_later} states were taken after a refusal");
}

/// Components whose ends depend on the state: each ends before an odd word.
fn by_content(words: &[Word], ends: &mut Vec<usize>) {
    ends.extend((1..words.len()).filter(|&at| words[at] % 2 == 1));
}

macro_rules! exact_stores {
    ($($name:ident: $make:expr, uses $used:literal percent;)*) => {
        $(mod $name {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(48))]

                #[test]
                fn behaves_as_a_set(states in states(), seed: u64) {
                    let hasher = Multilinear::new(seed);
                    super::behaves_as_a_set($make(Room::default()).unwrap(), &states, |words| hasher.digest(words));
                }

                #[test]
                fn follows_a_walk(steps in prop::collection::vec((any::<u8>(), 0..20u32, any::<bool>()), 0..300)) {
                    super::follows_a_walk($make(Room::default()).unwrap(), &steps);
                }

                #[test]
                fn answers_about_successors(
                    steps in prop::collection::vec(prop::collection::vec((any::<u8>(), prop_oneof![0..3u32, any::<u32>()]), 0..4), 0..300),
                    kept in 1..64u32,
                ) {
                    super::answers_about_successors($make(Room::default()).unwrap(), &steps, kept);
                }

                #[test]
                fn behaves_as_a_set_when_digests_collide(states in states(), kept in 0..4u32, low: bool) {
                    let hasher = Multilinear::new(1);
                    let mask = if low { (1 << kept) - 1 } else { !(u64::MAX >> kept) };
                    super::behaves_as_a_set($make(Room::default()).unwrap(), &states, |words| Digest(hasher.digest(words).0 & mask));
                    super::behaves_as_a_set($make(Room::default()).unwrap(), &states, |words| Digest(hasher.digest(words).0 | !mask));
                }
            }

            #[test]
            fn grows_without_losing_a_state() {
                super::grows($make(Room::default()).unwrap());
                super::grows($make(Room { expected: 60_000, limit_bytes: None }).unwrap());
            }

            #[test]
            fn goes_on_after_a_refusal_without_losing_a_state() {
                for limit in [70_000, 100_000, 140_000, 190_000] {
                    super::goes_on_after_a_refusal($make, limit);
                }
            }

            #[test]
            fn stops_at_its_limit_without_losing_a_state() {
                for limit in [200_000, 1_000_000, 3_000_000] {
                    super::stops_at_its_limit($make, limit, $used);
                }
            }
        })*
    };
}

exact_stores! {
    exact: Exact::new, uses 80 percent;
    chained: Chained::new, uses 80 percent;
    hashbrown: Hashbrown::new, uses 40 percent;
    collapse: |room| Collapse::new(room, EqualComponents(3)), uses 80 percent;
    collapse_whole: |room| Collapse::whole(room, EqualComponents(5)), uses 80 percent;
    collapse_of_moving_components: |room| Collapse::new(room, by_content), uses 80 percent;
    tree: Tree::new, uses 80 percent;
    tree_compact: TreeCompact::new, uses 80 percent;
}

/// Trees whose pairs do not fit four bytes open a second kind of table late; a limit far away must not be in the way.
#[test]
fn a_limit_far_away_changes_nothing() {
    let room = Room { expected: 0, limit_bytes: Some(1 << 34) };
    let (mut free, mut limited) =
        (TreeCompact::new(Room::default()).unwrap(), TreeCompact::new(room).unwrap());
    let hasher = Multilinear::new(3);
    for n in 0..300_000u32 {
        let words = [n % 1000, n / 1000, 1, n % 7, n.wrapping_mul(0x9e37_79b9)];
        let candidate = Candidate::root(hasher.digest(&words), &words);
        assert_eq!(limited.insert(candidate), free.insert(candidate));
    }
    assert_eq!((limited.len(), limited.bytes()), (300_000, free.bytes()));
}

/// Digests at both ends of the range, of vectors of length zero and one and of equal vectors but for their length.
#[test]
fn extreme_digests_and_lengths_are_kept_apart() {
    fn offers(mut store: impl ExactStore) {
        let mut reference = Reference::default();
        let lengths = [0, 1, 2, 3, 4, 5, 63, 64, 65, 1000];
        for digest in [0, 1, u64::MAX, u64::MAX - 1, 1 << 32, (1 << 32) - 1, u64::MAX << 32] {
            for _ in 0..2 {
                for len in lengths {
                    for fill in [0, 1, u32::MAX] {
                        let words = vec![fill; len];
                        let answer = store.insert(Candidate::root(Digest(digest), &words)).unwrap();
                        // A state has one digest: the others would be lookups that no search makes.
                        if digest == 0 {
                            reference.judge(&words, answer);
                        }
                    }
                }
            }
            if digest == 0 {
                reference.judge_content(&store);
            }
        }
        let mut words = Vec::new();
        for (state, &known) in &reference.states {
            store.read(known, &mut words);
            assert_eq!(&words, state);
        }
    }
    offers(Exact::new(Room::default()).unwrap());
    offers(Chained::new(Room::default()).unwrap());
    offers(Hashbrown::new(Room::default()).unwrap());
    offers(Collapse::new(Room::default(), EqualComponents(3)).unwrap());
    offers(Tree::new(Room::default()).unwrap());
    offers(TreeCompact::new(Room::default()).unwrap());
}

/// One digest for thousands of states: every table overflows line after line, through every step of its growth.
#[test]
fn equal_digests_survive_every_growth() {
    fn fills(mut store: impl ExactStore, digest: u64) {
        let mut reference = Reference::default();
        for n in 0..3000u32 {
            let words = [n, n % 3, 5, 6, 7][..4 + (n % 2) as usize].to_vec();
            reference.judge(&words, store.insert(Candidate::root(Digest(digest), &words)).unwrap());
        }
        reference.judge_content(&store);
    }
    for digest in [0, u64::MAX, u64::MAX << 24, 0x8000_0000_0000_0000] {
        fills(Exact::new(Room::default()).unwrap(), digest);
        fills(Chained::new(Room::default()).unwrap(), digest);
        fills(Hashbrown::new(Room::default()).unwrap(), digest);
        fills(Collapse::new(Room::default(), EqualComponents(3)).unwrap(), digest);
        fills(Tree::new(Room::default()).unwrap(), digest);
        fills(TreeCompact::new(Room::default()).unwrap(), digest);
    }
}

/// Offers every state twice in turn: a stored state must never be called new.
fn never_calls_a_stored_state_new(
    mut store: impl LossyStore,
    states: &[Vec<Word>],
    hasher: &impl StateHasher,
) {
    for repetition in 0..2 {
        for words in states {
            let candidate = Candidate::root(hasher.digest(words), words);
            let first = store.insert(candidate).unwrap().is_new();
            assert!(!(first && repetition > 0), "{words:?} was stored before");
            assert!(!store.insert(candidate).unwrap().is_new(), "{words:?} was just stored");
        }
    }
}

proptest! {
    #[test]
    fn lossy_stores_never_call_a_stored_state_new(states in states(), seed: u64, k in 1..30u32) {
        let hasher = Multilinear::new(seed);
        never_calls_a_stored_state_new(Compact::<4>::new(Room::default(), 64).unwrap(), &states, &hasher);
        never_calls_a_stored_state_new(Compact::<5>::new(Room::default(), 64).unwrap(), &states, &hasher);
        never_calls_a_stored_state_new(Compact::<6>::new(Room::default(), 64).unwrap(), &states, &hasher);
        never_calls_a_stored_state_new(Compact::<8>::new(Room::default(), 64).unwrap(), &states, &hasher);
        for &scheme in Scheme::ALL {
            let store = Bitstate::sized(Room::default(), 1024, scheme, Some(k)).unwrap();
            never_calls_a_stored_state_new(store, &states, &hasher);
        }
    }
}

#[test]
fn a_compact_store_stops_at_its_limit() {
    let mut store = Compact::<8>::new(Room { expected: 0, limit_bytes: Some(100_000) }, 64).unwrap();
    let hasher = Multilinear::new(1);
    let full = (0..).find_map(|n| store.insert(Candidate::root(hasher.digest(&[n]), &[n])).err());
    assert_eq!(full, Some(StoreFull::Memory { limit: 100_000 }));
    assert!(store.bytes() <= 100_000 && store.len() > 11_000, "{} states", store.len());
}

#[test]
fn trees_keep_states_whose_right_half_is_zero() {
    let states: Vec<Vec<Word>> = (0..2000).map(|n| vec![n + 1, n % 5, 0, 0]).collect();
    let hasher = Multilinear::new(9);
    behaves_as_a_set(Tree::new(Room::default()).unwrap(), &states, |words| hasher.digest(words));
    behaves_as_a_set(TreeCompact::new(Room::default()).unwrap(), &states, |words| hasher.digest(words));
}
