//! Files, macros and inlines: what the preprocessor says.

use super::Entry;

/// In the order of their codes.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        code: "E0001",
        title: "the model cannot be read",
        text: "The file does not exist, is a directory, may not be read or is larger than 256 MiB.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0002",
        title: "the model expands too far",
        text: "Macros, includes and inlines may nest and repeat, but not without end: a limit on their \
               depth or on the size of the expanded text was reached. Usually something includes or \
               calls itself.",
        wrong: r#"#include "m.pml"
init { skip }"#,
        right: "init { skip }",
    },
    Entry {
        code: "E0003",
        title: "a comment or constant without an end",
        text: "A comment begins with `/*` and ends with `*/`; a string or character constant ends on \
               the line on which it begins.",
        wrong: r#"init { printf("hello) }"#,
        right: r#"init { printf("hello") }"#,
    },
    Entry {
        code: "E0004",
        title: "an included file cannot be read",
        text: "The file of an `#include \"name\"` is looked for beside the file that includes it, then in \
               the directories given with -I; one in angle brackets only in the latter.",
        wrong: r#"#include "missing.h"
init { skip }"#,
        right: "init { skip }",
    },
    Entry {
        code: "E0006",
        title: "an unknown directive",
        text: "Lines that begin with `#` are for the preprocessor. It knows define, undef, include, if, \
               ifdef, ifndef, elif, else, endif, error, warning, line and pragma.",
        wrong: r#"#defin N 3
init { skip }"#,
        right: r#"#define N 3
init { skip }"#,
    },
    Entry {
        code: "E0007",
        title: "the model stops itself",
        text: "The model contains an `#error` line, which was reached. The text behind it says why.",
        wrong: r#"#ifndef N
#error give the number of processes with -DN=3
#endif
init { skip }"#,
        right: r#"#ifndef N
#define N 3
#endif
init { skip }"#,
    },
    Entry {
        code: "E0008",
        title: "a malformed #line",
        text: "`#line 10 \"file.pml\"` says where the following line really comes from; it needs a number \
               and may have a name in quotes.",
        wrong: r#"#line ten
init { skip }"#,
        right: r#"#line 10
init { skip }"#,
    },
    Entry {
        code: "E0010",
        title: "a malformed #define or #undef",
        text: "A macro has a name, perhaps parameters in parentheses directly behind it, and the text \
               that replaces it.",
        wrong: r#"#define 3 N
init { skip }"#,
        right: r#"#define N 3
init { skip }"#,
    },
    Entry {
        code: "E0011",
        title: "# or ## in the wrong place",
        text: "In the body of a macro `#x` makes a string of a parameter and `a ## b` joins two tokens; \
               both need something to work on.",
        wrong: r#"#define F(a) a ##
init { skip }"#,
        right: r#"#define F(a) a ## _x
init { skip }"#,
    },
    Entry {
        code: "E0012",
        title: "the call of a macro is not closed",
        text: "The arguments of a macro stand in parentheses, and the closing one is missing.",
        wrong: r#"#define F(a) a
init { F(skip "#,
        right: r#"#define F(a) a
init { F(skip) }"#,
    },
    Entry {
        code: "E0013",
        title: "wrong number of arguments for a macro",
        text: "A macro with parameters must be given one argument for each of them.",
        wrong: r#"#define ADD(a, b) a + b
byte x; init { x = ADD(1) }"#,
        right: r#"#define ADD(a, b) a + b
byte x; init { x = ADD(1, 2); assert(x == 3) }"#,
    },
    Entry {
        code: "E0014",
        title: "two tokens cannot be joined",
        text: "`##` joins two tokens into one, and the result must be one token: a name or a number.",
        wrong: r#"#define J(a, b) a ## b
init { J(+, skip) }"#,
        right: r#"#define J(a, b) a ## b
init { J(sk, ip) }"#,
    },
    Entry {
        code: "E0020",
        title: "#if, #else and #endif do not fit together",
        text: "Every `#if`, `#ifdef` and `#ifndef` needs its `#endif`, with at most one `#else` before \
               it.",
        wrong: r#"#ifdef N
init { skip }"#,
        right: r#"#ifdef N
#endif
init { skip }"#,
    },
    Entry {
        code: "E0021",
        title: "a faulty condition of #if",
        text: "The condition of an `#if` is computed before the model is read: from numbers, macros, \
               `defined(NAME)` and the operators of C.",
        wrong: r#"#if 1 +
#endif
init { skip }"#,
        right: r#"#if 1 + 1
#endif
init { skip }"#,
    },
    Entry {
        code: "E0101",
        title: "wrong arguments for an inline",
        text: "An inline must be called with one argument for each of its parameters, in parentheses.",
        wrong: "inline add(a, b) { a = a + b } byte x; init { add(x) }",
        right: "inline add(a, b) { a = a + b } byte x; init { add(x, 1); assert(x == 1) }",
    },
    Entry {
        code: "E0102",
        title: "an inline calls itself",
        text: "An inline is text that replaces its call, so it cannot contain its own call. A process \
               started with `run` can start others of its type.",
        wrong: "inline f() { f() } init { f() }",
        right: "inline f() { skip } init { f() }",
    },
    Entry {
        code: "E0103",
        title: "nothing takes a returned value",
        text: "An inline that contains `return` gives a value, and its call must be the right side of \
               an assignment.",
        wrong: "inline f() { return 1 } init { f() }",
        right: "inline f() { return 1 } byte x; init { x = f(); assert(x == 1) }",
    },
    Entry {
        code: "E0104",
        title: "an inline is called where no statement can stand",
        text: "An inline is called as a statement, or as the whole right side of an assignment; not \
               inside an expression.",
        wrong: "inline f() { return 1 } byte x; init { x = 1 + f() }",
        right: "inline f() { return 1 } byte x, y; init { y = f(); x = 1 + y; assert(x == 2) }",
    },
    Entry {
        code: "E0105",
        title: "an inline is called before its definition",
        text: "As in Spin an inline must stand above the first process that calls it.",
        wrong: "init { f() } inline f() { skip }",
        right: "inline f() { skip } init { f() }",
    },
    Entry {
        code: "E0106",
        title: "a malformed definition of an inline",
        text: "It is written `inline name(a, b) { statements }`, outside of processes, and its \
               parameters have no types.",
        wrong: "inline f(byte a) { skip } init { skip }",
        right: "inline f(a) { skip } init { skip }",
    },
    Entry {
        code: "E0107",
        title: "an inline is defined twice",
        text: "Two inlines cannot have the same name.",
        wrong: "inline f() { skip } inline f() { skip } init { f() }",
        right: "inline f() { skip } inline g() { skip } init { f(); g() }",
    },
    Entry {
        code: "W0001",
        title: "a macro is defined twice, and differently",
        text: "The second definition counts from its line on. If that is meant, write `#undef` before \
               it.",
        wrong: r#"#define N 3
#define N 4
init { skip }"#,
        right: r#"#define N 3
#undef N
#define N 4
init { skip }"#,
    },
    Entry {
        code: "W0002",
        title: "the model warns",
        text: "The model contains a `#warning` line, which was reached.",
        wrong: r#"#warning untested
init { skip }"#,
        right: "init { skip }",
    },
    Entry {
        code: "W0003",
        title: "a macro inside what C takes for a number",
        text: "To the preprocessor of C, which Spin uses, `0..N` is one malformed number in which no \
               macro is replaced. Put blanks around `..`.",
        wrong: r#"#define N 3
byte i; init { for (i : 0..N) { assert(i < 4) } }"#,
        right: r#"#define N 3
byte i; init { for (i : 0 .. N) { assert(i < 4) } }"#,
    },
    Entry {
        code: "W0101",
        title: "an inline returns no value",
        text: "Its call stands on the right side of an assignment, but its body has no `return`, so \
               nothing is assigned.",
        wrong: "inline f() { skip } byte x; init { x = f(); assert(x == 0) }",
        right: "inline f() { return 1 } byte x; init { x = f(); assert(x == 1) }",
    },
];
