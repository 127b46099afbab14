//! Which elements others can see, judged as the table is made.
//!
//! An atomic sequence with one visible statement is visible throughout; so is one out of which a jump leads
//! backwards, since what follows it may be visible. Whether a jump stays inside is found by a walk that, as in Spin,
//! runs on beyond the sequence and looks into each choice only once per proctype, however often it is asked.

use super::{ElementId, Flow, FlowError, Globals, Node, SequenceId};
use crate::hir::StatementKind;

/// What is known so far about a proctype.
#[derive(Debug)]
pub(super) struct Visible<'a, 'm> {
    globals: &'a Globals<'m>,
    /// The proctype has a `provided` clause, so that others can stop it anywhere.
    all: bool,
    /// Elements that are visible for a reason other than their statement.
    marked: Vec<bool>,
    /// Elements whose options the walk has looked into.
    looked_into: Vec<bool>,
}

impl<'a, 'm> Visible<'a, 'm> {
    pub(super) fn new(flow: &Flow<'_>, globals: &'a Globals<'m>, all: bool) -> Self {
        let n_elements = flow.elements.len();
        Self { globals, all, marked: vec![false; n_elements], looked_into: vec![false; n_elements] }
    }

    /// Whether others can see an element.
    pub(super) fn sees(&mut self, flow: &Flow<'_>, id: ElementId) -> Result<bool, FlowError> {
        Ok(self.marked[id.0 as usize] || self.is_global(flow, id)?)
    }

    /// Whether something other than its statement makes an element visible.
    pub(super) fn is_marked(&self, id: ElementId) -> bool {
        self.marked[id.0 as usize]
    }

    /// Makes an element visible.
    pub(super) fn mark(&mut self, id: ElementId) {
        self.marked[id.0 as usize] = true;
    }

    /// Judges an atomic sequence or `d_step` as a whole.
    pub(super) fn enter(&mut self, flow: &Flow<'_>, sequence: SequenceId) -> Result<(), FlowError> {
        if self.scan(flow, sequence)? {
            self.mark_all(flow, sequence);
        }
        Ok(())
    }

    fn is_global(&mut self, flow: &Flow<'_>, id: ElementId) -> Result<bool, FlowError> {
        let element = flow.element(id);
        Ok(self.all
            || match element.node {
                Node::Atomic(sequence) | Node::DStep(sequence) | Node::Block(sequence) => {
                    self.scan(flow, sequence)?
                }
                Node::Basic(statement) if matches!(statement.kind, StatementKind::Else) => {
                    element.watches_channels
                }
                Node::Basic(statement) => self.globals.is_global(statement),
                _ => false,
            })
    }

    /// Whether a sequence has anything visible in it.
    fn scan(&mut self, flow: &Flow<'_>, sequence: SequenceId) -> Result<bool, FlowError> {
        for id in flow.members(sequence) {
            let element = flow.element(id);
            if element.remote || self.is_global(flow, id)? {
                return Ok(true);
            }
            if let (Node::Jump(_), false) = (element.node, element.atomicity.d_step) {
                let target = flow.jump_target(id)?;
                if !self.leads_to(flow, sequence, target) {
                    return Ok(true);
                }
            }
            for &option in &element.options {
                if self.scan(flow, option)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether an element comes after the start of a sequence, as far as the walk can see.
    fn leads_to(&mut self, flow: &Flow<'_>, sequence: SequenceId, target: ElementId) -> bool {
        let mut at = Some(flow.sequence(sequence).first);
        while let Some(id) = at {
            if id == target {
                return true;
            }
            let element = flow.element(id);
            if !std::mem::replace(&mut self.looked_into[id.0 as usize], true)
                && element.options.iter().any(|&option| self.leads_to(flow, option, target))
            {
                return true;
            }
            at = element.next;
        }
        false
    }

    fn mark_all(&mut self, flow: &Flow<'_>, sequence: SequenceId) {
        for id in flow.members(sequence) {
            self.mark(id);
            let element = flow.element(id);
            if let Node::Atomic(inner) | Node::DStep(inner) | Node::Block(inner) = element.node {
                self.mark_all(flow, inner);
            }
            element.options.iter().for_each(|&option| self.mark_all(flow, option));
        }
    }
}
