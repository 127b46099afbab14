//! SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
//!
//! The generator owns its random numbers: a seed must name the same model on every platform and for every
//! version of any dependency, because seeds of interesting models are written down.

/// A stream of pseudorandom choices.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`; 0 when `n` is 0. The bias of the remainder is below 2^-50 for the small `n` used here.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        (self.next() % n) as usize
    }

    /// A number in `lo..=hi`.
    pub(crate) fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let span = (hi - lo).max(0) as usize + 1;
        lo + self.below(span) as i64
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of `items`, which must not be empty.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// One of the alternatives, in proportion to its weight; `None` when all weights are 0.
    pub(crate) fn weighted<T: Copy>(&mut self, items: &[(u32, T)]) -> Option<T> {
        let total: u32 = items.iter().map(|&(w, _)| w).sum();
        let mut left = self.below(total as usize) as u32;
        for &(weight, item) in items {
            if left < weight {
                return Some(item);
            }
            left -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            assert_eq!(rng.weighted(&[(0, 'a'), (3, 'b'), (0, 'c')]), Some('b'));
        }
        assert_eq!(rng.weighted(&[(0, 'a')]), None);
    }
}
