//! Holzmann, "An analysis of bitstate hashing", 1998; Dillinger, Manolios, "Bloom filters in probabilistic verification",
//! FMCAD 2004; Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007 (blocked).
//!
//! A state is k bits of a large array: new if one of them was not set. The schemes differ in how the k positions follow
//! from the digest, which matters less than one might think, and in how many cache lines they touch, which matters.

use super::line::prefetch;
use super::pages::Pages;
use super::{Candidate, Insertion, LossyStore, Room, StateRef, Store, StoreFull};
use crate::digest::Digest;
use crate::hasher::keys::mix64;

/// How the positions of the bits follow from two hash values a and b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scheme {
    /// As in Spin: bytes b, b+a+1, b+2a+3, …, and in each byte a bit that steps by a constant.
    Spin,
    /// a + i·b (Kirsch, Mitzenmacher, ESA 2006).
    Double,
    /// a + i·b + i(i-1)/2·c.
    Triple,
    /// Double hashing whose step is itself incremented by 1, 2, 3, ….
    EnhancedDouble,
    /// All bits in one cache line: one miss instead of k.
    Blocked,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: &'static [Self] =
        &[Self::Spin, Self::Double, Self::Triple, Self::EnhancedDouble, Self::Blocked];

    /// The name a user gives.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spin => "spin",
            Self::Double => "double",
            Self::Triple => "triple",
            Self::EnhancedDouble => "enhanced-double",
            Self::Blocked => "blocked",
        }
    }
}

/// k bits per state.
#[derive(Debug)]
pub struct Bitstate {
    bits: Pages<u64>,
    scheme: Scheme,
    k: u32,
    len: usize,
    set: u64,
    expected_omissions: f64,
}

const LINE_BITS: u64 = 512;
/// The array of a search about which nothing is known: room for 10^8 states at 21 bits each.
const DEFAULT_BYTES: usize = 256 << 20;
/// The bits of the array per state expected. With three bits per state one in 1200 is then omitted at the end.
const BITS_EXPECTED: usize = 32;

/// The array of a bitstate store, for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitArray {
    /// Bits per state.
    pub k: u32,
    /// Bits in the array.
    pub bits: u64,
    /// Bits set.
    pub set: u64,
}

impl Bitstate {
    /// An array for the states expected, at 32 to 64 bits each, or of 256 megabytes if none are; but at most half of the
    /// limit, because a search needs memory besides. For `k` see [`sized`](Self::sized).
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(room: Room, scheme: Scheme, k: Option<u32>) -> Result<Self, StoreFull> {
        let wanted = match room.expected {
            0 => DEFAULT_BYTES,
            states => (states.saturating_mul(BITS_EXPECTED) / 8).clamp(1 << 12, 1 << 46).next_power_of_two(),
        };
        let most = room.limit_bytes.map_or(usize::MAX, |limit| limit / 2);
        Self::sized(Room { limit_bytes: None, ..room }, wanted.min(most), scheme, k)
    }

    /// An array of the largest power of two up to `bytes` (64 at least), and `k` bits per state. If that is not given it is
    /// what loses least among the states expected, 0.69 times the bits per state but 6 at most; and 3, as in Spin, if none
    /// are expected.
    ///
    /// # Errors
    /// If that is beyond the limit or refused by the system.
    pub fn sized(room: Room, bytes: usize, scheme: Scheme, k: Option<u32>) -> Result<Self, StoreFull> {
        let bytes = 1usize << bytes.max(64).ilog2();
        room.check(bytes)?;
        let best_k = || match room.expected {
            0 => 3,
            states => (std::f64::consts::LN_2 * 8.0 * bytes as f64 / states as f64).round().min(6.0) as u32,
        };
        let k = k.unwrap_or_else(best_k);
        Ok(Self {
            bits: Pages::zeroed(bytes / 8)?,
            scheme,
            k: k.max(1),
            len: 0,
            set: 0,
            expected_omissions: 0.0,
        })
    }

