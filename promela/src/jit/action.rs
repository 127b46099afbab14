//! Actions.

use super::Purpose;
use super::context::Context;
use super::function::Function;
use super::words::mask;
use crate::ir::{Action, Area, Effect, Effects, Field, LocationId, Target};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

impl Function<'_> {
    /// Executes an action; goes to `blocked` if it cannot be executed. Says whether it holds out a message instead.
    pub(super) fn fire(&mut self, action: Action, blocked: Block) -> bool {
        match action {
            Action::Skip => {}
            Action::Else if self.in_d_step => {}
            Action::Else => {
                let moved = self.shared(offset_of!(Context, moved));
                let stuck = self.builder.ins().icmp_imm_s(IntCC::Equal, moved, 0);
                self.insist_or(stuck, blocked);
            }
            Action::Condition(condition) => {
                let open = self.builder.create_block();
                self.branch(condition, open, blocked);
                self.enter(open);
            }
            Action::Assign(target, value) => {
                let value = self.value(value);
                self.assign(target, value);
            }
            Action::Assert(condition) => {
                let holds = self.builder.create_block();
                let bail = self.bail;
                self.branch(condition, holds, bail);
                self.enter(holds);
            }
            Action::Print(print) => {
                for &argument in &self.program.prints[print.index()].arguments {
                    self.value(argument);
                }
            }
            Action::Send(send) => return self.send(send, blocked),
            Action::Receive(receive) => self.receive(receive, blocked),
            Action::DStep(_) if self.purpose == Purpose::Accept => drop(self.give_up()),
            Action::DStep(d_step) => self.d_step(d_step, blocked),
            Action::End => {
                let pid = self.pid();
                let next = self.builder.ins().iadd_imm_s(pid, 1);
                let n_processes = self.shared(offset_of!(Context, n_processes));
                let youngest = self.builder.ins().icmp(IntCC::Equal, next, n_processes);
                self.insist_or(youngest, blocked);
                self.give_up();
            }
            Action::RunCondition(..) | Action::RunAssign(..) | Action::SetPriority(..) => {
                self.give_up();
            }
        }
        false
    }

    /// What an edge does besides its action. It cannot block; should it, the interpreter would have to say why.
    pub(super) fn effects(&mut self, effects: Effects) {
        let program = self.program;
        for effect in &program.effects[effects.range()] {
            match *effect {
                Effect::Reset(target) => {
                    let zero = self.constant(0);
                    self.assign(target, zero);
                }
                Effect::Do(action, _) => {
                    let bail = self.bail;
                    self.fire(action, bail);
                }
            }
        }
    }

    /// The number of the process.
    pub(super) fn pid(&mut self) -> Value {
        self.shared(offset_of!(Context, pid))
    }

    pub(super) fn assign(&mut self, target: Target, value: Value) {
        match target {
            Target::Field(area, field) => self.set_field(area, field, value),
            Target::Place(place) => {
                let bit = self.locate(place);
                let place = &self.program.places[place.index()];
                self.set_bits(place.area, bit, place.width, value);
                let (first, last) = place.slots();
                self.note_written(place.area, first, last);
            }
            Target::Nowhere => {}
        }
    }

    pub(super) fn set_location(&mut self, location: LocationId) {
        let bits = self.program.location_bits;
        let field = Field { slot: 0, shift: 0, width: bits, signed: false };
        debug_assert_eq!(i64::from(location.0) & !mask(bits), 0);
        let number = self.constant(location.0 as i32);
        self.set_field(Area::Frame, field, number);
        self.note_move(location);
    }
}
