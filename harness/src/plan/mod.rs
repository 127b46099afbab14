//! The plan: experiments, each a set of instances in configurations, with repetitions.

mod configuration;
mod experiments;
mod selection;

pub use configuration::{Configuration, Tool};
pub use experiments::{STORES, experiments, variants};
pub use selection::{Scale, select};

use crate::models::Instance;

/// What belongs to one raw file.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name on the command line and that of its file.
    pub id: &'static str,
    /// The instances with their configurations, in the order in which a repetition runs them.
    pub runs: Vec<(Instance, Configuration)>,
    /// How often each is run.
    pub repetitions: u32,
}

impl Experiment {
    /// How many runs that is.
    pub fn total(&self) -> usize {
        let times = |configuration: &Configuration| {
            if configuration.counts_only { 1 } else { self.repetitions as usize }
        };
        self.runs.iter().map(|(_, configuration)| times(configuration)).sum()
    }
}

/// The names of all experiments, in the order of the report.
pub const EXPERIMENTS: [&str; 11] = [
    "table-6.1",
    "profile",
    "figure-6.3",
    "mixers",
    "tags",
    "recordwise",
    "collapse",
    "lossy",
    "ledger",
    "stores",
    "compaction",
];
