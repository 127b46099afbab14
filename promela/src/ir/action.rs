//! Control: locations, the edges between them, and what an edge does.

use super::{
    DStepId, EdgeId, ExprId, FaultId, LocationId, PrintId, ProctypeId, ReceiveId, RunId, SendId, StepId,
    Target,
};

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
    /// Whether partial-order reduction may single out a process here.
    pub preselect: Preselect,
    /// Index into [`Program::statements`](super::Program::statements).
    pub statement: u32,
}

/// Whether the steps of a process may stand for those of all: none of them touches what others can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preselect {
    /// Never.
    Never,
    /// Always.
    Always,
    /// If the expression, evaluated by the process, is not zero.
    If(ExprId),
}

/// Why partial-order reduction is not sound for a model at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irreducible {
    /// It uses `enabled`.
    Enabled,
    /// It uses `pc_value`.
    PcValue,
    /// It uses `_last`.
    Last,
    /// It uses priorities.
    Priority,
    /// An `else` stands beside an option that begins with a message or a test of a channel.
    Else,
}

/// A step from a location to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What it does.
    pub action: Action,
    /// What it does besides, once that has been executed.
    pub effects: Effects,
    /// Where it leads; 0 leaves the location as it is.
    pub target: LocationId,
    /// The process keeps control after it.
    pub atomic: bool,
    /// Number of the `unless` escape it belongs to, 0 if it is an ordinary step.
    pub escape: u32,
    /// Index into [`Program::statements`](super::Program::statements).
    pub statement: u32,
}

/// A range of [`Program::effects`](super::Program::effects).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Index of the first.
    pub first: u32,
    /// One past the last.
    pub end: u32,
}

impl Effects {
    /// As a range of indexes.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// What happens after the action of an edge, in the same step; it cannot block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Executes a merged statement, given with its index into
    /// [`Program::statements`](super::Program::statements).
    Do(Action, u32),
    /// Sets a dead variable to zero.
    Reset(Target),
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
