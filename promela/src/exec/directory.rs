//! Which processes and channels exist in a state, and where they are.
//!
//! The directory is a function of the state vector: frames follow each other and each says by its
//! location which proctype it belongs to. It is kept beside the vector because most steps do not change it.

use crate::ir::{ChannelKindId, LocationId, Program};
use hashing::Word;

/// Frames and channels of the current state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directory {
    /// First word of each process, by process number.
    pub(super) frames: Vec<u32>,
    /// Channel number `n` is at index `n - 1`.
    pub(super) channels: Vec<Placed>,
}

/// A channel: the index of its kind, and its first bit in the state vector. Generated code reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Placed {
    pub(crate) kind: u32,
    pub(crate) bit: u32,
}

impl Placed {
    fn new(kind: ChannelKindId, bit: u32) -> Self {
        Self { kind: kind.0, bit }
    }
}

impl Directory {
    /// Reads the directory off a state.
    pub(super) fn read(&mut self, program: &Program, words: &[Word]) {
        self.frames.clear();
        self.channels.clear();
        self.channels.extend(program.channels.iter().map(|&(kind, bit)| Placed::new(kind, bit)));
        let mask = u32::MAX >> (32 - u32::from(program.location_bits));
        let mut slot = program.global_words;
        while let Some(&word) = words.get(slot as usize) {
            let location = LocationId(word & mask);
            let proctype = &program.proctypes[program.locations[location.index()].proctype.index()];
            self.add(slot, &proctype.channels);
            slot += proctype.frame_words;
        }
    }

    /// Adds a process at the end.
    pub(super) fn add(&mut self, slot: u32, channels: &[(ChannelKindId, u32)]) {
        self.frames.push(slot);
        self.channels.extend(channels.iter().map(|&(kind, bit)| Placed::new(kind, slot * 32 + bit)));
    }

    /// Removes the youngest process, which has this many channels.
    pub(super) fn remove(&mut self, n_channels: usize) {
        self.frames.pop();
        self.channels.truncate(self.channels.len().saturating_sub(n_channels));
    }
}
