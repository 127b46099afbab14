//! The interpreter: executes a [`Program`] step by step, every write through the write barrier.
//!
//! It is the oracle that faster engines are compared with, so it stays close to the program's tables:
//! `view` evaluates, `fire` executes an action, `expand` finds all successors of a state, `replay`
//! takes one step of a known path.

mod candidates;
mod channel;
mod claims;
mod compiled;
mod directory;
mod entries;
mod expand;
mod fire;
mod print;
mod replay;
mod start;
mod successors;
mod view;

pub use claims::Breach;
pub use expand::Scope;
pub use replay::{Control, Refusal, Taken};
pub use successors::{Entry, EntryKind, Remainder, Successor, Successors, Violation, ViolationKind};

use crate::ir::{Area, EdgeId, FaultId, FaultKind, Program};
use crate::jit::Jit;
use compiled::Machine;
use directory::Directory;
pub(crate) use directory::Placed;
use expand::Level;
use fire::Complaint;
use hashing::{DigestPolicy, StateVector, Word};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use view::{Offer, View};

/// Which properties are checked while executing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Assertions.
    pub assertions: bool,
    /// Invalid end states.
    pub end_states: bool,
}

/// A step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepTaken {
    /// The process.
    pub process: u32,
    /// The edge it took.
    pub edge: EdgeId,
}

/// Why the successors of a state were not all computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abandoned {
    /// An atomic sequence takes more steps than are followed; the statement it had reached, an index into
    /// [`Program::statements`].
    TooDeep(u32),
    /// The user wants to stop.
    Interrupted,
    /// The time is up.
    Time,
    /// One state has more successors than the memory limit allows.
    Memory,
}

/// What is watched while the successors of one state are computed, which may take long: an atomic sequence
/// can branch without end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'w> {
    /// Set from outside to stop.
    pub interrupt: Option<&'w AtomicBool>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes that the successors of one state may take.
    pub bytes: Option<usize>,
}

/// Executes programs: the seam between the search and what computes successors.
pub trait Engine<P: DigestPolicy> {
    /// Makes the initial state.
    fn start(&mut self, vector: &mut StateVector<P>) -> Result<(), FaultId>;
    /// What the initial state violates, found when it was made.
    fn violated_at_start(&self) -> &[Violation] {
        &[]
    }
    /// Takes note that the state vector holds another state, in which other processes may exist.
    fn arrive(&mut self, words: &[Word]);
    /// Appends the successors of the state in `vector` by the processes in `scope`; leaves the vector as it was.
    fn expand(
        &mut self,
        vector: &mut StateVector<P>,
        scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned>;
    /// The youngest process below a number whose steps may stand for those of all, if there is one.
    /// An engine that knows of none can only be searched whole.
    fn candidate(&self, _vector: &StateVector<P>, _below: u32) -> Option<u32> {
        None
    }
    /// For every statement, whether it has been tried or passed.
    fn reached(&self) -> &[bool];
    /// Channels found to be used against `xr` or `xs`.
    fn breaches(&self) -> &[Breach];
}

impl<P: DigestPolicy> Engine<P> for Interpreter<'_, P> {
    fn start(&mut self, vector: &mut StateVector<P>) -> Result<(), FaultId> {
        self.make_initial_state(vector)
    }

    fn violated_at_start(&self) -> &[Violation] {
        &self.at_start
    }

    fn arrive(&mut self, words: &[Word]) {
        self.directory.read(self.program, words);
    }

    fn expand(
        &mut self,
        vector: &mut StateVector<P>,
        scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        self.all_successors(vector, scope, out)
    }

    fn candidate(&self, vector: &StateVector<P>, below: u32) -> Option<u32> {
        self.next_candidate(vector, below)
    }

    fn reached(&self) -> &[bool] {
        &self.machine.reached
    }

    fn breaches(&self) -> &[Breach] {
        self.breaches()
    }
}

/// Executes a program.
pub struct Interpreter<'p, P: DigestPolicy> {
    program: &'p Program,
    checks: Checks,
    directory: Directory,
    /// Machine code, if it is wanted and nothing speaks against it.
    jit: Option<Box<Jit<'p>>>,
    /// What it works with.
    machine: Machine<'p, P>,
    /// Nothing but its edges decides whether a process may run: no `provided`, no priorities.
    is_free: bool,
    levels: Vec<Level<P::Saved>>,
    /// Messages held out on rendezvous channels, one per level that waits for a partner.
    offers: Vec<Offer>,
    n_offers: usize,
    /// The offer that the step being executed may accept.
    offered: Option<usize>,
    /// Number of the process started by the statement being executed.
    started: i32,
    /// The step being executed has added or removed a process.
    reshaped: bool,
    /// Properties violated by the step being executed, which goes on nevertheless.
    complaints: Vec<Complaint>,
    /// Those violated by the initial state.
    at_start: Vec<Violation>,
    /// The merged statement being executed, unless it is that of the edge itself.
    merged: Option<u32>,
    /// Exclusive use of channels.
    claims: claims::Claims,
    /// Using a channel against `xr` or `xs` is an error.
    claims_count: bool,
    /// Errors met by the step being executed behind which evaluation goes on.
    mild_faults: RefCell<Vec<FaultId>>,
    /// The step being executed is inside a `d_step`.
    in_d_step: bool,
    /// How many unstored steps in a row are followed.
    max_levels: usize,
    watch: Watch<'p>,
    /// What the watch has seen inside a `d_step`.
    abandoned: Option<Abandoned>,
    /// Entry whose path is wanted, and the path once it has been found.
    wanted: Option<(usize, Vec<StepTaken>)>,
    message: Vec<i32>,
    /// What the statements executed since have printed, if anybody wants to know.
    printed: Option<Vec<String>>,
}

