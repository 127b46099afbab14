//! What generated code works with, and how it hands over a successor.

use super::hold_on;
use crate::exec::expand::LOOK_EVERY;
use crate::exec::successors::{Entry, EntryKind, Remainder, Successor};
use crate::exec::{DEFAULT_MAX_LEVELS, Successors};
use crate::ir::{Edge, Effect, LocationId, Program};
use crate::jit::{Codes, Context, Jit, REPEATS};
use hashing::{Digest, DigestPolicy, Guess, Word, Write, merge};
use std::{mem, ptr, slice};

/// What code works with: the context comes first, so that its address is the machine's.
///
/// Calls nest: code calls back, and what it calls may call other code. So the machine is reached by its address only,
/// and no reference to it or into it lives across a call of code. Pointers are set anew for each sweep.
#[repr(C)]
pub(in crate::exec) struct Machine<'p, P: DigestPolicy> {
    pub(super) context: Context,
    pub(super) codes: *const Codes,
    pub(super) policy: *mut P,
    pub(super) out: *mut Successors<P::Saved>,
    /// Words, zeros behind the state included, and those of the state.
    pub(super) capacity: usize,
    pub(super) len: usize,
    /// The undo log where the stored state was, and how far the policy knows it.
    pub(super) base: *const Write,
    pub(super) known: *const Write,
    /// Entries that an edge may add to it without looking.
    pub(super) room: usize,
    /// The part of a frame's first word that holds the location.
    pub(super) location_mask: Word,
    /// Steps from the stored state to the successors being found, and how many may be taken.
    pub(super) steps: u32,
    most_steps: u32,
    /// How many edges that lead to no stored state have been taken one behind the other.
    pub(super) depth: u32,
    /// Processes have come or gone since the stored state.
    pub(super) reshaped: bool,
    /// Steps until the driver has to look at its watch.
    pub(in crate::exec) until_look: u32,
    /// Unstored steps since the last entry.
    pub(in crate::exec) pending: Remainder,
    pub(super) savepoint: Savepoint,
    program: &'p Program,
    /// For each edge, its location.
    origins: Vec<LocationId>,
    /// Statements that have been tried or passed.
    pub(in crate::exec) reached: Vec<bool>,
    /// Edges that code has taken.
    pub(super) taken: Vec<bool>,
    /// For each edge, how often following it by code alone has failed.
    pub(super) failures: Vec<u8>,
    /// Messages held out, one behind the other, and the fields of the longest.
    pub(super) messages: Vec<i32>,
    pub(super) most_fields: usize,
}

/// What had been found before the first of the edges that are held on to.
#[derive(Clone, Copy, Default)]
pub(super) struct Savepoint {
    pub(super) n_entries: usize,
    pub(super) n_writes: usize,
    pub(super) pending: Remainder,
}

/// Calls inside each other, which use the processor's stack: some hundred bytes each.
const MOST_DEPTH: usize = 100;

impl<'p, P: DigestPolicy> Machine<'p, P> {
    pub(in crate::exec) fn new(program: &'p Program) -> Self {
        let most_fields = program.channel_kinds.iter().map(|kind| kind.fields.len()).max().unwrap_or(0);
        let mut origins = vec![LocationId(0); program.edges.len()];
        for (index, location) in program.locations.iter().enumerate() {
            origins[location.first.index()..location.end.index()].fill(LocationId(index as u32));
        }
        Self {
            context: Context {
                words: ptr::null_mut(),
                frame: ptr::null_mut(),
                log: ptr::null_mut(),
                mark: ptr::null_mut(),
                log_limit: ptr::null_mut(),
                emit: emit::<P>,
                keep: hold_on::keep::<P>,
                offer: hold_on::offer::<P>,
                frames: ptr::null(),
                channels: ptr::null(),
                numbers: ptr::null(),
                message: ptr::null(),
                next_message: ptr::null_mut(),
                channel: 0,
                next_channel: 0,
                n_processes: 0,
                n_channels: 0,
                pid: 0,
                slot: 0,
                moved: 0,
                timeout: 0,
                budget: 0,
            },
            codes: ptr::null(),
            policy: ptr::null_mut(),
            out: ptr::null_mut(),
            capacity: 0,
            len: 0,
            base: ptr::null(),
            known: ptr::null(),
            room: 0,
            location_mask: u32::MAX >> (32 - u32::from(program.location_bits)),
            steps: 0,
            most_steps: DEFAULT_MAX_LEVELS as u32,
            depth: 0,
            reshaped: false,
            until_look: LOOK_EVERY,
            pending: Remainder::default(),
            savepoint: Savepoint::default(),
            program,
            origins,
            reached: vec![false; program.statements.len()],
            taken: vec![false; program.edges.len()],
            failures: vec![0; program.edges.len()],
            messages: vec![0; most_fields * (MOST_DEPTH + 1)],
            most_fields,
        }
    }

    /// Takes note of the code that there is.
    pub(in crate::exec) fn attach(&mut self, jit: Option<&Jit<'_>>) {
        let Some(jit) = jit else { return };
        self.codes = jit.codes();
        self.room = jit.room();
        self.context.numbers = jit.numbers();
        self.context.next_message = self.messages.as_mut_ptr();
    }

    /// The location of an edge.
    pub(super) fn origin(&self, edge: u32) -> LocationId {
        self.origins[edge as usize]
    }

