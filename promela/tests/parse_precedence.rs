//! Operators group as in Spin: every pair of them, against the table of its yacc grammar.

use promela::parser::parse_text;

/// Infix operators from the loosest to the tightest, all of them `%left`.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &[">", "<", ">=", "<="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The expression in full parentheses.
fn grouped(expression: &str) -> String {
    let model = parse_text(&format!("init {{ {expression} }}")).unwrap();
    let outline = model.to_string();
    outline.lines().nth(1).unwrap().trim().to_owned()
}

fn operators() -> impl Iterator<Item = (usize, &'static str)> {
    LEVELS
        .iter()
        .enumerate()
        .flat_map(|(level, operators)| operators.iter().map(move |&operator| (level, operator)))
}

#[test]
fn every_pair_of_infix_operators_groups_by_level_and_then_to_the_left() {
    for (first_level, first) in operators() {
        for (second_level, second) in operators() {
            let expected = if first_level < second_level {
                format!("((x{first}(y{second}z)))")
            } else {
                format!("(((x{first}y){second}z))")
            };
            assert_eq!(grouped(&format!("x {first} y {second} z")), expected);
        }
    }
}

#[test]
fn prefix_operators_bind_tighter_than_any_infix_operator() {
    for (_, infix) in operators() {
        for prefix in ["!", "-", "~"] {
            assert_eq!(grouped(&format!("{prefix}x {infix} y")), format!("(({prefix}(x){infix}y))"));
            assert_eq!(grouped(&format!("x {infix} {prefix}y")), format!("((x{infix}{prefix}(y)))"));
        }
    }
}

#[test]
fn blanks_do_not_change_the_grouping_but_may_change_the_tokens() {
    assert_eq!(grouped("x-1"), "((x-1))");
    assert_eq!(grouped("x - -1"), "((x--(1)))");
    assert!(parse_text("init { x = x--1 }").is_err());
    assert!(parse_text("init { !!x }").is_err());
    assert_eq!(grouped("! !x"), "(!(!(x)))");
    assert_eq!(grouped("c!x"), "c!x");
    assert_eq!(grouped("c!!x"), "c!!x");
    assert_eq!(grouped("c! !x"), "c!!(x)");
    assert_eq!(grouped("c!=x"), "((c!=x))");
    assert_eq!(grouped("c?[x]"), "(c?[x])");
    assert_eq!(grouped("c? [x]"), "(c?[x])");
    assert_eq!(grouped("!c?[x] && y"), "((!(c?[x])&&y))");
    assert_eq!(grouped("x<-y"), "((x<-(y)))");
}
