//! Spans: every statement and expression knows its own text.

use promela::ast::*;
use promela::parser::parse_text;
use promela::source::Span;

const TEXT: &str = "byte g = 1 + 2;
proctype P(byte a; chan c) {
    L: M: x = (y + 1) * z[2].w; c!a(b,3);
    if :: x == 1 -> skip; :: else -> c?x,eval(y - 1) fi;
    { x++ } unless { (timeout) };
    end:
}";

fn at(span: Span) -> &'static str {
    &TEXT[span.start as usize..span.end as usize]
}

fn body() -> Vec<Statement> {
    let model = parse_text(TEXT).unwrap();
    match model.units.into_iter().nth(1) {
        Some(Unit::Proctype(proctype)) => proctype.body.statements,
        other => panic!("expected a proctype, got {other:?}"),
    }
}

#[test]
fn a_statement_leaves_out_its_labels_and_separators() {
    let texts: Vec<_> = body().iter().map(|statement| at(statement.span)).collect();
    assert_eq!(texts[0], "x = (y + 1) * z[2].w");
    assert_eq!(texts[2], "if :: x == 1 -> skip; :: else -> c?x,eval(y - 1) fi");
    assert_eq!(texts[3], "{ x++ } unless { (timeout) }");
    assert_eq!(texts[4], "");
    let labels: Vec<_> = body()[0].labels.iter().map(|label| at(label.span)).collect();
    assert_eq!(labels, ["L", "M"]);
}

#[test]
fn an_expression_includes_its_parentheses() {
    let StatementKind::Assign(variable, value) = &body()[0].kind else {
        panic!("expected an assignment");
    };
    assert_eq!(at(variable.span), "x");
    assert_eq!(at(value.span), "(y + 1) * z[2].w");
    let ExpressionKind::Binary(BinaryOperator::Multiply, left, right) = &value.kind else {
        panic!("expected a product");
    };
    assert_eq!(at(left.span), "(y + 1)");
    assert_eq!(at(right.span), "z[2].w");
}

#[test]
fn a_branch_reaches_from_its_mark_to_its_last_statement() {
    let StatementKind::If(branches) = &body()[2].kind else {
        panic!("expected an if");
    };
    assert_eq!(at(branches[0].span), ":: x == 1 -> skip");
    assert_eq!(at(branches[1].span), ":: else -> c?x,eval(y - 1)");
    let StatementKind::Receive { arguments, .. } = &branches[1].body.statements[1].kind else {
        panic!("expected a receive");
    };
    let ReceiveArgument::Eval(value, whole) = &arguments[1] else {
        panic!("expected an eval");
    };
    assert_eq!((at(value.span), at(*whole)), ("y - 1", "eval(y - 1)"));
}
