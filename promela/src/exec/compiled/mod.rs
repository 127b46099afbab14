//! The way into generated code and back: trying the edges of one process after the other by their functions.
//!
//! What the code calls on the way is in `machine` (a successor has been found) and `hold_on` (an edge leads to no stored
//! state).

mod cursor;
mod hold_on;
mod machine;

pub(super) use cursor::Cursor;
pub(super) use machine::Machine;

use super::expand::Expansion;
use super::{Interpreter, Successors};
use crate::jit::{Context, Plan, Status};
use hashing::{DigestPolicy, Lent, StateVector};

/// How far a sweep over the processes has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swept {
    /// All processes of the level have been tried.
    All,
    /// The edges of the level's process are the interpreter's.
    Interpret,
    /// So is the next edge alone.
    InterpretEdge,
    /// An edge has been taken behind which the process keeps control.
    Fired(u32),
    /// An edge has been taken that holds out a message.
    Offered(u32),
}

/// The state in which a sweep happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    /// Steps from the stored state to the successors of this one.
    pub(super) steps: u32,
    /// The offer that waits for a partner.
    pub(super) offer: Option<usize>,
    /// Nothing else can move.
    pub(super) timeout: bool,
    /// Processes have come or gone since the stored state.
    pub(super) reshaped: bool,
}

