//! One function: what its parts share, and the way from Cranelift's form to bytes.
//!
//! Writes go to the words at once and are logged. The last write to a known slot is held back (`pending`), so
//! that two fields of one word, most often a local and the location, become one write.

use super::Purpose;
use super::context::{Context, Status};
use crate::ir::{Area, Field, LocationId, Program};
use cranelift_codegen::Context as Compilation;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlagsData, SigRef, Signature, Value};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use std::mem::offset_of;

/// Makes functions.
pub(super) struct Maker<'p> {
    program: &'p Program,
    isa: &'p dyn TargetIsa,
    compilation: Compilation,
    builder: FunctionBuilderContext,
    most_writes: usize,
}

impl<'p> Maker<'p> {
    pub(super) fn new(program: &'p Program, isa: &'p dyn TargetIsa) -> Self {
        Self {
            program,
            isa,
            compilation: Compilation::new(),
            builder: FunctionBuilderContext::new(),
            most_writes: 0,
        }
    }

    /// Most writes that an edge makes without checking for room.
    pub(super) fn most_writes(&self) -> usize {
        self.most_writes
    }

    /// The bytes of the function for a location, free of references to where they are.
    pub(super) fn make(&mut self, location: LocationId, purpose: Purpose) -> Option<Vec<u8>> {
        self.compilation.clear();
        let convention = self.isa.default_call_conv();
        let mut signature = Signature::new(convention);
        signature.params.extend([I64, I32, I32].map(AbiParam::new));
        signature.returns.push(AbiParam::new(I32));
        self.compilation.func.signature = signature;
        let mut emit = Signature::new(convention);
        emit.params.extend([I64, I32].map(AbiParam::new));
        let mut builder = FunctionBuilder::new(&mut self.compilation.func, &mut self.builder);
        let emit = builder.import_signature(emit);
        let mut function = Function::new(self.program, builder, emit, purpose);
        function.location(location);
        self.most_writes = self.most_writes.max(function.writes);
        function.builder.seal_all_blocks();
        function.builder.finalize(self.isa.frontend_config());
        let code = self.compilation.compile(self.isa, &mut ControlPlane::default()).ok()?;
        code.buffer.relocs().is_empty().then(|| code.code_buffer().to_vec())
    }
}

/// A function being made.
pub(super) struct Function<'f> {
    pub(super) program: &'f Program,
    pub(super) builder: FunctionBuilder<'f>,
    pub(super) purpose: Purpose,
    /// The context's address.
    pub(super) context: Value,
    /// The address of the first word.
    words: Value,
    /// The slot and the address of the process's frame.
    slot: Value,
    frame: Value,
    /// Index of the first edge to try.
    pub(super) from: Value,
    /// The end of the undo log, and where it was on entry.
    pub(super) log: Variable,
    mark: Value,
    emit: SigRef,
    pending: Option<Pending>,
    /// Where an edge gives up and is left to the interpreter.
    pub(super) bail: Block,
    /// Inside a `d_step`.
    pub(super) in_d_step: bool,
    /// Writes emitted so far, a bound on those an edge makes between two checks of the log.
    pub(super) writes: usize,
}

/// A write to a known slot that has not been made yet.
#[derive(Clone, Copy)]
struct Pending {
    area: Area,
    slot: u32,
    old: Value,
    new: Value,
}

impl<'f> Function<'f> {
    fn new(program: &'f Program, mut builder: FunctionBuilder<'f>, emit: SigRef, purpose: Purpose) -> Self {
        let start = builder.create_block();
        builder.append_block_params_for_function_params(start);
        builder.switch_to_block(start);
        let &[context, slot, from] = builder.block_params(start) else { unreachable!("three parameters") };
        let trusted = MemFlagsData::trusted();
        let words = builder.ins().load(I64, trusted, context, offset_of!(Context, words) as i32);
        let mark = builder.ins().load(I64, trusted, context, offset_of!(Context, log) as i32);
        let wide = builder.ins().uextend(I64, slot);
        let offset = builder.ins().ishl_imm_s(wide, 2);
        let frame = builder.ins().iadd(words, offset);
        let log = builder.declare_var(I64);
        builder.def_var(log, mark);
        let bail = builder.create_block();
        Self {
            program,
            builder,
            purpose,
            context,
            words,
            slot,
            frame,
            from,
            log,
            mark,
            emit,
            pending: None,
            bail,
            in_d_step: false,
            writes: 0,
        }
    }

    pub(super) fn constant(&mut self, value: i32) -> Value {
        self.builder.ins().iconst(I32, i64::from(value))
    }

    pub(super) fn load(&mut self, address: Value, offset: usize) -> Value {
        self.builder.ins().load(I32, MemFlagsData::trusted(), address, offset as i32)
    }

    /// Starts a new block and goes on there.
    pub(super) fn enter(&mut self, block: Block) {
        self.builder.switch_to_block(block);
    }

    /// Gives up unless the condition holds.
    pub(super) fn insist(&mut self, condition: Value) {
        let bail = self.bail;
        self.insist_or(condition, bail);
    }

