//! Which processes and channels exist in a state, and where they are.
//!
//! The directory is a function of the state vector: frames follow each other and each says by its
//! location which proctype it belongs to. It is kept beside the vector because most steps do not change it.

use crate::ir::{ChannelKindId, LocationId, ProctypeId, Program};
use hashing::Word;

/// Frames and channels of the current state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directory {
    /// First word of each process, by process number.
    pub(super) frames: Vec<u32>,
    /// Their proctypes.
    proctypes: Vec<ProctypeId>,
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
        if self.is_of(program, words) {
            return;
        }
        self.frames.clear();
        self.proctypes.clear();
        self.channels.clear();
        self.channels.extend(program.channels.iter().map(|&(kind, bit)| Placed::new(kind, bit)));
        let mut slot = program.global_words;
        while let Some(&word) = words.get(slot as usize) {
            let proctype = proctype_at(program, word);
            self.add(program, slot, proctype);
            slot += program.proctypes[proctype.index()].frame_words;
        }
    }

    /// Whether it is that of a state: most states have the same processes as the one before.
    fn is_of(&self, program: &Program, words: &[Word]) -> bool {
        let mut slot = program.global_words;
        for (&frame, &proctype) in self.frames.iter().zip(&self.proctypes) {
            let Some(&word) = words.get(slot as usize) else { return false };
            if frame != slot || proctype_at(program, word) != proctype {
                return false;
            }
            slot += program.proctypes[proctype.index()].frame_words;
        }
        !self.frames.is_empty() && slot as usize == words.len()
    }

    /// The proctype of a process.
    pub(super) fn proctype(&self, process: u32) -> Option<ProctypeId> {
        self.proctypes.get(process as usize).copied()
    }

    /// Adds a process at the end.
    pub(super) fn add(&mut self, program: &Program, slot: u32, proctype: ProctypeId) {
        self.frames.push(slot);
        self.proctypes.push(proctype);
        let channels = &program.proctypes[proctype.index()].channels;
        self.channels.extend(channels.iter().map(|&(kind, bit)| Placed::new(kind, slot * 32 + bit)));
    }

    /// Removes the youngest process, which has this many channels.
    pub(super) fn remove(&mut self, n_channels: usize) {
        self.frames.pop();
        self.proctypes.pop();
        self.channels.truncate(self.channels.len().saturating_sub(n_channels));
    }
}

/// The proctype of the process whose frame starts with a word.
#[inline]
fn proctype_at(program: &Program, word: Word) -> ProctypeId {
    let location = LocationId(word & (u32::MAX >> (32 - u32::from(program.location_bits))));
    program.locations[location.index()].proctype
}
