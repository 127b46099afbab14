//! The initial state, and processes that come and go.

use super::fire::Complaint;
use super::view::insert;
use super::{Interpreter, Violation};
use crate::ir::{Area, FaultId, Field, LocationId, ProctypeId, Run, RunId, Start, Target};
use hashing::{DigestPolicy, Slot, StateVector};

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Makes the initial state: globals, then the active processes in the order of their definition.
    pub(super) fn make_initial_state(&mut self, vector: &mut StateVector<P>) -> Result<(), FaultId> {
        vector.load(&[]);
        vector.resize_hidden(self.program.hidden_words as usize);
        vector.grow(self.program.global_words as usize);
        self.directory.read(self.program, vector.words());
        self.start_variables(vector, &self.program.globals, 0, 0)?;
        for &(proctype, priority) in &self.program.active {
            self.add_process(vector, proctype, &[], priority)?;
        }
        vector.commit();
        let violation = |Complaint { kind, fatal, statement }| Violation {
            kind,
            process: None,
            statement,
            steps: 0,
            fatal,
        };
        self.at_start = std::mem::take(&mut self.complaints).into_iter().map(violation).collect();
        Ok(())
    }

    fn start_variables(
        &mut self,
        vector: &mut StateVector<P>,
        starts: &[Start],
        process: u32,
        first_channel: usize,
    ) -> Result<(), FaultId> {
        let mut channel = first_channel as i32;
        for start in starts {
            match *start {
                Start::Value(target, value) => {
                    let value = self.view(vector, process, false, false).eval(value)?;
                    self.store(vector, process, target, value)?;
                }
                Start::Channel(target) => {
                    channel += 1;
                    self.store(vector, process, target, channel)?;
                }
            }
        }
        Ok(())
    }

    fn add_process(
        &mut self,
        vector: &mut StateVector<P>,
        proctype: ProctypeId,
        arguments: &[i32],
        priority: i32,
    ) -> Result<u32, FaultId> {
        let program = self.program;
        let declared = &program.proctypes[proctype.index()];
        let slot = vector.len() as u32;
        let process = self.directory.frames.len() as u32;
        let first_channel = self.directory.channels.len();
        vector.grow(declared.frame_words as usize);
        self.directory.add(program, slot, proctype);
        self.reshaped = true;
        self.set_location(vector, slot, declared.start);
        self.machine.reached[program.locations[declared.start.index()].statement as usize] = true;
        if let Some(field) = program.priority {
            self.store(vector, process, Target::Field(Area::Frame, field), priority)?;
        }
        for (field, &value) in declared.parameters.iter().zip(arguments) {
            self.store(vector, process, Target::Field(Area::Frame, *field), value)?;
        }
        self.start_variables(vector, &declared.locals, process, first_channel)?;
        self.check_start(vector, process);
        Ok(process)
    }

    /// Executes a `run`; gives the number of the new process.
    pub(super) fn run(&mut self, vector: &mut StateVector<P>, pid: u32, id: RunId) -> Result<u32, FaultId> {
        let program = self.program;
        let Run { proctype, arguments, priority, too_many_processes, too_many_channels } =
            &program.runs[id.index()];
        let limit = program.number_limit as usize;
        if limit <= self.directory.frames.len() {
            return Err(*too_many_processes);
        }
        let n_channels = program.proctypes[proctype.index()].channels.len();
        if limit < self.directory.channels.len() + n_channels {
            return Err(*too_many_channels);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.view(vector, pid, false, false).eval(argument)?);
        }
        self.add_process(vector, *proctype, &values, *priority)
    }

    /// Ends the youngest process.
    pub(super) fn end_process(&mut self, vector: &mut StateVector<P>, location: LocationId) {
        let proctype = &self.program.proctypes[self.program.locations[location.index()].proctype.index()];
        if self.has_claims() {
            self.remember_claims(vector, self.n_processes() as u32 - 1);
        }
        vector.shrink(proctype.frame_words as usize);
        self.directory.remove(proctype.channels.len());
        self.reshaped = true;
    }

    pub(super) fn set_location(&self, vector: &mut StateVector<P>, slot: u32, location: LocationId) {
        let field = Field { slot, shift: 0, width: self.program.location_bits, signed: false };
        let word = vector.get(Slot(slot));
        vector.set(Slot(slot), insert(word, field, location.0 as i32));
    }
}
