//! `xr` and `xs`: promises about who uses a channel, checked as a search goes along.
//!
//! Partial-order reduction relies on these promises, so a broken one makes a reduced search worthless; an
//! unreduced one stays right, and the breach is a thing its author should know. Who has claimed what follows from
//! the processes that exist: a claim is that of the oldest process that makes it, and that another makes it too is a
//! breach by itself, as in Spin. What has ended is remembered, as Spin remembers all it has seen.
//!
//! Also as in Spin, a statement counts when it is tried, executable or not, and queries count: `len`,
//! `full`, `empty` and polls look at both sides of a channel, `nfull` at the sender's, `nempty` at the
//! receiver's.

use super::fire::Complaint;
use super::view::View;
use super::{Interpreter, ViolationKind};
use crate::ir::{
    Action, Argument, Edge, Effect, Expr, ExprId, Guard, Program, ReceiveId, Side, Step, StepId, Target,
};
use hashing::{DigestPolicy, StateVector};

/// A channel used against an `xr` or `xs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The channel's number.
    pub channel: i32,
    /// The side that was claimed.
    pub side: Side,
    /// The process that claimed it.
    pub claimant: u32,
    /// The process that used it nevertheless.
    pub intruder: u32,
    /// What the intruder executed, an index into [`Program::statements`](crate::ir::Program::statements).
    pub statement: u32,
}

/// What is known of claims beyond what the state tells.
#[derive(Clone, Debug)]
pub(super) struct Claims {
    /// Some proctype claims something.
    exist: bool,
    /// What processes that have ended had claimed. A reduced search may let a process end before another has had its
    /// turn, so their promises go on to count.
    former: Vec<(i32, Side, u32)>,
    breaches: Vec<Breach>,
}

impl Claims {
    pub(super) fn new(program: &Program) -> Self {
        let exist = program.proctypes.iter().any(|proctype| !proctype.claims.is_empty());
        Self { exist, former: Vec::new(), breaches: Vec::new() }
    }
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Channels found to be used against their claims, each once.
    pub fn breaches(&self) -> &[Breach] {
        &self.claims.breaches
    }

    /// A process has started: checks that nobody else claims what it does.
    pub(super) fn check_start(&mut self, vector: &StateVector<P>, process: u32) {
        let Some(proctype) = self.directory.proctype(process) else { return };
        let declared = &self.program.proctypes[proctype.index()];
        let start = self.program.locations[declared.start.index()].statement;
        for claim in &declared.claims {
            let Ok(channel) = self.view(vector, process, false, false).eval(claim.channel) else { continue };
            if self.check_claim(vector, channel, claim.side, process, start) && self.claims_count {
                let kind = ViolationKind::BrokenClaim;
                self.complaints.push(Complaint { kind, fatal: false, statement: Some(start) });
            }
        }
    }

    /// A process is about to end: remembers what it claims.
    pub(super) fn remember_claims(&mut self, vector: &StateVector<P>, process: u32) {
        let Some(proctype) = self.directory.proctype(process) else { return };
        for claim in &self.program.proctypes[proctype.index()].claims {
            if let Ok(channel) = self.view(vector, process, false, false).eval(claim.channel)
                && !self.claims.former.iter().any(|&(c, side, _)| (c, side) == (channel, claim.side))
            {
                self.claims.former.push((channel, claim.side, process));
            }
        }
    }

    /// The process that claims one side of a channel: the oldest, or the first that has ended.
    fn claimant(&self, vector: &StateVector<P>, channel: i32, side: Side) -> Option<u32> {
        let former =
            || self.claims.former.iter().find(|&&(c, s, _)| (c, s) == (channel, side)).map(|&(.., p)| p);
        let present = (0..self.n_processes() as u32).find(|&process| {
            let claims =
                self.directory.proctype(process).map(|p| &self.program.proctypes[p.index()].claims[..]);
            claims.unwrap_or_default().iter().any(|claim| {
                let named = self.view(vector, process, false, false).eval(claim.channel);
                claim.side == side && named == Ok(channel)
            })
        });
        present.or_else(former)
    }

    /// A process is about to try a step: checks the channels it uses.
    pub(super) fn check_claims(&mut self, vector: &StateVector<P>, pid: u32, edge: Edge) {
        let n_faults = self.mild_faults.borrow().len();
        let mut uses = Uses { view: self.view(vector, pid, false, false), found: Vec::new() };
        uses.action(edge.action);
        for effect in &self.program.effects[edge.effects.range()] {
            if let Effect::Do(action, _) = effect {
                uses.action(*action);
            }
        }
        let found = uses.found;
        // Faults are found when the step is executed; here they would be found twice.
        self.mild_faults.borrow_mut().truncate(n_faults);
        for (channel, side) in found {
            if self.check_claim(vector, channel, side, pid, edge.statement) && self.claims_count {
                let kind = ViolationKind::BrokenClaim;
                self.complaints.push(Complaint { kind, fatal: false, statement: None });
            }
        }
    }

