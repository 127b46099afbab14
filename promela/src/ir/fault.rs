//! What can go wrong when a statement is executed, and where.

use crate::source::Span;

/// A place in the model where execution can go wrong, an index into [`Program::faults`](super::Program::faults).
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
