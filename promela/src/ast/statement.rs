//! Statements.

use super::{Declaration, Expression, Name, Opaque, VariableReference};
use crate::source::Span;

/// Statements in order; separators are not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The statements, at least one.
    pub statements: Vec<Statement>,
    /// From the first statement to the last.
    pub span: Span,
}

/// A statement with the labels in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Labels, in written order.
    pub labels: Vec<Name>,
    /// What it does.
    pub kind: StatementKind,
    /// The text of the statement without its labels.
    pub span: Span,
}

/// The kinds of statement, as the syntax distinguishes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Nothing after the label, as in `end: }`. Means `skip`.
    Empty,
    /// A declaration among the statements. It has no labels.
    Declaration(Declaration),
    /// `xr a, b` or `xs a, b`. It has no labels.
    Exclusive(Exclusive, Vec<VariableReference>),
    /// An expression that blocks until it is true, `skip` and `timeout` among them.
    Expression(Expression),
    /// `else`.
    Else,
    /// `v = e`.
    Assign(VariableReference, Expression),
    /// `v++`.
    Increment(VariableReference),
    /// `v--`.
    Decrement(VariableReference),
    /// `c!a,b`, `c!a(b)` or, `sorted`, `c!!a,b`.
    Send {
        /// The channel.
        channel: VariableReference,
        /// Written `!!`.
        sorted: bool,
        /// The message fields. `a(b,c)` has become `a,b,c`.
        arguments: Vec<Expression>,
    },
    /// `c?a,b`, `c??a,b`, `c?<a,b>` or `c??<a,b>`.
    Receive {
        /// The channel.
        channel: VariableReference,
        /// Written `??`: the first message that matches, not only the oldest.
        random: bool,
        /// Written with `<` `>`: the message stays in the channel.
        peek: bool,
        /// The fields. `a(b,c)` has become `a,b,c`.
        arguments: Vec<ReceiveArgument>,
    },
    /// `if :: ... fi`.
    If(Vec<Branch>),
    /// `do :: ... od`.
    Do(Vec<Branch>),
    /// `for (v : from .. to) { ... }`.
    ForRange {
        /// The index variable.
        variable: VariableReference,
        /// First value.
        from: Expression,
        /// Last value.
        to: Expression,
        /// The loop's body.
        body: Sequence,
    },
    /// `for (v in collection) { ... }`, an array or a channel.
    ForIn {
        /// The index, or the variable that takes each message.
        variable: VariableReference,
        /// What is walked over.
        collection: VariableReference,
        /// The loop's body.
        body: Sequence,
    },
    /// `select (v : from .. to)`.
    Select {
        /// The variable that takes any value of the range.
        variable: VariableReference,
        /// Smallest value.
        from: Expression,
        /// Largest value.
        to: Expression,
    },
    /// `break`.
    Break,
    /// `goto l`.
    Goto(Name),
    /// `atomic { ... }`.
    Atomic(Sequence),
    /// `d_step { ... }`.
    DStep(Sequence),
    /// `{ ... }`.
    Block(Sequence),
    /// `main unless escape`.
    Unless {
        /// What runs.
        main: Box<Statement>,
        /// What takes over as soon as it can.
        escape: Box<Statement>,
    },
    /// `assert(e)`.
    Assert(Expression),
    /// `printf("format", arguments)`.
    Printf {
        /// The format between its quotes, escapes not yet decoded.
        format: StringLiteral,
        /// The values to print.
        arguments: Vec<Expression>,
    },
    /// `printm(e)`.
    Printm(Expression),
    /// `set_priority(process, priority)`.
    SetPriority(Expression, Expression),
    /// `c_code { ... }` or `c_decl { ... }`.
    Opaque(Opaque),
}

/// Which side of a channel an `xr` or `xs` statement claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusive {
    /// `xr`: this process is the only receiver.
    Receive,
    /// `xs`: this process is the only sender.
    Send,
}

/// `:: sequence`, one choice of an `if` or `do`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What follows the `::`. Its first statement is the guard.
    pub body: Sequence,
    /// From the `::` to the end of the sequence.
    pub span: Span,
}

/// A field of a receive statement or poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceiveArgument {
    /// A name: a variable to receive into, `_` to ignore the field, or a symbolic constant to match.
    Reference(VariableReference),
    /// A number, character, `true`, `false`, or negative number, to match. Negative numbers are a
    /// [`UnaryOperator::Minus`](super::UnaryOperator::Minus) around a literal.
    Constant(Expression),
    /// `eval(e)`: match the value of the expression.
    Eval(Expression, Span),
}

/// A string between its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The characters without the quotes, escapes not decoded.
    pub text: String,
    /// The literal with its quotes.
    pub span: Span,
}
