//! Texts at and beyond the limits: each is answered quickly, by a tree or by an error that says which limit.

use promela::ast::{MAX_EXPRESSION_DEPTH, MAX_NESTING};
use promela::parser::parse_text;
use std::time::{Duration, Instant};

/// Far above what any of these texts needs, far below what exponential backtracking would take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The codes of the errors, none if the text is fine.
fn codes(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let answer = parse_text(text);
    let elapsed = start.elapsed();
    let head: String = text.chars().take(60).collect();
    assert!(elapsed < PATIENCE, "{head}... took {elapsed:?}");
    answer.err().unwrap_or_default().iter().map(|error| error.code).collect()
}

fn in_body(statement: &str) -> String {
    format!("init {{ {statement} }}")
}

/// Text around a core that repeats `open` and `close` so many times.
fn nested(open: &str, core: &str, close: &str, times: usize) -> String {
    in_body(&format!("{}{core}{}", open.repeat(times), close.repeat(times)))
}

/// What can nest, how many brackets one level of it opens, and what stands in the middle.
const NESTING: [(&str, &str, &str, usize); 16] = [
    ("(", "x", ")", 1),
    ("x + (", "x", ") * 2", 1),
    ("!(", "x", ")", 1),
    ("{ ", "x", " }", 1),
    ("atomic { ", "x", " }", 1),
    ("L: { ", "x", " } unless { x }", 1),
    ("if :: x -> ", "x", " fi", 1),
    ("do :: ", "x = 1", " :: else od", 1),
    ("a[", "x", "]", 1),
    ("a[b.", "x", "].c", 1),
    ("(x -> ", "x", " : y)", 1),
    ("(", "x", " -> y : z)", 1),
    ("c?[eval(", "x", ")]", 2),
    ("c?[a[", "x", "]]", 2),
    ("run P(", "x", ", y)", 1),
    ("P[", "x", "]@l", 1),
];

#[test]
fn nesting_up_to_the_limit_is_parsed_in_time() {
    for (open, core, close, brackets) in NESTING {
        let text = nested(open, core, close, (MAX_NESTING - 1) / brackets);
        assert_eq!(codes(&text), [""; 0], "{open}");
    }
}

#[test]
fn nesting_beyond_the_limit_is_an_error() {
    for (open, core, close, _) in NESTING {
        for times in [MAX_NESTING + 1, 100_000] {
            assert_eq!(codes(&nested(open, core, close, times)), ["E0204"], "{open}");
        }
    }
}

#[test]
fn a_mistake_in_the_middle_of_deep_nesting_is_found_in_time() {
    for (open, _, close, brackets) in NESTING {
        let text = nested(open, "= = =", close, (MAX_NESTING - 1) / brackets);
        assert_ne!(codes(&text), [""; 0], "{open}");
    }
}

#[test]
fn deep_brackets_that_are_never_closed_are_errors() {
    for opener in ["(", "[", "{", "if :: ", "do :: ", "never { ", "c_code { "] {
        for times in [MAX_NESTING / 2, 100_000] {
            let found = codes(&opener.repeat(times));
            assert!(found.contains(&"E0204") || found.contains(&"E0205"), "{opener}: {found:?}");
        }
    }
}

#[test]
fn a_chain_of_operators_may_be_long_but_not_too_long() {
    for (first, link) in [("x", " + x"), ("x", " || x"), ("x", " * - x"), ("x", " == (x && x)")] {
        let links = MAX_EXPRESSION_DEPTH / 3 - 3;
        assert_eq!(codes(&in_body(&format!("{first}{}", link.repeat(links)))), [""; 0], "{link}");
        for links in [MAX_EXPRESSION_DEPTH, 30_000] {
            assert_eq!(codes(&in_body(&format!("{first}{}", link.repeat(links)))), ["E0220"], "{link}");
        }
    }
    for prefix in ["- ", "! ", "~", "!~- "] {
        assert_eq!(codes(&in_body(&format!("{}x", prefix.repeat(200)))), [""; 0], "{prefix}");
        assert_eq!(codes(&in_body(&format!("{}x", prefix.repeat(30_000)))), ["E0220"], "{prefix}");
    }
}

#[test]
fn what_is_long_but_not_deep_has_no_limit() {
    let many = 20_000;
    for (text, unit) in [
        (in_body(&"x = x + 1; ".repeat(many)), "statements"),
        (in_body(&format!("{}skip", "L: ".repeat(many))), "labels"),
        (in_body(&format!("c!x{}", ",x".repeat(many))), "send arguments"),
        (in_body(&format!("c?x{}", ",x".repeat(many))), "receive arguments"),
        (in_body(&format!("a{} = 1", ".b".repeat(many))), "fields"),
        (in_body(&format!("if {} fi", ":: x ".repeat(many))), "options"),
        (format!("byte x{};", ", x".repeat(many)), "variables"),
        (format!("mtype = {{ {} }}", "m ".repeat(many)), "constants"),
        ("proctype P() { skip } ".repeat(many / 4), "units"),
        (";".repeat(many), "separators"),
    ] {
        assert_eq!(codes(&text), [""; 0], "{unit}");
    }
}

#[test]
fn many_mistakes_are_reported_up_to_a_number_and_in_time() {
    assert_eq!(codes(&in_body(&"x = ; ".repeat(5_000))).len(), promela::parser::MAX_ERRORS);
    assert_eq!(codes(&"init { x = } ".repeat(5_000)).len(), promela::parser::MAX_ERRORS);
    assert_eq!(codes(&"= ".repeat(5_000)).len(), 1);
    assert_eq!(codes(&"$".repeat(5_000)).len(), promela::parser::MAX_ERRORS);
}

#[test]
fn huge_numbers_are_errors() {
    assert_eq!(codes(&in_body(&format!("x = {}", "9".repeat(100_000)))), ["E0203"]);
}
