//! The resolved model: names bound, types known, sugar removed, nothing left that can be wrong.
//!
//! `resolve` makes it from the AST; `flow` turns its statement trees into automata. What Spin's parser
//! rewrites while it reads (`for`, `select`, `x++`, a declaration among statements, a structure as a
//! message) has been rewritten here in the same way and order, because the number of control states,
//! and so every count, depends on it.

use crate::source::Span;

/// Index of a variable in [`Model::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// Index of a structure type in [`Model::structures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructureId(pub u32);

/// Index of a proctype in [`Model::proctypes`], in the order of definition (`init` included).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProctypeId(pub u32);

/// Index of a label in [`Proctype::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// Index of a symbolic-constant set in [`Model::mtypes`]; 0 is the unnamed `mtype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MtypeId(pub u32);

/// A whole model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// All variables, global and local, in the order in which they were first named.
    pub variables: Vec<Variable>,
    /// Structure types.
    pub structures: Vec<Structure>,
    /// Process types in the order of definition.
    pub proctypes: Vec<Proctype>,
    /// Sets of symbolic constants.
    pub mtypes: Vec<MtypeSet>,
    /// Channels that processes claim with `xr` and `xs`.
    pub exclusive: Vec<ExclusiveClaim>,
    /// Some `priority n` is written, be it the 1 that goes without saying: Spin then does not reduce.
    pub names_priority: bool,
}

/// The constants of `mtype` or of one `mtype:name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MtypeSet {
    /// `None` for the unnamed set.
    pub name: Option<String>,
    /// Constants with their values (1 and up).
    pub constants: Vec<(String, i32)>,
}

/// An `xr` or `xs` statement.
#[derive(Clone, Debug)]
pub struct ExclusiveClaim {
    /// The channel variable, array or structure field that is claimed.
    pub channel: Reference,
    /// The claiming proctype.
    pub proctype: ProctypeId,
    /// `true` for `xr`, `false` for `xs`.
    pub receives: bool,
}

/// The basic types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `bit`, `bool`: 1 bit.
    Bit,
    /// `byte`: 8 bits, unsigned.
    Byte,
    /// `pid`: a process number, as wide as process numbers are.
    Pid,
    /// `mtype`: 8 bits, unsigned.
    Mtype(MtypeId),
    /// `chan`: a channel number, as wide as channel numbers are.
    Chan,
    /// `short`: 16 bits, signed.
    Short,
    /// `int`: 32 bits, signed.
    Int,
    /// `unsigned x : n`, 1 to 31 bits.
    Unsigned(u8),
}

/// Type of a variable or field, apart from its being an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Scalar(Scalar),
    /// A record.
    Structure(StructureId),
}

/// A record type.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its name.
    pub name: String,
    /// Its fields in declared order. A field's structure has a smaller [`StructureId`].
    pub fields: Vec<Field>,
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Type of one element.
    pub ty: Type,
    /// Number of elements if it is an array.
    pub length: Option<u32>,
    /// What each element starts as.
    pub initial: Initial,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In the model.
    Global,
    /// In every process of a type.
    Local(ProctypeId),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name as declared.
    pub name: String,
    /// The declaration's name token.
    pub span: Span,
    /// Global, or local to a proctype.
    pub scope: Scope,
    /// Declared `hidden`: kept outside the state.
    pub hidden: bool,
    /// Declared `local` although global: used by one process only, says the model.
    pub exclusive: bool,
    /// Declared `show`: meant for people.
    pub shown: bool,
    /// An array that a `for` walks over, which uses its length.
    pub walked: bool,
    /// Made up by the front end: the index of a `for ... in` over a channel, or the hidden global `_` that
    /// takes values nobody reads.
    pub synthetic: bool,
    /// Some expression other than an argument of a print reads it, as Spin's parser sees it: a receive counts
    /// as reading its variables, being passed to an inline too, but neither `x++` nor an assignment does.
    pub read: bool,
    /// Type of one element.
    pub ty: Type,
    /// Number of elements if it is an array.
    pub length: Option<u32>,
    /// What it starts as; parameters start as their arguments.
    pub initial: Initial,
}

/// What a variable, or each element of an array, starts as.
#[derive(Clone, Debug)]
pub enum Initial {
    /// Zero, or for a structure what its fields start as.
    Default,
    /// The value of an expression at the time the variable comes into being.
    Value(Expression),
    /// One constant per element; missing ones repeat the last, as in Spin.
    List(Vec<i32>),
    /// A channel of its own.
    Channel(ChannelType),
}

/// `[capacity] of { fields }`, structures expanded to their scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelType {
    /// How many messages fit; zero means rendezvous.
    pub capacity: u32,
    /// Types of the message fields.
    pub fields: Vec<Scalar>,
    /// Where it is declared.
    pub span: Span,
}

/// A process type; `init` is one too.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name; `:init:` for `init`, as in Spin.
    pub name: String,
    /// The name in the source, or the word `init`.
    pub span: Span,
    /// The closing brace of the body: the place of the end state.
    pub end: Span,
    /// How many instances exist at the start.
    pub active: u32,
    /// The priority of those instances.
    pub priority: i32,
    /// Parameters, one entry per variable. A structure without arrays can be one.
    pub parameters: Vec<VariableId>,
    /// Locals, parameters excluded, in the order in which they were declared.
    pub locals: Vec<VariableId>,
    /// `provided (e)`.
    pub provided: Option<Expression>,
    /// Its last declaration with an initial value creates a channel, or computes a value that may depend on
    /// the globals: starting the process is then no local step.
    pub starts_from_globals: bool,
    /// Labels that stand in the body.
    pub labels: Vec<Label>,
    /// The body.
    pub body: Vec<Statement>,
}

