//! Statements, places and violations in words.

mod sugar;

use promela::Model;
use promela::ast::{Sequence, Statement, StatementKind as Syntax, Unit};
use promela::exec::{Violation, ViolationKind};
use promela::ir::{Action, Edge, FaultKind, Program, StatementKind};
use promela::source::{Position, Span};
use std::cell::OnceCell;
use std::collections::HashMap;
use sugar::Sugar;

/// Characters of a sequence that are quoted; the source has the rest.
const MAX_SEQUENCE: usize = 60;
/// Options that are listed for a process that waits.
const MAX_OPTIONS: usize = 3;

/// Puts the parts of a program into words.
pub(crate) struct Wording<'m> {
    model: &'m Model,
    /// Simple statements in Spin's notation, by the text they were made of.
    notation: HashMap<(u32, u32), String>,
    /// What other pieces of text were made into.
    sugar: HashMap<(u32, u32), Sugar>,
    /// What the statements of the program do.
    actions: OnceCell<HashMap<u32, Action>>,
}

impl<'m> Wording<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let mut words =
            Self { model, notation: HashMap::new(), sugar: HashMap::new(), actions: OnceCell::new() };
        // The text has been parsed before, so it parses; if not, statements are quoted as written.
        let units = promela::parser::parse(&model.text).map(|tree| tree.units).unwrap_or_default();
        for unit in &units {
            match unit {
                Unit::Proctype(proctype) => words.note_sequence(&proctype.body),
                Unit::Init(init) => words.note_sequence(&init.body),
                _ => {}
            }
        }
        words
    }

    fn note_sequence(&mut self, sequence: &Sequence) {
        sequence.statements.iter().for_each(|statement| self.note(statement));
    }

    fn note(&mut self, statement: &Statement) {
        let key = |span: Span| (span.start, span.end);
        self.sugar.extend(sugar::of(statement).into_iter().map(|(span, sugar)| (key(span), sugar)));
        match &statement.kind {
            Syntax::If(branches) | Syntax::Do(branches) => {
                branches.iter().for_each(|branch| self.note_sequence(&branch.body));
            }
            Syntax::ForRange { body, .. } | Syntax::ForIn { body, .. } => self.note_sequence(body),
            Syntax::Atomic(body) | Syntax::DStep(body) | Syntax::Block(body) => self.note_sequence(body),
            Syntax::Unless { main, escape } => {
                self.note(main);
                self.note(escape);
            }
            Syntax::Declaration(declaration) => {
                let assignments = declaration.variables.iter();
                self.notation.extend(assignments.map(|variable| (key(variable.span), variable.to_string())));
            }
            _ => {
                self.notation.insert(key(statement.span), statement.kind.to_string());
            }
        }
    }

    /// File and line of a piece of the model.
    pub(crate) fn place(&self, span: Span) -> Position {
        self.model.text.origin(span).position
    }

    /// The file in which a piece of the model stands: its name, its text and the line, from 0, as it is in the
    /// file whatever `#line` says.
    pub(crate) fn source(&self, span: Span) -> (&'m str, &'m str, usize) {
        let region = self.model.text.origin(span).region;
        let file = self.model.text.sources.file(region.file);
        (&file.name, &file.text, file.physical_line(region.start) as usize)
    }

    /// A statement, as Spin would quote it where it is a simple one.
    pub(crate) fn statement(&self, program: &Program, index: u32) -> String {
        let Some(statement) = program.statements.get(index as usize) else { return String::new() };
        match statement.kind {
            StatementKind::End => "-end-".to_owned(),
            StatementKind::Joint => ".(goto)".to_owned(),
            StatementKind::Choice | StatementKind::Sequence => {
                // The keyword says enough; the rest is on other lines of the report.
                let text = self.text(statement.span);
                text.split(['{', ' ', ':']).next().unwrap_or_default().to_owned()
            }
            StatementKind::Text | StatementKind::Goto => {
                self.desugared(program, index).unwrap_or_else(|| self.text(statement.span))
            }
        }
    }

    /// A statement that is executed as one: a `d_step` with what is in it, since its name says nothing.
    pub(crate) fn step(&self, program: &Program, index: u32) -> String {
        match program.statements.get(index as usize) {
            Some(statement) if statement.kind == StatementKind::Sequence => {
                let span = statement.span.start as usize..statement.span.end as usize;
                let text = self.model.text.text.get(span).unwrap_or_default();
                let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                // The arguments of inlines and macros come with blanks around them.
                let line = line.replace("[ ", "[").replace(" ]", "]").replace("( ", "(").replace(" )", ")");
                cut(&line, MAX_SEQUENCE)
            }
            _ => self.statement(program, index),
        }
    }

    /// A statement that was made of a part of another.
    fn desugared(&self, program: &Program, index: u32) -> Option<String> {
        let span = program.statements[index as usize].span;
        let sugar = self.sugar.get(&(span.start, span.end))?;
        let actions = self
            .actions
            .get_or_init(|| program.edges.iter().map(|edge| (edge.statement, edge.action)).collect());
        sugar.quote(program, *actions.get(&index)?)
    }

    /// What a process that stands at a control state could do next.
    pub(crate) fn waiting(&self, program: &Program, index: u32) -> String {
        let edges = edges_at(program, index);
        let mut options: Vec<String> =
            edges.iter().take(MAX_OPTIONS + 1).map(|edge| self.step(program, edge.statement)).collect();
        if MAX_OPTIONS < options.len() {
            options[MAX_OPTIONS] = "...".to_owned();
        }
        if options.is_empty() { self.statement(program, index) } else { options.join(" or ") }
    }

    /// Where a process stands that is at a control state: at its next statement, if there is no choice.
    pub(crate) fn waiting_place(&self, program: &Program, index: u32) -> Position {
        let index = match edges_at(program, index) {
            [edge] => edge.statement,
            _ => index,
        };
        self.place(program.statements[index as usize].span)
    }

    /// A piece of the model in Spin's notation, or else the first line of its text.
    pub(crate) fn text(&self, span: Span) -> String {
        if let Some(text) = self.notation.get(&(span.start, span.end)) {
            return text.clone();
        }
        let text = self.model.text.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        text.lines().next().unwrap_or_default().trim().to_owned()
    }

    /// What is wrong, in one line.
    pub(crate) fn violation(&self, program: &Program, violation: &Violation) -> String {
        match violation.kind {
            ViolationKind::Assertion => {
                let statement = violation.statement.map(|index| self.statement(program, index));
                format!("assertion violated: {}", statement.unwrap_or_default())
            }
            ViolationKind::InvalidEndState => match (violation.process, violation.statement) {
                (Some(process), Some(index)) => {
                    let name = proctype_of(program, index).unwrap_or_default();
                    let next = self.waiting(program, index);
                    format!("invalid end state: process {process} ({name}) waits at {next}")
                }
                _ => "invalid end state".to_owned(),
            },
            ViolationKind::BrokenClaim => {
                let statement = violation.statement.map(|index| self.statement(program, index));
                let text = statement.unwrap_or_default();
                format!("`xr` or `xs`, on which the reduction relies, does not hold: {text}")
            }
            ViolationKind::Fault(fault) => {
                let site = program.faults[fault.index()];
                format!("{}: {}", fault_message(site.kind), self.text(site.span))
            }
        }
    }

    /// Where it is.
    pub(crate) fn violation_place(&self, program: &Program, violation: &Violation) -> Position {
        let span = match (violation.kind, violation.statement) {
            (ViolationKind::InvalidEndState, Some(index)) => return self.waiting_place(program, index),
            (ViolationKind::Fault(fault), _) => program.faults[fault.index()].span,
            (_, Some(index)) => program.statements[index as usize].span,
            (_, None) => Span::default(),
        };
        self.place(span)
    }
}

