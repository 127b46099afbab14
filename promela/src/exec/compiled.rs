//! The way into generated code and back: trying the edges of one process after the other by their functions, and
//! collecting the successors that the code finds.

use super::expand::{Expansion, Level, Role};
use super::successors::{Entry, EntryKind, Remainder, Successor};
use super::{Interpreter, Successors};
use crate::ir::{Edge, Effect, LocationId, Program};
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
    /// Tries the edges of the top level's processes by code, from where the level is.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn sweep(
        &mut self,
        vector: &mut StateVector<P>,
        jit: &mut Jit<'_>,
        run: &mut Expansion<'_, P::Saved>,
    ) -> Swept {
        let steps = self.levels.len() as u32;
        let Some(level) = self.levels.last_mut() else { return Swept::All };
        let accepting = level.role == Role::Rendezvous;
        let (message, channel) = if accepting {
            let offer = &mut self.offers[level.offer];
            (offer.message.as_mut_ptr(), offer.channel)
        } else {
            self.message.resize(self.most_fields, 0);
            (self.message.as_mut_ptr(), 0)
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
            reshaped: level.reshaped,
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
            pid: level.pid,
            moved: u32::from(level.moved),
            timeout: u32::from(matches!(level.role, Role::Base { timeout: true })),
            budget: 0,
        };
        let location_mask = u32::MAX >> (32 - u32::from(self.program.location_bits));
        let swept = loop {
            let slot;
            if level.edge < level.edge_end {
                slot = self.directory.frames[level.pid as usize];
            } else {
                if !level.next_pid() {
                    break Swept::All;
                }
                slot = self.directory.frames[level.pid as usize];
                // SAFETY: frames lie within the words.
                let location = LocationId(unsafe { *words.add(slot as usize) } & location_mask);
                match jit.plan(location, accepting) {
                    Plan::Nothing => continue,
                    plan => {
                        let location = &self.program.locations[location.index()];
                        level.start_edges(location.first.0, location.end.0);
                        match plan {
                            Plan::Call(entry) => level.entry = Some(entry),
                            Plan::Interpret | Plan::Nothing => {
                                level.entry = None;
                                break Swept::Interpret;
                            }
                        }
                    }
                }
                context.pid = level.pid;
                context.moved = 0;
            }
            let Some(entry) = level.entry else { break Swept::Interpret };
            // SAFETY: the context describes the state in the vector, which is lent, with the room that the code was
            // promised; the entry is that of the location of the process whose frame starts at `slot`.
            let status = unsafe { entry.call(&raw mut context, slot, level.edge - level.edge_first) };
            match status {
                Status::Done => level.end_edges(),
                Status::Fired(edge) => {
                    level.edge = edge + 1;
                    level.moved = true;
                    break Swept::Fired(edge);
                }
                Status::Offered(edge) => {
                    level.edge = edge + 1;
                    level.moved = context.moved != 0;
                    break Swept::Offered(edge);
                }
                Status::Interpret(edge) => {
                    level.edge = edge;
                    level.moved = context.moved != 0;
                    break Swept::InterpretEdge;
                }
            }
        };
        level.progress |= emitter.emitted;
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
        let (all, new, words) = unsafe {
            let all = std::slice::from_raw_parts(self.base, log_end.offset_from(self.base) as usize);
            let new = std::slice::from_raw_parts(self.mark, log_end.offset_from(self.mark) as usize);
            (all, new, std::slice::from_raw_parts_mut(self.words, self.capacity))
        };
        let first = self.out.changes.len() as u32;
        for write in all {
            self.out.changes.push(Change::new(write.slot, words[write.slot.index()]));
        }
        let before = self.policy.save();
        let digest = if P::IS_SUM {
            for write in new.iter().rev() {
                let after = mem::replace(&mut words[write.slot.index()], write.old);
                self.policy.wrote(words, write.slot, write.old, after);
            }
            self.policy.current(words)
        } else {
            self.follow(words, new)
        };
        let Remainder { atomic_steps, peak } = mem::take(self.pending);
        let successor = Successor {
            digest,
            saved: self.policy.save(),
            first,
            end: self.out.changes.len() as u32,
            len: self.len as u32,
            steps: self.steps,
            reshaped: self.reshaped,
            known: false,
        };
        self.policy.restore(before);
        self.out.entries.push(Entry { kind: EntryKind::State(successor), atomic_steps, peak });
    }

    /// The digest by a policy that must see every write in its turn. Leaves the words as they were.
    fn follow(&mut self, words: &mut [Word], writes: &[Write]) -> hashing::Digest {
        let mut after = Vec::with_capacity(writes.len());
        for write in writes.iter().rev() {
            after.push(mem::replace(&mut words[write.slot.index()], write.old));
        }
        for (write, &new) in writes.iter().zip(after.iter().rev()) {
            words[write.slot.index()] = new;
            self.policy.wrote(words, write.slot, write.old, new);
        }
        let digest = self.policy.current(&words[..self.len]);
        for write in writes.iter().rev() {
            words[write.slot.index()] = write.old;
        }
        digest
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

impl<S> Level<S> {
    /// Goes on to the next process; none is left otherwise.
    pub(super) fn next_pid(&mut self) -> bool {
        while self.stop < self.pid {
            self.pid -= 1;
            if self.skip != Some(self.pid) {
                self.moved = false;
                self.escape = 0;
                return true;
            }
        }
        false
    }

    /// Sets the edges to try.
    pub(super) fn start_edges(&mut self, first: u32, end: u32) {
        (self.edge_first, self.edge, self.edge_end) = (first, first, end);
    }

    /// No edges are left.
    pub(super) fn end_edges(&mut self) {
        self.edge = self.edge_end;
    }
}
