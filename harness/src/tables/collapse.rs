//! Open question 5: incremental collapse, alone and with incremental hashing.

use super::Measured;
use crate::table::{NOTHING, Section, Table, number, percent_interval, seconds};

pub(super) fn section(data: &Measured) -> Section {
    let mut table = Table::new(
        "Collapse looking all components up (as Spin does) and only those that were written; time with Jenkins' hash and all \
         components, and in per cent of it the others. Bytes per state of the default store and of collapse.",
        &[
            "model",
            "exact: bytes",
            "collapse: bytes",
            "all, Jenkins (s)",
            "all, incremental hash %",
            "written, Jenkins %",
            "written, incremental hash %",
            "no collapse, incremental hash %",
        ],
    );
    let baseline = "jit collapse-whole jenkins";
    for name in data.instances() {
        let bytes = |configuration| {
            data.figure(name, configuration, |row| Some(row.store_bytes? as f64 / row.stored? as f64))
        };
        let mut row = vec![
            name.clone(),
            number(bytes("jit exact incremental"), 1),
            number(bytes("jit collapse incremental"), 1),
            seconds(data.median(name, baseline)),
        ];
        row.extend(
            [
                "jit collapse-whole incremental",
                "jit collapse jenkins",
                "jit collapse incremental",
                "jit exact incremental",
            ]
            .map(|of| data.ratio(name, of, baseline).map_or_else(|| NOTHING.to_owned(), percent_interval)),
        );
        table.rows.push(row);
    }
    Section {
        title: "Open question 5: incremental collapse".to_owned(),
        findings: vec![
            format!(
                "Question 5, collapse alone: {}",
                data.summary("jit collapse jenkins", baseline)
                    .sentence("looking only written components up takes", "the time of looking all up, both with Jenkins' hash,")
            ),
            format!(
                "With incremental hashing too: {}",
                data.summary("jit collapse incremental", baseline)
                    .sentence("both together take", "the time of neither")
            ),
            data.summary("jit collapse incremental", "jit exact incremental")
                .sentence("What collapse costs, with both: it takes", "the time of the default store"),
        ],
        tables: vec![table],
        notes: vec![
            "Components are the globals and one frame for each process. Bytes include tables and what they hold in reserve; \
             of small searches that reserve is a large part."
                .to_owned(),
        ],
        ..Section::default()
    }
}
