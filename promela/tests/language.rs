//! `docs/language.md` describes the language that is compiled: its examples compile, and it names every keyword.

use promela::lower::{NumberWidth, Optimisation};
use promela::source::Memory;
use promela::text::Options;
use std::path::Path;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The fenced blocks of a page: what stands behind the fence, and the text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```").collect::<Vec<_>>();
    parts.chunks(2).filter_map(|pair| pair.get(1)?.split_once('\n')).collect()
}

fn compiles(text: &str) -> Result<(), String> {
    let model = promela::compile("example.pml", &Memory::single("example.pml", text), &Options::default());
    let program = model.and_then(|model| model.program(NumberWidth::Narrow, Optimisation::NONE).map(|_| ()));
    program.map_err(|failure| failure.diagnostics.iter().map(|d| d.message.clone() + "\n").collect())
}

#[test]
fn every_example_compiles_unless_it_is_meant_to_be_rejected() {
    let page = file("docs/language.md");
    let mut n_examples = 0;
    for (kind, text) in blocks(&page) {
        let outcome = compiles(text);
        match kind {
            "promela" => assert_eq!(outcome, Ok(()), "{text}"),
            "promela rejected" => assert!(outcome.is_err(), "{text}"),
            _ => panic!("what is a block of `{kind}`?"),
        }
        n_examples += 1;
    }
    assert!(10 < n_examples, "only {n_examples} examples were found");
}

#[test]
fn every_keyword_of_the_grammar_is_described() {
    let grammar = file("promela/src/grammar.pest");
    let start = grammar.find("keyword = @{").unwrap();
    let list = &grammar[start..start + grammar[start..].find('}').unwrap()];
    let keywords: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(50 < keywords.len(), "{keywords:?}");
    let page = file("docs/language.md");
    let words: Vec<&str> = page.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let missing: Vec<_> = keywords.iter().filter(|keyword| !words.contains(keyword)).collect();
    assert_eq!(missing, Vec::<&&str>::new());
}
