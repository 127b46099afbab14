//! Which variables a statement reads and writes, as Spin's data-flow analysis sees it.
//!
//! Only variables named without an index are listed, since nobody knows which element of an array an index
//! will select; what occurs in an index is read. Spin's rules that one would not expect are kept:
//! the arguments of a poll are not looked at unless they are `eval`s, the process of a `set_priority` neither,
//! and of several accesses to one structure in a statement only the first has its indexes looked at.

use crate::hir::{Argument, Expression, ExpressionKind, Reference, Statement, StatementKind, VariableId};

/// What a statement does to variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// Variables read.
    pub(super) reads: Vec<VariableId>,
    /// Variables written.
    pub(super) writes: Vec<VariableId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

impl Uses {
    /// The uses of a basic statement; others have none.
    pub(super) fn of(statement: &Statement) -> Self {
        let mut uses = Self::default();
        match &statement.kind {
            StatementKind::Condition(e) | StatementKind::Assert(e) | StatementKind::PrintSymbol(e) => {
                uses.expression(e);
            }
            StatementKind::Assign(target, value) => {
                uses.reference(target, Access::Write);
                uses.expression(value);
            }
            StatementKind::Send { channel, arguments, .. } => {
                uses.reference(channel, Access::Read);
                uses.expressions(arguments);
            }
            StatementKind::Receive { channel, arguments, .. } => {
                uses.reference(channel, Access::Read);
                for argument in arguments {
                    match argument {
                        Argument::Store(target) => uses.reference(target, Access::Write),
                        Argument::Eval(e) => uses.expression(e),
                        Argument::Ignore | Argument::Match(_) => {}
                    }
                }
            }
            StatementKind::Print { arguments, .. } => uses.expressions(arguments),
            StatementKind::SetPriority(process, priority) => {
                match &process.kind {
                    ExpressionKind::Binary(_, _, right) => uses.expression(right),
                    ExpressionKind::Conditional(_, then, otherwise) => {
                        uses.expression(then);
                        uses.expression(otherwise);
                    }
                    _ => {}
                }
                uses.expression(priority);
            }
            _ => {}
        }
        uses
    }

    fn expressions(&mut self, expressions: &[Expression]) {
        expressions.iter().for_each(|e| self.expression(e));
    }

    fn expression(&mut self, e: &Expression) {
        match &e.kind {
            ExpressionKind::Load(r)
            | ExpressionKind::Length(r)
            | ExpressionKind::Full(r)
            | ExpressionKind::Empty(r)
            | ExpressionKind::NotFull(r)
            | ExpressionKind::NotEmpty(r) => self.reference(r, Access::Read),
            ExpressionKind::Unary(_, a)
            | ExpressionKind::Enabled(a)
            | ExpressionKind::PcValue(a)
            | ExpressionKind::GetPriority(a) => self.expression(a),
            ExpressionKind::Binary(_, a, b) => {
                self.expression(a);
                self.expression(b);
            }
            ExpressionKind::Conditional(c, a, b) => {
                self.expression(c);
                self.expression(a);
                self.expression(b);
            }
            ExpressionKind::Run { arguments, .. } => self.expressions(arguments),
            ExpressionKind::Poll { channel, arguments, .. } => {
                self.reference(channel, Access::Read);
                for argument in arguments {
                    if let Argument::Eval(e) = argument {
                        self.expression(e);
                    }
                }
            }
            ExpressionKind::RemoteVariable(_, process, _) | ExpressionKind::RemoteLabel(_, process, _) => {
                process.iter().for_each(|e| self.expression(e));
            }
            ExpressionKind::Constant(_)
            | ExpressionKind::Timeout
            | ExpressionKind::Pid
            | ExpressionKind::ProcessCount
            | ExpressionKind::Last
            | ExpressionKind::OwnPriority => {}
        }
    }

    fn reference(&mut self, reference: &Reference, access: Access) {
        let list = match access {
            Access::Read => &mut self.reads,
            Access::Write => &mut self.writes,
        };
        if list.contains(&reference.variable) {
            return;
        }
        match &reference.index {
            None => list.push(reference.variable),
            Some(index) => self.expression(index),
        }
        for step in &reference.fields {
            step.index.iter().for_each(|index| self.expression(index));
        }
    }
}

/// Whether a statement assigns the constant 0.
pub(super) fn assigns_zero(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Assign(_, value) if matches!(value.kind, ExpressionKind::Constant(0)))
}
