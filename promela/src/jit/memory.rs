//! Memory for machine code: written once, then executable and no longer writable.

use super::context::Entry;
use memmap2::{Mmap, MmapMut};

/// Functions in one mapping.
pub(super) struct Executable {
    map: Mmap,
    starts: Vec<usize>,
}

/// Functions start at cache-line boundaries.
const ALIGNMENT: usize = 64;

impl Executable {
    /// A mapping with these functions, which must not depend on where they are; none if the system refuses.
    pub(super) fn new<'f>(functions: impl Iterator<Item = &'f [u8]> + Clone) -> Option<Self> {
        let size: usize = functions.clone().map(|function| function.len().next_multiple_of(ALIGNMENT)).sum();
        let mut map = MmapMut::map_anon(size.max(1)).ok()?;
        let mut starts = Vec::new();
        let mut end = 0;
        for function in functions {
            map[end..end + function.len()].copy_from_slice(function);
            starts.push(end);
            end += function.len().next_multiple_of(ALIGNMENT);
        }
        Some(Self { map: map.make_exec().ok()?, starts })
    }

    /// The functions, callable as long as the mapping lives.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn entries(&self) -> Vec<Entry> {
        let address = |&start: &usize| self.map[start..].as_ptr();
        // SAFETY: a finished function was copied to each start; the mapping does not move and lives as long as the
        // `Jit` that keeps both it and the entries.
        self.starts.iter().map(|start| unsafe { Entry::at(address(start)) }).collect()
    }
}
