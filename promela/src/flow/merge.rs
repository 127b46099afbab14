//! Statement merging: a chain of steps that cannot block becomes one transition.
//!
//! The rules are Spin's (its option `-o3` switches them off):
//! - A link of a chain is an assignment, assertion, print, jump or joint. It is the only way on from its state,
//!   carries no label, has no escape and nobody refers to it; and it is local, or inside an atomic sequence.
//!   A `d_step`, `if`, `do`, `else`, `run` or `set_priority` of its own is never a link, nor is a condition.
//! - A condition without `run`, a receive, or a send if the model has no rendezvous channel, may head a chain if
//!   it too is local or inside an atomic sequence, without alternatives, escapes and remote references.
//! - The merged transition gives up control if the last link does.
//! - A link that can be reached in one way only, through its chain, has no transitions of its own.
//! - A model with `provided` clauses or remote references to variables has no merging at all.
//!
//! Choices are left out of this: a chain may begin with the guard of an option, but not lead into a choice.

use super::graph::{Graph, Step};
use super::{ElementId, Flow, FlowError, Globals, Node, StateNumber};
use crate::hir::{ExpressionKind, StatementKind};
use crate::resolve::any;

/// How each element takes part in chains. States are numbers, 0 for none.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// Where the chain that begins with, or goes on with, this link ends.
    ends: Vec<StateNumber>,
    /// The state behind a link that stands alone.
    alone: Vec<StateNumber>,
    /// Where the chain ends that this element heads.
    headed: Vec<StateNumber>,
    /// How many steps lead to the element's state.
    n_in: Vec<u32>,
    /// Links that have become part of a chain and cannot be reached otherwise.
    absorbed: Vec<bool>,
}

/// A chain behind an element.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Its links, the element itself excluded.
    pub(super) links: Vec<ElementId>,
    /// Where it leads.
    pub(super) to: StateNumber,
    /// The process keeps control after it.
    pub(super) keeps: bool,
}

impl Chains {
    /// Finds the chains of a proctype. `rendezvous`: the model has a rendezvous channel.
    pub(super) fn of(
        flow: &Flow<'_>,
        graph: &Graph,
        globals: &Globals<'_>,
        rendezvous: bool,
    ) -> Result<Self, FlowError> {
        let n_elements = flow.elements.len();
        let mut chains = Self {
            ends: vec![0; n_elements],
            alone: vec![0; n_elements],
            headed: vec![0; n_elements],
            n_in: vec![0; n_elements],
            absorbed: vec![false; n_elements],
        };
        let finder = Finder { flow, graph, globals, labelled: flow.labelled(), rendezvous };
        finder.find_links(&mut chains);
        finder.find_heads(&mut chains);
        let first = flow.sequence(flow.body).first;
        let start = flow.rest(first, flow.element(first).atomicity.keeps)?;
        chains.n_in[start.0 as usize] = 1;
        Ok(chains)
    }

    /// Whether nothing leads to an element except, perhaps, the chain it has become part of.
    pub(super) fn is_unreachable(&self, id: ElementId) -> bool {
        self.absorbed[id.0 as usize] || self.n_in[id.0 as usize] == 0
    }

    /// Where the chain that an element would begin ends; 0 if there is none.
    pub(super) fn end(&self, id: ElementId) -> StateNumber {
        let index = id.0 as usize;
        if self.headed[index] != 0 { self.headed[index] } else { self.ends[index] }
    }

    /// The chain that an element begins; takes note of the links that it absorbs.
    pub(super) fn take(&mut self, flow: &Flow<'_>, id: ElementId) -> Result<Option<Chain>, FlowError> {
        let to = self.end(id);
        if to == 0 || self.is_unreachable(id) {
            return Ok(None);
        }
        let mut chain = Chain { links: Vec::new(), to, keeps: flow.element(id).atomicity.keeps };
        let mut at = id;
        for _ in 0..flow.elements.len() {
            let element = flow.element(at);
            let next = match element.node {
                Node::Jump(target) => {
                    let there = flow.target(target).ok_or(FlowError::UndefinedLabel(element.span))?;
                    Some(flow.rest_before(there, element.atomicity.keeps, to)?)
                }
                _ => element.next,
            };
            let Some(next) = next.filter(|&next| flow.element(next).number != to) else { break };
            let link = next.0 as usize;
            if self.ends[link] == 0 && self.alone[link] == 0 {
                break;
            }
            chain.links.push(next);
            chain.keeps = flow.element(next).atomicity.keeps;
            self.absorbed[link] |= self.n_in[link] == 1;
            at = next;
        }
        Ok(Some(chain))
    }
}

