//! Open question 4: rehash the record that a change lies in, instead of one element.

use super::Measured;
use crate::table::{NOTHING, Section, Table, optional, percent_interval, seconds};

pub(super) fn section(data: &Measured) -> Section {
    let mut table = Table::new(
        "Time in the default store with machine code: Jenkins' hash, and in per cent of it the default hash from scratch, the \
         record-wise and the incremental one.",
        &["model", "vector", "Jenkins (s)", "from scratch %", "record-wise %", "incremental %"],
    );
    for name in data.instances() {
        let vector = data.any(name).and_then(|row| row.vector_bytes).map(|bytes| bytes as f64);
        let mut row =
            vec![name.clone(), optional(vector, 0), seconds(data.median(name, "jit exact jenkins"))];
        row.extend(["full", "recordwise", "incremental"].map(|hash| {
            let ratio = data.ratio(name, &format!("jit exact {hash}"), "jit exact jenkins");
            ratio.map_or_else(|| NOTHING.to_owned(), percent_interval)
        }));
        table.rows.push(row);
    }
    let of = |hash: &str, baseline: &str| {
        data.summary(&format!("jit exact {hash}"), &format!("jit exact {baseline}"))
    };
    Section {
        title: "Open question 4: record-wise rehash".to_owned(),
        findings: vec![
            format!("Question 4: {}", of("recordwise", "jenkins").sentence("rehashing the record takes", "Jenkins' time")),
            of("recordwise", "incremental").sentence("It takes", "the time of incremental hashing of single words"),
            of("incremental", "full").sentence("Incremental hashing takes", "the time of the same function from scratch"),
        ],
        tables: vec![table],
        notes: vec![
            "A record is eight words of the vector, 32 bytes. Bit-fields, for which Holzmann proposed it, need no special care \
             here: elements are whole words, and a field that changes changes its word."
                .to_owned(),
        ],
        ..Section::default()
    }
}
