//! A layered layout after Sugiyama, Tagawa and Toda (1981), kept simple: cycles are broken along a depth-first
//! search, nodes stand on the layer of their longest path, long edges are led through every layer between,
//! and a few sweeps by barycentres reduce crossings.

use super::graph::Graph;

/// Distance between layers; nodes stand on every other one, labels of edges between them.
const LAYER: f64 = 46.0;
/// Least distance between nodes of a layer.
const GAP: f64 = 40.0;
/// Distance from a node at which the label of a loop at it begins.
pub(super) const LOOP: f64 = 40.0;
/// Sweeps that reorder the layers, half of them downwards.
const N_SWEEPS: usize = 12;
/// Passes that move nodes towards their neighbours.
const N_PASSES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Where everything goes.
pub(super) struct Layout {
    pub(super) nodes: Vec<Point>,
    /// For every edge the points it passes, ends included; two equal ones for a loop at a node.
    pub(super) edges: Vec<Vec<Point>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Computes a layout; `width` tells how much room the label of an edge takes.
pub(super) fn layout(graph: &Graph, width: impl Fn(&str) -> f64) -> Layout {
    let n_nodes = graph.nodes.len();
    let reversed = back_edges(graph);
    let ends = |index: usize| {
        let edge = &graph.edges[index];
        if reversed[index] { (edge.to, edge.from) } else { (edge.from, edge.to) }
    };
    let ranks = ranks(graph, &reversed);
    let mut drawing = Drawing { rank: ranks.clone(), room: vec![GAP; n_nodes], links: Vec::new() };
    let mut chains = Vec::with_capacity(graph.edges.len());
    for (index, edge) in graph.edges.iter().enumerate() {
        let (top, bottom) = ends(index);
        let mut chain = vec![top];
        if top != bottom {
            // Every edge passes a layer at least, where its label has a place of its own.
            for rank in ranks[top] + 1..ranks[bottom] {
                chain.push(drawing.point(rank));
            }
            chain.push(bottom);
            drawing.links.extend(chain.windows(2).map(|pair| (pair[0], pair[1])));
            let label_at = chain[chain.len() / 2];
            drawing.room[label_at] = width(&edge.label) * 0.5 + 5.0;
        } else {
            drawing.room[top] = drawing.room[top].max(LOOP + width(&edge.label) + 5.0);
        }
        chains.push(chain);
    }
    let layers = drawing.ordered_layers();
    let x = drawing.places(&layers);
    let at = |point: usize| Point { x: x[point], y: LAYER * (drawing.rank[point] as f64 + 0.5) };
    let edges = chains.iter().zip(&graph.edges).enumerate().map(|(index, (chain, edge))| {
        let mut points: Vec<Point> = chain.iter().map(|&point| at(point)).collect();
        if edge.from == edge.to {
            points.push(points[0]);
        }
        if reversed[index] {
            points.reverse();
        }
        points
    });
    let right = (0..x.len()).map(|point| x[point] + drawing.room[point]).fold(0.0, f64::max);
    Layout {
        nodes: (0..n_nodes).map(at).collect(),
        edges: edges.collect(),
        width: right + GAP,
        height: LAYER * layers.len() as f64,
    }
}

/// Edges that close a cycle of a depth-first search; loops at a node are none.
fn back_edges(graph: &Graph) -> Vec<bool> {
    let mut out = vec![Vec::new(); graph.nodes.len()];
    for (index, edge) in graph.edges.iter().enumerate() {
        out[edge.from].push(index);
    }
    let mut back = vec![false; graph.edges.len()];
    // 0 unseen, 1 on the path, 2 done.
    let mut seen = vec![0u8; graph.nodes.len()];
    let roots = (0..graph.nodes.len()).filter(|&n| graph.nodes[n].kind.starts());
    for root in roots.chain(0..graph.nodes.len()).collect::<Vec<_>>() {
        if seen[root] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0)];
        seen[root] = 1;
        while let Some((node, next)) = stack.pop() {
            let Some(&index) = out[node].get(next) else {
                seen[node] = 2;
                continue;
            };
            stack.push((node, next + 1));
            let to = graph.edges[index].to;
            match seen[to] {
                0 => {
                    seen[to] = 1;
                    stack.push((to, 0));
                }
                1 => back[index] = to != node,
                _ => {}
            }
        }
    }
    back
}

