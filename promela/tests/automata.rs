//! Golden tests of the automata: which statements become states, in Spin's numbers, and where steps lead.
//!
//! The expectations were compared with `pan -d` of Spin 6.5.2 (`spin -o1 -o2 -o3 -a`, `gcc -DNOREDUCE`).
//! `UPDATE_GOLDEN=1 cargo test` rewrites them.

#[path = "support/golden.rs"]
mod golden;

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
    golden::check("automata", printed);
}

#[test]
fn every_edge_leads_to_a_state_of_its_own_proctype() {
    let text = modelgen::generate(3, &modelgen::Shape::control());
    for line in printed("m.pml", &text).lines().filter(|line| line.trim_start().starts_with("->")) {
        assert!(!line.contains("-> 0") || line.contains("-end-"), "{line}");
    }
}
