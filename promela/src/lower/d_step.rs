//! A `d_step` becomes straight code: one action after the other, first executable option first.
//!
//! Two rules of Spin's are kept although they surprise. Whether a `d_step` that begins with a choice can
//! start is decided by those options alone that begin with a test or a message; an option that begins with
//! an assignment does not make it executable. And inside, a choice within a choice is not retried: if
//! none of its options can be executed, that is an error.

use super::{LowerError, Lowering};
use crate::flow::{ElementId, Flow, Node, SequenceId};
use crate::hir::StatementKind;
use crate::ir::{Action, Choice, DStep, DStepId, FaultKind, Guard, Step, StepId};
use std::collections::HashMap;

impl Lowering<'_> {
    pub(super) fn d_step(
        &mut self,
        flow: &Flow<'_>,
        element: ElementId,
        sequence: SequenceId,
    ) -> Result<Action, LowerError> {
        let first = flow.sequence(sequence).first;
        let guards = self.leading_guards(flow, first)?;
        let done = self.new_step(Step::Done);
        let mut code = Code { steps: HashMap::new(), pending: Vec::new(), done };
        let start = self.reserve(flow, first, &mut code)?;
        self.fill(flow, &mut code)?;
        let endless = self.fault(FaultKind::EndlessDStep, flow.element(element).span);
        self.program.d_steps.push(DStep { guards, start, endless });
        Ok(Action::DStep(DStepId(self.program.d_steps.len() as u32 - 1)))
    }

    fn new_step(&mut self, step: Step) -> StepId {
        self.program.steps.push(step);
        StepId(self.program.steps.len() as u32 - 1)
    }

    fn leading_guards(&mut self, flow: &Flow<'_>, first: ElementId) -> Result<Vec<Guard>, LowerError> {
        let element = flow.element(first);
        match (element.node, element.next) {
            (Node::Unless, _) => self.leading_guards(flow, flow.sequence(element.options[0]).first),
            (Node::Block(inner), _) => self.leading_guards(flow, flow.sequence(inner).first),
            (Node::If, _) => self.option_guards(flow, first),
            (Node::Dot, Some(next)) if matches!(flow.element(next).node, Node::Do) => {
                self.option_guards(flow, next)
            }
            (Node::Basic(statement), _) if matches!(statement.kind, StatementKind::Else) => {
                Ok(vec![Guard::LeadingElse])
            }
            _ => Ok(self.guard(flow, first)?.into_iter().collect()),
        }
    }

    fn option_guards(&mut self, flow: &Flow<'_>, choice: ElementId) -> Result<Vec<Guard>, LowerError> {
        let mut guards = Vec::new();
        for &option in &flow.element(choice).options {
            let first = flow.guard(flow.sequence(option).first)?;
            match flow.element(first).node {
                Node::Block(inner) => {
                    let inner = flow.sequence(inner).first;
                    guards.extend(self.option_guards(flow, inner)?);
                }
                Node::If => guards.extend(self.option_guards(flow, first)?),
                _ => guards.extend(self.guard(flow, first)?),
            }
        }
        Ok(guards)
    }

    /// The test that a statement makes, if it is one that can block.
    fn guard(&mut self, flow: &Flow<'_>, id: ElementId) -> Result<Option<Guard>, LowerError> {
        let Node::Basic(statement) = flow.element(id).node else { return Ok(None) };
        if matches!(statement.kind, StatementKind::Else) {
            return Ok(Some(Guard::Else));
        }
        if let StatementKind::Condition(condition) = &statement.kind {
            return Ok(Some(Guard::Condition(self.pure(condition)?)));
        }
        Ok(match self.basic(statement)? {
            Action::Send(send) => Some(Guard::Send(send)),
            Action::Receive(receive) => Some(Guard::Receive(receive)),
            _ => None,
        })
    }

    /// Makes the steps that were reserved, and those they lead to.
    fn fill(&mut self, flow: &Flow<'_>, code: &mut Code) -> Result<(), LowerError> {
        while let Some((at, step)) = code.pending.pop() {
            let element = flow.element(at);
            let made = match element.node {
                Node::If | Node::Do => {
                    let mut options = Vec::with_capacity(element.options.len());
                    for &option in &element.options {
                        let first = flow.sequence(option).first;
                        let guarded = matches!(flow.element(first).node, Node::Basic(_));
                        options.push(Choice { step: self.reserve(flow, first, code)?, guarded });
                    }
                    Step::Choose(options, self.fault(FaultKind::BlockedChoiceInDStep, element.span))
                }
                _ => {
                    let action = self.action(flow, at)?;
                    let next = match element.next {
                        Some(next) => self.reserve(flow, next, code)?,
                        None => code.done,
                    };
                    // The interpreter relies on these two standing side by side.
                    let fault = self.fault(FaultKind::BlockedDStep, element.span);
                    self.fault(FaultKind::RendezvousInDStep, element.span);
                    Step::Do(action, next, fault, element.number)
                }
            };
            self.program.steps[step.index()] = made;
        }
        Ok(())
    }

    /// The step at which execution goes on when it arrives at an element.
    fn reserve(&mut self, flow: &Flow<'_>, start: ElementId, code: &mut Code) -> Result<StepId, LowerError> {
        let mut at = flow.rest(start, false)?;
        while let Node::Block(inner) = flow.element(at).node {
            at = flow.rest(flow.sequence(inner).first, false)?;
        }
        if !flow.element(at).atomicity.d_step {
            return Ok(code.done);
        }
        if let Some(&step) = code.steps.get(&at) {
            return Ok(step);
        }
        let step = self.new_step(Step::Done);
        code.steps.insert(at, step);
        code.pending.push((at, step));
        Ok(step)
    }
}

/// Steps made so far, and those still to make.
struct Code {
    steps: HashMap<ElementId, StepId>,
    pending: Vec<(ElementId, StepId)>,
    done: StepId,
}
