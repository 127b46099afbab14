//! The function of a location: its edges one after the other.

use super::Purpose;
use super::context::Status;
use super::function::Function;
use crate::ir::{Action, Edge, EdgeId, Expr, LocationId, Program};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::types::I32;
use cranelift_frontend::Switch;

/// Whether no edge of a location can be taken in this way, whatever the state.
pub(super) fn is_closed(program: &Program, location: LocationId, purpose: Purpose) -> bool {
    edges(program, location).all(|(_, edge)| match purpose {
        Purpose::Try => false,
        Purpose::Accept => !may_accept(program, edge.action),
    })
}

/// Whether the interpreter has to try the edges: an `unless` makes one depend on what became of another.
pub(super) fn is_hopeless(program: &Program, location: LocationId) -> bool {
    edges(program, location).any(|(_, edge)| edge.escape != 0)
}

/// Whether an action may be the second half of a rendezvous.
fn may_accept(program: &Program, action: Action) -> bool {
    match action {
        Action::Receive(id) => match program.expressions[program.receives[id.index()].channel.index()] {
            Expr::Constant(number) => {
                let channel = (number as usize).checked_sub(1).and_then(|index| program.channels.get(index));
                channel.is_none_or(|&(kind, _)| program.channel_kinds[kind.index()].capacity == 0)
            }
            _ => true,
        },
        Action::DStep(_) => true,
        _ => false,
    }
}

fn edges(program: &Program, location: LocationId) -> impl Iterator<Item = (u32, &Edge)> {
    let location = &program.locations[location.index()];
    (location.first.0..location.end.0).map(|id| (id, &program.edges[EdgeId(id).index()]))
}

impl Function<'_> {
    /// Makes the whole function.
    pub(super) fn location(&mut self, location: LocationId) {
        let program = self.program;
        let done = self.builder.create_block();
        let starts: Vec<_> = edges(program, location).map(|_| self.builder.create_block()).collect();
        let mut switch = Switch::new();
        for (index, &start) in starts.iter().enumerate().skip(1) {
            switch.set_entry(index as u128, start);
        }
        switch.set_entry(starts.len() as u128, done);
        let from = self.from;
        let first = starts.first().copied().unwrap_or(done);
        switch.emit(&mut self.builder, from, first);
        for (index, (id, edge)) in edges(program, location).enumerate() {
            let next = starts.get(index + 1).copied().unwrap_or(done);
            self.enter(starts[index]);
            self.bail = self.builder.create_block();
            self.builder.set_cold_block(self.bail);
            self.edge(id, edge, next);
            let bail = self.bail;
            self.enter(bail);
            self.return_status(Status::INTERPRET, id);
        }
        self.enter(done);
        let zero = self.builder.ins().iconst(I32, 0);
        self.builder.ins().return_(&[zero]);
    }

    fn edge(&mut self, id: u32, edge: &Edge, next: cranelift_codegen::ir::Block) {
        self.forget_pending();
        if self.purpose == Purpose::Accept && !may_accept(self.program, edge.action) {
            self.builder.ins().jump(next, &[]);
            return;
        }
        let offered = self.fire(edge.action, next);
        if !offered {
            self.effects(edge.effects);
        }
        if let Some(last) = self.program.last {
            let pid = self.pid();
            self.set_field(crate::ir::Area::Global, last, pid);
        }
        if edge.target.0 != 0 {
            self.set_location(edge.target);
        }
        if offered || edge.atomic {
            self.flush();
            self.return_status(if offered { Status::OFFERED } else { Status::FIRED }, id);
        } else {
            self.emit(id);
            self.builder.ins().jump(next, &[]);
        }
    }
}
