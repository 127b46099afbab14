//! Variables that nobody reads and proctypes that nobody starts.
//!
//! A variable that is only counted up (`x = x + 1`) is not read: nothing depends on it, yet it multiplies
//! the states.

use super::{Lints, code, walk};
use crate::hir::{Argument, Expression, ExpressionKind, Initial, Model, StatementKind, Variable, VariableId};
use std::collections::HashSet;

#[derive(Clone, Copy, Default)]
struct Use {
    read: bool,
    assigned: bool,
    received: bool,
}

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    let uses = uses(model);
    let parameters: HashSet<VariableId> =
        model.proctypes.iter().flat_map(|proctype| proctype.parameters.iter().copied()).collect();
    for (index, (variable, usage)) in model.variables.iter().zip(uses).enumerate() {
        let exempt = variable.synthetic || variable.hidden || variable.shown || variable.name == "_";
        if exempt || usage.read || parameters.contains(&VariableId(index as u32)) {
            continue;
        }
        complain(variable, usage, lints);
    }
    never_started(model, lints);
}

fn complain(variable: &Variable, usage: Use, lints: &mut Lints<'_>) {
    let name = &variable.name;
    if usage.assigned {
        lints
            .warn(code::NEVER_READ, format!("`{name}` is given values that are never read"), variable.span)
            .hint("nothing depends on it; remove it or declare it `hidden`: `--optimise none` keeps it in the states");
    } else if usage.received {
        lints
            .warn(code::NEVER_READ, format!("`{name}` takes messages that are never read"), variable.span)
            .hint("receive into `_` what does not matter: it takes no room in the state");
    } else if !variable.walked {
        lints.warn(code::NEVER_USED, format!("`{name}` is never used"), variable.span);
    }
}

fn uses(model: &Model) -> Vec<Use> {
    let mut uses = vec![Use::default(); model.variables.len()];
    for proctype in &model.proctypes {
        proctype.provided.iter().for_each(|e| read(&mut uses, e, None));
        walk::statements(&proctype.body, &mut |statement| {
            let target = match &statement.kind {
                StatementKind::Assign(target, _) => {
                    uses[target.variable.0 as usize].assigned = true;
                    Some(target.variable)
                }
                StatementKind::Receive { channel, arguments, .. } => {
                    uses[channel.variable.0 as usize].read = true;
                    for argument in arguments {
                        if let Argument::Store(target) = argument {
                            uses[target.variable.0 as usize].received = true;
                        }
                    }
                    None
                }
                StatementKind::Send { channel, .. } => {
                    uses[channel.variable.0 as usize].read = true;
                    None
                }
                _ => None,
            };
            walk::expressions(statement, &mut |e| note(&mut uses, e, target));
        });
    }
    for variable in &model.variables {
        if let Initial::Value(value) = &variable.initial {
            read(&mut uses, value, None);
        }
    }
    model.exclusive.iter().for_each(|claim| uses[claim.channel.variable.0 as usize].read = true);
    uses
}

fn read(uses: &mut [Use], expression: &Expression, target: Option<VariableId>) {
    walk::tree(expression, &mut |e| note(uses, e, target));
}

/// One expression, its parts left aside. What a variable's own new value depends on is no use of it.
fn note(uses: &mut [Use], expression: &Expression, target: Option<VariableId>) {
    match &expression.kind {
        ExpressionKind::Load(r) if Some(r.variable) == target => {}
        ExpressionKind::Load(r)
        | ExpressionKind::Length(r)
        | ExpressionKind::Full(r)
        | ExpressionKind::Empty(r)
        | ExpressionKind::NotFull(r)
        | ExpressionKind::NotEmpty(r)
        | ExpressionKind::Poll { channel: r, .. }
        | ExpressionKind::RemoteVariable(_, _, r) => uses[r.variable.0 as usize].read = true,
        _ => {}
    }
}

fn never_started(model: &Model, lints: &mut Lints<'_>) {
    let mut started = vec![false; model.proctypes.len()];
    walk::all_expressions(model, &mut |e| {
        if let ExpressionKind::Run { proctype, .. } = &e.kind {
            started[proctype.0 as usize] = true;
        }
    });
    for (proctype, started) in model.proctypes.iter().zip(started) {
        if proctype.active == 0 && !started {
            let message = format!("no process of type `{}` is ever started", proctype.name);
            lints
                .warn(code::NEVER_STARTED, message, proctype.span)
                .hint(format!("write `active proctype {0}` or `run {0}(...)`", proctype.name));
        }
    }
}