    /// The stored state was this many writes ago.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn set_base(&mut self, n_writes: usize) {
        // SAFETY: the log has at least these entries in front of what the policy knows.
        self.base = unsafe { self.known.sub(n_writes) };
    }

    /// Entries that code has added to the undo log and not taken back.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn written(&self) -> usize {
        let log: *const Write = self.context.log;
        // SAFETY: both are marks of the log.
        unsafe { log.offset_from_unsigned(self.known) }
    }

    /// The process that code was called for last, and whether it has moved.
    pub(in crate::exec) fn visited(&self) -> (u32, bool) {
        (self.context.pid, self.context.moved != 0)
    }

    /// Limits the number of unstored steps in a row.
    pub(in crate::exec) fn limit_steps(&mut self, steps: usize) {
        self.most_steps = steps.try_into().unwrap_or(u32::MAX);
    }

    /// Whether the edges taken one behind the other are more than code may follow by itself.
    #[inline]
    pub(super) fn is_too_deep(&self) -> bool {
        MOST_DEPTH < self.depth as usize || self.most_steps < self.steps
    }
}

/// A successor found by generated code: notes the writes that lead to it and its digest, and takes them back. `edge` may
/// have [`REPEATS`] added.
#[expect(unsafe_code, reason = "the boundary to generated code")]
pub(super) extern "C" fn emit<P: DigestPolicy>(context: *mut Context, edge: u32) {
    // SAFETY: a context is the first field of a machine of this type, which nobody else uses now.
    let machine = unsafe { &mut *context.cast::<Machine<'_, P>>() };
    machine.note_taken(edge & !REPEATS);
    machine.context.moved = 1;
    let mark = machine.context.mark;
    if machine.steps == 1 && edge & REPEATS == 0 {
        machine.push();
    } else {
        machine.push_on_the_way(mark, machine.steps);
    }
    machine.context.log = mark;
}

impl<P: DigestPolicy> Machine<'_, P> {
    /// An edge has been taken.
    #[inline]
    pub(super) fn note_taken(&mut self, edge: u32) {
        if !mem::replace(&mut self.taken[edge as usize], true) {
            self.mark_reached(edge);
        }
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

    /// Adds the present state, one step from the stored one, to the successors, and undoes that step, whose writes name
    /// each slot once.
    #[inline(always)]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn push(&mut self) {
        // SAFETY: the sweep has set the pointers: the log is one array, in which `base` and its end follow each other.
        // Nothing else refers to it, to the words, the policy and the successors while code runs.
        let (log, words, policy, out) = unsafe {
            let end: *const Write = self.context.log;
            let log = slice::from_raw_parts(self.base, end.offset_from_unsigned(self.base));
            let words = slice::from_raw_parts_mut(self.context.words, self.capacity);
            (log, words, &mut *self.policy, &mut *self.out)
        };
        let (digest, saved) = policy.ahead(words, self.len, log);
        let first = out.writes.len();
        out.writes.reserve(log.len());
        // SAFETY: there is room for as many writes behind the first, and the log names words of the state.
        unsafe {
            let to = out.writes.as_mut_ptr().add(first);
            for (index, &write) in log.iter().enumerate() {
                *words.get_unchecked_mut(write.slot.index()) ^= write.difference;
                to.add(index).write(write);
            }
            out.writes.set_len(first + log.len());
        }
        self.add(digest, saved, first, 1);
    }

    /// Adds the present state, `steps` steps from the stored one, to the successors. The words are then those at
    /// `mark`.
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    pub(super) fn push_on_the_way(&mut self, mark: *const Write, steps: u32) {
        // SAFETY: as in `push`; `known` and `mark` lie between `base` and the end.
        let (known, here, log, words, policy, out) = unsafe {
            let end: *const Write = self.context.log;
            let log = slice::from_raw_parts(self.base, end.offset_from_unsigned(self.base));
            let words = slice::from_raw_parts_mut(self.context.words, self.capacity);
            let [known, here] = [self.known, mark].map(|at| at.offset_from_unsigned(self.base));
            (known, here, log, words, &mut *self.policy, &mut *self.out)
        };
        let first = out.writes.len();
        out.writes.extend_from_slice(&log[known..]);
        merge(&mut out.writes, first);
        let (digest, saved) = policy.ahead(words, self.len, &out.writes[first..]);
        if known != 0 {
            // The policy knows of these; whoever takes the successor does not.
            out.writes.extend_from_slice(&log[..known]);
            merge(&mut out.writes, first);
        }
        for write in &log[here..] {
            words[write.slot.index()] ^= write.difference;
        }
        self.add(digest, saved, first, steps);
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "the boundary to generated code")]
    fn add(&mut self, digest: Digest, saved: P::Saved, first: usize, steps: u32) {
        // SAFETY: as in `push`.
        let out = unsafe { &mut *self.out };
        out.prefetcher.prefetch(digest);
        let Remainder { atomic_steps, peak } = mem::take(&mut self.pending);
        let successor = Successor {
            digest,
            saved,
            first: first as u32,
            end: out.writes.len() as u32,
            len: self.len as u32,
            steps,
            reshaped: self.reshaped,
            guess: Guess::Unknown,
        };
        out.entries.push(Entry { kind: EntryKind::State(successor), atomic_steps, peak });
    }
}
