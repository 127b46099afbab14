//! How far a sweep over the processes of a state has come.

use crate::ir::Location;

/// The number of no process.
const NOBODY: u32 = u32::MAX;

/// How far the processes of a level and their edges have been tried.
#[derive(Clone, Copy, Debug)]
pub(in crate::exec) struct Cursor {
    /// The process being tried; processes above it have been, those below `stop` will not be, nor `skip`.
    pub(in crate::exec) pid: u32,
    pub(in crate::exec) stop: u32,
    pub(in crate::exec) skip: u32,
    /// The next edge of the process to try, and the end.
    pub(in crate::exec) edge: u32,
    pub(in crate::exec) edge_end: u32,
    /// The interpreter has to try them.
    pub(in crate::exec) interpreted: bool,
    /// The process has moved in this state.
    pub(in crate::exec) moved: bool,
    /// Some process has moved in this state.
    pub(in crate::exec) progress: bool,
}

impl Cursor {
    /// In front of all processes.
    pub(in crate::exec) fn new(n_processes: usize) -> Self {
        Self {
            pid: n_processes as u32,
            stop: 0,
            skip: NOBODY,
            edge: 0,
            edge_end: 0,
            interpreted: true,
            moved: false,
            progress: false,
        }
    }

    /// In front of one process.
    pub(in crate::exec) fn only(pid: u32) -> Self {
        Self { pid: pid + 1, stop: pid, ..Self::new(0) }
    }

    /// Goes on to the next process; none is left otherwise.
    #[inline]
    pub(in crate::exec) fn next_pid(&mut self) -> bool {
        while self.stop < self.pid {
            self.pid -= 1;
            if self.skip != self.pid {
                self.moved = false;
                return true;
            }
        }
        false
    }

    /// Sets the edges to try.
    #[inline]
    pub(in crate::exec) fn start_edges(&mut self, location: &Location) {
        (self.edge, self.edge_end) = (location.first.0, location.end.0);
    }

    /// No edges are left.
    #[inline]
    pub(in crate::exec) fn end_edges(&mut self) {
        self.edge = self.edge_end;
    }
}