/// A label; [`Statement::labels`] says where it stands.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Labels in front of it, outermost first.
    pub labels: Vec<LabelId>,
    /// What it does.
    pub kind: StatementKind,
    /// Its text.
    pub span: Span,
}

/// Kinds of statement: Spin's node types after parsing.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Blocks until the expression is not zero. `skip` is the constant 1.
    Condition(Expression),
    /// `else`.
    Else,
    /// `target = value`, truncated to the target's type.
    Assign(Reference, Expression),
    /// A step without effect, which is no `skip`: what a structure declared among statements becomes.
    Pass,
    /// `channel!arguments`.
    Send {
        /// The channel.
        channel: Reference,
        /// `!!`.
        sorted: bool,
        /// One expression per scalar.
        arguments: Vec<Expression>,
    },
    /// `channel?arguments`.
    Receive {
        /// The channel.
        channel: Reference,
        /// `??`.
        random: bool,
        /// `<...>`: the message stays.
        peek: bool,
        /// One argument per scalar.
        arguments: Vec<Argument>,
    },
    /// `assert(e)`.
    Assert(Expression),
    /// `printf(format, arguments)`.
    Print {
        /// The format with escapes decoded, `%` conversions kept.
        format: String,
        /// The values.
        arguments: Vec<Expression>,
    },
    /// `printm(e)`.
    PrintSymbol(Expression),
    /// `set_priority(process, priority)`.
    SetPriority(Expression, Expression),
    /// `if`, options in written order.
    If(Vec<Vec<Statement>>),
    /// `do`, options in written order.
    Do(Vec<Vec<Statement>>),
    /// The loop of a `for` or `select`: a `do` whose first option is `exit` and whose second is `body`,
    /// though the states of the body are numbered first.
    Loop {
        /// `else; break`, or just `break`.
        exit: Vec<Statement>,
        /// Condition, body, increment.
        body: Vec<Statement>,
    },
    /// `break`: leaves the innermost `do` (or `for`, `select`).
    Break,
    /// `goto`.
    Goto(LabelId),
    /// `atomic { ... }`.
    Atomic(Vec<Statement>),
    /// `d_step { ... }`.
    DStep(Vec<Statement>),
    /// `{ ... }`.
    Block(Vec<Statement>),
    /// `main unless escape`.
    Unless(Box<Statement>, Box<Statement>),
}

/// An argument of a receive or poll.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Store the field here.
    Store(Reference),
    /// Ignore the field (`_`).
    Ignore,
    /// Executable only if the field equals this constant.
    Match(i32),
    /// Executable only if the field equals this value (`eval(e)`).
    Eval(Expression),
}

/// A variable, an element or a field that holds a scalar (or, where stated, a whole array).
#[derive(Clone, Debug)]
pub struct Reference {
    /// The variable.
    pub variable: VariableId,
    /// Index into the variable, if it is an array; without one its first element is meant, as in the
    /// assignment that a late declaration of an array becomes.
    pub index: Option<Box<Expression>>,
    /// Fields to descend into.
    pub fields: Vec<FieldStep>,
    /// Type of what is referred to.
    pub scalar: Scalar,
    /// Its text.
    pub span: Span,
}

/// `.field[index]`.
#[derive(Clone, Debug)]
pub struct FieldStep {
    /// Index into [`Structure::fields`].
    pub field: u32,
    /// Index into the field, if it is an array.
    pub index: Option<Expression>,
}

/// An expression; all arithmetic is C's on 32-bit signed integers.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Its text.
    pub span: Span,
}

/// Kinds of expression.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A constant (numbers, characters, symbolic constants, `true`, `skip`).
    Constant(i32),
    /// The value of a variable.
    Load(Reference),
    /// One operand.
    Unary(UnaryOperator, Box<Expression>),
    /// Two operands; `&&` and `||` evaluate the second only if needed.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `(condition -> then : otherwise)`.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `run P(arguments)`: starts a process, gives its number.
    Run {
        /// What to start.
        proctype: ProctypeId,
        /// One expression per scalar of the parameters, in their order.
        arguments: Vec<Expression>,
        /// `priority n`, 1 if not given.
        priority: i32,
    },
    /// `len(c)`.
    Length(Reference),
    /// `full(c)`.
    Full(Reference),
    /// `empty(c)`.
    Empty(Reference),
    /// `nfull(c)`.
    NotFull(Reference),
    /// `nempty(c)`.
    NotEmpty(Reference),
    /// `c?[...]`, `c??[...]`.
    Poll {
        /// The channel.
        channel: Reference,
        /// `??`.
        random: bool,
        /// One argument per scalar; `Store` matches anything.
        arguments: Vec<Argument>,
    },
    /// `timeout`.
    Timeout,
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    ProcessCount,
    /// `_last`.
    Last,
    /// `_priority`.
    OwnPriority,
    /// `enabled(process)`.
    Enabled(Box<Expression>),
    /// `pc_value(process)`.
    PcValue(Box<Expression>),
    /// `get_priority(process)`.
    GetPriority(Box<Expression>),
    /// `P[process]:variable`; without a process, the one instance of `P`.
    RemoteVariable(ProctypeId, Option<Box<Expression>>, Reference),
    /// `P[process]@label`.
    RemoteLabel(ProctypeId, Option<Box<Expression>>, LabelId),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `!`.
    Not,
    /// `-`.
    Minus,
    /// `~`.
    Complement,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitXor,
    BitOr,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}
