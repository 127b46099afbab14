//! All successors of a state, in Spin's order: the youngest process first, edges as written.
//!
//! A successor is the next state that is *stored*. Steps inside an atomic sequence and the first half of a
//! rendezvous lead to unstored states, which are explored here, on a stack of [`Level`]s, until control is
//! given up. Two rules decide what is stored (Holzmann 2004, chapter 7): an atomic sequence that
//! blocks yields a state like any other, in which everybody may move; and a rendezvous passes control to
//! the receiver, so that the sender's atomic sequence is interrupted by it.

use super::compiled::{Circumstances, Cursor, Swept};
use super::fire::{Complaint, Fired, Site};
use super::successors::{Remainder, Successors, ViolationKind};
use super::{Abandoned, Interpreter, StepTaken, Watch};
use crate::ir::{Action, Area, Edge, EdgeId, Effect, Effects, Target};
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
    role: Role,
    /// The step that led here.
    pub(super) step: StepTaken,
    pub(super) cursor: Cursor,
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
        scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        let first_entry = out.entries.len();
        let swept = match (scope, &self.jit) {
            (Scope::Rest { .. }, _) | (_, None) => None,
            (_, Some(_)) => {
                // Most states need no levels: code finds all their successors in one sweep.
                let range = match scope {
                    Scope::Only(pid) => [pid + 1, pid],
                    _ => [self.directory.frames.len() as u32, 0],
                };
                let status = self.sweep_stored(vector, range, out);
                let progress = first_entry < out.entries.len();
                if status == 0 && (progress || scope != Scope::All) {
                    let bytes = size_of_val(&out.entries[..]) + size_of_val(&out.writes[..]);
                    let pending = std::mem::take(&mut self.machine.pending);
                    return self.tick(bytes).map_or(Ok(pending), Err);
                }
                Some((status, progress))
            }
        };
        let mut run = Expansion { base: vector.mark(), out, first_entry, scope };
        self.climb(vector, swept, &mut run)?;
        Ok(std::mem::take(&mut self.machine.pending))
    }

    /// Tries edge after edge, level upon level, until the base has been tried. Code may have begun, with this status
    /// and perhaps some progress.
    fn climb(
        &mut self,
        vector: &mut StateVector<P>,
        swept: Option<(u32, bool)>,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Result<(), Abandoned> {
        let compiled = self.jit.is_some();
        self.levels.clear();
        let mut cursor = self.base_cursor(run);
        if let Some((status, progress)) = swept {
            let (pid, moved) = self.machine.visited();
            cursor = Cursor { pid, moved, progress, ..cursor };
            let swept = self.swept(vector, &mut cursor, status, false);
            self.levels.push(self.base_level(run, cursor, false));
            self.go_on(vector, swept, run)?;
        } else {
            self.levels.push(self.base_level(run, cursor, false));
        }
        while let Some(level) = self.levels.last_mut() {
            let Level { mut cursor, reshaped, .. } = *level;
            let offer = (level.role == Role::Rendezvous).then_some(level.offer);
            let timeout = level.role == Role::Base { timeout: true };
            let interpreted = cursor.edge < cursor.edge_end && cursor.interpreted;
            if let Some(reason) = self.tick(run.bytes()) {
                self.abandon(vector, run);
                return Err(reason);
            }
            if compiled && !interpreted {
                let here = Circumstances { steps: self.levels.len() as u32, offer, timeout, reshaped };
                let swept = self.sweep(vector, &mut cursor, here, run);
                self.top().cursor = cursor;
                self.go_on(vector, swept, run)?;
                continue;
            }
            match self.next_edge(vector, compiled, run) {
                Some(edge) => self.try_edge(vector, edge, run)?,
                None if compiled => {}
                None => self.finish_level(vector, run),
            }
        }
        Ok(())
    }

    /// Goes on with the top level where a sweep has left it.
    fn go_on(
        &mut self,
        vector: &mut StateVector<P>,
        swept: Swept,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Result<(), Abandoned> {
        self.reshaped = false;
        match swept {
            Swept::All => self.finish_level(vector, run),
            Swept::Interpret => self.top().escape = 0,
            Swept::InterpretEdge => {
                let cursor = &mut self.top().cursor;
                cursor.edge += 1;
                let edge = EdgeId(cursor.edge - 1);
                self.try_edge(vector, edge, run)?;
            }
            Swept::Fired(edge) => self.hold_on(vector, EdgeId(edge), false, run)?,
            Swept::Offered(edge) => self.hold_on(vector, EdgeId(edge), true, run)?,
        }
        Ok(())
    }

    /// Counts a step; looks at the watch now and then.
    #[inline]
    pub(super) fn tick(&mut self, bytes: usize) -> Option<Abandoned> {
        self.machine.until_look -= 1;
        if self.machine.until_look == 0 { self.look(bytes) } else { self.abandoned }
    }

    #[cold]
    fn look(&mut self, bytes: usize) -> Option<Abandoned> {
        self.machine.until_look = LOOK_EVERY;
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

    /// The steps that lead from the state in `vector` to the entry with this number in an expansion by `scope`.
    pub fn path_to(
        &mut self,
        vector: &mut StateVector<P>,
        scope: Scope,
        entry: usize,
    ) -> Result<Option<Vec<StepTaken>>, Abandoned> {
        let mut scratch = Successors::default();
        self.wanted = Some((entry, Vec::new()));
        self.all_successors(vector, scope, &mut scratch)?;
        let path = self.wanted.take().map(|(_, path)| path);
        Ok(path.filter(|_| entry < scratch.entries.len()))
    }

    /// In front of the processes in scope.
    #[inline]
    fn base_cursor(&self, run: &Expansion<'_, P::Saved>) -> Cursor {
        let all = Cursor::new(self.directory.frames.len());
        match run.scope {
            Scope::All => all,
            Scope::Only(pid) => Cursor::only(pid),
            Scope::Rest { without, moved } => Cursor { skip: without, progress: moved, ..all },
        }
    }

    /// The level on which the expansion starts.
    fn base_level(&self, run: &Expansion<'_, P::Saved>, cursor: Cursor, timeout: bool) -> Level<P::Saved> {
        let nobody = StepTaken { process: 0, edge: EdgeId(0) };
        self.new_level(run.base, Role::Base { timeout }, nobody, cursor, [false; 2])
    }

    fn new_level(
        &self,
        mark: Mark<P::Saved>,
        role: Role,
        step: StepTaken,
        cursor: Cursor,
        [reshaped, step_reshaped]: [bool; 2],
    ) -> Level<P::Saved> {
        let offer = self.n_offers;
        Level { mark, role, step, cursor, escape: 0, reshaped, step_reshaped, offer }
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
            let cursor = &mut level.cursor;
            if cursor.edge < cursor.edge_end {
                let edge = EdgeId(cursor.edge);
                cursor.edge += 1;
                let escape = program.edges[edge.index()].escape;
                if level.escape != 0 && level.escape != escape {
                    cursor.end_edges();
                    continue;
                }
                return Some(edge);
            }
            if of_process || !cursor.next_pid() {
                return None;
            }
            level.escape = 0;
            let (pid, timeout) = (cursor.pid, level.role == Role::Base { timeout: true });
            if self.is_free || self.may_run(vector, pid, timeout, run) {
                let location = self.view(vector, pid, false, timeout).location(pid);
                let location = &program.locations[location.index()];
                self.top().cursor.start_edges(location);
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
        let pid = top.cursor.pid;
        self.reshaped = false;
        self.offered = (top.role == Role::Rendezvous).then_some(top.offer);
        let timeout = matches!(top.role, Role::Base { timeout: true });
        let mark = vector.mark();
        if self.has_claims() && self.offered.is_none() {
            self.check_claims(vector, pid, edge);
        }
        let site = Site { pid, moved: top.cursor.moved, timeout };
        let mut fired = self.fire(vector, site, edge.action);
        // A statement counts as reached when it is tried, a `d_step` when it begins.
        let begun = fired != Ok(Fired::Blocked) || !matches!(edge.action, Action::DStep(_));
        if self.offered.is_none() && begun {
            self.machine.reached[edge.statement as usize] = true;
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
        self.levels[last].cursor.moved |= !offered;
        self.levels[last].escape = edge.escape;
        self.finish_step(vector, pid, edge);
        if offered || edge.atomic {
            return self.hold_on(vector, id, offered, run);
        }
        self.levels[last].cursor.progress = true;
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
        let pid = top.cursor.pid;
        let role = if offered { Role::Rendezvous } else { Role::Atomic };
        let step = StepTaken { process: pid, edge: id };
        let reshaped = top.reshaped || self.reshaped;
        let cursor = if offered {
            Cursor { skip: pid, ..Cursor::new(self.directory.frames.len()) }
        } else {
            self.machine.pending.atomic_steps += 1;
            Cursor::only(pid)
        };
        self.levels.push(self.new_level(vector.mark(), role, step, cursor, [reshaped, self.reshaped]));
        self.n_offers += usize::from(offered);
        self.machine.pending.peak = self.machine.pending.peak.max(self.levels.len() as u32 - 1);
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
        self.machine.reached[edge.statement as usize] = true;
        for effect in &self.program.effects[edge.effects.range()] {
            if let Effect::Do(_, statement) = *effect {
                self.machine.reached[statement as usize] = true;
            }
        }
        if edge.target.0 != 0 {
            let statement = self.program.locations[edge.target.index()].statement;
            self.machine.reached[statement as usize] = true;
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
                if !top.cursor.progress && !timeout && self.program.has_timeout && !alone {
                    *self.top() = self.base_level(run, self.base_cursor(run), true);
                    return;
                }
                if !top.cursor.progress && !alone {
                    self.check_end_state(vector, run);
                }
                self.levels.pop();
                return;
            }
            Role::Atomic if !top.cursor.progress => {
                let steps = self.levels.len() as u32 - 1;
                self.emit(vector, run, top.reshaped, steps, None);
            }
            Role::Rendezvous => self.n_offers = top.offer,
            Role::Atomic => {}
        }
        self.levels.pop();
        let Some(parent) = self.levels.last_mut() else { return };
        if top.role == Role::Atomic || top.cursor.progress {
            parent.cursor.progress = true;
            parent.cursor.moved = true;
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
        self.machine.pending = Remainder::default();
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
        size_of_val(&self.out.entries[..]) + size_of_val(&self.out.writes[..])
    }
}

/// Steps between two looks at the watch.
pub(super) const LOOK_EVERY: u32 = 1 << 16;
