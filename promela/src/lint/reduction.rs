//! Reads that partial-order reduction does not see.
//!
//! As in Spin, starting a process and its end count as independent of everything, although both change `_nr_pr` and
//! decide which number the next process gets, and neither the arguments of a `run` nor the indexes of a local array
//! make a step global. A reduced search may leave out orders that such a read could tell apart.

use super::{Lints, code, control, walk};
use crate::hir::{
    Argument, BinaryOperator, Expression, ExpressionKind, Model, Proctype, ProctypeId, Reference, Scope,
    Statement, StatementKind as Kind, VariableId,
};
use crate::source::Span;
use std::collections::HashSet;

const INIT: &str = ":init:";

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    if is_never_reduced(model) {
        return;
    }
    let starts = Starts::of(model);
    let writers = writers(model);
    for (id, proctype) in model.proctypes.iter().enumerate() {
        let id = ProctypeId(id as u32);
        let mut reads = Reads { model, writers: &writers, reader: id, found: [None; 3] };
        walk::statements(&proctype.body, &mut |statement| reads.statement(statement));
        let [count, number, global] = reads.found;
        if let Some(span) = count.filter(|_| starts.count_varies) {
            warn(lints, span, "`_nr_pr`", "other processes start or end in the meantime");
        }
        if let (Some(span), Some(start)) = (number, starts.by_chance[id.0 as usize]) {
            let why = "which number a process gets depends on when others end";
            warn(lints, span, "`_pid`", why).and(start, "started when others may have ended");
        }
        if let Some(span) = global {
            warn(lints, span, "a global variable", "another process writes it in the meantime");
        }
    }
}

fn warn<'l>(lints: &'l mut Lints<'_>, span: Span, what: &str, why: &str) -> super::Warning<'l> {
    let message = format!("partial-order reduction does not see that this step reads {what}");
    let hint = "with reduction a search may miss orders, in Spin as well; `--por off` looks at all of them";
    lints.warn(code::UNSEEN_READ, message, span).label(why).hint(hint)
}

/// Whether the model has something that switches reduction off.
fn is_never_reduced(model: &Model) -> bool {
    let mut found = model.names_priority;
    walk::all_expressions(model, &mut |e| {
        found |= matches!(
            e.kind,
            ExpressionKind::Enabled(_)
                | ExpressionKind::PcValue(_)
                | ExpressionKind::Last
                | ExpressionKind::OwnPriority
                | ExpressionKind::GetPriority(_)
        );
    });
    found
}

/// Where processes are started, and what depends on the moment.
struct Starts {
    /// `_nr_pr` changes after the start of the system.
    count_varies: bool,
    /// For every proctype, a `run` that gives it a number that depends on the order of steps.
    by_chance: Vec<Option<Span>>,
}

impl Starts {
    fn of(model: &Model) -> Self {
        let mortal: Vec<bool> = model.proctypes.iter().map(|p| control::sequence_goes_on(&p.body)).collect();
        let anyone_ends = model.proctypes.iter().zip(&mortal).any(|(p, &mortal)| mortal && p.name != INIT);
        let mut sites = Sites { mortal: &mortal, found: Vec::new() };
        for proctype in &model.proctypes {
            let late = proctype.name != INIT;
            sites.sequence(&proctype.body, late, &mut false);
        }
        let mut by_chance = vec![None; model.proctypes.len()];
        for (proctype, span, late) in &sites.found {
            if *late && anyone_ends {
                by_chance[proctype.0 as usize].get_or_insert(*span);
            }
        }
        let count_varies = anyone_ends || sites.found.iter().any(|(_, _, late)| *late);
        Self { count_varies, by_chance }
    }
}

/// Looks for `run`s.
struct Sites<'m> {
    mortal: &'m [bool],
    /// What is started, where, and whether others may have ended by then.
    found: Vec<(ProctypeId, Span, bool)>,
}

