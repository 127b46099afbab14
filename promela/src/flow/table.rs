//! One list of transitions per control state.
//!
//! Three passes, as in the verifiers that Spin generates: every element gets its transition; a choice
//! takes over the first transitions of its options, nested choices flattened; escapes of `unless` are
//! put in front of the transitions they interrupt.

use super::graph::is_never_true;
use super::merge::{Chain, Chains};
use super::safety::{Class, Classes, LOCAL, Preselect, classes, classes_within, preselect};
use super::visible::Visible;
use super::{ElementId, Flow, FlowError, Globals, Node, Optimised, SequenceId, StateNumber, Target};
use crate::hir::{ExpressionKind, Proctype, StatementKind};

/// A step from one control state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The element that is executed.
    pub element: ElementId,
    /// Elements that are executed with it, one after the other.
    pub links: Vec<ElementId>,
    /// The process keeps control after it.
    pub atomic: bool,
    /// The control state it leads to; 0 leaves it as it is.
    pub to: StateNumber,
    /// Nothing to execute: a choice without a way out, or a statement that only merged steps execute.
    pub blocked: bool,
    /// Other processes can see it.
    global: bool,
    /// What it depends on whether it may be singled out.
    classes: Classes,
    /// Guards of the escapes that may interrupt it.
    escapes: Vec<StateNumber>,
    /// The guard of the escape this is a step of, 0 if it is an ordinary step.
    ///
    /// Once a step of one escape has been taken in a state, steps with another number are not tried.
    pub escape: StateNumber,
}

impl Transition {
    /// One that cannot be taken.
    fn blocked(element: ElementId) -> Self {
        Self {
            element,
            links: Vec::new(),
            atomic: false,
            to: 0,
            blocked: true,
            global: false,
            classes: [Class::Absent; 2],
            escapes: Vec::new(),
            escape: 0,
        }
    }
}

/// The automaton of a proctype.
#[derive(Clone, Debug)]
pub struct Table {
    /// Transitions of every control state in the order in which they are tried. Index 0 is unused.
    pub states: Vec<Vec<Transition>>,
    /// Control states in which a process may stop.
    pub end_states: Vec<bool>,
    /// Where a new process starts.
    pub start: StateNumber,
    /// The element that gives each control state its place in the source.
    pub elements: Vec<Option<ElementId>>,
    /// Whether a process may be singled out in each control state.
    pub preselect: Vec<Preselect>,
    /// Control states that a merged step passes over, and which count as reached.
    pub passed: Vec<StateNumber>,
}

enum Entry {
    Absent,
    Single(Transition),
    Choice(Vec<StateNumber>),
}

/// Makes the automaton, merged steps included. Changes `flow` where jumps leave or join atomic sequences.
pub fn table(
    flow: &mut Flow<'_>,
    proctype: &Proctype,
    globals: &Globals<'_>,
    optimised: &Optimised,
) -> Result<Table, FlowError> {
    let n_states = flow.n_states as usize;
    let first = flow.sequence(flow.body).first;
    let mut maker = Maker {
        entries: (0..n_states).map(|_| Entry::Absent).collect(),
        elements: vec![None; n_states],
        done: vec![false; flow.elements.len()],
        end_states: vec![false; n_states],
        chains: optimised.chains.clone(),
        passed: Vec::new(),
        visible: Visible::new(flow, globals, proctype.provided.is_some()),
    };
    for (index, element) in flow.elements.iter().enumerate() {
        maker.elements[element.number as usize] = Some(ElementId(index as u32));
    }
    let start = flow.element(flow.rest(first, flow.element(first).atomicity.keeps)?).number;
    maker.sequence(flow, flow.body, LOCAL)?;
    maker.mark_end_states(flow, proctype);
    maker.flatten();
    let mut states = maker.pull();
    prepend_escapes(&mut states);
    maker.pass_on_end_states(flow, &states);
    let judged = |transitions: &Vec<Transition>| {
        let steps: Vec<_> = transitions.iter().map(|t| (t.global, t.classes)).collect();
        preselect(&steps)
    };
    let preselect = states.iter().map(judged).collect();
    for transitions in &mut states {
        transitions.retain(|t| !t.blocked);
    }
    let Maker { end_states, elements, passed, .. } = maker;
    Ok(Table { states, end_states, start, elements, preselect, passed })
}

struct Maker<'a, 'm> {
    entries: Vec<Entry>,
    elements: Vec<Option<ElementId>>,
    done: Vec<bool>,
    end_states: Vec<bool>,
    chains: Option<Chains>,
    passed: Vec<StateNumber>,
    visible: Visible<'a, 'm>,
}

