//! Collet, "xxHash fast digest algorithm", 2014: XXH64, by the crate `twox-hash`.

use super::{StateHasher, bytes};
use crate::digest::Digest;
use crate::state::Word;

/// XXH64.
#[derive(Clone, Copy, Debug)]
pub struct Xxh64 {
    seed: u64,
}

impl Xxh64 {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Xxh64 {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        Digest(twox_hash::XxHash64::oneshot(self.seed, bytes(words)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_the_published_result_and_seeds_matter() {
        assert_eq!(Xxh64::new(0).digest(&[]), Digest(0xef46_db37_51d8_e999));
        assert_ne!(Xxh64::new(1).digest(&[1, 2]), Xxh64::new(2).digest(&[1, 2]));
    }
}
