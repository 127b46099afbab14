//! Words of the state: reading and writing fields at known and at computed places.
//!
//! Writes are logged. Those to known slots are held back (`pending`) as long as code runs straight on, so that
//! what is done to the fields of one word becomes one write.

use super::context::Context;
use super::function::Function;
use crate::ir::{Area, Field, LocationId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use hashing::Write;
use std::mem::offset_of;

/// A write to a known slot that has not been made yet.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    area: Area,
    slot: u32,
    old: Value,
    new: Value,
    /// It moves the process to another location, so it is certain to change the word.
    moves: bool,
}

/// Values held back take registers.
const MOST_PENDING: usize = 12;

impl Function<'_> {
    /// The address of the first slot of an area. There is no code for hidden variables.
    fn area(&mut self, area: Area) -> Option<Value> {
        match area {
            Area::Global => Some(self.words),
            Area::Frame => Some(self.frame),
            Area::Hidden => None,
        }
    }

    /// The word at a known slot.
    pub(super) fn word(&mut self, area: Area, slot: u32) -> Value {
        if let Some(pending) = self.held_back(area, slot) {
            return pending.new;
        }
        match self.area(area) {
            Some(address) => self.load(address, 4 * slot as usize),
            None => self.give_up(),
        }
    }

    /// Replaces the word at a known slot.
    pub(super) fn set_word(&mut self, area: Area, slot: u32, new: Value) {
        if let Some(pending) = self.held_back(area, slot) {
            pending.new = new;
            return;
        }
        if self.pending.len() == MOST_PENDING {
            self.flush();
        }
        let old = self.word(area, slot);
        self.pending.push(Pending { area, slot, old, new, moves: false });
    }

    fn held_back(&mut self, area: Area, slot: u32) -> Option<&mut Pending> {
        self.pending.iter_mut().find(|pending| (pending.area, pending.slot) == (area, slot))
    }

    /// The process is taken from the function's location to another one by a write that is held back.
    pub(super) fn note_move(&mut self, target: LocationId) {
        let moves = target != self.location;
        if let Some(pending) = self.held_back(Area::Frame, 0) {
            pending.moves = moves;
        }
    }

    /// Makes the writes held back.
    pub(super) fn flush(&mut self) {
        for Pending { area, slot, old, new, moves } in std::mem::take(&mut self.pending) {
            self.note_written(area, slot, slot);
            let Some(address) = self.area(area) else {
                self.give_up();
                return;
            };
            let number = match area {
                Area::Frame => {
                    let first = self.shared(offset_of!(Context, slot));
                    self.builder.ins().iadd_imm_s(first, i64::from(slot))
                }
                _ => self.builder.ins().iconst(I32, i64::from(slot)),
            };
            self.write((address, 4 * slot as i32), number, old, new, moves);
        }
    }

    /// Writes a word and logs it. A write that changes nothing leaves no entry: the next one overwrites it.
    fn write(
        &mut self,
        (address, offset): (Value, i32),
        number: Value,
        old: Value,
        new: Value,
        changes: bool,
    ) {
        let trusted = MemFlagsData::trusted();
        let log = self.builder.use_var(self.log);
        let difference = self.builder.ins().bxor(old, new);
        self.builder.ins().store(trusted, number, log, offset_of!(Write, slot) as i32);
        self.builder.ins().store(trusted, difference, log, offset_of!(Write, difference) as i32);
        self.builder.ins().store(trusted, new, address, offset);
        let log = if changes {
            self.builder.ins().iadd_imm_s(log, size_of::<Write>() as i64)
        } else {
            let changed = self.builder.ins().icmp(IntCC::NotEqual, old, new);
            let changed = self.builder.ins().uextend(I64, changed);
            let entry = self.builder.ins().ishl_imm_s(changed, 3);
            self.builder.ins().iadd(log, entry)
        };
        self.builder.def_var(self.log, log);
        self.writes += 1;
    }

    /// Reads a field at a known place.
    pub(super) fn field(&mut self, area: Area, field: Field) -> Value {
        let word = self.word(area, field.slot);
        let up = 32 - i64::from(field.shift) - i64::from(field.width);
        let down = 32 - i64::from(field.width);
        if down == 0 {
            return word;
        }
        if field.signed {
            let high = self.builder.ins().ishl_imm_s(word, up);
            return self.builder.ins().sshr_imm_s(high, down);
        }
        let low = self.builder.ins().ushr_imm_s(word, i64::from(field.shift));
        if up == 0 { low } else { self.builder.ins().band_imm_s(low, mask(field.width)) }
    }

    /// Writes a field at a known place.
    pub(super) fn set_field(&mut self, area: Area, field: Field, value: Value) {
        if field.width == 32 {
            return self.set_word(area, field.slot, value);
        }
        let word = self.word(area, field.slot);
        let cut = self.builder.ins().band_imm_s(value, mask(field.width));
        let placed = self.builder.ins().ishl_imm_s(cut, i64::from(field.shift));
        let hole = !((mask(field.width) as u32) << field.shift);
        let rest = self.builder.ins().band_imm_s(word, i64::from(hole as i32));
        let new = self.builder.ins().bor(rest, placed);
        self.set_word(area, field.slot, new);
    }

    /// The word that has the bit with this number in an area: its address, its slot, and the bit within it.
    fn word_of(&mut self, area: Area, bit: Value) -> Option<(Value, Value, Value)> {
        self.flush();
        let start = self.area(area)?;
        let index = self.builder.ins().ushr_imm_s(bit, 5);
        let shift = self.builder.ins().band_imm_s(bit, 31);
        let wide = self.builder.ins().uextend(I64, index);
        let offset = self.builder.ins().ishl_imm_s(wide, 2);
        let address = self.builder.ins().iadd(start, offset);
        let number = match area {
            Area::Frame => {
                let first = self.shared(offset_of!(Context, slot));
                self.builder.ins().iadd(first, index)
            }
            _ => index,
        };
        Some((address, number, shift))
    }

    /// Reads bits at a computed place.
    pub(super) fn bits(&mut self, area: Area, bit: Value, width: u8, signed: bool) -> Value {
        let Some((address, _, shift)) = self.word_of(area, bit) else { return self.give_up() };
        let word = self.load(address, 0);
        if width == 32 {
            return word;
        }
        let low = self.builder.ins().ushr(word, shift);
        if signed {
            let up = 32 - i64::from(width);
            let high = self.builder.ins().ishl_imm_s(low, up);
            return self.builder.ins().sshr_imm_s(high, up);
        }
        self.builder.ins().band_imm_s(low, mask(width))
    }

    /// Writes bits at a computed place.
    pub(super) fn set_bits(&mut self, area: Area, bit: Value, width: u8, value: Value) {
        let Some((address, number, shift)) = self.word_of(area, bit) else {
            self.give_up();
            return;
        };
        let old = self.load(address, 0);
        let new = if width == 32 {
            value
        } else {
            let cut = self.builder.ins().band_imm_s(value, mask(width));
            let placed = self.builder.ins().ishl(cut, shift);
            let ones = self.builder.ins().iconst(I32, mask(width));
            let hole = self.builder.ins().ishl(ones, shift);
            let rest = self.builder.ins().band_not(old, hole);
            self.builder.ins().bor(rest, placed)
        };
        self.write((address, 0), number, old, new, false);
    }
}

/// As many ones as a field is wide.
pub(super) fn mask(width: u8) -> i64 {
    i64::from((u32::MAX >> (32 - u32::from(width))) as i32)
}
