//! The preprocessor agrees with `gcc -std=gnu99 -E -x c`; the expected texts were checked against it.

use super::{codes, expanded, prepare_with, prepared, rejected, squeeze};
use promela::text::Options;

#[test]
fn object_like_macros_are_replaced_and_rescanned() {
    assert_eq!(expanded("#define N M\n#define M 3\nN"), "3");
}

#[test]
fn a_macro_is_not_replaced_within_itself() {
    assert_eq!(expanded("#define a b\n#define b a\na b"), "a b");
    assert_eq!(expanded("#define f(x) f(x)+1\nf(f(2))"), "f( f( 2)+1)+1");
}

/// C99 6.10.3.5, example 3.
#[test]
fn the_rescanning_example_of_the_standard_comes_out_right() {
    let definitions = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n\
        #define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n\
        #define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n";
    let dense = |text: &str| expanded(&format!("{definitions}{text}")).replace(' ', "");
    assert_eq!(
        dense("f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
        "f(2*(y+1))+f(2*(f(2*(z[0]))))%f(2*(0))+t(1);"
    );
    assert_eq!(
        dense("g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
        "f(2*(2+(3,4)-0,1))|f(2*(~5))&f(2*(0,1))^m(0,1);"
    );
    assert_eq!(dense("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"), "inti[]={1,23,4,5,};");
    assert_eq!(dense("str(hello) str()"), "\"hello\"\"\"");
}

#[test]
fn contexts_are_left_while_arguments_are_looked_for() {
    assert_eq!(expanded("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2 * 9 *g");
}

#[test]
fn a_function_like_macro_without_arguments_stays() {
    assert_eq!(expanded("#define f(x) 1\nf + f (2)"), "f + 1");
    assert_eq!(expanded("#define f (x)\nf"), "(x)");
}

#[test]
fn arguments_may_span_lines_and_hold_nested_commas() {
    assert_eq!(expanded("#define f(a,b) b a\nf((1,\n2)\n,3)"), "3 (1, 2)");
}

#[test]
fn stringify_quotes_and_keeps_single_blanks() {
    let text = expanded("#define s(x) #x\ns( a  +\n \"b\\n\" 'c' )");
    assert_eq!(text, r#""a + \"b\\n\" 'c'""#);
}

#[test]
fn paste_makes_new_tokens_that_are_macros_again() {
    assert_eq!(expanded("#define c(a,b) a##b\n#define xy 7\nc(x,y) c(,z) c(1,2)"), "7 z 12");
    assert_eq!(codes(prepared("#define c(a,b) a##b\nc(+,3)")), ["E0014"]);
}

#[test]
fn variadic_macros_know_gnus_comma() {
    let model = "#define e(f, ...) p(f, ## __VA_ARGS__)\ne(1) e(1,2) e(1,) e(1,2,3)";
    assert_eq!(expanded(model).replace(' ', ""), "p(1)p(1,2)p(1,)p(1,2,3)");
    assert_eq!(expanded("#define e(a...) q(a)\ne(1,2)").replace(' ', ""), "q(1,2)");
}

#[test]
fn wrong_argument_counts_name_both_places() {
    let expected = "\
error[E0013]: macro `f` takes 2 arguments but is given 1
 --> m.pml:2:1
  |
2 | f(1)
  | ^^^^
 ::: m.pml:1:9
  |
1 | #define f(a,b) a
  |         - defined here
";
    assert_eq!(rejected("#define f(a,b) a\nf(1)"), expected);
}

#[test]
fn a_call_without_end_is_an_error() {
    assert_eq!(codes(prepared("#define f(a) a\nf(1")), ["E0012"]);
}

#[test]
fn malformed_definitions_are_errors() {
    for line in ["#define", "#define 3", "#define f(a", "#define f(a,a) a", "#define defined 1", "#undef"] {
        assert_eq!(codes(prepared(line)), ["E0010"], "{line}");
    }
    for line in ["#define f(a) #b", "#define f ##", "#define f a ##"] {
        assert_eq!(codes(prepared(line)), ["E0011"], "{line}");
    }
}

#[test]
fn only_a_different_redefinition_is_worth_a_warning() {
    assert_eq!(codes(prepared("#define a 1\n#define a  1\n")), [""; 0]);
    assert_eq!(codes(prepared("#define a 1\n#define a 2\n")), ["W0001"]);
    assert_eq!(expanded("#define a 1\n#define a 2\na"), "2");
}

#[test]
fn undef_forgets_a_macro() {
    assert_eq!(expanded("#define a 1\na\n#undef a\na\n#undef never_was\n"), "1 a");
}

#[test]
fn groups_are_chosen_by_their_conditions() {
    let model = |value| {
        format!(
            "#define V {value}\n#if V == 1\none\n#elif V == 2\ntwo\n#elif V == 2\nagain\n#else\nother\n#endif"
        )
    };
    assert_eq!(expanded(&model(1)), "one");
    assert_eq!(expanded(&model(2)), "two");
    assert_eq!(expanded(&model(3)), "other");
}

#[test]
fn ifdef_ifndef_and_defined_ask_for_names() {
    assert_eq!(expanded("#define A\n#ifdef A\nx\n#endif\n#ifndef A\ny\n#endif"), "x");
    assert_eq!(expanded("#define A\n#if defined A && !defined(B)\nx\n#endif"), "x");
    assert_eq!(expanded("#define A\n#define T defined(A)\n#if T\nx\n#endif"), "x");
    assert_eq!(expanded("#ifdef __LINE__\nx\n#endif"), "x");
}

#[test]
fn skipped_groups_are_not_judged() {
    let model = "#if 0\n#nonsense\n#if (\n#else\n#endif\nit's \"open\n#error no\n#endif\nx";
    assert_eq!(expanded(model), "x");
}

#[test]
fn conditions_follow_the_arithmetic_of_c() {
    for (condition, holds) in [
        ("1 + 2 * 3 == 7", true),
        ("(1 ? 2 : 3) == 2", true),
        ("-1 > 0u", true),
        ("-1 > 0", false),
        ("0x10 == 16 && 010 == 8 && 0b11 == 3", true),
        ("'a' == 97 && '\\n' == 10", true),
        ("1 || 1 / 0", true),
        ("0 && 1 % 0", false),
        ("-7 / 2 == -3 && -7 % 2 == -1", true),
        ("1 << 3 >> 1 == 4", true),
        ("~0 == -1 && !0", true),
        ("unknown", false),
        ("9223372036854775807 + 1 < 0", true),
        ("(2 | 4) == 6 && (6 & 3) == 2 && (6 ^ 3) == 5", true),
        ("1 <= 1 && 2 >= 1 && 1 != 2", true),
    ] {
        let model = format!("#if {condition}\nyes\n#endif");
        assert_eq!(expanded(&model) == "yes", holds, "{condition}");
    }
}

#[test]
fn faulty_conditions_are_errors() {
    for condition in ["", "1 +", "(1", "1 / 0", "1 2", "1.5", "\"s\"", "defined", "1 ? 2", "08"] {
        let model = format!("#if {condition}\n#endif");
        assert_eq!(codes(prepared(&model)), ["E0021"], "{condition}");
    }
}

#[test]
fn unbalanced_conditionals_are_errors() {
    for model in ["#if 1", "#else", "#endif", "#elif 1", "#ifdef\n#endif", "#if 1\n#else\n#else\n#endif"] {
        assert_eq!(codes(prepared(model)), ["E0020"], "{model}");
    }
}

#[test]
fn includes_are_sought_beside_the_file_and_then_in_directories() {
    let files = [
        ("m.pml", "#include \"sub/a.h\"\n#include <b.h>\nmain"),
        ("sub/a.h", "#include \"c.h\"\na"),
        ("sub/c.h", "c"),
        ("inc/b.h", "b"),
    ];
    let options = Options { includes: vec!["nowhere".into(), "inc/".into()], ..Options::default() };
    assert_eq!(squeeze(prepare_with(&files, &options)), "c a b main");
    assert_eq!(codes(prepare_with(&files, &Options::default())), ["E0004"]);
}

#[test]
fn the_name_of_an_include_may_be_a_macro() {
    let files = [("m.pml", "#define H \"a.h\"\n#include H\n"), ("a.h", "a")];
    assert_eq!(squeeze(prepare_with(&files, &Options::default())), "a");
}

#[test]
fn pragma_once_is_honoured_and_other_pragmas_are_dropped() {
    let files = [
        ("m.pml", "#include \"a.h\"\n#include \"a.h\"\n#pragma nothing\n#ident \"x\"\nx"),
        ("a.h", "#pragma once\na"),
    ];
    assert_eq!(squeeze(prepare_with(&files, &Options::default())), "a x");
}

#[test]
fn command_line_definitions_come_first() {
    let options = Options {
        defines: vec!["N=3".into(), "FLAG".into(), "F(x)=x+1".into(), "GONE".into()],
        undefines: vec!["GONE".into()],
        ..Options::default()
    };
    let files = [("m.pml", "N FLAG F(2) GONE")];
    assert_eq!(squeeze(prepare_with(&files, &options)), "3 1 2 +1 GONE");
}

#[test]
fn a_definition_from_the_command_line_cannot_smuggle_directives() {
    let options = Options { defines: vec!["N=3\n#define M 4".into()], ..Options::default() };
    assert_eq!(squeeze(prepare_with(&[("m.pml", "M")], &options)), "M");
}

#[test]
fn predefined_macros_name_the_place() {
    assert_eq!(expanded("\n__LINE__ __FILE__ __STDC__"), "2 \"m.pml\" 1");
    assert_eq!(expanded("#define L __LINE__\n\nL"), "3");
    assert_eq!(expanded("#line 77 \"other\"\n__LINE__ __FILE__"), "77 \"other\"");
    assert_eq!(expanded("# 5 \"x.h\" 2\n__LINE__ __FILE__"), "5 \"x.h\"");
}

#[test]
fn error_and_warning_directives_speak() {
    assert!(rejected("#error don't  do this").contains("error[E0007]: #error don't  do this"));
    assert_eq!(codes(prepared("#warning take care\nx")), ["W0002"]);
}

#[test]
fn unknown_directives_are_errors_and_the_null_directive_is_not() {
    assert_eq!(codes(prepared("#frob\n#line x\n")), ["E0006", "E0008"]);
    assert_eq!(expanded("#\n # /* still nothing */\nx"), "x");
}

#[test]
fn comments_and_splices_vanish() {
    assert_eq!(expanded("a/* b\n * c */d // e \\\n still\nf\\\ng"), "a d fg");
    assert_eq!(expanded("\"// no /* comment\""), "\"// no /* comment\"");
    assert_eq!(expanded("#define A 1 /* of\n two lines */ + 2\nA"), "1 + 2");
}

#[test]
fn open_comments_and_quotes_are_errors() {
    for model in ["x /* y", "\"abc\nx", "don't"] {
        assert_eq!(codes(prepared(model)), ["E0003"], "{model}");
    }
}

#[test]
fn a_macro_within_a_range_without_blanks_is_pointed_out() {
    let model = "#define N 3\nfor (i : 0..N)";
    assert_eq!(codes(prepared(model)), ["W0003"]);
    assert_eq!(expanded("#define N 3\n(0 .. N)"), "(0 .. 3)");
}

#[test]
fn a_missing_model_is_an_error_without_a_place() {
    let result = prepare_with(&[], &Options::default());
    assert_eq!(codes(result), ["E0001"]);
}

#[test]
fn byte_order_marks_carriage_returns_and_nulls_do_no_harm() {
    assert_eq!(expanded("\u{feff}#define A 1\r\nA\0 \r\nx"), "1 x");
}