impl Maker<'_, '_> {
    /// `around`: the classes that an atomic sequence around it gives to its steps.
    fn sequence(
        &mut self,
        flow: &mut Flow<'_>,
        sequence: SequenceId,
        around: Classes,
    ) -> Result<(), FlowError> {
        let mut at = Some(flow.sequence(sequence).first);
        while let Some(id) = at {
            if !std::mem::replace(&mut self.done[id.0 as usize], true) {
                self.element(flow, id, around)?;
            }
            if id == flow.sequence(sequence).last {
                break;
            }
            at = flow.element(id).next;
        }
        Ok(())
    }

    fn element(&mut self, flow: &mut Flow<'_>, id: ElementId, around: Classes) -> Result<(), FlowError> {
        match flow.element(id).node {
            Node::Unless => self.sequence(flow, flow.element(id).options[0], around),
            Node::If | Node::Do => self.choice(flow, id, around),
            Node::Atomic(sequence) | Node::Block(sequence) => {
                patch_jumps(flow, sequence);
                let first = flow.sequence(sequence).first;
                let guard = flow.guard(first)?;
                self.entries[flow.element(id).number as usize] =
                    Entry::Choice(vec![flow.element(guard).number]);
                let is_atomic = matches!(flow.element(id).node, Node::Atomic(_));
                if is_atomic {
                    self.visible.enter(flow, sequence)?;
                }
                if flow.element(id).remote || flow.element(guard).remote {
                    self.visible.mark(first);
                }
                let (last, next) = (flow.sequence(sequence).last, flow.element(id).next);
                flow.element_mut(last).next = next;
                let inside = if is_atomic { classes_within(flow, sequence) } else { around };
                self.sequence(flow, sequence, inside)
            }
            Node::DStep(sequence) => {
                patch_jumps(flow, sequence);
                self.visible.enter(flow, sequence)?;
                let (last, next) = (flow.sequence(sequence).last, flow.element(id).next);
                flow.element_mut(last).next = next;
                let global = self.visible.is_marked(flow.sequence(sequence).first);
                self.single(flow, id, global, classes_within(flow, sequence))
            }
            node => {
                let element = flow.element(id);
                let target = flow.element_of(flow.successor(id)?);
                if element.remote || target.is_some_and(|target| flow.element(target).remote) {
                    self.visible.mark(id);
                }
                let global = self.visible.sees(flow, id)?;
                let classes = if around[0] == Class::Local { classes(node) } else { around };
                self.single(flow, id, global, classes)
            }
        }
    }

    fn choice(&mut self, flow: &mut Flow<'_>, id: ElementId, around: Classes) -> Result<(), FlowError> {
        let number = flow.element(id).number;
        let options = flow.element(id).options.clone();
        if flow.element(id).remote {
            self.visible.mark(id);
        }
        let mut guards = Vec::with_capacity(options.len());
        for &option in &options {
            let first = flow.sequence(option).first;
            let guard = flow.guard(first)?;
            if flow.element(guard).remote {
                self.visible.mark(first);
            }
            if !is_never_true(flow, guard) {
                guards.push(flow.element(guard).number);
            }
        }
        self.entries[number as usize] = if guards.is_empty() {
            let global = self.visible.is_marked(id);
            Entry::Single(Transition { global, classes: around, ..Transition::blocked(id) })
        } else {
            Entry::Choice(guards)
        };
        options.into_iter().try_for_each(|option| self.sequence(flow, option, around))
    }

    fn single(
        &mut self,
        flow: &mut Flow<'_>,
        id: ElementId,
        global: bool,
        classes: Classes,
    ) -> Result<(), FlowError> {
        let element = flow.element(id);
        let (keeps, number) = (element.atomicity.keeps, element.number);
        let to = flow.successor(id)?;
        let mut transition =
            Transition { atomic: keeps, to, blocked: false, global, classes, ..Transition::blocked(id) };
        if let Some(chains) = &mut self.chains {
            if chains.is_unreachable(id) && !is_generic(flow, id) {
                self.entries[number as usize] = Entry::Single(Transition::blocked(id));
                return Ok(());
            }
            let end = chains.end(id);
            self.passed.extend((end != 0 && end != to).then_some(to));
            if let Some(Chain { links, to: end, keeps }) = chains.take(flow, id)? {
                transition = Transition { links, atomic: keeps, to: end, ..transition };
            }
        }
        let sequences = match element.node {
            Node::Dot => Vec::new(),
            _ => element.escapes.clone(),
        };
        for &escape in &sequences {
            let guard = flow.rest(flow.sequence(escape).first, keeps)?;
            transition.escapes.push(flow.element(guard).number);
        }
        self.entries[number as usize] = Entry::Single(transition);
        sequences.into_iter().try_for_each(|escape| self.sequence(flow, escape, LOCAL))
    }

