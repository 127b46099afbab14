//! Statements and options that no execution reaches, and rendezvous where none is possible.

use super::{Lints, code, walk};
use crate::hir::{ExpressionKind, Initial, Model, Reference, Statement, StatementKind as Kind};
use crate::source::Span;
use std::collections::HashSet;

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    let mut control = Control { model, lints };
    for proctype in &model.proctypes {
        control.sequence(&proctype.body, false);
    }
}

struct Control<'a, 't> {
    model: &'a Model,
    lints: &'a mut Lints<'t>,
}

impl Control<'_, '_> {
    fn sequence(&mut self, body: &[Statement], in_d_step: bool) {
        for pair in body.windows(2) {
            if !goes_on(&pair[0]) && !has_label(&pair[1]) {
                self.dead_code(&pair[0], &pair[1]);
                break;
            }
        }
        for statement in body {
            match &statement.kind {
                // The text of an inline's argument is that of the call, so its choices are asked as a whole.
                Kind::If(options) | Kind::Do(options) if !self.lints.is_generated(statement.span) => {
                    self.options(options, in_d_step);
                }
                Kind::DStep(inside) => self.rendezvous(inside),
                _ => {}
            }
            let in_d_step = in_d_step || matches!(statement.kind, Kind::DStep(_));
            walk::inner(statement, &mut |inside| self.sequence(inside, in_d_step));
        }
    }

    fn dead_code(&mut self, before: &Statement, dead: &Statement) {
        let end =
            Span { start: before.span.end.saturating_sub(1).max(before.span.start), end: before.span.end };
        let (place, why) = match before.kind {
            Kind::Goto(_) | Kind::Break => (before.span, "jumps away"),
            Kind::Do(_) => (end, "this loop has no `break`"),
            _ => (end, "no way leads past this"),
        };
        self.lints.warn(code::DEAD_CODE, "this statement is never reached", dead.span).and(place, why);
    }

    fn options(&mut self, options: &[Vec<Statement>], in_d_step: bool) {
        let guards: Vec<&Statement> = options.iter().filter_map(|option| option.first()).collect();
        for guard in &guards {
            if let Kind::Condition(e) = &guard.kind
                && matches!(e.kind, ExpressionKind::Constant(0))
                && guard.labels.is_empty()
                && !self.lints.is_generated(guard.span)
            {
                self.lints
                    .warn(code::DEAD_OPTION, "this option can never be taken", guard.span)
                    .label("never true");
            }
        }
        let Some(position) = guards.iter().position(|guard| always_executable(guard)) else { return };
        let free = guards[position];
        if self.lints.is_generated(free.span) {
            return;
        }
        let hint = match free.kind {
            Kind::Assign(..) => Some("`=` assigns and can always be executed; `==` compares"),
            _ => None,
        };
        for (at, guard) in guards.iter().enumerate() {
            let is_else = matches!(guard.kind, Kind::Else);
            // A d_step takes the first option that it can.
            let hidden = in_d_step && position < at;
            if (!is_else && !hidden) || self.lints.is_generated(guard.span) || !guard.labels.is_empty() {
                continue;
            }
            let (code, message) = match is_else {
                true => (code::DEAD_ELSE, "this `else` can never be taken"),
                false => (code::DEAD_OPTION, "this option of a d_step can never be taken"),
            };
            let warning = self.lints.warn(code, message, guard.span);
            let warning = warning.and(free.span, "this option can always be taken");
            if let Some(hint) = hint {
                warning.hint(hint);
            }
        }
    }

    fn rendezvous(&mut self, body: &[Statement]) {
        let mut found = Vec::new();
        let guards: HashSet<Span> = guards(body).into_iter().collect();
        walk::statements(body, &mut |statement| {
            let (channel, receives) = match &statement.kind {
                Kind::Send { channel, .. } => (channel, false),
                Kind::Receive { channel, .. } => (channel, true),
                _ => return,
            };
            // A d_step may begin by taking what another process holds out.
            let begins = receives && guards.contains(&statement.span);
            if !begins && let Some(declared) = self.rendezvous_channel(channel) {
                found.push((statement.span, declared));
            }
        });
        for (span, declared) in found {
            self.lints
                .warn(code::RENDEZVOUS_IN_D_STEP, "a rendezvous inside a d_step", span)
                .and(declared, "the channel holds no messages")
                .hint("a d_step cannot wait for another process: use `atomic`");
        }
    }

    /// The declaration of a channel that is a rendezvous channel for sure.
    fn rendezvous_channel(&self, channel: &Reference) -> Option<Span> {
        let variable = &self.model.variables[channel.variable.0 as usize];
        match &variable.initial {
            Initial::Channel(ty) if ty.capacity == 0 && channel.fields.is_empty() => Some(variable.span),
            _ => None,
        }
    }
}

/// The statements that decide whether a sequence can begin.
fn guards(body: &[Statement]) -> Vec<Span> {
    match body.first() {
        None => Vec::new(),
        Some(Statement { kind: Kind::If(options) | Kind::Do(options), .. }) => {
            options.iter().flat_map(|option| guards(option)).collect()
        }
        Some(Statement {
            kind: Kind::Atomic(inside) | Kind::DStep(inside) | Kind::Block(inside), ..
        }) => guards(inside),
        Some(first) => vec![first.span],
    }
}

/// Whether the statement behind this one can be reached through it.
fn goes_on(statement: &Statement) -> bool {
    match &statement.kind {
        Kind::Goto(_) | Kind::Break => false,
        Kind::If(options) => options.iter().any(|option| sequence_goes_on(option)),
        Kind::Do(options) => options.iter().any(|option| breaks(option)),
        Kind::Atomic(body) | Kind::DStep(body) | Kind::Block(body) => sequence_goes_on(body),
        Kind::Unless(main, escape) => goes_on(main) || goes_on(escape),
        _ => true,
    }
}

pub(super) fn sequence_goes_on(body: &[Statement]) -> bool {
    // A jump may lead to a label behind the statement that goes nowhere.
    body.iter().rposition(|s| !goes_on(s)).is_none_or(|at| body[at + 1..].iter().any(has_label))
}

/// Whether a `break` in this sequence leaves the loop around it.
fn breaks(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        Kind::Break => true,
        Kind::Do(_) | Kind::Loop { .. } => false,
        // The escape of a loop belongs to the loop around.
        Kind::Unless(main, escape) => {
            breaks(std::slice::from_ref(main)) || breaks(std::slice::from_ref(escape))
        }
        _ => {
            let mut found = false;
            walk::inner(statement, &mut |inside| found |= breaks(inside));
            found
        }
    })
}

fn has_label(statement: &Statement) -> bool {
    let mut found = !statement.labels.is_empty();
    walk::inner(statement, &mut |inside| found |= inside.iter().any(has_label));
    found
}

fn always_executable(guard: &Statement) -> bool {
    match &guard.kind {
        Kind::Assign(_, value) => !has_run(value),
        Kind::Condition(e) => matches!(e.kind, ExpressionKind::Constant(value) if value != 0),
        Kind::Assert(_) | Kind::Print { .. } | Kind::PrintSymbol(_) | Kind::Pass => true,
        Kind::Goto(_) | Kind::Break => true,
        _ => false,
    }
}

fn has_run(expression: &crate::hir::Expression) -> bool {
    let mut found = false;
    walk::tree(expression, &mut |e| found |= matches!(e.kind, ExpressionKind::Run { .. }));
    found
}
