//! Graphs in the language of Graphviz.

use super::graph::{Graph, NodeKind};
use crate::wording::cut;
use std::fmt::Write;

/// Longer labels are cut.
const MAX_LABEL: usize = 60;

/// One digraph; several graphs become clusters.
pub(super) fn render(graphs: &[Graph]) -> String {
    let mut out = String::from(
        "digraph spinrs {\n  rankdir=TB;\n  node [shape=circle, fontsize=11];\n  edge [fontsize=10];\n",
    );
    // Writing to a string cannot fail.
    for (index, graph) in graphs.iter().enumerate() {
        let _ = write_graph(&mut out, index, graph);
    }
    out.push_str("}\n");
    out
}

fn write_graph(out: &mut String, index: usize, graph: &Graph) -> std::fmt::Result {
    writeln!(out, "  subgraph cluster_{index} {{\n    label={};", quote(&graph.title))?;
    for (number, node) in graph.nodes.iter().enumerate() {
        let shape = match node.kind {
            NodeKind::Plain => "",
            NodeKind::Start => ", style=bold",
            NodeKind::End => ", shape=doublecircle",
            NodeKind::StartEnd => ", shape=doublecircle, style=bold",
            NodeKind::Error => ", style=filled, fillcolor=\"#ffb4ab\"",
        };
        let (label, details) = (quote(&node.label), quote(&node.details));
        writeln!(out, "    n{index}_{number} [label={label}, tooltip={details}{shape}];")?;
    }
    for edge in &graph.edges {
        let style = if edge.atomic { ", style=bold" } else { "" };
        let (from, to, label) = (edge.from, edge.to, quote(&cut(&edge.label, MAX_LABEL)));
        writeln!(out, "    n{index}_{from} -> n{index}_{to} [label={label}{style}];")?;
    }
    writeln!(out, "  }}")
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_in_statements_stay_inside_their_label() {
        assert_eq!(quote("printf(\"a\\n\")"), "\"printf(\\\"a\\\\n\\\")\"");
    }
}
