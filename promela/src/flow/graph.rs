//! The graph on which dead variables and mergeable statements are found.
//!
//! It is coarser than the automaton: a choice is a state with edges to the guards of its options, and the
//! inside of a `d_step` is walked through like any other code. States and edges are made in the order in which
//! Spin makes them; Spin prepends to its lists, so whoever wants its order walks them backwards.

use super::uses::Uses;
use super::{ElementId, Flow, FlowError, Node, SequenceId, StateNumber};
use crate::hir::{ExpressionKind, StatementKind};

/// A step between two states.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) to: StateNumber,
    /// The element executed; none for the way into an escape.
    pub(super) element: Option<ElementId>,
    pub(super) uses: Uses,
}

/// A state with the steps that leave it.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) steps: Vec<Step>,
    /// How many steps lead here.
    pub(super) n_in: u32,
}

/// States by their number; those not met have no steps.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) states: Vec<State>,
    /// Numbers in the order in which states were met.
    pub(super) order: Vec<StateNumber>,
    met: Vec<bool>,
    done: Vec<bool>,
}

impl Graph {
    /// The graph of a proctype. Lets the last elements of atomic sequences lead on, as the table does.
    pub(super) fn of(flow: &mut Flow<'_>) -> Result<Self, FlowError> {
        let n_states = flow.n_states as usize;
        let mut graph = Self {
            states: vec![State::default(); n_states],
            order: Vec::with_capacity(n_states),
            met: vec![false; n_states],
            done: vec![false; flow.elements.len()],
        };
        graph.sequence(flow, flow.body)?;
        Ok(graph)
    }

    /// The only step that leaves a state.
    pub(super) fn only_step(&self, state: StateNumber) -> Option<&Step> {
        match &self.states[state as usize].steps[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn meet(&mut self, state: StateNumber) {
        if !std::mem::replace(&mut self.met[state as usize], true) {
            self.order.push(state);
        }
    }

    fn edge(&mut self, flow: &Flow<'_>, from: StateNumber, to: StateNumber, element: Option<ElementId>) {
        self.meet(from);
        self.meet(to);
        let uses = match element.map(|id| flow.element(id).node) {
            Some(Node::Basic(statement)) => Uses::of(statement),
            _ => Uses::default(),
        };
        self.states[from as usize].steps.push(Step { to, element, uses });
        self.states[to as usize].n_in += 1;
    }

    fn sequence(&mut self, flow: &mut Flow<'_>, sequence: SequenceId) -> Result<(), FlowError> {
        let mut at = Some(flow.sequence(sequence).first);
        while let Some(id) = at {
            if !std::mem::replace(&mut self.done[id.0 as usize], true) {
                self.element(flow, id)?;
            }
            if id == flow.sequence(sequence).last {
                break;
            }
            at = flow.element(id).next;
        }
        Ok(())
    }

    fn element(&mut self, flow: &mut Flow<'_>, id: ElementId) -> Result<(), FlowError> {
        let from = flow.element(id).number;
        match flow.element(id).node {
            Node::Unless => self.sequence(flow, flow.element(id).options[0]),
            Node::If | Node::Do => {
                let options = flow.element(id).options.clone();
                for &option in &options {
                    let guard = flow.guard(flow.sequence(option).first)?;
                    if !is_never_true(flow, guard) {
                        self.edge(flow, from, flow.element(guard).number, Some(id));
                    }
                }
                options.into_iter().try_for_each(|option| self.sequence(flow, option))
            }
            Node::Atomic(sequence) | Node::DStep(sequence) | Node::Block(sequence) => {
                let guard = flow.guard(flow.sequence(sequence).first)?;
                let (last, next) = (flow.sequence(sequence).last, flow.element(id).next);
                flow.element_mut(last).next = next;
                self.edge(flow, from, flow.element(guard).number, Some(id));
                self.sequence(flow, sequence)
            }
            node => {
                let to = flow.successor(id)?;
                self.edge(flow, from, to, Some(id));
                if matches!(node, Node::Jump(_) | Node::Dot) {
                    return Ok(());
                }
                for escape in flow.element(id).escapes.clone() {
                    let guard = flow.guard(flow.sequence(escape).first)?;
                    self.edge(flow, from, flow.element(guard).number, None);
                    self.sequence(flow, escape)?;
                }
                Ok(())
            }
        }
    }
}

/// An option guarded by the constant 0, without escapes, is no option.
pub(super) fn is_never_true(flow: &Flow<'_>, id: ElementId) -> bool {
    let element = flow.element(id);
    let Node::Basic(statement) = element.node else { return false };
    let StatementKind::Condition(condition) = &statement.kind else { return false };
    matches!(condition.kind, ExpressionKind::Constant(0)) && element.escapes.is_empty()
}
