//! Open question 6: incremental hashing in bitstate search and hash compaction: time and coverage.

use super::Measured;
use crate::table::{NOTHING, Section, Table, number, percent, percent_interval, seconds};
use crate::thesis;

const STORES: [(&str, &str); 3] = [
    ("bitstate, k = 3", "bitstate {} k=3"),
    ("bitstate, k = 20", "bitstate {} k=20"),
    ("compaction", "compact {}"),
];

fn configuration(engine: &str, store: &str, hash: &str) -> String {
    format!("{engine} {}", store.replace("{}", hash))
}

pub(super) fn section(data: &Measured) -> Section {
    Section {
        title: "Open question 6: bitstate search and hash compaction".to_owned(),
        findings: findings(data),
        tables: vec![times(data), coverage(data)],
        notes: vec![
            "Jenkins' is lookup8 here, 64 bits, which Spin uses in bitstate search. The array has four to eight bytes per state, \
             a power of two. Bits are placed by enhanced double hashing from one digest, so that k = 20 costs twenty accesses to \
             memory but only one hash. Coverage: states stored, in per cent of those of an exact search."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn times(data: &Measured) -> Table {
    let mut table = Table::new(
        "Time with Jenkins' hash, and in per cent of it the default hash, with machine code and with the interpreter.",
        &[
            "model",
            "jit: k = 3 (s)",
            "%",
            "k = 20 (s)",
            "%",
            "compaction (s)",
            "%",
            "interpreter: k = 3 %",
            "k = 20 %",
            "compaction %",
        ],
    );
    for name in data.instances() {
        let ratio = |engine: &str, store: &str| {
            let (of, to) =
                (configuration(engine, store, "incremental"), configuration(engine, store, "lookup8"));
            data.ratio(name, &of, &to).map_or_else(|| NOTHING.to_owned(), percent_interval)
        };
        let mut row = vec![name.clone()];
        for (_, store) in STORES {
            row.push(seconds(data.median(name, &configuration("jit", store, "lookup8"))));
            row.push(ratio("jit", store));
        }
        row.extend(STORES.map(|(_, store)| ratio("interpreter", store)));
        table.rows.push(row);
    }
    table
}

/// The share of the states that were stored; NaN if it is not known.
fn covered(data: &Measured, instance: &str, configuration: &str) -> f64 {
    data.figure(instance, configuration, |row| Some(row.stored? as f64 / row.expected_stored? as f64))
}

fn coverage(data: &Measured) -> Table {
    let mut table = Table::new(
        "Coverage in per cent, with Jenkins' and with the default hash (J, I).",
        &["model", "k = 3: J", "I", "k = 20: J", "I", "compaction: J", "I"],
    );
    for name in data.instances() {
        let mut row = vec![name.clone()];
        for (_, store) in STORES {
            row.extend(
                ["lookup8", "incremental"]
                    .map(|hash| number(covered(data, name, &configuration("jit", store, hash)) * 100.0, 4)),
            );
        }
        table.rows.push(row);
    }
    table
}

fn findings(data: &Measured) -> Vec<String> {
    let mut out = Vec::new();
    let (bitstate, compaction) = thesis::PREDICTED;
    for ((what, store), predicted) in STORES.iter().zip([bitstate, bitstate, compaction]) {
        let of = |engine: &str| {
            data.summary(
                &configuration(engine, store, "incremental"),
                &configuration(engine, store, "lookup8"),
            )
        };
        let (fast, slow) = (of("jit"), of("interpreter"));
        if fast.is_empty() {
            continue;
        }
        let gain = (1.0 - fast.mean().value) * 100.0;
        let verdict = if gain > predicted + 0.5 {
            "more than"
        } else if gain <= 0.0 {
            "no gain, where the thesis hoped for"
        } else {
            "within"
        };
        let mean = |hash: &str| data.average(|name| covered(data, name, &configuration("jit", store, hash)));
        out.push(format!(
            "Question 6, {what}: {} A gain of {gain:.1} % is {verdict} the thesis' bound of {predicted} % at -O3; with the \
             interpreter it is {} %. Mean coverage is {} % with Jenkins' and {} % with the default hash.",
            fast.sentence("the default hash takes", "Jenkins' time"),
            number((1.0 - slow.mean().value) * 100.0, 1),
            percent(mean("lookup8"), 4),
            percent(mean("incremental"), 4),
        ));
    }
    out
}
