//! Jenkins, "lookup8.c, hashing for 64-bit machines", January 1997, public domain, with the start values of Spin 6.
//!
//! Spin uses it in bitstate mode and for tables above 2^32 buckets. It deviates from Jenkins in its start: the first
//! accumulator begins with the number of padding bytes (8 where none are needed), the second with one of a table of
//! constants chosen by `-h`.

use super::{StateHasher, bytes, little64};
use crate::digest::Digest;
use crate::state::Word;

/// The 64-bit Jenkins hash as Spin has it.
#[derive(Clone, Copy, Debug)]
pub struct Lookup8 {
    seed: u64,
}

impl Lookup8 {
    /// The constants behind Spin's options `-h0` to `-h15`.
    const SPIN: [u64; 16] = [
        0x100d_4e63,
        0x0fc2_2f87,
        0xa715_5c77,
        0x78f2_c3b9,
        0xde32_d207,
        0xc27d_305b,
        0x1bb3_fb2b,
        0x2798_c7a5,
        0x9c67_5ffd,
        0x777d_9081,
        0x07ae_f2f1,
        0xae08_922f,
        0x5bd3_65b7,
        0xed51_c47b,
        0x9b5a_eea1,
        0xbcc9_d431,
    ];

    /// Seeds below 16 select the constant of Spin's option `-h`; others are the constant themselves.
    pub fn new(seed: u64) -> Self {
        let constant = usize::try_from(seed).ok().and_then(|number| Self::SPIN.get(number));
        Self { seed: constant.copied().unwrap_or(seed) }
    }
}

impl StateHasher for Lookup8 {
    fn digest(&self, words: &[Word]) -> Digest {
        let [_, _, c] = lookup8(bytes(words), self.seed);
        Digest(c)
    }
}

/// The three accumulators at the end; the last is the hash.
fn lookup8(key: &[u8], seed: u64) -> [u64; 3] {
    let (mut a, mut b, mut c) = (8 - key.len() as u64 % 8, seed, 0x9e37_79b9_7f4a_7c13_u64);
    let mut blocks = key.chunks_exact(24);
    for block in &mut blocks {
        a = a.wrapping_add(little64(&block[..8]));
        b = b.wrapping_add(little64(&block[8..16]));
        c = c.wrapping_add(little64(&block[16..]));
        mix(&mut a, &mut b, &mut c);
    }
    let tail = blocks.remainder();
    let mut last = [0; 24];
    last[..tail.len()].copy_from_slice(tail);
    // A tail that padding makes a whole block is mixed as one.
    if tail.len() > 16 {
        a = a.wrapping_add(little64(&last[..8]));
        b = b.wrapping_add(little64(&last[8..16]));
        c = c.wrapping_add(little64(&last[16..]));
        mix(&mut a, &mut b, &mut c);
        last = [0; 24];
    }
    c = c.wrapping_add((key.len() as u64) << 3);
    a = a.wrapping_add(little64(&last[..8]));
    b = b.wrapping_add(little64(&last[8..16]));
    mix(&mut a, &mut b, &mut c);
    [a, b, c]
}

#[inline]
fn mix(a: &mut u64, b: &mut u64, c: &mut u64) {
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 43);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 9);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 8);
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 38);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 23);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 5);
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 35);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 49);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 11);
    *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ (*c >> 12);
    *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ (*a << 18);
    *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ (*b >> 22);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by the function in the newest public sources of Spin 6.5.2, with `-h0`.
    #[test]
    fn it_gives_the_results_of_spin() {
        let key: Vec<u8> = (0..100u8).map(|n| n.wrapping_mul(37)).collect();
        let spin = |len: usize| lookup8(&key[..len], Lookup8::SPIN[0])[2];
        let expected = [
            0x0b25_cabd_c2b0_8d50,
            0xb9c3_1208_8867_9c51,
            0x8566_9d3f_76a0_655b,
            0x4412_17a0_6821_e8a7,
            0xe0ae_6369_9aaa_c401,
            0x7d09_2408_f34d_a57a,
            0x9255_44a4_02a2_e1f0,
        ];
        assert_eq!([0, 4, 8, 20, 24, 44, 100].map(spin), expected);
    }
}
