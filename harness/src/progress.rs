//! Progress on standard error: one line that is rewritten on a terminal, a plain line for every run in a pipe.

use std::collections::HashMap;
use std::io::{IsTerminal, Write, stderr};

use crate::raw::Row;

/// What is still to be done, and how long that may take.
#[derive(Debug)]
pub struct Progress {
    terminal: bool,
    done: usize,
    total: usize,
    /// Transitions to come, by configuration.
    left: HashMap<String, f64>,
    /// Transitions and seconds so far, by configuration.
    rates: HashMap<String, (f64, f64)>,
    all: (f64, f64),
}

/// What a run costs besides its search, in transitions.
const OVERHEAD: f64 = 20_000.0;

impl Progress {
    /// Of runs given as configuration and expected transitions.
    pub fn new<'a>(runs: impl Iterator<Item = (&'a str, u64)>) -> Self {
        let mut left: HashMap<String, f64> = HashMap::new();
        let mut total = 0;
        for (configuration, transitions) in runs {
            total += 1;
            *left.entry(configuration.to_owned()).or_default() += transitions as f64 + OVERHEAD;
        }
        let terminal = stderr().is_terminal();
        Self { terminal, done: 0, total, left, rates: HashMap::new(), all: (0.0, 0.0) }
    }

    /// Announces a run.
    pub fn begin(&self, experiment: &str, instance: &str, configuration: &str) {
        if self.terminal {
            let left = self.remaining().map(|s| format!(", about {} left", duration(s))).unwrap_or_default();
            eprint!(
                "\r\x1b[K[{}/{}{left}] {experiment}: {instance}, {configuration}",
                self.done + 1,
                self.total
            );
            let _ = stderr().flush();
        }
    }

    /// Says what is done between runs.
    pub fn note(&self, what: &str) {
        if self.terminal {
            eprint!("\r\x1b[K{what}");
            let _ = stderr().flush();
        } else {
            eprintln!("{what}");
        }
    }

    /// Counts a finished run that was expected to have so many transitions.
    pub fn finish(&mut self, row: &Row, expected: u64) {
        let work = expected as f64 + OVERHEAD;
        self.done += 1;
        if let Some(left) = self.left.get_mut(&row.configuration) {
            *left = (*left - work).max(0.0);
        }
        let rate = self.rates.entry(row.configuration.clone()).or_default();
        *rate = (rate.0 + work, rate.1 + row.wall_seconds);
        self.all = (self.all.0 + work, self.all.1 + row.wall_seconds);
        if !self.terminal {
            let left = self.remaining().map_or_else(String::new, |s| format!(", about {} left", duration(s)));
            eprintln!(
                "[{}/{}{left}] {}: {}, {}: {} in {:.2} s",
                self.done,
                self.total,
                row.experiment,
                row.instance,
                row.configuration,
                row.status,
                row.wall_seconds
            );
        }
    }

    /// Ends the line.
    pub fn end(&self) {
        if self.terminal && self.done > 0 {
            eprintln!("\r\x1b[K{} runs done", self.done);
        }
    }

    /// Seconds, from what runs of the same configuration took, or of any where there were none.
    pub fn remaining(&self) -> Option<f64> {
        let any = (self.all.0 > 0.0).then(|| self.all.1 / self.all.0)?;
        let pace = |name: &str| self.rates.get(name).map_or(any, |(work, seconds)| seconds / work);
        // In the order of names: sums of floating-point numbers depend on the order.
        let mut left: Vec<_> = self.left.iter().collect();
        left.sort_by(|a, b| a.0.cmp(b.0));
        Some(left.into_iter().map(|(name, work)| work * pace(name)).sum())
    }
}

fn duration(seconds: f64) -> String {
    match seconds.round() as u64 {
        s if s < 100 => format!("{s} s"),
        s if s < 6000 => format!("{} min", s.div_ceil(60)),
        s => format!("{} h {} min", s / 3600, s % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_follows_the_pace_of_each_configuration() {
        let runs = [("slow", 980_000), ("slow", 980_000), ("fast", 980_000), ("fast", 980_000)];
        let mut progress = Progress::new(runs.into_iter());
        assert_eq!(progress.remaining(), None);
        let row = |configuration: &str, wall_seconds| Row {
            configuration: configuration.to_owned(),
            wall_seconds,
            ..Row::default()
        };
        progress.finish(&row("slow", 10.0), 980_000);
        assert!((progress.remaining().unwrap() - 30.0).abs() < 1e-6);
        progress.finish(&row("fast", 1.0), 980_000);
        assert!((progress.remaining().unwrap() - 11.0).abs() < 1e-6);
    }

    #[test]
    fn durations_are_short() {
        assert_eq!([12.2, 600.0, 7300.0].map(duration), ["12 s", "10 min", "2 h 1 min"]);
    }
}
