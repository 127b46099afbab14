//! Edges that lead to no stored state: a process keeps control, or holds out a message.
//!
//! What follows such an edge is explored by calling the next functions from here, so an atomic sequence is a recursion
//! and needs neither levels nor digests of its own. It is all or nothing: should anything on the way need the
//! interpreter, what has been found since the first such edge is forgotten, and the driver takes that edge as a level.

use super::machine::{Machine, Savepoint};
use crate::jit::{Context, Status};
use hashing::{DigestPolicy, Write};

/// Attempts of an edge that may fail before it is always left to the driver.
const MOST_FAILURES: u8 = 200;

/// Why an attempt fails: there is no code yet, or the driver has to look at its watch.
const NOT_NOW: u32 = Status::FIRED;
/// It has become too deep. What code returns when it gives up is of the same kind.
const NEVER: u32 = Status::INTERPRET;

/// The process has taken an edge and keeps control: tries the edges of its new location.
#[expect(unsafe_code, reason = "the boundary to generated code")]
pub(super) extern "C" fn keep<P: DigestPolicy>(context: *mut Context, edge: u32) -> u32 {
    let machine = context.cast::<Machine<'_, P>>();
    // SAFETY: a context is the first field of a machine of this type. References to the machine end before code is
    // called. The entry is that of the location of the process, for every number of which the tables have a row, and
    // `begin` has made sure of room in the log.
    unsafe {
        let Context { log: here, mark, frame, timeout, .. } = *context;
        let mut obstacle = (*machine).begin(edge);
        if obstacle == 0 {
            (*machine).pending.atomic_steps += 1;
            (*context).mark = here;
            (*context).moved = 0;
            (*context).timeout = 0;
            let location = (*frame & (*machine).location_mask) as usize;
            obstacle = match *(*(*machine).codes).tries().get_unchecked(location) {
                Some(entry) => entry.call(context, 0),
                None => NOT_NOW,
            };
            if obstacle == 0 && (*context).moved == 0 {
                (*machine).push_on_the_way(here, (*machine).steps - 1);
            }
        }
        (*context).mark = mark;
        (*context).moved = 1;
        (*context).timeout = timeout;
        (*machine).end();
        if obstacle != 0 {
            return (*machine).give_back(here, obstacle, Status::encode(Status::FIRED, edge));
        }
        (*machine).undo(here, mark);
        (*machine).note_taken(edge);
    }
    0
}

/// The process holds out a message: lets the others accept it, one after the other.
#[expect(unsafe_code, reason = "the boundary to generated code")]
pub(super) extern "C" fn offer<P: DigestPolicy>(context: *mut Context, edge: u32) -> u32 {
    let machine = context.cast::<Machine<'_, P>>();
    // SAFETY: as in `keep`.
    unsafe {
        let partner = next_partner(machine, (*context).n_processes);
        if partner != 0 {
            return with_partners(machine, edge, partner);
        }
        // Most often there is nobody: a level has been visited, and that is all.
        (*machine).pending.peak = (*machine).pending.peak.max((*machine).steps);
        (*machine).undo((*context).log, (*context).mark);
    }
    0
}

/// The number, plus one, of the youngest process below a number that may accept the message being held out; zero if
/// there is none.
///
/// # Safety
/// The machine must describe a state that has processes up to that number.
#[inline(always)]
#[expect(unsafe_code, reason = "the boundary to generated code")]
unsafe fn next_partner<P: DigestPolicy>(machine: *mut Machine<'_, P>, mut below: u32) -> u32 {
    // SAFETY: processes that exist have frames within the words, and the table has a row for every number that a
    // location field can hold.
    unsafe {
        let Context { words, frames, next_channel, pid, .. } = (*machine).context;
        let open = (*(*machine).codes).open_to(next_channel).as_ptr();
        let mask = (*machine).location_mask;
        while below != 0 {
            let word = *words.add(*frames.add(below as usize - 1) as usize);
            if *open.add((word & mask) as usize) && below - 1 != pid {
                break;
            }
            below -= 1;
        }
        below
    }
}

