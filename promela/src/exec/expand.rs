//! All successors of a state, in Spin's order: the youngest process first, edges as written.
//!
//! A successor is the next state that is *stored*. Steps inside an atomic sequence and the first half of a
//! rendezvous lead to unstored states, which are explored here, on a stack of [`Level`]s, until control is
//! given up. Two rules decide what is stored (Holzmann 2004, chapter 7): an atomic sequence that
//! blocks yields a state like any other, in which everybody may move; and a rendezvous passes control to
//! the receiver, so that the sender's atomic sequence is interrupted by it.

use super::compiled::Swept;
use super::fire::{Complaint, Fired, Site};
use super::successors::{Remainder, Successors, ViolationKind};
use super::{Abandoned, Interpreter, StepTaken, Watch};
use crate::ir::{Action, Area, Edge, EdgeId, Effect, Effects, Target};
use crate::jit::Jit;
use hashing::{DigestPolicy, Mark, StateVector};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Which processes move in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// One: the others may be looked at later, with [`Scope::Rest`].
    Only(u32),
    /// All but one, which has been looked at and could move or not.
    Rest {
        /// That one.
        without: u32,
        /// It could move.
        moved: bool,
    },
}

/// A state on the way to successors, and how far its edges have been tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<S> {
    mark: Mark<S>,
    pub(super) role: Role,
    /// The step that led here.
    pub(super) step: StepTaken,
    /// The process being tried; processes above it have been, those below `stop` will not be, nor `skip`.
    pub(super) pid: u32,
    pub(super) stop: u32,
    pub(super) skip: Option<u32>,
    /// The first edge of the process, the next one to try, and the end.
    pub(super) edge_first: u32,
    pub(super) edge: u32,
    pub(super) edge_end: u32,
    /// The code for them.
    pub(super) entry: Option<crate::jit::Entry>,
    /// The process has moved in this state.
    pub(super) moved: bool,
    /// Some process has moved in this state.
    pub(super) progress: bool,
    /// Escape taken in this state by the process.
    pub(super) escape: u32,
    /// Processes have come or gone since the stored state.
    pub(super) reshaped: bool,
    /// The step that led here added or removed a process.
    step_reshaped: bool,
    /// The offer that waits for a partner here.
    pub(super) offer: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
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
        scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        let first_entry = out.entries.len();
        let base = vector.mark();
        let mut run = Expansion { base, out, first_entry, scope };
        self.levels.clear();
        self.levels.push(self.base_level(&run, false));
        // The code is lent to the expansion, so that calling it does not borrow the interpreter.
        let mut jit = self.jit.take();
        let result = self.climb(vector, jit.as_mut(), &mut run);
        self.jit = jit;
        result.map(|()| std::mem::take(&mut self.pending))
    }

    /// Tries edge after edge, level upon level, until the base has been tried.
    fn climb(
        &mut self,
        vector: &mut StateVector<P>,
        mut jit: Option<&mut Jit<'_>>,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Result<(), Abandoned> {
        while let Some(level) = self.levels.last() {
            let interpreted = level.edge < level.edge_end && level.entry.is_none();
            if let Some(reason) = self.tick(run.bytes()) {
                self.abandon(vector, run);
                return Err(reason);
            }
            match &mut jit {
                Some(jit) if !interpreted => match self.sweep(vector, jit, run) {
                    Swept::All => self.finish_level(vector, run),
                    Swept::Interpret => {}
                    Swept::InterpretEdge => {
                        let level = self.top();
                        level.edge += 1;
                        let edge = EdgeId(level.edge - 1);
                        self.try_edge(vector, edge, run)?;
                    }
                    Swept::Fired(edge) => self.hold_on(vector, EdgeId(edge), false, run)?,
                    Swept::Offered(edge) => self.hold_on(vector, EdgeId(edge), true, run)?,
                },
                _ => match self.next_edge(vector, jit.is_some(), run) {
                    Some(edge) => self.try_edge(vector, edge, run)?,
                    None if jit.is_some() => {}
                    None => self.finish_level(vector, run),
                },
            }
        }
        Ok(())
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
        self.all_successors(vector, Scope::All, &mut scratch)?;
        let path = self.wanted.take().map(|(_, path)| path);
        Ok(path.filter(|_| entry < scratch.entries.len()))
    }

    /// The level on which the expansion starts.
    fn base_level(&self, run: &Expansion<'_, P::Saved>, timeout: bool) -> Level<P::Saved> {
        let nobody = StepTaken { process: 0, edge: EdgeId(0) };
        let level = self.new_level(run.base, Role::Base { timeout }, nobody, false, false);
        match run.scope {
            Scope::All => level,
            Scope::Only(pid) => Level { pid: pid + 1, stop: pid, ..level },
            Scope::Rest { without, moved } => Level { skip: Some(without), progress: moved, ..level },
        }
    }

    /// A level on which all processes are tried.
    fn new_level(
        &self,
        mark: Mark<P::Saved>,
        role: Role,
        step: StepTaken,
        reshaped: bool,
        step_reshaped: bool,
    ) -> Level<P::Saved> {
        Level {
            mark,
            role,
            step,
            pid: self.directory.frames.len() as u32,
            stop: 0,
            skip: None,
            edge_first: 0,
            edge: 0,
            edge_end: 0,
            entry: None,
            moved: false,
            progress: false,
            escape: 0,
            reshaped,
            step_reshaped,
            offer: self.n_offers,
        }
    }

    fn top(&mut self) -> &mut Level<P::Saved> {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// The next edge to try on the top level, of this process only or of any.
    fn next_edge(
        &mut self,
        vector: &StateVector<P>,
        of_process: bool,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Option<EdgeId> {
        loop {
            let program = self.program;
            let level = self.top();
            if level.edge < level.edge_end {
                let edge = EdgeId(level.edge);
                level.edge += 1;
                let escape = program.edges[edge.index()].escape;
                if level.escape != 0 && level.escape != escape {
                    level.end_edges();
                    continue;
                }
                return Some(edge);
            }
            if of_process || !level.next_pid() {
                return None;
            }
            let (pid, timeout) = (level.pid, level.role == Role::Base { timeout: true });
            if self.is_free || self.may_run(vector, pid, timeout, run) {
                let location = self.view(vector, pid, false, timeout).location(pid);
                let location = &program.locations[location.index()];
                self.top().start_edges(location.first.0, location.end.0);
            }
        }
    }

    /// Whether a process is allowed to run; reports what goes wrong when that is found out.
    fn may_run(
        &mut self,
        vector: &StateVector<P>,
        pid: u32,
        timeout: bool,
        run: &mut Expansion<'_, P::Saved>,
    ) -> bool {
        let may_run = self.view(vector, pid, false, timeout).may_run();
        if !self.mild_faults.borrow().is_empty() {
            self.complain_mildly();
            for complaint in std::mem::take(&mut self.complaints) {
                self.report(run, complaint.kind, Some(pid), None, complaint.fatal);
            }
        }
        may_run.unwrap_or_else(|fault| {
            self.report(run, ViolationKind::Fault(fault), Some(pid), None, self.is_fatal(fault));
            false
        })
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
        if self.has_claims() && self.offered.is_none() {
            self.check_claims(vector, pid, edge);
        }
        let site = Site { pid, moved: top.moved, timeout };
        let mut fired = self.fire(vector, site, edge.action);
        // A statement counts as reached when it is tried, a `d_step` when it begins.
        let begun = fired != Ok(Fired::Blocked) || !matches!(edge.action, Action::DStep(_));
        if self.offered.is_none() && begun {
            self.reached[edge.statement as usize] = true;
        }
        let step = StepTaken { process: pid, edge: id };
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
        if offered || edge.atomic {
            return self.hold_on(vector, id, offered, run);
        }
        self.levels[last].progress = true;
        self.mark_reached(edge);
        let reshaped = top.reshaped || self.reshaped;
        self.emit(vector, run, reshaped, self.levels.len() as u32, Some(step));
        self.undo(vector, mark);
        Ok(())
    }

    /// The top level's process has taken an edge that leads to no stored state: it keeps control, or holds out
    /// a message.
    fn hold_on(
        &mut self,
        vector: &mut StateVector<P>,
        id: EdgeId,
        offered: bool,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Result<(), Abandoned> {
        let top = *self.top();
        let pid = top.pid;
        let role = if offered { Role::Rendezvous } else { Role::Atomic };
        let step = StepTaken { process: pid, edge: id };
        let reshaped = top.reshaped || self.reshaped;
        let level = self.new_level(vector.mark(), role, step, reshaped, self.reshaped);
        let level = if offered {
            Level { skip: Some(pid), ..level }
        } else {
            self.pending.atomic_steps += 1;
            Level { pid: pid + 1, stop: pid, ..level }
        };
        self.levels.push(level);
        self.n_offers += usize::from(offered);
        self.pending.peak = self.pending.peak.max(self.levels.len() as u32 - 1);
        if self.max_levels < self.levels.len() {
            let statement = self.program.edges[id.index()].statement;
            self.abandon(vector, run);
            return Err(Abandoned::TooDeep(statement));
        }
        Ok(())
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
        for effect in &self.program.effects[edge.effects.range()] {
            if let Effect::Do(_, statement) = *effect {
                self.reached[statement as usize] = true;
            }
        }
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
    fn finish_level(&mut self, vector: &mut StateVector<P>, run: &mut Expansion<'_, P::Saved>) {
        let top = *self.top();
        match top.role {
            Role::Base { timeout } => {
                let alone = matches!(run.scope, Scope::Only(_));
                if !top.progress && !timeout && self.program.has_timeout && !alone {
                    *self.top() = self.base_level(run, true);
                    return;
                }
                if !top.progress && !alone {
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
pub(super) struct Expansion<'a, S> {
    pub(super) base: Mark<S>,
    pub(super) out: &'a mut Successors<S>,
    pub(super) first_entry: usize,
    scope: Scope,
}

impl<S> Expansion<'_, S> {
    /// Memory that the successors found so far take, those of other states on the path included.
    fn bytes(&self) -> usize {
        size_of_val(&self.out.entries[..]) + size_of_val(&self.out.changes[..])
    }
}

/// Steps between two looks at the watch.
pub(super) const LOOK_EVERY: u32 = 1 << 16;
