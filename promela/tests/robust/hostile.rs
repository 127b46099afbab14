//! Models made to break something.

/// A name for people, and the text.
pub(crate) type Named = (String, String);

/// Depths of nesting: within what anybody writes, near a bound that may exist, far beyond.
const DEPTHS: [usize; 4] = [10, 200, 2000, 30_000];

/// What stands around and within nested things: opening, innermost, closing.
const NESTINGS: &[[&str; 3]] = &[
    ["(", "1", ")"],
    ["!(", "1", ")"],
    ["!", "1", ""],
    ["-", "1", ""],
    ["~", "1", ""],
    ["- -", "1", ""],
    ["1 + ", "1", ""],
    ["1 + (", "1", ")"],
    ["1 - 1 * ", "1", ""],
    ["1 << ", "1", ""],
    ["1 && ", "1", ""],
    ["1 || (1 && ", "1", ")"],
    ["1 == ", "1", ""],
    ["1 & 1 | 1 ^ ", "1", ""],
    ["1 / ", "1", ""],
    ["a[", "0", "]"],
    ["a[a[0] + ", "0", "]"],
    ["(1 -> ", "1", " : 0)"],
    ["(1 -> 0 : ", "1", ")"],
    ["(", "1", " -> 1 : 0)"],
    ["len(", "c", ")"],
    ["c?[", "1", "]"],
    ["c?[eval(", "1", ")]"],
    ["enabled(", "1", ")"],
    ["run P(", "1", ")"],
    ["pc_value(", "1", ")"],
    ["{ ", "skip", " }"],
    ["atomic { ", "skip", " }"],
    ["d_step { ", "skip", " }"],
    ["if :: ", "skip", " fi"],
    ["if :: skip -> ", "skip", " :: else fi"],
    ["do :: ", "skip", " :: break od"],
    ["do :: skip; ", "break", " od"],
    ["{ ", "skip", " } unless { x > 0 }"],
    ["{ skip } unless { ", "skip", " }"],
    ["for (x : 0 .. 1) { ", "skip", " }"],
    ["x = ", "1", ""],
    ["c!", "1", ""],
    ["c!(", "1", ")"],
    ["assert(", "1", ")"],
    ["printf(", "\"\"", ")"],
];

/// Statements and declarations with a hostile number in them.
const NUMBERED: &[&str] = &[
    "byte a[N]; init { a[0] = 1 }",
    "int a[N]; init { a[0] = 1 }",
    "bit a[N]; init { a[1] = 1 }",
    "init { int a[N]; a[0] = 1 }",
    "typedef T { int a[N]; int b[N] } T t[N]; init { t[0].a[0] = 1 }",
    "chan c = [N] of { byte }; init { c!1; c?1 }",
    "chan c[N] = [1] of { byte }; init { c[0]!1 }",
    "chan c[N] = [N] of { byte, int }; init { c[0]!1, 1 }",
    "init { chan c = [N] of { int, int }; c!1, 1 }",
    "active [N] proctype P() { skip }",
    "proctype P() { int a[N]; run P(); a[0] = 1 } init { run P() }",
    "active proctype P() priority N { skip }",
    "init { run P() } proctype P() priority N { set_priority(0, N) }",
    "init { int x = N; x = N; x = x + N; x = x * N; assert(x != N) }",
    "byte x = N; short y = N; bit z = N; bool b = N; pid p = N; init { x = N; y = x - N; z = y; b = z; p = N }",
    "unsigned x : N; init { x = 1 }",
    "unsigned x : N = N; unsigned y : 5 = N; init { x = 1; y = N }",
    "int x; init { x = 1 << N; x = 1 >> N; x = -1 >> N }",
    "int x; init { x = 7 / N; x = 7 % N; x = N / -1; x = N % -1; x = -N / -1; x = -N - 1; x = x / -1 }",
    "int x; init { for (x : 0 .. N) { skip } }",
    "int x; init { for (x : N .. 0) { skip } }",
    "byte x; init { select (x : 0 .. N) }",
    "int x; init { select (x : N .. N) }",
    "byte a[3]; init { a[N] = 1 }",
    "byte a[3]; int i; init { i = N; a[i] = 1 }",
    "byte a[3]; int i; init { d_step { i = N; a[i] = a[a[i]] } }",
    "chan c = [2] of { int }; int x; init { c!N; c?N; c!!N; c??N; c?eval(N); x = len(c) }",
    "chan c; init { c!N }",
    "init { chan c; byte x; c = N; c?x }",
    "proctype P() { byte x } init { assert(P[N]:x == 0) }",
    "proctype P() { L: skip } init { assert(!P[N]@L) }",
    "init { assert(enabled(N) == 0); assert(pc_value(N) == 0); printf(\"%d%c%e\", N, N, N); printm(N) }",
    "#if N\ninit { skip }\n#endif\n#line N\ninit { skip }",
    "mtype = { a }; mtype m = N; init { m = N; printm(m) }",
    "hidden int h[N]; init { h[0] = 1 }",
    "init { int x; do :: x < N -> atomic { x++ } od }",
    "init { int x; d_step { do :: x < N -> x++ :: else -> break od } }",
    "init { int x; atomic { do :: x < N -> x++ :: else -> break od } }",
];

