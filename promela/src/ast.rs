//! The abstract syntax tree: what was written, with the place where it was written.
//!
//! Nothing here has been checked beyond the grammar. Names are unresolved strings, a variable may be
//! undeclared, a `break` may stand outside a loop. Constructs that Spin's parser rewrites (`for`,
//! `select`, `x++`, a label without a statement) are kept as they are; giving them their meaning is
//! the business of later stages.
//!
//! Every node carries the [`Span`] of its own text. The span of a [`Statement`] leaves its labels out,
//! so that a report can quote the statement alone.
//!
//! [`Display`](std::fmt::Display) writes expressions and statements in the notation of Spin's reports, and
//! models and units as an outline.
//!
//! Depth is bounded: bracketed constructs nest at most [`MAX_NESTING`] deep and no expression tree is
//! higher than [`MAX_EXPRESSION_DEPTH`]. The parser rejects anything deeper, so recursive walks over
//! the tree need no guard of their own.

mod notation;
mod tree;

use crate::source::Span;

/// How many brackets (`(`, `[`, `{`, `if`, `do`) may be open at once.
pub const MAX_NESTING: usize = 200;

/// The largest height of an expression tree; longer operator chains are rejected.
pub const MAX_EXPRESSION_DEPTH: usize = 1000;

/// A whole model: its units in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Top-level units.
    pub units: Vec<Unit>,
}

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The characters of the name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A top-level unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `proctype P(...) { ... }`.
    Proctype(Box<Proctype>),
    /// `init { ... }`.
    Init(Init),
    /// Global variables or channels.
    Declaration(Declaration),
    /// `mtype = { a, b }` or `mtype:colour = { red, green }`.
    Mtype(MtypeDeclaration),
    /// `typedef T { ... }`.
    Typedef(Typedef),
    /// A unit that is recognised, kept as text, and left to later stages to accept or reject.
    Opaque(Opaque),
}

/// A process type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proctype {
    /// The `active` prefix, if there is one.
    pub active: Option<Active>,
    /// Written `D_proctype`.
    pub deterministic: bool,
    /// Its name.
    pub name: Name,
    /// Formal parameters, one declaration per `;`-separated group.
    pub parameters: Vec<Declaration>,
    /// `priority n`.
    pub priority: Option<Number>,
    /// `provided (e)`.
    pub provided: Option<Expression>,
    /// The body between the braces.
    pub body: Sequence,
    /// The whole unit.
    pub span: Span,
}

/// The `active` or `active [n]` prefix of a proctype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// How many instances; one when absent. A constant expression, or the name of a variable whose
    /// initial value counts.
    pub count: Option<Expression>,
    /// The prefix with its brackets.
    pub span: Span,
}

/// The initial process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Init {
    /// The word `init`.
    pub keyword: Span,
    /// `priority n`.
    pub priority: Option<Number>,
    /// The body between the braces.
    pub body: Sequence,
    /// The whole unit.
    pub span: Span,
}

/// A list of symbolic constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MtypeDeclaration {
    /// The subtype of `mtype:subtype = { ... }`.
    pub subtype: Option<Name>,
    /// The constants in written order. Spin numbers them from the last to the first.
    pub constants: Vec<Name>,
    /// The whole declaration.
    pub span: Span,
}

/// A structure type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    /// Its name.
    pub name: Name,
    /// Its fields, one declaration per `;`-separated group.
    pub fields: Vec<Declaration>,
    /// The whole unit.
    pub span: Span,
}

/// What kind of text an [`Opaque`] unit, statement or expression holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// `never { ... }`.
    Never,
    /// `ltl name { ... }`.
    Ltl,
    /// `trace { ... }`.
    Trace,
    /// `notrace { ... }`.
    Notrace,
    /// `c_code { ... }`.
    CCode,
    /// `c_decl { ... }`.
    CDecl,
    /// `c_expr { ... }`.
    CExpr,
    /// `c_state "..." "..."`.
    CState,
    /// `c_track "..." "..."`.
    CTrack,
}

/// Text that is recognised but not analysed: claims, traces and embedded C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// Which construct it is.
    pub kind: OpaqueKind,
    /// The introducing word, the place to point at.
    pub keyword: Span,
    /// The name of a claim or formula.
    pub name: Option<Name>,
    /// The construct from its first word to its last character.
    pub span: Span,
}

/// `vis type a, b[3] = 1`: a type and the variables it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// `hidden`, `show` or `local`.
    pub visibility: Option<Visibility>,
    /// The type that all the variables share.
    pub ty: Type,
    /// The variables, at least one.
    pub variables: Vec<Declarator>,
    /// From the visibility or type to the last variable.
    pub span: Span,
}

/// The prefix of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// `hidden`: not part of the state.
    Hidden,
    /// `show`: displayed by graphical front ends.
    Show,
    /// `local`: promised to be used by one process only.
    Local,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Which type.
    pub kind: TypeKind,
    /// Where it is named.
    pub span: Span,
}

/// The types a declaration or a message field can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `bit`.
    Bit,
    /// `bool`, a synonym of `bit`.
    Bool,
    /// `byte`.
    Byte,
    /// `pid`, a synonym of `byte`.
    Pid,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned`; the width stands with each variable.
    Unsigned,
    /// `chan`.
    Chan,
    /// `mtype` or `mtype:subtype`.
    Mtype(Option<Name>),
    /// A `typedef` name.
    User(Name),
}

/// One variable of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declarator {
    /// Its name.
    pub name: Name,
    /// `x : 3`, the number of bits.
    pub width: Option<Number>,
    /// `x[n]`: a constant expression, or the name of a variable whose initial value counts.
    pub bound: Option<Expression>,
    /// What follows `=`.
    pub initialiser: Option<Initialiser>,
    /// From the name to the end of the initialiser.
    pub span: Span,
}

/// What a variable starts as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initialiser {
    /// `= e`.
    Expression(Expression),
    /// `= [n] of { types }`.
    Channel(ChannelInitialiser),
    /// `= { 1, 2, 3 }`; Spin takes constants only.
    List(Vec<Expression>),
}

/// `[n] of { types }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInitialiser {
    /// How many messages fit; zero is rendezvous. A constant expression.
    pub capacity: Expression,
    /// The types of the message fields, at least one.
    pub fields: Vec<Type>,
    /// From `[` to `}`.
    pub span: Span,
}

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
    /// [`UnaryOperator::Minus`] around a literal.
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

/// An unsigned decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: i32,
    /// Where it stands.
    pub span: Span,
}

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