struct Finder<'a, 'm> {
    flow: &'a Flow<'m>,
    graph: &'a Graph,
    globals: &'a Globals<'m>,
    labelled: Vec<bool>,
    rendezvous: bool,
}

impl Finder<'_, '_> {
    /// The element of the only step from a state, if it can be a link.
    fn link(&self, state: StateNumber) -> Option<(&Step, ElementId)> {
        let step = self.graph.only_step(state)?;
        let id = step.element?;
        let element = self.flow.element(id);
        let may_be_link = match element.node {
            Node::Jump(_) | Node::Dot | Node::LoopExit => true,
            Node::Basic(statement) => matches!(
                statement.kind,
                StatementKind::Assign(..)
                    | StatementKind::Assert(_)
                    | StatementKind::Print { .. }
                    | StatementKind::PrintSymbol(_)
                    | StatementKind::Pass
            ),
            _ => false,
        };
        (may_be_link && !self.labelled[id.0 as usize] && self.is_private(id)).then_some((step, id))
    }

    /// Whether an element has neither escapes nor remote references and is local or inside an atomic sequence.
    fn is_private(&self, id: ElementId) -> bool {
        let element = self.flow.element(id);
        let atomic = element.atomicity.keeps || element.atomicity.last;
        let global = match element.node {
            Node::Basic(statement) => self.globals.is_global(statement),
            _ => false,
        };
        element.escapes.is_empty() && !element.remote && (atomic || !global)
    }

    fn find_links(&self, chains: &mut Chains) {
        for &state in self.graph.order.iter().rev() {
            for id in self.graph.states[state as usize].steps.iter().rev().filter_map(|step| step.element) {
                chains.n_in[id.0 as usize] = self.graph.states[state as usize].n_in;
            }
            let Some((step, id)) = self.link(state) else { continue };
            if chains.ends[id.0 as usize] != 0 {
                continue;
            }
            if self.link(step.to).is_some() {
                self.follow(state, chains);
            } else {
                chains.alone[id.0 as usize] = step.to;
            }
        }
    }

    /// Follows the links from a state on and notes for each of them where the chain ends.
    fn follow(&self, from: StateNumber, chains: &mut Chains) {
        let mut links: Vec<ElementId> = Vec::new();
        let (mut state, mut end) = (from, 0);
        while let Some((step, id)) = self.link(state) {
            if links.contains(&id) {
                break;
            }
            if chains.ends[id.0 as usize] != 0 {
                end = chains.ends[id.0 as usize];
                break;
            }
            links.push(id);
            (state, end) = (step.to, step.to);
        }
        for id in links {
            chains.ends[id.0 as usize] = end;
        }
    }

    fn find_heads(&self, chains: &mut Chains) {
        for &state in self.graph.order.iter().rev() {
            let Some(step) = self.graph.only_step(state) else { continue };
            let Some(id) = step.element else { continue };
            if chains.ends[id.0 as usize] != 0 || !self.may_head(id) || !self.is_private(id) {
                continue;
            }
            let behind = self.graph.states[step.to as usize].steps.last().and_then(|step| step.element);
            if let Some(link) = behind.map(|id| id.0 as usize) {
                let end = if chains.ends[link] != 0 { chains.ends[link] } else { chains.alone[link] };
                chains.headed[id.0 as usize] = end;
            }
        }
    }

    fn may_head(&self, id: ElementId) -> bool {
        match self.flow.element(id).node {
            Node::Skip => true,
            Node::Basic(statement) => match &statement.kind {
                StatementKind::Condition(e) => !any(e, &mut |e| matches!(e.kind, ExpressionKind::Run { .. })),
                StatementKind::Receive { .. } => true,
                StatementKind::Send { .. } => !self.rendezvous,
                _ => false,
            },
            _ => false,
        }
    }
}