    /// What a report says of the array.
    pub fn array(&self) -> BitArray {
        BitArray { k: self.k, bits: self.bits(), set: self.set }
    }

    /// The number of bits in the array.
    pub fn bits(&self) -> u64 {
        self.bits.len() as u64 * 64
    }

    /// The number of bits set.
    pub fn bits_set(&self) -> u64 {
        self.set
    }

    /// Bits of the array per state: Spin's "hash factor", to be above 100 for confidence.
    pub fn hash_factor(&self) -> f64 {
        self.bits() as f64 / self.len.max(1) as f64
    }

    fn geometry(&self) -> Geometry {
        Geometry { bits: self.bits(), scheme: self.scheme, k: self.k }
    }

    /// The probability that the k bits of a state never seen are all set.
    fn omission_probability(&self, digest: Digest) -> f64 {
        let fill = if self.scheme == Scheme::Blocked {
            let first = (digest.index(self.bits() / LINE_BITS) * LINE_BITS / 64) as usize;
            let set: u32 = self.bits[first..first + 8].iter().map(|word| word.count_ones()).sum();
            f64::from(set) / LINE_BITS as f64
        } else {
            self.set as f64 / self.bits() as f64
        };
        fill.powi(self.k.cast_signed())
    }
}

/// All that positions depend on besides the state.
#[derive(Clone, Copy)]
struct Geometry {
    /// A power of two.
    bits: u64,
    scheme: Scheme,
    k: u32,
}

impl Geometry {
    /// Calls `visit` with each position until it returns false.
    #[inline]
    fn positions(&self, digest: Digest, len: usize, mut visit: impl FnMut(u64) -> bool) {
        let mask = self.bits - 1;
        // The digest without the length would not tell vectors apart that differ in trailing zeros.
        let a = digest.0;
        let b = mix64(a ^ (len as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match self.scheme {
            Scheme::Spin => {
                let bytes = mask >> 3;
                let (mut byte, mut bit) = (b & bytes, (a >> 61) & 7);
                let (step, bit_step) = (a & bytes, (b >> 61) & 7);
                for i in 1..=u64::from(self.k) {
                    if !visit(byte << 3 | bit) {
                        return;
                    }
                    byte = byte.wrapping_add(step).wrapping_add(i) & bytes;
                    bit = (bit + bit_step) & 7;
                }
            }
            Scheme::Double => self.walk(a, b | 1, 0, 0, mask, visit),
            Scheme::Triple => self.walk(a, b, mix64(b), 0, mask, visit),
            Scheme::EnhancedDouble => self.walk(a, b, 0, 1, mask, visit),
            Scheme::Blocked => {
                let line = digest.index(self.bits / LINE_BITS) * LINE_BITS;
                // Nine bits a position, all independent: steps within so small a range would repeat.
                let mut source = b;
                for i in 0..self.k {
                    if i % 7 == 0 && i > 0 {
                        source = mix64(b ^ u64::from(i));
                    }
                    if !visit(line + source % LINE_BITS) {
                        return;
                    }
                    source >>= LINE_BITS.ilog2();
                }
            }
        }
    }

    /// Positions that advance by `step`, which advances by `second`, which advances by `third`.
    #[inline]
    fn walk(
        &self,
        mut position: u64,
        mut step: u64,
        mut second: u64,
        third: u64,
        mask: u64,
        mut visit: impl FnMut(u64) -> bool,
    ) {
        for _ in 0..self.k {
            if !visit(position & mask) {
                return;
            }
            position = position.wrapping_add(step);
            second = second.wrapping_add(third);
            step = step.wrapping_add(second);
        }
    }
}

impl Store for Bitstate {
    #[inline]
    fn prefetch(&self, digest: Digest) {
        let first = match self.scheme {
            Scheme::Blocked => digest.index(self.bits() / LINE_BITS) * LINE_BITS,
            // Where the first position depends on more than the digest.
            Scheme::Spin => return,
            Scheme::Double | Scheme::Triple | Scheme::EnhancedDouble => digest.0 & (self.bits() - 1),
        };
        prefetch(&raw const self.bits[(first / 64) as usize]);
    }

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let (digest, len) = (candidate.digest, candidate.words.len());
        let mut seen = true;
        self.geometry().positions(digest, len, |at| {
            seen = self.bits[(at / 64) as usize] >> (at % 64) & 1 == 1;
            seen
        });
        if seen {
            return Ok(Insertion::Seen(StateRef::LOST));
        }
        // Behind every state found new there are p / (1 - p) that were new and not found.
        let probability = self.omission_probability(digest);
        self.expected_omissions += probability / (1.0 - probability).max(f64::MIN_POSITIVE);
        self.geometry().positions(digest, len, |at| {
            let word = &mut self.bits[(at / 64) as usize];
            self.set += u64::from(*word >> (at % 64) & 1 == 0);
            *word |= 1 << (at % 64);
            true
        });
        self.len += 1;
        Ok(Insertion::New(StateRef::LOST))
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.bits.bytes()
    }

    /// Nothing is compared.
    fn conflicts(&self) -> u64 {
        0
    }
}

impl LossyStore for Bitstate {
    fn expected_omissions(&self) -> f64 {
        self.expected_omissions
    }