    /// Goes elsewhere unless the condition holds.
    pub(super) fn insist_or(&mut self, condition: Value, otherwise: Block) {
        let go_on = self.builder.create_block();
        self.builder.ins().brif(condition, go_on, &[], otherwise, &[]);
        self.enter(go_on);
    }

    /// Goes elsewhere; what follows is unreachable.
    pub(super) fn jump(&mut self, target: Block) {
        self.builder.ins().jump(target, &[]);
        let unreachable = self.builder.create_block();
        self.enter(unreachable);
    }

    /// Returns to the driver.
    pub(super) fn return_status(&mut self, kind: u32, edge: u32) {
        self.store_log();
        let status = self.builder.ins().iconst(I32, i64::from(Status::encode(kind, edge)));
        self.builder.ins().return_(&[status]);
    }

    fn store_log(&mut self) {
        let log = self.builder.use_var(self.log);
        let context = self.context;
        self.builder.ins().store(MemFlagsData::trusted(), log, context, offset_of!(Context, log) as i32);
    }

    /// Hands the successor over; its writes are undone.
    pub(super) fn emit(&mut self, edge: u32) {
        self.flush();
        self.store_log();
        let emit = offset_of!(Context, emit) as i32;
        let callee = self.builder.ins().load(I64, MemFlagsData::trusted(), self.context, emit);
        let edge = self.builder.ins().iconst(I32, i64::from(edge));
        self.builder.ins().call_indirect(self.emit, callee, &[self.context, edge]);
        self.builder.def_var(self.log, self.mark);
    }

    /// A field of the context of 32 bits.
    pub(super) fn shared(&mut self, offset: usize) -> Value {
        self.load(self.context, offset)
    }

    /// A pointer in the context.
    pub(super) fn shared_pointer(&mut self, offset: usize) -> Value {
        self.builder.ins().load(I64, MemFlagsData::trusted(), self.context, offset as i32)
    }

    /// The address and the number of the first slot of an area. There is no code for hidden variables.
    fn area(&mut self, area: Area) -> Option<(Value, Option<Value>)> {
        match area {
            Area::Global => Some((self.words, None)),
            Area::Frame => Some((self.frame, Some(self.slot))),
            Area::Hidden => None,
        }
    }

    /// The word at a known slot.
    pub(super) fn word(&mut self, area: Area, slot: u32) -> Value {
        match self.pending {
            Some(pending) if (pending.area, pending.slot) == (area, slot) => pending.new,
            _ => match self.area(area) {
                Some((address, _)) => self.load(address, 4 * slot as usize),
                None => self.give_up(),
            },
        }
    }

    /// Leaves the edge to the interpreter; gives a value for code that is never reached.
    pub(super) fn give_up(&mut self) -> Value {
        let bail = self.bail;
        self.jump(bail);
        self.constant(0)
    }

    /// Replaces the word at a known slot.
    pub(super) fn set_word(&mut self, area: Area, slot: u32, new: Value) {
        match &mut self.pending {
            Some(pending) if (pending.area, pending.slot) == (area, slot) => pending.new = new,
            _ => {
                self.flush();
                let old = self.word(area, slot);
                self.pending = Some(Pending { area, slot, old, new });
            }
        }
    }

    /// Starts an edge: nothing of another is held back.
    pub(super) fn forget_pending(&mut self) {
        self.pending = None;
    }

    /// Makes the write held back.
    pub(super) fn flush(&mut self) {
        let Some(Pending { area, slot, old, new }) = self.pending.take() else { return };
        let Some((address, first)) = self.area(area) else {
            self.give_up();
            return;
        };
        let number = match first {
            Some(first) => self.builder.ins().iadd_imm_s(first, i64::from(slot)),
            None => self.builder.ins().iconst(I32, i64::from(slot)),
        };
        let address = self.builder.ins().iadd_imm_s(address, 4 * i64::from(slot));
        self.write(address, number, old, new);
    }

    /// Writes a word and logs it. A write that changes nothing leaves no entry: the next one overwrites it.
    fn write(&mut self, address: Value, number: Value, old: Value, new: Value) {
        let trusted = MemFlagsData::trusted();
        let log = self.builder.use_var(self.log);
        self.builder.ins().store(trusted, number, log, 0);
        self.builder.ins().store(trusted, old, log, 4);
        self.builder.ins().store(trusted, new, address, 0);
        let changed = self.builder.ins().icmp(IntCC::NotEqual, old, new);
        let changed = self.builder.ins().uextend(I64, changed);
        let entry = self.builder.ins().ishl_imm_s(changed, 3);
        let log = self.builder.ins().iadd(log, entry);
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
        let (start, first) = self.area(area)?;
        let index = self.builder.ins().ushr_imm_s(bit, 5);
        let shift = self.builder.ins().band_imm_s(bit, 31);
        let wide = self.builder.ins().uextend(I64, index);
        let offset = self.builder.ins().ishl_imm_s(wide, 2);
        let address = self.builder.ins().iadd(start, offset);
        let number = match first {
            Some(first) => self.builder.ins().iadd(first, index),
            None => index,
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
        self.write(address, number, old, new);
    }
}

/// As many ones as a field is wide.
pub(super) fn mask(width: u8) -> i64 {
    i64::from((u32::MAX >> (32 - u32::from(width))) as i32)
}
