//! Which control states a report of unreached code lists, as Spin does.
//!
//! Not every control state says something about the model. Joints, jumps, `else` and `skip` are left out,
//! and so are states that execution never rests in because a choice, an atomic sequence or an `unless` has
//! taken over their transitions. What remains is listed by the statements that can be executed there.

use super::{ElementId, Flow, FlowError, Node, StateNumber, table::Table};
use crate::hir::{ExpressionKind, StatementKind};

/// How a control state takes part in the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Elements to list if it has not been reached; none if it is never listed.
    pub listed: Vec<ElementId>,
    /// Reaching this state is as good; 0 if there is none.
    pub stand_in: StateNumber,
}

/// How each control state takes part, by number; index 0 is unused.
pub fn coverage(flow: &Flow<'_>, table: &Table) -> Result<Vec<Coverage>, FlowError> {
    let mut coverage = vec![Coverage::default(); table.states.len()];
    let exempt = exempt(flow, table)?;
    for (state, element) in table.elements.iter().enumerate() {
        let Some(id) = *element else { continue };
        let transitions = &table.states[state];
        let node = flow.element(id).node;
        let pulls = matches!(node, Node::If | Node::Do | Node::Atomic(_) | Node::Block(_));
        if let (true, Some(last)) = (pulls, transitions.last()) {
            coverage[state].stand_in = last.to;
        }
        if exempt[state] || exempt[coverage[state].stand_in as usize] {
            continue;
        }
        let is_joint = |id: &ElementId| {
            matches!(flow.element(*id).node, Node::Dot | Node::LoopExit | Node::Jump(super::Target::Exit(_)))
        };
        coverage[state].listed =
            transitions.iter().map(|t| t.element).take_while(|id| !is_joint(id)).collect();
        let closed = matches!(node, Node::If | Node::Do);
        let absorbed = matches!(node, Node::Basic(_) | Node::End);
        if transitions.is_empty() && (closed || absorbed) && !flow.element(id).atomicity.d_step {
            coverage[state].listed.push(id);
        }
    }
    Ok(coverage)
}

/// The states that need not be reached.
fn exempt(flow: &Flow<'_>, table: &Table) -> Result<Vec<bool>, FlowError> {
    let mut exempt = vec![false; table.states.len()];
    let mut spare = |id: ElementId| exempt[flow.element(id).number as usize] = true;
    for (index, element) in flow.elements.iter().enumerate() {
        let id = ElementId(index as u32);
        match element.node {
            Node::If | Node::Do => {
                element.options.iter().for_each(|&option| spare(flow.sequence(option).first));
            }
            Node::Atomic(sequence) | Node::Block(sequence) => spare(flow.sequence(sequence).first),
            Node::Skip | Node::Dot | Node::LoopExit | Node::Jump(_) => spare(id),
            Node::Basic(statement) => match &statement.kind {
                StatementKind::Else => spare(id),
                StatementKind::Condition(condition)
                    if matches!(condition.kind, ExpressionKind::Constant(1)) =>
                {
                    spare(id);
                }
                _ => {}
            },
            Node::Unless | Node::DStep(_) | Node::End => {}
        }
        if matches!(element.node, Node::If | Node::Do | Node::Atomic(_) | Node::Block(_)) {
            let pulled = table.states[element.number as usize].iter().filter(|t| t.escape == 0);
            pulled.for_each(|transition| spare(transition.element));
        } else if !matches!(element.node, Node::Dot | Node::Unless) {
            for &escape in &element.escapes {
                spare(flow.rest(flow.sequence(escape).first, element.atomicity.keeps)?);
            }
        }
    }
    for &state in &table.passed {
        exempt[state as usize] = true;
    }
    exempt[0] = false;
    Ok(exempt)
}
