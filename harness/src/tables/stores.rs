//! Every store: bytes per state and transitions per second.

use super::Measured;
use crate::figures;
use crate::plan::STORES;
use crate::table::{Section, Table, number, percent};

fn configuration(store: &str) -> String {
    format!("jit {store} incremental")
}

fn bytes(data: &Measured, instance: &str, store: &str) -> f64 {
    data.figure(instance, &configuration(store), |row| Some(row.store_bytes? as f64 / row.stored? as f64))
}

/// Millions of transitions per second.
fn rate(data: &Measured, instance: &str, store: &str) -> f64 {
    let configuration = configuration(store);
    let transitions = data.figure(instance, &configuration, |row| Some(row.transitions? as f64));
    transitions / data.median(instance, &configuration) / 1e6
}

pub(super) fn section(data: &Measured) -> Section {
    let mut summary = Table::new(
        "All stores, default hash, machine code: geometric means over the models.",
        &["store", "bytes per state", "million transitions/s", "states stored %"],
    );
    let mut points = Vec::new();
    for store in STORES.iter().filter(|store| data.has(&configuration(store))) {
        let (size, speed) =
            (data.mean(|name| bytes(data, name, store)), data.mean(|name| rate(data, name, store)));
        let share = data.average(|name| {
            data.figure(name, &configuration(store), |row| {
                Some(row.stored? as f64 / row.expected_stored? as f64)
            })
        });
        summary.rows.push(vec![(*store).to_owned(), number(size, 1), number(speed, 2), percent(share, 4)]);
        points.push(((*store).to_owned(), size, speed));
    }
    let detail = |caption: &str, of: fn(&Measured, &str, &str) -> f64, decimals| {
        let mut head = vec!["model"];
        head.extend(STORES);
        let mut table = Table::new(caption, &head);
        for name in data.instances() {
            let mut row = vec![name.clone()];
            row.extend(STORES.map(|store| number(of(data, name, store), decimals)));
            table.rows.push(row);
        }
        table
    };
    Section {
        title: "Stores: bytes per state and transitions per second".to_owned(),
        findings: findings(data, &points),
        tables: vec![
            summary,
            detail("Bytes per state.", bytes, 1),
            detail("Million transitions per second.", rate, 2),
        ],
        figures: vec![figures::stores::scatter(&points)],
        notes: vec![
            "Bytes are what the store has taken from the system, tables and reserve included, divided by the states stored. The \
             bitstate stores have their default array of 256 MiB, whatever the model: their bytes say nothing here. Lossy \
             stores come last."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn findings(data: &Measured, points: &[(String, f64, f64)]) -> Vec<String> {
    let exact = ["exact", "chained", "hashbrown", "collapse", "collapse-whole", "tree", "tree-compact"];
    let of_exact = || points.iter().filter(|(store, _, _)| exact.contains(&&store[..]));
    let (Some(fastest), Some(smallest)) =
        (of_exact().max_by(|a, b| a.2.total_cmp(&b.2)), of_exact().min_by(|a, b| a.1.total_cmp(&b.1)))
    else {
        return Vec::new();
    };
    vec![
        format!(
            "Of the stores that lose nothing, {} is the fastest ({:.2} million transitions/s, {:.1} bytes per state) and {} the \
             smallest ({:.1} bytes per state, {:.2} million transitions/s).",
            fastest.0, fastest.2, fastest.1, smallest.0, smallest.1, smallest.2
        ),
        data.summary("jit exact incremental", "jit chained incremental")
            .sentence("The default store takes", "the time of Spin's chains, which grow by themselves here"),
    ]
}
