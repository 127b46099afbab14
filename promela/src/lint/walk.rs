//! Going through statements and expressions.

use crate::hir::{
    Argument, Expression, ExpressionKind, Initial, Model, Reference, Statement, StatementKind as Kind,
};

/// Calls `f` for every statement, outer ones first.
pub(super) fn statements<'m>(body: &'m [Statement], f: &mut dyn FnMut(&'m Statement)) {
    for statement in body {
        f(statement);
        inner(statement, &mut |body| statements(body, f));
    }
}

/// Calls `f` for every sequence of statements directly inside a statement.
pub(super) fn inner<'m>(statement: &'m Statement, f: &mut dyn FnMut(&'m [Statement])) {
    match &statement.kind {
        Kind::If(options) | Kind::Do(options) => options.iter().for_each(|option| f(option)),
        Kind::Loop { exit, body } => {
            f(exit);
            f(body);
        }
        Kind::Atomic(body) | Kind::DStep(body) | Kind::Block(body) => f(body),
        Kind::Unless(main, escape) => {
            f(std::slice::from_ref(main));
            f(std::slice::from_ref(escape));
        }
        _ => {}
    }
}

/// Calls `f` for the expressions that a statement evaluates itself: values, not the places they go to.
pub(super) fn expressions<'m>(statement: &'m Statement, f: &mut dyn FnMut(&'m Expression)) {
    match &statement.kind {
        Kind::Condition(e) | Kind::Assert(e) | Kind::PrintSymbol(e) => tree(e, f),
        Kind::Assign(target, value) => {
            indexes(target, f);
            tree(value, f);
        }
        Kind::Send { channel, arguments, .. } => {
            indexes(channel, f);
            arguments.iter().for_each(|e| tree(e, f));
        }
        Kind::Receive { channel, arguments: list, .. } => {
            indexes(channel, f);
            arguments(list, f);
        }
        Kind::Print { arguments, .. } => arguments.iter().for_each(|e| tree(e, f)),
        Kind::SetPriority(process, priority) => {
            tree(process, f);
            tree(priority, f);
        }
        _ => {}
    }
}

/// Calls `f` for every expression of a model.
pub(super) fn all_expressions<'m>(model: &'m Model, f: &mut dyn FnMut(&'m Expression)) {
    for proctype in &model.proctypes {
        proctype.provided.iter().for_each(|e| tree(e, f));
        statements(&proctype.body, &mut |statement| expressions(statement, f));
    }
    for variable in &model.variables {
        if let Initial::Value(value) = &variable.initial {
            tree(value, f);
        }
    }
}

/// Calls `f` for an expression and all its parts.
pub(super) fn tree<'m>(expression: &'m Expression, f: &mut dyn FnMut(&'m Expression)) {
    f(expression);
    match &expression.kind {
        ExpressionKind::Load(r)
        | ExpressionKind::Length(r)
        | ExpressionKind::Full(r)
        | ExpressionKind::Empty(r)
        | ExpressionKind::NotFull(r)
        | ExpressionKind::NotEmpty(r) => indexes(r, f),
        ExpressionKind::Unary(_, e)
        | ExpressionKind::Enabled(e)
        | ExpressionKind::PcValue(e)
        | ExpressionKind::GetPriority(e) => tree(e, f),
        ExpressionKind::Binary(_, a, b) => {
            tree(a, f);
            tree(b, f);
        }
        ExpressionKind::Conditional(c, a, b) => {
            tree(c, f);
            tree(a, f);
            tree(b, f);
        }
        ExpressionKind::Run { arguments, .. } => arguments.iter().for_each(|e| tree(e, f)),
        ExpressionKind::Poll { channel, arguments: list, .. } => {
            indexes(channel, f);
            arguments(list, f);
        }
        ExpressionKind::RemoteVariable(_, process, r) => {
            process.iter().for_each(|e| tree(e, f));
            indexes(r, f);
        }
        ExpressionKind::RemoteLabel(_, process, _) => process.iter().for_each(|e| tree(e, f)),
        ExpressionKind::Constant(_)
        | ExpressionKind::Timeout
        | ExpressionKind::Pid
        | ExpressionKind::ProcessCount
        | ExpressionKind::Last
        | ExpressionKind::OwnPriority => {}
    }
}

fn arguments<'m>(list: &'m [Argument], f: &mut dyn FnMut(&'m Expression)) {
    for argument in list {
        match argument {
            Argument::Store(target) => indexes(target, f),
            Argument::Eval(e) => tree(e, f),
            Argument::Ignore | Argument::Match(_) => {}
        }
    }
}

fn indexes<'m>(reference: &'m Reference, f: &mut dyn FnMut(&'m Expression)) {
    reference.index.as_deref().into_iter().for_each(|e| tree(e, f));
    reference.fields.iter().filter_map(|step| step.index.as_ref()).for_each(|e| tree(e, f));
}
