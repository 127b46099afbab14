//! Peters, "foldhash", 2024 (folded multiplication), by the crate `foldhash`: hashbrown's default, here in its quality form.

use std::hash::{BuildHasher, Hasher};

use super::{StateHasher, bytes};
use crate::digest::Digest;
use crate::state::Word;

/// foldhash, quality.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    seed: u64,
}

impl Fold {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Fold {
    #[inline]
    fn digest(&self, words: &[Word]) -> Digest {
        let mut hasher = foldhash::quality::FixedState::with_seed(self.seed).build_hasher();
        hasher.write(bytes(words));
        Digest(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_matter() {
        assert_ne!(Fold::new(1).digest(&[1, 2]), Fold::new(2).digest(&[1, 2]));
        assert_eq!(Fold::new(1).digest(&[1, 2]), Fold::new(1).digest(&[1, 2]));
    }
}
