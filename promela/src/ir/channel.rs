//! Channels: their shape, the statements that send and receive, and exclusive claims on a side.

use super::{Display, ExprId, FaultId, Target};

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
