//! One step at a time: for replays, which know the step, and for simulations, which choose it.
//!
//! A replay must not trust the search that found the path. So this does not use the search's stack of
//! levels: it asks of one step whether the rules allow it, whose turn it is, whether an `else`, an
//! `unless` or a `timeout` stands in its way, and then executes it. By the same rules
//! [`Interpreter::enabled`] lists the steps that are allowed.

use super::fire::{Fired, Site};
use super::{Interpreter, StepTaken, ViolationKind};
use crate::ir::{EdgeId, FaultId};
use hashing::{DigestPolicy, StateVector};

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// Anybody's.
    #[default]
    Anyone,
    /// That of a process inside an atomic sequence, as long as it can move.
    Atomic(u32),
    /// That of a partner for the rendezvous that this process offers.
    Offered(u32),
}

/// A step that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Whose turn it is after it.
    pub control: Control,
    /// What it violated, and by which of its statements, an index into
    /// [`Program::statements`](crate::ir::Program::statements).
    pub violations: Vec<(ViolationKind, u32)>,
    /// Whether it was executed; otherwise a fault has prevented it and the state is unchanged.
    pub executed: bool,
    /// The rendezvous it offers: channel number and message.
    pub offer: Option<(i32, Vec<i32>)>,
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such process.
    NoSuchProcess,
    /// The process stands somewhere else.
    Elsewhere,
    /// It is another process's turn.
    NotItsTurn(u32),
    /// The statement is not executable.
    Blocked,
}

/// What the edges of a process in front of a given one come to.
#[derive(Clone, Copy, Default)]
struct Before {
    /// One of them can be executed, not counting rendezvous offers: an `else` cannot.
    moved: bool,
    /// One of them can be executed.
    any: bool,
    /// The escape that has taken over.
    escape: u32,
    /// Edges behind are out of reach.
    cut: bool,
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Takes one step from the state in `vector`.
    ///
    /// # Errors
    /// If the rules do not allow it; the state is then unchanged.
    pub fn take(
        &mut self,
        vector: &mut StateVector<P>,
        control: Control,
        step: StepTaken,
    ) -> Result<Taken, Refusal> {
        let StepTaken { process: pid, edge: id } = step;
        if self.n_processes() <= pid as usize {
            return Err(Refusal::NoSuchProcess);
        }
        let location = &self.program.locations[self.location(vector, pid).index()];
        if !(location.first..location.end).contains(&id) {
            return Err(Refusal::Elsewhere);
        }
        let offer = matches!(control, Control::Offered(_)).then_some(0);
        match control {
            Control::Offered(sender) if sender == pid => return Err(Refusal::NotItsTurn(sender)),
            Control::Atomic(owner) if owner != pid && self.can_move(vector, owner, false, None) => {
                return Err(Refusal::NotItsTurn(owner));
            }
            _ => {}
        }
        for timeout in [false, true] {
            if timeout && (offer.is_some() || !self.program.has_timeout || self.anybody_moves(vector, false))
            {
                break;
            }
            if let Some(taken) = self.take_with(vector, step, timeout, offer) {
                return Ok(taken);
            }
        }
        Err(Refusal::Blocked)
    }

    /// The steps that [`take`](Self::take) would accept, the youngest process first, edges as written. An
    /// offer that nobody would take is not among them; a step that ends in an error is.
    pub fn enabled(&mut self, vector: &mut StateVector<P>, control: Control) -> Vec<StepTaken> {
        let n_processes = self.n_processes() as u32;
        let (only, except) = match control {
            Control::Atomic(owner) if self.can_move(vector, owner, false, None) => (Some(owner), None),
            Control::Offered(sender) => (None, Some(sender)),
            Control::Atomic(_) | Control::Anyone => (None, None),
        };
        let offer = except.map(|_| 0);
        for timeout in [false, true] {
            if timeout && (offer.is_some() || !self.program.has_timeout || self.anybody_moves(vector, false))
            {
                break;
            }
            let mut steps = Vec::new();
            let candidates = (0..n_processes).rev();
            for pid in candidates.filter(|&pid| only.is_none_or(|only| only == pid) && except != Some(pid)) {
                if matches!(self.view(vector, pid, false, timeout).may_run(), Ok(true)) {
                    let end = self.program.locations[self.location(vector, pid).index()].end;
                    let note = |edge| steps.push(StepTaken { process: pid, edge });
                    self.try_edges(vector, pid, end, timeout, offer, note);
                }
            }
            if !steps.is_empty() {
                return steps;
            }
        }
        Vec::new()
    }

