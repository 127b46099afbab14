//! The automata of the proctypes: control states and statements, as the search sees them.

use super::graph::{Edge, Graph, Node, NodeKind};
use crate::wording::Wording;
use promela::ir::{Location, Program};

/// One graph per proctype, or that of the one named.
pub(super) fn graphs(program: &Program, wording: &Wording<'_>, name: Option<&str>) -> Vec<Graph> {
    let wanted = |index: &usize| name.is_none_or(|name| program.proctypes[*index].name == name);
    (0..program.proctypes.len()).filter(wanted).map(|index| graph(program, wording, index)).collect()
}

fn graph(program: &Program, wording: &Wording<'_>, index: usize) -> Graph {
    let proctype = &program.proctypes[index];
    let mine: Vec<(usize, &Location)> = (program.locations.iter().enumerate().skip(1))
        .filter(|(_, location)| location.proctype.index() == index)
        .collect();
    let position = |location: usize| mine.iter().position(|&(at, _)| at == location);
    let node = |&(at, location): &(usize, &Location)| {
        let place = wording.place(program.statements[location.statement as usize].span);
        let kind = match (at == proctype.start.index(), location.is_end) {
            (false, false) => NodeKind::Plain,
            (true, false) => NodeKind::Start,
            (false, true) => NodeKind::End,
            (true, true) => NodeKind::StartEnd,
        };
        let details = format!("state {}, {}:{}", location.number, place.file, place.line);
        Node { label: location.number.to_string(), details, kind }
    };
    let mut nodes: Vec<Node> = mine.iter().map(node).collect();
    let mut edges = Vec::new();
    for (from, (_, location)) in mine.iter().enumerate() {
        for edge in &program.edges[location.first.index()..location.end.index()] {
            let to = match position(edge.target.index()) {
                Some(to) => to,
                // The process is gone.
                None => {
                    if nodes.last().is_none_or(|node| !node.label.is_empty()) {
                        let details = "the process has ended".to_owned();
                        nodes.push(Node { label: String::new(), details, kind: NodeKind::End });
                    }
                    nodes.len() - 1
                }
            };
            let label = wording.step(program, edge.statement);
            edges.push(Edge { from, to, label, atomic: edge.atomic });
        }
    }
    Graph { title: format!("proctype {}", proctype.name), nodes, edges }
}