    fn mark_end_states(&mut self, flow: &Flow<'_>, proctype: &Proctype) {
        let last = flow.sequence(flow.body).last;
        self.end_states[flow.element(last).number as usize] = true;
        for &(target, element) in &flow.labels {
            if let Target::Label(label) = target
                && proctype.labels[label.0 as usize].name.starts_with("end")
            {
                self.end_states[flow.element(element).number as usize] = true;
            }
        }
    }

    /// Replaces an option that is itself a choice by that choice's options.
    fn flatten(&mut self) {
        loop {
            let mut changed = false;
            for state in 1..self.entries.len() {
                let Entry::Choice(options) = &self.entries[state] else { continue };
                let nested = |&s: &StateNumber| matches!(self.entries[s as usize], Entry::Choice(_));
                if !options.iter().any(nested) {
                    continue;
                }
                let mut flat = Vec::new();
                for &option in options {
                    match &self.entries[option as usize] {
                        Entry::Choice(inner) => {
                            for &guard in inner {
                                self.end_states[guard as usize] |= self.end_states[option as usize];
                                flat.push(guard);
                            }
                        }
                        _ => flat.push(option),
                    }
                }
                self.entries[state] = Entry::Choice(flat);
                changed = true;
            }
            if !changed {
                return;
            }
        }
    }

    /// Gives every choice the transitions of its options.
    fn pull(&mut self) -> Vec<Vec<Transition>> {
        let mut states = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            states.push(match entry {
                Entry::Absent => Vec::new(),
                Entry::Single(transition) => vec![transition.clone()],
                Entry::Choice(options) => {
                    let mut transitions = Vec::with_capacity(options.len());
                    for &option in options {
                        if let Entry::Single(t) = &self.entries[option as usize] {
                            self.end_states[t.to as usize] |= self.end_states[option as usize];
                            transitions.push(t.clone());
                        }
                    }
                    transitions
                }
            });
        }
        self.end_states[0] = false;
        states
    }

    fn pass_on_end_states(&mut self, flow: &Flow<'_>, states: &[Vec<Transition>]) {
        for (state, transitions) in states.iter().enumerate() {
            if let [only] = &transitions[..]
                && self.end_states[state]
                && matches!(flow.element(only.element).node, Node::Dot)
            {
                self.end_states[only.to as usize] = true;
            }
        }
    }
}

/// A jump out of an atomic sequence ends it; a jump from its end into another one continues it.
fn patch_jumps(flow: &mut Flow<'_>, sequence: SequenceId) {
    let mut at = Some(flow.sequence(sequence).first);
    while let Some(id) = at {
        let element = flow.element(id);
        if let Node::Jump(target) = element.node {
            if let Some(to) = flow.target(target) {
                let there = flow.element(to).atomicity;
                let here = &mut flow.element_mut(id).atomicity;
                if (here.keeps || here.last) && !(there.keeps || there.last) {
                    here.keeps = false;
                    here.last = true;
                }
                if here.last && (there.keeps || there.last) {
                    here.last = false;
                    here.keeps = true;
                }
            }
        } else {
            for option in element.options.clone() {
                patch_jumps(flow, option);
            }
        }
        at = if id == flow.sequence(sequence).extent { None } else { flow.element(id).next };
    }
}

/// Steps that Spin's verifier executes by one piece of code for all: jumps, joints, `else` and `skip`.
fn is_generic(flow: &Flow<'_>, id: ElementId) -> bool {
    match flow.element(id).node {
        Node::Jump(_) | Node::Dot | Node::LoopExit | Node::Skip | Node::DStep(_) => true,
        Node::Basic(statement) => match &statement.kind {
            StatementKind::Else => true,
            StatementKind::Condition(condition) => matches!(condition.kind, ExpressionKind::Constant(1)),
            _ => false,
        },
        _ => false,
    }
}

fn prepend_escapes(states: &mut [Vec<Transition>]) {
    for state in 1..states.len() {
        let ordinary = states[state].clone();
        for transition in &ordinary {
            for &guard in transition.escapes.iter().rev() {
                for step in states[guard as usize].clone() {
                    if states[state].iter().any(|t| t.element == step.element) {
                        continue;
                    }
                    states[state].insert(0, Transition { escape: guard, ..step });
                }
            }
        }
    }
}