/// The ways out of the control state at a statement.
fn edges_at(program: &Program, index: u32) -> &[Edge] {
    let location = program.locations.iter().skip(1).find(|location| location.statement == index);
    location.map_or(&[], |location| &program.edges[location.first.index()..location.end.index()])
}

/// Text that is not longer than this, with dots for what is left out.
pub(crate) fn cut(text: &str, n_characters: usize) -> String {
    if text.chars().count() <= n_characters {
        return text.to_owned();
    }
    text.chars().take(n_characters - 1).chain(['…']).collect()
}

/// The proctype that a statement belongs to.
pub(crate) fn proctype_of(program: &Program, statement: u32) -> Option<&str> {
    let proctype = program.proctypes.iter().find(|proctype| proctype.statements.contains(&statement))?;
    Some(&proctype.name)
}

/// A stable name for machines.
pub(crate) fn violation_kind(program: &Program, violation: &Violation) -> &'static str {
    match violation.kind {
        ViolationKind::Assertion => "assertion",
        ViolationKind::InvalidEndState => "invalid_end_state",
        ViolationKind::BrokenClaim => "broken_claim",
        ViolationKind::Fault(fault) => fault_name(program.faults[fault.index()].kind),
    }
}

fn fault_name(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IndexOutOfBounds => "index_out_of_bounds",
        FaultKind::DivisionByZero => "division_by_zero",
        FaultKind::UninitialisedChannel => "uninitialised_channel",
        FaultKind::RendezvousPoll => "rendezvous_poll",
        FaultKind::TooFewFieldsSent => "too_few_fields_sent",
        FaultKind::TooManyFieldsSent => "too_many_fields_sent",
        FaultKind::TooFewFieldsReceived => "too_few_fields_received",
        FaultKind::TooManyFieldsReceived => "too_many_fields_received",
        FaultKind::BlockedDStep => "blocked_d_step",
        FaultKind::BlockedChoiceInDStep => "blocked_choice_in_d_step",
        FaultKind::RendezvousInDStep => "rendezvous_in_d_step",
        FaultKind::EnabledOfSelf => "enabled_of_self",
        FaultKind::PriorityOutOfRange => "priority_out_of_range",
        FaultKind::TooManyProcesses => "too_many_processes",
        FaultKind::TooManyChannels => "too_many_channels",
        FaultKind::EndlessDStep => "endless_d_step",
    }
}

fn fault_message(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IndexOutOfBounds => "array index out of bounds",
        FaultKind::DivisionByZero => "division by zero",
        FaultKind::UninitialisedChannel => "use of a channel variable that holds no channel",
        FaultKind::RendezvousPoll => "poll of a rendezvous channel",
        FaultKind::TooFewFieldsSent => "message with too few fields sent",
        FaultKind::TooManyFieldsSent => "message with too many fields sent",
        FaultKind::TooFewFieldsReceived => "message with more fields than are received",
        FaultKind::TooManyFieldsReceived => "message with fewer fields than are received",
        FaultKind::BlockedDStep => "statement blocks inside a d_step",
        FaultKind::BlockedChoiceInDStep => "no option can be executed inside a d_step",
        FaultKind::RendezvousInDStep => "rendezvous inside a d_step",
        FaultKind::EnabledOfSelf => "enabled() applied to the process itself",
        FaultKind::PriorityOutOfRange => "priority outside 1 to 255",
        FaultKind::TooManyProcesses => "too many processes",
        FaultKind::TooManyChannels => "too many channels",
        FaultKind::EndlessDStep => "d_step that does not end",
    }
}
