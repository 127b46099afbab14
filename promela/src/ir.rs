//! The executable program: one automaton per proctype over a bit-packed state vector.
//!
//! A state vector is a row of 32-bit words: the globals (global channels included), then one frame per
//! process in the order of creation, each word-aligned: its location, parameters, locals and local
//! channels. Processes end youngest first, so frames form a stack. The low bits of a frame's first word
//! hold its [`LocationId`], which is never zero: an absent frame is all zeros, which is what lets a digest
//! be independent of spare capacity.
//!
//! Everything is held in flat tables and referred to by index; engines walk them or compile them.

use crate::source::Span;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// As an array index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// Index into [`Program::locations`]; 0 means no process.
    LocationId
);
index!(
    /// Index into [`Program::expressions`].
    ExprId
);
index!(
    /// Index into [`Program::places`].
    PlaceId
);
index!(
    /// Index into [`Program::sends`].
    SendId
);
index!(
    /// Index into [`Program::receives`].
    ReceiveId
);
index!(
    /// Index into [`Program::runs`].
    RunId
);
index!(
    /// Index into [`Program::prints`].
    PrintId
);
index!(
    /// Index into [`Program::d_steps`].
    DStepId
);
index!(
    /// Index into [`Program::steps`].
    StepId
);
index!(
    /// Index into [`Program::channel_kinds`].
    ChannelKindId
);
index!(
    /// Index into [`Program::proctypes`].
    ProctypeId
);
index!(
    /// Index into [`Program::edges`].
    EdgeId
);

/// A place in the model where execution can go wrong, an index into [`Program::faults`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaultId(std::num::NonZeroU32);

impl FaultId {
    /// The fault at this index of the table.
    pub fn new(index: usize) -> Self {
        Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// As an array index.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What can go wrong when a statement is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// An array index outside its bounds.
    IndexOutOfBounds,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A channel variable that holds no channel.
    UninitialisedChannel,
    /// Polling or peeking into a rendezvous channel.
    RendezvousPoll,
    /// Fewer message fields than the channel has.
    TooFewFieldsSent,
    /// More message fields than the channel has.
    TooManyFieldsSent,
    /// Fewer variables than the message has fields.
    TooFewFieldsReceived,
    /// More variables than the message has fields.
    TooManyFieldsReceived,
    /// A step inside a `d_step` that cannot be executed.
    BlockedDStep,
    /// A choice inside a `d_step` with no executable option.
    BlockedChoiceInDStep,
    /// A rendezvous inside a `d_step`.
    RendezvousInDStep,
    /// `enabled` applied to the process that evaluates it.
    EnabledOfSelf,
    /// A priority outside 1 to 255.
    PriorityOutOfRange,
    /// More processes than process numbers.
    TooManyProcesses,
    /// More channels than channel numbers.
    TooManyChannels,
    /// A `d_step` that does not end.
    EndlessDStep,
}

/// Where execution went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultSite {
    /// What happened.
    pub kind: FaultKind,
    /// Where.
    pub span: Span,
}

/// A model ready for execution.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Words of globals in front of the first frame.
    pub global_words: u32,
    /// Words of hidden variables.
    pub hidden_words: u32,
    /// Width of the location field.
    pub location_bits: u8,
    /// Process and channel numbers must stay below this.
    pub number_limit: u32,
    /// Process types.
    pub proctypes: Vec<Proctype>,
    /// Global channels in order of creation: their kind and their first bit.
    pub channels: Vec<(ChannelKindId, u32)>,
    /// Names of the global channels, for people.
    pub channel_names: Vec<String>,
    /// Processes at the start, in order of creation.
    pub active: Vec<(ProctypeId, i32)>,
    /// How globals start.
    pub globals: Vec<Start>,
    /// Control points of all proctypes; the first entry is unused.
    pub locations: Vec<Location>,
    /// Steps, grouped by location, in the order in which they are tried.
    pub edges: Vec<Edge>,
    /// Expression nodes.
    pub expressions: Vec<Expr>,
    /// Indexed variables.
    pub places: Vec<Place>,
    /// Send statements.
    pub sends: Vec<Send>,
    /// Receive statements and polls.
    pub receives: Vec<Receive>,
    /// `run` operators.
    pub runs: Vec<Run>,
    /// Print statements.
    pub prints: Vec<Print>,
    /// Bodies of `d_step`s.
    pub d_steps: Vec<DStep>,
    /// Steps of those bodies.
    pub steps: Vec<Step>,
    /// Shapes of channels.
    pub channel_kinds: Vec<ChannelKind>,
    /// Places where execution can go wrong.
    pub faults: Vec<FaultSite>,
    /// Statements of the source, for reports; every control state has one.
    pub statements: Vec<Statement>,
    /// Names of variables and where they live, for people.
    pub variables: Vec<Variable>,
    /// Sets of symbolic constants, for people.
    pub mtypes: Vec<crate::hir::MtypeSet>,
    /// Where `_last` is kept, if the model reads it.
    pub last: Option<Field>,
    /// Where a frame keeps its priority, if the model has priorities.
    pub priority: Option<Field>,
    /// The model has a `timeout`.
    pub has_timeout: bool,
    /// The model has a rendezvous channel.
    pub has_rendezvous: bool,
}

