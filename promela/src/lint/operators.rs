//! Operators that bind otherwise than they look.

use super::{Lints, code, walk};
use crate::hir::{BinaryOperator as Operator, Expression, ExpressionKind, Model};

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    let mut found = Vec::new();
    walk::all_expressions(model, &mut |e| {
        if let ExpressionKind::Binary(Operator::BitAnd | Operator::BitOr | Operator::BitXor, a, b) = &e.kind {
            found.extend([a, b].into_iter().filter(|side| is_comparison(side)).map(|side| (e, side)));
        }
    });
    for (whole, side) in found {
        let text = lints.quote(side.span);
        // Parentheses belong to the expression that they enclose.
        if text.starts_with('(') && text.ends_with(')') || lints.is_generated(whole.span) {
            continue;
        }
        lints
            .warn(code::PRECEDENCE, "a comparison binds tighter than `&`, `^` and `|`", whole.span)
            .and(side.span, "this is compared first")
            .hint("as in C; write parentheses around what belongs together");
    }
}

fn is_comparison(expression: &Expression) -> bool {
    use Operator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let ExpressionKind::Binary(operator, ..) = &expression.kind else { return false };
    matches!(operator, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
}
