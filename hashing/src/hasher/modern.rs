//! Today's fastest, from their crates: Collet, XXH3 and XXH64; De Carli, rapidhash (after Wang Yi's wyhash); Peters, foldhash.

use std::hash::{BuildHasher, Hasher};

use super::{StateHasher, bytes};
use crate::digest::Digest;
use crate::state::Word;

macro_rules! modern {
    ($(#[$doc:meta])* $name:ident, |$seed:ident, $bytes:ident| $hash:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            seed: u64,
        }

        impl $name {
            /// Starts from `seed`.
            pub fn new(seed: u64) -> Self {
                Self { seed }
            }
        }

        impl StateHasher for $name {
            #[inline]
            fn digest(&self, words: &[Word]) -> Digest {
                let ($seed, $bytes) = (self.seed, bytes(words));
                Digest($hash)
            }
        }
    };
}

modern! {
    /// XXH3, 64 bits, from the crate `xxhash-rust`.
    Xxh3, |seed, bytes| xxhash_rust::xxh3::xxh3_64_with_seed(bytes, seed)
}
modern! {
    /// XXH64, from the crate `twox-hash`.
    Xxh64, |seed, bytes| twox_hash::XxHash64::oneshot(seed, bytes)
}
modern! {
    /// foldhash (quality), from the crate `foldhash`; hashbrown's default.
    Fold, |seed, bytes| {
        let mut hasher = foldhash::quality::FixedState::with_seed(seed).build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }
}

/// rapidhash V3, from the crate `rapidhash`.
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
    fn they_give_published_results() {
        assert_eq!(Xxh64::new(0).digest(&[]), Digest(0xef46_db37_51d8_e999));
        assert_eq!(Xxh3::new(0).digest(&[]), Digest(0x2d06_8005_38d3_94c2));
    }

    #[test]
    fn seeds_matter() {
        let words = [1, 2, 3, 4, 5];
        assert_ne!(Rapid::new(1).digest(&words), Rapid::new(2).digest(&words));
        assert_ne!(Fold::new(1).digest(&words), Fold::new(2).digest(&words));
    }
}
