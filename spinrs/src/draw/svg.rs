//! Graphs as SVG, drawn without any other program.

use super::graph::{Edge, Graph, Node, NodeKind};
use super::layout::{LOOP, Layout, Point, layout};
use crate::wording::cut;
use std::fmt::Write;

const RADIUS: f64 = 16.0;
/// Mean width of a character of a label.
const CHARACTER: f64 = 6.2;
const TITLE: f64 = 34.0;
/// Longer labels are cut; the whole is shown when pointing at them.
const MAX_LABEL: usize = 40;

/// Labels of loops at a node that have room beside it.
const MAX_LOOPS: usize = 6;
const LINE: f64 = 13.0;
const LEGEND: &str =
    "blue: start, double ring: may end, red: error, thick: atomic; point at a state or label for more";

/// One picture with the graphs below each other.
pub(super) fn render(graphs: &[Graph]) -> String {
    let layouts: Vec<Layout> = graphs
        .iter()
        .map(|graph| layout(graph, |label| CHARACTER * shown(label).chars().count() as f64))
        .collect();
    let legend = CHARACTER * LEGEND.len() as f64;
    let width = layouts.iter().map(|layout| layout.width).fold(legend, f64::max);
    let height = layouts.iter().map(|layout| layout.height + TITLE).sum::<f64>() + TITLE;
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
    let _ = writeln!(out, "<text x=\"12\" y=\"{:.1}\" fill=\"#667\">{LEGEND}</text>\n</svg>", height - 12.0);
    out
}

fn write_graph(out: &mut String, graph: &Graph, layout: &Layout, top: f64) -> std::fmt::Result {
    writeln!(out, "<g transform=\"translate(0 {:.1})\">", top + TITLE)?;
    writeln!(
        out,
        "<text x=\"12\" y=\"-12\" font-size=\"14\" font-weight=\"bold\">{}</text>",
        escape(&graph.title)
    )?;
    for (edge, points) in graph.edges.iter().zip(&layout.edges).filter(|(edge, _)| edge.from != edge.to) {
        let (path, label) = along(points);
        write_path(out, &path, edge.atomic)?;
        write_label(out, label, "middle", &edge.label)?;
    }
    for (node, &at) in layout.nodes.iter().enumerate() {
        let loops: Vec<&Edge> = graph.edges.iter().filter(|e| (e.from, e.to) == (node, node)).collect();
        write_loops(out, &loops, at)?;
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

fn write_path(out: &mut String, path: &str, atomic: bool) -> std::fmt::Result {
    let width = if atomic { 2.2 } else { 1.1 };
    writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#444\" stroke-width=\"{width}\" marker-end=\"url(#head)\"/>"
    )
}

fn write_label(out: &mut String, at: Point, anchor: &str, label: &str) -> std::fmt::Result {
    writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#114\" stroke=\"#fff\" stroke-width=\"3\" \
         paint-order=\"stroke\"><title>{}</title>{}</text>",
        at.x,
        at.y,
        escape(label),
        escape(&shown(label))
    )
}

/// One loop to the right of a node for all that lead from it to itself, their labels below each other.
fn write_loops(out: &mut String, loops: &[&Edge], Point { x, y }: Point) -> std::fmt::Result {
    if loops.is_empty() {
        return Ok(());
    }
    let (side, far) = (x + RADIUS * 0.8, x + RADIUS * 2.6);
    let (above, below) = (y - 26.0, y + 26.0);
    let path = format!(
        "M{side:.1} {:.1} C{far:.1} {above:.1} {far:.1} {below:.1} {side:.1} {:.1}",
        y - 9.0,
        y + 9.0
    );
    write_path(out, &path, loops.iter().all(|edge| edge.atomic))?;
    let mut labels: Vec<String> = loops.iter().map(|edge| edge.label.clone()).collect();
    if MAX_LOOPS < labels.len() {
        let rest = labels.split_off(MAX_LOOPS - 1);
        labels.push(format!("and {} more", rest.len()));
    }
    let first = y + 4.0 - LINE * (labels.len() - 1) as f64 / 2.0;
    for (line, label) in labels.iter().enumerate() {
        write_label(out, Point { x: x + LOOP, y: first + LINE * line as f64 }, "start", label)?;
    }
    Ok(())
}

/// A smooth line through the points (after Fritsch and Carlson, 1980), cut at the rims of the nodes, and the place of
/// its label, which is one of the points.
fn along(points: &[Point]) -> (String, Point) {
    let mut points = points.to_vec();
    let last = points.len() - 1;
    let middle = points[points.len() / 2];
    points[0] = towards(points[0], points[1], RADIUS);
    points[last] = towards(points[last], points[last - 1], RADIUS + 1.0);
    let mut path = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for at in 0..last {
        let (from, to) = (points[at], points[at + 1]);
        let third = (to.y - from.y) / 3.0;
        let _ = write!(
            path,
            " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            from.x + slope(&points, at) * third,
            from.y + third,
            to.x - slope(&points, at + 1) * third,
            to.y - third,
            to.x,
            to.y
        );
    }
    (path, Point { x: middle.x, y: middle.y + 4.0 })
}

/// How far a line through the points goes sideways at one of them for a step down: nowhere at a turn, and by the
/// harmonic mean of both sides otherwise, so that it never swings out beyond its points.
fn slope(points: &[Point], at: usize) -> f64 {
    let between = |a: Point, b: Point| if a.y == b.y { 0.0 } else { (b.x - a.x) / (b.y - a.y) };
    match (at.checked_sub(1).map(|before| between(points[before], points[at])), points.get(at + 1)) {
        (Some(above), Some(&next)) => {
            let below = between(points[at], next);
            if above * below <= 0.0 { 0.0 } else { 2.0 * above * below / (above + below) }
        }
        (Some(above), None) => above,
        (None, Some(&next)) => between(points[at], next),
        (None, None) => 0.0,
    }
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
    cut(label, MAX_LABEL)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
