//! Open question 7: models with large vectors and large state spaces.

use super::Measured;
use crate::figures;
use crate::statistics::Estimate;
use crate::table::{NOTHING, Section, Table, grouped, optional, percent, percent_interval, seconds};

pub(super) fn section(data: &Measured) -> Section {
    let mut table = Table::new(
        "Clerks with ledgers (`beem-models/ledger.pml`): entries scale the states, cells the vector. Default store, machine code.",
        &["model", "states", "vector", "Jenkins (s)", "XXH3 %", "incremental %", "incremental % of XXH3"],
    );
    let mut curves: Vec<(String, Vec<(f64, Estimate)>)> = Vec::new();
    for name in data.instances() {
        let row = data.any(name);
        let vector = row.and_then(|row| row.vector_bytes).map(|bytes| bytes as f64);
        let stored = row.and_then(|row| row.stored);
        let ratio =
            |of: &str, to: &str| data.ratio(name, &format!("jit exact {of}"), &format!("jit exact {to}"));
        let shown = |of: &str, to: &str| ratio(of, to).map_or_else(|| NOTHING.to_owned(), percent_interval);
        table.rows.push(vec![
            name.clone(),
            stored.map_or_else(|| NOTHING.to_owned(), grouped),
            optional(vector, 0),
            seconds(data.median(name, "jit exact jenkins")),
            shown("xxh3", "jenkins"),
            shown("incremental", "jenkins"),
            shown("incremental", "xxh3"),
        ]);
        if let (Some(stored), Some(vector), Some(ratio)) = (stored, vector, ratio("incremental", "jenkins")) {
            let label = format!("{} states", grouped(stored));
            match curves.iter_mut().find(|(found, _)| *found == label) {
                Some((_, curve)) => curve.push((vector, ratio)),
                None => curves.push((label, vec![(vector, ratio)])),
            }
        }
    }
    let lines: Vec<(&str, Vec<(f64, Estimate)>)> =
        curves.iter().map(|(label, curve)| (&label[..], curve.clone())).collect();
    Section {
        title: "Open question 7: large vectors and large state spaces".to_owned(),
        findings: findings(data, &lines),
        tables: vec![table],
        figures: vec![figures::gain::curves("ledger", "Relative time on large vectors and large spaces", &lines)],
        notes: vec![
            "A step changes one cell and two counters of a vector of any size: the best case for incremental hashing, on purpose."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn findings(data: &Measured, curves: &[(&str, Vec<(f64, Estimate)>)]) -> Vec<String> {
    let mut out = vec![format!(
        "Question 7: {} {}",
        data.summary("jit exact incremental", "jit exact jenkins")
            .sentence("the default hash takes", "Jenkins' time"),
        data.summary("jit exact incremental", "jit exact xxh3")
            .sentence("Against a modern hash, it takes", "XXH3's"),
    )];
    for (label, curve) in curves {
        if let (Some(first), Some(last)) = (curve.first(), curve.last()) {
            out.push(format!(
                "{label}: {} % of Jenkins' time at {:.0} bytes, {} % at {:.0}.",
                percent(first.1.value, 0),
                first.0,
                percent(last.1.value, 0),
                last.0
            ));
        }
    }
    out
}
