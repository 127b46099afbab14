//! Appleby, "MurmurHash2, 64-bit version for 64-bit platforms" (MurmurHash64A), 2008, public domain: LTSmin's hash.

use super::{StateHasher, bytes, little64};
use crate::digest::Digest;
use crate::state::Word;

/// MurmurHash64A.
#[derive(Clone, Copy, Debug)]
pub struct Murmur {
    seed: u64,
}

impl Murmur {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Murmur {
    fn digest(&self, words: &[Word]) -> Digest {
        Digest(murmur64a(bytes(words), self.seed))
    }
}

fn murmur64a(key: &[u8], seed: u64) -> u64 {
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    const R: u32 = 47;
    let mut h = seed ^ (key.len() as u64).wrapping_mul(M);
    let mut blocks = key.chunks_exact(8);
    for block in &mut blocks {
        let mut k = little64(block).wrapping_mul(M);
        k ^= k >> R;
        h = (h ^ k.wrapping_mul(M)).wrapping_mul(M);
    }
    let tail = blocks.remainder();
    if !tail.is_empty() {
        let mut last = [0; 8];
        last[..tail.len()].copy_from_slice(tail);
        h = (h ^ u64::from_le_bytes(last)).wrapping_mul(M);
    }
    h = (h ^ (h >> R)).wrapping_mul(M);
    h ^ (h >> R)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::smhasher::verification;

    #[test]
    fn it_passes_the_verification_of_smhasher() {
        assert_eq!(verification(|key, seed| murmur64a(key, seed.into()).to_le_bytes()), 0x1F0D_3804);
    }
}
