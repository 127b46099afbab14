//! Golden tests of the automata: which statements become states, in Spin's numbers, and where steps lead.
//!
//! The expectations were compared with `pan -d` of Spin 6.5.2 (`spin -o1 -o2 -o3 -a`, `gcc -DNOREDUCE`).
//! `UPDATE_GOLDEN=1 cargo test` rewrites them.

use std::fs;
use std::path::Path;

use promela::lower::{NumberWidth, Optimisation};
use promela::print::automata;
use promela::source::Memory;
use promela::text::Options;

fn printed(name: &str, text: &str) -> String {
    let model = promela::compile(name, &Memory::single(name, text), &Options::default());
    let model = model.unwrap_or_else(|failure| panic!("{name}: {:#?}", failure.diagnostics));
    let program = model.program(NumberWidth::Narrow, Optimisation::NONE);
    let program = program.unwrap_or_else(|failure| panic!("{name}: {:#?}", failure.diagnostics));
    automata(&program, &model.text)
}

#[test]
fn every_automaton_is_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/automata");
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".pml")).collect();
    names.sort();
    assert!(10 <= names.len());
    for name in names {
        let actual = printed(&name, &fs::read_to_string(folder.join(&name)).unwrap());
        let path = folder.join(&name).with_extension("expected");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(path, actual).unwrap();
        } else {
            let expected = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(actual, expected, "{name} has another automaton now");
        }
    }
}

#[test]
fn every_edge_leads_to_a_state_of_its_own_proctype() {
    let text = modelgen::generate(3, &modelgen::Shape::control());
    for line in printed("m.pml", &text).lines().filter(|line| line.trim_start().starts_with("->")) {
        assert!(!line.contains("-> 0") || line.contains("-end-"), "{line}");
    }
}
