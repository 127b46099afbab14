//! What generated code and the search share, and the call from one to the other.

use crate::exec::Placed;
use hashing::{Word, Write};

/// The state as generated code sees it. Field offsets are part of the code, hence `repr(C)`.
///
/// The process is described here rather than in arguments: code that keeps nothing in registers across a call need
/// not save registers when it is entered, and most calls find no edge open.
#[repr(C)]
pub(crate) struct Context {
    /// First word of the state vector.
    pub(crate) words: *mut Word,
    /// First word of the process's frame.
    pub(crate) frame: *mut Word,
    /// Where the next entry of the undo log goes.
    pub(crate) log: *mut Write,
    /// Where it went when the function was entered: an edge that has been dealt with is undone down to here.
    pub(crate) mark: *mut Write,
    /// Behind this entry a loop has to give up.
    pub(crate) log_limit: *mut Write,
    /// Takes a successor and undoes its writes.
    pub(crate) emit: Emit,
    /// Goes on behind an edge that leaves the process in control, and undoes its writes.
    pub(crate) keep: HoldOn,
    /// Finds partners for an edge that holds out a message, and undoes its writes.
    pub(crate) offer: HoldOn,
    /// First words of the processes' frames, by process number.
    pub(crate) frames: *const u32,
    /// The channels, by number less one.
    pub(crate) channels: *const Placed,
    /// The numbers of the locations.
    pub(crate) numbers: *const u32,
    /// The message on offer, and where the next one to be held out is put.
    pub(crate) message: *const i32,
    pub(crate) next_message: *mut i32,
    /// The channels that these are offered on.
    pub(crate) channel: i32,
    pub(crate) next_channel: i32,
    /// Processes that exist.
    pub(crate) n_processes: u32,
    /// Channels that exist.
    pub(crate) n_channels: u32,
    /// The process.
    pub(crate) pid: u32,
    /// The slot of the first word of its frame.
    pub(crate) slot: u32,
    /// It has already moved in this state.
    pub(crate) moved: u32,
    /// Nothing else can move.
    pub(crate) timeout: u32,
    /// Steps that a `d_step` with a loop may still take.
    pub(crate) budget: u32,
}

/// Called with the context and the edge taken, to which [`REPEATS`] may be added.
pub(crate) type Emit = extern "C" fn(*mut Context, u32);

/// Added to an edge that may have written to one slot more than once.
pub(crate) const REPEATS: u32 = 1 << 31;

/// Called with the context and the edge taken; gives a status to return, zero to go on with the next edge.
pub(crate) type HoldOn = extern "C" fn(*mut Context, u32) -> u32;

/// Why a function has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All edges have been tried.
    Done,
    /// This edge has been taken, and the process keeps control: the vector holds the new state.
    Fired(u32),
    /// This edge has been taken and holds out a message: the vector holds the state between the halves.
    Offered(u32),
    /// There is no function to call.
    NoCode,
    /// This edge must be interpreted. It may have made writes, which the log has.
    Interpret(u32),
}

impl Status {
    pub(crate) const FIRED: u32 = 1;
    pub(crate) const OFFERED: u32 = 2;
    pub(crate) const INTERPRET: u32 = 3;
    pub(crate) const NO_CODE: u32 = 1 << 2;

    /// The status of an edge as a number; zero is [`Status::Done`].
    pub(crate) fn encode(kind: u32, edge: u32) -> u32 {
        (edge + 1) << 2 | kind
    }

    /// What a number returned by code means.
    #[inline]
    pub(crate) fn decode(code: u32) -> Self {
        let edge = (code >> 2).wrapping_sub(1);
        match code & 3 {
            Self::FIRED => Self::Fired(edge),
            Self::OFFERED => Self::Offered(edge),
            Self::INTERPRET => Self::Interpret(edge),
            _ if code == 0 => Self::Done,
            _ => Self::NoCode,
        }
    }
}

/// A function made for a location: called with the context and the index of the first edge to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry(extern "C" fn(*mut Context, u32) -> u32);

impl Entry {
    /// The function at an address.
    ///
    /// # Safety
    /// A function of the right type, made by `function::Maker` for a location, must be there, and stay there.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) unsafe fn at(address: *const u8) -> Self {
        // SAFETY: the caller vouches for what is at the address.
        Self(unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut Context, u32) -> u32>(address) })
    }

    /// Tries the edges from the one with index `from` in the location. Gives a [`Status`] as a number.
    ///
    /// # Safety
    /// `context` must describe the state of the program that the function was made for, with at least
    /// [`room`](super::Jit::room) entries free behind both `log` and `log_limit`; its process must be at that location,
    /// and `mark` be where `log` is.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(crate) unsafe fn call(self, context: *mut Context, from: u32) -> u32 {
        (self.0)(context, from)
    }
}
