//! No input makes the library panic, hang or fill the memory.

use super::{codes, prepare_with, prepared};
use promela::diagnostic::{Style, render_all};
use promela::source::{Memory, Span};
use promela::text::{Options, prepare};
use proptest::prelude::*;

/// Prepares, renders every message and asks for the origin of every byte.
fn survive(bytes: &[u8]) {
    let files = [("m.pml".to_owned(), bytes.to_vec())];
    let loader = Memory(files.into());
    let options = Options { defines: vec!["D=f(1)".into()], ..Options::default() };
    match prepare("m.pml", &loader, &options) {
        Ok(prepared) => {
            let length = prepared.expanded.text.len() as u32;
            for start in 0..=length {
                let end = (start + 3).min(length);
                let origin = prepared.expanded.origin(Span { start, end });
                assert!(origin.region.start <= origin.region.end);
            }
            let shown = render_all(&prepared.warnings, &prepared.expanded.sources, Style::Plain);
            assert_eq!(shown.is_empty(), prepared.warnings.is_empty());
        }
        Err(rejected) => {
            assert!(!rejected.diagnostics.is_empty());
            let shown = render_all(&rejected.diagnostics, &rejected.sources, Style::Colour);
            assert!(shown.contains("error"));
        }
    }
}

/// Words that mean something to one of the stages, so that random strings of them get far.
const WORDS: &[&str] = &[
    "#define f(a) ",
    "#define g ",
    "#define h(a, ...) ",
    "#undef f\n",
    "#include \"m.pml\"\n",
    "#if ",
    "#ifdef f\n",
    "#elif 1\n",
    "#else\n",
    "#endif\n",
    "#line 7 \"x\"\n",
    "# 3\n",
    "#error ",
    "\n",
    "\n",
    "\\\n",
    "#",
    "##",
    "f",
    "g",
    "f(",
    "h(",
    ")",
    "(",
    ",",
    "D",
    "__VA_ARGS__",
    "__LINE__",
    "defined",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "\\",
    "inline i(a) {",
    "inline j(b, c) {",
    "i(",
    "j(",
    "i",
    "a",
    "b",
    "return ",
    "x = ",
    "x[",
    "]",
    ".",
    "{",
    "}",
    "init {",
    "proctype P() {",
    "typedef T {",
    "T ",
    "if",
    "fi",
    "do",
    "od",
    "::",
    "->",
    ";",
    "else",
    "unless",
    "for (",
    "run ",
    "c_code {",
    "ltl p {",
    "0..N",
    "1",
    "?",
    ":",
    "<",
    ">>",
    "!",
    "-",
    "é",
    "\u{feff}",
    "\0",
    "\t",
    "$",
    "@",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survive(&bytes);
    }

    #[test]
    fn random_words_are_survived(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..60),
        blanks in any::<bool>(),
    ) {
        survive(words.join(if blanks { " " } else { "" }).as_bytes());
    }
}

#[test]
fn a_billion_laughs_end_in_an_error() {
    let lines = (0..60).map(|i| format!("#define A{i} A{} A{}\n", i + 1, i + 1));
    let model = lines.collect::<String>() + "A0";
    assert_eq!(codes(prepared(&model)), ["E0002"]);
}

#[test]
fn a_silent_billion_laughs_end_too() {
    let lines = (0..60).map(|i| format!("#define A{i} A{} A{}\n", i + 1, i + 1));
    let model = lines.collect::<String>() + "#define A60\nA0";
    assert_eq!(codes(prepared(&model)), ["E0002"]);
}

#[test]
fn tokens_that_double_in_length_end_in_an_error() {
    let lines = (0..60).map(|i| format!("#define P{i}(x) P{}(x##x)\n", i + 1));
    let model = lines.collect::<String>() + "P0(abc)";
    assert_eq!(codes(prepared(&model)), ["E0002"]);
}

#[test]
fn inlines_that_double_end_in_an_error() {
    let lines = (0..60).map(|i| format!("inline f{i}(a) {{ f{}(a); f{}(a + a) }}\n", i + 1, i + 1));
    let model = lines.collect::<String>() + "inline f60(a) { skip }\ninit { f0(1) }";
    assert_eq!(codes(prepared(&model)), ["E0002"]);
}

#[test]
fn a_text_that_grows_too_long_ends_in_an_error() {
    let mut options = Options::default();
    options.limits.text = 100;
    let files = [("m.pml", "#define A xxxxxxxxxx\nA A A A A A A A A A A")];
    assert_eq!(codes(prepare_with(&files, &options)), ["E0002"]);
}

#[test]
fn recursive_includes_end_in_an_error() {
    assert_eq!(codes(prepared("#include \"m.pml\"\n")), ["E0002"]);
    let twice = "#ifndef DEEP\n#include \"m.pml\"\n#include \"m.pml\"\n#endif\n";
    assert_eq!(codes(prepared(twice)), ["E0002"]);
}

#[test]
fn deep_nesting_ends_in_an_error() {
    let calls = format!("#define f(x) x\n{}1{}", "f(".repeat(300), ")".repeat(300));
    assert_eq!(codes(prepared(&calls)), ["E0002"]);
    for open in ["(", "!", "1?", "- "] {
        let condition = format!("#if {}1\n#endif", open.repeat(100_000));
        assert_eq!(codes(prepared(&condition)), ["E0021"]);
    }
}

#[test]
fn long_chains_of_macros_are_no_problem() {
    let lines = (0..20_000).map(|i| format!("#define A{i} A{}\n", i + 1));
    let model = lines.collect::<String>() + "A0";
    assert_eq!(super::expanded(&model), "A20000");
}

#[test]
fn the_number_of_errors_is_bounded() {
    assert!(codes(prepared(&"#frob\n".repeat(1000))).len() <= 50);
    let calls = format!("inline f() {{ skip }}\ninit {{ {} }}", "f(1);".repeat(1000));
    assert!(codes(prepared(&calls)).len() <= 50);
}

#[test]
fn one_very_long_line_is_read_in_time() {
    let calls = "x[1] = f(1); ".repeat(20_000);
    let model = format!("inline f(a) {{ return a }}\ninit {{ {calls} }}");
    assert!(prepared(&model).is_ok());
}
