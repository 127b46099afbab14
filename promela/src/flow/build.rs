//! Statements into elements: the construction phase.
//!
//! Elements are numbered as Spin's parser numbers them: the inside of a choice before the choice, the
//! escape of an `unless` before its main statement unless both are blocks.

use super::{Atomicity, Element, ElementId, Flow, FlowError, Node, Sequence, SequenceId, Target};
use crate::hir::{Expression, ExpressionKind, LabelId, Proctype, Statement, StatementKind};
use crate::resolve::any;
use crate::source::Span;
use std::cell::RefCell;
use std::collections::HashMap;

/// Builds the elements of a proctype. `remote` lists the labels that other processes refer to.
pub fn build<'m>(proctype: &'m Proctype, remote: &[LabelId]) -> Result<Flow<'m>, FlowError> {
    let mut builder = Builder {
        flow: Flow {
            elements: Vec::new(),
            sequences: Vec::new(),
            body: SequenceId(0),
            labels: Vec::new(),
            places: HashMap::new(),
            shortcuts: RefCell::default(),
            n_states: 1,
        },
        proctype,
        labelled: HashMap::new(),
        open: Vec::new(),
        exits: Vec::new(),
        n_exits: 0,
    };
    builder.open.push(None);
    builder.statements(&proctype.body)?;
    let end = builder.new_element(Node::End, proctype.end);
    builder.append(end);
    builder.flow.body = builder.close(proctype.end)?;
    builder.flow.places = builder.flow.labels.iter().copied().collect();
    builder.keep_remote_labels(remote);
    builder.tie_loose_ends();
    Ok(builder.flow)
}

/// A statement whose inner sequences are built but which has no element yet.
enum Parsed<'m> {
    Basic(&'m Statement),
    Jump(Target),
    If(Vec<SequenceId>),
    Do(Vec<SequenceId>, u32),
    Unless(SequenceId, SequenceId),
    Atomic(SequenceId),
    DStep(SequenceId),
    Block(SequenceId),
    /// A labelled block with an escape: the label belongs to a block around the `unless`.
    Lifted(Box<Parsed<'m>>),
}

struct Builder<'m> {
    flow: Flow<'m>,
    proctype: &'m Proctype,
    /// Indexes of the labels of an element, in the order in which they were set.
    labelled: HashMap<ElementId, Vec<usize>>,
    /// First and last element of each sequence under construction.
    open: Vec<Option<(ElementId, ElementId)>>,
    /// Loops around the current statement.
    exits: Vec<u32>,
    n_exits: u32,
}

impl<'m> Builder<'m> {
    fn new_element(&mut self, node: Node<'m>, span: Span) -> ElementId {
        let id = ElementId(self.flow.elements.len() as u32);
        let number = self.flow.n_states;
        self.flow.n_states += 1;
        self.flow.elements.push(Element {
            node,
            number,
            next: None,
            options: Vec::new(),
            escapes: Vec::new(),
            atomicity: Atomicity::default(),
            remote: false,
            watches_channels: false,
            span,
        });
        id
    }

    fn close(&mut self, span: Span) -> Result<SequenceId, FlowError> {
        let Some(Some((first, last))) = self.open.pop() else {
            return Err(FlowError::EmptySequence(span));
        };
        let id = SequenceId(self.flow.sequences.len() as u32);
        self.flow.sequences.push(Sequence { first, last, extent: last });
        Ok(id)
    }

    fn append(&mut self, id: ElementId) {
        let span = self.flow.element(id).span;
        if matches!(self.flow.element(id).node, Node::Jump(_))
            && let Some(position) = self.special_label(id)
        {
            let skip = self.new_element(Node::Skip, span);
            self.flow.labels[position].1 = skip;
            self.labelled.entry(id).and_modify(|positions| positions.truncate(positions.len() - 1));
            self.labelled.insert(skip, vec![position]);
            self.append(skip);
        }
        match self.open.last_mut() {
            Some(slot @ None) => *slot = Some((id, id)),
            Some(Some((_, last))) => {
                let previous = *last;
                *last = id;
                self.flow.element_mut(previous).next = Some(id);
            }
            None => {}
        }
    }

    fn append_to(&mut self, id: ElementId, sequence: SequenceId) {
        let last = self.flow.sequence(sequence).last;
        self.flow.element_mut(last).next = Some(id);
        self.flow.sequences[sequence.0 as usize].last = id;
    }

    /// The label to move when a jump carries an accept, end or progress label: the one set last.
    fn special_label(&self, id: ElementId) -> Option<usize> {
        let positions = self.labelled.get(&id)?;
        let special = positions.iter().any(|&at| self.is_special(self.flow.labels[at].0));
        if special { positions.last().copied() } else { None }
    }

