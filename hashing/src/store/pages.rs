//! Zeroed memory straight from the system, in huge pages where the system offers them.
//!
//! A table of gigabytes is read at random; with 4 KB pages nearly every access also misses the translation buffer.
//! Linux gives 2 MB pages to mappings that ask for them; where it does not, the mapping works all the same.

use std::ops::{Deref, DerefMut, Range};

use memmap2::{MmapMut, MmapOptions};

use super::StoreFull;
use crate::state::Word;
use crate::store::line::{ByteLine, Line};

/// Types for which any bytes, in particular all zeros, are a value.
pub(crate) trait Plain: Copy + 'static {}
impl Plain for Word {}
impl Plain for u64 {}
impl Plain for Line {}
impl Plain for ByteLine {}

/// A fixed number of zero-initialised values in memory of their own.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    map: MmapMut,
    len: usize,
    of: std::marker::PhantomData<T>,
}

impl<T: Plain> Pages<T> {
    /// Below this size huge pages would only waste memory.
    const HUGE: usize = 4 << 20;

    /// `len` zeros. Memory is taken from the system as it is first written.
    pub(crate) fn zeroed(len: usize) -> Result<Self, StoreFull> {
        let refused = StoreFull::Refused { bytes: len.saturating_mul(size_of::<T>()) };
        let bytes = len.checked_mul(size_of::<T>()).ok_or(refused)?;
        let map = MmapOptions::new().len(bytes.max(1)).map_anon().map_err(|_| refused)?;
        // Mappings start at page boundaries, which satisfies every `Plain` type; the views below rely on it.
        assert!(map.as_ptr().cast::<T>().is_aligned());
        #[cfg(target_os = "linux")]
        if bytes >= Self::HUGE {
            // Refused where huge pages are switched off: slower, and nothing else.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { map, len, of: std::marker::PhantomData })
    }

    /// `len` zeros, with addresses set aside for up to `most`: those cost nothing until they are used, and
    /// [`extend`](Self::extend) need not move anything.
    pub(crate) fn extensible(len: usize, most: usize) -> Result<Self, StoreFull> {
        let (align, size) = (Self::HUGE, size_of::<T>());
        let mut reserved = most.max(len).saturating_mul(size).max(1).next_multiple_of(align);
        let map = loop {
            match MmapOptions::new().len(reserved).no_reserve_swap().map_anon() {
                Ok(map) => break map,
                // Addresses may be limited.
                Err(_) if len.saturating_mul(size) < reserved / 2 => reserved /= 2,
                Err(_) => return Err(StoreFull::Refused { bytes: len.saturating_mul(size) }),
            }
        };
        assert!(map.as_ptr().cast::<T>().is_aligned());
        let mut pages = Self { map, len: 0, of: std::marker::PhantomData };
        pages.extend(len)?;
        Ok(pages)
    }

    /// Makes the array longer; what is added is zero. It moves only beyond what was set aside.
    pub(crate) fn extend(&mut self, len: usize) -> Result<(), StoreFull> {
        let bytes = len.saturating_mul(size_of::<T>());
        if self.map.len() < bytes {
            let mut longer = Self::zeroed(len)?;
            longer[..self.len].copy_from_slice(self);
            *self = longer;
        }
        #[cfg(target_os = "linux")]
        if self.len * size_of::<T>() < Self::HUGE && Self::HUGE <= bytes {
            let _ = self.map.advise(memmap2::Advice::HugePage);
        }
        self.len = len;
        Ok(())
    }

    /// The bytes of the array.
    pub(crate) fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// Gives the memory behind `range` back to the system as far as it can; what is there afterwards is unspecified.
    #[expect(unsafe_code, reason = "the system call changes memory")]
    pub(crate) fn release(&mut self, range: Range<usize>) {
        let range = range.start.min(self.len) * size_of::<T>()..range.end.min(self.len) * size_of::<T>();
        #[cfg(target_os = "linux")]
        // SAFETY: the range lies within the mapping, which is anonymous and borrowed mutably; its pages
        // become zero, and zeros are a value of `T`. Where the call fails, nothing changes.
        let _ = unsafe {
            self.map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, range.start, range.len())
        };
        #[cfg(not(target_os = "linux"))]
        let _ = range;
    }
}

impl<T: Plain> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    #[expect(unsafe_code, reason = "a typed view of a mapping")]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping is aligned for `T` and holds `len` of them (both ensured in `zeroed`), is initialised
        // by the system, and every bit pattern is a `T`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for Pages<T> {
    #[inline]
    #[expect(unsafe_code, reason = "a typed view of a mapping")]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the mapping is private and borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_start_as_zeros_and_hold_what_is_written() {
        let mut pages: Pages<u64> = Pages::zeroed(1 << 20).unwrap();
        assert!(pages.iter().all(|&value| value == 0));
        pages[77] = 7;
        assert_eq!((pages[77], pages.len(), pages.bytes()), (7, 1 << 20, 8 << 20));
    }

    #[test]
    fn extended_pages_keep_what_they_had_and_add_zeros() {
        let mut pages: Pages<u64> = Pages::extensible(100, 1 << 19).unwrap();
        // The last one is beyond what was set aside.
        for len in [1000, 1 << 19, 1 << 20] {
            let old = pages.len();
            pages.fill(7);
            pages.extend(len).unwrap();
            assert_eq!(pages.len(), len);
            assert!(pages[..old].iter().all(|&value| value == 7));
            assert!(pages[old..].iter().all(|&value| value == 0));
        }
    }

    #[test]
    fn releasing_a_part_leaves_the_rest_alone() {
        let mut pages: Pages<u64> = Pages::zeroed(4096).unwrap();
        pages.fill(5);
        pages.release(0..512);
        assert!(pages[512..].iter().all(|&value| value == 5));
    }

    #[test]
    fn an_impossible_size_is_an_error() {
        assert!(matches!(Pages::<u64>::zeroed(usize::MAX), Err(StoreFull::Refused { .. })));
    }
}
