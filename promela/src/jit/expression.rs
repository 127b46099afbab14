//! Expressions: as values, and as conditions to branch on.

use super::context::Context;
use super::function::Function;
use super::words::mask;
use crate::ir::{Area, BinaryOperator, Expr, ExprId, PlaceId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

impl Function<'_> {
    /// The value of an expression, of 32 bits. A fault makes the edge give up.
    pub(super) fn value(&mut self, id: ExprId) -> Value {
        match self.program.expressions[id.index()] {
            Expr::Constant(value) => self.constant(value),
            Expr::Field(area, field) => self.field(area, field),
            Expr::Place(id) => {
                let bit = self.locate(id);
                let place = &self.program.places[id.index()];
                self.bits(place.area, bit, place.width, place.signed)
            }
            Expr::ChannelElement(first, index, bound, _) => {
                let index = self.index(index, bound);
                self.builder.ins().iadd_imm_s(index, i64::from(first))
            }
            Expr::Minus(e) => {
                let value = self.value(e);
                self.builder.ins().ineg(value)
            }
            Expr::Complement(e) => {
                let value = self.value(e);
                self.builder.ins().bnot(value)
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.binary(operator, a, b)
            }
            Expr::Divide(a, b, _) => self.divide(a, b, false),
            Expr::Remainder(a, b, _) => self.divide(a, b, true),
            Expr::Not(_) | Expr::And(..) | Expr::Or(..) => {
                self.choice(id, |f| f.builder.ins().iconst(I32, 1), |f| f.builder.ins().iconst(I32, 0))
            }
            Expr::Conditional(condition, a, b) => self.choice(condition, |f| f.value(a), |f| f.value(b)),
            Expr::Timeout => self.shared(offset_of!(Context, timeout)),
            Expr::Pid => self.pid(),
            Expr::ProcessCount => self.shared(offset_of!(Context, n_processes)),
            Expr::Length(channel, _) => self.length(channel),
            Expr::Full(channel, _) => self.compare_length(channel, IntCC::Equal, true),
            Expr::NotFull(channel, _) => self.compare_length(channel, IntCC::NotEqual, true),
            Expr::Empty(channel, _) => self.compare_length(channel, IntCC::Equal, false),
            Expr::NotEmpty(channel, _) => self.compare_length(channel, IntCC::NotEqual, false),
            Expr::Poll(receive) => self.poll(receive),
            Expr::PcValue(process) => self.location_number(process),
            Expr::RemoteLabel(process, number) => {
                let there = self.location_number(process);
                let here = self.builder.ins().icmp_imm_s(IntCC::Equal, there, i64::from(number));
                self.builder.ins().uextend(I32, here)
            }
            Expr::Started
            | Expr::Enabled(..)
            | Expr::GetPriority(_)
            | Expr::RemoteVariable(..)
            | Expr::FirstOf(_) => self.give_up(),
        }
    }

    /// Goes to `yes` if an expression is not zero, else to `no`.
    pub(super) fn branch(&mut self, id: ExprId, yes: Block, no: Block) {
        match self.program.expressions[id.index()] {
            Expr::Not(e) => self.branch(e, no, yes),
            Expr::And(a, b) => {
                self.flush();
                let both = self.builder.create_block();
                self.branch(a, both, no);
                self.enter(both);
                self.branch(b, yes, no);
            }
            Expr::Or(a, b) => {
                self.flush();
                let neither = self.builder.create_block();
                self.branch(a, yes, neither);
                self.enter(neither);
                self.branch(b, yes, no);
            }
            Expr::Binary(operator, a, b) if comparison(operator).is_some() => {
                let (a, b) = (self.value(a), self.value(b));
                let condition = comparison(operator).unwrap_or(IntCC::Equal);
                let holds = self.builder.ins().icmp(condition, a, b);
                self.builder.ins().brif(holds, yes, &[], no, &[]);
            }
            _ => {
                let value = self.value(id);
                self.builder.ins().brif(value, yes, &[], no, &[]);
            }
        }
    }

    /// One of two values.
    pub(super) fn choice(
        &mut self,
        condition: ExprId,
        yes: impl FnOnce(&mut Self) -> Value,
        no: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        self.flush();
        let [then, otherwise, join] = [(); 3].map(|()| self.builder.create_block());
        let result = self.builder.append_block_param(join, I32);
        self.branch(condition, then, otherwise);
        self.enter(then);
        let value = yes(self);
        self.builder.ins().jump(join, &[value.into()]);
        self.enter(otherwise);
        let value = no(self);
        self.builder.ins().jump(join, &[value.into()]);
        self.enter(join);
        result
    }

    fn binary(&mut self, operator: BinaryOperator, a: Value, b: Value) -> Value {
        if let Some(condition) = comparison(operator) {
            let holds = self.builder.ins().icmp(condition, a, b);
            return self.builder.ins().uextend(I32, holds);
        }
        let ins = self.builder.ins();
        match operator {
            BinaryOperator::Subtract => ins.isub(a, b),
            BinaryOperator::Multiply => ins.imul(a, b),
            BinaryOperator::BitAnd => ins.band(a, b),
            BinaryOperator::BitXor => ins.bxor(a, b),
            BinaryOperator::BitOr => ins.bor(a, b),
            BinaryOperator::ShiftLeft => ins.ishl(a, b),
            BinaryOperator::ShiftRight => ins.sshr(a, b),
            _ => ins.iadd(a, b),
        }
    }

    /// Division by zero is a fault; the smallest number by -1 traps in the processor, so it is left alone too.
    fn divide(&mut self, a: ExprId, b: ExprId, remainder: bool) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let next = self.builder.ins().iadd_imm_s(b, 1);
        let plain = self.builder.ins().icmp_imm_s(IntCC::UnsignedGreaterThan, next, 1);
        self.insist(plain);
        if remainder { self.builder.ins().srem(a, b) } else { self.builder.ins().sdiv(a, b) }
    }

    /// An index that is inside its array.
    pub(super) fn index(&mut self, id: ExprId, bound: u32) -> Value {
        let value = self.value(id);
        if !self.is_below(id, bound) {
            let inside = self.builder.ins().icmp_imm_s(IntCC::UnsignedLessThan, value, i64::from(bound));
            self.insist(inside);
        }
        value
    }

    /// Whether an expression is below a bound whatever the state.
    fn is_below(&self, id: ExprId, bound: u32) -> bool {
        match self.program.expressions[id.index()] {
            Expr::Constant(value) => (0..i64::from(bound)).contains(&i64::from(value)),
            Expr::Field(_, field) => {
                !field.signed && field.width < 32 && mask(field.width) < i64::from(bound)
            }
            _ => false,
        }
    }

    /// The first bit of an indexed variable within its area.
    pub(super) fn locate(&mut self, id: PlaceId) -> Value {
        let place = &self.program.places[id.index()];
        let mut bit = self.constant(place.bit as i32);
        for index in &place.indexes {
            let value = self.index(index.value, index.bound);
            let offset = self.builder.ins().imul_imm_s(value, i64::from(index.stride));
            bit = self.builder.ins().iadd(bit, offset);
        }
        bit
    }

    /// The number of the location of a process, 0 if there is none.
    fn location_number(&mut self, process: ExprId) -> Value {
        self.flush();
        let process = self.value(process);
        let n_processes = self.shared(offset_of!(Context, n_processes));
        let [exists, join] = [(); 2].map(|()| self.builder.create_block());
        let result = self.builder.append_block_param(join, I32);
        let zero = self.constant(0);
        let inside = self.builder.ins().icmp(IntCC::UnsignedLessThan, process, n_processes);
        self.builder.ins().brif(inside, exists, &[], join, &[zero.into()]);
        self.enter(exists);
        let frames = self.shared_pointer(offset_of!(Context, frames));
        let slot = self.element(frames, process);
        let bit = self.builder.ins().ishl_imm_s(slot, 5);
        let location = self.bits(Area::Global, bit, self.program.location_bits, false);
        let numbers = self.shared_pointer(offset_of!(Context, numbers));
        let number = self.element(numbers, location);
        self.builder.ins().jump(join, &[number.into()]);
        self.enter(join);
        result
    }

    /// An element of an array of 32-bit numbers.
    fn element(&mut self, start: Value, index: Value) -> Value {
        let wide = self.builder.ins().uextend(I64, index);
        let offset = self.builder.ins().ishl_imm_s(wide, 2);
        let address = self.builder.ins().iadd(start, offset);
        self.load(address, 0)
    }
}

fn comparison(operator: BinaryOperator) -> Option<IntCC> {
    Some(match operator {
        BinaryOperator::Less => IntCC::SignedLessThan,
        BinaryOperator::LessEqual => IntCC::SignedLessThanOrEqual,
        BinaryOperator::Greater => IntCC::SignedGreaterThan,
        BinaryOperator::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
        BinaryOperator::Equal => IntCC::Equal,
        BinaryOperator::NotEqual => IntCC::NotEqual,
        _ => return None,
    })
}
