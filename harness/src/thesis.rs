//! Table 6.1 of V. Y. Nguyen, "Optimising techniques for model checkers", University of Twente, 2007, and what its text
//! says of it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A row of the table; what the scan does not show is empty.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[expect(missing_docs, reason = "the names are the columns of the table")]
pub struct ThesisRow {
    pub model: String,
    pub state_vector_bytes: Option<f64>,
    /// Transitions in millions: the thesis calls them states.
    pub states_million: Option<f64>,
    pub jenkins_collision_pct: Option<f64>,
    pub incremental_collision_pct: Option<f64>,
    #[serde(rename = "jenkins_O0_seconds")]
    pub jenkins_o0_seconds: Option<f64>,
    #[serde(rename = "incremental_O0_pct_of_jenkins")]
    pub incremental_o0_pct: Option<f64>,
    #[serde(rename = "jenkins_O3_seconds")]
    pub jenkins_o3_seconds: Option<f64>,
    #[serde(rename = "incremental_O3_pct_of_jenkins")]
    pub incremental_o3_pct: Option<f64>,
}

/// Average time with incremental hashing, in per cent of that with Jenkins', at -O0.
pub const MEAN_O0: f64 = 91.0;
/// The same at -O3.
pub const MEAN_O3: f64 = 94.0;
/// The average collision rates of Jenkins' and of incremental hashing, in per cent.
pub const MEAN_COLLISIONS: (f64, f64) = (5.0, 12.0);
/// The share of the time that Jenkins' hash takes, in per cent, at -O0 and -O3 (figures 6.1 and 6.2).
pub const HASH_SHARE: (f64, f64) = (11.0, 7.0);
/// The share that is left with incremental hashing, in per cent.
pub const HASH_SHARE_INCREMENTAL: f64 = 1.0;
/// The vector from which on the gain of figure 6.3 stays level, in bytes.
pub const LEVEL_FROM: f64 = 1646.0;
/// The shares of the time that hashing takes in bitstate search and in hash compaction, in per cent, at -O3: the
/// greatest gains that incremental hashing could have there.
pub const PREDICTED: (f64, f64) = (15.0, 40.0);

/// Above so many million transitions the searches of the thesis ran out of memory and are truncated.
pub const TRUNCATED_FROM: f64 = 60.0;

/// The table by model.
pub fn table() -> BTreeMap<String, ThesisRow> {
    let text = include_str!("../data/thesis-table-6.1.csv").replace("NA", "");
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize::<ThesisRow>();
    rows.filter_map(Result::ok).map(|row| (row.model.clone(), row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_table_is_read() {
        let table = table();
        assert_eq!(table.len(), 125);
        assert_eq!(table["sokoban.3"].incremental_collision_pct, Some(284.0));
        assert_eq!(table["fischer.4"].jenkins_o0_seconds, None);
        let known: Vec<f64> = table.values().filter_map(|row| row.incremental_o0_pct).collect();
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        assert!((mean - MEAN_O0).abs() < 1.0, "{mean}");
    }
}