/// Calls the functions of the locations of processes, the youngest below `pid` first, down to `stop`, until one cannot
/// go on by itself. Gives a [`Status`] as a number; the process is that of the context.
///
/// # Safety
/// The machine must describe the state in a vector lent to it, in which these processes exist.
#[expect(unsafe_code, reason = "the boundary to generated code")]
#[inline(never)]
unsafe fn try_all<P: DigestPolicy>(machine: *mut Machine<'_, P>, mut pid: u32, stop: u32) -> u32 {
    let context = machine.cast::<Context>();
    // SAFETY: processes that exist have frames within the words; each call is of the code for the location of its
    // process, and the table has a row for every number that a location field can hold. No reference to the machine
    // lives across a call.
    unsafe {
        let table = (*(*machine).codes).tries().as_ptr();
        let (words, frames, mask) = ((*context).words, (*context).frames, (*machine).location_mask);
        while stop < pid {
            pid -= 1;
            let slot = *frames.add(pid as usize);
            let frame = words.add(slot as usize);
            (*context).pid = pid;
            (*context).slot = slot;
            (*context).frame = frame;
            (*context).moved = 0;
            let Some(entry) = *table.add((*frame & mask) as usize) else { return Status::NO_CODE };
            let status = entry.call(context, 0);
            if status != 0 {
                return status;
            }
        }
    }
    0
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Finds the successors of a stored state by the processes from `stop` to the one below `above`, as far as code does
    /// by itself. Gives a [`Status`] as a number; the process is that of the machine.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn sweep_stored(
        &mut self,
        vector: &mut StateVector<P>,
        [above, stop]: [u32; 2],
        out: &mut Successors<P::Saved>,
    ) -> u32 {
        self.lend(vector, out);
        let machine = &raw mut self.machine;
        // SAFETY: `lend` has described the state in the vector, with the room that code was promised.
        unsafe { try_all(machine, above, stop) }
    }

    /// Tries the edges of processes by code, from where the cursor is. The state is `steps - 1` steps from the
    /// stored one; an offer made on the way to it is waiting for a partner.
    pub(super) fn sweep(
        &mut self,
        vector: &mut StateVector<P>,
        cursor: &mut Cursor,
        circumstances: Circumstances,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Swept {
        let Circumstances { steps, offer, timeout, reshaped } = circumstances;
        let end = self.lend(vector, run.out);
        self.machine.set_base(end - run.base.writes());
        self.machine.steps = steps;
        self.machine.reshaped = reshaped;
        self.machine.context.timeout = u32::from(timeout);
        if let Some(offer) = offer {
            self.machine.context.message = self.offers[offer].message.as_ptr();
            self.machine.context.channel = self.offers[offer].channel;
        }
        let status = self.try_processes(cursor, offer.is_some());
        self.swept(vector, cursor, status, offer.is_some())
    }

    /// What is to be done where code has come to the end or cannot go on by itself.
    pub(super) fn swept(
        &mut self,
        vector: &mut StateVector<P>,
        cursor: &mut Cursor,
        status: u32,
        accepting: bool,
    ) -> Swept {
        let status = Status::decode(status);
        if status == Status::Done {
            return Swept::All;
        }
        // The words may be those behind the edge.
        let location = match status {
            Status::Fired(edge) | Status::Offered(edge) | Status::Interpret(edge) => {
                self.machine.origin(edge)
            }
            Status::Done | Status::NoCode => self.location(vector, cursor.pid),
        };
        cursor.interpreted = status == Status::NoCode;
        cursor.start_edges(&self.program.locations[location.index()]);
        let written = self.machine.written();
        match status {
            Status::Fired(edge) => {
                cursor.edge = edge + 1;
                cursor.moved = true;
                vector.catch_up(written);
                Swept::Fired(edge)
            }
            Status::Offered(edge) => {
                cursor.edge = edge + 1;
                vector.catch_up(written);
                self.hold_out();
                Swept::Offered(edge)
            }
            Status::Interpret(edge) => {
                cursor.edge = edge;
                vector.take_back(written);
                Swept::InterpretEdge
            }
            Status::Done | Status::NoCode => {
                let plan = self.jit.as_mut().map(|jit| jit.plan(location, accepting));
                self.machine.attach(self.jit.as_deref());
                if plan == Some(Plan::Nothing) {
                    cursor.end_edges();
                }
                Swept::Interpret
            }
        }
    }

    /// Lends a stored state to the machine. Gives where the undo log ends.
    #[inline(always)]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn lend(&mut self, vector: &mut StateVector<P>, out: &mut Successors<P::Saved>) -> usize {
        let machine = &mut self.machine;
        let room = machine.room;
        let Lent { words, len, log, end, policy } = vector.lend(2 * room);
        machine.capacity = words.len();
        machine.len = len;
        machine.policy = policy;
        machine.out = out;
        // SAFETY: `lend` gives a log with this room behind `end`.
        let (mark, log_limit) = unsafe {
            let mark = log.as_mut_ptr().add(end);
            (mark, mark.add(room))
        };
        machine.base = mark;
        machine.known = mark;
        machine.steps = 1;
        machine.reshaped = false;
        let context = &mut machine.context;
        context.words = words.as_mut_ptr();
        context.log = mark;
        context.mark = mark;
        context.log_limit = log_limit;
        context.frames = self.directory.frames.as_ptr();
        context.channels = self.directory.channels.as_ptr();
        context.n_processes = self.directory.frames.len() as u32;
        context.n_channels = self.directory.channels.len() as u32;
        context.timeout = 0;
        end
    }

    /// Calls the functions of the processes' locations, from where the cursor is, until one cannot go on by itself.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn try_processes(&mut self, cursor: &mut Cursor, accepting: bool) -> u32 {
        let program = self.program;
        let machine = &raw mut self.machine;
        let context = machine.cast::<Context>();
        let mut resume = (cursor.edge < cursor.edge_end).then_some(cursor.edge);
        // SAFETY: as in `try_all`; the vector has been lent.
        let status = unsafe {
            let codes = &*(*machine).codes;
            let table = if accepting { codes.accepts() } else { codes.tries() };
            let open = codes.open_to((*context).channel);
            loop {
                if resume.is_none() && !cursor.next_pid() {
                    break 0;
                }
                let slot = *(*context).frames.add(cursor.pid as usize);
                let frame = (*context).words.add(slot as usize);
                let location = (*frame & (*machine).location_mask) as usize;
                if accepting && !open[location] {
                    continue;
                }
                (*context).pid = cursor.pid;
                (*context).slot = slot;
                (*context).frame = frame;
                (*context).moved = u32::from(cursor.moved);
                let Some(entry) = table[location] else { break Status::NO_CODE };
                let from = resume.take().map_or(0, |edge| edge - program.locations[location].first.0);
                let status = entry.call(context, from);
                cursor.moved = (*context).moved != 0;
                cursor.progress |= cursor.moved;
                if status != 0 {
                    break status;
                }
            }
        };
        cursor.end_edges();
        status
    }

    /// Makes an offer of the message that code has left.
    fn hold_out(&mut self) {
        if self.offers.len() == self.n_offers {
            self.offers.push(super::view::Offer::default());
        }
        let channel = self.machine.context.next_channel;
        let kind = self.directory.channels[channel as usize - 1].kind;
        let n_fields = self.program.channel_kinds[kind as usize].fields.len();
        let offer = &mut self.offers[self.n_offers];
        offer.channel = channel;
        offer.message.clear();
        offer.message.extend_from_slice(&self.machine.messages[..n_fields]);
    }
}
