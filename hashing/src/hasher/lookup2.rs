//! Jenkins, "Hash functions", Dr. Dobb's Journal, September 1997 (lookup2): the 32-bit hash of the Spin the thesis measured.

use super::{StateHasher, bytes, doubled, little};
use crate::digest::Digest;
use crate::state::Word;

/// Jenkins' first hash, 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Lookup2 {
    seed: u32,
}

impl Lookup2 {
    /// Starts from `seed`, of which 32 bits are used.
    pub fn new(seed: u64) -> Self {
        Self { seed: seed as u32 }
    }
}

impl StateHasher for Lookup2 {
    fn digest(&self, words: &[Word]) -> Digest {
        doubled(lookup2(bytes(words), self.seed))
    }

    fn bits(&self) -> u32 {
        32
    }
}

fn lookup2(key: &[u8], initial: u32) -> u32 {
    const GOLDEN_RATIO: u32 = 0x9e37_79b9;
    let (mut a, mut b, mut c) = (GOLDEN_RATIO, GOLDEN_RATIO, initial);
    let mut blocks = key.chunks_exact(12);
    for block in &mut blocks {
        a = a.wrapping_add(little(&block[..4]));
        b = b.wrapping_add(little(&block[4..8]));
        c = c.wrapping_add(little(&block[8..]));
        mix(&mut a, &mut b, &mut c);
    }
    c = c.wrapping_add(key.len() as u32);
    for (at, &byte) in blocks.remainder().iter().enumerate() {
        let byte = u32::from(byte);
        match at {
            0..4 => a = a.wrapping_add(byte << (8 * at)),
            4..8 => b = b.wrapping_add(byte << (8 * (at - 4))),
            // The lowest byte of c holds the length.
            _ => c = c.wrapping_add(byte << (8 * (at - 7))),
        }
    }
    mix(&mut a, &mut b, &mut c);
    c
}

#[inline]
fn mix(a: &mut u32, b: &mut u32, c: &mut u32) {
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 13);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 8);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 13);
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 12);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 16);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 5);
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 3);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 10);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 15);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::smhasher::verification;

    /// The number is that of a plain transcription of the published code, made independently of the one above.
    #[test]
    fn it_agrees_with_a_transcription_of_the_published_code() {
        assert_eq!(verification(|key, seed| lookup2(key, seed).to_le_bytes()), 0x8B7F_B2D2);
    }
}
