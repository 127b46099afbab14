//! Statements that are single steps, and sequences of statements.

use super::expressions::{any, count_runs};
use super::sugar::SelectForm;
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, BinaryOperator, ExpressionKind, StatementKind};
use crate::source::Span;

impl Resolver<'_> {
    /// Resolves the statements of a sequence and appends them to `out`.
    pub(super) fn append(&mut self, sequence: &ast::Sequence, out: &mut Vec<hir::Statement>) {
        for statement in &sequence.statements {
            self.step(statement, out);
        }
    }

    /// One element of a sequence. Declarations, exclusive claims and sugar yield none or several.
    fn step(&mut self, statement: &ast::Statement, out: &mut Vec<hir::Statement>) {
        let Some(process) = self.body.as_ref().map(|body| body.process) else {
            return;
        };
        match &statement.kind {
            ast::StatementKind::Declaration(declaration) => {
                self.refuse_labels(statement, "a declaration");
                self.local_declaration(declaration, process, out);
            }
            ast::StatementKind::Exclusive(claim, channels) => {
                self.refuse_labels(statement, "an xr or xs claim");
                self.exclusive(process, *claim, channels);
            }
            _ => {
                if matches!(statement.kind, ast::StatementKind::Else) && !out.is_empty() {
                    let message = "`else` that guards nothing is always true";
                    self.warning(code::ELSE_NOT_GUARD, message, statement.span);
                }
                let resolved = self.statement(statement, out);
                out.push(resolved);
                if let Some(body) = &mut self.body {
                    body.may_initialise = false;
                }
            }
        }
    }

    fn refuse_labels(&mut self, statement: &ast::Statement, what: &str) {
        if let Some(label) = statement.labels.first() {
            let message = format!("{what} cannot have a label");
            self.error(code::LABEL_PLACE, message, label.span);
        }
    }

    /// Resolves a statement. What must precede it, such as the first assignment of a `for`, is appended
    /// to `before`, the sequence in which it stands.
    pub(super) fn statement(
        &mut self,
        statement: &ast::Statement,
        before: &mut Vec<hir::Statement>,
    ) -> hir::Statement {
        let labels = self.mention_labels(&statement.labels);
        let mut resolved =
            hir::Statement { labels: Vec::new(), kind: StatementKind::Pass, span: statement.span };
        resolved.kind = match &statement.kind {
            // Here the label belongs to the assignment, not to the loop.
            ast::StatementKind::Select { variable, from, to }
                if self.select_form(statement, variable, from, to) == SelectForm::Long =>
            {
                let (mut first, kind) = self.long_select(statement, variable, from, to);
                self.place_labels(&labels, &mut first);
                before.push(first);
                resolved.kind = kind;
                return resolved;
            }
            // A label before `unless` stands before its main statement.
            ast::StatementKind::Unless { main, escape } => {
                return self.unless(statement, &labels, main, escape, before);
            }
            _ => self.compound(statement, before),
        };
        self.place_labels(&labels, &mut resolved);
        resolved
    }

    fn compound(&mut self, statement: &ast::Statement, before: &mut Vec<hir::Statement>) -> StatementKind {
        match &statement.kind {
            ast::StatementKind::If(branches) => StatementKind::If(self.options(branches)),
            ast::StatementKind::Do(branches) => {
                self.enter_loop();
                let options = self.options(branches);
                self.leave_loop();
                StatementKind::Do(options)
            }
            ast::StatementKind::ForRange { variable, from, to, body } => {
                self.for_range(statement, variable, from, to, body, before)
            }
            ast::StatementKind::ForIn { variable, collection, body } => {
                self.for_in(statement, variable, collection, body, before)
            }
            ast::StatementKind::Select { variable, from, to } => {
                self.select(statement, variable, from, to, before)
            }
            ast::StatementKind::Atomic(body) => StatementKind::Atomic(self.braced(body, "atomic")),
            ast::StatementKind::DStep(body) => {
                let outer = self.enter_d_step();
                let body = self.braced(body, "d_step");
                self.leave_d_step(outer);
                StatementKind::DStep(body)
            }
            ast::StatementKind::Block(body) => StatementKind::Block(self.braced(body, "")),
            _ => self.simple(statement).unwrap_or(StatementKind::Pass),
        }
    }

    /// A statement that is one step, or `None` after a complaint.
    fn simple(&mut self, statement: &ast::Statement) -> Option<StatementKind> {
        let span = statement.span;
        match &statement.kind {
            ast::StatementKind::Empty => Some(skip(span)),
            ast::StatementKind::Expression(e) => {
                let condition = self.expression(e);
                self.check_condition(&condition);
                Some(StatementKind::Condition(condition))
            }
            ast::StatementKind::Else => Some(StatementKind::Else),
            ast::StatementKind::Break => self.break_statement(span),
            ast::StatementKind::Goto(label) => Some(self.goto(label)),
            ast::StatementKind::Assign(target, value) => self.assign(target, value),
            ast::StatementKind::Increment(target) => self.step_by_one(target, BinaryOperator::Add, span),
            ast::StatementKind::Decrement(target) => self.step_by_one(target, BinaryOperator::Subtract, span),
            ast::StatementKind::Send { channel, sorted, arguments } => {
                self.send(span, channel, *sorted, arguments)
            }
            ast::StatementKind::Receive { channel, random, peek, arguments } => {
                self.receive(span, channel, (*random, *peek), arguments)
            }
            ast::StatementKind::Assert(e) => {
                let condition = self.expression(e);
                self.check_d_step_expression(&condition, true);
                Some(StatementKind::Assert(condition))
            }
            ast::StatementKind::Printf { format, arguments } => Some(self.printf(format, arguments)),
            ast::StatementKind::Printm(e) => {
                self.printing = true;
                let value = self.expression(e);
                self.printing = false;
                Some(StatementKind::PrintSymbol(value))
            }
            ast::StatementKind::SetPriority(process, priority) => {
                let process = self.expression(process);
                let priority = self.expression(priority);
                Some(StatementKind::SetPriority(process, priority))
            }
            ast::StatementKind::Opaque(opaque) => {
                self.unsupported(opaque);
                None
            }
            _ => None,
        }
    }

    /// A condition may start one process, and then does nothing else.
    fn check_condition(&mut self, condition: &hir::Expression) {
        self.check_d_step_expression(condition, true);
        let runs = count_runs(condition);
        if runs > 1 {
            let message = "more than one run in a condition";
            self.error(code::RUN_PLACE, message, condition.span).hint("start one process per statement");
        } else if runs == 1 && !matches!(condition.kind, ExpressionKind::Run { .. }) {
            let message = "run inside a larger condition";
            self.error(code::RUN_PLACE, message, condition.span)
                .hint("assign its value to a variable and test that");
        }
    }

    /// `run` never, remote references only in assignments, labels of other processes never.
    pub(super) fn check_d_step_expression(&mut self, e: &hir::Expression, strict: bool) {
        if !self.in_d_step() {
            return;
        }
        let mut found = None;
        any(e, &mut |part| {
            let what = match part.kind {
                ExpressionKind::Run { .. } => "run",
                ExpressionKind::RemoteLabel(..) => "a label of another process",
                ExpressionKind::RemoteVariable(..) if strict => "a variable of another process",
                _ => return false,
            };
            found = Some((what, part.span));
            true
        });
        if let Some((what, span)) = found {
            let message = format!("{what} cannot be used in d_step");
            self.error(code::NOT_IN_D_STEP, message, span).hint("use atomic");
        }
    }
}

pub(super) fn skip(span: Span) -> StatementKind {
    StatementKind::Condition(hir::Expression { kind: ExpressionKind::Constant(1), span })
}
