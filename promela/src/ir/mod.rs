//! The executable program: one automaton per proctype over a bit-packed state vector.
//!
//! A state vector is a row of 32-bit words: the globals (global channels included), then one frame per
//! process in the order of creation, each word-aligned: its location, parameters, locals and local
//! channels. Processes end youngest first, so frames form a stack. The low bits of a frame's first word
//! hold its [`LocationId`], which is never zero: an absent frame is all zeros, which is what lets a digest
//! be independent of spare capacity.
//!
//! Everything is held in flat tables and referred to by index; engines walk them or compile them.

mod action;
mod channel;
mod expression;
mod fault;
mod source;

pub use action::{
    Action, Choice, DStep, Edge, Effect, Effects, Guard, Irreducible, Location, Preselect, Print, Run, Step,
};
pub use channel::{Argument, ChannelKind, Claim, MessageField, Receive, Send, Side};
pub use expression::{Area, BinaryOperator, Expr, Field, Index, Place, Target};
pub use fault::{FaultId, FaultKind, FaultSite};
pub use source::{Display, Statement, StatementKind, Variable};

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
    /// What edges do besides their actions: merged statements and resets of dead variables.
    pub effects: Vec<Effect>,
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
    /// Why the model is never reduced, if so.
    pub irreducible: Option<Irreducible>,
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

/// How a variable starts.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// With a value.
    Value(Target, ExprId),
    /// With the number of the next channel of its area.
    Channel(Target),
}
