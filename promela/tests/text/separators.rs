//! Separators that Spin's lexer adds or drops.

use super::expanded;

/// Expands the body of an init.
fn body(text: &str) -> String {
    let all = expanded(&format!("init {{ {text} }}"));
    let inner = all.strip_prefix("init {").and_then(|rest| rest.strip_suffix('}'));
    inner.unwrap_or(&all).trim().to_owned()
}

#[test]
fn a_line_break_behind_a_statement_separates() {
    for (written, read) in [
        ("x = 1\ny = 2", "x = 1; y = 2"),
        ("x++\ny--\nskip\nbreak", "x++; y--; skip; break"),
        ("a[1]\nb", "a[1]; b"),
        ("goto L\nL: x", "goto L; L: x"),
        ("byte x\nbyte y = 2", "byte x; byte y = 2"),
        ("c!1\nc?x\nrun P()\n(z)", "c!1; c?x; run P(); (z)"),
        ("if :: x fi\ndo :: y od\nz", "if :: x fi; do :: y od; z"),
        ("timeout\nx", "timeout; x"),
        ("c = 'a'\n-x", "c = 'a'; -x"),
        ("x\n!y", "x; !y"),
    ] {
        assert_eq!(body(written), read);
    }
}

#[test]
fn a_line_break_within_a_statement_does_not() {
    for text in [
        "x =\n1",
        "f(a,\nb)",
        "(a\n&& b)",
        "if\n:: x\nfi",
        "L:\nx",
        "atomic\n{ x }",
        "x ->\ny",
        "goto\nL",
        "printf\n(\"a\")",
        "x\n:: y",
        "{ x }\nunless { y }",
        "run P\n(1)",
    ] {
        let flat = text.replace('\n', " ");
        assert_eq!(body(text), flat, "{text}");
    }
}

#[test]
fn an_expression_may_go_on_with_an_operator_on_the_next_line() {
    assert_eq!(body("x = a\n+ b\n&& c"), "x = a + b && c");
}

#[test]
fn a_line_break_before_a_separator_adds_none() {
    assert_eq!(body("x\n-> y\n; z\n"), "x -> y; z");
}

#[test]
fn separators_are_added_behind_braces_and_else() {
    assert_eq!(body("{ x } y"), "{ x }; y");
    assert_eq!(body("if :: else x :: a -> { b } c fi"), "if :: else; x :: a -> { b }; c fi");
    assert_eq!(body("if :: else fi"), "if :: else fi");
    assert_eq!(body("if :: else -> x fi"), "if :: else -> x fi");
}

#[test]
fn repeated_separators_are_dropped() {
    assert_eq!(body("x;; ; y -> ; z"), "x; y -> z");
}

#[test]
fn a_for_loop_keeps_its_body() {
    assert_eq!(body("for (i : 1 .. 3)\n{ x }\ny"), "for (i : 1 .. 3) { x }; y");
    assert_eq!(body("for (i in a); { x }"), "for (i in a) { x }");
}

#[test]
fn conditional_expressions_keep_their_arrow() {
    assert_eq!(body("x = (a -> b : c)"), "x = (a -> b : c)");
}

#[test]
fn fields_of_a_typedef_are_separated_and_its_name_is_a_type() {
    let model = "typedef T {\nbyte a\nshort b\n}\ninit {\nT\nt\nt.a = 1 }";
    assert_eq!(expanded(model), "typedef T { byte a; short b } init { T t; t.a = 1 }");
}

#[test]
fn units_outside_bodies_are_left_alone() {
    for model in [
        "mtype = { a\nb\nc }",
        "byte x\nbyte y",
        "ltl p { [] (a\n-> <> b) }",
        "chan c = [1] of { byte }\nproctype P(byte a;\nbyte b) provided (x)\n{ skip }",
    ] {
        assert_eq!(expanded(model), model.replace('\n', " "));
    }
}

#[test]
fn lists_in_braces_within_a_body_are_left_alone() {
    assert_eq!(body("chan c = [1] of { byte,\nshort }\nx"), "chan c = [1] of { byte, short }; x");
    assert_eq!(body("byte a[2] = { 1,\n2 }, b"), "byte a[2] = { 1, 2 }, b");
}

#[test]
fn embedded_c_is_copied_as_it_is() {
    assert_eq!(body("c_code { now.x = 1; }\ny"), "c_code { now.x = 1; }; y");
}

#[test]
fn claims_are_bodies_too() {
    assert_eq!(expanded("never {\ndo\n:: x\n:: y\nod\nz }"), "never { do :: x :: y od; z }");
}

#[test]
fn a_line_break_after_a_macro_call_over_several_lines_counts() {
    let model = "#define SET(a,b) a = b\ninit { SET(x,\n1) y = 2\nSET(z, 1)\nw }";
    assert_eq!(expanded(model), "init { x = 1; y = 2; z = 1; w }");
}

#[test]
fn a_continued_line_still_breaks_between_statements() {
    assert_eq!(expanded("init { x = 1 \\\n y = 2 }"), "init { x = 1; y = 2 }");
}

#[test]
fn a_macro_body_has_no_line_breaks() {
    assert_eq!(expanded("#define B x = 1; \\\n y = 2\ninit { B }"), "init { x = 1; y = 2 }");
}
