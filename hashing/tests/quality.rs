//! How well digests spread, over twenty seeds: the default must pass everything, the cyclic polynomial must fail where
//! theory says it does.

use hashing::hasher::{
    Cyclic, Fold, Lookup8, Multilinear, Murmur, Rapid, Spooky, StateHasher, Xxh3, Xxh64, Zobrist,
};
use hashing::quality::{
    Window, avalanche_bias, chi_squared, collisions, expected_collisions, structured_sets,
};
use hashing::store::Exact;
use hashing::{Candidate, Digest, Room, Store, Word};

const SEEDS: u64 = 20;

fn digests(hasher: &dyn StateHasher, states: &[Vec<Word>]) -> Vec<Digest> {
    states.iter().map(|words| hasher.digest(words)).collect()
}

/// Judges one family of hashers by every structured set: no two digests equal, and collisions of both ends, cut to 24
/// bits, near the birthday bound on average and not far from it for any seed; chi-squared of every range in use.
fn spreads(name: &str, make: impl Fn(u64) -> Box<dyn StateHasher>) {
    for set in structured_sets() {
        let expected = expected_collisions(set.states.len(), 24);
        let (mut total, mut worst, mut worst_chi) = (0.0, 0f64, 0f64);
        for seed in 0..SEEDS {
            let digests = digests(&*make(seed), &set.states);
            assert_eq!(collisions(&digests, 64, true), 0, "{name} loses states of {}", set.name);
            for high in [true, false] {
                let ratio = collisions(&digests, 24, high) as f64 / expected;
                total += ratio / (2 * SEEDS) as f64;
                worst = worst.max(ratio);
            }
            let chi = Window::ALL.iter().map(|&window| chi_squared(&digests, window));
            worst_chi = chi.fold(worst_chi, f64::max);
        }
        // 20 seeds, two ends and 50 to 128 expected collisions each: the mean of random digests is within 5 % of one.
        // Sums of independent terms are only pairwise independent, so their collisions come in families.
        assert!((0.8..1.2).contains(&total), "{name}, {}: {total:.2} of the collisions expected", set.name);
        assert!(worst < 2.5, "{name}, {}: {worst:.2} of the collisions expected for one seed", set.name);
        assert!(worst_chi < 1.6, "{name}, {}: chi-squared {worst_chi:.2}", set.name);
    }
}

#[test]
fn the_default_hash_spreads_structured_sets() {
    spreads("multilinear", |seed| Box::new(Multilinear::new(seed)));
}

#[test]
fn zobrist_hashing_spreads_structured_sets() {
    spreads("zobrist", |seed| Box::new(Zobrist::new(seed)));
}

#[test]
fn modern_hashes_spread_structured_sets() {
    spreads("xxh3", |seed| Box::new(Xxh3::new(seed)));
    spreads("rapid", |seed| Box::new(Rapid::new(seed)));
}

#[test]
fn the_default_hash_finds_states_in_little_more_than_one_line() {
    for set in structured_sets() {
        let probe_length = |hasher: &dyn StateHasher| {
            let room = Room { expected: set.states.len(), limit_bytes: None };
            let mut store = Exact::new(room).unwrap();
            for words in &set.states {
                store.insert(Candidate::root(hasher.digest(words), words)).unwrap();
            }
            assert_eq!(store.len(), set.states.len());
            store.probe_length()
        };
        // Lines of eight at nine tenths load: random digests need about 1.4 lines.
        let (ours, reference) = (probe_length(&Multilinear::new(5)), probe_length(&Xxh3::new(5)));
        assert!(ours < 1.6 && ours < 1.1 * reference, "{}: {ours:.2} against {reference:.2}", set.name);
    }
}

#[test]
fn the_cyclic_polynomial_aliases_slots_a_period_apart() {
    let lost = |hasher: &dyn StateHasher, bytes: usize| {
        let name = format!("8 equal processes every {bytes} bytes");
        let set = structured_sets().into_iter().find(|set| set.name == name).unwrap();
        collisions(&digests(hasher, &set.states), 64, true)
    };
    // Processes 32 slots apart share a coefficient when w = 32: at 8 slots each, pairs of them; at 16, four.
    let thesis = Cyclic::thesis();
    assert_eq!([4, 8, 16].map(|bytes| lost(&thesis, bytes)), [0, 0, 0]);
    assert_eq!([32, 64].map(|bytes| lost(&thesis, bytes)), [65536 - 2401, 65536 - 64]);
    // A wider word only moves the trouble.
    let wide = Cyclic::<u64>::seeded(1);
    assert_eq!([32, 64].map(|bytes| lost(&wide, bytes)), [0, 65536 - 2401]);
}

#[test]
fn finished_digests_avalanche() {
    let states: Vec<Vec<Word>> = (0..2000u32).map(|n| vec![n, n.wrapping_mul(0x9e37_79b9), 3]).collect();
    let hashers: [(&str, Box<dyn StateHasher>); 7] = [
        ("multilinear", Box::new(Multilinear::new(1))),
        ("zobrist", Box::new(Zobrist::new(1))),
        ("lookup8", Box::new(Lookup8::new(1))),
        ("murmur", Box::new(Murmur::new(1))),
        ("spooky", Box::new(Spooky::new(1))),
        ("xxh64", Box::new(Xxh64::new(1))),
        ("fold", Box::new(Fold::new(1))),
    ];
    for (name, hasher) in hashers {
        // The worst of 96 × 64 estimates from 2000 tries each deviates by about 4 standard deviations, 0.09.
        let bias = avalanche_bias(&states, |words| hasher.digest(words));
        assert!(bias < 0.15, "{name}: {bias:.3}");
    }
    assert!(avalanche_bias(&states, |words| Cyclic::thesis().digest(words)) > 0.9);
}
