//! The way into generated code and back: trying the edges of one process after the other by their functions, and
//! collecting the successors that the code finds.

use super::expand::Expansion;
use super::successors::{Entry, EntryKind, Remainder, Successor};
use super::{Interpreter, Successors};
use crate::ir::{Edge, Effect, Location, LocationId, Program};
use crate::jit::{Context, Jit, Plan, Status};
use hashing::{Change, DigestPolicy, Lent, StateVector, Word, Write};
use std::mem;

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

/// Takes successors from generated code.
struct Emitter<'a, P: DigestPolicy> {
    program: &'a Program,
    policy: &'a mut P,
    out: &'a mut Successors<P::Saved>,
    pending: &'a mut Remainder,
    taken: &'a mut [bool],
    reached: &'a mut [bool],
    /// The words, zeros behind the state included.
    words: *mut Word,
    capacity: usize,
    len: usize,
    /// The undo log where the stored state was, and where the level is.
    base: *const Write,
    mark: *mut Write,
    steps: u32,
    reshaped: bool,
    emitted: bool,
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Tries the edges of processes by code, from where the cursor is. The state is `steps - 1` steps from the
    /// stored one; an offer made on the way to it is waiting for a partner.
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn sweep(
        &mut self,
        vector: &mut StateVector<P>,
        jit: &mut Jit<'_>,
        cursor: &mut Cursor,
        circumstances: Circumstances,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Swept {
        let Circumstances { steps, offer, timeout, reshaped } = circumstances;
        let accepting = offer.is_some();
        let (message, channel) = match offer {
            Some(offer) => {
                let offer = &mut self.offers[offer];
                (offer.message.as_mut_ptr(), offer.channel)
            }
            None => {
                self.message.resize(self.most_fields, 0);
                (self.message.as_mut_ptr(), 0)
            }
        };
        let room = jit.room();
        let Lent { words, len, log, end, policy } = vector.lend(room);
        let capacity = words.len();
        let (words, log) = (words.as_mut_ptr(), log.as_mut_ptr());
        // SAFETY: `lend` gives a log with `room` entries behind `end`; `base` is an earlier mark of the same log.
        let (base, mark, log_limit) =
            unsafe { (log.add(run.base.writes()), log.add(end), log.add(end + room / 2)) };
        let mut emitter = Emitter {
            program: self.program,
            policy,
            out: run.out,
            pending: &mut self.pending,
            taken: &mut self.taken,
            reached: &mut self.reached,
            words,
            capacity,
            len,
            base,
            mark,
            steps,
            reshaped,
            emitted: false,
        };
        let mut context = Context {
            words,
            log: mark,
            log_limit,
            emit: take::<P>,
            emitter: (&raw mut emitter).cast(),
            frames: self.directory.frames.as_ptr(),
            channels: self.directory.channels.as_ptr(),
            numbers: jit.numbers(),
            message,
            offer: channel,
            n_processes: self.directory.frames.len() as u32,
            n_channels: self.directory.channels.len() as u32,
            pid: cursor.pid,
            moved: u32::from(cursor.moved),
            timeout: u32::from(timeout),
            budget: 0,
        };
        let location_mask = u32::MAX >> (32 - u32::from(self.program.location_bits));
        let swept = loop {
            let (slot, location, from);
            if cursor.edge < cursor.edge_end {
                slot = self.directory.frames[cursor.pid as usize];
                // SAFETY: frames lie within the words.
                location = LocationId(unsafe { *words.add(slot as usize) } & location_mask);
                from = cursor.edge - self.program.locations[location.index()].first.0;
            } else {
                if !cursor.next_pid() {
                    break Swept::All;
                }
                slot = self.directory.frames[cursor.pid as usize];
                // SAFETY: as above.
                location = LocationId(unsafe { *words.add(slot as usize) } & location_mask);
                from = 0;
                match jit.plan(location, accepting) {
                    Plan::Nothing => continue,
                    Plan::Call(entry) => cursor.entry = Some(entry),
                    Plan::Interpret => {
                        cursor.entry = None;
                        cursor.start_edges(&self.program.locations[location.index()]);
                        break Swept::Interpret;
                    }
                }
                context.pid = cursor.pid;
                context.moved = 0;
            }
            let Some(entry) = cursor.entry else { break Swept::Interpret };
            // SAFETY: the context describes the state in the vector, which is lent, with the room that the code was
            // promised; the entry is that of the location of the process whose frame starts at `slot`.
            let status = unsafe { entry.call(&raw mut context, slot, from) };
            if status == Status::Done {
                cursor.end_edges();
                continue;
            }
            cursor.start_edges(&self.program.locations[location.index()]);
            cursor.moved = context.moved != 0;
            match status {
                Status::Done => {}
                Status::Fired(edge) => {
                    cursor.edge = edge + 1;
                    cursor.moved = true;
                    break Swept::Fired(edge);
                }
                Status::Offered(edge) => {
                    cursor.edge = edge + 1;
                    break Swept::Offered(edge);
                }
                Status::Interpret(edge) => {
                    cursor.edge = edge;
                    break Swept::InterpretEdge;
                }
            }
        };
        cursor.progress |= emitter.emitted;
        let (log_end, channel) = (context.log, context.offer);
        // SAFETY: both lie in the log.
        let end = end + unsafe { log_end.offset_from(mark) } as usize;
        match swept {
            Swept::Fired(_) => vector.catch_up(end),
            Swept::Offered(_) => {
                vector.catch_up(end);
                self.hold_out(channel);
            }
            Swept::InterpretEdge => vector.take_back(end),
            Swept::All | Swept::Interpret => {}
        }
        swept
    }

    /// Makes an offer of the message that code has left.
    fn hold_out(&mut self, channel: i32) {
        if self.offers.len() == self.n_offers {
            self.offers.push(super::view::Offer::default());
        }
        let kind = self.directory.channels[channel as usize - 1].kind;
        let n_fields = self.program.channel_kinds[kind as usize].fields.len();
        let offer = &mut self.offers[self.n_offers];
        offer.channel = channel;
        offer.message.clear();
        offer.message.extend_from_slice(&self.message[..n_fields]);
    }
}

