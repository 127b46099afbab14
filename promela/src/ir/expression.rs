//! Values: fields and array elements of a state vector, and the expressions over them.

use super::{ExprId, FaultId, PlaceId, ProctypeId, ReceiveId};

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

impl Place {
    /// The first and the last slot that an element may lie in.
    pub fn slots(&self) -> (u32, u32) {
        let reach: u32 = self.indexes.iter().map(|index| index.bound.saturating_sub(1) * index.stride).sum();
        (self.bit / 32, (self.bit + reach + u32::from(self.width).saturating_sub(1)) / 32)
    }
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
    /// `c?[...]`: 1 or 0; `c??[...]`: the place of the first message that matches, counted from 1, or 0.
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