/// An automaton.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name.
    pub name: String,
    /// Words of a frame.
    pub frame_words: u32,
    /// Where a process starts.
    pub start: LocationId,
    /// Parameters in order.
    pub parameters: Vec<Field>,
    /// How locals start.
    pub locals: Vec<Start>,
    /// Local channels in order of creation: their kind and their first bit in the frame.
    pub channels: Vec<(ChannelKindId, u32)>,
    /// Names of the local channels, for people.
    pub channel_names: Vec<String>,
    /// `provided (e)`.
    pub provided: Option<ExprId>,
    /// Channels it claims with `xr` or `xs`.
    pub claims: Vec<Claim>,
    /// Its statements: a range of [`Program::statements`].
    pub statements: std::ops::Range<u32>,
}

/// `xr c` or `xs c`: a process promises to be the only one that receives from, or sends to, a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The channel's number.
    pub channel: ExprId,
    /// Which side is claimed.
    pub side: Side,
}

/// A side of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Receiving (`xr`).
    Receive,
    /// Sending (`xs`).
    Send,
}

/// How a variable starts.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// With a value.
    Value(Target, ExprId),
    /// With the number of the next channel of its area.
    Channel(Target),
}

/// A control point.
#[derive(Clone, Debug)]
pub struct Location {
    /// Whose it is.
    pub proctype: ProctypeId,
    /// Its number within the proctype, as Spin counts.
    pub number: u32,
    /// First edge.
    pub first: EdgeId,
    /// One past the last edge.
    pub end: EdgeId,
    /// A process may stop here.
    pub is_end: bool,
    /// Index into [`Program::statements`].
    pub statement: u32,
}

/// A step from a location to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What it does.
    pub action: Action,
    /// Where it leads; 0 leaves the location as it is.
    pub target: LocationId,
    /// The process keeps control after it.
    pub atomic: bool,
    /// Number of the `unless` escape it belongs to, 0 if it is an ordinary step.
    pub escape: u32,
    /// Index into [`Program::statements`].
    pub statement: u32,
}

/// What an edge does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing.
    Skip,
    /// Nothing, if no other edge of the process can be taken.
    Else,
    /// Nothing, if the expression is not zero.
    Condition(ExprId),
    /// Changes a variable.
    Assign(Target, ExprId),
    /// Starts a process; executable if the expression, which may use its number, is not zero.
    RunCondition(RunId, ExprId),
    /// Starts a process and assigns a value, which may use its number.
    RunAssign(RunId, Target, ExprId),
    /// Sends a message.
    Send(SendId),
    /// Receives a message.
    Receive(ReceiveId),
    /// Fails if the expression is zero.
    Assert(ExprId),
    /// Prints.
    Print(PrintId),
    /// Changes the priority of a process.
    SetPriority(ExprId, ExprId, FaultId),
    /// Executes a deterministic sequence.
    DStep(DStepId),
    /// Ends the process, if it is the youngest.
    End,
}

/// A scalar at a known place of its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Word, from the start of the area.
    pub slot: u32,
    /// Lowest bit.
    pub shift: u8,
    /// Width in bits, 1 to 32; `shift + width` is at most 32.
    pub width: u8,
    /// Two's complement.
    pub signed: bool,
}

/// What a [`Field`] or [`Place`] is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The state vector.
    Global,
    /// The frame of the process.
    Frame,
    /// The hidden words.
    Hidden,
}

/// Something that can be assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A scalar at a known place.
    Field(Area, Field),
    /// An element of an array.
    Place(PlaceId),
    /// Nowhere (`_`).
    Nowhere,
}

/// A scalar whose place depends on indexes: `bit + Σ index · stride`.
#[derive(Clone, Debug)]
pub struct Place {
    /// What `bit` is relative to.
    pub area: Area,
    /// First bit of the element with all indexes 0.
    pub bit: u32,
    /// Width in bits.
    pub width: u8,
    /// Two's complement.
    pub signed: bool,
    /// Indexes, outermost first.
    pub indexes: Vec<Index>,
}

/// One index of a [`Place`].
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// The value.
    pub value: ExprId,
    /// It must be below this.
    pub bound: u32,
    /// Bits from one element to the next.
    pub stride: u32,
    /// What happens otherwise.
    pub fault: FaultId,
}

