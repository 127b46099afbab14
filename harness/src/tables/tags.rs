//! Open question 3: several hash codes per state, compared before the bytes.

use super::Measured;
use crate::table::{NOTHING, Section, Table, number, percent_interval, seconds};

const STORES: [(&str, &str); 3] = [
    ("no code (Spin's chains)", "chained"),
    ("7 bits (SwissTable)", "hashbrown"),
    ("32 bits (default)", "exact"),
];

pub(super) fn section(data: &Measured) -> Section {
    let mut table = Table::new(
        "Vectors compared in vain per million transitions, for Jenkins' and for the default hash (J, I), by bits of a second \
         code that are compared first; and the time with the default hash.",
        &[
            "model",
            "no code: J",
            "I",
            "7 bits: J",
            "I",
            "32 bits: J",
            "I",
            "no code (s)",
            "7 bits %",
            "32 bits %",
        ],
    );
    for name in data.instances() {
        let mut row = vec![name.clone()];
        for (_, store) in STORES {
            row.extend(["jenkins", "incremental"].map(|hash| number(in_vain(data, name, store, hash), 0)));
        }
        row.push(seconds(data.median(name, "jit chained incremental")));
        for store in ["hashbrown", "exact"] {
            let ratio = data.ratio(name, &format!("jit {store} incremental"), "jit chained incremental");
            row.push(ratio.map_or_else(|| NOTHING.to_owned(), percent_interval));
        }
        table.rows.push(row);
    }
    let mean = |store: &str, hash: &str| data.average(|name| in_vain(data, name, store, hash));
    let finding = format!(
        "Question 3: with a code of 32 bits beside the index, {} vectors per million transitions are compared in vain with \
         the default hash and {} with Jenkins', against {} and {} in Spin's chains, as many as states, and {} and {} with a code of 7 bits. \
         {}",
        number(mean("exact", "incremental"), 1),
        number(mean("exact", "jenkins"), 1),
        number(mean("chained", "incremental"), 0),
        number(mean("chained", "jenkins"), 0),
        number(mean("hashbrown", "incremental"), 0),
        number(mean("hashbrown", "jenkins"), 0),
        data.summary("jit exact incremental", "jit chained incremental").sentence(
            "The store with the code takes",
            "the time of Spin's chains, both with the default hash,"
        ),
    );
    let other = "The time has more causes than the code: the default store keeps states in one table of cache lines and grows \
                 with them, while there are as many chains as states from the start."
        .to_owned();
    Section {
        title: "Open question 3: several hash codes before the comparison".to_owned(),
        findings: vec![finding],
        tables: vec![table],
        notes: vec![other],
        ..Section::default()
    }
}

/// Per million transitions.
fn in_vain(data: &Measured, instance: &str, store: &str, hash: &str) -> f64 {
    data.collision_rate(instance, &format!("jit {store} {hash}")) * 1e6
}