impl Sites<'_> {
    /// `ended` says whether a process that may have ended was started in an earlier step.
    fn sequence(&mut self, body: &[Statement], late: bool, ended: &mut bool) {
        for statement in body {
            let before = *ended;
            walk::expressions(statement, &mut |e| {
                if let ExpressionKind::Run { proctype, .. } = e.kind {
                    self.found.push((proctype, e.span, late || before));
                    *ended |= self.mortal[proctype.0 as usize];
                }
            });
            match &statement.kind {
                // Inside an atomic sequence nobody else moves, so what is started there has not ended yet.
                Kind::Atomic(inside) => {
                    let mut then = before;
                    let first = self.found.len();
                    self.sequence(inside, late, &mut then);
                    self.found[first..].iter_mut().for_each(|(_, _, chance)| *chance = late || before);
                    *ended |= then;
                }
                Kind::Do(_) | Kind::Loop { .. } => {
                    let mut again = before;
                    walk::inner(statement, &mut |inside| self.sequence(inside, late, &mut again));
                    if again && !before {
                        // From the second round on, what the first round started may have ended.
                        let in_loop =
                            |span: Span| statement.span.start <= span.start && span.end <= statement.span.end;
                        let found = self.found.iter_mut().filter(|(_, span, _)| in_loop(*span));
                        found.for_each(|(_, _, chance)| *chance = true);
                    }
                    *ended |= again;
                }
                _ => {
                    let mut after = *ended;
                    walk::inner(statement, &mut |inside| {
                        let mut branch = before;
                        self.sequence(inside, late, &mut branch);
                        after |= branch;
                    });
                    *ended = after;
                }
            }
        }
    }
}

/// The proctypes that write each variable.
fn writers(model: &Model) -> Vec<HashSet<ProctypeId>> {
    let mut writers = vec![HashSet::new(); model.variables.len()];
    for (id, Proctype { body, .. }) in model.proctypes.iter().enumerate() {
        walk::statements(body, &mut |statement| {
            let mut wrote = |r: &Reference| {
                writers[r.variable.0 as usize].insert(ProctypeId(id as u32));
            };
            match &statement.kind {
                Kind::Assign(target, _) => wrote(target),
                Kind::Receive { arguments, .. } => {
                    for argument in arguments {
                        if let Argument::Store(target) = argument {
                            wrote(target);
                        }
                    }
                }
                _ => {}
            }
        });
    }
    writers
}

/// The first reads of a proctype: of `_nr_pr`, of `_pid`, and of globals where they are not looked for.
struct Reads<'m> {
    model: &'m Model,
    writers: &'m [HashSet<ProctypeId>],
    reader: ProctypeId,
    found: [Option<Span>; 3],
}

impl Reads<'_> {
    fn statement(&mut self, statement: &Statement) {
        if matches!(&statement.kind, Kind::Print { .. }) || waits_for_the_end(&statement.kind) {
            return;
        }
        if let Kind::Assign(target, _) = &statement.kind {
            self.index(target);
        }
        let mut all = Vec::new();
        walk::expressions(statement, &mut |e| all.push(e));
        for e in all {
            match &e.kind {
                ExpressionKind::ProcessCount => self.note(0, e.span),
                ExpressionKind::Pid => self.note(1, e.span),
                ExpressionKind::Load(reference) => self.index(reference),
                ExpressionKind::Run { arguments, .. } => arguments.iter().for_each(|a| self.unseen(a)),
                _ => {}
            }
        }
    }

    fn note(&mut self, kind: usize, span: Span) {
        self.found[kind].get_or_insert(span);
    }

    /// The index of a local array.
    fn index(&mut self, reference: &Reference) {
        if let Some(index) = &reference.index
            && matches!(self.scope(reference.variable), Scope::Local(_))
        {
            self.unseen(index);
        }
    }

    fn scope(&self, variable: VariableId) -> Scope {
        self.model.variables[variable.0 as usize].scope
    }

    /// An expression whose globals are not looked at.
    fn unseen(&mut self, expression: &Expression) {
        let mut globals = Vec::new();
        walk::tree(expression, &mut |e| {
            if let ExpressionKind::Load(reference) = &e.kind {
                globals.push((reference.variable, e.span));
            }
        });
        for (variable, span) in globals {
            let writers = &self.writers[variable.0 as usize];
            if self.scope(variable) == Scope::Global && writers.iter().any(|&w| w != self.reader) {
                self.note(2, span);
            }
        }
    }
}

/// `_nr_pr == 1` and `_nr_pr < n` alone: waiting until the others have ended, in whatever order.
fn waits_for_the_end(kind: &Kind) -> bool {
    let Kind::Condition(Expression { kind: ExpressionKind::Binary(operator, left, right), .. }) = kind else {
        return false;
    };
    let is_count = matches!(left.kind, ExpressionKind::ProcessCount);
    let ExpressionKind::Constant(number) = right.kind else { return false };
    is_count
        && match operator {
            BinaryOperator::Less | BinaryOperator::LessEqual => true,
            BinaryOperator::Equal => number == 1,
            _ => false,
        }
}
