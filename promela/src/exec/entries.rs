//! What an expansion hands to the search: successor states and violations, with the counts that belong to them.

use super::expand::Expansion;
use super::successors::{Entry, EntryKind, Remainder, Successor, Violation, ViolationKind};
use super::{Interpreter, StepTaken};
use crate::ir::Edge;
use hashing::{DigestPolicy, Guess, StateVector};

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// A violation by a step.
    pub(super) fn report_step(
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

    /// A violation by a state.
    pub(super) fn report(
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
        let Remainder { atomic_steps, peak } = std::mem::take(&mut self.machine.pending);
        let violation = Violation { kind, process, statement, steps, fatal };
        run.out.entries.push(Entry { kind: EntryKind::Violation(violation), atomic_steps, peak });
    }

    /// A successor: the state in `vector`.
    pub(super) fn emit(
        &mut self,
        vector: &StateVector<P>,
        run: &mut Expansion<'_, P::Saved>,
        reshaped: bool,
        steps: u32,
        step: Option<StepTaken>,
    ) {
        self.capture(run, step);
        let Remainder { atomic_steps, peak } = std::mem::take(&mut self.machine.pending);
        let first = run.out.writes.len() as u32;
        vector.append_writes_since(run.base, &mut run.out.writes);
        let successor = Successor {
            digest: vector.digest(),
            saved: vector.saved(),
            first,
            end: run.out.writes.len() as u32,
            len: vector.len() as u32,
            steps,
            reshaped,
            guess: Guess::Unknown,
        };
        run.out.prefetcher.prefetch(successor.digest);
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
}
