//! What generated code and the search share, and the call from one to the other.

use crate::exec::Placed;
use hashing::{Word, Write};

/// The state as generated code sees it. Field offsets are part of the code, hence `repr(C)`.
#[repr(C)]
pub(crate) struct Context {
    /// First word of the state vector.
    pub(crate) words: *mut Word,
    /// Where the next entry of the undo log goes. On entry it is the mark to which `emit` rewinds.
    pub(crate) log: *mut Write,
    /// Behind this entry a loop has to give up.
    pub(crate) log_limit: *mut Write,
    /// Takes a successor and undoes its writes: called with this context and the edge taken.
    pub(crate) emit: extern "C" fn(*mut Context, u32),
    /// For `emit`.
    pub(crate) emitter: *mut (),
    /// First words of the processes' frames, by process number.
    pub(crate) frames: *const u32,
    /// The channels, by number less one.
    pub(crate) channels: *const Placed,
    /// The numbers of the locations.
    pub(crate) numbers: *const u32,
    /// The message on offer, to be read or written.
    pub(crate) message: *mut i32,
    /// The channel it is offered on.
    pub(crate) offer: i32,
    /// Processes that exist.
    pub(crate) n_processes: u32,
    /// Channels that exist.
    pub(crate) n_channels: u32,
    /// The process.
    pub(crate) pid: u32,
    /// It has already moved in this state.
    pub(crate) moved: u32,
    /// Nothing else can move.
    pub(crate) timeout: u32,
    /// Steps that a `d_step` with a loop may still take.
    pub(crate) budget: u32,
}

/// Why a function has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// All edges have been tried.
    Done,
    /// This edge has been taken, and the process keeps control: the vector holds the new state.
    Fired(u32),
    /// This edge has been taken and holds out a message: the vector holds the state between the halves.
    Offered(u32),
    /// This edge must be interpreted. It may have made writes, which the log has.
    Interpret(u32),
}

impl Status {
    pub(super) const FIRED: u32 = 1;
    pub(super) const OFFERED: u32 = 2;
    pub(super) const INTERPRET: u32 = 3;

    /// The status of an edge as a number; zero is [`Status::Done`].
    pub(super) fn encode(kind: u32, edge: u32) -> u32 {
        (edge + 1) << 2 | kind
    }

    #[inline]
    fn decode(code: u32) -> Self {
        let edge = (code >> 2).wrapping_sub(1);
        match code & 3 {
            Self::FIRED => Self::Fired(edge),
            Self::OFFERED => Self::Offered(edge),
            Self::INTERPRET => Self::Interpret(edge),
            _ => Self::Done,
        }
    }
}

/// A function made for a location: context, first word of the frame as a slot, first edge to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry(extern "C" fn(*mut Context, u32, u32) -> u32);

impl Entry {
    /// The function at an address.
    ///
    /// # Safety
    /// A function of the right type, made by `function::Maker` for a location, must be there, and stay there.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) unsafe fn at(address: *const u8) -> Self {
        // SAFETY: the caller vouches for what is at the address.
        Self(unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(*mut Context, u32, u32) -> u32>(address)
        })
    }

    /// Tries the edges from the one with index `from` in the location.
    ///
    /// # Safety
    /// `context` must describe the state of the program that the function was made for, with at least
    /// [`room`](super::Jit::room) entries free behind `log`, half of them behind `log_limit`; `slot` must be the
    /// frame of a process at that location.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(crate) unsafe fn call(self, context: *mut Context, slot: u32, from: u32) -> Status {
        Status::decode((self.0)(context, slot, from))
    }
}
