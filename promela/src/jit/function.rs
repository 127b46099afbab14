//! One function: what its parts share, and the way from Cranelift's form to bytes.

use super::Purpose;
use super::context::{Context, REPEATS, Status};
use super::words::Pending;
use crate::ir::{Area, LocationId, Program};
use cranelift_codegen::Context as Compilation;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, Block, Inst, InstBuilder, MemFlagsData, SigRef, Signature, Value};
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
        signature.params.extend([I64, I32].map(AbiParam::new));
        let emit = signature.clone();
        signature.returns.push(AbiParam::new(I32));
        self.compilation.func.signature = signature.clone();
        let mut builder = FunctionBuilder::new(&mut self.compilation.func, &mut self.builder);
        let calls = [emit, signature].map(|signature| builder.import_signature(signature));
        let mut function = Function::new(self.program, builder, calls, location, purpose);
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
    /// The location it is for.
    pub(super) location: LocationId,
    /// The context's address.
    pub(super) context: Value,
    /// The addresses of the first word and of the process's frame, loaded anew for each edge.
    pub(super) words: Value,
    pub(super) frame: Value,
    /// Index of the first edge to try.
    pub(super) from: Value,
    /// The end of the undo log.
    pub(super) log: Variable,
    /// Types of the calls that hand an edge over, plain ones and those that may return a status.
    emit: SigRef,
    hold_on: SigRef,
    /// The write held back.
    pub(super) pending: Vec<Pending>,
    /// The slots that the edge may have written to, the first and the last of each write, and whether it may have
    /// written to one of them twice.
    written: Vec<(Area, u32, u32)>,
    pub(super) repeats: bool,
    /// Where an edge gives up and is left to the interpreter.
    pub(super) bail: Block,
    /// Inside a `d_step`.
    pub(super) in_d_step: bool,
    /// Writes emitted so far, a bound on those an edge makes between two checks of the log.
    pub(super) writes: usize,
}

impl<'f> Function<'f> {
    fn new(
        program: &'f Program,
        mut builder: FunctionBuilder<'f>,
        [emit, hold_on]: [SigRef; 2],
        location: LocationId,
        purpose: Purpose,
    ) -> Self {
        let start = builder.create_block();
        builder.append_block_params_for_function_params(start);
        builder.switch_to_block(start);
        let &[context, from] = builder.block_params(start) else { unreachable!("two parameters") };
        let log = builder.declare_var(I64);
        let bail = builder.create_block();
        Self {
            program,
            builder,
            purpose,
            location,
            context,
            words: context,
            frame: context,
            from,
            log,
            emit,
            hold_on,
            pending: Vec::new(),
            written: Vec::new(),
            repeats: false,
            bail,
            in_d_step: false,
            writes: 0,
        }
    }

    /// Starts an edge: nothing of another is held back or kept in registers.
    pub(super) fn start_edge(&mut self) {
        self.pending.clear();
        self.written.clear();
        self.repeats = false;
        self.words = self.shared_pointer(offset_of!(Context, words));
        self.frame = self.shared_pointer(offset_of!(Context, frame));
    }

    /// The edge writes to one of these slots.
    pub(super) fn note_written(&mut self, area: Area, first: u32, last: u32) {
        let meets = |&(other, start, end): &(Area, u32, u32)| other == area && start <= last && first <= end;
        self.repeats |= self.written.iter().any(meets);
        self.written.push((area, first, last));
    }

    /// Before the first write of an edge.
    pub(super) fn start_log(&mut self) {
        let log = self.shared_pointer(offset_of!(Context, log));
        self.builder.def_var(self.log, log);
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
        self.return_early(kind, edge);
    }

    /// Returns to the driver before anything has been written.
    pub(super) fn return_early(&mut self, kind: u32, edge: u32) {
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
        // What is held back is known to be written only when it is handed over.
        self.flush();
        let edge = if self.repeats { edge | REPEATS } else { edge };
        self.hand_over(self.emit, offset_of!(Context, emit), edge);
    }

    /// Has what follows an edge explored that leads to no stored state; returns if that needs the driver.
    pub(super) fn hold_on(&mut self, edge: u32, offered: bool, next: Block) {
        let callee = if offered { offset_of!(Context, offer) } else { offset_of!(Context, keep) };
        let call = self.hand_over(self.hold_on, callee, edge);
        let status = self.builder.inst_results(call)[0];
        let give_back = self.builder.create_block();
        self.builder.set_cold_block(give_back);
        self.builder.ins().brif(status, give_back, &[], next, &[]);
        self.enter(give_back);
        self.builder.ins().return_(&[status]);
    }

    fn hand_over(&mut self, signature: SigRef, callee: usize, edge: u32) -> Inst {
        self.flush();
        self.store_log();
        let callee = self.shared_pointer(callee);
        let edge = self.builder.ins().iconst(I32, i64::from(edge.cast_signed()));
        self.builder.ins().call_indirect(signature, callee, &[self.context, edge])
    }

    /// A field of the context of 32 bits.
    pub(super) fn shared(&mut self, offset: usize) -> Value {
        self.load(self.context, offset)
    }

    /// A pointer in the context.
    pub(super) fn shared_pointer(&mut self, offset: usize) -> Value {
        self.builder.ins().load(I64, MemFlagsData::trusted(), self.context, offset as i32)
    }

    /// Leaves the edge to the interpreter; gives a value for code that is never reached.
    pub(super) fn give_up(&mut self) -> Value {
        let bail = self.bail;
        self.jump(bail);
        self.constant(0)
    }
}
