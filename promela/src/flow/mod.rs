//! From statement trees to automata, the way Spin builds them.
//!
//! Which statements become control states of their own decides every state count: the dot that joins the
//! options of an `if`, a `goto` at the head of an option, the step that leaves an atomic sequence. So the
//! construction follows Spin's: statements become [`Element`]s chained into [`Sequence`]s ([`build`]),
//! jumps are followed to the element where control really rests ([`hunt`]), and the chains become one
//! list of transitions per control state ([`table`]); [`coverage`] says which states a report may list.
//! Holzmann describes the result in *The Spin Model Checker* (2004), chapter 7.

pub mod build;
pub mod coverage;
pub mod hunt;
pub mod table;

mod dead;
mod globals;
mod graph;
mod merge;
mod optimise;
mod safety;
mod uses;
mod visible;

pub use globals::Globals;
pub use optimise::{Optimised, Passes, optimise};
pub use safety::{Class, Preselect};

use crate::hir::{LabelId, Statement};
use crate::source::Span;
use std::cell::RefCell;
use std::collections::HashMap;

/// Index of an [`Element`] within its proctype; also the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub u32);

/// Index of a [`Sequence`] within its proctype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SequenceId(pub u32);

/// Number of a control state as Spin prints it: 1 and up within a proctype; 0 means none.
pub type StateNumber = u32;

/// Where a jump leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A label of the model.
    Label(LabelId),
    /// The exit of a loop, numbered as loops are opened.
    Exit(u32),
}

/// What an element is.
#[derive(Clone, Copy, Debug)]
pub enum Node<'m> {
    /// A basic statement: condition, assignment, message, assertion, print, `else`.
    Basic(&'m Statement),
    /// A `skip` that the construction adds so that a label on a jump has a state.
    Skip,
    /// `goto` or `break`.
    Jump(Target),
    /// The point where the options of an `if` meet, or where a loop starts over.
    Dot,
    /// The point after a loop.
    LoopExit,
    /// `if`.
    If,
    /// `do`.
    Do,
    /// `unless`: the first sub-sequence runs, the second escapes.
    Unless,
    /// `atomic { ... }`.
    Atomic(SequenceId),
    /// `d_step { ... }`.
    DStep(SequenceId),
    /// `{ ... }`.
    Block(SequenceId),
    /// The closing brace of the proctype.
    End,
}

/// How an element takes part in atomic sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Atomicity {
    /// Inside an atomic sequence and not its last step: the process keeps control after it.
    pub keeps: bool,
    /// The last step of an atomic sequence.
    pub last: bool,
    /// Inside a `d_step`.
    pub d_step: bool,
}

/// One element of a body.
#[derive(Clone, Debug)]
pub struct Element<'m> {
    /// What it is.
    pub node: Node<'m>,
    /// The number of the control state before it.
    pub number: StateNumber,
    /// What follows in its sequence.
    pub next: Option<ElementId>,
    /// Options of a choice; main and escape of an `unless`.
    pub options: Vec<SequenceId>,
    /// Escapes that may interrupt it, the last attached first.
    pub escapes: Vec<SequenceId>,
    /// Its part in atomic sequences.
    pub atomicity: Atomicity,
    /// Another process refers to it by a label.
    pub remote: bool,
    /// It is an `else` beside an option that begins with a message or a test of a channel.
    pub watches_channels: bool,
    /// The statement's text.
    pub span: Span,
}

/// Elements chained by [`Element::next`].
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// First element.
    pub first: ElementId,
    /// Last element, the joining dot included once it has been appended.
    pub last: ElementId,
    /// Last element that was written in the sequence.
    pub extent: ElementId,
}

/// The elements of one proctype.
#[derive(Clone, Debug)]
pub struct Flow<'m> {
    /// All elements.
    pub elements: Vec<Element<'m>>,
    /// All sequences.
    pub sequences: Vec<Sequence>,
    /// The body.
    pub body: SequenceId,
    /// Element behind each label, in the order in which labels were set.
    pub labels: Vec<(Target, ElementId)>,
    /// The last of those elements for each label: where jumps to it lead.
    places: HashMap<Target, ElementId>,
    /// Where [`Flow::rest`] ended from some elements on long chains of jumps; valid until an element changes.
    shortcuts: RefCell<HashMap<(ElementId, bool), ElementId>>,
    /// Element numbers in use are below this.
    pub n_states: StateNumber,
}

/// A body that cannot be made into an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowError {
    /// Jumps lead to each other and never to a statement.
    JumpCycle(Span),
    /// A sequence without statements.
    EmptySequence(Span),
    /// Two `else` options in one choice.
    DuplicateElse(Span),
    /// `break` outside a loop.
    MisplacedBreak(Span),
    /// A `goto` whose label stands nowhere.
    UndefinedLabel(Span),
}

impl<'m> Flow<'m> {
    /// The element with this index.
    pub fn element(&self, id: ElementId) -> &Element<'m> {
        &self.elements[id.0 as usize]
    }

    /// The sequence with this index.
    pub fn sequence(&self, id: SequenceId) -> &Sequence {
        &self.sequences[id.0 as usize]
    }

    /// The element with this state number.
    fn element_of(&self, number: StateNumber) -> Option<ElementId> {
        // Elements are numbered from 1 in the order of their creation.
        Some(ElementId(number.checked_sub(1)?))
    }

    /// For every element, whether a label stands in front of it.
    fn labelled(&self) -> Vec<bool> {
        let mut labelled = vec![false; self.elements.len()];
        for (_, element) in &self.labels {
            labelled[element.0 as usize] = true;
        }
        labelled
    }

    fn element_mut(&mut self, id: ElementId) -> &mut Element<'m> {
        self.shortcuts.get_mut().clear();
        &mut self.elements[id.0 as usize]
    }

    /// The element a label or loop exit stands for.
    pub fn target(&self, target: Target) -> Option<ElementId> {
        self.places.get(&target).copied()
    }
}
