//! Expressions.

use super::references::{Named, Predefined};
use super::{Resolver, code};
use crate::ast::{self, ChannelQuery};
use crate::hir::{self, ExpressionKind, Reference};
use crate::source::Span;

impl Resolver<'_> {
    /// Resolves an expression. What is wrong in it is reported and becomes zero.
    pub(super) fn expression(&mut self, e: &ast::Expression) -> hir::Expression {
        let kind = match &e.kind {
            ast::ExpressionKind::Literal(literal) => ExpressionKind::Constant(literal.value()),
            ast::ExpressionKind::Reference(reference) => self.load(reference),
            ast::ExpressionKind::Unary(operator, operand) => {
                let operand = Box::new(self.expression(operand));
                ExpressionKind::Unary(unary(*operator), operand)
            }
            ast::ExpressionKind::Binary(operator, left, right) => {
                let left = Box::new(self.expression(left));
                let right = Box::new(self.expression(right));
                ExpressionKind::Binary(binary(*operator), left, right)
            }
            ast::ExpressionKind::Conditional { condition, then, otherwise } => {
                let condition = Box::new(self.expression(condition));
                let then = Box::new(self.expression(then));
                let otherwise = Box::new(self.expression(otherwise));
                ExpressionKind::Conditional(condition, then, otherwise)
            }
            _ => self.query(e),
        };
        hir::Expression { kind, span: e.span }
    }

    /// Expressions that ask or change something beyond variables.
    fn query(&mut self, e: &ast::Expression) -> ExpressionKind {
        match &e.kind {
            ast::ExpressionKind::Run { proctype, arguments, priority } => {
                self.run(e.span, proctype, arguments, priority.as_ref())
            }
            ast::ExpressionKind::ChannelQuery(query, channel) => match self.channel(channel) {
                Some(channel) => channel_query(*query, channel),
                None => NOTHING,
            },
            ast::ExpressionKind::Poll { channel, random, arguments } => {
                self.poll(e.span, channel, *random, arguments)
            }
            ast::ExpressionKind::Enabled(process) => {
                ExpressionKind::Enabled(Box::new(self.expression(process)))
            }
            ast::ExpressionKind::PcValue(process) => {
                ExpressionKind::PcValue(Box::new(self.expression(process)))
            }
            ast::ExpressionKind::GetPriority(process) => {
                ExpressionKind::GetPriority(Box::new(self.expression(process)))
            }
            ast::ExpressionKind::Timeout => {
                if self.in_d_step() {
                    let message = "timeout inside d_step";
                    self.warning(code::TIMEOUT_IN_D_STEP, message, e.span)
                        .hint("only as the first statement can it become true");
                }
                ExpressionKind::Timeout
            }
            ast::ExpressionKind::NonProgress => {
                self.error(code::NON_PROGRESS, "np_ has a meaning in never claims only", e.span);
                NOTHING
            }
            ast::ExpressionKind::RemoteVariable { process, variable } => {
                self.remote_variable(e.span, process, variable)
            }
            ast::ExpressionKind::RemoteLabel { process, label } => self.remote_label(process, label),
            ast::ExpressionKind::Opaque(opaque) => {
                self.unsupported(opaque);
                NOTHING
            }
            ast::ExpressionKind::Literal(_)
            | ast::ExpressionKind::Reference(_)
            | ast::ExpressionKind::Unary(..)
            | ast::ExpressionKind::Binary(..)
            | ast::ExpressionKind::Conditional { .. } => self.expression(e).kind,
        }
    }

    /// The value of a variable or constant.
    fn load(&mut self, reference: &ast::VariableReference) -> ExpressionKind {
        let predefined = match self.named(reference) {
            Named::Constant(value) => return ExpressionKind::Constant(value),
            Named::Path(path) => {
                self.note_read(path.variable);
                let reference = self.scalar_reference(path);
                return reference.map_or(NOTHING, ExpressionKind::Load);
            }
            Named::Predefined(predefined) => predefined,
            Named::Unknown => return NOTHING,
        };
        match predefined {
            Predefined::Pid => ExpressionKind::Pid,
            Predefined::Last => ExpressionKind::Last,
            Predefined::ProcessCount => ExpressionKind::ProcessCount,
            Predefined::Priority => ExpressionKind::OwnPriority,
            Predefined::ControlState => {
                let own = constant_like(ExpressionKind::Pid, reference.span);
                ExpressionKind::PcValue(Box::new(own))
            }
            Predefined::Anything => {
                self.error(code::WRITE_ONLY, "`_` cannot be read", reference.span)
                    .hint("it only receives values that nobody wants");
                NOTHING
            }
        }
    }

    /// A variable is read, unless it is only printed.
    pub(super) fn note_read(&mut self, variable: hir::VariableId) {
        if !self.printing {
            self.model.variables[variable.0 as usize].read = true;
        }
    }

    /// Expressions in a list of arguments, where a whole structure stands for its scalars.
    pub(super) fn arguments(&mut self, arguments: &[ast::Expression]) -> Vec<hir::Expression> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let ast::ExpressionKind::Reference(reference) = &argument.kind else {
                values.push(self.expression(argument));
                continue;
            };
            match self.named(reference) {
                Named::Path(mut path) => {
                    self.note_read(path.variable);
                    self.take_first_element(&mut path);
                    let parts = self.parts(&path).unwrap_or_default();
                    let span = argument.span;
                    let loads = parts.into_iter().map(ExpressionKind::Load);
                    values.extend(loads.map(|kind| hir::Expression { kind, span }));
                }
                // Whatever else it is, it has been complained about or is no path.
                Named::Unknown => values.push(constant_like(NOTHING, argument.span)),
                Named::Constant(_) | Named::Predefined(_) => {
                    values.push(self.expression(argument));
                }
            }
        }
        values
    }
}

