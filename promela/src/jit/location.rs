//! The function of a location: its edges one after the other.

use super::Purpose;
use super::context::Status;
use super::function::Function;
use crate::ir::{Action, Edge, EdgeId, Expr, Guard, LocationId, Program, ReceiveId};
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{Block, InstBuilder};
use cranelift_frontend::Switch;

/// Whether no edge of a location can be taken in this way, whatever the state.
pub(super) fn is_closed(program: &Program, location: LocationId, purpose: Purpose) -> bool {
    match purpose {
        Purpose::Try => edges(program, location).next().is_none(),
        Purpose::Accept => !accepts(program, location, None),
    }
}

/// Whether a process at a location may accept a message on a channel, given by its number, or on some channel.
pub(super) fn accepts(program: &Program, location: LocationId, channel: Option<i32>) -> bool {
    edges(program, location).any(|(_, edge)| may_accept(program, edge.action, channel))
}

/// Whether the interpreter has to try the edges: an `unless` makes one depend on what became of another.
pub(super) fn is_hopeless(program: &Program, location: LocationId) -> bool {
    edges(program, location).any(|(_, edge)| edge.escape != 0)
}

/// Whether an action may be the second half of a rendezvous on this channel or, without one, on any.
fn may_accept(program: &Program, action: Action, channel: Option<i32>) -> bool {
    let may_receive = |id: ReceiveId| {
        let Expr::Constant(number) = program.expressions[program.receives[id.index()].channel.index()] else {
            return true;
        };
        let known = (number as usize).checked_sub(1).and_then(|index| program.channels.get(index));
        let is_rendezvous = known.is_none_or(|&(kind, _)| program.channel_kinds[kind.index()].capacity == 0);
        is_rendezvous && channel.is_none_or(|channel| channel == number)
    };
    match action {
        Action::Receive(id) => may_receive(id),
        Action::DStep(id) => program.d_steps[id.index()]
            .guards
            .iter()
            .any(|guard| matches!(*guard, Guard::Receive(id) if may_receive(id))),
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
        let resume = self.builder.create_block();
        self.builder.set_cold_block(resume);
        self.builder.ins().brif(from, resume, &[], first, &[]);
        self.enter(resume);
        switch.emit(&mut self.builder, from, first);
        for (index, (id, edge)) in edges(program, location).enumerate() {
            let next = starts.get(index + 1).copied().unwrap_or(done);
            self.enter(starts[index]);
            let [early, late] = [(); 2].map(|()| self.builder.create_block());
            for bail in [early, late] {
                self.builder.set_cold_block(bail);
            }
            let writes = self.edge(id, edge, next, [early, late]);
            self.enter(early);
            self.return_early(Status::INTERPRET, id);
            self.enter(late);
            if writes {
                self.return_status(Status::INTERPRET, id);
            } else {
                self.return_early(Status::INTERPRET, id);
            }
        }
        self.enter(done);
        let zero = self.builder.ins().iconst(I32, 0);
        self.builder.ins().return_(&[zero]);
    }

    /// One edge. It gives up at the first of two places before it writes anything, at the second afterwards; says
    /// whether the second can be reached at all.
    fn edge(&mut self, id: u32, edge: &Edge, next: Block, [early, late]: [Block; 2]) -> bool {
        self.start_edge();
        if self.purpose == Purpose::Accept && !may_accept(self.program, edge.action, None) {
            self.builder.ins().jump(next, &[]);
            return false;
        }
        // A guard writes nothing: the log is needed only if it is open.
        let is_guard = matches!(edge.action, Action::Condition(_) | Action::Else);
        self.bail = if is_guard { early } else { late };
        if !is_guard {
            self.start_log();
        }
        let offered = self.fire(edge.action, next);
        if is_guard {
            self.start_log();
            self.bail = late;
        }
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
            self.hold_on(id, offered, next);
        } else {
            self.emit(id);
            self.builder.ins().jump(next, &[]);
        }
        true
    }
}
