//! Buffered channels inside the state vector: the oldest message first, unused slots zero.

use crate::ir::{ChannelKind, Field};
use hashing::{DigestPolicy, Slot, StateVector, Word};

use super::view::{extract, insert};

/// A channel and its first bit in the state vector.
#[derive(Clone, Copy)]
pub(super) struct Queue<'p> {
    pub(super) kind: &'p ChannelKind,
    pub(super) bit: u32,
}

impl Queue<'_> {
    fn length_field(&self) -> Field {
        let bit = self.bit + self.kind.length;
        Field { slot: bit / 32, shift: (bit % 32) as u8, width: self.kind.length_width, signed: false }
    }

    fn message_field(&self, position: u32, index: usize) -> Option<Field> {
        let field = self.kind.fields.get(index)?;
        let bit = self.bit + self.kind.messages + position * self.kind.stride + field.bit;
        Some(Field { slot: bit / 32, shift: (bit % 32) as u8, width: field.width, signed: field.signed })
    }

    /// Messages in the channel.
    pub(super) fn len(&self, words: &[Word]) -> u32 {
        let field = self.length_field();
        extract(words[field.slot as usize], field) as u32
    }

    /// A field of a message.
    pub(super) fn field(&self, words: &[Word], position: u32, index: usize) -> Option<i32> {
        let field = self.message_field(position, index)?;
        Some(extract(words[field.slot as usize], field))
    }

    fn set<P: DigestPolicy>(&self, vector: &mut StateVector<P>, field: Field, value: i32) {
        let slot = Slot(field.slot);
        vector.set(slot, insert(vector.get(slot), field, value));
    }

    fn set_length<P: DigestPolicy>(&self, vector: &mut StateVector<P>, length: u32) {
        self.set(vector, self.length_field(), length as i32);
    }

    fn set_message<P: DigestPolicy>(&self, vector: &mut StateVector<P>, position: u32, message: &[i32]) {
        for index in 0..self.kind.fields.len() {
            if let Some(field) = self.message_field(position, index) {
                self.set(vector, field, message.get(index).copied().unwrap_or(0));
            }
        }
    }

    fn move_message<P: DigestPolicy>(&self, vector: &mut StateVector<P>, from: u32, to: u32) {
        for index in 0..self.kind.fields.len() {
            if let (Some(source), Some(target)) =
                (self.message_field(from, index), self.message_field(to, index))
            {
                let value = extract(vector.get(Slot(source.slot)), source);
                self.set(vector, target, value);
            }
        }
    }

    /// Adds a message at the end or, sorted, in front of the first larger one. The channel has room.
    pub(super) fn send<P: DigestPolicy>(&self, vector: &mut StateVector<P>, message: &[i32], sorted: bool) {
        let length = self.len(vector.words());
        let mut position = length;
        if sorted {
            position = (0..length).find(|&p| self.is_larger(vector.words(), p, message)).unwrap_or(length);
            for from in (position..length).rev() {
                self.move_message(vector, from, from + 1);
            }
        }
        self.set_message(vector, position, message);
        self.set_length(vector, length + 1);
    }

    /// Whether the message at `position` is larger, field by field, than `message`.
    fn is_larger(&self, words: &[Word], position: u32, message: &[i32]) -> bool {
        for index in 0..self.kind.fields.len() {
            let stored = self.field(words, position, index).unwrap_or(0);
            match message.get(index).copied().unwrap_or(0).cmp(&stored) {
                std::cmp::Ordering::Less => return true,
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Equal => {}
            }
        }
        false
    }

    /// Takes out the message at `position`.
    pub(super) fn remove<P: DigestPolicy>(&self, vector: &mut StateVector<P>, position: u32) {
        let length = self.len(vector.words());
        for to in position..length.saturating_sub(1) {
            self.move_message(vector, to + 1, to);
        }
        self.set_message(vector, length.saturating_sub(1), &[]);
        self.set_length(vector, length.saturating_sub(1));
    }
}

/// A message field as a channel of this kind keeps it: cut to the width of its type.
pub(super) fn truncate(kind: &ChannelKind, index: usize, value: i32) -> i32 {
    match kind.fields.get(index) {
        Some(field) => {
            let whole = Field { slot: 0, shift: 0, width: field.width, signed: field.signed };
            extract(value as u32, whole)
        }
        None => value,
    }
}
