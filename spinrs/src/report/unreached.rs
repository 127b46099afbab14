//! Code that the search never reached: often the first sign that a model does not do what was meant.

use super::{Unreached, UnreachedState};
use crate::wording::Wording;
use checker::Verification;
use promela::ir::Proctype;

/// Per proctype, the statements that were never tried.
pub(super) fn unreached(found: &Verification, wording: &Wording<'_>) -> Vec<Unreached> {
    found.program.proctypes.iter().map(|proctype| of_proctype(found, wording, proctype)).collect()
}

fn of_proctype(found: &Verification, wording: &Wording<'_>, proctype: &Proctype) -> Unreached {
    let program = &found.program;
    let reached = |index: u32| found.outcome.reached.get(index as usize).copied().unwrap_or(false);
    let mut states = Vec::new();
    for index in proctype.statements.clone() {
        let statement = &program.statements[index as usize];
        if reached(index) || statement.stand_in.is_some_and(reached) {
            continue;
        }
        for &listed in &statement.listed {
            let position = wording.place(program.statements[listed as usize].span);
            states.push(UnreachedState {
                file: position.file,
                line: position.line,
                state: statement.number,
                text: wording.statement(program, listed),
            });
        }
    }
    Unreached { proctype: proctype.name.clone(), n_states: proctype.statements.len(), states }
}
