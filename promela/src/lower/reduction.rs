//! What partial-order reduction needs to know: where a process may be singled out, and why not at all.

use super::{Automaton, LowerError, Lowering, Usage};
use crate::flow::{self, Class};
use crate::hir::{Expression, ExpressionKind, Reference, Scalar, VariableId};
use crate::ir::{BinaryOperator, Expr, ExprId, FaultId, FaultKind, Irreducible, Preselect};

/// What every channel of a variable must be.
#[derive(Clone, Copy, Default)]
struct Wanted {
    full: Option<bool>,
    empty: Option<bool>,
}

/// Why a model is never reduced, if so.
pub(super) fn irreducible(usage: &Usage, automata: &[Automaton<'_>]) -> Option<Irreducible> {
    let watches_channels =
        || automata.iter().flat_map(|a| &a.flow.elements).any(|element| element.watches_channels);
    Some(match usage {
        Usage { enabled: true, .. } => Irreducible::Enabled,
        Usage { pc_value: true, .. } => Irreducible::PcValue,
        Usage { last: true, .. } => Irreducible::Last,
        Usage { priority: true, .. } | Usage { names_priority: true, .. } => Irreducible::Priority,
        _ if watches_channels() => Irreducible::Else,
        _ => return None,
    })
}

/// A question to a channel.
type Test = fn(ExprId, FaultId) -> Expr;

impl Lowering<'_> {
    /// The condition under which a process in a control state may be singled out.
    pub(super) fn preselect(
        &mut self,
        judged: &flow::Preselect,
        has_unless: bool,
    ) -> Result<Preselect, LowerError> {
        let flow::Preselect::If(classes) = judged else { return Ok(Preselect::Never) };
        let mut conditions = Vec::new();
        for &class in classes {
            // With an `unless` in the model, a channel must be neither full nor empty for a message to be safe: the
            // escape may depend on it.
            let (channel, wanted) = match class {
                Class::Timeout => break,
                Class::Youngest => {
                    conditions.push(self.is_youngest());
                    break;
                }
                Class::Absent | Class::Local | Class::Mixed => continue,
                Class::HasRoom(c) => (c, Wanted { full: Some(false), empty: has_unless.then_some(false) }),
                Class::HasMessage(c) => (c, Wanted { empty: Some(false), full: has_unless.then_some(false) }),
                Class::IsEmpty(c) => (c, Wanted { empty: Some(true), ..Wanted::default() }),
                Class::IsFull(c) => (c, Wanted { full: Some(true), ..Wanted::default() }),
            };
            self.channel_conditions(channel, wanted, &mut conditions)?;
        }
        let all = conditions.into_iter().reduce(|a, b| self.push(Expr::And(a, b)));
        Ok(all.map_or(Preselect::Always, Preselect::If))
    }

    fn is_youngest(&mut self) -> ExprId {
        let (pid, one, n_processes) = (self.push(Expr::Pid), self.constant(1), self.push(Expr::ProcessCount));
        let next = self.push(Expr::Binary(BinaryOperator::Add, pid, one));
        let limit = self.constant(self.program.number_limit as i32);
        let room = self.push(Expr::Binary(BinaryOperator::Less, next, limit));
        let last = self.push(Expr::Binary(BinaryOperator::Equal, next, n_processes));
        self.push(Expr::And(last, room))
    }

    fn channel_conditions(
        &mut self,
        variable: VariableId,
        wanted: Wanted,
        conditions: &mut Vec<ExprId>,
    ) -> Result<(), LowerError> {
        let declared = &self.model.variables[variable.0 as usize];
        let (span, length) = (declared.span, declared.length);
        for position in 0..length.unwrap_or(1) {
            let at = Expression { kind: ExpressionKind::Constant(position as i32), span };
            let reference = Reference {
                variable,
                index: length.map(|_| Box::new(at)),
                fields: Vec::new(),
                scalar: Scalar::Chan,
                span,
            };
            let channel = self.channel(&reference)?;
            let tests = [(wanted.full, Expr::Full as Test), (wanted.empty, Expr::Empty)];
            for (wanted, test) in tests {
                let Some(wanted) = wanted else { continue };
                let fault = self.fault(FaultKind::UninitialisedChannel, span);
                let test = self.push(test(channel, fault));
                conditions.push(if wanted { test } else { self.push(Expr::Not(test)) });
            }
        }
        Ok(())
    }
}