/// What an erroneous expression becomes.
pub(super) const NOTHING: ExpressionKind = ExpressionKind::Constant(0);

/// An expression made up for a place in the text.
pub(super) fn constant_like(kind: ExpressionKind, span: Span) -> hir::Expression {
    hir::Expression { kind, span }
}

fn channel_query(query: ChannelQuery, channel: Reference) -> ExpressionKind {
    match query {
        ChannelQuery::Length => ExpressionKind::Length(channel),
        ChannelQuery::Full => ExpressionKind::Full(channel),
        ChannelQuery::Empty => ExpressionKind::Empty(channel),
        ChannelQuery::NotFull => ExpressionKind::NotFull(channel),
        ChannelQuery::NotEmpty => ExpressionKind::NotEmpty(channel),
    }
}

fn unary(operator: ast::UnaryOperator) -> hir::UnaryOperator {
    match operator {
        ast::UnaryOperator::Not => hir::UnaryOperator::Not,
        ast::UnaryOperator::Minus => hir::UnaryOperator::Minus,
        ast::UnaryOperator::Complement => hir::UnaryOperator::Complement,
    }
}

fn binary(operator: ast::BinaryOperator) -> hir::BinaryOperator {
    use ast::BinaryOperator as A;
    use hir::BinaryOperator as H;
    match operator {
        A::Or => H::Or,
        A::And => H::And,
        A::BitOr => H::BitOr,
        A::BitXor => H::BitXor,
        A::BitAnd => H::BitAnd,
        A::Equal => H::Equal,
        A::NotEqual => H::NotEqual,
        A::Less => H::Less,
        A::LessOrEqual => H::LessEqual,
        A::Greater => H::Greater,
        A::GreaterOrEqual => H::GreaterEqual,
        A::ShiftLeft => H::ShiftLeft,
        A::ShiftRight => H::ShiftRight,
        A::Add => H::Add,
        A::Subtract => H::Subtract,
        A::Multiply => H::Multiply,
        A::Divide => H::Divide,
        A::Remainder => H::Remainder,
    }
}

/// What an expression consists of, directly.
pub(super) fn operands(e: &hir::Expression) -> Vec<&hir::Expression> {
    match &e.kind {
        ExpressionKind::Constant(_)
        | ExpressionKind::Timeout
        | ExpressionKind::Pid
        | ExpressionKind::ProcessCount
        | ExpressionKind::Last
        | ExpressionKind::OwnPriority => Vec::new(),
        ExpressionKind::Load(reference)
        | ExpressionKind::Length(reference)
        | ExpressionKind::Full(reference)
        | ExpressionKind::Empty(reference)
        | ExpressionKind::NotFull(reference)
        | ExpressionKind::NotEmpty(reference) => indices(reference),
        ExpressionKind::Unary(_, operand)
        | ExpressionKind::Enabled(operand)
        | ExpressionKind::PcValue(operand)
        | ExpressionKind::GetPriority(operand) => vec![operand],
        ExpressionKind::Binary(_, left, right) => vec![left, right],
        ExpressionKind::Conditional(condition, then, otherwise) => {
            vec![condition, then, otherwise]
        }
        ExpressionKind::Run { arguments, .. } => arguments.iter().collect(),
        ExpressionKind::Poll { channel, arguments, .. } => {
            let mut all = indices(channel);
            for argument in arguments {
                match argument {
                    hir::Argument::Store(reference) => all.extend(indices(reference)),
                    hir::Argument::Eval(e) => all.push(e),
                    hir::Argument::Ignore | hir::Argument::Match(_) => {}
                }
            }
            all
        }
        ExpressionKind::RemoteVariable(_, process, reference) => {
            let mut all = indices(reference);
            all.extend(process.as_deref());
            all
        }
        ExpressionKind::RemoteLabel(_, process, _) => process.as_deref().into_iter().collect(),
    }
}

fn indices(reference: &Reference) -> Vec<&hir::Expression> {
    let of_fields = reference.fields.iter().filter_map(|step| step.index.as_ref());
    reference.index.as_deref().into_iter().chain(of_fields).collect()
}

/// Whether the expression or a part of it satisfies the predicate.
pub(crate) fn any(e: &hir::Expression, predicate: &mut dyn FnMut(&hir::Expression) -> bool) -> bool {
    predicate(e) || operands(e).into_iter().any(|part| any(part, predicate))
}

/// How many `run` operators an expression contains.
pub(super) fn count_runs(e: &hir::Expression) -> usize {
    let own = usize::from(matches!(e.kind, ExpressionKind::Run { .. }));
    own + operands(e).into_iter().map(count_runs).sum::<usize>()
}
