//! Automata as text, in the manner of `pan -d`: for people, and for tests that compare with Spin.

use crate::ir::{Action, Edge, Effect, LocationId, Program, StatementKind};
use crate::text::Expanded;
use std::fmt::Write;

/// Every proctype with its states, in the order of Spin's numbers, and their transitions, in the order in which they
/// are tried. `text` is what the program was made from.
pub fn automata(program: &Program, text: &Expanded) -> String {
    let mut out = String::new();
    for (index, proctype) in program.proctypes.iter().enumerate() {
        let start = number(program, proctype.start);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "proctype {}, starts in {start}", proctype.name);
        let mine = program.locations.iter().skip(1).filter(|l| l.proctype.index() == index);
        for location in mine {
            let end = if location.is_end { ", may end" } else { "" };
            let _ = writeln!(out, "  state {}{end}", location.number);
            for edge in &program.edges[location.first.index()..location.end.index()] {
                let _ = writeln!(out, "    {}", transition(program, text, edge));
            }
        }
        out.push('\n');
    }
    out
}

fn number(program: &Program, location: LocationId) -> u32 {
    program.locations.get(location.index()).map_or(0, |location| location.number)
}

fn transition(program: &Program, text: &Expanded, edge: &Edge) -> String {
    let atomic = if edge.atomic { " atomic" } else { "" };
    let escape = if edge.escape == 0 { String::new() } else { format!(" escape {}", edge.escape) };
    let statement = &program.statements[edge.statement as usize];
    let own = written(program, text, edge.statement);
    let shown = match (edge.action, statement.kind) {
        (Action::End, _) => "-end-".to_owned(),
        (Action::DStep(_), _) | (_, StatementKind::Text) => own,
        (_, StatementKind::Goto) => "goto".to_owned(),
        (_, StatementKind::Joint) => ".(goto)".to_owned(),
        (_, StatementKind::Choice) => "choice".to_owned(),
        (_, StatementKind::Sequence | StatementKind::End) => "sequence".to_owned(),
    };
    let mut out = format!("-> {}{atomic}{escape}: {shown}", number(program, edge.target));
    for effect in &program.effects[edge.effects.range()] {
        match *effect {
            Effect::Do(_, statement) => {
                let _ = write!(out, "; {}", written(program, text, statement));
            }
            Effect::Reset(_) => out.push_str("; reset"),
        }
    }
    out
}

/// The text of a statement on one line.
fn written(program: &Program, text: &Expanded, statement: u32) -> String {
    let span = program.statements[statement as usize].span;
    let written = text.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}
