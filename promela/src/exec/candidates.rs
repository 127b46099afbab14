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
        let may_stand = |pid: &u32| {
            let view = self.view(vector, *pid, false, false);
            match self.program.locations[view.location(*pid).index()].preselect {
                Preselect::Never => false,
                Preselect::Always => true,
                Preselect::If(condition) => {
                    let n_faults = self.mild_faults.borrow().len();
                    let holds = view.eval(condition).is_ok_and(|value| value != 0);
                    self.mild_faults.borrow_mut().truncate(n_faults);
                    holds
                }
            }
        };
        (0..below.min(n_processes)).rev().find(may_stand)
    }
}
