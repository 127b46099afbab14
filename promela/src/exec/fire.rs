//! Executing one action.

use super::channel::truncate;
use super::view::{Offer, insert};
use super::{Interpreter, ViolationKind};
use crate::ir::{
    Action, Area, Argument, Choice, DStepId, Effect, Effects, FaultId, FaultKind, ReceiveId, SendId, Step,
    Target,
};
use hashing::{DigestPolicy, Slot, StateVector};

/// What came of trying an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fired {
    /// It cannot be executed now. Nothing the caller cannot rewind has happened.
    Blocked,
    /// It has been executed.
    Done,
    /// A rendezvous is offered and needs a partner.
    Offered,
}

/// A violated property behind which the step goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Complaint {
    pub(super) kind: ViolationKind,
    pub(super) fatal: bool,
    /// The merged statement that violated it, unless that of the edge itself did.
    pub(super) statement: Option<u32>,
}

/// Where an action is executed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) pid: u32,
    /// The process has another way to move in this state.
    pub(super) moved: bool,
    pub(super) timeout: bool,
}

/// Steps a `d_step` may take before it counts as endless.
///
/// The undo log keeps every write of it, so the bound is one on memory as well as on time.
const MAX_D_STEPS: u64 = 1 << 22;

impl<P: DigestPolicy> Interpreter<'_, P> {
    pub(super) fn fire(
        &mut self,
        vector: &mut StateVector<P>,
        site: Site,
        action: Action,
    ) -> Result<Fired, FaultId> {
        let Site { pid, moved, timeout } = site;
        // While a rendezvous waits for its partner nothing but a receive can be executed.
        if self.offered.is_some() && !matches!(action, Action::Receive(_) | Action::DStep(_)) {
            return Ok(Fired::Blocked);
        }
        let done = |open: bool| if open { Fired::Done } else { Fired::Blocked };
        match action {
            Action::Skip => Ok(Fired::Done),
            Action::Print(print) => self.print(vector, site, print).map(|()| Fired::Done),
            Action::Else => Ok(done(!moved)),
            Action::Condition(e) => Ok(done(self.view(vector, pid, moved, timeout).eval(e)? != 0)),
            Action::Assign(target, value) => {
                let value = self.view(vector, pid, moved, timeout).eval(value)?;
                self.store(vector, pid, target, value)?;
                Ok(Fired::Done)
            }
            Action::RunCondition(run, e) => {
                self.started = self.run(vector, pid, run)? as i32;
                Ok(done(self.view(vector, pid, moved, timeout).eval(e)? != 0))
            }
            Action::RunAssign(run, target, value) => {
                self.started = self.run(vector, pid, run)? as i32;
                let value = self.view(vector, pid, moved, timeout).eval(value)?;
                self.store(vector, pid, target, value)?;
                Ok(Fired::Done)
            }
            Action::Send(send) => self.send(vector, site, send),
            Action::Receive(receive) => self.receive(vector, site, receive),
            Action::Assert(e) => {
                if self.checks.assertions && self.view(vector, pid, moved, timeout).eval(e)? == 0 {
                    let kind = ViolationKind::Assertion;
                    self.complaints.push(Complaint { kind, fatal: false, statement: self.merged });
                }
                Ok(Fired::Done)
            }
            Action::SetPriority(process, priority, fault) => {
                let view = self.view(vector, pid, moved, timeout);
                let (process, priority) = (view.eval(process)?, view.eval(priority)?);
                self.set_priority(vector, process, priority, fault)
            }
            Action::DStep(d_step) => self.d_step(vector, site, d_step),
            Action::End => {
                if pid as usize + 1 != self.directory.frames.len() {
                    return Ok(Fired::Blocked);
                }
                let location = self.location(vector, pid);
                self.end_process(vector, location);
                Ok(Fired::Done)
            }
        }
    }

    /// Executes what an edge does besides its action, which has just been executed.
    pub(super) fn fire_effects(
        &mut self,
        vector: &mut StateVector<P>,
        site: Site,
        effects: Effects,
    ) -> Result<(), FaultId> {
        let program = self.program;
        let mut outcome = Ok(());
        for effect in &program.effects[effects.range()] {
            outcome = match *effect {
                Effect::Reset(target) => self.store(vector, site.pid, target, 0),
                Effect::Do(action, statement) => {
                    self.complain_mildly();
                    self.merged = Some(statement);
                    self.machine.reached[statement as usize] = true;
                    self.fire(vector, site, action).map(|_| ())
                }
            };
            if outcome.is_err() {
                break;
            }
        }
        self.complain_mildly();
        self.merged = None;
        outcome
    }

    pub(super) fn store(
        &mut self,
        vector: &mut StateVector<P>,
        pid: u32,
        target: Target,
        value: i32,
    ) -> Result<(), FaultId> {
        let (area, field) = match target {
            Target::Field(area, field) => (area, field),
            Target::Place(place) => {
                let before = self.mild_faults.borrow().len();
                match self.view(vector, pid, false, false).locate(place)? {
                    Some(found) => found,
                    None => {
                        self.repeat_stray_index(before);
                        return Ok(());
                    }
                }
            }
            Target::Nowhere => return Ok(()),
        };
        match area {
            Area::Hidden => {
                let slot = Slot(field.slot);
                vector.set_hidden(slot, insert(vector.get_hidden(slot), field, value));
            }
            Area::Global | Area::Frame => {
                let base = if area == Area::Frame { self.directory.frames[pid as usize] } else { 0 };
                let slot = Slot(base + field.slot);
                vector.set(slot, insert(vector.get(slot), field, value));
            }
        }
        Ok(())
    }

    /// Outside a `d_step` Spin's verifier looks at the index of an assignment three times: to save the old
    /// value, to write, and to undo; each time it counts an error.
    fn repeat_stray_index(&self, first: usize) {
        if !self.in_d_step {
            let mut strays = self.mild_faults.borrow_mut();
            let again = strays[first..].to_vec();
            strays.extend(again.iter().chain(&again).copied().collect::<Vec<_>>());
        }
    }

    fn set_priority(
        &mut self,
        vector: &mut StateVector<P>,
        process: i32,
        priority: i32,
        fault: FaultId,
    ) -> Result<Fired, FaultId> {
        let existing = u32::try_from(process).ok().filter(|&p| (p as usize) < self.directory.frames.len());
        if let (Some(pid), Some(field)) = (existing, self.program.priority) {
            if !(1..=255).contains(&priority) {
                return Err(fault);
            }
            self.store(vector, pid, Target::Field(Area::Frame, field), priority)?;
        }
        Ok(Fired::Done)
    }

    fn send(&mut self, vector: &mut StateVector<P>, site: Site, id: SendId) -> Result<Fired, FaultId> {
        let program = self.program;
        let send = &program.sends[id.index()];
        let mut message = std::mem::take(&mut self.message);
        message.clear();
        let view = self.view(vector, site.pid, site.moved, site.timeout);
        let number = view.eval(send.channel)?;
        let (kind, bit) = {
            let queue = view.queue(number, send.no_channel)?;
            (queue.kind, queue.bit)
        };
        // The queue borrows the program only; the view's borrow of the vector ends here.
        let queue = super::channel::Queue { kind: &program.channel_kinds[self.kind_index(number)], bit };
        if 0 < kind.capacity && queue.len(vector.words()) == kind.capacity {
            self.message = message;
            return Ok(Fired::Blocked);
        }
        for &argument in &send.arguments {
            let value = self.view(vector, site.pid, site.moved, site.timeout).eval(argument)?;
            message.push(value);
        }
        match message.len().cmp(&queue.kind.fields.len()) {
            std::cmp::Ordering::Less => self.complain(send.too_few),
            std::cmp::Ordering::Greater => self.complain(send.too_many),
            std::cmp::Ordering::Equal => {}
        }
        if 0 < queue.kind.capacity {
            queue.send(vector, &message, send.sorted);
            self.message = message;
            return Ok(Fired::Done);
        }
        message.resize(queue.kind.fields.len(), 0);
        for (index, value) in message.iter_mut().enumerate() {
            *value = truncate(queue.kind, index, *value);
        }
        if self.offers.len() == self.n_offers {
            self.offers.push(Offer::default());
        }
        let offer = &mut self.offers[self.n_offers];
        offer.channel = number;
        self.message = std::mem::replace(&mut offer.message, message);
        Ok(Fired::Offered)
    }

    fn kind_index(&self, number: i32) -> usize {
        self.directory.channels[number as usize - 1].kind as usize
    }

    fn complain(&mut self, fault: FaultId) {
        let (kind, fatal) = (ViolationKind::Fault(fault), self.is_fatal(fault));
        self.complaints.push(Complaint { kind, fatal, statement: self.merged });
    }

    fn receive(&mut self, vector: &mut StateVector<P>, site: Site, id: ReceiveId) -> Result<Fired, FaultId> {
        let program = self.program;
        let receive = &program.receives[id.index()];
        let view = self.view(vector, site.pid, site.moved, site.timeout);
        let number = view.eval(receive.channel)?;
        let bit = view.queue(number, receive.no_channel)?.bit;
        let rendezvous = view.queue(number, receive.no_channel)?.kind.capacity == 0;
        if rendezvous && receive.peek {
            return if self.offered.is_some() { Ok(Fired::Blocked) } else { Err(receive.rendezvous) };
        }
        let Some(position) = view.matching(id)? else { return Ok(Fired::Blocked) };
        let queue = super::channel::Queue { kind: &program.channel_kinds[self.kind_index(number)], bit };
        let n_fields = queue.kind.fields.len();
        if n_fields < receive.arguments.len() {
            // As in Spin a channel of one field only complains, and the missing fields read as zero.
            if 1 < n_fields {
                return Err(receive.too_many);
            }
            self.complain(receive.too_few);
        }
        for (index, argument) in receive.arguments.iter().enumerate() {
            let Argument::Store(target) = *argument else { continue };
            let value = match self.offered {
                Some(offer) => self.offers[offer].message.get(index).copied(),
                None => queue.field(vector.words(), position, index),
            };
            self.store(vector, site.pid, target, value.unwrap_or(0))?;
        }
        if !receive.peek && receive.arguments.len() < n_fields {
            self.complain(receive.too_few);
        }
        if rendezvous {
            self.offered = None;
        } else if !receive.peek {
            queue.remove(vector, position);
        }
        if !receive.peek && !self.in_d_step && !self.mild_faults.borrow().is_empty() {
            self.look_again(vector, site, &receive.arguments)?;
        }
        Ok(Fired::Done)
    }

    /// To undo a receive Spin's verifier evaluates its arguments once more; stray indexes count again.
    fn look_again(
        &mut self,
        vector: &StateVector<P>,
        site: Site,
        arguments: &[Argument],
    ) -> Result<(), FaultId> {
        let view = self.view(vector, site.pid, site.moved, site.timeout);
        for argument in arguments {
            match *argument {
                Argument::Match(value) => drop(view.eval(value)?),
                Argument::Store(Target::Place(place)) => drop(view.locate(place)?),
                Argument::Store(_) => {}
            }
        }
        Ok(())
    }

    fn d_step(&mut self, vector: &mut StateVector<P>, site: Site, id: DStepId) -> Result<Fired, FaultId> {
        let program = self.program;
        let d_step = &program.d_steps[id.index()];
        let view = self.view(vector, site.pid, site.moved, site.timeout);
        if !view.can_start(&d_step.guards)? {
            return Ok(Fired::Blocked);
        }
        self.in_d_step = true;
        let fired = self.d_step_body(vector, site, id);
        self.in_d_step = false;
        fired
    }

    fn d_step_body(
        &mut self,
        vector: &mut StateVector<P>,
        site: Site,
        id: DStepId,
    ) -> Result<Fired, FaultId> {
        let program = self.program;
        let d_step = &program.d_steps[id.index()];
        // Inside, an `else` is the last option and always open.
        let inside = Site { moved: false, ..site };
        let mut at = d_step.start;
        for _ in 0..MAX_D_STEPS {
            if let Some(reason) = self.tick(0) {
                self.abandoned = Some(reason);
                return Err(d_step.endless);
            }
            at = match &program.steps[at.index()] {
                Step::Done => return Ok(Fired::Done),
                Step::Do(action, next, blocked, _) => {
                    match self.fire(vector, inside, *action)? {
                        Fired::Done => {}
                        Fired::Blocked => return Err(*blocked),
                        Fired::Offered => return Err(self.rendezvous_in_d_step(*blocked)),
                    }
                    *next
                }
                Step::Choose(options, blocked) => match self.choose(vector, inside, options)? {
                    Some(next) => next,
                    None => return Err(*blocked),
                },
            };
        }
        Err(d_step.endless)
    }

    /// Executes the guard of the first option that is open; gives the step behind it.
    fn choose(
        &mut self,
        vector: &mut StateVector<P>,
        site: Site,
        options: &[Choice],
    ) -> Result<Option<crate::ir::StepId>, FaultId> {
        for option in options {
            if !option.guarded {
                return Ok(Some(option.step));
            }
            let Step::Do(action, next, blocked, _) = &self.program.steps[option.step.index()] else {
                return Ok(Some(option.step));
            };
            match self.fire(vector, site, *action)? {
                Fired::Done => return Ok(Some(*next)),
                Fired::Blocked => {}
                Fired::Offered => return Err(self.rendezvous_in_d_step(*blocked)),
            }
        }
        Ok(None)
    }

    /// The fault of a rendezvous offer inside a `d_step`; its site stands beside that of blocking.
    fn rendezvous_in_d_step(&self, blocked: FaultId) -> FaultId {
        let next = FaultId::new(blocked.index() + 1);
        debug_assert_eq!(self.program.faults[next.index()].kind, FaultKind::RendezvousInDStep);
        next
    }
}
