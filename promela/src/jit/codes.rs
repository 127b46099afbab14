//! The functions made so far, by location, in the form in which the sweeps look them up.

use super::context::Entry;
use super::{Purpose, location};
use crate::ir::{LocationId, Program};

/// Functions by location, and which locations may accept a message on which channel.
pub(crate) struct Codes {
    tries: Vec<Option<Entry>>,
    accepts: Vec<Option<Entry>>,
    /// One row of locations for channels in general, then one for each global channel.
    open: Vec<bool>,
    n_rows: usize,
}

/// Larger tables are not worth their memory: channels are then not told apart.
const MOST_CELLS: usize = 1 << 20;

impl Codes {
    pub(super) fn new(program: &Program) -> Self {
        let n_numbers = 1_usize << program.location_bits;
        let n_channels = program.channels.len();
        let n_rows = if (1 + n_channels) * n_numbers <= MOST_CELLS { 1 + n_channels } else { 1 };
        let mut open = Vec::with_capacity(n_rows * n_numbers);
        for row in 0..n_rows {
            let channel = (row != 0).then_some(row as i32);
            let locations = (0..program.locations.len() as u32).map(LocationId);
            open.extend(locations.map(|location| location::accepts(program, location, channel)));
            open.resize((row + 1) * n_numbers, false);
        }
        Self { tries: vec![None; n_numbers], accepts: vec![None; n_numbers], open, n_rows }
    }

    pub(super) fn set(&mut self, purpose: Purpose, location: LocationId, entry: Entry) {
        match purpose {
            Purpose::Try => self.tries[location.index()] = Some(entry),
            Purpose::Accept => self.accepts[location.index()] = Some(entry),
        }
    }

    /// The functions that try the edges of locations, with a row for every number that a location field can hold.
    #[inline]
    pub(crate) fn tries(&self) -> &[Option<Entry>] {
        &self.tries
    }

    /// The functions that accept a message, likewise.
    #[inline]
    pub(crate) fn accepts(&self) -> &[Option<Entry>] {
        &self.accepts
    }

    /// Whether a process may accept a message on the channel with this number, likewise.
    #[inline]
    pub(crate) fn open_to(&self, channel: i32) -> &[bool] {
        let n_numbers = self.tries.len();
        let row = if (channel as usize) < self.n_rows { channel as usize } else { 0 };
        &self.open[row * n_numbers..][..n_numbers]
    }
}
