//! Inlines, as Spin expands them.

use super::{codes, expanded, prepared, rejected};

#[test]
fn a_call_becomes_the_body_in_braces() {
    let model = "inline f(a, b) { a = b + 1 }\ninit { f(x, y) }";
    assert_eq!(expanded(model), "init { { x = y + 1 } }");
}

#[test]
fn arguments_are_text_without_parentheses() {
    let model = "inline f(a) { x = a * 2 }\ninit { f(1 + 2) }";
    assert_eq!(expanded(model), "init { { x = 1 + 2 * 2 } }");
}

#[test]
fn parameters_are_replaced_behind_points_but_not_in_strings() {
    let model = "inline f(a) { s.a = 1; printf(\"a\", a) }\ninit { f(b) }";
    assert_eq!(expanded(model), "init { { s. b = 1; printf(\"a\", b) } }");
}

#[test]
fn parameters_are_replaced_all_at_once() {
    let model = "inline swap(a, b) { t = a; a = b; b = t }\ninit { swap(b, a) }";
    assert_eq!(expanded(model), "init { { t = b; b = a; a = t } }");
}

#[test]
fn commas_in_brackets_do_not_split_arguments() {
    let model = "inline f(a, b) { a; b }\ninit { f(g[(1, 2)], h(3, 4)) }";
    assert_eq!(expanded(model), "init { { g[(1, 2)]; h(3, 4) } }");
}

#[test]
fn inlines_call_inlines() {
    let model = "inline g(x) { y = x }\ninline f(a) { g(a); g(a + 1) }\ninit { f(3) }";
    assert_eq!(expanded(model), "init { { { y = 3 }; { y = 3 + 1 } } }");
}

#[test]
fn an_inline_may_be_defined_after_the_inline_that_calls_it() {
    let model = "inline f() { g() }\ninline g() { skip }\ninit { f() }";
    assert_eq!(expanded(model), "init { { { skip } } }");
}

#[test]
fn return_assigns_to_the_target_of_the_call() {
    let model = "inline f(a) { if :: a > 0 -> return a :: else -> return 0 - a fi }\n\
        init { s.v[i+1] = f(q); y = 1 }";
    let expected = "init { { if :: q > 0 -> s.v[i+1] = q :: else -> s.v[i+1] = 0 - q fi }; y = 1 }";
    assert_eq!(expanded(model), expected);
}

#[test]
fn return_goes_to_the_innermost_call() {
    let model = "inline g(a) { return a }\ninline f(b) { t = g(b); return t }\ninit { x = f(1) }";
    assert_eq!(expanded(model), "init { { { t = 1 }; x = t } }");
}

#[test]
fn a_call_needs_no_separator_behind_it() {
    let model = "inline f() { skip }\ninit { f() f()\n x = 1 }";
    assert_eq!(expanded(model), "init { { skip }; { skip }; x = 1 }");
}

#[test]
fn a_line_break_before_a_call_separates() {
    let model = "inline f() { skip }\ninline g() { return 1 }\ninit { x = 1\n f()\n x = g()\n y = g()\n}";
    assert_eq!(expanded(model), "init { x = 1; { skip }; { x = 1 }; { y = 1 } }");
}

#[test]
fn calls_may_follow_labels_guards_else_and_unless() {
    let model = "inline f() { skip }\n\
        init { L: f(); if :: f() :: x -> f() :: else f() fi unless f() }";
    let expected =
        "init { L: { skip }; if :: { skip } :: x -> { skip } :: else; { skip } fi unless { skip } }";
    assert_eq!(expanded(model), expected);
}

#[test]
fn definitions_leave_no_trace_even_with_c_inside() {
    let model = "inline f() { c_code { x = '}'; } }\nbyte y;";
    assert_eq!(expanded(model), "byte y;");
}

#[test]
fn wrong_argument_counts_name_both_places() {
    let expected = "\
error[E0101]: inline `f` takes 2 arguments but is given 1
 --> m.pml:2:8
  |
2 | init { f(1) }
  |        ^ called here
 ::: m.pml:1:8
  |
1 | inline f(a, b) { skip }
  |        - defined here
";
    assert_eq!(rejected("inline f(a, b) { skip }\ninit { f(1) }"), expected);
}

#[test]
fn all_wrong_calls_are_reported_at_once() {
    let model = "inline f() { skip }\ninit { f(1); f(2, 3); x = 1 + f(); g() }\ninline g() { skip }";
    assert_eq!(codes(prepared(model)), ["E0101", "E0101", "E0104", "E0105"]);
}

#[test]
fn recursion_is_an_error() {
    assert_eq!(codes(prepared("inline f() { f() }\ninit { f() }")), ["E0102"]);
    let model = "inline f() { g() }\ninline g() { f() }\ninit { f() }";
    assert_eq!(codes(prepared(model)), ["E0102"]);
}

#[test]
fn a_value_nobody_takes_is_an_error() {
    assert_eq!(codes(prepared("inline f() { return 1 }\ninit { f() }")), ["E0103"]);
    assert_eq!(codes(prepared("init { return 1 }")), ["E0103"]);
}

#[test]
fn a_target_that_gets_no_value_is_worth_a_warning() {
    assert_eq!(codes(prepared("inline f() { skip }\ninit { x = f() }")), ["W0101"]);
}

#[test]
fn calls_within_expressions_are_errors() {
    for call in ["x = f() + 1", "x = 1 + f()", "(f())", "byte y = f()", "run f()", "c!f()", "assert(f())"] {
        let model = format!("inline f() {{ return 1 }}\ninit {{ {call} }}");
        assert_eq!(codes(prepared(&model)), ["E0104"], "{call}");
    }
}

#[test]
fn malformed_definitions_are_errors() {
    for model in [
        "inline",
        "inline f",
        "inline f(",
        "inline f(a",
        "inline f(a,) {}",
        "inline f(1) {}",
        "inline f(a, a) {}",
        "inline f() skip",
        "inline f() { {",
    ] {
        assert_eq!(codes(prepared(model)), ["E0106"], "{model}");
    }
    assert_eq!(codes(prepared("inline f() {1}\ninline f() {2}")), ["E0107"]);
    assert_eq!(codes(prepared("init { inline f() {1} }")), ["E0106"]);
}

#[test]
fn an_unclosed_call_is_an_error() {
    assert_eq!(codes(prepared("inline f(a) { skip }\ninit { f(1 }")), ["E0101"]);
}
