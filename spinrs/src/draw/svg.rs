//! Graphs as SVG, drawn without any other program.

use super::graph::{Edge, Graph, Node, NodeKind};
use super::layout::{Layout, Point, layout};
use std::fmt::Write;

const RADIUS: f64 = 16.0;
/// Mean width of a character of a label.
const CHARACTER: f64 = 6.2;
const TITLE: f64 = 34.0;
/// Longer labels are cut; the whole is shown when pointing at them.
const MAX_LABEL: usize = 40;

/// One picture with the graphs below each other.
pub(super) fn render(graphs: &[Graph]) -> String {
    let layouts: Vec<Layout> = graphs
        .iter()
        .map(|graph| layout(graph, |label| CHARACTER * shown(label).chars().count() as f64))
        .collect();
    let width = layouts.iter().map(|layout| layout.width).fold(240.0, f64::max);
    let height: f64 = layouts.iter().map(|layout| layout.height + TITLE).sum();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <defs><marker id=\"head\" orient=\"auto\" markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"3.5\">\
         <path d=\"M0 0 L8 3.5 L0 7 z\" fill=\"#444\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let mut top = 0.0;
    for (graph, layout) in graphs.iter().zip(&layouts) {
        // Writing to a string cannot fail.
        let _ = write_graph(&mut out, graph, layout, top);
        top += layout.height + TITLE;
    }
    out.push_str("</svg>\n");
    out
}

fn write_graph(out: &mut String, graph: &Graph, layout: &Layout, top: f64) -> std::fmt::Result {
    writeln!(out, "<g transform=\"translate(0 {:.1})\">", top + TITLE)?;
    writeln!(
        out,
        "<text x=\"12\" y=\"-12\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        escape(&graph.title)
    )?;
    for (edge, points) in graph.edges.iter().zip(&layout.edges) {
        write_edge(out, edge, points)?;
    }
    for (node, &at) in graph.nodes.iter().zip(&layout.nodes) {
        write_node(out, node, at)?;
    }
    writeln!(out, "</g>")
}

fn write_node(out: &mut String, node: &Node, Point { x, y }: Point) -> std::fmt::Result {
    let fill = match node.kind {
        NodeKind::Error => "#ffb4ab",
        kind if kind.starts() => "#d7ecff",
        _ => "#f4f4f4",
    };
    writeln!(out, "<g><title>{}</title>", escape(&node.details))?;
    writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"#333\"/>")?;
    if node.kind.ends() {
        let inner = RADIUS - 3.0;
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{inner}\" fill=\"none\" stroke=\"#333\"/>")?;
    }
    writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
        y + 4.0,
        escape(&node.label)
    )
}

fn write_edge(out: &mut String, edge: &Edge, points: &[Point]) -> std::fmt::Result {
    let width = if edge.atomic { 2.2 } else { 1.1 };
    let (path, label) = if edge.from == edge.to { around(points[0]) } else { along(points) };
    writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#444\" stroke-width=\"{width}\" marker-end=\"url(#head)\"/>"
    )?;
    writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#114\" stroke=\"#fff\" stroke-width=\"3\" \
         paint-order=\"stroke\"><title>{}</title>{}</text>",
        label.x,
        label.y,
        escape(&edge.label),
        escape(&shown(&edge.label))
    )
}

/// A loop to the right of a node, and the place of its label.
fn around(Point { x, y }: Point) -> (String, Point) {
    let (side, far) = (x + RADIUS * 0.8, x + RADIUS * 2.6);
    let path = format!(
        "M{side:.1} {:.1} C{far:.1} {:.1} {far:.1} {:.1} {side:.1} {:.1}",
        y - 9.0,
        y - 26.0,
        y + 26.0,
        y + 9.0
    );
    (path, Point { x: far + 4.0, y: y - 14.0 })
}

/// A smooth line through the points, cut at the rims of the nodes, and the place of its label.
fn along(points: &[Point]) -> (String, Point) {
    let mut points = points.to_vec();
    let last = points.len() - 1;
    let middle = points[points.len() / 2];
    points[0] = towards(points[0], points[1], RADIUS);
    points[last] = towards(points[last], points[last - 1], RADIUS + 1.0);
    let mut path = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for at in 1..last {
        let stop = if at + 1 == last { points[last] } else { between(points[at], points[at + 1], 0.5) };
        let _ = write!(path, " Q{:.1} {:.1} {:.1} {:.1}", points[at].x, points[at].y, stop.x, stop.y);
    }
    (path, Point { x: middle.x, y: middle.y + 4.0 })
}

fn between(a: Point, b: Point, share: f64) -> Point {
    Point { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

/// The point at a distance from `a` on the way to `b`.
fn towards(a: Point, b: Point, distance: f64) -> Point {
    let length = (b.x - a.x).hypot(b.y - a.y);
    if length <= distance { a } else { between(a, b, distance / length) }
}

fn shown(label: &str) -> String {
    if label.chars().count() <= MAX_LABEL {
        return label.to_owned();
    }
    label.chars().take(MAX_LABEL - 1).chain(['…']).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