/// Unstored steps in a row that are followed before a search gives up.
pub const DEFAULT_MAX_LEVELS: usize = 2_000_000;

impl<'p, P: DigestPolicy> Interpreter<'p, P> {
    /// An interpreter for a program.
    pub fn new(program: &'p Program, checks: Checks) -> Self {
        Self {
            program,
            checks,
            directory: Directory::default(),
            jit: None,
            machine: Machine::new(program),
            is_free: program.priority.is_none() && program.proctypes.iter().all(|p| p.provided.is_none()),
            levels: Vec::new(),
            offers: Vec::new(),
            n_offers: 0,
            offered: None,
            started: 0,
            reshaped: false,
            complaints: Vec::new(),
            at_start: Vec::new(),
            merged: None,
            claims: claims::Claims::new(program),
            claims_count: false,
            mild_faults: RefCell::default(),
            in_d_step: false,
            max_levels: DEFAULT_MAX_LEVELS,
            watch: Watch::default(),
            abandoned: None,
            wanted: None,
            message: Vec::new(),
            printed: None,
        }
    }

    /// Executes by machine code, where the program and the processor allow it; says whether they do. Code is made
    /// when control points have been visited `patience` times, so that a small model does not wait for it.
    pub fn compile(&mut self, patience: u32) -> bool {
        // Promises about channels are checked at every send and receive: the interpreter's business.
        let compiles = self.is_free && !self.has_claims();
        self.jit = if compiles { Jit::new(self.program, patience).map(Box::new) } else { None };
        self.machine.attach(self.jit.as_deref());
        self.jit.is_some()
    }

    /// Makes it an error to use a channel against `xr` or `xs`, as it must be when a search relies on them.
    pub fn rely_on_claims(&mut self) {
        self.claims_count = true;
    }

    /// Says what to watch while the successors of a state are computed.
    pub fn set_watch(&mut self, watch: Watch<'p>) {
        self.watch = watch;
    }

    /// Limits the number of unstored steps in a row.
    pub fn set_max_levels(&mut self, levels: usize) {
        self.max_levels = levels;
        self.machine.limit_steps(levels);
    }

    /// The program being executed.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Processes in the current state.
    pub fn n_processes(&self) -> usize {
        self.directory.frames.len()
    }

    /// First word of a process's frame.
    pub fn frame(&self, process: u32) -> Option<u32> {
        self.directory.frames.get(process as usize).copied()
    }

    fn view<'a>(&'a self, vector: &'a StateVector<P>, pid: u32, moved: bool, timeout: bool) -> View<'a> {
        View {
            program: self.program,
            words: vector.words(),
            hidden: vector.hidden(),
            directory: &self.directory,
            pid,
            base: self.directory.frames.get(pid as usize).copied().unwrap_or(0),
            timeout,
            moved,
            started: self.started,
            offer: self.offered.map(|index| &self.offers[index]),
            mild_faults: &self.mild_faults,
        }
    }

    /// The value of a variable: a global, or a local of `process`.
    pub fn value(&self, vector: &StateVector<P>, variable: &crate::ir::Variable, process: u32) -> i32 {
        let base = match variable.area {
            Area::Frame => self.frame(process).unwrap_or(0),
            Area::Global | Area::Hidden => 0,
        };
        let words = if variable.area == Area::Hidden { vector.hidden() } else { vector.words() };
        match words.get((base + variable.field.slot) as usize) {
            Some(&word) => view::extract(word, variable.field),
            None => 0,
        }
    }

    /// The control point of a process.
    pub fn location(&self, vector: &StateVector<P>, process: u32) -> crate::ir::LocationId {
        self.view(vector, process, false, false).location(process)
    }

    /// The messages in every channel, oldest first.
    pub fn channels(&self, vector: &StateVector<P>) -> Vec<Vec<Vec<i32>>> {
        let words = vector.words();
        let contents = |&Placed { kind, bit }: &Placed| {
            let queue = channel::Queue { kind: &self.program.channel_kinds[kind as usize], bit };
            let length = if queue.kind.capacity == 0 { 0 } else { queue.len(words) };
            let fields = 0..queue.kind.fields.len();
            let message = |p| fields.clone().filter_map(|i| queue.field(words, p, i)).collect();
            (0..length).map(message).collect()
        };
        self.directory.channels.iter().map(contents).collect()
    }

    /// Whether the search can go on behind a fault: the step just has no successor.
    fn is_fatal(&self, fault: FaultId) -> bool {
        !matches!(
            self.program.faults[fault.index()].kind,
            FaultKind::IndexOutOfBounds
                | FaultKind::DivisionByZero
                | FaultKind::RendezvousPoll
                | FaultKind::TooFewFieldsSent
                | FaultKind::TooManyFieldsSent
                | FaultKind::TooFewFieldsReceived
                | FaultKind::UninitialisedChannel
        )
    }
}
