//! Measures of how well digests spread: collisions, chi-squared, avalanche, over sets with the structure of state spaces.
//!
//! A hash for state spaces must tell apart states that differ as states do: in one word of one process among equal ones,
//! by a permutation, in a high byte. Random input says little about that.

use crate::digest::Digest;
use crate::state::Word;

/// A set of different vectors with some structure.
#[derive(Clone, Debug)]
pub struct StateSet {
    /// What is special about it.
    pub name: String,
    /// The vectors.
    pub states: Vec<Vec<Word>>,
}

/// The sets that digests are judged by.
pub fn structured_sets() -> Vec<StateSet> {
    let mut sets: Vec<_> = [1, 2, 4, 8, 16].into_iter().map(equal_processes).collect();
    sets.push(StateSet {
        name: "permutations of 8 words".to_owned(),
        states: permutations(&mut (0..8).collect(), 0),
    });
    let pairs = || (0..256u32).flat_map(|a| (0..256u32).map(move |b| (a, b)));
    let high = pairs().map(|(a, b)| vec![1, a << 24, 2, 3, b << 24, 4]).collect();
    sets.push(StateSet { name: "changes of high bytes".to_owned(), states: high });
    let rectangle = pairs().map(|(a, b)| vec![a, 5, 5, 5, 5, 5, 5, b]).collect();
    sets.push(StateSet { name: "a rectangle of 256 × 256".to_owned(), states: rectangle });
    let sparse = (0..64).flat_map(|slot| {
        (1..1000u32).map(move |value| {
            let mut words = vec![0; 64];
            words[slot] = value;
            words
        })
    });
    sets.push(StateSet { name: "one counter of 64 not zero".to_owned(), states: sparse.collect() });
    sets
}

/// Eight equal processes of four local states each, one every `stride` words: 4^8 states.
fn equal_processes(stride: usize) -> StateSet {
    let state = |n: u32| {
        let mut words = vec![0; 8 * stride];
        for process in 0..8 {
            words[process * stride] = (n >> (2 * process)) & 3;
        }
        words
    };
    let name = format!("8 equal processes every {} bytes", 4 * stride);
    StateSet { name, states: (0..1 << 16).map(state).collect() }
}

fn permutations(words: &mut Vec<Word>, fixed: usize) -> Vec<Vec<Word>> {
    if fixed == words.len() {
        return vec![words.clone()];
    }
    let mut all = Vec::new();
    for choice in fixed..words.len() {
        words.swap(fixed, choice);
        all.extend(permutations(words, fixed + 1));
        words.swap(fixed, choice);
    }
    all
}

/// A range of digest bits that some store relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Its use.
    pub name: &'static str,
    /// The lowest bit.
    pub shift: u32,
    /// The number of bits.
    pub bits: u32,
}

impl Window {
    /// The ranges in use, cut to at most 12 bits.
    pub const ALL: &'static [Self] = &[
        Self { name: "first index bits", shift: 52, bits: 12 },
        Self { name: "later index bits", shift: 32, bits: 12 },
        Self { name: "tag", shift: 8, bits: 12 },
        Self { name: "owner", shift: 0, bits: 8 },
        Self { name: "low bits", shift: 0, bits: 12 },
    ];

    fn of(self, digest: Digest) -> u64 {
        (digest.0 >> self.shift) & ((1 << self.bits) - 1)
    }
}

/// How many digests equal an earlier one when only their `bits` high (or low) bits count.
pub fn collisions(digests: &[Digest], bits: u32, high: bool) -> usize {
    let shift = 64 - bits.clamp(1, 64);
    let cut = |digest: &Digest| {
        if high { digest.0 >> shift } else { digest.0 << shift }
    };
    let mut cut: Vec<u64> = digests.iter().map(cut).collect();
    cut.sort_unstable();
    cut.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// How many collisions n random digests of b bits are expected to have: n - m(1 - (1 - 1/m)^n) with m = 2^b.
pub fn expected_collisions(states: usize, bits: u32) -> f64 {
    let (n, m) = (states as f64, 2f64.powi(bits.cast_signed()));
    n + m * (n * (-1.0 / m).ln_1p()).exp_m1()
}

/// Chi-squared per degree of freedom of the values in `window`: near 1 if uniform.
pub fn chi_squared(digests: &[Digest], window: Window) -> f64 {
    let mut counts = vec![0u32; 1 << window.bits];
    for &digest in digests {
        counts[window.of(digest) as usize] += 1;
    }
    let mean = digests.len() as f64 / counts.len() as f64;
    let sum: f64 = counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    sum / (counts.len() - 1) as f64
}

/// The worst bias, over input bits and output bits, of the chance that flipping one flips the other; 0 is ideal, 1 the
/// worst. `states` must be of equal length.
pub fn avalanche_bias(states: &[Vec<Word>], digest: impl Fn(&[Word]) -> Digest) -> f64 {
    let slots = states.first().map_or(0, Vec::len);
    let mut worst = 0f64;
    for input in 0..32 * slots {
        let mut flips = [0u32; 64];
        for words in states {
            let mut changed = words.clone();
            changed[input / 32] ^= 1 << (input % 32);
            let difference = digest(words).0 ^ digest(&changed).0;
            for (bit, flips) in flips.iter_mut().enumerate() {
                *flips += (difference >> bit & 1) as u32;
            }
        }
        let bias = |&flips: &u32| (f64::from(flips) / states.len() as f64 - 0.5).abs() * 2.0;
        worst = flips.iter().map(bias).fold(worst, f64::max);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_different_states_of_equal_length() {
        for set in structured_sets() {
            let distinct: std::collections::HashSet<_> = set.states.iter().collect();
            assert_eq!(distinct.len(), set.states.len(), "{}", set.name);
            assert!(
                set.states.len() >= 40_000
                    && set.states.iter().all(|state| state.len() == set.states[0].len())
            );
        }
    }

    #[test]
    fn measures_are_right_on_cases_done_by_hand() {
        let digests = [1, 2, 1 << 63, (1 << 63) | 2].map(Digest);
        assert_eq!((collisions(&digests, 64, true), collisions(&digests, 1, true)), (0, 2));
        assert_eq!(collisions(&digests, 2, false), 1);
        assert!((expected_collisions(1 << 16, 32) - 0.5).abs() < 0.01);
        let uniform: Vec<_> = (0..1 << 16).map(|n| Digest(n << 52)).collect();
        assert!(chi_squared(&uniform, Window::ALL[0]) < 1e-9);
        assert!(chi_squared(&uniform, Window::ALL[4]) > 1000.0);
    }
}
