//! Channels: sending, receiving and asking.
//!
//! The kind of a channel is known when the code is made: channels that the model never reassigns have numbers known
//! then; for others every kind that the statement could mean has its own code, chosen by the channel's kind at run time.
//! Sorted sends and random receives are left to the interpreter.

use super::Purpose;
use super::context::Context;
use super::function::Function;
use super::words::mask;
use crate::ir::{Area, Argument, ChannelKind, ChannelKindId, Expr, ExprId, Field, ReceiveId, SendId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use std::mem::offset_of;

/// More kinds than this are not told apart.
const MOST_KINDS: usize = 4;
/// Longer buffers are moved by the interpreter.
const MOST_BUFFER_WORDS: u32 = 16;

/// A bit of the state vector.
#[derive(Clone, Copy)]
enum Bit {
    Known(u32),
    Computed(Value),
}

/// A channel of a known kind.
#[derive(Clone, Copy)]
struct Queue<'p> {
    kind: &'p ChannelKind,
    /// Its number.
    number: Value,
    bit: Bit,
}

/// What is known about the channel that an expression denotes.
enum Denoted {
    /// Its kind and its first bit.
    One(ChannelKindId, u32),
    /// One of an array: the first bit, and the distance to the next.
    Element(ChannelKindId, u32, u32),
    Any,
}

