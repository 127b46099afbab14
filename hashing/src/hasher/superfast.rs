//! Hsieh, "Hash functions", 2004 (SuperFastHash): 32 bits; what Spin 6.5 really uses for exhaustive search.

use super::{StateHasher, bytes, doubled};
use crate::digest::Digest;
use crate::state::Word;

/// Hsieh's hash as Spin has it: it starts from the length and takes no seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct SuperFast;

impl StateHasher for SuperFast {
    fn digest(&self, words: &[Word]) -> Digest {
        let key = bytes(words);
        doubled(superfast(key, key.len() as u32))
    }

    fn bits(&self) -> u32 {
        32
    }
}

fn superfast(key: &[u8], initial: u32) -> u32 {
    let half = |pair: &[u8]| u32::from(u16::from_le_bytes([pair[0], pair[1]]));
    let mut h = initial;
    let mut pairs = key.chunks_exact(4);
    for pair in &mut pairs {
        h = h.wrapping_add(half(pair));
        h = (h << 16) ^ (half(&pair[2..]) << 11) ^ h;
        h = h.wrapping_add(h >> 11);
    }
    match *pairs.remainder() {
        [a, b, c] => {
            h = h.wrapping_add(half(&[a, b]));
            h ^= h << 16;
            h ^= u32::from(c) << 18;
            h = h.wrapping_add(h >> 11);
        }
        [a, b] => {
            h = h.wrapping_add(half(&[a, b]));
            h ^= h << 11;
            h = h.wrapping_add(h >> 17);
        }
        [a] => {
            h = h.wrapping_add(u32::from(a));
            h ^= h << 10;
            h = h.wrapping_add(h >> 1);
        }
        _ => {}
    }
    h ^= h << 3;
    h = h.wrapping_add(h >> 5);
    h ^= h << 4;
    h = h.wrapping_add(h >> 17);
    h ^= h << 25;
    h.wrapping_add(h >> 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by the function in the newest public sources of Spin 6.5.2.
    #[test]
    fn it_gives_the_results_of_spin() {
        let key: Vec<u8> = (0..100u8).map(|n| n.wrapping_mul(37)).collect();
        let spin = |len: usize| superfast(&key[..len], len as u32);
        let expected = [0, 0xd924_3d1d, 0x37bd_c9ee, 0xceee_404e, 0xa36c_92ae, 0x2854_e7f5, 0xd712_c424];
        assert_eq!([0, 4, 8, 20, 24, 44, 100].map(spin), expected);
    }
}
