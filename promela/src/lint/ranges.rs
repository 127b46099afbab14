//! Constants that do not fit: assigned, sent, passed, or compared with what can never equal them.

use super::{Lints, code, walk};
use crate::hir::{
    BinaryOperator, Expression, ExpressionKind, Initial, Model, Scalar, StatementKind, Type, Variable,
};
use crate::source::Span;

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    for variable in &model.variables {
        initial(variable, lints);
    }
    for proctype in &model.proctypes {
        walk::statements(&proctype.body, &mut |statement| match &statement.kind {
            StatementKind::Assign(target, value) => overflow(target.scalar, value, "assigned", lints),
            StatementKind::Send { channel, arguments, .. } => {
                let declared = &model.variables[channel.variable.0 as usize].initial;
                if let Initial::Channel(ty) = declared
                    && channel.fields.is_empty()
                    && ty.fields.len() == arguments.len()
                {
                    let fields = ty.fields.iter().zip(arguments);
                    fields.for_each(|(&scalar, value)| overflow(scalar, value, "sent", lints));
                }
            }
            _ => {}
        });
    }
    walk::all_expressions(model, &mut |e| match &e.kind {
        ExpressionKind::Binary(operator, a, b) => comparison(*operator, a, b, e.span, lints),
        ExpressionKind::Run { proctype, arguments, .. } => {
            let parameters = &model.proctypes[proctype.0 as usize].parameters;
            let types = parameters.iter().map(|id| model.variables[id.0 as usize].ty);
            for (ty, value) in types.zip(arguments) {
                // Structures are passed field by field, which shifts what follows.
                let Type::Scalar(scalar) = ty else { break };
                overflow(scalar, value, "passed", lints);
            }
        }
        _ => {}
    });
}

fn initial(variable: &Variable, lints: &mut Lints<'_>) {
    let Type::Scalar(scalar) = variable.ty else { return };
    match &variable.initial {
        Initial::Value(value) => overflow(scalar, value, "assigned", lints),
        Initial::List(values) => {
            if let Some(value) = values.iter().find(|&&value| !fits(scalar, value)) {
                warn(scalar, *value, "assigned", variable.span, lints);
            }
        }
        Initial::Default | Initial::Channel(_) => {}
    }
}

/// The values a type holds; `None` if they depend on more than the type.
fn range(scalar: Scalar) -> Option<(i64, i64)> {
    Some(match scalar {
        Scalar::Bit => (0, 1),
        Scalar::Byte | Scalar::Mtype(_) => (0, 255),
        Scalar::Short => (-32_768, 32_767),
        Scalar::Unsigned(width) => (0, (1_i64 << width) - 1),
        Scalar::Int | Scalar::Pid | Scalar::Chan => return None,
    })
}

fn fits(scalar: Scalar, value: i32) -> bool {
    range(scalar).is_none_or(|(low, high)| (low..=high).contains(&i64::from(value)))
}

fn name(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bit => "bit".to_owned(),
        Scalar::Byte => "byte".to_owned(),
        Scalar::Mtype(_) => "mtype".to_owned(),
        Scalar::Short => "short".to_owned(),
        Scalar::Unsigned(width) => format!("unsigned of {width} bits"),
        Scalar::Int => "int".to_owned(),
        Scalar::Pid => "pid".to_owned(),
        Scalar::Chan => "chan".to_owned(),
    }
}

/// The value of a constant, perhaps with a sign.
fn constant(expression: &Expression) -> Option<i32> {
    match &expression.kind {
        ExpressionKind::Constant(value) => Some(*value),
        ExpressionKind::Unary(crate::hir::UnaryOperator::Minus, e) => constant(e)?.checked_neg(),
        _ => None,
    }
}

fn overflow(scalar: Scalar, value: &Expression, how: &str, lints: &mut Lints<'_>) {
    if let Some(constant) = constant(value)
        && !fits(scalar, constant)
    {
        warn(scalar, constant, how, value.span, lints);
    }
}

fn warn(scalar: Scalar, value: i32, how: &str, span: Span, lints: &mut Lints<'_>) {
    let Some((low, high)) = range(scalar) else { return };
    let ty = name(scalar);
    let width = (high - low + 1).trailing_zeros();
    let bits = i64::from(value) & (high - low);
    let kept = if high < bits { bits - (1 << width) } else { bits };
    lints
        .warn(code::CONSTANT_OVERFLOW, format!("{value} does not fit into a {ty}"), span)
        .label(format!("{kept} is {how}"))
        .hint(format!("a {ty} holds values from {low} to {high}"));
}

fn comparison(operator: BinaryOperator, a: &Expression, b: &Expression, span: Span, lints: &mut Lints<'_>) {
    let (operator, load, value) = match (&a.kind, constant(b), constant(a), &b.kind) {
        (ExpressionKind::Load(r), Some(value), ..) => (operator, r, value),
        (_, _, Some(value), ExpressionKind::Load(r)) => (mirrored(operator), r, value),
        _ => return,
    };
    let Some((low, high)) = range(load.scalar) else { return };
    let value = i64::from(value);
    let always = match operator {
        BinaryOperator::Equal if !(low..=high).contains(&value) => false,
        BinaryOperator::NotEqual if !(low..=high).contains(&value) => true,
        BinaryOperator::Less if high < value => true,
        BinaryOperator::Less if value <= low => false,
        BinaryOperator::LessEqual if high <= value => true,
        BinaryOperator::LessEqual if value < low => false,
        BinaryOperator::Greater if value < low => true,
        BinaryOperator::Greater if high <= value => false,
        // `x >= 0` is often written for clarity.
        BinaryOperator::GreaterEqual if value <= low && value != 0 => true,
        BinaryOperator::GreaterEqual if high < value => false,
        _ => return,
    };
    if [span, a.span, b.span].into_iter().any(|span| lints.is_generated(span)) {
        return;
    }
    let ty = name(load.scalar);
    lints
        .warn(code::CONSTANT_COMPARISON, format!("this comparison is always {always}"), span)
        .hint(format!("a {ty} holds values from {low} to {high}"));
}

/// The operator with its sides exchanged.
fn mirrored(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
        other => other,
    }
}