    fn bit_array(&self) -> Option<BitArray> {
        Some(self.array())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::{Multilinear, StateHasher};

    #[test]
    fn losses_are_about_those_expected_for_every_scheme() {
        let hasher = Multilinear::new(4);
        for &scheme in Scheme::ALL {
            for k in [1, 3, 8] {
                let mut store = Bitstate::sized(Room::default(), 1 << 17, scheme, Some(k)).unwrap();
                let states = 100_000u32;
                for n in 0..states {
                    let words = [n, n % 7];
                    store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap();
                }
                let (lost, expected) = (f64::from(states) - store.len() as f64, store.expected_omissions());
                assert!(
                    lost < 1.15 * expected + 20.0 && lost > 0.85 * expected - 20.0,
                    "{scheme:?} k = {k}: {lost} lost, {expected:.0} expected"
                );
                assert!(store.bits_set() <= u64::from(k) * store.len() as u64);
            }
        }
    }

    #[test]
    fn an_array_leaves_half_of_the_limit_to_the_search() {
        let bytes = |expected, limit_bytes| {
            Bitstate::new(Room { expected, limit_bytes }, Scheme::Blocked, None).map(|store| store.bytes())
        };
        assert_eq!(bytes(0, None), Ok(256 << 20));
        assert_eq!(bytes(0, Some(1 << 24)), Ok(1 << 23));
        assert_eq!(bytes(1 << 20, Some(1 << 30)), Ok(4 << 20));
        assert_eq!(bytes(1_000_000, None), Ok(4 << 20));
        let room = Room { expected: 0, limit_bytes: Some(1000) };
        assert_eq!(
            Bitstate::sized(room, 4096, Scheme::Spin, None).err(),
            Some(StoreFull::Memory { limit: 1000 })
        );
    }

    #[test]
    fn k_follows_from_the_states_expected() {
        let k = |expected, k| {
            let room = Room { expected, limit_bytes: None };
            Bitstate::sized(room, 1 << 17, Scheme::EnhancedDouble, k).unwrap().array().k
        };
        assert_eq!([k(0, None), k(1 << 20, None), k(1 << 18, None), k(1000, None)], [3, 1, 3, 6]);
        assert_eq!([k(0, Some(5)), k(1 << 20, Some(5)), k(1 << 24, None)], [5, 5, 1]);
    }

    #[test]
    fn a_small_set_in_a_large_array_is_complete() {
        let hasher = Multilinear::new(4);
        for &scheme in Scheme::ALL {
            let mut store = Bitstate::new(Room::default(), scheme, None).unwrap();
            for n in 0..1000u32 {
                let words = [n];
                assert!(
                    store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap().is_new(),
                    "{scheme:?}"
                );
            }
        }
    }
}
