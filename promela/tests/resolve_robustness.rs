//! Whatever the text, resolution ends with a model that is sound or with errors, and never panics.

#[path = "resolve/outline.rs"]
mod outline;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use promela::flow::{FlowError, Globals, Passes, build, optimise, table};
use promela::hir::Model;
use promela::parser::parse;
use promela::resolve::resolve;
use promela::source::Memory;
use promela::text::{Options, prepare};
use proptest::prelude::*;

/// The resolved model, if the text is one.
fn resolved(model: &str) -> Option<Model> {
    let loader = Memory::single("m.pml", model);
    let prepared = prepare("m.pml", &loader, &Options::default()).ok()?;
    let tree = parse(&prepared.expanded).ok()?;
    let resolution = resolve(&tree, &prepared.expanded).ok()?;
    Some(resolution.model)
}

/// Follows every number in the model (the outline prints what they stand for) and builds its automata.
fn check_soundness(model: &Model) {
    let _ = outline::outline(model);
    let globals = Globals::of(model);
    let passes = Passes { dead_variables: true, merging: true, rendezvous: false };
    for proctype in &model.proctypes {
        let automaton = build::build(proctype, &[]).and_then(|mut flow| {
            let optimised = optimise(&mut flow, model, &globals, passes)?;
            table::table(&mut flow, proctype, &globals, &optimised)
        });
        if let Err(error) = automaton {
            let tolerated = matches!(error, FlowError::JumpCycle(_));
            assert!(tolerated, "{error:?} in {}", outline::outline(model));
        }
    }
}

/// The golden models, cut into words and signs.
fn corpus() -> &'static [Vec<String>] {
    static CORPUS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    CORPUS.get_or_init(read_corpus)
}

fn read_corpus() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut texts = Vec::new();
    for folder in [folder.join("resolve"), folder.join("resolve_errors")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pml") {
                texts.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    texts.sort();
    texts.iter().map(|(_, text)| words(text)).collect()
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        let class = |c: char| (c.is_alphanumeric() || c == '_', c.is_ascii_punctuation());
        let brackets = "()[]{};,";
        let joins = class(c) == class(last) && !brackets.contains(c) && !brackets.contains(last);
        match words.last_mut() {
            Some(word) if joins && !c.is_whitespace() => word.push(c),
            _ => words.push(c.to_string()),
        }
        last = c;
    }
    words
}

/// One change to a text: what, where, and where else.
type Change = (u8, prop::sample::Index, prop::sample::Index);

fn apply(words: &mut Vec<String>, (kind, at, other): &Change) {
    if words.is_empty() {
        return;
    }
    let (at, other) = (at.index(words.len()), other.index(words.len()));
    match kind % 4 {
        0 => drop(words.remove(at)),
        1 => words[at] = words[other].clone(),
        2 => words.swap(at, other),
        _ => {
            let copied = words[at..(at + 8).min(words.len())].to_vec();
            words.splice(other..other, copied);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_mutated_model_is_resolved_soundly_or_rejected(
        which: prop::sample::Index,
        changes in prop::collection::vec(any::<Change>(), 1..4),
    ) {
        let corpus = corpus();
        let mut words = corpus[which.index(corpus.len())].clone();
        for change in &changes {
            apply(&mut words, change);
        }
        if let Some(model) = resolved(&words.concat()) {
            check_soundness(&model);
        }
    }
}

#[test]
fn every_golden_model_is_sound() {
    for words in corpus() {
        if let Some(model) = resolved(&words.concat()) {
            check_soundness(&model);
        }
    }
}

#[test]
fn blocks_and_expressions_may_nest_as_deep_as_the_parser_lets_them() {
    let deep = 190;
    let model = format!("byte x; init {{ {} x = 1 {} }}", "{".repeat(deep), "}".repeat(deep));
    assert!(resolved(&model).is_some());
    let model = format!("byte x; init {{ {} x = 1 {} }}", "do :: ".repeat(deep), " :: break od".repeat(deep));
    assert!(resolved(&model).is_some());
    let model = format!("byte x; init {{ x = 1 {} }}", "+ x".repeat(490));
    assert!(resolved(&model).is_some());
}

#[test]
fn many_scopes_names_and_labels_take_no_time() {
    let block = |i: usize| format!("{{ byte x; x = {} }};", i % 256);
    let blocks: String = (0..20_000).map(block).collect();
    assert!(resolved(&format!("init {{ {blocks} skip }}")).is_some());

    let labels: String = (0..20_000).map(|i| format!("L{i}: if :: goto L{i} :: skip fi;\n")).collect();
    assert!(resolved(&format!("init {{ {labels} skip }}")).is_some());

    let misspelt: String = (0..20_000).map(|i| format!("wrong{i} = 1;\n")).collect();
    assert!(resolved(&format!("byte right; init {{ {misspelt} skip }}")).is_none());

    let doubling: String =
        (1..60).map(|i| format!("typedef T{i} {{ T{} a; T{} b }}\n", i - 1, i - 1)).collect();
    let model = format!(
        "typedef T0 {{ byte a }} {doubling} chan c = [1] of {{ T59 }}; \
         proctype P(T59 t) {{ skip }} init {{ run P(1) }}"
    );
    assert!(resolved(&model).is_none());
}
