//! `for` and `select`, expanded exactly as Spin expands them.
//!
//! | written | becomes |
//! |---|---|
//! | `for (v : a .. b) { s }` | `v = a; do :: else -> break :: v <= b -> s; v = v + 1 od` |
//! | `for (v in array) { s }` | the same from 0 to the last index |
//! | `for (m in channel) { s }` | `t = 0; do :: else -> break :: t < len(channel) -> channel?m; channel!m; s; t = t + 1 od` |
//! | `select (v : a .. b)` | `v = a; do :: break :: v < b -> v = v + 1 od` |
//! | with up to 33 literal values | `if :: v = a :: ... :: v = b fi` |
//! | with more literal values | `v = a; do :: v < b -> v = v + 1 :: break od` |
//!
//! The first assignment stands in the enclosing sequence, so a label in front of the whole is that of
//! the loop. The last two forms are made by Spin's scanner and obey its eyesight: both bounds plain
//! digits, the variable plain letters and digits, all on one line and not in the body of an inline.
//! There a label is that of the assignment.

use super::assignments::plus_one;
use super::expressions::constant_like;
use super::references::{Named, Path};
use super::{Resolver, code, hull};
use crate::ast;
use crate::hir::{
    self, Argument, BinaryOperator, ExpressionKind, Initial, Reference, Scalar, Scope, Statement,
    StatementKind, Type,
};
use crate::source::Span;
use crate::text::ExpansionKind;

/// How many values beyond the first a `select` may have to become an `if`.
const MAX_ENUMERATED: i64 = 32;

/// Which expansion a `select` gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelectForm {
    /// One option per value.
    Enumerated(i32, i32),
    /// Too many values for options.
    Long,
    /// Bounds that must be computed, and whatever the scanner does not see.
    General,
}

