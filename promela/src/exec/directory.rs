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
    /// Kind and first bit of each channel; channel number `n` is at index `n - 1`.
    pub(super) channels: Vec<(ChannelKindId, u32)>,
}

impl Directory {
    /// Reads the directory off a state.
    pub(super) fn read(&mut self, program: &Program, words: &[Word]) {
        self.frames.clear();
        self.channels.clear();
        self.channels.extend_from_slice(&program.channels);
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
        self.channels.extend(channels.iter().map(|&(kind, bit)| (kind, slot * 32 + bit)));
    }

    /// Removes the youngest process, which has this many channels.
    pub(super) fn remove(&mut self, n_channels: usize) {
        self.frames.pop();
        self.channels.truncate(self.channels.len().saturating_sub(n_channels));
    }
}
