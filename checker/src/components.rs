//! The components of a Promela state, for stores that keep each of them once: the globals, then every
//! process.

use hashing::{Components, Word};
use promela::ir::Program;

/// Where the frames of a state begin and end.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    global_words: usize,
    location_mask: Word,
    /// Words of the frame that a location belongs to.
    frame_words: Vec<usize>,
}

impl Frames {
    pub(crate) fn of(program: &Program) -> Self {
        let words =
            |proctype: promela::ir::ProctypeId| program.proctypes[proctype.index()].frame_words as usize;
        Self {
            global_words: program.global_words as usize,
            location_mask: Word::MAX >> (32 - u32::from(program.location_bits)),
            frame_words: program.locations.iter().map(|l| words(l.proctype)).collect(),
        }
    }
}

impl Components for Frames {
    fn ends(&self, words: &[Word], ends: &mut Vec<usize>) {
        let mut end = self.global_words;
        if 0 < end {
            ends.push(end);
        }
        while let Some(&word) = words.get(end) {
            end += self.frame_words[(word & self.location_mask) as usize];
            ends.push(end);
        }
    }
}
