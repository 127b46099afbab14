//! Ctrl-C: the first asks the search to end with a report, the second ends the program.

use crate::exit;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user has asked the search to end.
pub(crate) static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets [`INTERRUPT`].
pub(crate) fn watch() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if INTERRUPT.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(exit::NOT_ANSWERED));
        }
    })
}
