//! Figure 6.3: the gain against the size of the vector, over one and the same state space.

use super::Measured;
use crate::figures;
use crate::statistics::Estimate;
use crate::table::{NOTHING, Section, Table, optional, percent, percent_interval, seconds};
use crate::thesis;

const LINES: [(&str, &str, &str); 3] = [
    ("Interpreter, Spin's store", "interpreter chained jenkins", "interpreter chained incremental"),
    ("Machine code, Spin's store", "jit chained jenkins", "jit chained incremental"),
    ("Machine code, default store", "jit exact jenkins", "jit exact incremental"),
];

pub(super) fn section(data: &Measured) -> Section {
    let mut table = Table::new(
        "Szymanski's algorithm beside an array that nobody writes: time of the default hash, in per cent of Jenkins'.",
        &[
            "model",
            "vector",
            "interpreter, Spin's store: Jenkins (s)",
            "%",
            "jit, Spin's store: Jenkins (s)",
            "%",
            "jit, default store: Jenkins (s)",
            "%",
        ],
    );
    let mut curves: Vec<(&str, Vec<(f64, Estimate)>)> =
        LINES.iter().map(|line| (line.0, Vec::new())).collect();
    for name in data.instances() {
        let vector = data.any(name).and_then(|row| row.vector_bytes).map(|bytes| bytes as f64);
        let mut row = vec![name.clone(), optional(vector, 0)];
        for ((_, jenkins, ours), (_, curve)) in LINES.iter().zip(&mut curves) {
            let ratio = data.ratio(name, ours, jenkins);
            row.push(seconds(data.median(name, jenkins)));
            row.push(ratio.map_or_else(|| NOTHING.to_owned(), percent_interval));
            if let (Some(vector), Some(ratio)) = (vector, ratio) {
                curve.push((vector, ratio));
            }
        }
        table.rows.push(row);
    }
    Section {
        title: "Figure 6.3: the gain against the vector's size".to_owned(),
        findings: curves.iter().filter_map(|(what, curve)| finding(what, curve)).collect(),
        tables: vec![table],
        figures: vec![figures::gain::curves("figure-6.3", "Relative time against the vector", &curves)],
        notes: vec![
            "One state space, so that only the vector grows. Storing, comparing and copying vectors grow with it too, whatever \
             the hash: they bound the gain."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn finding(what: &str, curve: &[(f64, Estimate)]) -> Option<String> {
    let (first, last) = (curve.first()?, curve.last()?);
    let best = curve.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let grows = last.1.value < first.1.value;
    // Level: the first size after which no later one gains two points more.
    let level = curve
        .iter()
        .enumerate()
        .find(|(place, point)| curve[*place..].iter().all(|later| later.1.value > point.1.value - 0.02))?;
    let verdict = match grows {
        true => format!(
            "the gain grows with the vector as in the thesis, and is level from {:.0} bytes on (thesis: {:.0})",
            level.1.0,
            thesis::LEVEL_FROM
        ),
        false => "the gain does not grow with the vector, unlike in the thesis".to_owned(),
    };
    Some(format!(
        "{}: from {} % of Jenkins' time at {:.0} bytes to {} % at {:.0} (best {} % at {:.0}); {verdict}.",
        what,
        percent(first.1.value, 0),
        first.0,
        percent(last.1.value, 0),
        last.0,
        percent(best.1.value, 0),
        best.0,
    ))
}