/// Lets the process below `partner` and those below it accept a message.
///
/// # Safety
/// As for [`next_partner`]; the context is that of a process that has just held out a message.
#[inline(never)]
#[expect(unsafe_code, reason = "the boundary to generated code")]
unsafe fn with_partners<P: DigestPolicy>(machine: *mut Machine<'_, P>, edge: u32, mut partner: u32) -> u32 {
    let context = machine.cast::<Context>();
    // SAFETY: as in `keep` and `next_partner`; there is room for as many messages as edges may be taken one behind the
    // other.
    unsafe {
        let mut obstacle = (*machine).begin(edge);
        let Context { log: here, mark, .. } = *context;
        let mut accepted = 0;
        while partner != 0 && obstacle == 0 {
            let before = Context { ..*context };
            let slot = *before.frames.add(partner as usize - 1);
            let frame = before.words.add(slot as usize);
            (*context).mark = here;
            (*context).timeout = 0;
            (*context).channel = before.next_channel;
            (*context).message = before.next_message;
            (*context).next_message = before.next_message.add((*machine).most_fields);
            (*context).pid = partner - 1;
            (*context).slot = slot;
            (*context).frame = frame;
            (*context).moved = 0;
            let location = (*frame & (*machine).location_mask) as usize;
            obstacle = match *(*(*machine).codes).accepts().get_unchecked(location) {
                Some(entry) => entry.call(context, 0),
                None => NOT_NOW,
            };
            accepted |= (*context).moved;
            (*context).mark = mark;
            (*context).timeout = before.timeout;
            (*context).channel = before.channel;
            (*context).next_channel = before.next_channel;
            (*context).message = before.message;
            (*context).next_message = before.next_message;
            (*context).pid = before.pid;
            (*context).slot = before.slot;
            (*context).frame = before.frame;
            (*context).moved = before.moved;
            partner = next_partner(machine, partner - 1);
        }
        (*machine).end();
        if obstacle != 0 {
            return (*machine).give_back(here, obstacle, Status::encode(Status::OFFERED, edge));
        }
        (*context).moved |= accepted;
        (*machine).undo(here, mark);
        if accepted != 0 {
            (*machine).note_taken(edge);
        }
    }
    0
}

impl<P: DigestPolicy> Machine<'_, P> {
    /// One more edge is held on to; gives what stands against it.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn begin(&mut self, edge: u32) -> u32 {
        let mut obstacle = 0;
        if self.depth == 0 {
            // SAFETY: the sweep has set the pointer, and nothing else refers to the successors while code runs.
            let out = unsafe { &*self.out };
            self.savepoint =
                Savepoint { n_entries: out.entries.len(), n_writes: out.writes.len(), pending: self.pending };
            if MOST_FAILURES <= self.failures[edge as usize] {
                obstacle = NOT_NOW;
            }
        }
        self.pending.peak = self.pending.peak.max(self.steps);
        self.steps += 1;
        self.depth += 1;
        if self.is_too_deep() || self.context.log_limit < self.context.log {
            obstacle = NEVER;
        }
        // When it is time to look, the driver will, at the level that this edge becomes.
        if self.until_look == 1 {
            obstacle = NOT_NOW;
        } else {
            self.until_look -= 1;
        }
        obstacle
    }

    #[inline]
    fn end(&mut self) {
        self.steps -= 1;
        self.depth -= 1;
    }

    /// Takes back the writes from the end of the log down to a mark.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn undo(&mut self, end: *mut Write, mark: *mut Write) {
        let mut at = end;
        while mark < at {
            // SAFETY: both are marks of the log, whose entries name words of the state.
            unsafe {
                at = at.sub(1);
                *self.context.words.add((*at).slot.index()) ^= (*at).difference;
            }
        }
        self.context.log = mark;
    }

    /// An attempt has failed at some depth. The first of the edges is given back to the driver, just taken.
    #[cold]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn give_back(&mut self, here: *mut Write, obstacle: u32, status: u32) -> u32 {
        if self.depth != 0 {
            return obstacle;
        }
        self.undo(self.context.log, here);
        // SAFETY: as in `begin`.
        let out = unsafe { &mut *self.out };
        out.entries.truncate(self.savepoint.n_entries);
        out.writes.truncate(self.savepoint.n_writes);
        self.pending = self.savepoint.pending;
        if let (Status::Interpret(_), Status::Fired(edge) | Status::Offered(edge)) =
            (Status::decode(obstacle), Status::decode(status))
        {
            self.failures[edge as usize] += 1;
        }
        status
    }
}
