//! Statements into actions.

use super::{LowerError, Lowering};
use crate::flow::{ElementId, Flow, Node};
use crate::hir::{self, StatementKind};
use crate::ir::{Action, Claim, Effect, Expr, FaultKind, Print, PrintId, Send, SendId, Side, Start};

impl Lowering<'_> {
    /// What executing an element does.
    pub(super) fn action(&mut self, flow: &Flow<'_>, id: ElementId) -> Result<Action, LowerError> {
        match flow.element(id).node {
            Node::Basic(statement) => self.basic(statement),
            Node::DStep(sequence) => self.d_step(flow, id, sequence),
            Node::End => Ok(Action::End),
            _ => Ok(Action::Skip),
        }
    }

    pub(super) fn basic(&mut self, statement: &hir::Statement) -> Result<Action, LowerError> {
        let span = statement.span;
        Ok(match &statement.kind {
            StatementKind::Condition(condition) => match self.effectful(condition)? {
                (value, Some(run)) => Action::RunCondition(run, value),
                (value, None) => match self.program.expressions[value.index()] {
                    Expr::Constant(1) => Action::Skip,
                    _ => Action::Condition(value),
                },
            },
            StatementKind::Assign(target, value) => {
                let (value, run) = self.effectful(value)?;
                let target = self.target(target)?;
                match run {
                    Some(run) => Action::RunAssign(run, target, value),
                    None => Action::Assign(target, value),
                }
            }
            StatementKind::Send { channel, sorted, arguments } => {
                let channel = self.channel(channel)?;
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.pure(argument)?);
                }
                let send = Send {
                    channel,
                    sorted: *sorted,
                    arguments: values,
                    no_channel: self.fault(FaultKind::UninitialisedChannel, span),
                    too_few: self.fault(FaultKind::TooFewFieldsSent, span),
                    too_many: self.fault(FaultKind::TooManyFieldsSent, span),
                };
                self.program.sends.push(send);
                Action::Send(SendId(self.program.sends.len() as u32 - 1))
            }
            StatementKind::Receive { channel, random, peek, arguments } => {
                Action::Receive(self.receive(channel, *random, *peek, arguments, span)?)
            }
            StatementKind::Assert(condition) => Action::Assert(self.pure(condition)?),
            StatementKind::Print { format, arguments } => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.pure(argument)?);
                }
                self.print(format.clone(), values)
            }
            StatementKind::PrintSymbol(value) => {
                let value = self.pure(value)?;
                self.print("%e".to_owned(), vec![value])
            }
            StatementKind::SetPriority(process, priority) => {
                let process = self.pure(process)?;
                let priority = self.pure(priority)?;
                Action::SetPriority(process, priority, self.fault(FaultKind::PriorityOutOfRange, span))
            }
            StatementKind::Else => Action::Else,
            _ => Action::Skip,
        })
    }

    fn print(&mut self, format: String, arguments: Vec<crate::ir::ExprId>) -> Action {
        self.program.prints.push(Print { format, arguments });
        Action::Print(PrintId(self.program.prints.len() as u32 - 1))
    }

    /// Resets of variables that are dead.
    pub(super) fn resets(&mut self, variables: &[hir::VariableId]) -> Result<Vec<Effect>, LowerError> {
        let reset = |&id| Ok(Effect::Reset(self.scalar(id)?));
        variables.iter().map(reset).collect()
    }

    pub(super) fn starts(&mut self, locals: &[hir::VariableId]) -> Result<Vec<Start>, LowerError> {
        let indexes: Vec<usize> = locals.iter().map(|id| id.0 as usize).collect();
        self.start_variables(&indexes)
    }

    /// The channels that a proctype claims.
    pub(super) fn claims(&mut self, proctype: usize) -> Result<Vec<Claim>, LowerError> {
        let model = self.model;
        let own = model.exclusive.iter().filter(|claim| claim.proctype.0 as usize == proctype);
        own.map(|claim| {
            let side = if claim.receives { Side::Receive } else { Side::Send };
            Ok(Claim { channel: self.channel(&claim.channel)?, side })
        })
        .collect()
    }
}
