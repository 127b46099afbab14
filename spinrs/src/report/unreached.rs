//! Code that the search never reached: often the first sign that a model does not do what was meant.

use super::{Unreached, UnreachedState};
use crate::wording::Wording;
use checker::Verification;
use promela::ir::{Proctype, StatementKind};

/// Per proctype, the statements that were never tried.
pub(super) fn unreached(found: &Verification, wording: &Wording<'_>) -> Vec<Unreached> {
    found.program.proctypes.iter().map(|proctype| of_proctype(found, wording, proctype)).collect()
}

fn of_proctype(found: &Verification, wording: &Wording<'_>, proctype: &Proctype) -> Unreached {
    let program = &found.program;
    let mut states = Vec::new();
    for index in proctype.statements.clone() {
        let statement = &program.statements[index as usize];
        let reached = found.outcome.reached.get(index as usize).copied().unwrap_or(false);
        if reached || matches!(statement.kind, StatementKind::Joint | StatementKind::Goto) {
            continue;
        }
        let position = wording.place(statement.span);
        states.push(UnreachedState {
            file: position.file,
            line: position.line,
            state: statement.number,
            text: wording.statement(program, index),
        });
    }
    Unreached { proctype: proctype.name.clone(), n_states: proctype.statements.len(), states }
}