impl Resolver<'_> {
    /// The form of a `select`, by what Spin's scanner sees.
    pub(super) fn select_form(
        &self,
        statement: &ast::Statement,
        variable: &ast::VariableReference,
        from: &ast::Expression,
        to: &ast::Expression,
    ) -> SelectForm {
        let plain = match &variable.parts[..] {
            [part] => part.index.is_none() && part.name.text.bytes().all(|b| b.is_ascii_alphanumeric()),
            _ => false,
        };
        let digits = |e: &ast::Expression| {
            let text = self.source_text(e.span);
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
        };
        let header = self.source_text(statement.span);
        let header = header.split_once('(').map_or("", |(_, inside)| inside);
        if !plain || !digits(from) || !digits(to) || header.contains('\n') {
            return SelectForm::General;
        }
        let origin = self.text.origin(statement.span);
        let inlined = origin.expansion.iter().any(|step| step.kind == ExpansionKind::Inline);
        match (self.literal(from), self.literal(to)) {
            _ if inlined => SelectForm::General,
            (Some(from), Some(to)) if from > to => SelectForm::General,
            (Some(from), Some(to)) if i64::from(to) - i64::from(from) <= MAX_ENUMERATED => {
                SelectForm::Enumerated(from, to)
            }
            (Some(_), Some(_)) => SelectForm::Long,
            _ => SelectForm::General,
        }
    }

    fn source_text(&self, span: Span) -> &str {
        let text = &self.text.text;
        text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub(super) fn select(
        &mut self,
        statement: &ast::Statement,
        variable: &ast::VariableReference,
        from: &ast::Expression,
        to: &ast::Expression,
        before: &mut Vec<Statement>,
    ) -> StatementKind {
        let span = statement.span;
        if let SelectForm::Enumerated(from, to) = self.select_form(statement, variable, from, to) {
            let Some(target) = self.index_variable(variable) else {
                return StatementKind::Pass;
            };
            let option = |value| {
                let value = constant_like(ExpressionKind::Constant(value), span);
                vec![plain(StatementKind::Assign(target.clone(), value), span)]
            };
            return StatementKind::If((from..=to).map(option).collect());
        }
        self.check_range(from, to);
        let target = self.index_variable(variable);
        let first = self.expression(from);
        let limit = self.expression(to);
        let Some(target) = target else {
            return StatementKind::Pass;
        };
        self.note_read(target.variable);
        let header = hull(variable.span, to.span);
        before.push(assign(&target, first, hull(variable.span, from.span)));
        StatementKind::Loop {
            exit: vec![plain(StatementKind::Break, span)],
            body: vec![compare(&target, BinaryOperator::Less, limit, header), increment(&target, header)],
        }
    }

    /// A `select` over many literal values: its first assignment and its loop.
    pub(super) fn long_select(
        &mut self,
        statement: &ast::Statement,
        variable: &ast::VariableReference,
        from: &ast::Expression,
        to: &ast::Expression,
    ) -> (Statement, StatementKind) {
        let target = self.index_variable(variable);
        let first = self.expression(from);
        let limit = self.expression(to);
        let Some(target) = target else {
            return (plain(StatementKind::Pass, from.span), StatementKind::Pass);
        };
        self.note_read(target.variable);
        let header = hull(variable.span, to.span);
        let first = assign(&target, first, hull(variable.span, from.span));
        let options = vec![
            vec![compare(&target, BinaryOperator::Less, limit, header), increment(&target, header)],
            vec![plain(StatementKind::Break, statement.span)],
        ];
        (first, StatementKind::Do(options))
    }

    pub(super) fn for_range(
        &mut self,
        statement: &ast::Statement,
        variable: &ast::VariableReference,
        from: &ast::Expression,
        to: &ast::Expression,
        body: &ast::Sequence,
        before: &mut Vec<Statement>,
    ) -> StatementKind {
        self.check_range(from, to);
        let header = hull(variable.span, to.span);
        let target = self.index_variable(variable);
        let first = self.expression(from);
        let limit = self.expression(to);
        let mut guard = Vec::new();
        if let Some(target) = &target {
            self.note_read(target.variable);
            before.push(assign(target, first, hull(variable.span, from.span)));
            guard.push(compare(target, BinaryOperator::LessEqual, limit, header));
        }
        self.counting_loop(statement, guard, body, target.as_ref(), header)
    }

    pub(super) fn for_in(
        &mut self,
        statement: &ast::Statement,
        variable: &ast::VariableReference,
        collection: &ast::VariableReference,
        body: &ast::Sequence,
        before: &mut Vec<Statement>,
    ) -> StatementKind {
        let header = hull(variable.span, collection.span);
        let element = match self.named(variable) {
            Named::Path(path) => Some(path),
            Named::Unknown => None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.bad_index(variable.span, "this is no variable");
                None
            }
        };
        let walked = match self.named(collection) {
            Named::Path(path) => Some(path),
            Named::Unknown => None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.bad_collection(collection.span);
                None
            }
        };
        let (Some(element), Some(walked)) = (element, walked) else {
            return self.counting_loop(statement, Vec::new(), body, None, header);
        };
        if element.array.is_none() && matches!(element.ty, Type::Structure(_)) {
            self.for_in_channel(statement, &element, walked, body, before)
        } else {
            self.for_in_array(statement, element, &walked, body, before)
        }
    }

    fn for_in_array(
        &mut self,
        statement: &ast::Statement,
        element: Path,
        walked: &Path,
        body: &ast::Sequence,
        before: &mut Vec<Statement>,
    ) -> StatementKind {
        let header = hull(element.span, walked.span);
        let target = self.checked_index(element);
        if walked.array.is_none() {
            self.bad_collection(walked.span);
        }
        let (Some(target), Some(length)) = (target, walked.array) else {
            return self.counting_loop(statement, Vec::new(), body, None, header);
        };
        self.model.variables[walked.variable.0 as usize].walked = true;
        self.note_read(target.variable);
        let number = |value| constant_like(ExpressionKind::Constant(value), walked.span);
        before.push(assign(&target, number(0), header));
        let last = number(length as i32 - 1);
        let guard = vec![compare(&target, BinaryOperator::LessEqual, last, header)];
        self.counting_loop(statement, guard, body, Some(&target), header)
    }

    fn for_in_channel(
        &mut self,
        statement: &ast::Statement,
        element: &Path,
        walked: Path,
        body: &ast::Sequence,
        before: &mut Vec<Statement>,
    ) -> StatementKind {
        let header = hull(element.span, walked.span);
        let capacity = self.channel_of_structures(element, &walked);
        let channel = match capacity {
            Some(_) => self.scalar_reference(walked),
            None => None,
        };
        let parts = self.parts(element);
        let (Some(capacity), Some(channel), Some(parts)) = (capacity, channel, parts) else {
            return self.counting_loop(statement, Vec::new(), body, None, header);
        };
        let counter = self.counter(capacity, header);
        let zero = constant_like(ExpressionKind::Constant(0), header);
        before.push(assign(&counter, zero, header));
        let length = constant_like(ExpressionKind::Length(channel.clone()), channel.span);
        let load = |part: &Reference| constant_like(ExpressionKind::Load(part.clone()), part.span);
        let send = StatementKind::Send {
            channel: channel.clone(),
            sorted: false,
            arguments: parts.iter().map(load).collect(),
        };
        let receive = StatementKind::Receive {
            channel,
            random: false,
            peek: false,
            arguments: parts.into_iter().map(Argument::Store).collect(),
        };
        let guard = vec![
            compare(&counter, BinaryOperator::Less, length, header),
            plain(receive, header),
            plain(send, header),
        ];
        self.counting_loop(statement, guard, body, Some(&counter), header)
    }

    /// The capacity of a channel whose messages are one structure of the element's type, or `None` after
    /// a complaint.
    fn channel_of_structures(&mut self, element: &Path, walked: &Path) -> Option<u32> {
        let problem = match (walked.ty, &self.model.variables[walked.variable.0 as usize].initial) {
            (Type::Scalar(Scalar::Chan), Initial::Channel(channel)) if walked.fields.is_empty() => {
                let mut fields = Vec::new();
                let fits = match element.ty {
                    Type::Structure(id) if element.fields.is_empty() => {
                        self.flatten(id, &mut fields).is_ok() && fields == channel.fields
                    }
                    _ => false,
                };
                match channel.capacity {
                    0 => "a rendezvous channel holds no messages",
                    capacity if fits => return Some(capacity),
                    _ => "its messages are not of the type of the variable",
                }
            }
            (Type::Scalar(Scalar::Chan), _) => "a channel that is not declared with its type here",
            _ => "only a channel can be walked over with a structure",
        };
        self.error(code::LOOP_VARIABLE, "this `for` cannot walk over that", walked.span).label(problem);
        None
    }

    /// The counter of a `for` over a channel. Loops in the same scope share one, as in Spin; if one of
    /// them needs a wider counter, that has its own.
    fn counter(&mut self, capacity: u32, span: Span) -> Reference {
        let scalar = match capacity {
            256.. => Scalar::Short,
            _ => Scalar::Byte,
        };
        let key = (self.scopes.path().to_vec(), scalar == Scalar::Short);
        let body = self.body.as_ref();
        let scope = body.map_or(Scope::Global, |body| Scope::Local(body.process));
        let known = body.and_then(|body| body.counters.get(&key).copied());
        let variable = match known {
            Some(variable) => variable,
            None => self.add_synthetic("for_index".to_owned(), scope, scalar, span),
        };
        if let Some(body) = &mut self.body {
            body.counters.insert(key, variable);
        }
        Reference { variable, index: None, fields: Vec::new(), scalar, span }
    }

    /// The loop of a `for`: leave it, or do what the guard says, the body, and count.
    fn counting_loop(
        &mut self,
        statement: &ast::Statement,
        guard: Vec<Statement>,
        body: &ast::Sequence,
        target: Option<&Reference>,
        header: Span,
    ) -> StatementKind {
        let mut statements = guard;
        self.enter_loop();
        self.scopes.enter_block();
        if let Some(body) = &mut self.body {
            body.may_initialise = false;
        }
        self.append(body, &mut statements);
        self.scopes.leave_block();
        self.leave_loop();
        statements.extend(target.map(|target| increment(target, header)));
        let exit = |kind| plain(kind, statement.span);
        StatementKind::Loop {
            exit: vec![exit(StatementKind::Else), exit(StatementKind::Break)],
            body: statements,
        }
    }

    fn check_range(&mut self, from: &ast::Expression, to: &ast::Expression) {
        if let (Some(first), Some(last)) = (self.literal(from), self.literal(to))
            && first > last
        {
            let message = format!("the range {first} .. {last} is empty");
            self.warning(code::EMPTY_RANGE, message, hull(from.span, to.span));
        }
    }

    /// The variable of a range, which must be a plain one; `None` after a complaint.
    fn index_variable(&mut self, variable: &ast::VariableReference) -> Option<Reference> {
        match self.named(variable) {
            Named::Path(path) => self.checked_index(path),
            Named::Unknown => None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.bad_index(variable.span, "this is no variable");
                None
            }
        }
    }

    fn checked_index(&mut self, path: Path) -> Option<Reference> {
        let problem = match path.ty {
            Type::Scalar(Scalar::Chan) => "this is a channel",
            Type::Structure(_) => "this is a structure",
            _ if !path.fields.is_empty() => "this is a field of a structure",
            _ if path.array.is_some() || path.index.is_some() => "this is an array",
            Type::Scalar(scalar) => return Some(path.into_reference(scalar)),
        };
        self.bad_index(path.span, problem);
        None
    }

    fn bad_index(&mut self, span: Span, problem: &str) {
        let message = "the variable of a `for` or `select` must be a plain number";
        self.error(code::LOOP_VARIABLE, message, span).label(problem);
    }

    fn bad_collection(&mut self, span: Span) {
        let message = "a number can only walk over the indexes of an array";
        self.error(code::LOOP_VARIABLE, message, span)
            .label("this is no array")
            .hint("to walk over a channel, use a variable of the structure that it carries");
    }
}

fn plain(kind: StatementKind, span: Span) -> Statement {
    Statement { labels: Vec::new(), kind, span }
}

fn compare(target: &Reference, operator: BinaryOperator, limit: hir::Expression, span: Span) -> Statement {
    let load = constant_like(ExpressionKind::Load(target.clone()), target.span);
    let kind = ExpressionKind::Binary(operator, Box::new(load), Box::new(limit));
    plain(StatementKind::Condition(constant_like(kind, span)), span)
}

fn assign(target: &Reference, value: hir::Expression, span: Span) -> Statement {
    plain(StatementKind::Assign(target.clone(), value), span)
}

fn increment(target: &Reference, span: Span) -> Statement {
    assign(target, plus_one(target, BinaryOperator::Add, span), span)
}
