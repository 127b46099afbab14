//! Idioms about which nothing is to be said.

use promela::source::Memory;
use promela::text::Options;

const IDIOMS: &[(&str, &str)] = &[
    (
        "a loop that is left inside a choice",
        "byte x; init { do :: x < 3 -> x++ :: else -> if :: x == 3 -> break :: else fi od; assert(x == 3) }",
    ),
    ("a label behind a jump", "byte x; init { goto b; a: x++; assert(x < 9); goto a; b: skip; goto a }"),
    ("a label deep inside what follows a jump", "byte x; init { goto b; if :: x == 1 -> b: x++ :: else fi }"),
    ("an endless loop at the end", "byte x; init { do :: x = 1 - x; assert(x < 2) od }"),
    (
        "the escape of an endless loop",
        "byte x; init { do :: x < 9 -> x++ od unless { x == 5 }; assert(x == 5) }",
    ),
    (
        "a loop left from the escape",
        "byte x; init { do :: { x < 9 -> x++ } unless { x == 5 -> break } od; assert(x == 5) }",
    ),
    (
        "an array that only a loop walks over",
        "byte a[3], i, n; init { for (i in a) { n++ }; assert(n == 3) }",
    ),
    ("choice by assignment", "byte x; init { if :: x = 1 :: x = 2 fi; assert(x > 0) }"),
    ("a switch in a macro", "#define DEBUG 0\nbyte x; init { if :: DEBUG -> x = 1 :: x == 0 fi }"),
    (
        "a switch in an inline",
        "byte x; inline f(on) { if :: on -> x = 1 :: else -> x = 2 fi } init { f(0); f(1); assert(x == 1) }",
    ),
    ("a size in a macro", "#define N 256\nbyte x; init { if :: x < N :: else -> x = 0 fi }"),
    ("a check that is true by type", "byte x; init { assert(x >= 0) }"),
    (
        "the largest value of a type",
        "byte x = 255; short y = -32768; bit b = 1; unsigned u : 3 = 7; init { assert(x + y + b + u < 0) }",
    ),
    ("a variable for people", "show byte state; init { state = 1; state = 2 }"),
    ("a hidden variable", "hidden byte x; init { x = 1 }"),
    ("a parameter that is not needed", "proctype P(byte id) { skip } init { run P(1) }"),
    (
        "a channel as a parameter",
        "proctype P(chan c) { c!1 } chan d = [1] of { byte }; init { run P(d); d?_ }",
    ),
    (
        "a channel in a message",
        "chan c = [1] of { chan }; chan d = [1] of { byte }; init { chan e; c!d; c?e; e!1; e?_ }",
    ),
    (
        "a message sent as a variable",
        "mtype = { a, b }; chan c = [1] of { mtype }; mtype m = a; init { c!m; if :: c?a :: c?b fi }",
    ),
    ("a channel that is only asked", "chan c = [2] of { byte }; init { c!1; assert(len(c) == 1) }"),
    (
        "a d_step that begins with a rendezvous",
        "chan c = [0] of { byte }; byte x; active proctype P() { c!1 } active proctype Q() { d_step { c?x; x++ }; assert(x == 2) }",
    ),
    (
        "a rendezvous in an atomic sequence",
        "chan c = [0] of { byte }; active proctype P() { atomic { skip; c!1 } } active proctype Q() { c?_ }",
    ),
    ("bits compared in parentheses", "byte x; init { assert((x & 1) == 0 && (x | 2) != 3) }"),
    ("comparisons joined by bits, in parentheses", "byte x; init { assert((x == 0) & (x < 3)) }"),
    (
        "a value read from another process",
        "active proctype P() { byte x; x = 1 } active proctype Q() { assert(P:x < 2) }",
    ),
    ("a counter that is printed", "byte x; init { x++; printf(\"%d\\n\", x) }"),
    (
        "a claim on a channel",
        "chan c = [1] of { byte }; active proctype P() { xs c; c!1 } active proctype Q() { xr c; c?_ }",
    ),
    ("a field of a structure", "typedef T { byte a; byte b } T t; init { t.a = 1; assert(t.a == 1) }"),
    (
        "processes that are told apart by their numbers",
        "byte a[3]; proctype P() { a[_pid] = 1 } init { atomic { run P(); run P() }; _nr_pr == 1; assert(a[2] == 1) }",
    ),
    (
        "processes that never end",
        "byte a[3]; proctype P() { do :: a[_pid] = 1 od } init { run P(); run P(); a[2] == 1 }",
    ),
    (
        "numbers from the start",
        "byte a[3]; active [2] proctype P() { a[_pid] = 1 } active proctype Q() { _nr_pr < 2 -> assert(a[1] == 1) }",
    ),
    (
        "a global that nobody else writes as an argument",
        "byte i, s; proctype P(byte n) { s = s + n } init { do :: i < 2 -> run P(i); i++ :: else -> break od; s == 1 }",
    ),
    ("a condition that waits forever", "byte x; init { x = 1; false; assert(x == 1) }"),
];

#[test]
fn nothing_is_said_about_clean_idioms() {
    let mut complaints = Vec::new();
    for (idiom, text) in IDIOMS {
        let model = promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default());
        let model = model.unwrap_or_else(|failure| panic!("{idiom}: {:#?}", failure.diagnostics));
        complaints.extend(model.warnings.iter().map(|w| format!("{idiom}: {} {}", w.code, w.message)));
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}