    fn set_label(&mut self, target: Target, id: ElementId) {
        self.labelled.entry(id).or_default().push(self.flow.labels.len());
        self.flow.labels.push((target, id));
    }

    fn is_special(&self, target: Target) -> bool {
        let Target::Label(label) = target else { return false };
        let name = &self.proctype.labels[label.0 as usize].name;
        ["accept", "end", "progress"].iter().any(|prefix| name.starts_with(prefix))
    }

    fn statements(&mut self, statements: &'m [Statement]) -> Result<(), FlowError> {
        for statement in statements {
            let parsed = self.parse(statement)?;
            self.add(parsed, &statement.labels, statement.span)?;
        }
        Ok(())
    }

    fn sequence(&mut self, statements: &'m [Statement], span: Span) -> Result<SequenceId, FlowError> {
        self.open.push(None);
        self.statements(statements)?;
        self.close(span)
    }

    /// Builds the inside of a statement.
    fn parse(&mut self, statement: &'m Statement) -> Result<Parsed<'m>, FlowError> {
        let span = statement.span;
        Ok(match &statement.kind {
            StatementKind::If(options) => {
                let options = self.options(options, span)?;
                Parsed::If(options)
            }
            StatementKind::Do(options) => {
                let exit = self.enter_loop();
                let options = self.options(options, span)?;
                Parsed::Do(options, exit)
            }
            StatementKind::Loop { exit, body } => {
                let loop_exit = self.enter_loop();
                let body = self.sequence(body, span)?;
                let exit = self.sequence(exit, span)?;
                Parsed::Do(vec![exit, body], loop_exit)
            }
            StatementKind::Break => match self.exits.last() {
                Some(&exit) => Parsed::Jump(Target::Exit(exit)),
                None => return Err(FlowError::MisplacedBreak(span)),
            },
            StatementKind::Goto(label) => Parsed::Jump(Target::Label(*label)),
            StatementKind::Atomic(body) => {
                let sequence = self.sequence(body, span)?;
                self.make_atomic(sequence, false);
                Parsed::Atomic(sequence)
            }
            StatementKind::DStep(body) => {
                let sequence = self.sequence(body, span)?;
                self.make_atomic(sequence, true);
                Parsed::DStep(sequence)
            }
            StatementKind::Block(body) => Parsed::Block(self.sequence(body, span)?),
            StatementKind::Unless(main, escape) => self.unless(main, escape)?,
            _ => Parsed::Basic(statement),
        })
    }

    fn enter_loop(&mut self) -> u32 {
        let exit = self.n_exits;
        self.n_exits += 1;
        self.exits.push(exit);
        exit
    }

    fn options(&mut self, options: &'m [Vec<Statement>], span: Span) -> Result<Vec<SequenceId>, FlowError> {
        let mut sequences = Vec::with_capacity(options.len());
        for option in options {
            let sequence = self.sequence(option, span)?;
            sequences.push(sequence);
        }
        for &sequence in &sequences {
            self.prune_skips(sequence);
        }
        Ok(sequences)
    }

    /// Drops the unlabelled skips after the first in a row, except at the ends of an option.
    fn prune_skips(&mut self, sequence: SequenceId) {
        let Sequence { first, last, .. } = *self.flow.sequence(sequence);
        let (mut run, mut previous, mut at) = (0, first, Some(first));
        while let Some(id) = at {
            let element = self.flow.element(id);
            let next = element.next;
            let labelled = self.labelled.get(&id).is_some_and(|positions| !positions.is_empty());
            let (is_skip, is_print) = match element.node {
                Node::Skip => (true, false),
                Node::Basic(statement) => match &statement.kind {
                    StatementKind::Print { .. } | StatementKind::PrintSymbol(_) => (true, true),
                    StatementKind::Condition(e) => (matches!(e.kind, ExpressionKind::Constant(1)), false),
                    _ => (false, false),
                },
                _ => (false, false),
            };
            if is_skip && !labelled {
                run += 1;
                if run > 1 && !is_print && id != first && id != last {
                    self.flow.element_mut(previous).next = next;
                    at = next;
                    continue;
                }
            } else {
                run = 0;
            }
            previous = id;
            at = next;
        }
    }

    fn unless(&mut self, main: &'m Statement, escape: &'m Statement) -> Result<Parsed<'m>, FlowError> {
        let parsed_main = self.parse(main)?;
        // The escape lies outside the main statement's loop: its `break` leaves the loop around both.
        let leaves_loop = matches!(parsed_main, Parsed::Do(..)) && main.labels.is_empty();
        let hidden = leaves_loop.then(|| self.exits.pop()).flatten();
        let parsed_escape = self.parse(escape)?;
        let escape_sequence = match parsed_escape {
            Parsed::Block(sequence) if escape.labels.is_empty() => sequence,
            other => self.single(other, escape)?,
        };
        self.exits.extend(hidden);
        let labelled = !main.labels.is_empty();
        let main_sequence = match parsed_main {
            Parsed::Block(sequence) if !labelled => sequence,
            Parsed::Block(s) | Parsed::Atomic(s) | Parsed::DStep(s) if labelled => {
                let lifted = match parsed_main {
                    Parsed::Atomic(_) => Parsed::Atomic,
                    Parsed::DStep(_) => Parsed::DStep,
                    _ => Parsed::Block,
                };
                self.open.push(None);
                self.add(Parsed::Unless(s, escape_sequence), &[], main.span)?;
                let sequence = self.close(main.span)?;
                return Ok(Parsed::Lifted(Box::new(lifted(sequence))));
            }
            other => self.single(other, main)?,
        };
        Ok(Parsed::Unless(main_sequence, escape_sequence))
    }

