//! The state space of a small model.

use super::graph::{Edge, Graph, Node, NodeKind};
use crate::exit;
use crate::wording::Wording;
use checker::graph::{GraphError, StateEdge, StateNode, state_graph};
use checker::picture::Item;
use promela::exec::Checks;
use promela::ir::Program;

/// The graph, or the exit status.
pub(super) fn graph(program: &Program, wording: &Wording<'_>, max_states: usize) -> Result<Graph, u8> {
    let checks = Checks { assertions: true, end_states: true };
    let found = state_graph(program, checks, max_states).map_err(|error| {
        exit::usage(match error {
            GraphError::NoInitialState(_) => "the initial state cannot be made",
            GraphError::Abandoned(_) => "an atomic sequence does not end",
        })
    })?;
    if found.truncated {
        exit::warn(&format!(
            "the picture shows the first {max_states} states only; --max-states N shows more"
        ));
    }
    let node = |(number, state): (usize, &StateNode)| Node {
        label: number.to_string(),
        details: details(program, wording, state),
        kind: match (number, state.violations.is_empty()) {
            (_, false) => NodeKind::Error,
            (0, true) => NodeKind::Start,
            (_, true) => NodeKind::Plain,
        },
    };
    let edge = |way: &StateEdge| Edge {
        from: way.from,
        to: way.to,
        label: label(program, wording, way),
        atomic: 1 < way.steps.len(),
    };
    let shown = if found.truncated { "the first " } else { "" };
    Ok(Graph {
        title: format!("{shown}{} states", found.states.len()),
        nodes: found.states.iter().enumerate().map(node).collect(),
        edges: found.edges.iter().map(edge).collect(),
    })
}

fn label(program: &Program, wording: &Wording<'_>, way: &StateEdge) -> String {
    let statement = |index: usize| {
        let step = way.steps.get(index)?;
        let text = wording.step(program, program.edges[step.edge.index()].statement);
        Some(format!("{}: {text}", step.process))
    };
    match (statement(0), way.steps.len()) {
        (Some(first), 1) => first,
        (Some(first), n) => format!("{first} (+{})", n - 1),
        (None, _) => String::new(),
    }
}

fn details(program: &Program, wording: &Wording<'_>, state: &StateNode) -> String {
    let shown = |Item { name, process, value }: Item| match process {
        Some(process) => format!("{process}:{name}={value}"),
        None => format!("{name}={value}"),
    };
    let items = state.picture.variables(program).into_iter().chain(state.picture.channels(program));
    let errors = state.violations.iter().map(|violation| wording.violation(program, violation));
    items.map(shown).chain(errors).collect::<Vec<_>>().join("\n")
}
