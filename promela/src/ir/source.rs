//! The way back to the source: statements and variables as reports show them.

use super::{Area, Field, ProctypeId};
use crate::source::Span;

/// A statement of the source.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its place.
    pub span: Span,
    /// Number of the control state before it.
    pub number: u32,
    /// What kind of element it is.
    pub kind: StatementKind,
    /// Statements, as indexes, that a report lists if this one was never reached.
    pub listed: Vec<u32>,
    /// A statement, as an index, that is as good when it comes to having been reached.
    pub stand_in: Option<u32>,
}

/// How a statement shows in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// As its own text.
    Text,
    /// A jump.
    Goto,
    /// A joining point or loop exit.
    Joint,
    /// A choice.
    Choice,
    /// An atomic sequence, `d_step` or block.
    Sequence,
    /// The end of the process.
    End,
}

/// A variable as people see it.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, with indexes and fields.
    pub name: String,
    /// `None` for globals.
    pub proctype: Option<ProctypeId>,
    /// What the place is relative to.
    pub area: Area,
    /// Where it is.
    pub field: Field,
    /// What kind of value it is.
    pub display: Display,
}

/// How a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// As a number.
    Number,
    /// As a symbolic constant of the set with this index.
    Symbol(u32),
    /// As a channel number.
    Channel,
}
