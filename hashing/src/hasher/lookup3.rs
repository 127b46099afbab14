//! Jenkins, "lookup3.c, for hash table lookup", May 2006, public domain: 64 bits from two 32-bit results.

use super::{StateHasher, bytes, little};
use crate::digest::Digest;
use crate::state::Word;

/// Jenkins' second hash, 2 × 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Lookup3 {
    seed: u64,
}

impl Lookup3 {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Lookup3 {
    fn digest(&self, words: &[Word]) -> Digest {
        let (c, b) = hashlittle2(bytes(words), self.seed as u32, (self.seed >> 32) as u32);
        // The primary result is the better mixed one, and stores index by the high bits.
        Digest(u64::from(c) << 32 | u64::from(b))
    }
}

/// The primary and the secondary result, from as many initial values.
fn hashlittle2(key: &[u8], primary: u32, secondary: u32) -> (u32, u32) {
    let start = 0xdead_beef_u32.wrapping_add(key.len() as u32).wrapping_add(primary);
    let (mut a, mut b, mut c) = (start, start, start.wrapping_add(secondary));
    if key.is_empty() {
        return (c, b);
    }
    // The last block, full or not, is mixed differently.
    let (body, tail) = key.split_at((key.len() - 1) / 12 * 12);
    for block in body.chunks_exact(12) {
        a = a.wrapping_add(little(&block[..4]));
        b = b.wrapping_add(little(&block[4..8]));
        c = c.wrapping_add(little(&block[8..]));
        mix(&mut a, &mut b, &mut c);
    }
    let mut last = [0; 12];
    last[..tail.len()].copy_from_slice(tail);
    a = a.wrapping_add(little(&last[..4]));
    b = b.wrapping_add(little(&last[4..8]));
    c = c.wrapping_add(little(&last[8..]));
    finish(a, b, c)
}

#[inline]
fn mix(a: &mut u32, b: &mut u32, c: &mut u32) {
    *a = a.wrapping_sub(*c) ^ c.rotate_left(4);
    *c = c.wrapping_add(*b);
    *b = b.wrapping_sub(*a) ^ a.rotate_left(6);
    *a = a.wrapping_add(*c);
    *c = c.wrapping_sub(*b) ^ b.rotate_left(8);
    *b = b.wrapping_add(*a);
    *a = a.wrapping_sub(*c) ^ c.rotate_left(16);
    *c = c.wrapping_add(*b);
    *b = b.wrapping_sub(*a) ^ a.rotate_left(19);
    *a = a.wrapping_add(*c);
    *c = c.wrapping_sub(*b) ^ b.rotate_left(4);
    *b = b.wrapping_add(*a);
}

#[inline]
fn finish(mut a: u32, mut b: u32, mut c: u32) -> (u32, u32) {
    c = (c ^ b).wrapping_sub(b.rotate_left(14));
    a = (a ^ c).wrapping_sub(c.rotate_left(11));
    b = (b ^ a).wrapping_sub(a.rotate_left(25));
    c = (c ^ b).wrapping_sub(b.rotate_left(16));
    a = (a ^ c).wrapping_sub(c.rotate_left(4));
    b = (b ^ a).wrapping_sub(a.rotate_left(14));
    c = (c ^ b).wrapping_sub(b.rotate_left(24));
    (c, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::smhasher::verification;

    #[test]
    fn it_gives_the_results_its_author_published() {
        let speech = b"Four score and seven years ago";
        assert_eq!(hashlittle2(b"", 0, 0), (0xdead_beef, 0xdead_beef));
        assert_eq!(hashlittle2(b"", 0, 0xdead_beef), (0xbd5b_7dde, 0xdead_beef));
        assert_eq!(hashlittle2(b"", 0xdead_beef, 0xdead_beef), (0x9c09_3ccd, 0xbd5b_7dde));
        assert_eq!(hashlittle2(speech, 0, 0), (0x1777_0551, 0xce72_26e6));
        assert_eq!(hashlittle2(speech, 0, 1), (0xe360_7cae, 0xbd37_1de4));
        assert_eq!(hashlittle2(speech, 1, 0), (0xcd62_8161, 0x6cbe_a4b3));
    }

    #[test]
    fn it_passes_the_verification_of_smhasher() {
        assert_eq!(verification(|key, seed| hashlittle2(key, seed, 0).0.to_le_bytes()), 0x3D83_917A);
    }
}
