//! `Line`: one cache line of eight table entries, each 32 digest bits above a 32-bit reference.
//!
//! ```text
//! 63          32 31           0
//! ┌─────────────┬─────────────┐
//! │   prefix    │  reference  │   × 8 = 64 bytes; zero is an empty entry, and entries are taken left to right
//! └─────────────┴─────────────┘
//! ```
//!
//! An entry is one 64-bit word, so threads can publish it by one compare-and-swap.

use crate::digest::Digest;

/// Eight entries.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u64; Line::ENTRIES]);

impl Line {
    pub(crate) const ENTRIES: usize = 8;

    /// The bit set of entries whose upper half is `prefix`; the bit of an empty entry may be set too.
    #[inline]
    pub(crate) fn matching(&self, prefix: u32) -> u32 {
        self.equal_halves::<0b11_01_11_01>(prefix)
    }

    /// Whether there is no empty entry: entries are taken left to right.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.0[Self::ENTRIES - 1] != 0
    }

    /// The bit set of empty entries: no reference is zero.
    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        self.equal_halves::<0b10_00_10_00>(0)
    }

    /// The bit set of entries with a half equal to `wanted`: the lower (lanes 0 and 2 of each two entries) or the upper
    /// (1 and 3).
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(unsafe_code, reason = "four loads of one line")]
    fn equal_halves<const LANES: i32>(&self, wanted: u32) -> u32 {
        use core::arch::x86_64::*;
        let halves: *const f32 = self.0.as_ptr().cast();
        // SAFETY: a line is 64 aligned bytes, four times the 16 loaded; SSE and SSE2 are part of every x86-64.
        unsafe {
            let [a, b, c, d] = [0, 4, 8, 12].map(|lane| _mm_load_ps(halves.add(lane)));
            let wanted = _mm_set1_epi32(wanted.cast_signed());
            let low = _mm_cmpeq_epi32(_mm_castps_si128(_mm_shuffle_ps::<LANES>(a, b)), wanted);
            let high = _mm_cmpeq_epi32(_mm_castps_si128(_mm_shuffle_ps::<LANES>(c, d)), wanted);
            let equal = _mm_packs_epi32(low, high);
            _mm_movemask_epi8(_mm_packs_epi16(equal, equal)).cast_unsigned() & 0xff
        }
    }

    /// The bit set of entries with a half equal to `wanted`.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    fn equal_halves<const LANES: i32>(&self, wanted: u32) -> u32 {
        self.equal_halves_portable::<LANES>(wanted)
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn equal_halves_portable<const LANES: i32>(&self, wanted: u32) -> u32 {
        let shift = if LANES & 1 == 1 { 32 } else { 0 };
        (0..Self::ENTRIES).map(|i| u32::from((self.0[i] >> shift) as u32 == wanted) << i).sum()
    }

    /// The first empty entry.
    #[inline]
    pub(crate) fn vacancy(&self) -> Option<usize> {
        let empty = self.empty();
        (empty != 0).then(|| empty.trailing_zeros() as usize)
    }
}

/// One cache line of entries of some bytes each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct ByteLine([u8; 64]);

impl ByteLine {
    /// Entry number `place` of those of `BYTES` bytes.
    #[inline]
    pub(crate) fn get<const BYTES: usize>(&self, place: usize) -> u64 {
        let mut entry = [0; 8];
        entry[..BYTES].copy_from_slice(&self.0[place * BYTES..(place + 1) * BYTES]);
        u64::from_le_bytes(entry)
    }

    /// Replaces entry number `place` of those of `BYTES` bytes.
    #[inline]
    pub(crate) fn put<const BYTES: usize>(&mut self, place: usize, entry: u64) {
        self.0[place * BYTES..(place + 1) * BYTES].copy_from_slice(&entry.to_le_bytes()[..BYTES]);
    }
}

/// Fetches the line of a table in which a digest is looked up first, by address: dangling, it does nothing useful and
/// nothing bad.
#[derive(Clone, Copy, Debug)]
pub struct Prefetcher {
    lines: *const Line,
    n_lines: u64,
}

impl Default for Prefetcher {
    fn default() -> Self {
        Self { lines: std::ptr::null(), n_lines: 0 }
    }
}

impl Prefetcher {
    pub(crate) fn new(lines: &[Line]) -> Self {
        Self { lines: lines.as_ptr(), n_lines: lines.len() as u64 }
    }

    /// Whether there is a table.
    #[inline]
    pub fn is_useful(self) -> bool {
        self.n_lines != 0
    }

    /// Starts fetching the line for a digest.
    #[inline]
    pub fn prefetch(self, digest: Digest) {
        let line = (u64::from(digest.prefix()) * self.n_lines) >> 32;
        prefetch(self.lines.wrapping_add(line as usize));
    }
}

/// Starts fetching the cache line at `address`. Has no other effect, whatever the address.
#[inline]
#[expect(unsafe_code, reason = "the prefetch instruction")]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch never faults; SSE is part of every x86-64.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn matching_finds_the_entries_with_the_prefix(entries: [(u8, bool); 8], prefix in 0u32..256) {
            let line = Line(entries.map(|(prefix, taken)| (u64::from(prefix) << 32) | u64::from(taken)));
            prop_assert_eq!(line.matching(prefix), line.equal_halves_portable::<0b11_01_11_01>(prefix));
            prop_assert_eq!(line.empty(), line.equal_halves_portable::<0b10_00_10_00>(0));
            let any = entries.iter().any(|entry| u32::from(entry.0) == prefix);
            prop_assert_eq!(line.matching(prefix) != 0, any);
        }
    }

    #[test]
    fn the_vacancy_is_the_first_empty_entry() {
        assert_eq!(Line([0; 8]).vacancy(), Some(0));
        assert_eq!(Line([1, 1, 1, 0, 0, 0, 0, 0]).vacancy(), Some(3));
        assert_eq!(Line([1; 8]).vacancy(), None);
    }
}
