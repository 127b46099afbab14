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

mod expression;
mod notation;
mod statement;
mod tree;

pub use expression::*;
pub use statement::*;

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

/// An unsigned decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: i32,
    /// Where it stands.
    pub span: Span,
}