/// An expression node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Constant(i32),
    /// A variable at a known place.
    Field(Area, Field),
    /// An element of an array.
    Place(PlaceId),
    /// A channel of an array of channels that the model never reassigns: first number, index, bound.
    ChannelElement(i32, ExprId, u32, FaultId),
    /// `!e`.
    Not(ExprId),
    /// `-e`.
    Minus(ExprId),
    /// `~e`.
    Complement(ExprId),
    /// Arithmetic and comparison.
    Binary(BinaryOperator, ExprId, ExprId),
    /// `/`.
    Divide(ExprId, ExprId, FaultId),
    /// `%`.
    Remainder(ExprId, ExprId, FaultId),
    /// `&&`.
    And(ExprId, ExprId),
    /// `||`.
    Or(ExprId, ExprId),
    /// `(c -> a : b)`.
    Conditional(ExprId, ExprId, ExprId),
    /// The number of the process that the statement has just started.
    Started,
    /// `len(c)`.
    Length(ExprId, FaultId),
    /// `full(c)`.
    Full(ExprId, FaultId),
    /// `empty(c)`.
    Empty(ExprId, FaultId),
    /// `nfull(c)`.
    NotFull(ExprId, FaultId),
    /// `nempty(c)`.
    NotEmpty(ExprId, FaultId),
    /// `c?[...]`.
    Poll(ReceiveId),
    /// `timeout`.
    Timeout,
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    ProcessCount,
    /// `enabled(p)`.
    Enabled(ExprId, FaultId),
    /// `pc_value(p)`.
    PcValue(ExprId),
    /// `get_priority(p)`.
    GetPriority(ExprId),
    /// `P[p]:v`: the process number and the place in its frame.
    RemoteVariable(ExprId, PlaceId),
    /// The number of the first process of a type, -1 if there is none.
    FirstOf(ProctypeId),
    /// `P[p]@l`: the process number and the number of the control state.
    RemoteLabel(ExprId, u32),
}

/// Operators that cannot fail and evaluate both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
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
}

/// `c!a,b` or `c!!a,b`.
#[derive(Clone, Debug)]
pub struct Send {
    /// The channel's number.
    pub channel: ExprId,
    /// `!!`.
    pub sorted: bool,
    /// Message fields.
    pub arguments: Vec<ExprId>,
    /// No channel.
    pub no_channel: FaultId,
    /// Wrong number of fields.
    pub too_few: FaultId,
    /// Wrong number of fields.
    pub too_many: FaultId,
}

/// `c?a,b` and its relatives; also polls.
#[derive(Clone, Debug)]
pub struct Receive {
    /// The channel's number.
    pub channel: ExprId,
    /// `??`.
    pub random: bool,
    /// The message stays.
    pub peek: bool,
    /// What to do with each field.
    pub arguments: Vec<Argument>,
    /// No channel.
    pub no_channel: FaultId,
    /// Poll or peek of a rendezvous channel.
    pub rendezvous: FaultId,
    /// Wrong number of fields.
    pub too_few: FaultId,
    /// Wrong number of fields.
    pub too_many: FaultId,
}

/// What a receive does with a message field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Stores it, or drops it.
    Store(Target),
    /// Requires it to have this value.
    Match(ExprId),
}

/// `run P(a, b)`.
#[derive(Clone, Debug)]
pub struct Run {
    /// What to start.
    pub proctype: ProctypeId,
    /// Values of the parameters.
    pub arguments: Vec<ExprId>,
    /// Its priority.
    pub priority: i32,
    /// No process number left.
    pub too_many_processes: FaultId,
    /// No channel number left.
    pub too_many_channels: FaultId,
}

/// `printf` or `printm`.
#[derive(Clone, Debug)]
pub struct Print {
    /// The format with its `%` conversions.
    pub format: String,
    /// The values.
    pub arguments: Vec<ExprId>,
}

/// A `d_step`.
#[derive(Clone, Debug)]
pub struct DStep {
    /// When it can start: any of these; always, if there are none.
    pub guards: Vec<Guard>,
    /// Where it starts.
    pub start: StepId,
    /// What happens if it does not end.
    pub endless: FaultId,
}

/// A test that decides whether a `d_step` can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// An expression.
    Condition(ExprId),
    /// A channel has room.
    Send(SendId),
    /// A message can be received.
    Receive(ReceiveId),
    /// An `else` inside a choice: always.
    Else,
    /// An `else` in front: no other edge of the process can be taken.
    LeadingElse,
}

/// A step inside a `d_step`.
#[derive(Clone, Debug)]
pub enum Step {
    /// Executes an action and goes on; the fault says what happens if it cannot be executed.
    Do(Action, StepId, FaultId, u32),
    /// Takes the first option that can be executed.
    Choose(Vec<Choice>, FaultId),
    /// The end.
    Done,
}

/// An option inside a `d_step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its first step.
    pub step: StepId,
    /// That step decides whether the option is taken; otherwise it always is.
    pub guarded: bool,
}

/// The shape of a channel.
#[derive(Clone, Debug)]
pub struct ChannelKind {
    /// How many messages fit; zero is rendezvous.
    pub capacity: u32,
    /// Bits that a channel takes; zero for a rendezvous channel.
    pub bits: u32,
    /// First bit of the length.
    pub length: u32,
    /// Width of the length.
    pub length_width: u8,
    /// First bit of the first message.
    pub messages: u32,
    /// Bits from one message to the next.
    pub stride: u32,
    /// The fields of a message; `slot` and `shift` are relative to the message.
    pub fields: Vec<MessageField>,
    /// How the fields are shown.
    pub displays: Vec<Display>,
}

/// A field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageField {
    /// First bit within the message.
    pub bit: u32,
    /// Width in bits.
    pub width: u8,
    /// Two's complement.
    pub signed: bool,
}

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