    fn single(&mut self, parsed: Parsed<'m>, statement: &'m Statement) -> Result<SequenceId, FlowError> {
        self.open.push(None);
        self.add(parsed, &statement.labels, statement.span)?;
        self.close(statement.span)
    }

    /// Gives a statement its element and appends it to the open sequence.
    fn add(&mut self, parsed: Parsed<'m>, labels: &[LabelId], span: Span) -> Result<(), FlowError> {
        let (node, appended) = match parsed {
            Parsed::If(options) => (self.choice(options, None, span)?, true),
            Parsed::Do(options, exit) => (self.choice(options, Some(exit), span)?, true),
            Parsed::Unless(main, escape) => (self.add_unless(main, escape, span), true),
            Parsed::Basic(statement) => (self.new_element(Node::Basic(statement), span), false),
            Parsed::Jump(target) => (self.new_element(Node::Jump(target), span), false),
            Parsed::Atomic(s) => (self.new_element(Node::Atomic(s), span), false),
            Parsed::DStep(s) => (self.new_element(Node::DStep(s), span), false),
            Parsed::Block(s) => (self.new_element(Node::Block(s), span), false),
            Parsed::Lifted(inner) => return self.add(*inner, labels, span),
        };
        // The innermost label is set first.
        for label in labels.iter().rev() {
            self.set_label(Target::Label(*label), node);
        }
        if !appended {
            self.append(node);
        }
        Ok(())
    }