const NUMBERS: &[&str] = &[
    "-1",
    "0",
    "1",
    "2",
    "31",
    "32",
    "33",
    "64",
    "127",
    "128",
    "255",
    "256",
    "257",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "100000",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "-2147483648",
    "99999999999999999999999",
    "(1 << 30)",
    "(2147483647 + 1)",
    "(1 / 0)",
    "(1 % 0)",
    "'x'",
];

/// Small oddities.
const ODD: &[&str] = &[
    "",
    ";",
    "\0",
    "\u{feff}",
    "init",
    "init {",
    "init { }",
    "init { ; }",
    "init { skip",
    "proctype P(",
    "/*",
    "//",
    "\"",
    "'",
    "#",
    "#include",
    "#include <>",
    "#include \"m.pml\"",
    "#define",
    "#define m m\ninit { m }",
    "#define f(x) f(f(x))\ninit { f(1) }",
    "#define f(x) x x\ninit { f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(skip;)))))))))))))))))))))))) }",
    "#define a b\n#define b a\ninit { a }",
    "inline f() { f() } init { f() }",
    "inline f(x) { g(x) } inline g(x) { f(x) } init { f(1) }",
    "typedef T { T t } T t; init { skip }",
    "typedef A { B b } typedef B { A a } A a; init { skip }",
    "typedef T { } T t; init { skip }",
    "mtype = { a, a } init { skip }",
    "init { L: goto L }",
    "init { goto L; L: goto M; M: goto L }",
    "init { do :: skip od }",
    "init { atomic { do :: skip od } }",
    "init { d_step { do :: skip od } }",
    "byte x; init { atomic { do :: x++ od } }",
    "byte x; init { d_step { do :: x++ od } }",
    "byte x; active [2] proctype P() { atomic { do :: x++ :: x-- od } }",
    "int x; init { do :: x++ od }",
    "init { do :: run P() od } proctype P() { skip }",
    "proctype P() { run P(); run P() } init { run P() }",
    "proctype P() { chan c = [9] of { int }; run P(); c!1 } init { run P() }",
    "init { { do :: skip od } unless { skip } }",
    "init { { skip } unless { { skip } unless { { skip } unless { skip } } } }",
    "chan c = [0] of { chan }; init { c!c }",
    "chan c = [1] of { chan }; active [2] proctype P() { chan d; do :: c!c :: c?d :: d!d :: d?c od }",
    "chan c = [0] of { byte }; active [9] proctype P() { do :: c!1 :: c?1 od }",
    "chan c = [0] of { byte }; init { d_step { c!1 } }",
    "init { P() } proctype P() { skip }",
    "byte x; active proctype P() provided (P[0]:y == 1) { byte y; x = 1 }",
    "active proctype P() provided (enabled(_pid)) { skip }",
    "active proctype P() provided (1 / _pid) { skip }",
    "int a[1 / 0]; init { skip }",
    "byte x = x; init { byte y = y + x; skip }",
    "init { int x = run P() } proctype P() { skip }",
    "init { assert(run P() + run P()) } proctype P() { skip }",
    "never { skip }",
    "ltl p { [] <> x }",
    "trace { c!1 }",
    "c_code { x }",
    "init { c_code { x } }",
    "c_decl { } c_state \"x\" \"Global\" init { c_expr { 1 } }",
];

