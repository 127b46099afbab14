//! Statements that are single steps, and sequences of statements.

use super::expressions::{any, count_runs, operands};
use super::references::{Named, Predefined};
use super::{Resolver, code};
use crate::ast;
use crate::hir::{
    self, BinaryOperator, ExpressionKind, MtypeId, Reference, Scalar, Scope, StatementKind, Type,
    VariableId,
};
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
        let mut resolved = hir::Statement {
            labels: Vec::new(),
            kind: StatementKind::Pass,
            span: statement.span,
        };
        resolved.kind = match &statement.kind {
            // Here the label belongs to the assignment, not to the loop.
            ast::StatementKind::Select { variable, from, to }
                if self.select_form(statement, variable, from, to).is_long() =>
            {
                let first = self.first_of_range(variable, from, hull_of(variable, from));
                let mut first = first.unwrap_or_else(|| resolved.clone());
                self.place_labels(&labels, &mut first);
                before.push(first);
                resolved.kind = self.long_select(statement, variable, to);
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

    fn compound(
        &mut self,
        statement: &ast::Statement,
        before: &mut Vec<hir::Statement>,
    ) -> StatementKind {
        match &statement.kind {
            ast::StatementKind::If(branches) => StatementKind::If(self.options(branches)),
            ast::StatementKind::Do(branches) => {
                self.enter_loop();
                let options = self.options(branches);
                self.leave_loop();
                StatementKind::Do(options)
            }
            ast::StatementKind::ForRange {
                variable,
                from,
                to,
                body,
            } => self.for_range(statement, variable, from, to, body, before),
            ast::StatementKind::ForIn {
                variable,
                collection,
                body,
            } => self.for_in(statement, variable, collection, body, before),
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
            ast::StatementKind::Increment(target) => {
                self.step_by_one(target, BinaryOperator::Add, span)
            }
            ast::StatementKind::Decrement(target) => {
                self.step_by_one(target, BinaryOperator::Subtract, span)
            }
            ast::StatementKind::Send {
                channel,
                sorted,
                arguments,
            } => self.send(span, channel, *sorted, arguments),
            ast::StatementKind::Receive {
                channel,
                random,
                peek,
                arguments,
            } => self.receive(span, channel, (*random, *peek), arguments),
            ast::StatementKind::Assert(e) => {
                let condition = self.expression(e);
                self.check_d_step_expression(&condition, true);
                Some(StatementKind::Assert(condition))
            }
            ast::StatementKind::Printf { format, arguments } => {
                Some(self.printf(format, arguments))
            }
            ast::StatementKind::Printm(e) => Some(StatementKind::PrintSymbol(self.expression(e))),
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
            self.error(code::RUN_PLACE, message, condition.span)
                .hint("start one process per statement");
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
            self.error(code::NOT_IN_D_STEP, message, span)
                .hint("use atomic");
        }
    }

    fn assign(
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
                self.error(
                    code::NOT_ASSIGNABLE,
                    "a symbolic constant cannot be assigned to",
                    target.span,
                );
                None
            }
            Named::Predefined(Predefined::Anything) => {
                let target = self.sink(target.span);
                Some(StatementKind::Assign(target, resolved))
            }
            Named::Predefined(Predefined::Priority) => {
                let own = hir::Expression {
                    kind: ExpressionKind::Pid,
                    span: target.span,
                };
                Some(StatementKind::SetPriority(own, resolved))
            }
            Named::Predefined(_) => {
                self.error(
                    code::NOT_ASSIGNABLE,
                    "a predefined variable cannot be assigned to",
                    target.span,
                );
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
        let known = self.model.variables.iter();
        let known = known.into_iter().position(|v| v.synthetic && v.name == "_");
        let variable = match known {
            Some(at) => VariableId(at as u32),
            None => self.add_synthetic("_".to_owned(), Scope::Global, Scalar::Int, span),
        };
        Reference {
            variable,
            index: None,
            fields: Vec::new(),
            scalar: Scalar::Int,
            span,
        }
    }

    /// Spin's checks on the two sides of an assignment. Fields of structures escape them.
    fn check_assignment(
        &mut self,
        target: &Reference,
        written: &ast::Expression,
        value: &hir::Expression,
    ) {
        self.check_self_index(target);
        let base = self.model.variables[target.variable.0 as usize].ty;
        if matches!(base, Type::Structure(_)) {
            return;
        }
        if target.scalar == Scalar::Chan && matches!(value.kind, ExpressionKind::Constant(_)) {
            self.error(
                code::CHANNEL_ARITHMETIC,
                "a number cannot be assigned to a channel",
                written.span,
            );
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
            self.error(
                code::CHANNEL_ARITHMETIC,
                "a channel is no number to compute with",
                span,
            );
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
            _ => operands(e)
                .into_iter()
                .find_map(|part| self.channel_operand(part)),
        }
    }

    /// pan restores `a[a[i]]` wrongly when it backtracks, so Spin refuses to write to it. We need not.
    fn check_self_index(&mut self, target: &Reference) {
        let variable = target.variable;
        let mut indexes_itself = |e: &hir::Expression| match &e.kind {
            ExpressionKind::Load(r) => r.variable == variable && r.index.is_some(),
            _ => false,
        };
        let itself = target
            .index
            .as_deref()
            .is_some_and(|index| any(index, &mut indexes_itself));
        if itself && target.fields.is_empty() {
            self.warning(
                code::SELF_INDEXED,
                "an array indexed with one of its own elements",
                target.span,
            )
            .hint("Spin refuses this assignment");
        }
    }

    fn step_by_one(
        &mut self,
        target: &ast::VariableReference,
        operator: BinaryOperator,
        span: Span,
    ) -> Option<StatementKind> {
        let path = match self.named(target) {
            Named::Path(path) => path,
            Named::Unknown => return None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.error(
                    code::NOT_ASSIGNABLE,
                    "only a variable can be counted up or down",
                    target.span,
                );
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

    fn printf(
        &mut self,
        format: &ast::StringLiteral,
        arguments: &[ast::Expression],
    ) -> StatementKind {
        let values: Vec<_> = arguments.iter().map(|e| self.expression(e)).collect();
        for value in &values {
            self.check_d_step_expression(value, true);
        }
        let decoded = decode(&format.text);
        let wanted = conversions(&decoded);
        if wanted != values.len() {
            let message = format!("{wanted} conversions and {} values to print", values.len());
            self.warning(code::PRINT_ARGUMENTS, message, format.span);
        }
        StatementKind::Print {
            format: decoded,
            arguments: values,
        }
    }
}

/// `target + 1` or `target - 1`.
pub(super) fn plus_one(
    target: &Reference,
    operator: BinaryOperator,
    span: Span,
) -> hir::Expression {
    let load = hir::Expression {
        kind: ExpressionKind::Load(target.clone()),
        span: target.span,
    };
    let one = hir::Expression {
        kind: ExpressionKind::Constant(1),
        span,
    };
    hir::Expression {
        kind: ExpressionKind::Binary(operator, Box::new(load), Box::new(one)),
        span,
    }
}

fn hull_of(variable: &ast::VariableReference, e: &ast::Expression) -> Span {
    super::hull(variable.span, e.span)
}

pub(super) fn skip(span: Span) -> StatementKind {
    StatementKind::Condition(hir::Expression {
        kind: ExpressionKind::Constant(1),
        span,
    })
}

/// Replaces C's escape sequences.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            decoded.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => decoded.push('\n'),
            Some('t') => decoded.push('\t'),
            Some('r') => decoded.push('\r'),
            Some('f') => decoded.push('\x0c'),
            Some('v') => decoded.push('\x0b'),
            Some('b') => decoded.push('\x08'),
            Some('a') => decoded.push('\x07'),
            Some(digit @ '0'..='7') => {
                let mut value = digit as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(next) = rest.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + next;
                    rest.next();
                }
                decoded.extend(char::from_u32(value));
            }
            Some(other) => decoded.push(other),
            None => decoded.push('\\'),
        }
    }
    decoded
}

/// How many values a format prints.
fn conversions(format: &str) -> usize {
    let mut count = 0;
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c == '%' && rest.next().is_some_and(|next| next != '%') {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_as_in_c() {
        assert_eq!(decode(r"a\tb\n\\\x\101\0"), "a\tb\n\\xA\0");
        assert_eq!(decode("\\"), "\\");
    }

    #[test]
    fn a_doubled_percent_sign_prints_no_value() {
        assert_eq!(conversions("%d %% %e\n"), 2);
        assert_eq!(conversions("100%"), 0);
    }
}
