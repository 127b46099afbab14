//! All successors of a state, in Spin's order: the youngest process first, edges as written.
//!
//! A successor is the next state that is *stored*. Steps inside an atomic sequence and the first half of a
//! rendezvous lead to unstored states, which are explored here, on a stack of [`Level`]s, until control is
//! given up. Two rules decide what is stored (Holzmann 2004, chapter 7): an atomic sequence that
//! blocks yields a state like any other, in which everybody may move; and a rendezvous passes control to
//! the receiver, so that the sender's atomic sequence is interrupted by it.

use super::fire::{Complaint, Fired, Site};
use super::successors::{Entry, EntryKind, Remainder, Successor, Successors, Violation, ViolationKind};
use super::{Abandoned, Interpreter, StepTaken, Watch};
use crate::ir::{Action, Area, Edge, EdgeId, Effects, Side, Target};
use hashing::{DigestPolicy, Mark, StateVector};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A state on the way to successors, and how far its edges have been tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<S> {
    mark: Mark<S>,
    role: Role,
    /// The step that led here.
    step: StepTaken,
    /// The process being tried; processes above it have been.
    pid: u32,
    /// The next edge to try, and the end of the process's edges.
    edge: u32,
    edge_end: u32,
    /// The process has moved in this state.
    moved: bool,
    /// Some process has moved in this state.
    progress: bool,
    /// Escape taken in this state by the process.
    escape: u32,
    /// Processes have come or gone since the stored state.
    reshaped: bool,
    /// The step that led here added or removed a process.
    step_reshaped: bool,
    /// The offer that waits for a partner here.
    offer: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The stored state itself; `timeout` once nothing could move without it.
    Base { timeout: bool },
    /// Inside an atomic sequence of a process.
    Atomic,
    /// Between the halves of a rendezvous.
    Rendezvous,
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Appends the successors of the state in `vector`, which it leaves as it was.
    pub(super) fn all_successors(
        &mut self,
        vector: &mut StateVector<P>,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        let first_entry = out.entries.len();
        let base = vector.mark();
        let nobody = StepTaken { process: 0, edge: EdgeId(0) };
        self.levels.clear();
        self.levels.push(self.new_level(base, Role::Base { timeout: false }, nobody, None, false, false));
        let mut run = Expansion { base, out, first_entry };
        while let Some(top) = self.levels.last().copied() {
            if let Some(reason) = self.tick(run.bytes()) {
                self.abandon(vector, &run);
                return Err(reason);
            }
            match self.next_edge(vector, top, &mut run) {
                Some(edge) => self.try_edge(vector, edge, &mut run)?,
                None => self.finish_level(vector, top, &mut run),
            }
        }
        Ok(std::mem::take(&mut self.pending))
    }

    /// Counts a step; looks at the watch now and then.
    #[inline]
    pub(super) fn tick(&mut self, bytes: usize) -> Option<Abandoned> {
        self.until_look -= 1;
        if self.until_look == 0 { self.look(bytes) } else { self.abandoned }
    }

    #[cold]
    fn look(&mut self, bytes: usize) -> Option<Abandoned> {
        self.until_look = LOOK_EVERY;
        let Watch { interrupt, deadline, bytes: limit } = self.watch;
        if self.abandoned.is_some() {
            self.abandoned
        } else if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Abandoned::Interrupted)
        } else if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            Some(Abandoned::Time)
        } else if limit.is_some_and(|limit| limit < bytes) {
            Some(Abandoned::Memory)
        } else {
            None
        }
    }

    /// The steps that lead from the state in `vector` to the entry with this number.
    pub fn path_to(
        &mut self,
        vector: &mut StateVector<P>,
        entry: usize,
    ) -> Result<Option<Vec<StepTaken>>, Abandoned> {
        let mut scratch = Successors::default();
        self.wanted = Some((entry, Vec::new()));
        self.all_successors(vector, &mut scratch)?;
        let path = self.wanted.take().map(|(_, path)| path);
        Ok(path.filter(|_| entry < scratch.entries.len()))
    }

    fn new_level(
        &self,
        mark: Mark<P::Saved>,
        role: Role,
        step: StepTaken,
        only: Option<u32>,
        reshaped: bool,
        step_reshaped: bool,
    ) -> Level<P::Saved> {
        Level {
            mark,
            role,
            step,
            pid: only.map_or(self.directory.frames.len() as u32, |pid| pid + 1),
            edge: 0,
            edge_end: 0,
            moved: false,
            progress: false,
            escape: 0,
            reshaped,
            step_reshaped,
            offer: self.n_offers,
        }
    }

    /// The next edge to try on the top level.
    fn next_edge(
        &mut self,
        vector: &StateVector<P>,
        mut top: Level<P::Saved>,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Option<EdgeId> {
        let last = self.levels.len() - 1;
        loop {
            if top.edge < top.edge_end {
                let edge = EdgeId(top.edge);
                top.edge += 1;
                let escape = self.program.edges[edge.index()].escape;
                if top.escape != 0 && top.escape != escape {
                    top.edge = top.edge_end;
                    continue;
                }
                self.levels[last] = top;
                return Some(edge);
            }
            let stop = match top.role {
                Role::Atomic => top.step.process,
                Role::Base { .. } | Role::Rendezvous => 0,
            };
            if top.pid <= stop {
                self.levels[last] = top;
                return None;
            }
            top.pid -= 1;
            top.moved = false;
            top.escape = 0;
            if top.role == Role::Rendezvous && top.pid == top.step.process {
                continue;
            }
            let timeout = matches!(top.role, Role::Base { timeout: true });
            let view = self.view(vector, top.pid, false, timeout);
            let may_run = view.may_run();
            if !self.mild_faults.borrow().is_empty() {
                self.complain_mildly();
                for complaint in std::mem::take(&mut self.complaints) {
                    self.report(run, complaint.kind, Some(top.pid), None, complaint.fatal);
                }
            }
            let view = self.view(vector, top.pid, false, timeout);
            match may_run {
                Ok(true) => {
                    let location = &self.program.locations[view.location(top.pid).index()];
                    (top.edge, top.edge_end) = (location.first.0, location.end.0);
                }
                Ok(false) => {}
                Err(fault) => {
                    let process = Some(top.pid);
                    self.report(run, ViolationKind::Fault(fault), process, None, self.is_fatal(fault));
                }
            }
        }
    }

    fn try_edge(
        &mut self,
        vector: &mut StateVector<P>,
        id: EdgeId,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Result<(), Abandoned> {
        let last = self.levels.len() - 1;
        let top = self.levels[last];
        let edge = self.program.edges[id.index()];
        let pid = top.pid;
        self.reshaped = false;
        self.offered = (top.role == Role::Rendezvous).then_some(top.offer);
        let timeout = matches!(top.role, Role::Base { timeout: true });
        let mark = vector.mark();
        let site = Site { pid, moved: top.moved, timeout };
        let mut fired = self.fire(vector, site, edge.action);
        // A statement counts as reached when it is tried, a `d_step` when it begins.
        let begun = fired != Ok(Fired::Blocked) || !matches!(edge.action, Action::DStep(_));
        if self.offered.is_none() && begun {
            self.reached[edge.statement as usize] = true;
        }
        let step = StepTaken { process: pid, edge: id };
        if self.has_claims() && matches!(fired, Ok(Fired::Done | Fired::Offered)) {
            self.check_claims(vector, pid, edge);
        }
        if fired == Ok(Fired::Done) && edge.effects != Effects::default() {
            fired = self.fire_effects(vector, site, edge.effects).map(|()| Fired::Done);
        }
        self.complain_mildly();
        if !self.complaints.is_empty() {
            for Complaint { kind, fatal, statement } in std::mem::take(&mut self.complaints) {
                let statement = statement.unwrap_or(edge.statement);
                self.report_step(run, kind, step, Edge { statement, ..edge }, fatal);
            }
        }
        match fired {
            Ok(Fired::Blocked) => {
                self.undo(vector, mark);
                return Ok(());
            }
            Err(fault) => {
                self.undo(vector, mark);
                self.report_step(run, ViolationKind::Fault(fault), step, edge, self.is_fatal(fault));
                return Ok(());
            }
            Ok(Fired::Done | Fired::Offered) => {}
        }
        let offered = fired == Ok(Fired::Offered);
        self.levels[last].moved |= !offered;
        self.levels[last].escape = edge.escape;
        self.finish_step(vector, pid, edge);
        let reshaped = top.reshaped || self.reshaped;
        if offered || edge.atomic {
            let role = if offered { Role::Rendezvous } else { Role::Atomic };
            let only = (!offered).then_some(pid);
            if !offered {
                self.pending.atomic_steps += 1;
            }
            let level = self.new_level(vector.mark(), role, step, only, reshaped, self.reshaped);
            self.levels.push(level);
            self.n_offers += usize::from(offered);
            self.pending.peak = self.pending.peak.max(self.levels.len() as u32 - 1);
            if self.max_levels < self.levels.len() {
                self.abandon(vector, run);
                return Err(Abandoned::TooDeep(edge.statement));
            }
        } else {
            self.levels[last].progress = true;
            self.mark_reached(edge);
            self.emit(vector, run, reshaped, self.levels.len() as u32, Some(step));
            self.undo(vector, mark);
        }
        Ok(())
    }

    /// Checks a message that has just been sent or received against `xs` and `xr`.
    fn check_claims(&mut self, vector: &StateVector<P>, pid: u32, edge: Edge) {
        let (channel, side) = match edge.action {
            Action::Send(id) => (self.program.sends[id.index()].channel, Side::Send),
            Action::Receive(id) => (self.program.receives[id.index()].channel, Side::Receive),
            _ => return,
        };
        if let Ok(channel) = self.view(vector, pid, false, false).eval(channel) {
            self.check_claim(channel, side, pid, edge.statement);
        }
    }

    /// Turns errors behind which evaluation goes on into violations.
    pub(super) fn complain_mildly(&mut self) {
        let strays = self.mild_faults.get_mut();
        let statement = self.merged;
        let complaint = |fault| Complaint { kind: ViolationKind::Fault(fault), fatal: false, statement };
        self.complaints.extend(strays.drain(..).map(complaint));
    }

    /// What every step does besides its action: `_last` and the new location.
    pub(super) fn finish_step(&mut self, vector: &mut StateVector<P>, pid: u32, edge: Edge) {
        if let Some(last) = self.program.last {
            // A field at a known place cannot fault.
            let _ = self.store(vector, pid, Target::Field(Area::Global, last), pid as i32);
        }
        if edge.target.0 != 0 {
            let slot = self.directory.frames[pid as usize];
            self.set_location(vector, slot, edge.target);
        }
    }

    fn mark_reached(&mut self, edge: Edge) {
        self.reached[edge.statement as usize] = true;
        if edge.target.0 != 0 {
            let statement = self.program.locations[edge.target.index()].statement;
            self.reached[statement as usize] = true;
        }
    }

    /// Takes back a step.
    pub(super) fn undo(&mut self, vector: &mut StateVector<P>, mark: Mark<P::Saved>) {
        vector.rewind(mark);
        if self.reshaped {
            self.directory.read(self.program, vector.words());
        }
    }

    /// All edges of the top level have been tried.
    fn finish_level(
        &mut self,
        vector: &mut StateVector<P>,
        top: Level<P::Saved>,
        run: &mut Expansion<'_, P::Saved>,
    ) {
        let top = Level { progress: self.levels[self.levels.len() - 1].progress, ..top };
        match top.role {
            Role::Base { timeout } => {
                if !top.progress && !timeout && self.program.has_timeout {
                    let last = self.levels.len() - 1;
                    let again = Role::Base { timeout: true };
                    self.levels[last] = self.new_level(top.mark, again, top.step, None, false, false);
                    return;
                }
                if !top.progress {
                    self.check_end_state(vector, run);
                }
                self.levels.pop();
                return;
            }
            Role::Atomic if !top.progress => {
                let steps = self.levels.len() as u32 - 1;
                self.emit(vector, run, top.reshaped, steps, None);
            }
            Role::Rendezvous => self.n_offers = top.offer,
            Role::Atomic => {}
        }
        self.levels.pop();
        let Some(parent) = self.levels.last_mut() else { return };
        if top.role == Role::Atomic || top.progress {
            parent.progress = true;
            parent.moved = true;
            vector.rewind(parent.mark);
            self.mark_reached(self.program.edges[top.step.edge.index()]);
        } else {
            // Nobody took the offer: the send was not executable after all.
            parent.escape = 0;
            vector.rewind(parent.mark);
        }
        if top.step_reshaped {
            self.directory.read(self.program, vector.words());
        }
    }

    fn check_end_state(&mut self, vector: &StateVector<P>, run: &mut Expansion<'_, P::Saved>) {
        let n_processes = self.directory.frames.len() as u32;
        let view = self.view(vector, 0, false, false);
        let stuck = (0..n_processes).find(|&pid| !self.program.locations[view.location(pid).index()].is_end);
        if let (Some(pid), true) = (stuck, self.checks.end_states) {
            let statement = self.program.locations[view.location(pid).index()].statement;
            self.report(run, ViolationKind::InvalidEndState, Some(pid), Some(statement), false);
        }
    }

    fn report_step(
        &mut self,
        run: &mut Expansion<'_, P::Saved>,
        kind: ViolationKind,
        step: StepTaken,
        edge: Edge,
        fatal: bool,
    ) {
        self.capture(run, Some(step));
        self.push(run, kind, Some(step.process), Some(edge.statement), fatal);
    }

    fn report(
        &mut self,
        run: &mut Expansion<'_, P::Saved>,
        kind: ViolationKind,
        process: Option<u32>,
        statement: Option<u32>,
        fatal: bool,
    ) {
        self.capture(run, None);
        self.push(run, kind, process, statement, fatal);
    }

    fn push(
        &mut self,
        run: &mut Expansion<'_, P::Saved>,
        kind: ViolationKind,
        process: Option<u32>,
        statement: Option<u32>,
        fatal: bool,
    ) {
        let steps = self.levels.len() as u32 - 1;
        let Remainder { atomic_steps, peak } = std::mem::take(&mut self.pending);
        let violation = Violation { kind, process, statement, steps, fatal };
        run.out.entries.push(Entry { kind: EntryKind::Violation(violation), atomic_steps, peak });
    }

    fn emit(
        &mut self,
        vector: &StateVector<P>,
        run: &mut Expansion<'_, P::Saved>,
        reshaped: bool,
        steps: u32,
        step: Option<StepTaken>,
    ) {
        self.capture(run, step);
        let Remainder { atomic_steps, peak } = std::mem::take(&mut self.pending);
        let first = run.out.changes.len() as u32;
        vector.changes_since(run.base, &mut run.out.changes);
        let successor = Successor {
            digest: vector.digest(),
            saved: vector.saved(),
            first,
            end: run.out.changes.len() as u32,
            len: vector.len() as u32,
            steps,
            reshaped,
        };
        run.out.entries.push(Entry { kind: EntryKind::State(successor), atomic_steps, peak });
    }

    /// Keeps the path to the next entry if it is the one that is wanted.
    fn capture(&mut self, run: &Expansion<'_, P::Saved>, step: Option<StepTaken>) {
        if let Some((entry, path)) = &mut self.wanted
            && *entry == run.out.entries.len() - run.first_entry
        {
            path.extend(self.levels[1..].iter().map(|level| level.step));
            path.extend(step);
        }
    }

    fn abandon(&mut self, vector: &mut StateVector<P>, run: &Expansion<'_, P::Saved>) {
        self.levels.clear();
        self.n_offers = 0;
        self.abandoned = None;
        self.pending = Remainder::default();
        vector.rewind(run.base);
        self.directory.read(self.program, vector.words());
    }
}

/// One call of [`Interpreter::expand`].
struct Expansion<'a, S> {
    base: Mark<S>,
    out: &'a mut Successors<S>,
    first_entry: usize,
}

impl<S> Expansion<'_, S> {
    /// Memory that the successors found so far take, those of other states on the path included.
    fn bytes(&self) -> usize {
        size_of_val(&self.out.entries[..]) + size_of_val(&self.out.changes[..])
    }
}

/// Steps between two looks at the watch.
pub(super) const LOOK_EVERY: u32 = 1 << 16;
