//! The way back from the expanded text to the files.

use super::{prepare_with, prepared};
use promela::source::Span;
use promela::text::{ExpansionKind, Options, Origin, Prepared};

fn span_of(prepared: &Prepared, word: &str) -> Span {
    let start = prepared.expanded.text.find(word).expect(word) as u32;
    let end = start + word.len() as u32;
    Span { start, end }
}

fn origin_of(prepared: &Prepared, word: &str) -> Origin {
    prepared.expanded.origin(span_of(prepared, word))
}

fn place(origin: &Origin) -> (u32, u32) {
    (origin.position.line, origin.position.column)
}

/// Kind, name, line and column of each step.
fn steps(origin: &Origin) -> Vec<(ExpansionKind, &str, u32, u32)> {
    let steps = origin.expansion.iter();
    steps.map(|s| (s.kind, s.name.as_str(), s.position.line, s.position.column)).collect()
}

#[test]
fn every_word_of_a_plain_model_maps_to_itself() {
    let model = "byte x /* c */ = 1;\ninit {\n  x = 2\n  y = 3 // d\n}";
    let prepared = prepared(model).unwrap();
    for word in ["byte", "init", "y = 3", "3", "x = 2"] {
        let origin = origin_of(&prepared, word);
        assert_eq!(prepared.expanded.sources.text(origin.region), word);
        assert!(origin.expansion.is_empty());
    }
    assert_eq!(place(&origin_of(&prepared, "y = 3")), (4, 3));
}

#[test]
fn an_inserted_separator_lies_behind_its_statement() {
    let prepared = prepared("init {\n  x = 2\n  y\n}").unwrap();
    assert_eq!(place(&origin_of(&prepared, ";")), (2, 8));
}

#[test]
fn a_macro_body_is_at_the_call_and_its_arguments_are_where_they_stand() {
    let prepared = prepared("#define F(a) (a + body)\ninit { x = F(argument) }").unwrap();
    let body = origin_of(&prepared, "body");
    assert_eq!(place(&body), (2, 12));
    assert_eq!(prepared.expanded.sources.text(body.region), "F(argument)");
    assert_eq!(steps(&body), [(ExpansionKind::Macro, "F", 1, 19)]);
    let argument = origin_of(&prepared, "argument");
    assert_eq!(place(&argument), (2, 14));
    assert!(argument.expansion.is_empty());
}

#[test]
fn nested_macros_are_listed_innermost_first() {
    let prepared = prepared("#define A deep\n#define B A\ninit { B }").unwrap();
    let expected = [(ExpansionKind::Macro, "A", 1, 11), (ExpansionKind::Macro, "B", 2, 11)];
    assert_eq!(steps(&origin_of(&prepared, "deep")), expected);
}

#[test]
fn macros_inlines_and_includes_are_all_told() {
    let header = "#define M inner\ninline f(a) {\n  a = M\n}\ninline g(a) {\n  f(a)\n}\n";
    let main = "#include \"f.h\"\ninit {\n  g(v)\n}\n";
    let files = [("m.pml", main), ("f.h", header)];
    let prepared = prepare_with(&files, &Options::default()).unwrap();
    let inner = origin_of(&prepared, "inner");
    assert_eq!((inner.position.file.as_str(), place(&inner)), ("f.h", (3, 7)));
    let expected = [
        (ExpansionKind::Macro, "M", 1, 11),
        (ExpansionKind::Include, "", 1, 1),
        (ExpansionKind::Inline, "f", 6, 3),
        (ExpansionKind::Inline, "g", 3, 3),
    ];
    assert_eq!(steps(&inner), expected);
    let argument = origin_of(&prepared, "v");
    assert_eq!((argument.position.file.as_str(), place(&argument)), ("m.pml", (3, 5)));
    assert!(argument.expansion.is_empty());
}

#[test]
fn a_span_over_several_pieces_gets_their_hull() {
    let prepared = prepared("#define F(a) a + body\ninit { x = F(1) * 2 }").unwrap();
    let origin = origin_of(&prepared, "x = 1 + body * 2");
    assert_eq!(prepared.expanded.sources.text(origin.region), "x = F(1) * 2");
    assert!(origin.expansion.is_empty());
}

#[test]
fn a_span_within_one_macro_body_keeps_its_note() {
    let prepared = prepared("#define F one + two\ninit { x = F }").unwrap();
    let origin = origin_of(&prepared, "one + two");
    assert_eq!(prepared.expanded.sources.text(origin.region), "F");
    let note = origin.expansion[0].region;
    assert_eq!(prepared.expanded.sources.text(note), "one + two");
}

#[test]
fn line_directives_change_the_place_that_is_named() {
    let prepared = prepared("#line 100 \"orig.pml\"\ninit { x }").unwrap();
    let origin = origin_of(&prepared, "x");
    assert_eq!((origin.position.file.as_str(), place(&origin)), ("orig.pml", (100, 8)));
}

#[test]
fn spans_outside_the_text_have_places_too() {
    let empty = prepared("").unwrap();
    let nowhere = Span { start: 0, end: 0 };
    assert_eq!(place(&empty.expanded.origin(nowhere)), (1, 1));
    let some = prepared("init").unwrap();
    let far = Span { start: 900, end: 901 };
    assert_eq!(place(&some.expanded.origin(far)), (1, 5));
}
