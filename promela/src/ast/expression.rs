//! Expressions and references to variables.

use super::{Name, Number, Opaque, ReceiveArgument};
use crate::source::Span;

/// `a[i].b.c[j]`: a variable, an element, a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableReference {
    /// The parts between the dots, at least one.
    pub parts: Vec<ReferencePart>,
    /// All parts.
    pub span: Span,
}

/// One part of a reference: a name and perhaps an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferencePart {
    /// The variable or field.
    pub name: Name,
    /// The index between `[` and `]`.
    pub index: Option<Box<Expression>>,
    /// The name and its index.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Where it stands. Parentheses around it belong to it.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A constant.
    Literal(Literal),
    /// A variable, symbolic constant or predefined variable such as `_pid`.
    Reference(VariableReference),
    /// An operator with one operand.
    Unary(UnaryOperator, Box<Expression>),
    /// An operator with two operands.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `(condition -> then : otherwise)`.
    Conditional {
        /// Decides which branch counts.
        condition: Box<Expression>,
        /// The value when the condition is not zero.
        then: Box<Expression>,
        /// The value when it is.
        otherwise: Box<Expression>,
    },
    /// `run P(arguments) priority n`.
    Run {
        /// The proctype.
        proctype: Name,
        /// Actual parameters.
        arguments: Vec<Expression>,
        /// `priority n`.
        priority: Option<Number>,
    },
    /// `len(c)`, `full(c)`, `empty(c)`, `nfull(c)`, `nempty(c)`. The last four occur only as operands
    /// of `&&` and `||` or alone, never negated or compared.
    ChannelQuery(ChannelQuery, VariableReference),
    /// `c?[a,b]` or, `random`, `c??[a,b]`: would the receive be executable?
    Poll {
        /// The channel.
        channel: VariableReference,
        /// Written `??`.
        random: bool,
        /// The fields. `a(b,c)` has become `a,b,c`.
        arguments: Vec<ReceiveArgument>,
    },
    /// `enabled(process)`.
    Enabled(Box<Expression>),
    /// `pc_value(process)`.
    PcValue(Box<Expression>),
    /// `get_priority(process)`.
    GetPriority(Box<Expression>),
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `P[i]:v` or `P:v`, a variable of another process.
    RemoteVariable {
        /// The process.
        process: RemoteProcess,
        /// The variable, perhaps with an index.
        variable: ReferencePart,
    },
    /// `P[i]@l` or `P@l`: is that process at that label?
    RemoteLabel {
        /// The process.
        process: RemoteProcess,
        /// The label.
        label: Name,
    },
    /// `c_expr { ... }`.
    Opaque(Opaque),
}

/// The process of a remote reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteProcess {
    /// Its proctype.
    pub proctype: Name,
    /// Which instance; without it the proctype must have one.
    pub pid: Option<Box<Expression>>,
}

/// A constant as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A decimal number.
    Number(i32),
    /// A character constant: its code.
    Character(u8),
    /// `true`.
    True,
    /// `false`.
    False,
    /// `skip`, another way to write `true`.
    Skip,
}

impl Literal {
    /// The number that the constant stands for.
    pub fn value(self) -> i32 {
        match self {
            Literal::Number(value) => value,
            Literal::Character(code) => i32::from(code),
            Literal::True | Literal::Skip => 1,
            Literal::False => 0,
        }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `!`, logical.
    Not,
    /// `-`.
    Minus,
    /// `~`, bitwise.
    Complement,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `&`.
    BitAnd,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
}

/// Questions to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelQuery {
    /// `len`: how many messages it holds.
    Length,
    /// `full`.
    Full,
    /// `empty`.
    Empty,
    /// `nfull`: not full.
    NotFull,
    /// `nempty`: not empty.
    NotEmpty,
}
