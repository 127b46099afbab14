//! Following jumps to the element where control comes to rest.

use super::{ElementId, Flow, FlowError, Node, StateNumber};

/// Jumps between the elements of a chain for which its end is remembered.
const STRIDE: usize = 16;

impl Flow<'_> {
    /// Where control rests when it arrives at `start` after a step that keeps control or not.
    ///
    /// Jumps, dots and loop exits are passed over, except where a step inside an atomic sequence would
    /// thereby leave it: then the jump is a step of its own, the one that gives up control.
    pub fn rest(&self, start: ElementId, keeps_control: bool) -> Result<ElementId, FlowError> {
        let mut passed = Vec::new();
        let rest = self.follow(start, keeps_control, None, &mut passed)?;
        let mut shortcuts = self.shortcuts.borrow_mut();
        shortcuts.extend(passed.into_iter().map(|id| ((id, keeps_control), rest)));
        Ok(rest)
    }

    /// The same, but no further than the element with this state number.
    pub(super) fn rest_before(
        &self,
        start: ElementId,
        keeps_control: bool,
        stop: StateNumber,
    ) -> Result<ElementId, FlowError> {
        self.follow(start, keeps_control, Some(stop), &mut Vec::new())
    }

    /// Does both, and notes every [`STRIDE`]th element passed over: else the jumps of a chain, each followed
    /// to its end, would cost the square of its length.
    fn follow(
        &self,
        start: ElementId,
        keeps_control: bool,
        stop: Option<StateNumber>,
        passed: &mut Vec<ElementId>,
    ) -> Result<ElementId, FlowError> {
        let mut at = start;
        for n_passed in 0..=self.elements.len() {
            if n_passed != 0 {
                if stop.is_none()
                    && let Some(&rest) = self.shortcuts.borrow().get(&(at, keeps_control))
                {
                    return Ok(rest);
                }
                if n_passed % STRIDE == 0 {
                    passed.push(at);
                }
            }
            let element = self.element(at);
            if stop == Some(element.number) {
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
                    match stop {
                        Some(stop) => self.rest_before(main, keeps_control, stop)?,
                        None => self.rest(main, keeps_control)?,
                    }
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

    /// Where a jump, and any jumps behind it, lead in the end.
    pub(super) fn jump_target(&self, id: ElementId) -> Result<ElementId, FlowError> {
        let mut at = id;
        for _ in 0..=self.elements.len() {
            let element = self.element(at);
            at = match (element.node, element.next) {
                (Node::Jump(target), _) => {
                    self.target(target).ok_or(FlowError::UndefinedLabel(element.span))?
                }
                (Node::LoopExit, Some(next)) => self.rest(next, element.atomicity.keeps)?,
                _ => return Ok(at),
            };
        }
        Err(FlowError::JumpCycle(self.element(id).span))
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
