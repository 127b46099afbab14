//! The sections of the report, each a function of the raw rows of one experiment.

mod collapse;
mod compaction;
mod ledger;
mod lossy;
mod measured;
mod mixers;
mod profile;
mod recordwise;
mod stores;
mod table_6_1;
mod tags;
mod vector_size;

pub use measured::{Measured, ModelRatio, Summary};

use crate::raw::Row;
use crate::table::Section;

/// The section of an experiment.
pub fn section(experiment: &str, rows: Vec<Row>) -> Section {
    let data = Measured::new(rows);
    let mut section = match experiment {
        "table-6.1" => table_6_1::section(&data),
        "profile" => profile::section(&data),
        "figure-6.3" => vector_size::section(&data),
        "mixers" => mixers::section(&data),
        "tags" => tags::section(&data),
        "recordwise" => recordwise::section(&data),
        "collapse" => collapse::section(&data),
        "lossy" => lossy::section(&data),
        "ledger" => ledger::section(&data),
        "stores" => stores::section(&data),
        _ => compaction::section(&data),
    };
    experiment.clone_into(&mut section.id);
    if data.is_empty() {
        section.tables.clear();
        section.figures.clear();
        section.notes.clear();
        section.findings = vec![
            match experiment {
                "profile" => {
                    "Not available: the spinrs that was measured cannot profile itself (`--profile`)."
                }
                _ => "Not measured.",
            }
            .to_owned(),
        ];
    } else {
        section.notes.push(data.provenance());
    }
    section
}
