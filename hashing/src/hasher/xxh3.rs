//! Collet, "XXH3", part of xxHash 0.8, 2020: 64 bits, by the crate `xxhash-rust`.

use super::{StateHasher, bytes};
use crate::digest::Digest;
use crate::state::Word;

/// XXH3, 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Xxh3 {
    seed: u64,
}

impl Xxh3 {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Xxh3 {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        Digest(xxhash_rust::xxh3::xxh3_64_with_seed(bytes(words), self.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_the_published_result_and_seeds_matter() {
        assert_eq!(Xxh3::new(0).digest(&[]), Digest(0x2d06_8005_38d3_94c2));
        assert_ne!(Xxh3::new(1).digest(&[1, 2]), Xxh3::new(2).digest(&[1, 2]));
    }
}