/// A successor found by generated code: notes its changes and its digest, and undoes them.
#[expect(unsafe_code, reason = "the boundary to generated code")]
extern "C" fn take<P: DigestPolicy>(context: *mut Context, edge: u32) {
    // SAFETY: `sweep` calls the code with its own context, in which it has put an emitter of this type, and touches
    // neither before the code returns.
    let (context, emitter) = unsafe {
        let emitter = (*context).emitter.cast::<Emitter<'_, P>>();
        (&mut *context, &mut *emitter)
    };
    emitter.take(context.log, edge);
    context.log = emitter.mark;
    context.moved = 1;
}

impl<P: DigestPolicy> Emitter<'_, P> {
    #[inline]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn take(&mut self, log_end: *mut Write, edge: u32) {
        self.emitted = true;
        if !mem::replace(&mut self.taken[edge as usize], true) {
            self.mark_reached(edge);
        }
        // SAFETY: the log is one array, in which `base`, `mark` and `log_end` follow each other; nothing else
        // refers to it or to the words while the code runs.
        let (earlier, new, words) = unsafe {
            let earlier = std::slice::from_raw_parts(self.base, self.mark.offset_from(self.base) as usize);
            let new = std::slice::from_raw_parts(self.mark, log_end.offset_from(self.mark) as usize);
            (earlier, new, std::slice::from_raw_parts_mut(self.words, self.capacity))
        };
        let first = self.out.changes.len() as u32;
        let (digest, saved) = self.policy.unwind(words, self.len, new, &mut self.out.changes);
        for write in earlier.iter().rev() {
            self.out.changes.push(Change::new(write.slot, words[write.slot.index()]));
        }
        self.out.prefetcher.prefetch(digest);
        let Remainder { atomic_steps, peak } = mem::take(self.pending);
        let successor = Successor {
            digest,
            saved,
            first,
            end: self.out.changes.len() as u32,
            len: self.len as u32,
            steps: self.steps,
            reshaped: self.reshaped,
            known: None,
        };
        self.out.entries.push(Entry { kind: EntryKind::State(successor), atomic_steps, peak });
    }

    #[cold]
    fn mark_reached(&mut self, edge: u32) {
        let Edge { statement, target, effects, .. } = self.program.edges[edge as usize];
        self.reached[statement as usize] = true;
        for effect in &self.program.effects[effects.range()] {
            if let Effect::Do(_, statement) = *effect {
                self.reached[statement as usize] = true;
            }
        }
        if target.0 != 0 {
            self.reached[self.program.locations[target.index()].statement as usize] = true;
        }
    }
}

/// How far the processes of a level and their edges have been tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    /// The process being tried; processes above it have been, those below `stop` will not be, nor `skip`.
    pub(super) pid: u32,
    pub(super) stop: u32,
    pub(super) skip: Option<u32>,
    /// The next edge of the process to try, and the end.
    pub(super) edge: u32,
    pub(super) edge_end: u32,
    /// The code for them.
    pub(super) entry: Option<crate::jit::Entry>,
    /// The process has moved in this state.
    pub(super) moved: bool,
    /// Some process has moved in this state.
    pub(super) progress: bool,
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

impl Cursor {
    /// In front of all processes.
    pub(super) fn new(n_processes: usize) -> Self {
        Self {
            pid: n_processes as u32,
            stop: 0,
            skip: None,
            edge: 0,
            edge_end: 0,
            entry: None,
            moved: false,
            progress: false,
        }
    }

    /// In front of one process.
    pub(super) fn only(pid: u32) -> Self {
        Self { pid: pid + 1, stop: pid, ..Self::new(0) }
    }

    /// Goes on to the next process; none is left otherwise.
    #[inline]
    pub(super) fn next_pid(&mut self) -> bool {
        while self.stop < self.pid {
            self.pid -= 1;
            if self.skip != Some(self.pid) {
                self.moved = false;
                return true;
            }
        }
        false
    }

    /// Sets the edges to try.
    #[inline]
    pub(super) fn start_edges(&mut self, location: &Location) {
        (self.edge, self.edge_end) = (location.first.0, location.end.0);
    }

    /// No edges are left.
    #[inline]
    pub(super) fn end_edges(&mut self) {
        self.edge = self.edge_end;
    }
}
