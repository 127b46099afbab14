//! In which control states a process may be singled out by partial-order reduction, as Spin judges it.
//!
//! A state is safe if every step that leaves it is local: no other process can see it, disable it or be disabled by
//! it (Holzmann and Peled, *An Improvement in Formal Verification*, FORTE 1994). Steps on channels that are claimed
//! by `xr` or `xs`, `timeout` and the end of a process are safe on a condition, which the search evaluates:
//! the [`Class`] of a step says which. A choice whose steps are of several classes must meet all of their conditions;
//! with more than six of them, or with a test of more than two channels, it is not safe.

use super::{ElementId, Flow, Node, SequenceId};
use crate::hir::{Expression, ExpressionKind, StatementKind, VariableId};

/// What the safety of a local step depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// There is no such step: the second half of a pair.
    Absent,
    /// On nothing.
    Local,
    /// A send or `nfull`: all channels of the variable have room.
    HasRoom(VariableId),
    /// A receive or `nempty`: none of them is empty.
    HasMessage(VariableId),
    /// `empty`: all of them are.
    IsEmpty(VariableId),
    /// `full`: all of them are.
    IsFull(VariableId),
    /// A mixture that is never safe.
    Mixed,
    /// `timeout`: it is not time yet.
    Timeout,
    /// The end of a process: it is the youngest.
    Youngest,
}

/// The classes of a step; a condition may have two.
pub(super) type Classes = [Class; 2];

/// The class of most steps.
pub(super) const LOCAL: Classes = [Class::Local, Class::Absent];

impl Class {
    /// Whether it depends on nothing.
    fn is_free(self) -> bool {
        matches!(self, Self::Absent | Self::Local)
    }
}

/// Whether a process in a control state may be singled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preselect {
    /// Never.
    Never,
    /// If all of these hold, evaluated in order; `Timeout` ends the list with success, `Youngest` with its own
    /// answer.
    If(Vec<Class>),
}

/// Conditions that a state can have.
const MAX_CONDITIONS: usize = 6;

/// Judges a control state by its steps: for each whether others can see it, and its classes.
pub(super) fn preselect(steps: &[(bool, Classes)]) -> Preselect {
    let Some(&(_, first)) = steps.first() else { return Preselect::Never };
    let unsafe_step = |&(global, classes): &(bool, Classes)| global || classes.contains(&Class::Mixed);
    if steps.iter().any(unsafe_step) {
        return Preselect::Never;
    }
    let mut conditions: Vec<Class> = Vec::new();
    for class in first {
        if !class.is_free() && conditions.first() != Some(&class) {
            conditions.push(class);
        }
    }
    let all = || steps.iter().flat_map(|&(_, classes)| classes);
    let uniform = all().all(|class| class == Class::Absent || class == first[0]);
    if 1 < steps.len() && !uniform {
        for class in all().filter(|class| !class.is_free()) {
            if !conditions.contains(&class) {
                conditions.push(class);
            }
        }
    }
    if MAX_CONDITIONS < conditions.len() { Preselect::Never } else { Preselect::If(conditions) }
}

/// The classes of an element taken by itself.
pub(super) fn classes(node: Node<'_>) -> Classes {
    let Node::Basic(statement) = node else {
        return if matches!(node, Node::End) { [Class::Youngest, Class::Absent] } else { LOCAL };
    };
    match &statement.kind {
        StatementKind::Send { channel, .. } => [Class::HasRoom(channel.variable), Class::Absent],
        StatementKind::Receive { channel, .. } => [Class::HasMessage(channel.variable), Class::Absent],
        StatementKind::Condition(e) => {
            let mut found = Vec::new();
            tests(e, &mut found);
            match found[..] {
                [] => LOCAL,
                [only] => [only, Class::Absent],
                [first, second] => [first, second],
                _ => [Class::Mixed, Class::Absent],
            }
        }
        _ => LOCAL,
    }
}

/// Tests of channels and of `timeout` in a condition.
fn tests(e: &Expression, found: &mut Vec<Class>) {
    match &e.kind {
        ExpressionKind::Full(channel) => found.push(Class::IsFull(channel.variable)),
        ExpressionKind::Empty(channel) => found.push(Class::IsEmpty(channel.variable)),
        ExpressionKind::NotFull(channel) => found.push(Class::HasRoom(channel.variable)),
        ExpressionKind::NotEmpty(channel) => found.push(Class::HasMessage(channel.variable)),
        ExpressionKind::Timeout => found.push(Class::Timeout),
        ExpressionKind::Unary(_, a) => tests(a, found),
        ExpressionKind::Binary(_, a, b) => {
            tests(a, found);
            tests(b, found);
        }
        ExpressionKind::Conditional(c, a, b) => {
            tests(c, found);
            tests(a, found);
            tests(b, found);
        }
        _ => {}
    }
}

/// The classes that every step of an atomic sequence or `d_step` has: those of all its statements.
pub(super) fn classes_within(flow: &Flow<'_>, sequence: SequenceId) -> Classes {
    let mut found = Vec::new();
    collect(flow, sequence, &mut found);
    match found[..] {
        [] => LOCAL,
        [only] => [only, Class::Absent],
        [first, second] => [first, second],
        _ => [Class::Mixed, Class::Absent],
    }
}

fn collect(flow: &Flow<'_>, sequence: SequenceId, found: &mut Vec<Class>) {
    for id in flow.members(sequence) {
        for class in classes(flow.element(id).node) {
            if !class.is_free() && !found.contains(&class) {
                found.push(class);
            }
        }
        flow.element(id).options.iter().for_each(|&option| collect(flow, option, found));
    }
}

impl Flow<'_> {
    /// The elements of a sequence, the joining dot included.
    pub(super) fn members(&self, sequence: SequenceId) -> impl Iterator<Item = ElementId> {
        let last = self.sequence(sequence).last;
        let next = move |&id: &ElementId| if id == last { None } else { self.element(id).next };
        std::iter::successors(Some(self.sequence(sequence).first), next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANNEL: VariableId = VariableId(7);

    #[test]
    fn one_visible_step_makes_a_state_unsafe() {
        assert_eq!(preselect(&[(false, LOCAL), (true, LOCAL)]), Preselect::Never);
        assert_eq!(preselect(&[(false, LOCAL), (false, LOCAL)]), Preselect::If(Vec::new()));
        assert_eq!(preselect(&[]), Preselect::Never);
    }

    #[test]
    fn a_mixed_choice_must_meet_all_conditions() {
        let send = [Class::HasRoom(CHANNEL), Class::Absent];
        let receive = [Class::HasMessage(CHANNEL), Class::Absent];
        assert_eq!(preselect(&[(false, send), (false, send)]), Preselect::If(vec![send[0]]));
        let both = Preselect::If(vec![receive[0], send[0]]);
        assert_eq!(preselect(&[(false, receive), (false, LOCAL), (false, send)]), both);
        assert_eq!(preselect(&[(false, [Class::Mixed, Class::Absent])]), Preselect::Never);
    }
}
