//! What a picture shows, before it is known how: nodes, edges, words.

/// A graph with a title.
pub(super) struct Graph {
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

pub(super) struct Node {
    pub(super) label: String,
    /// More than fits into the node.
    pub(super) details: String,
    pub(super) kind: NodeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Plain,
    /// Where everything begins.
    Start,
    /// A process may stop here.
    End,
    /// Begins, and may stop.
    StartEnd,
    /// Something is wrong.
    Error,
}

impl NodeKind {
    pub(super) fn starts(self) -> bool {
        matches!(self, Self::Start | Self::StartEnd)
    }

    pub(super) fn ends(self) -> bool {
        matches!(self, Self::End | Self::StartEnd)
    }
}

pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: String,
    /// Inside an atomic sequence.
    pub(super) atomic: bool,
}