/// Longest paths without the edges that close cycles, two layers for each edge.
fn ranks(graph: &Graph, reversed: &[bool]) -> Vec<usize> {
    let mut rank = vec![0; graph.nodes.len()];
    // As many rounds as the longest path has edges; the graph without cycles has no longer one.
    for _ in 0..graph.nodes.len() {
        let mut changed = false;
        for (edge, &reversed) in graph.edges.iter().zip(reversed) {
            let (top, bottom) = if reversed { (edge.to, edge.from) } else { (edge.from, edge.to) };
            if top != bottom && rank[bottom] < rank[top] + 2 {
                rank[bottom] = rank[top] + 2;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    rank
}

/// Nodes and the points that long edges pass.
struct Drawing {
    rank: Vec<usize>,
    /// Room to either side.
    room: Vec<f64>,
    /// Pairs on neighbouring layers.
    links: Vec<(usize, usize)>,
}

impl Drawing {
    fn point(&mut self, rank: usize) -> usize {
        self.rank.push(rank);
        self.room.push(GAP * 0.25);
        self.rank.len() - 1
    }

    /// Neighbours above and below every point.
    fn neighbours(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let (mut above, mut below) = (vec![Vec::new(); self.rank.len()], vec![Vec::new(); self.rank.len()]);
        for &(top, bottom) in &self.links {
            above[bottom].push(top);
            below[top].push(bottom);
        }
        (above, below)
    }

    /// The points of every layer from left to right.
    fn ordered_layers(&self) -> Vec<Vec<usize>> {
        let n_layers = self.rank.iter().max().map_or(0, |most| most + 1);
        let mut layers = vec![Vec::new(); n_layers];
        for (point, &rank) in self.rank.iter().enumerate() {
            layers[rank].push(point);
        }
        let (above, below) = self.neighbours();
        let mut position = vec![0.0; self.rank.len()];
        let number = |layer: &[usize], position: &mut [f64]| {
            layer.iter().enumerate().for_each(|(at, &point)| position[point] = at as f64);
        };
        layers.iter().for_each(|layer| number(layer, &mut position));
        for sweep in 0..N_SWEEPS {
            let down = sweep % 2 == 0;
            let order: Vec<usize> =
                if down { (0..n_layers).collect() } else { (0..n_layers).rev().collect() };
            for index in order {
                let neighbours = if down { &above } else { &below };
                let centre = |point: usize| match &neighbours[point][..] {
                    [] => position[point],
                    list => list.iter().map(|&n| position[n]).sum::<f64>() / list.len() as f64,
                };
                let mut keyed: Vec<(f64, usize)> = layers[index].iter().map(|&p| (centre(p), p)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                layers[index] = keyed.into_iter().map(|(_, point)| point).collect();
                number(&layers[index], &mut position);
            }
        }
        layers
    }

    /// Horizontal places: near the neighbours, in the order of the layers, without overlap.
    fn places(&self, layers: &[Vec<usize>]) -> Vec<f64> {
        let (above, below) = self.neighbours();
        let mut x = vec![0.0; self.rank.len()];
        for layer in layers {
            let mut right = 0.0;
            for &point in layer {
                x[point] = right + self.room[point];
                right = x[point] + self.room[point];
            }
        }
        for pass in 0..N_PASSES {
            let order: Vec<&Vec<usize>> =
                if pass % 2 == 0 { layers.iter().collect() } else { layers.iter().rev().collect() };
            for layer in order {
                let wish: Vec<f64> = layer
                    .iter()
                    .map(|&point| {
                        let near = above[point].iter().chain(&below[point]);
                        let (sum, n) = near.fold((0.0, 0.0), |(sum, n), &other| (sum + x[other], n + 1.0));
                        if n == 0.0 { x[point] } else { sum / n }
                    })
                    .collect();
                self.settle(layer, &wish, &mut x);
            }
        }
        let left = (0..x.len()).map(|point| x[point] - self.room[point]).fold(f64::INFINITY, f64::min);
        x.iter_mut().for_each(|x| *x += GAP - left);
        x
    }

    /// Puts the points of a layer as near to their wishes as order and room allow: the mean of what pushing to the
    /// right and pushing to the left would give.
    fn settle(&self, layer: &[usize], wish: &[f64], x: &mut [f64]) {
        let mut rightwards = wish.to_vec();
        for at in 1..layer.len() {
            let room = self.room[layer[at - 1]] + self.room[layer[at]];
            rightwards[at] = rightwards[at].max(rightwards[at - 1] + room);
        }
        let mut leftwards = wish.to_vec();
        for at in (1..layer.len()).rev() {
            let room = self.room[layer[at - 1]] + self.room[layer[at]];
            leftwards[at - 1] = leftwards[at - 1].min(leftwards[at] - room);
        }
        for (at, &point) in layer.iter().enumerate() {
            x[point] = (rightwards[at] + leftwards[at]) * 0.5;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Edge, Node, NodeKind};
    use super::*;

    fn graph(n_nodes: usize, edges: &[(usize, usize)]) -> Graph {
        let node = |number| Node {
            label: String::new(),
            details: String::new(),
            kind: if number == 0 { NodeKind::Start } else { NodeKind::Plain },
        };
        let edge = |&(from, to): &(usize, usize)| Edge { from, to, label: "x".to_owned(), atomic: false };
        Graph {
            title: String::new(),
            nodes: (0..n_nodes).map(node).collect(),
            edges: edges.iter().map(edge).collect(),
        }
    }

    #[test]
    fn edges_lead_down_unless_they_close_a_cycle() {
        let graph = graph(4, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 2), (1, 1)]);
        let layout = layout(&graph, |_| 10.0);
        for (index, edge) in graph.edges.iter().enumerate() {
            let (from, to) = (layout.nodes[edge.from], layout.nodes[edge.to]);
            match index {
                2 => assert!(to.y < from.y),
                5 => assert_eq!(from, to),
                _ => assert!(from.y < to.y),
            }
            assert_eq!(layout.edges[index].first(), Some(&from));
            assert_eq!(layout.edges[index].last(), Some(&to));
        }
    }

    #[test]
    fn nodes_of_a_layer_keep_their_distance_and_stay_inside() {
        let edges: Vec<(usize, usize)> = (1..9).flat_map(|n| [(0, n), (n, 9), (n % 8 + 1, 10)]).collect();
        let layout = layout(&graph(11, &edges), |_| 30.0);
        for (index, a) in layout.nodes.iter().enumerate() {
            assert!(0.0 <= a.x && a.x <= layout.width && a.y <= layout.height);
            for b in &layout.nodes[index + 1..] {
                assert!(a.y != b.y || GAP - 1e-6 <= (a.x - b.x).abs(), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_graph_without_edges_or_nodes_has_a_layout() {
        assert_eq!(layout(&graph(0, &[]), |_| 0.0).nodes.len(), 0);
        assert_eq!(layout(&graph(3, &[]), |_| 0.0).nodes.len(), 3);
    }
}