/// Every nesting at every depth, every hostile number in every place, and oddities.
pub(crate) fn models() -> Vec<Named> {
    let mut models: Vec<Named> = Vec::new();
    for [open, inner, close] in NESTINGS {
        for depth in DEPTHS {
            let nest = format!("{}{inner}{}", open.repeat(depth), close.repeat(depth));
            let body = format!(
                "byte x, a[3]; chan c = [1] of {{ byte }}; proctype P(byte p) {{ skip }} init {{ {nest} }}"
            );
            models.push((format!("{depth} times {open}"), body));
            models.push((
                format!("{depth} times {open}, unclosed"),
                format!("byte x; init {{ {}", open.repeat(depth)),
            ));
            models.push((
                format!("{depth} times {open}, as a value"),
                format!("byte x, a[{nest}]; init {{ x = {nest} }}"),
            ));
        }
    }
    for text in NUMBERED {
        for number in NUMBERS {
            models.push((format!("{number} in {text}"), text.replace('N', number)));
        }
    }
    models.extend(ODD.iter().map(|text| ((*text).to_owned(), (*text).to_owned())));
    models.push(("2,000 equal labels".to_owned(), format!("init {{ {} skip }}", "L: ".repeat(2000))));
    models.extend(growing());
    models
}

/// Models in which something doubles.
fn growing() -> Vec<Named> {
    let chain = |line: &dyn Fn(usize) -> String, end: &str| (1..60).map(line).collect::<String>() + end;
    [
        ("macros", chain(&|i| format!("#define m{i} m{0} m{0}\n", i - 1), "#define m0 skip;\ninit { m59 }")),
        (
            "macros with arguments",
            chain(&|i| format!("#define m{i}(x) m{0}(x x)\n", i - 1), "init { m59(skip;) }"),
        ),
        (
            "inlines",
            "inline f0(x) { skip }\n".to_owned()
                + &chain(
                    &|i| format!("inline f{i}(x) {{ f{0}(x + x); f{0}(x) }}\n", i - 1),
                    "init { f59(1) }",
                ),
        ),
        (
            "records",
            "typedef T0 { int x }\n".to_owned()
                + &chain(
                    &|i| format!("typedef T{i} {{ T{0} a; T{0} b }}\n", i - 1),
                    "T59 t; init { t.a.b.a = 1 }",
                ),
        ),
        (
            "arrays of records",
            "typedef T0 { int x[255] }\n".to_owned()
                + &chain(&|i| format!("typedef T{i} {{ T{0} a[255] }}\n", i - 1), "T59 t; init { skip }"),
        ),
        ("includes", "#include \"m.pml\"\n#include \"m.pml\"\ninit { skip }".to_owned()),
    ]
    .map(|(name, text)| (format!("doubling {name}"), text))
    .into()
}

/// Long models that are in order.
pub(crate) fn large_models() -> Vec<Named> {
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    [
        (
            "10,000 statements",
            format!("int x; init {{\n{} skip }}", lines(10_000, &|i| format!("x = x + {i};\n"))),
        ),
        ("10,000 variables", format!("{} init {{ x9 = x8 }}", lines(10_000, &|i| format!("byte x{i};\n")))),
        (
            "10,000 options",
            format!("int x; init {{ do\n{} od }}", lines(10_000, &|i| format!(":: x == {i} -> x = 0\n"))),
        ),
        (
            "10,000 options in a d_step",
            format!(
                "int x; init {{ d_step {{ if\n{} fi }} }}",
                lines(10_000, &|i| format!(":: x == {i} -> x = 0\n"))
            ),
        ),
        (
            "2,000 jumps",
            format!("init {{\n{} L2000: skip }}", lines(2000, &|i| format!("L{i}: goto L{};\n", i + 1))),
        ),
        (
            "10,000 atomic statements",
            format!("int x; init {{ atomic {{\n{} skip }} }}", lines(10_000, &|i| format!("x = {i};\n"))),
        ),
        (
            "1,000 escapes",
            format!(
                "int x; init {{\n{} skip }}",
                lines(1000, &|i| format!("{{ x = {i} }} unless {{ x == 9 -> skip }};\n"))
            ),
        ),
        (
            "1,000 proctypes",
            format!(
                "{} init {{ run P9(1) }}",
                lines(1000, &|i| format!("proctype P{i}(byte b) {{ byte c = b; c++ }}\n"))
            ),
        ),
        (
            "250 channels",
            format!("{} init {{ c9!1 }}", lines(250, &|i| format!("chan c{i} = [1] of {{ byte }};\n"))),
        ),
        (
            "10,000 calls of an inline",
            format!(
                "int x; inline f(a) {{ x = a }} init {{\n{} skip }}",
                lines(10_000, &|i| format!("f({i});\n"))
            ),
        ),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .into()
}
