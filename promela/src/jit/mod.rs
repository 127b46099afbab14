//! The second engine: machine code for the edges of a location, made by Cranelift while the search runs.
//!
//! The unit is the location. Its function tries the edges of one process in order, in the state the vector holds:
//! it evaluates the guard, writes the effects to the words and the undo log, and hands every plain successor to the
//! search by a call of [`Context::emit`], which undoes the writes. An edge that leads to no stored state is handed over
//! likewise ([`Context::keep`], [`Context::offer`]): what follows is explored by calling the function of the next
//! location, or those of the partners of a rendezvous. Whatever needs more than that (a fault, a process that starts or
//! ends) is returned to the driver in `exec`, which also interprets what is not compiled; behind a [`Status`] the
//! function is resumed at the next edge. So every model can be executed, and there is one implementation of everything
//! rare.
//!
//! Functions are made in batches, when locations have been interpreted often enough to pay for it.

mod action;
mod channel;
mod codes;
mod context;
mod d_step;
mod expression;
mod function;
mod location;
mod memory;
mod words;

pub(crate) use codes::Codes;
pub(crate) use context::{Context, REPEATS, Status};

use crate::ir::{LocationId, Program};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use memory::Executable;

/// Locations compiled at a time, so that a huge model is not held up by code it hardly uses.
const MOST_PER_BATCH: usize = 512;

/// What a function is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Trying the edges of a process.
    Try,
    /// Accepting a rendezvous that is on offer.
    Accept,
}

/// What is known about executing the edges of a location in one way.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Not compiled yet; visits so far.
    Interpreted(u32),
    /// Compiled: the function is among the [`Codes`].
    Compiled,
    /// It cannot be compiled.
    Hopeless,
    /// No edge can be taken in this way, whatever the state.
    Closed,
}

/// Machine code for a program.
pub(crate) struct Jit<'p> {
    program: &'p Program,
    isa: OwnedTargetIsa,
    tries: Vec<Form>,
    accepts: Vec<Form>,
    codes: Codes,
    /// Visits of locations that have no code yet, and how many make the next batch.
    visits: u32,
    batch_at: u32,
    /// The numbers of locations, for remote references.
    numbers: Vec<u32>,
    /// Entries that one edge may add to the undo log, at most; a loop checks for itself.
    room: usize,
    memory: Vec<Executable>,
}

/// Room in the undo log for a `d_step` with a loop.
const LOOP_ROOM: usize = 1 << 12;

impl<'p> Jit<'p> {
    /// A compiler for the machine it runs on; none if Cranelift does not know it.
    ///
    /// The first code is made when locations have been visited `patience` times.
    pub(crate) fn new(program: &'p Program, patience: u32) -> Option<Self> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("unwind_info", "false"),
            ("enable_probestack", "false"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let forms = |purpose| {
            let form = |location| match location::is_closed(program, location, purpose) {
                true => Form::Closed,
                false if location::is_hopeless(program, location) => Form::Hopeless,
                false => Form::Interpreted(0),
            };
            (0..program.locations.len() as u32).map(|index| form(LocationId(index))).collect()
        };
        let (tries, accepts) = (forms(Purpose::Try), forms(Purpose::Accept));
        let numbers = program.locations.iter().map(|location| location.number).collect();
        Some(Self {
            program,
            isa,
            tries,
            accepts,
            codes: Codes::new(program),
            visits: 0,
            batch_at: patience.max(1),
            numbers,
            room: LOOP_ROOM,
            memory: Vec::new(),
        })
    }

    /// Entries that an edge may add to the undo log without looking: twice as many must be free when code is called.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.room
    }

    /// Numbers of the locations, for [`Context`].
    #[inline]
    pub(crate) fn numbers(&self) -> *const u32 {
        self.numbers.as_ptr()
    }

    /// The functions.
    #[inline]
    pub(crate) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// What to do at a location for which there is no code; `accepting` while a rendezvous is on offer.
    pub(crate) fn plan(&mut self, location: LocationId, accepting: bool) -> Plan {
        let forms = if accepting { &mut self.accepts } else { &mut self.tries };
        match &mut forms[location.index()] {
            Form::Closed => Plan::Nothing,
            Form::Hopeless | Form::Compiled => Plan::Interpret,
            Form::Interpreted(visits) => {
                *visits += 1;
                self.visits += 1;
                if self.visits == self.batch_at {
                    self.compile_batch();
                }
                Plan::Interpret
            }
        }
    }

    /// Compiles the locations visited since the last batch.
    #[cold]
    fn compile_batch(&mut self) {
        self.visits = 0;
        let mut wanted = Vec::new();
        for purpose in [Purpose::Try, Purpose::Accept] {
            for (index, form) in self.forms(purpose).iter().enumerate() {
                if let Form::Interpreted(visits @ 1..) = form {
                    wanted.push((*visits, purpose, LocationId(index as u32)));
                }
            }
        }
        wanted.sort_by_key(|&(visits, _, location)| (std::cmp::Reverse(visits), location));
        wanted.truncate(MOST_PER_BATCH);
        let mut maker = function::Maker::new(self.program, &*self.isa);
        let compiled = wanted.iter().map(|&(_, purpose, location)| maker.make(location, purpose));
        let compiled: Vec<Option<Vec<u8>>> = compiled.collect();
        self.room = self.room.max(maker.most_writes());
        let mut made = Vec::new();
        for ((_, purpose, location), function) in wanted.into_iter().zip(compiled) {
            match function {
                Some(function) => made.push((purpose, location, function)),
                None => self.forms(purpose)[location.index()] = Form::Hopeless,
            }
        }
        match Executable::new(made.iter().map(|(_, _, function)| &function[..])) {
            Some(memory) => {
                for ((purpose, location, _), entry) in made.into_iter().zip(memory.entries()) {
                    self.forms(purpose)[location.index()] = Form::Compiled;
                    self.codes.set(purpose, location, entry);
                }
                self.memory.push(memory);
            }
            None => {
                for (purpose, location, _) in made {
                    self.forms(purpose)[location.index()] = Form::Hopeless;
                }
            }
        }
        self.batch_at = self.batch_at.saturating_mul(2);
    }

    fn forms(&mut self, purpose: Purpose) -> &mut [Form] {
        match purpose {
            Purpose::Try => &mut self.tries,
            Purpose::Accept => &mut self.accepts,
        }
    }
}

/// How the edges of a location are to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// By the interpreter.
    Interpret,
    /// Not at all: none can be taken.
    Nothing,
}
