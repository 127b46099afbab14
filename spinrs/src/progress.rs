//! One line on the terminal that says how far the search has come.

use crate::units::{bytes, grouped, seconds};
use checker::Progress;
use std::io::{IsTerminal, Write, stderr};

/// A line that is rewritten in place, on a terminal only.
pub(crate) struct ProgressLine {
    shown: bool,
    terminal: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        Self { shown: false, terminal: stderr().is_terminal() }
    }

    pub(crate) fn update(&mut self, progress: &Progress) {
        if self.terminal {
            self.shown = true;
            // Progress is a courtesy: a terminal that cannot be written to is no reason to stop.
            // A line that wrapped could not be taken back: without the wrap the terminal cuts it.
            let _ = write!(stderr(), "\r\x1b[2K\x1b[?7l{}\x1b[?7h", line(progress))
                .and_then(|()| stderr().flush());
        }
    }

    /// Clears the line.
    pub(crate) fn end(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(stderr(), "\r\x1b[2K").and_then(|()| stderr().flush());
        }
    }
}

fn line(progress: &Progress) -> String {
    let stats = &progress.stats;
    let elapsed = progress.elapsed.as_secs_f64();
    let rate = if elapsed == 0.0 { 0 } else { (stats.stored as f64 / elapsed) as u64 };
    format!(
        "{} states, {} states/s, depth {}, {}, {}",
        grouped(stats.stored),
        grouped(rate),
        grouped(stats.depth),
        bytes(crate::system::current_rss().unwrap_or(stats.store_bytes)),
        seconds(elapsed)
    )
}
