//! Assignments, and what Spin demands of their two sides.

use super::expressions::{any, operands};
use super::references::{Named, Predefined};
use super::{Resolver, code};
use crate::ast;
use crate::hir::{
    self, BinaryOperator, ExpressionKind, MtypeId, Reference, Scalar, Scope, StatementKind, Type,
};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn assign(
        &mut self,
        target: &ast::VariableReference,
        value: &ast::Expression,
    ) -> Option<StatementKind> {
        let named = self.named(target);
        let resolved = self.expression(value);
        self.check_d_step_expression(&resolved, false);
        match named {
            Named::Unknown => None,
            Named::Constant(_) => {
                self.error(code::NOT_ASSIGNABLE, "a symbolic constant cannot be assigned to", target.span)
                    .hint("declare a variable that holds it: `mtype m`");
                None
            }
            Named::Predefined(Predefined::Anything) => {
                let target = self.sink(target.span);
                Some(StatementKind::Assign(target, resolved))
            }
            Named::Predefined(Predefined::Priority) => {
                let own = hir::Expression { kind: ExpressionKind::Pid, span: target.span };
                Some(StatementKind::SetPriority(own, resolved))
            }
            Named::Predefined(_) => {
                self.error(code::NOT_ASSIGNABLE, "a predefined variable cannot be assigned to", target.span);
                None
            }
            Named::Path(path) => {
                let reference = self.scalar_reference(path)?;
                self.check_assignment(&reference, value, &resolved);
                Some(StatementKind::Assign(reference, resolved))
            }
        }
    }

    /// The hidden variable that `_ = e` writes to.
    fn sink(&mut self, span: Span) -> Reference {
        let variable = match self.sink {
            Some(variable) => variable,
            None => self.add_synthetic("_".to_owned(), Scope::Global, Scalar::Int, span),
        };
        self.sink = Some(variable);
        Reference { variable, index: None, fields: Vec::new(), scalar: Scalar::Int, span }
    }

    /// Spin's checks on the two sides of an assignment. Fields of structures escape them.
    fn check_assignment(&mut self, target: &Reference, written: &ast::Expression, value: &hir::Expression) {
        self.check_self_index(target);
        let base = self.model.variables[target.variable.0 as usize].ty;
        if matches!(base, Type::Structure(_)) {
            return;
        }
        if target.scalar == Scalar::Chan && matches!(value.kind, ExpressionKind::Constant(_)) {
            self.error(code::CHANNEL_ARITHMETIC, "a number cannot be assigned to a channel", written.span);
        }
        self.check_channel_arithmetic(value);
        if let Some((set, _)) = self.symbolic_constant(written) {
            let declared = self.model.variables[target.variable.0 as usize].span;
            match &mut self.knowledge[target.variable.0 as usize].subtype {
                Some(known) if *known != set => {
                    let known = *known;
                    self.mtype_clash(known, declared, set, written.span);
                }
                known => *known = Some(set),
            }
        }
    }

    pub(super) fn mtype_clash(&mut self, known: MtypeId, declared: Span, set: MtypeId, at: Span) {
        let (known, set) = (self.mtype_name(known), self.mtype_name(set));
        let message = format!("a constant of `{set}` in a variable that holds `{known}`");
        self.warning(code::MTYPE_CLASH, message, at)
            .and(declared, "declared here")
            .hint("Spin reports a type error and goes on");
    }

    /// A channel may be copied or asked, not computed with.
    pub(super) fn check_channel_arithmetic(&mut self, value: &hir::Expression) {
        if matches!(value.kind, ExpressionKind::Load(_)) {
            return;
        }
        if let Some(span) = self.channel_operand(value) {
            self.error(code::CHANNEL_ARITHMETIC, "a channel is no number to compute with", span);
        }
    }

    fn channel_operand(&self, e: &hir::Expression) -> Option<Span> {
        match &e.kind {
            ExpressionKind::Length(_)
            | ExpressionKind::Full(_)
            | ExpressionKind::Empty(_)
            | ExpressionKind::NotFull(_)
            | ExpressionKind::NotEmpty(_)
            | ExpressionKind::Poll { .. }
            | ExpressionKind::Run { .. }
            | ExpressionKind::RemoteVariable(..) => None,
            ExpressionKind::Load(reference) => {
                let base = self.model.variables[reference.variable.0 as usize].ty;
                (base == Type::Scalar(Scalar::Chan)).then_some(e.span)
            }
            _ => operands(e).into_iter().find_map(|part| self.channel_operand(part)),
        }
    }

    /// pan restores `a[a[i]]` wrongly when it backtracks, so Spin refuses to write to it. We need not.
    fn check_self_index(&mut self, target: &Reference) {
        let variable = target.variable;
        let mut indexes_itself = |e: &hir::Expression| match &e.kind {
            ExpressionKind::Load(r) => r.variable == variable && r.index.is_some(),
            _ => false,
        };
        let itself = target.index.as_deref().is_some_and(|index| any(index, &mut indexes_itself));
        if itself && target.fields.is_empty() {
            self.warning(code::SELF_INDEXED, "an array indexed with one of its own elements", target.span)
                .hint("Spin refuses this assignment");
        }
    }

    pub(super) fn step_by_one(
        &mut self,
        target: &ast::VariableReference,
        operator: BinaryOperator,
        span: Span,
    ) -> Option<StatementKind> {
        let path = match self.named(target) {
            Named::Path(path) => path,
            Named::Unknown => return None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.error(code::NOT_ASSIGNABLE, "only a variable can be counted up or down", target.span);
                return None;
            }
        };
        let target = self.scalar_reference(path)?;
        if target.scalar == Scalar::Chan {
            let message = "a channel is no number to compute with";
            self.error(code::CHANNEL_ARITHMETIC, message, target.span);
            return None;
        }
        self.check_self_index(&target);
        let value = plus_one(&target, operator, span);
        Some(StatementKind::Assign(target, value))
    }
}

/// `target + 1` or `target - 1`.
pub(super) fn plus_one(target: &Reference, operator: BinaryOperator, span: Span) -> hir::Expression {
    let load = hir::Expression { kind: ExpressionKind::Load(target.clone()), span: target.span };
    let one = hir::Expression { kind: ExpressionKind::Constant(1), span };
    hir::Expression { kind: ExpressionKind::Binary(operator, Box::new(load), Box::new(one)), span }
}
