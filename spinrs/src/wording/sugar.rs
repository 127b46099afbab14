//! Statements that the front end makes of `for` and `select`, as Spin quotes them.
//!
//! Several of them come from one piece of text, so the text alone does not tell which is meant: what the
//! step does tells the rest.

use promela::ast::{Statement, StatementKind};
use promela::ir::{Action, BinaryOperator, Expr, Program, Target};
use promela::source::Span;

/// What a piece of text was made into.
#[derive(Debug)]
pub(super) enum Sugar {
    /// `i : 1`: an assignment.
    Start { variable: String, first: String },
    /// `i : 1 .. n`: a condition and a step.
    Range { variable: String, last: String },
    /// `i in a`: all of it.
    Walk { variable: String, collection: String },
    /// `select (i : 1 .. 3)`: assignments, or the end of a loop.
    Select { variable: String },
    /// A whole `for`: the end of its loop.
    Loop,
}

/// The pieces of a statement, with what they were made into.
pub(super) fn of(statement: &Statement) -> Vec<(Span, Sugar)> {
    let hull = |a: Span, b: Span| Span { start: a.start.min(b.start), end: a.end.max(b.end) };
    match &statement.kind {
        StatementKind::ForRange { variable, from, to, .. } | StatementKind::Select { variable, from, to } => {
            let name = variable.to_string();
            let whole = match statement.kind {
                StatementKind::Select { .. } => Sugar::Select { variable: name.clone() },
                _ => Sugar::Loop,
            };
            vec![
                (statement.span, whole),
                (hull(variable.span, to.span), Sugar::Range { variable: name.clone(), last: to.to_string() }),
                (hull(variable.span, from.span), Sugar::Start { variable: name, first: from.to_string() }),
            ]
        }
        StatementKind::ForIn { variable, collection, .. } => {
            let walk = Sugar::Walk { variable: variable.to_string(), collection: collection.to_string() };
            vec![(statement.span, Sugar::Loop), (hull(variable.span, collection.span), walk)]
        }
        _ => Vec::new(),
    }
}

impl Sugar {
    /// The statement that takes this step; `None` if it is none of those known here.
    pub(super) fn quote(&self, program: &Program, action: Action) -> Option<String> {
        Some(match (self, action) {
            (_, Action::Else) => "else".to_owned(),
            (_, Action::Skip) => "break".to_owned(),
            (Self::Start { variable, first }, Action::Assign(..)) => format!("{variable} = {first}"),
            (Self::Range { variable, .. }, Action::Assign(..)) => format!("{variable} = ({variable}+1)"),
            (Self::Range { variable, last }, Action::Condition(e)) => {
                format!("(({variable}{}{last}))", relation(program, e)?.0)
            }
            (Self::Select { variable }, Action::Assign(_, value)) => {
                format!("{variable} = {}", constant(program, value)?)
            }
            (Self::Walk { variable, .. }, Action::Assign(target, value)) => {
                let counter = variable_at(program, target).unwrap_or(variable);
                match constant(program, value) {
                    Some(first) => format!("{counter} = {first}"),
                    None => format!("{counter} = ({counter}+1)"),
                }
            }
            (Self::Walk { variable, collection }, Action::Condition(e)) => match relation(program, e)? {
                (less, Some(last)) => format!("(({variable}{less}{last}))"),
                (less, None) => format!("((for_index{less}len({collection})))"),
            },
            (Self::Walk { variable, collection }, Action::Receive(_)) => format!("{collection}?{variable}"),
            (Self::Walk { variable, collection }, Action::Send(_)) => format!("{collection}!{variable}"),
            _ => return None,
        })
    }
}

fn constant(program: &Program, e: promela::ir::ExprId) -> Option<i32> {
    match program.expressions[e.index()] {
        Expr::Constant(value) => Some(value),
        _ => None,
    }
}

/// The operator of a comparison, and its right side if that is a number.
fn relation(program: &Program, e: promela::ir::ExprId) -> Option<(&'static str, Option<i32>)> {
    match program.expressions[e.index()] {
        Expr::Binary(BinaryOperator::Less, _, limit) => Some(("<", constant(program, limit))),
        Expr::Binary(BinaryOperator::LessEqual, _, limit) => Some(("<=", constant(program, limit))),
        _ => None,
    }
}

fn variable_at(program: &Program, target: Target) -> Option<&str> {
    let Target::Field(area, field) = target else { return None };
    // Frames of different proctypes overlap, so only the counter that the front end adds is looked for.
    let is_counter = |name: &str| name.ends_with("for_index");
    let mut variables = program.variables.iter();
    let found = variables.find(|v| (v.area, v.field) == (area, field) && is_counter(&v.name));
    found.map(|variable| variable.name.as_str())
}