    fn choice(
        &mut self,
        mut options: Vec<SequenceId>,
        exit: Option<u32>,
        span: Span,
    ) -> Result<ElementId, FlowError> {
        let node = if exit.is_some() { Node::Do } else { Node::If };
        let choice = self.new_element(node, span);
        let mut dot = self.new_element(Node::Dot, span);
        let is_else = |flow: &Flow<'m>, s: SequenceId| {
            matches!(flow.element(flow.sequence(s).first).node,
                Node::Basic(statement) if matches!(statement.kind, StatementKind::Else))
        };
        let elses: Vec<usize> = (0..options.len()).filter(|&i| is_else(&self.flow, options[i])).collect();
        match elses[..] {
            [] => {}
            [at] => {
                let else_option = options.remove(at);
                let tested = options
                    .iter()
                    .any(|&option| has_channel(self.flow.element(self.flow.sequence(option).first).node));
                let else_element = self.flow.sequence(else_option).first;
                self.flow.element_mut(else_element).watches_channels = tested;
                options.push(else_option);
            }
            [_, second, ..] => {
                let first = self.flow.sequence(options[second]).first;
                return Err(FlowError::DuplicateElse(self.flow.element(first).span));
            }
        }
        for &option in &options {
            self.append_to(dot, option);
        }
        self.flow.element_mut(choice).options = options;
        if let Some(exit) = exit {
            self.append(dot);
            dot = self.new_element(Node::LoopExit, span);
            self.set_label(Target::Exit(exit), dot);
            self.exits.pop();
        }
        self.append(choice);
        self.append(dot);
        Ok(choice)
    }

    fn add_unless(&mut self, main: SequenceId, escape: SequenceId, span: Span) -> ElementId {
        let unless = self.new_element(Node::Unless, span);
        let dot = self.new_element(Node::Dot, span);
        self.flow.element_mut(unless).options = vec![main, escape];
        self.append_to(dot, main);
        self.append_to(dot, escape);
        self.attach_escape(main, escape);
        self.append(unless);
        self.append(dot);
        unless
    }

    /// Every statement written in `main` may be interrupted by `escape`.
    fn attach_escape(&mut self, main: SequenceId, escape: SequenceId) {
        let Sequence { first, extent, .. } = *self.flow.sequence(main);
        let mut at = Some(first);
        while let Some(id) = at {
            self.escape_element(id, escape);
            at = if id == extent { None } else { self.flow.element(id).next };
        }
    }

    fn escape_element(&mut self, id: ElementId, escape: SequenceId) {
        let present = self.flow.element(id).escapes.clone();
        if present.contains(&escape) {
            return;
        }
        for inner in present {
            self.attach_escape(inner, escape);
        }
        self.flow.element_mut(id).escapes.insert(0, escape);
        match self.flow.element(id).node {
            Node::Unless => self.attach_escape(self.flow.element(id).options[0], escape),
            Node::If | Node::Do => {
                for option in self.flow.element(id).options.clone() {
                    self.attach_escape(option, escape);
                }
            }
            // Only the guard of a d_step can be interrupted.
            Node::DStep(sequence) => {
                self.escape_element(self.flow.sequence(sequence).first, escape);
            }
            Node::Atomic(sequence) | Node::Block(sequence) => self.attach_escape(sequence, escape),
            _ => {}
        }
    }

    /// Marks the steps of an atomic sequence or `d_step`; after the last one control is given up.
    fn make_atomic(&mut self, sequence: SequenceId, d_step: bool) {
        let Sequence { first, last, .. } = *self.flow.sequence(sequence);
        self.walk_atomic(first, last, d_step);
        match self.flow.element(last).node {
            Node::Block(inner) | Node::Atomic(inner) => self.make_atomic(inner, d_step),
            Node::Unless => self.make_atomic(self.flow.element(last).options[0], d_step),
            _ => {
                let atomicity = &mut self.flow.element_mut(last).atomicity;
                atomicity.keeps = false;
                atomicity.last = true;
            }
        }
    }

    fn walk_atomic(&mut self, first: ElementId, last: ElementId, d_step: bool) {
        let mut at = Some(first);
        while let Some(id) = at {
            let element = self.flow.element_mut(id);
            element.atomicity.keeps = true;
            element.atomicity.d_step |= d_step;
            let inner = match element.node {
                Node::Atomic(sequence) | Node::Block(sequence) => Some(sequence),
                Node::DStep(sequence) if d_step => Some(sequence),
                _ => None,
            };
            if let Some(sequence) = inner {
                element.node = Node::Block(sequence);
                let Sequence { first, last, .. } = *self.flow.sequence(sequence);
                self.walk_atomic(first, last, d_step);
            }
            for option in self.flow.element(id).options.clone() {
                let Sequence { first, last, .. } = *self.flow.sequence(option);
                self.walk_atomic(first, last, d_step);
            }
            at = if id == last { None } else { self.flow.element(id).next };
        }
    }

    /// A jump has no state of its own, so a jump whose label is referred to from another process
    /// becomes a skip followed by the jump.
    fn keep_remote_labels(&mut self, remote: &[LabelId]) {
        for &label in remote {
            let Some(id) = self.flow.target(Target::Label(label)) else { continue };
            let Element { node, next, span, .. } = self.flow.element(id).clone();
            if matches!(node, Node::Jump(_)) {
                let jump = self.new_element(node, span);
                self.flow.element_mut(jump).next = next;
                let element = self.flow.element_mut(id);
                element.node = Node::Skip;
                element.next = Some(jump);
            }
            self.flow.element_mut(id).remote = true;
        }
    }

    /// Lets the last element of each inner sequence continue after the sequence.
    fn tie_loose_ends(&mut self) {
        for index in (0..self.flow.elements.len()).rev() {
            let element = &self.flow.elements[index];
            let (Node::Atomic(s) | Node::Block(s) | Node::DStep(s), Some(mut follow)) =
                (element.node, element.next)
            else {
                continue;
            };
            while let (Node::Dot, Some(next)) =
                (self.flow.element(follow).node, self.flow.element(follow).next)
            {
                follow = next;
            }
            let last = self.flow.sequence(s).last;
            match self.flow.element(last).next {
                None => self.flow.element_mut(last).next = Some(follow),
                Some(next) if matches!(self.flow.element(next).node, Node::Jump(_)) => {
                    self.flow.sequences[s.0 as usize].last = next;
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether a guard is a message or tests a channel by `full`, `empty` and the like.
fn has_channel(node: Node<'_>) -> bool {
    let Node::Basic(statement) = node else { return false };
    let is_test = |e: &Expression| {
        matches!(
            e.kind,
            ExpressionKind::Full(_)
                | ExpressionKind::Empty(_)
                | ExpressionKind::NotFull(_)
                | ExpressionKind::NotEmpty(_)
        )
    };
    let tests = |e: &Expression| any(e, &mut |part| is_test(part));
    match &statement.kind {
        StatementKind::Send { .. } | StatementKind::Receive { .. } => true,
        StatementKind::Condition(e) | StatementKind::Assign(_, e) | StatementKind::Assert(e) => tests(e),
        StatementKind::Print { arguments, .. } => arguments.iter().any(tests),
        _ => false,
    }
}
