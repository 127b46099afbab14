//! The laws of hashers and state vectors, for random vectors and random histories, over one list of hashers.

use hashing::hasher::{Cyclic, Element, Finaliser, Multilinear, Recordwise, Zobrist};
use hashing::{
    Audited, Digest, DigestPolicy, Full, Incremental, IncrementalHasher, Slot, StateHasher, StateVector, Word,
};
use proptest::prelude::*;
use proptest::sample::Index;

/// One step in the history of a vector.
#[derive(Clone, Debug)]
enum Step {
    Set(Index, Word),
    Grow(usize),
    Shrink(usize),
}

fn word() -> impl Strategy<Value = Word> {
    prop_oneof![0..4u32, 0..256u32, any::<u32>()]
}

fn words() -> impl Strategy<Value = Vec<Word>> {
    prop::collection::vec(word(), 1..80)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (any::<Index>(), word()).prop_map(|(at, value)| Step::Set(at, value)),
        1 => (0..20usize).prop_map(Step::Grow),
        1 => (0..20usize).prop_map(Step::Shrink),
    ]
}

fn take<P: DigestPolicy>(vector: &mut StateVector<P>, step: &Step) {
    match step {
        Step::Set(at, value) if !vector.is_empty() => {
            let slot = Slot(at.index(vector.len()) as u32);
            vector.set(slot, *value);
        }
        Step::Set(..) => {}
        Step::Grow(words) => vector.grow(*words),
        Step::Shrink(words) => vector.shrink(*words),
    }
}

fn repair_equals_from_scratch<H: IncrementalHasher>(hasher: &H, words: &[Word], at: Index, new: Word) {
    let slot = at.index(words.len());
    let mut changed = words.to_vec();
    changed[slot] = new;
    let repaired = hasher.repair(hasher.sum(words), Slot(slot as u32), words[slot], new);
    assert_eq!(repaired, hasher.sum(&changed));
    assert_eq!(hasher.finish(repaired), hasher.digest(&changed));
}

fn writes_to_different_slots_commute<H: IncrementalHasher>(
    hasher: &H,
    words: &[Word],
    a: (usize, Word),
    b: (usize, Word),
) {
    let write = |sum, (slot, new): (usize, Word)| hasher.repair(sum, Slot(slot as u32), words[slot], new);
    let sum = hasher.sum(words);
    assert_eq!(write(write(sum, a), b), write(write(sum, b), a));
}

fn zero_words_contribute_nothing<H: IncrementalHasher>(hasher: &H, words: &[Word]) {
    let mut padded = words.to_vec();
    padded.extend([0; 70]);
    assert_eq!(hasher.sum(words), hasher.sum(&padded));
}

/// After any history, the digest is the one from scratch, and rewinding to any earlier point restores all.
fn histories_are_followed_and_undone<P: DigestPolicy>(
    policy: P,
    digest: impl Fn(&[Word]) -> Digest,
    words: &[Word],
    steps: &[Step],
    back: Index,
) {
    let mut vector = StateVector::new(policy);
    vector.load(words);
    let mut past = vec![(vector.mark(), vector.words().to_vec(), vector.digest())];
    for step in steps {
        take(&mut vector, step);
        assert_eq!(vector.digest(), digest(vector.words()));
        past.push((vector.mark(), vector.words().to_vec(), vector.digest()));
    }
    let (mark, words, digest) = &past[back.index(past.len())];
    vector.rewind(*mark);
    assert_eq!((vector.words(), vector.digest()), (&words[..], *digest));
    assert!(vector.writes_since(*mark).is_empty());
}

fn all_policies_agree<H: IncrementalHasher + Clone>(hasher: &H, words: &[Word], steps: &[Step]) {
    let mut full = StateVector::new(Full::new(hasher.clone()));
    let mut incremental = StateVector::new(Incremental::new(hasher.clone()));
    let mut audited = StateVector::new(Audited::new(hasher.clone()));
    full.load(words);
    incremental.load(words);
    audited.load(words);
    for step in steps {
        take(&mut full, step);
        take(&mut incremental, step);
        take(&mut audited, step);
        assert_eq!(full.digest(), incremental.digest());
        assert_eq!(full.digest(), audited.digest());
    }
    assert_eq!(audited.policy().difference(), None);
}

/// The laws, for each hasher of the list.
macro_rules! laws {
    ($($name:ident: $hasher:expr;)*) => {
        $(mod $name {
            use super::*;

            proptest! {
                #[test]
                fn repair_equals_from_scratch(seed: u64, words in words(), at: Index, new in word()) {
                    super::repair_equals_from_scratch(&$hasher(seed), &words, at, new);
                }

                #[test]
                fn writes_to_different_slots_commute(seed: u64, words in words(), at: (Index, Index), new in (word(), word())) {
                    let (a, b) = (at.0.index(words.len()), at.1.index(words.len()));
                    prop_assume!(a != b);
                    super::writes_to_different_slots_commute(&$hasher(seed), &words, (a, new.0), (b, new.1));
                }

                #[test]
                fn zero_words_contribute_nothing(seed: u64, words in words()) {
                    super::zero_words_contribute_nothing(&$hasher(seed), &words);
                }

                #[test]
                fn histories_are_followed_and_undone(
                    seed: u64, words in words(), steps in prop::collection::vec(step(), 0..60), back: Index
                ) {
                    let hasher = $hasher(seed);
                    let digest = |words: &[Word]| hasher.digest(words);
                    super::histories_are_followed_and_undone(Incremental::new(hasher.clone()), digest, &words, &steps, back);
                }

                #[test]
                fn all_policies_agree(seed: u64, words in words(), steps in prop::collection::vec(step(), 0..30)) {
                    super::all_policies_agree(&$hasher(seed), &words, &steps);
                }
            }
        })*
    };
}

laws! {
    multilinear: Multilinear::new;
    multilinear_portable: Multilinear::portable;
    zobrist: Zobrist::new;
    cyclic_of_the_thesis: |_| Cyclic::thesis();
    cyclic32: Cyclic::<u32>::seeded;
    cyclic64: Cyclic::<u64>::seeded;
    cyclic64_identity: |_| Cyclic::<u64>::new(1, Element::Identity, Finaliser::None);
    cyclic64_golden_ratio: |_| Cyclic::<u64>::new(7, Element::GOLDEN_RATIO_64, Finaliser::Mix);
    cyclic32_wang: |_| Cyclic::<u32>::new(3, Element::Wang, Finaliser::Mix);
    cyclic64_wang: |_| Cyclic::<u64>::new(13, Element::Wang, Finaliser::None);
    cyclic32_finished_by_wang: |_| Cyclic::<u32>::new(31, Element::GOLDEN_RATIO_32, Finaliser::Wang);
    cyclic64_finished_by_wang: |_| Cyclic::<u64>::new(0, Element::Wang, Finaliser::Wang);
}

proptest! {
    #[test]
    fn portable_and_accelerated_multilinear_agree(seed: u64, words in words()) {
        prop_assert_eq!(Multilinear::new(seed).digest(&words), Multilinear::portable(seed).digest(&words));
    }

    #[test]
    fn rehashing_records_follows_and_undoes_histories(
        seed: u64, record in 1..20usize, words in words(), steps in prop::collection::vec(step(), 0..60), back: Index
    ) {
        let policy = Recordwise::new(seed, record);
        let scratch = policy.clone();
        histories_are_followed_and_undone(policy, |words| scratch.digest(words), &words, &steps, back);
    }
}
