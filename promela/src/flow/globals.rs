//! Which statements touch what other processes can see, as Spin judges it.
//!
//! Statement merging and partial-order reduction rest on this judgement, so its surprises are kept:
//! the index of a variable is not looked at, only the variable itself; a `run` is local unless the process it
//! starts begins from globals, whatever its arguments are; and a channel is always shared unless a process
//! has claimed it with `xr` or `xs`, be it a local one.

use crate::hir::{
    Argument, Expression, ExpressionKind, Model, Reference, Scope, Statement, StatementKind, VariableId,
};

/// What is known about the whole model.
#[derive(Debug)]
pub struct Globals<'m> {
    model: &'m Model,
    /// Variables that some process claims to be the only one to receive from.
    receives: Vec<VariableId>,
    /// Variables that some process claims to be the only one to send to.
    sends: Vec<VariableId>,
}

impl<'m> Globals<'m> {
    /// Collects what the judgement depends on.
    pub fn of(model: &'m Model) -> Self {
        let claimed = |receives: bool| {
            let claims = model.exclusive.iter().filter(move |claim| claim.receives == receives);
            // A claim on a field of a structure is one on the field, which statements do not name.
            claims.filter(|claim| claim.channel.fields.is_empty()).map(|claim| claim.channel.variable)
        };
        Self { model, receives: claimed(true).collect(), sends: claimed(false).collect() }
    }

    /// Whether a basic statement is visible to others. An `else` is judged by where it stands.
    pub fn is_global(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Condition(e) | StatementKind::Assert(e) | StatementKind::PrintSymbol(e) => {
                self.expression(e)
            }
            StatementKind::Assign(target, value) => self.variable(target) || self.expression(value),
            StatementKind::Send { channel, arguments, .. } => {
                !self.sends_alone(channel) || arguments.iter().any(|a| self.expression(a))
            }
            StatementKind::Receive { channel, arguments, .. } => {
                !self.receives_alone(channel) || self.arguments(arguments)
            }
            StatementKind::Print { arguments, .. } => arguments.iter().any(|a| self.expression(a)),
            StatementKind::SetPriority(..) => true,
            _ => false,
        }
    }

    fn expression(&self, e: &Expression) -> bool {
        match &e.kind {
            ExpressionKind::Load(r) => self.variable(r),
            ExpressionKind::Unary(_, a) => self.expression(a),
            ExpressionKind::Binary(_, a, b) => self.expression(a) || self.expression(b),
            ExpressionKind::Conditional(c, a, b) => {
                self.expression(c) || self.expression(a) || self.expression(b)
            }
            ExpressionKind::Run { proctype, .. } => {
                self.model.proctypes[proctype.0 as usize].starts_from_globals
            }
            ExpressionKind::Length(c) => !(self.receives_alone(c) && self.sends_alone(c)),
            ExpressionKind::Full(c) | ExpressionKind::NotEmpty(c) => !self.receives_alone(c),
            ExpressionKind::Empty(c) | ExpressionKind::NotFull(c) => !self.sends_alone(c),
            ExpressionKind::Poll { channel, arguments, .. } => {
                !(self.receives_alone(channel) && self.sends_alone(channel)) || self.arguments(arguments)
            }
            ExpressionKind::Constant(_) | ExpressionKind::Pid | ExpressionKind::OwnPriority => false,
            ExpressionKind::Timeout
            | ExpressionKind::ProcessCount
            | ExpressionKind::Last
            | ExpressionKind::Enabled(_)
            | ExpressionKind::PcValue(_)
            | ExpressionKind::GetPriority(_)
            | ExpressionKind::RemoteVariable(..)
            | ExpressionKind::RemoteLabel(..) => true,
        }
    }

    fn arguments(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::Store(target) => self.variable(target),
            Argument::Eval(e) => self.expression(e),
            Argument::Ignore | Argument::Match(_) => false,
        })
    }

    fn variable(&self, reference: &Reference) -> bool {
        let variable = &self.model.variables[reference.variable.0 as usize];
        variable.scope == Scope::Global && !variable.exclusive && !variable.synthetic
    }

    fn receives_alone(&self, channel: &Reference) -> bool {
        channel.fields.is_empty() && self.receives.contains(&channel.variable)
    }

    fn sends_alone(&self, channel: &Reference) -> bool {
        channel.fields.is_empty() && self.sends.contains(&channel.variable)
    }
}