impl Function<'_> {
    fn denoted(&self, channel: ExprId) -> Denoted {
        let channels = &self.program.channels;
        let at = |number: i32| usize::try_from(number).ok()?.checked_sub(1).and_then(|i| channels.get(i));
        match self.program.expressions[channel.index()] {
            Expr::Constant(number) => match at(number) {
                Some(&(kind, bit)) => Denoted::One(kind, bit),
                None => Denoted::Any,
            },
            Expr::ChannelElement(first, _, bound, _) => {
                let Some(&(kind, start)) = at(first) else { return Denoted::Any };
                let step = at(first + 1).map_or(0, |&(_, bit)| bit.wrapping_sub(start));
                let regular = (0..bound)
                    .all(|i| at(first + i as i32) == Some(&(kind, start.wrapping_add(i.wrapping_mul(step)))));
                if regular { Denoted::Element(kind, start, step) } else { Denoted::Any }
            }
            _ => Denoted::Any,
        }
    }

    /// Makes code for the channel that an expression denotes: for each kind it may be of, `code` with the queue.
    /// Behind it all go on together, with the value that `code` gives.
    fn with_channel(
        &mut self,
        channel: ExprId,
        mut code: impl FnMut(&mut Self, Queue<'_>) -> Value,
    ) -> Value {
        self.flush();
        let program = self.program;
        let denoted = self.denoted(channel);
        let number = self.value(channel);
        match denoted {
            Denoted::One(kind, bit) => {
                let queue =
                    Queue { kind: &program.channel_kinds[kind.index()], number, bit: Bit::Known(bit) };
                code(self, queue)
            }
            Denoted::Element(kind, start, step) => {
                let Expr::ChannelElement(first, ..) = program.expressions[channel.index()] else {
                    return self.give_up();
                };
                let index = self.builder.ins().iadd_imm_s(number, -i64::from(first));
                let offset = self.builder.ins().imul_imm_s(index, i64::from(step as i32));
                let bit = self.builder.ins().iadd_imm_s(offset, i64::from(start as i32));
                let kind = &program.channel_kinds[kind.index()];
                code(self, Queue { kind, number, bit: Bit::Computed(bit) })
            }
            Denoted::Any => self.by_kind(number, code),
        }
    }

    fn by_kind(&mut self, number: Value, mut code: impl FnMut(&mut Self, Queue<'_>) -> Value) -> Value {
        let program = self.program;
        if MOST_KINDS < program.channel_kinds.len() {
            return self.give_up();
        }
        let index = self.builder.ins().iadd_imm_s(number, -1);
        let n_channels = self.shared(offset_of!(Context, n_channels));
        let exists = self.builder.ins().icmp(IntCC::UnsignedLessThan, index, n_channels);
        self.insist(exists);
        let channels = self.shared_pointer(offset_of!(Context, channels));
        let wide = self.builder.ins().uextend(I64, index);
        let offset = self.builder.ins().ishl_imm_s(wide, 3);
        let address = self.builder.ins().iadd(channels, offset);
        let (actual, bit) = (self.load(address, 0), self.load(address, 4));
        let join = self.builder.create_block();
        let result = self.builder.append_block_param(join, I32);
        for (id, kind) in program.channel_kinds.iter().enumerate() {
            let [this, other] = [(); 2].map(|()| self.builder.create_block());
            let is_this = self.builder.ins().icmp_imm_s(IntCC::Equal, actual, id as i64);
            self.builder.ins().brif(is_this, this, &[], other, &[]);
            self.enter(this);
            let value = code(self, Queue { kind, number, bit: Bit::Computed(bit) });
            self.flush();
            self.builder.ins().jump(join, &[value.into()]);
            self.enter(other);
        }
        self.give_up();
        let zero = self.constant(0);
        self.builder.ins().jump(join, &[zero.into()]);
        self.enter(join);
        result
    }

    /// Bits of a channel from a known one on, or from one that many positions further.
    fn place(&mut self, queue: Queue<'_>, bit: u32, position: Option<Value>) -> Bit {
        match (queue.bit, position) {
            (Bit::Known(start), None) => Bit::Known(start + bit),
            (Bit::Known(start), Some(position)) => {
                let offset = self.builder.ins().imul_imm_s(position, i64::from(queue.kind.stride));
                Bit::Computed(self.builder.ins().iadd_imm_s(offset, i64::from(start + bit)))
            }
            (Bit::Computed(start), None) => {
                Bit::Computed(self.builder.ins().iadd_imm_s(start, i64::from(bit)))
            }
            (Bit::Computed(start), Some(position)) => {
                let offset = self.builder.ins().imul_imm_s(position, i64::from(queue.kind.stride));
                let here = self.builder.ins().iadd(start, offset);
                Bit::Computed(self.builder.ins().iadd_imm_s(here, i64::from(bit)))
            }
        }
    }

    fn read(&mut self, bit: Bit, width: u8, signed: bool) -> Value {
        match bit {
            Bit::Known(bit) => {
                let field = Field { slot: bit / 32, shift: (bit % 32) as u8, width, signed };
                self.field(Area::Global, field)
            }
            Bit::Computed(bit) => self.bits(Area::Global, bit, width, signed),
        }
    }

    fn write_at(&mut self, bit: Bit, width: u8, value: Value) {
        match bit {
            Bit::Known(bit) => {
                let field = Field { slot: bit / 32, shift: (bit % 32) as u8, width, signed: false };
                self.set_field(Area::Global, field, value);
            }
            Bit::Computed(bit) => {
                self.set_bits(Area::Global, bit, width, value);
                // A channel may lie anywhere.
                self.repeats = true;
            }
        }
    }

    fn queue_length(&mut self, queue: Queue<'_>) -> Value {
        let bit = self.place(queue, queue.kind.length, None);
        self.read(bit, queue.kind.length_width, false)
    }

    fn set_queue_length(&mut self, queue: Queue<'_>, length: Value) {
        let bit = self.place(queue, queue.kind.length, None);
        self.write_at(bit, queue.kind.length_width, length);
    }

    /// Messages in a channel, and how many it can hold. A rendezvous channel has room for one.
    fn length_and_capacity(&mut self, queue: Queue<'_>) -> (Value, u32) {
        if queue.kind.capacity == 0 {
            if self.purpose == Purpose::Accept {
                self.give_up();
            }
            return (self.constant(0), 1);
        }
        (self.queue_length(queue), queue.kind.capacity)
    }

    /// `len(c)`.
    pub(super) fn length(&mut self, channel: ExprId) -> Value {
        self.with_channel(channel, |f, queue| f.length_and_capacity(queue).0)
    }

    /// Compares the length of a channel with its capacity, or with zero.
    pub(super) fn compare_length(&mut self, channel: ExprId, condition: IntCC, with_capacity: bool) -> Value {
        self.with_channel(channel, |f, queue| {
            let (length, capacity) = f.length_and_capacity(queue);
            let other = if with_capacity { i64::from(capacity) } else { 0 };
            let holds = f.builder.ins().icmp_imm_s(condition, length, other);
            f.builder.ins().uextend(I32, holds)
        })
    }

    /// Sends; says whether the message is only held out.
    pub(super) fn send(&mut self, id: SendId, blocked: Block) -> bool {
        let send = &self.program.sends[id.index()];
        let kinds = &self.program.channel_kinds;
        let offers = match self.denoted(send.channel) {
            Denoted::One(kind, _) | Denoted::Element(kind, ..) => kinds[kind.index()].capacity == 0,
            Denoted::Any => kinds.iter().all(|kind| kind.capacity == 0),
        };
        if send.sorted || (offers && self.in_d_step) {
            self.give_up();
            return false;
        }
        self.with_channel(send.channel, |f, queue| {
            if queue.kind.fields.len() != send.arguments.len() || offers != (queue.kind.capacity == 0) {
                return f.give_up();
            }
            if offers { f.offer(queue, &send.arguments) } else { f.append(queue, &send.arguments, blocked) }
        });
        offers
    }

    fn append(&mut self, queue: Queue<'_>, arguments: &[ExprId], blocked: Block) -> Value {
        let length = self.queue_length(queue);
        let room = self.builder.ins().icmp_imm_s(IntCC::NotEqual, length, i64::from(queue.kind.capacity));
        self.insist_or(room, blocked);
        let values: Vec<Value> = arguments.iter().map(|&argument| self.value(argument)).collect();
        let position = (queue.kind.capacity != 1).then_some(length);
        for (field, value) in queue.kind.fields.iter().zip(values) {
            let bit = self.place(queue, queue.kind.messages + field.bit, position);
            self.write_at(bit, field.width, value);
        }
        let longer = self.builder.ins().iadd_imm_s(length, 1);
        self.set_queue_length(queue, longer);
        longer
    }

    /// Holds out a message on a rendezvous channel.
    fn offer(&mut self, queue: Queue<'_>, arguments: &[ExprId]) -> Value {
        let message = self.shared_pointer(offset_of!(Context, next_message));
        let trusted = MemFlagsData::trusted();
        for (index, (field, &argument)) in queue.kind.fields.iter().zip(arguments).enumerate() {
            let value = self.value(argument);
            let value = self.cut(value, field.width, field.signed);
            self.builder.ins().store(trusted, value, message, 4 * index as i32);
        }
        let offer = offset_of!(Context, next_channel) as i32;
        self.builder.ins().store(trusted, queue.number, self.context, offer);
        queue.number
    }

    /// A value as a field of this width keeps it.
    fn cut(&mut self, value: Value, width: u8, signed: bool) -> Value {
        if width == 32 {
            return value;
        }
        if signed {
            let up = 32 - i64::from(width);
            let high = self.builder.ins().ishl_imm_s(value, up);
            return self.builder.ins().sshr_imm_s(high, up);
        }
        self.builder.ins().band_imm_s(value, mask(width))
    }

    /// Receives, or goes to `blocked`.
    pub(super) fn receive(&mut self, id: ReceiveId, blocked: Block) {
        let receive = &self.program.receives[id.index()];
        if receive.random {
            self.give_up();
            return;
        }
        let accepting = self.purpose == Purpose::Accept;
        self.with_channel(receive.channel, |f, queue| {
            let rendezvous = queue.kind.capacity == 0;
            if accepting != rendezvous {
                if rendezvous && receive.peek {
                    return f.give_up();
                }
                f.jump(blocked);
                return f.constant(0);
            }
            if queue.kind.fields.len() != receive.arguments.len() || (rendezvous && receive.peek) {
                return f.give_up();
            }
            let fields = if rendezvous {
                let offer = f.shared(offset_of!(Context, channel));
                let same = f.builder.ins().icmp(IntCC::Equal, offer, queue.number);
                f.insist_or(same, blocked);
                f.offered(queue)
            } else {
                let length = f.queue_length(queue);
                f.insist_or(length, blocked);
                f.oldest(queue)
            };
            f.match_fields(&receive.arguments, &fields, blocked);
            for (argument, value) in receive.arguments.iter().zip(fields) {
                if let Argument::Store(target) = *argument {
                    f.assign(target, value);
                }
            }
            if !rendezvous && !receive.peek {
                f.remove_oldest(queue);
            }
            f.constant(0)
        });
    }

    fn match_fields(&mut self, arguments: &[Argument], fields: &[Value], blocked: Block) {
        for (argument, &field) in arguments.iter().zip(fields) {
            if let Argument::Match(value) = *argument {
                let value = self.value(value);
                let same = self.builder.ins().icmp(IntCC::Equal, value, field);
                self.insist_or(same, blocked);
            }
        }
    }

    /// The fields of the message on offer.
    fn offered(&mut self, queue: Queue<'_>) -> Vec<Value> {
        let message = self.shared_pointer(offset_of!(Context, message));
        (0..queue.kind.fields.len()).map(|index| self.load(message, 4 * index)).collect()
    }

    /// The fields of the oldest message.
    fn oldest(&mut self, queue: Queue<'_>) -> Vec<Value> {
        let kind = queue.kind;
        let mut fields = Vec::with_capacity(kind.fields.len());
        for field in &kind.fields {
            let bit = self.place(queue, kind.messages + field.bit, None);
            fields.push(self.read(bit, field.width, field.signed));
        }
        fields
    }

    /// Takes out the oldest message: the others move up. Unused places are zero, so whole words can be shifted.
    fn remove_oldest(&mut self, queue: Queue<'_>) {
        let kind = queue.kind;
        let bits = kind.capacity * kind.stride;
        let start = self.place(queue, kind.messages, None);
        if bits <= 32 {
            let buffer = self.read(start, bits as u8, false);
            let rest = match kind.stride {
                32.. => self.constant(0),
                stride => self.builder.ins().ushr_imm_s(buffer, i64::from(stride)),
            };
            self.write_at(start, bits as u8, rest);
        } else if bits.div_ceil(32) <= MOST_BUFFER_WORDS {
            self.shift_words(queue, bits);
        } else {
            self.give_up();
        }
        let length = self.queue_length(queue);
        let shorter = self.builder.ins().iadd_imm_s(length, -1);
        self.set_queue_length(queue, shorter);
    }

    /// Shifts a buffer of more than a word, which starts at a word's first bit, down by one message. Something else
    /// may share its last word.
    fn shift_words(&mut self, queue: Queue<'_>, bits: u32) {
        let kind = queue.kind;
        let width = |index: u32| (bits - 32 * index).min(32) as u8;
        let word = |f: &mut Self, index: u32| {
            if bits <= 32 * index {
                return f.constant(0);
            }
            let bit = f.place(queue, kind.messages + 32 * index, None);
            f.read(bit, width(index), false)
        };
        for index in 0..bits.div_ceil(32) {
            let new = if kind.stride.is_multiple_of(32) {
                word(self, index + kind.stride / 32)
            } else {
                let (low, high) = (word(self, index), word(self, index + 1));
                let low = self.builder.ins().ushr_imm_s(low, i64::from(kind.stride));
                let high = self.builder.ins().ishl_imm_s(high, 32 - i64::from(kind.stride));
                self.builder.ins().bor(low, high)
            };
            let bit = self.place(queue, kind.messages + 32 * index, None);
            self.write_at(bit, width(index), new);
        }
    }

    /// `c?[...]`.
    pub(super) fn poll(&mut self, id: ReceiveId) -> Value {
        let receive = &self.program.receives[id.index()];
        if receive.random {
            return self.give_up();
        }
        self.with_channel(receive.channel, |f, queue| {
            if queue.kind.capacity == 0 || queue.kind.fields.len() != receive.arguments.len() {
                return f.give_up();
            }
            let [no, join] = [(); 2].map(|()| f.builder.create_block());
            let result = f.builder.append_block_param(join, I32);
            let length = f.queue_length(queue);
            f.insist_or(length, no);
            let fields = f.oldest(queue);
            f.match_fields(&receive.arguments, &fields, no);
            let one = f.constant(1);
            f.builder.ins().jump(join, &[one.into()]);
            f.enter(no);
            let zero = f.constant(0);
            f.builder.ins().jump(join, &[zero.into()]);
            f.enter(join);
            result
        })
    }
}
