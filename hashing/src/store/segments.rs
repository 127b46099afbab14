//! A growable array that never moves: segments of doubling size.

use super::StoreFull;
use super::pages::{Pages, Plain};

/// log2 of the length of the first segment.
const FIRST: u32 = 9;

/// The array.
#[derive(Debug)]
pub(super) struct Segments<T> {
    segments: Vec<Pages<T>>,
    len: usize,
}

impl<T: Plain> Segments<T> {
    pub(super) fn new() -> Self {
        Self { segments: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Memory written so far; what lies beyond was never touched, so it is not there.
    pub(super) fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    /// Appends `value` and returns its index.
    pub(super) fn push(&mut self, value: T) -> Result<usize, StoreFull> {
        let index = self.len;
        let (segment, place) = locate(index);
        if segment == self.segments.len() {
            self.segments.push(Pages::zeroed(1 << (FIRST as usize + segment))?);
        }
        self.segments[segment][place] = value;
        self.len += 1;
        Ok(index)
    }
}

/// The segment of an index and the place in it: segment s holds the indices from 2^(s+FIRST) - 2^FIRST on.
#[inline]
fn locate(index: usize) -> (usize, usize) {
    let shifted = index + (1 << FIRST);
    let magnitude = shifted.ilog2();
    ((magnitude - FIRST) as usize, shifted - (1 << magnitude))
}

impl<T: Plain> std::ops::Index<usize> for Segments<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        let (segment, place) = locate(index);
        &self.segments[segment][place]
    }
}

impl<T: Plain> std::ops::IndexMut<usize> for Segments<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        let (segment, place) = locate(index);
        &mut self.segments[segment][place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_where_they_were_put() {
        let mut segments = Segments::new();
        for n in 0..10_000u64 {
            assert_eq!(segments.push(n * n), Ok(n as usize));
        }
        assert!((0..10_000).all(|n| segments[n] == (n * n) as u64));
        assert_eq!((segments.len(), segments.bytes()), (10_000, 80_000));
    }
}
