//! Following jumps to the element where control comes to rest.

use super::{ElementId, Flow, FlowError, Node, StateNumber};

impl Flow<'_> {
    /// Where control rests when it arrives at `start` after a step that keeps control or not.
    ///
    /// Jumps, dots and loop exits are passed over, except where a step inside an atomic sequence would
    /// thereby leave it: then the jump is a step of its own, the one that gives up control.
    pub fn rest(&self, start: ElementId, keeps_control: bool) -> Result<ElementId, FlowError> {
        self.rest_before(start, keeps_control, 0)
    }

    /// The same, but no further than the element with this state number.
    pub(super) fn rest_before(
        &self,
        start: ElementId,
        keeps_control: bool,
        stop: StateNumber,
    ) -> Result<ElementId, FlowError> {
        let mut at = start;
        for _ in 0..=self.elements.len() {
            let element = self.element(at);
            if element.number == stop {
                return Ok(at);
            }
            let next = match element.node {
                Node::Jump(target) => self.target(target).ok_or(FlowError::UndefinedLabel(element.span))?,
                Node::Dot | Node::LoopExit => match element.next {
                    Some(next) => next,
                    None => return Ok(at),
                },
                Node::Unless => {
                    let main = self.sequence(element.options[0]).first;
                    self.rest_before(main, keeps_control, stop)?
                }
                _ => return Ok(at),
            };
            if keeps_control && !self.element(next).atomicity.keeps {
                return Ok(at);
            }
            at = next;
        }
        Err(FlowError::JumpCycle(self.element(start).span))
    }

    /// The number of the state that a basic element leads to; 0 if nothing follows.
    pub(super) fn successor(&self, id: ElementId) -> Result<StateNumber, FlowError> {
        let element = self.element(id);
        let follow = match element.node {
            Node::Jump(target) => Some(self.target(target).ok_or(FlowError::UndefinedLabel(element.span))?),
            _ => element.next,
        };
        match follow {
            Some(next) => Ok(self.element(self.rest(next, element.atomicity.keeps)?).number),
            None => Ok(0),
        }
    }

    /// The element that guards a sequence: dots and `unless` are entered, jumps are not followed.
    pub fn guard(&self, start: ElementId) -> Result<ElementId, FlowError> {
        let mut at = start;
        for _ in 0..=self.elements.len() {
            let element = self.element(at);
            at = match (element.node, element.next) {
                (Node::Dot, Some(next)) => next,
                (Node::Unless, _) => self.sequence(element.options[0]).first,
                _ => return Ok(at),
            };
        }
        Err(FlowError::JumpCycle(self.element(start).span))
    }
}
