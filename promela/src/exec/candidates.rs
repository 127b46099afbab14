//! Processes that partial-order reduction may single out.

use super::Interpreter;
use crate::ir::Preselect;
use hashing::{DigestPolicy, StateVector};

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// The youngest process below a number whose steps may stand for those of all. Alone it need not.
    pub(super) fn next_candidate(&self, vector: &StateVector<P>, below: u32) -> Option<u32> {
        let n_processes = self.directory.frames.len() as u32;
        if n_processes < 2 {
            return None;
        }
        let mask = u32::MAX >> (32 - u32::from(self.program.location_bits));
        let may_stand = |&pid: &u32| {
            let location = vector.words()[self.directory.frames[pid as usize] as usize] & mask;
            match self.program.locations[location as usize].preselect {
                Preselect::Never => false,
                Preselect::Always => true,
                Preselect::If(condition) => {
                    let n_faults = self.mild_faults.borrow().len();
                    let view = self.view(vector, pid, false, false);
                    let holds = view.eval(condition).is_ok_and(|value| value != 0);
                    self.mild_faults.borrow_mut().truncate(n_faults);
                    holds
                }
            }
        };
        (0..below.min(n_processes)).rev().find(may_stand)
    }
}