    /// A process has used or claimed one side of a channel: says whether another has claimed it.
    fn check_claim(
        &mut self,
        vector: &StateVector<P>,
        channel: i32,
        side: Side,
        intruder: u32,
        statement: u32,
    ) -> bool {
        let claimant = self.claimant(vector, channel, side).filter(|&claimant| claimant != intruder);
        let Some(claimant) = claimant else { return false };
        let breaches = &mut self.claims.breaches;
        if !breaches.iter().any(|b| (b.channel, b.side) == (channel, side)) {
            breaches.push(Breach { channel, side, claimant, intruder, statement });
        }
        true
    }

    /// Whether anything may be claimed.
    #[inline]
    pub(super) fn has_claims(&self) -> bool {
        self.claims.exist
    }
}

/// Collects the channels that a step uses.
struct Uses<'v> {
    view: View<'v>,
    found: Vec<(i32, Side)>,
}

impl Uses<'_> {
    fn channel(&mut self, channel: ExprId, sides: &[Side]) {
        if let Ok(number) = self.view.eval(channel) {
            self.found.extend(sides.iter().map(|&side| (number, side)));
        }
    }

    fn action(&mut self, action: Action) {
        let program = self.view.program;
        match action {
            Action::Skip | Action::Else | Action::End => {}
            Action::Condition(e) | Action::Assert(e) => self.expression(e),
            Action::Assign(target, e) => {
                self.target(target);
                self.expression(e);
            }
            Action::RunCondition(run, _) | Action::RunAssign(run, ..) => {
                program.runs[run.index()].arguments.iter().for_each(|&e| self.expression(e));
            }
            Action::Send(id) => {
                let send = &program.sends[id.index()];
                self.channel(send.channel, &[Side::Send]);
                send.arguments.iter().for_each(|&e| self.expression(e));
            }
            Action::Receive(id) => self.receive(id, &[Side::Receive]),
            Action::Print(id) => {
                program.prints[id.index()].arguments.iter().for_each(|&e| self.expression(e))
            }
            Action::SetPriority(process, priority, _) => {
                self.expression(process);
                self.expression(priority);
            }
            Action::DStep(id) => {
                let d_step = &program.d_steps[id.index()];
                for guard in &d_step.guards {
                    match *guard {
                        Guard::Condition(e) => self.expression(e),
                        Guard::Send(id) => self.action(Action::Send(id)),
                        Guard::Receive(id) => self.action(Action::Receive(id)),
                        Guard::Else | Guard::LeadingElse => {}
                    }
                }
                self.steps(d_step.start);
            }
        }
    }

    /// The steps that a `d_step` takes in any case: those before its first choice.
    fn steps(&mut self, start: StepId) {
        let program = self.view.program;
        let mut at = start;
        for _ in 0..program.steps.len() {
            let Step::Do(action, next, ..) = &program.steps[at.index()] else { return };
            self.action(*action);
            at = *next;
        }
    }

    fn receive(&mut self, id: ReceiveId, sides: &[Side]) {
        let receive = &self.view.program.receives[id.index()];
        self.channel(receive.channel, sides);
        for argument in &receive.arguments {
            match *argument {
                Argument::Match(e) => self.expression(e),
                Argument::Store(target) => self.target(target),
            }
        }
    }

    fn target(&mut self, target: Target) {
        if let Target::Place(id) = target {
            let place = &self.view.program.places[id.index()];
            place.indexes.iter().for_each(|index| self.expression(index.value));
        }
    }

    /// Visits what is evaluated, and only that: the right side of `&&` may not be.
    fn expression(&mut self, id: ExprId) {
        let holds = |view: &View<'_>, e| view.eval(e).is_ok_and(|value| value != 0);
        match self.view.program.expressions[id.index()] {
            Expr::Length(c, _) | Expr::Full(c, _) | Expr::Empty(c, _) => {
                self.channel(c, &[Side::Receive, Side::Send]);
            }
            Expr::NotFull(c, _) => self.channel(c, &[Side::Send]),
            Expr::NotEmpty(c, _) => self.channel(c, &[Side::Receive]),
            Expr::Poll(id) => self.receive(id, &[Side::Receive, Side::Send]),
            Expr::And(a, b) => {
                self.expression(a);
                if holds(&self.view, a) {
                    self.expression(b);
                }
            }
            Expr::Or(a, b) => {
                self.expression(a);
                if !holds(&self.view, a) {
                    self.expression(b);
                }
            }
            Expr::Conditional(condition, a, b) => {
                self.expression(condition);
                self.expression(if holds(&self.view, condition) { a } else { b });
            }
            Expr::Binary(_, a, b) | Expr::Divide(a, b, _) | Expr::Remainder(a, b, _) => {
                self.expression(a);
                self.expression(b);
            }
            Expr::Not(e)
            | Expr::Minus(e)
            | Expr::Complement(e)
            | Expr::ChannelElement(_, e, ..)
            | Expr::Enabled(e, _)
            | Expr::PcValue(e)
            | Expr::GetPriority(e)
            | Expr::RemoteLabel(e, _) => self.expression(e),
            Expr::RemoteVariable(e, place) => {
                self.expression(e);
                self.target(Target::Place(place));
            }
            Expr::Place(place) => self.target(Target::Place(place)),
            Expr::Constant(_)
            | Expr::Field(..)
            | Expr::Started
            | Expr::Timeout
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::FirstOf(_) => {}
        }
    }
}
