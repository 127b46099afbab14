//! De Carli, "rapidhash" V3, 2025 (after Wang Yi's wyhash), by the crate `rapidhash`: among the fastest of today.

use super::{StateHasher, bytes};
use crate::digest::Digest;
use crate::state::Word;

/// rapidhash V3.
#[derive(Clone, Copy, Debug)]
pub struct Rapid {
    secrets: rapidhash::v3::RapidSecrets,
}

impl Rapid {
    /// Derives the secrets of the hash from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { secrets: rapidhash::v3::RapidSecrets::seed(seed) }
    }
}

impl StateHasher for Rapid {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        Digest(rapidhash::v3::rapidhash_v3_seeded(bytes(words), &self.secrets))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_matter() {
        assert_ne!(Rapid::new(1).digest(&[1, 2]), Rapid::new(2).digest(&[1, 2]));
        assert_eq!(Rapid::new(1).digest(&[1, 2]), Rapid::new(1).digest(&[1, 2]));
    }
}