    fn take_with(
        &mut self,
        vector: &mut StateVector<P>,
        step: StepTaken,
        timeout: bool,
        offer: Option<usize>,
    ) -> Option<Taken> {
        let StepTaken { process: pid, edge: id } = step;
        let edge = self.program.edges[id.index()];
        if !matches!(self.view(vector, pid, false, timeout).may_run(), Ok(true)) {
            return None;
        }
        let before = self.before(vector, pid, id, timeout, offer);
        if before.cut || before.escape != 0 && before.escape != edge.escape {
            return None;
        }
        self.take_printed();
        self.prepare(offer);
        let mark = vector.mark();
        self.mild_faults.get_mut().clear();
        if self.claims_count && self.has_claims() && self.offered.is_none() {
            self.check_claims(vector, pid, edge);
        }
        let site = Site { pid, moved: before.moved, timeout };
        let mut fired = self.fire(vector, site, edge.action);
        if fired == Ok(Fired::Done) {
            fired = self.fire_effects(vector, site, edge.effects).map(|()| Fired::Done);
        }
        self.complain_mildly();
        let complaints = std::mem::take(&mut self.complaints).into_iter();
        let mut violations: Vec<_> =
            complaints.map(|c| (c.kind, c.statement.unwrap_or(edge.statement))).collect();
        let mut taken =
            Taken { control: Control::Anyone, violations: Vec::new(), executed: true, offer: None };
        match fired {
            Ok(Fired::Blocked) if violations.is_empty() => {
                self.undo(vector, mark);
                return None;
            }
            // The test itself is the error.
            Ok(Fired::Blocked) => {
                self.undo(vector, mark);
                taken.executed = false;
            }
            Err(fault) => {
                self.undo(vector, mark);
                violations.push((ViolationKind::Fault(fault), edge.statement));
                taken.executed = false;
            }
            Ok(Fired::Offered) => {
                self.finish_step(vector, pid, edge);
                taken.control = Control::Offered(pid);
                taken.offer = Some((self.offers[0].channel, self.offers[0].message.clone()));
            }
            Ok(Fired::Done) => {
                self.finish_step(vector, pid, edge);
                if edge.atomic {
                    taken.control = Control::Atomic(pid);
                }
            }
        }
        self.offered = None;
        self.n_offers = 0;
        vector.commit();
        Some(Taken { violations, ..taken })
    }

    /// The process that makes the present state an invalid end state: nobody can move and it has not
    /// come to a place where it may stop.
    pub fn stuck_process(&mut self, vector: &mut StateVector<P>) -> Option<u32> {
        if self.anybody_moves(vector, false) || self.program.has_timeout && self.anybody_moves(vector, true) {
            return None;
        }
        let stands = |pid: &u32| !self.program.locations[self.location(vector, *pid).index()].is_end;
        (0..self.n_processes() as u32).find(stands)
    }

    /// The fault in deciding whether a process may run at all.
    pub fn schedule_fault(&self, vector: &StateVector<P>, pid: u32) -> Option<FaultId> {
        if self.n_processes() <= pid as usize {
            return None;
        }
        let fault = |timeout| {
            self.mild_faults.take();
            let answer = self.view(vector, pid, false, timeout).may_run().err();
            self.mild_faults.take().first().copied().or(answer)
        };
        fault(false).or_else(|| fault(true))
    }

    fn anybody_moves(&mut self, vector: &mut StateVector<P>, timeout: bool) -> bool {
        (0..self.n_processes() as u32).any(|pid| self.can_move(vector, pid, timeout, None))
    }

    fn can_move(
        &mut self,
        vector: &mut StateVector<P>,
        pid: u32,
        timeout: bool,
        offer: Option<usize>,
    ) -> bool {
        if !matches!(self.view(vector, pid, false, timeout).may_run(), Ok(true)) {
            return false;
        }
        let end = self.program.locations[self.location(vector, pid).index()].end;
        self.before(vector, pid, end, timeout, offer).any
    }

    /// What the edges of a process in front of `until` come to.
    fn before(
        &mut self,
        vector: &mut StateVector<P>,
        pid: u32,
        until: EdgeId,
        timeout: bool,
        offer: Option<usize>,
    ) -> Before {
        self.try_edges(vector, pid, until, timeout, offer, |_| ())
    }

    /// Tries the edges of a process in front of `until`, in their order, and tells of each that is executable
    /// or fails.
    fn try_edges(
        &mut self,
        vector: &mut StateVector<P>,
        pid: u32,
        until: EdgeId,
        timeout: bool,
        offer: Option<usize>,
        mut tell: impl FnMut(EdgeId),
    ) -> Before {
        let first = self.program.locations[self.location(vector, pid).index()].first;
        let mut before = Before::default();
        for id in first.0..until.0 {
            let edge = self.program.edges[id as usize];
            if before.escape != 0 && before.escape != edge.escape {
                before.cut = true;
                break;
            }
            self.prepare(offer);
            let mark = vector.mark();
            let site = Site { pid, moved: before.moved, timeout };
            let mut fired = self.fire(vector, site, edge.action);
            if fired == Ok(Fired::Done) {
                fired = self.fire_effects(vector, site, edge.effects).map(|()| Fired::Done);
            }
            let fails =
                fired.is_err() || !self.complaints.is_empty() || !self.mild_faults.get_mut().is_empty();
            self.complaints.clear();
            self.mild_faults.get_mut().clear();
            let executable = match fired {
                Ok(Fired::Done) => true,
                Ok(Fired::Offered) => {
                    self.finish_step(vector, pid, edge);
                    let n_processes = self.n_processes() as u32;
                    (0..n_processes).any(|other| other != pid && self.can_move(vector, other, false, Some(0)))
                }
                Ok(Fired::Blocked) | Err(_) => false,
            };
            self.undo(vector, mark);
            if executable || fails {
                tell(EdgeId(id));
            }
            if executable {
                before.any = true;
                before.moved |= fired == Ok(Fired::Done);
                before.escape = edge.escape;
            }
        }
        self.offered = None;
        before
    }

    /// Makes ready for an action, perhaps one that accepts an offer.
    fn prepare(&mut self, offer: Option<usize>) {
        self.reshaped = false;
        self.offered = offer;
        // An offer that is waiting must not be overwritten.
        self.n_offers = usize::from(offer.is_some());
    }
}
