//! Jenkins, "SpookyHash: a 128-bit noncryptographic hash" (V2), 2012, public domain: DIVINE's hash.

use super::{StateHasher, bytes, little64};
use crate::digest::Digest;
use crate::state::Word;

/// SpookyHash V2; the first 64 of its 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Spooky {
    seed: u64,
}

impl Spooky {
    /// Starts both halves from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl StateHasher for Spooky {
    fn digest(&self, words: &[Word]) -> Digest {
        Digest(spooky(bytes(words), self.seed, self.seed).0)
    }
}

/// Not zero, odd, and with no other pattern.
const FILLER: u64 = 0xdead_beef_dead_beef;
const BLOCK: usize = 96;

/// The 128 bits, from as many of seed.
fn spooky(key: &[u8], seed1: u64, seed2: u64) -> (u64, u64) {
    if key.len() < 2 * BLOCK { short(key, seed1, seed2) } else { long(key, seed1, seed2) }
}

fn short(key: &[u8], seed1: u64, seed2: u64) -> (u64, u64) {
    let mut s = [seed1, seed2, FILLER, FILLER];
    let mut blocks = key.chunks_exact(32);
    for block in &mut blocks {
        s[2] = s[2].wrapping_add(little64(&block[..8]));
        s[3] = s[3].wrapping_add(little64(&block[8..16]));
        short_mix(&mut s);
        s[0] = s[0].wrapping_add(little64(&block[16..24]));
        s[1] = s[1].wrapping_add(little64(&block[24..]));
    }
    let mut tail = blocks.remainder();
    if tail.len() >= 16 {
        s[2] = s[2].wrapping_add(little64(&tail[..8]));
        s[3] = s[3].wrapping_add(little64(&tail[8..16]));
        short_mix(&mut s);
        tail = &tail[16..];
    }
    s[3] = s[3].wrapping_add((key.len() as u64) << 56);
    if tail.is_empty() {
        s[2] = s[2].wrapping_add(FILLER);
        s[3] = s[3].wrapping_add(FILLER);
    } else {
        let mut last = [0; 16];
        last[..tail.len()].copy_from_slice(tail);
        s[2] = s[2].wrapping_add(little64(&last[..8]));
        s[3] = s[3].wrapping_add(little64(&last[8..]));
    }
    short_end(&mut s);
    (s[0], s[1])
}

#[inline]
fn short_mix(s: &mut [u64; 4]) {
    const ROTATIONS: [u32; 12] = [50, 52, 30, 41, 54, 48, 38, 37, 62, 34, 5, 36];
    for (step, rotation) in ROTATIONS.into_iter().enumerate() {
        let (to, from, into) = ((step + 2) % 4, (step + 3) % 4, step % 4);
        s[to] = s[to].rotate_left(rotation).wrapping_add(s[from]);
        s[into] ^= s[to];
    }
}

#[inline]
fn short_end(s: &mut [u64; 4]) {
    const ROTATIONS: [u32; 11] = [15, 52, 26, 51, 28, 9, 47, 54, 32, 25, 63];
    for (step, rotation) in ROTATIONS.into_iter().enumerate() {
        let (to, from) = ((step + 3) % 4, (step + 2) % 4);
        s[to] ^= s[from];
        s[from] = s[from].rotate_left(rotation);
        s[to] = s[to].wrapping_add(s[from]);
    }
}

fn long(key: &[u8], seed1: u64, seed2: u64) -> (u64, u64) {
    let mut s = [0; 12];
    for group in s.chunks_exact_mut(3) {
        group.copy_from_slice(&[seed1, seed2, FILLER]);
    }
    let mut blocks = key.chunks_exact(BLOCK);
    for block in &mut blocks {
        mix(block, &mut s);
    }
    let tail = blocks.remainder();
    let mut last = [0; BLOCK];
    last[..tail.len()].copy_from_slice(tail);
    last[BLOCK - 1] = tail.len() as u8;
    for (h, word) in s.iter_mut().zip(last.chunks_exact(8)) {
        *h = h.wrapping_add(little64(word));
    }
    for _ in 0..3 {
        end_part(&mut s);
    }
    (s[0], s[1])
}

#[inline]
fn mix(block: &[u8], s: &mut [u64; 12]) {
    const ROTATIONS: [u32; 12] = [11, 32, 43, 31, 17, 28, 39, 57, 55, 54, 22, 46];
    for (i, rotation) in ROTATIONS.into_iter().enumerate() {
        s[i] = s[i].wrapping_add(little64(&block[8 * i..8 * i + 8]));
        s[(i + 2) % 12] ^= s[(i + 10) % 12];
        s[(i + 11) % 12] ^= s[i];
        s[i] = s[i].rotate_left(rotation);
        s[(i + 11) % 12] = s[(i + 11) % 12].wrapping_add(s[(i + 1) % 12]);
    }
}

#[inline]
fn end_part(s: &mut [u64; 12]) {
    const ROTATIONS: [u32; 12] = [44, 15, 34, 21, 38, 33, 10, 13, 38, 53, 42, 54];
    for (i, rotation) in ROTATIONS.into_iter().enumerate() {
        let (to, from, turned) = ((i + 11) % 12, (i + 1) % 12, (i + 2) % 12);
        s[to] = s[to].wrapping_add(s[from]);
        s[turned] ^= s[to];
        s[from] = s[from].rotate_left(rotation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::smhasher::verification;

    #[test]
    fn it_passes_the_verification_of_smhasher() {
        let spooky64 = |key: &[u8], seed: u32| spooky(key, seed.into(), seed.into()).0.to_le_bytes();
        assert_eq!(verification(spooky64), 0x972C_4BDC);
    }

    #[test]
    fn it_gives_the_results_its_author_published() {
        let key: Vec<u8> = (0..17).map(|n| n + 128).collect();
        let first_half = |len: usize| spooky(&key[..len], 0, 0).0 as u32;
        assert_eq!([0, 1, 2, 3].map(first_half), [0x6bf5_0919, 0x70de_1d26, 0xa2b3_7298, 0x35bc_5fbf]);
        assert_eq!([8, 15, 16, 17].map(first_half), [0xee19_3982, 0x83ec_01f9, 0xf274_736c, 0x7e9a_c0df]);
    }
}
