//! Dead variables: local variables whose value nobody will read are set to 0.
//!
//! The rules are Spin's (its option `-o1` switches them off; `-o2` stops the resets too, besides hiding):
//! - Only scalar locals and parameters count; no channels, structures or elements of arrays.
//! - A variable is dead behind a step if no path from there reads it before writing it.
//! - It is reset right after a step that writes it, unless that assigns 0; and after a step that reads it if
//!   that is a condition or a receive. Other statements read without a reset.
//! - Inside a `d_step` nothing is reset, though reads and writes there count.
//! - A model with remote references to variables (`P[i]:x`) has no resets at all.
//!
//! The value is 0, not the initial value, so the number of states can rise as well as fall.

use super::graph::Graph;
use super::uses::assigns_zero;
use super::{Flow, Node, StateNumber};
use crate::hir::{Model, Scalar, Scope, StatementKind, Type, VariableId};

/// The variables to reset after each element.
pub(super) fn resets(flow: &Flow<'_>, graph: &Graph, model: &Model) -> Vec<Vec<VariableId>> {
    let mut resets = vec![Vec::new(); flow.elements.len()];
    let is_candidate = |id: &VariableId| {
        let variable = &model.variables[id.0 as usize];
        let is_scalar = matches!(variable.ty, Type::Scalar(scalar) if scalar != Scalar::Chan);
        is_scalar && matches!(variable.scope, Scope::Local(_))
    };
    let mut search = Search { graph, seen: vec![0; graph.states.len()], round: 0 };
    for step in graph.states.iter().flat_map(|state| &state.steps) {
        let Some(id) = step.element else { continue };
        let element = flow.element(id);
        let Node::Basic(statement) = element.node else { continue };
        if element.atomicity.d_step {
            continue;
        }
        let blocks = matches!(statement.kind, StatementKind::Condition(_) | StatementKind::Receive { .. });
        let reads = if blocks { &step.uses.reads[..] } else { &[] };
        let writes = if assigns_zero(statement) { &[] } else { &step.uses.writes[..] };
        for variable in writes.iter().chain(reads) {
            if is_candidate(variable)
                && !resets[id.0 as usize].contains(variable)
                && search.is_dead(step.to, *variable)
            {
                resets[id.0 as usize].push(*variable);
            }
        }
    }
    resets
}

struct Search<'g> {
    graph: &'g Graph,
    /// The round in which each state was last seen.
    seen: Vec<u32>,
    round: u32,
}

impl Search<'_> {
    /// Whether no read of the variable can be met before a write, from a state on.
    fn is_dead(&mut self, from: StateNumber, variable: VariableId) -> bool {
        self.round += 1;
        let mut pending = vec![from];
        while let Some(state) = pending.pop() {
            if std::mem::replace(&mut self.seen[state as usize], self.round) == self.round {
                continue;
            }
            for step in &self.graph.states[state as usize].steps {
                if step.uses.reads.contains(&variable) {
                    return false;
                }
                if !step.uses.writes.contains(&variable) {
                    pending.push(step.to);
                }
            }
        }
        true
    }
}
