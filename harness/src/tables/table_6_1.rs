//! Table 6.1: Jenkins' hash against incremental hashing on every family, ours beside the thesis'.

use super::Measured;
use crate::figures;
use crate::statistics::{Estimate, rank_correlation};
use crate::table::{NOTHING, Section, Table, number, optional, percent, percent_interval, seconds};
use crate::thesis::{self, ThesisRow};

pub(super) fn section(data: &Measured) -> Section {
    Section {
        title: "Table 6.1: Jenkins against incremental hashing".to_owned(),
        findings: findings(data),
        tables: vec![means(data), reproduction(data), modern(data), spin(data)],
        figures: vec![figures::gain::against_vector(&gains(data))],
        notes: vec![
            "Times are medians; `%` after a time is relative to Jenkins' on the same model, with the 95 % bootstrap interval \
             where it is in brackets. `cyclic` is the thesis' function (32 bits, golden ratio, δ = 1, indices are \
             addresses of bytes), `incremental` the default of spinrs (multilinear, 64 bits). The store is Spin's: \
             sorted chains, as many as states when times are taken and 2^26 as in the thesis when collisions are counted. In place of gcc's -O0 and -O3 stand our interpreter and our machine code: a slow and a fast rest of \
             the checker. Collision rate: hash conflicts as Spin counts them per transition, in per cent; the thesis' \
             column `states` is transitions in millions."
                .to_owned(),
            "The thesis' figures stand only where the instance has the state space of BEEM's of that name; its machine was \
             another, so its seconds are left out."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn of_thesis<'a>(
    data: &Measured,
    table: &'a std::collections::BTreeMap<String, ThesisRow>,
    instance: &str,
) -> Option<&'a ThesisRow> {
    data.any(instance).filter(|row| row.original).and_then(|_| table.get(instance))
}

fn relative(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| NOTHING.to_owned(), |estimate| percent(estimate.value, 0))
}

fn reproduction(data: &Measured) -> Table {
    let mut table = Table::new(
        "The thesis' table, in Spin's kind of store. T: the thesis' column.",
        &[
            "model",
            "vector",
            "transitions (M)",
            "T",
            "collisions Jenkins",
            "T",
            "cyclic",
            "T",
            "incremental",
            "interpreter: Jenkins (s)",
            "cyclic %",
            "T -O0 %",
            "incremental %",
            "jit: Jenkins (s)",
            "cyclic %",
            "T -O3 %",
            "incremental %",
        ],
    );
    let thesis = thesis::table();
    for name in data.instances() {
        let theirs = of_thesis(data, &thesis, name);
        let said = |of: fn(&ThesisRow) -> Option<f64>| optional(theirs.and_then(of), 0);
        let row = data.any(name);
        let vector = row.and_then(|row| row.vector_bytes).map(|bytes| bytes as f64);
        let millions = row.and_then(|row| row.transitions).map(|n| n as f64 / 1e6);
        let rate = |hash: &str| percent(data.collision_rate(name, &format!("2^26 chains {hash}")), 1);
        let time = |engine: &str| seconds(data.median(name, &format!("{engine} chained jenkins")));
        let ratio = |engine: &str, hash: &str| {
            let (of, to) = (format!("{engine} chained {hash}"), format!("{engine} chained jenkins"));
            relative(data.ratio(name, &of, &to))
        };
        table.rows.push(vec![
            name.clone(),
            optional(vector, 0),
            optional(millions, 2),
            said(|row| row.states_million),
            rate("jenkins"),
            said(|row| row.jenkins_collision_pct),
            rate("cyclic"),
            said(|row| row.incremental_collision_pct),
            rate("incremental"),
            time("interpreter"),
            ratio("interpreter", "cyclic"),
            said(|row| row.incremental_o0_pct),
            ratio("interpreter", "incremental"),
            time("jit"),
            ratio("jit", "cyclic"),
            said(|row| row.incremental_o3_pct),
            ratio("jit", "incremental"),
        ]);
    }
    table
}

/// The comparisons that are averaged: what, the configuration, its baseline, and what the thesis has.
const COMPARISONS: [(&str, &str, &str, Option<f64>); 9] = [
    (
        "cyclic, interpreter, Spin's store",
        "interpreter chained cyclic",
        "interpreter chained jenkins",
        Some(thesis::MEAN_O0),
    ),
    ("cyclic, jit, Spin's store", "jit chained cyclic", "jit chained jenkins", Some(thesis::MEAN_O3)),
    (
        "incremental, interpreter, Spin's store",
        "interpreter chained incremental",
        "interpreter chained jenkins",
        None,
    ),
    ("incremental, jit, Spin's store", "jit chained incremental", "jit chained jenkins", None),
    ("cyclic, jit, default store", "jit exact cyclic", "jit exact jenkins", None),
    ("incremental, jit, default store", "jit exact incremental", "jit exact jenkins", None),
    ("XXH3, jit, default store", "jit exact xxh3", "jit exact jenkins", None),
    ("rapidhash, jit, default store", "jit exact rapid", "jit exact jenkins", None),
    ("foldhash, jit, default store", "jit exact fold", "jit exact jenkins", None),
];

fn means(data: &Measured) -> Table {
    let mut table = Table::new(
        "Averages: time relative to Jenkins', geometric means of the models' ratios with 95 % intervals; losses beside wins.",
        &["compared", "models", "mean %", "thesis %", "faster", "slower", "neither", "best %", "worst %"],
    );
    for (what, configuration, baseline, thesis) in COMPARISONS {
        let summary = data.summary(configuration, baseline);
        let Some((best, worst)) = summary.extremes() else { continue };
        let (wins, losses, open) = summary.score();
        table.rows.push(vec![
            what.to_owned(),
            summary.len().to_string(),
            percent_interval(summary.mean()),
            optional(thesis, 0),
            wins.to_string(),
            losses.to_string(),
            open.to_string(),
            format!("{} ({})", percent(best.1.value, 0), best.0),
            format!("{} ({})", percent(worst.1.value, 0), worst.0),
        ]);
    }
    table
}

fn modern(data: &Measured) -> Table {
    let mut table = Table::new(
        "The default store, which compares 32 bits of the digest first; machine code. Per cent of Jenkins' time, with intervals.",
        &["model", "Jenkins (s)", "cyclic %", "incremental %", "XXH3 %", "rapidhash %", "foldhash %"],
    );
    for name in data.instances() {
        let ratio = |hash: &str| {
            let ratio = data.ratio(name, &format!("jit exact {hash}"), "jit exact jenkins");
            ratio.map_or_else(|| NOTHING.to_owned(), percent_interval)
        };
        let mut row = vec![name.clone(), seconds(data.median(name, "jit exact jenkins"))];
        row.extend(["cyclic", "incremental", "xxh3", "rapid", "fold"].map(ratio));
        table.rows.push(row);
    }
    table
}

fn spin(data: &Measured) -> Table {
    let caption = match data.spin_version() {
        Some(version) => format!(
            "Real Spin ({version}), pan -O3 with as many chains as states: as it is (SuperFastHash) and patched to Jenkins'. Times of \
             pan are of the whole process, those of spinrs of the search."
        ),
        None => "Real Spin was not installed where this was measured: no rows.".to_owned(),
    };
    let mut table = Table::new(
        caption,
        &[
            "model",
            "Spin's vector",
            "stock (s)",
            "Jenkins (s)",
            "stock % of Jenkins",
            "collisions stock",
            "collisions Jenkins",
            "spinrs, same store and hash (s)",
            "spinrs as it is (s)",
        ],
    );
    for name in data.instances().iter().filter(|name| data.runs(name, "spin stock").next().is_some()) {
        let rate = |configuration| percent(data.collision_rate(name, configuration), 1);
        table.rows.push(vec![
            name.clone(),
            number(data.figure(name, "spin stock", |row| row.vector_bytes.map(|n| n as f64)), 0),
            seconds(data.median(name, "spin stock")),
            seconds(data.median(name, "spin jenkins")),
            relative(data.ratio(name, "spin stock", "spin jenkins")),
            rate("spin stock"),
            rate("spin jenkins"),
            seconds(data.median(name, "jit chained jenkins")),
            seconds(data.median(name, "jit exact incremental")),
        ]);
    }
    table
}

/// Vector and relative time of incremental hashing, model by model.
fn gains(data: &Measured) -> Vec<(f64, f64)> {
    let gain = |name: &String| {
        let vector = data.any(name)?.vector_bytes? as f64;
        Some((vector, data.ratio(name, "jit chained incremental", "jit chained jenkins")?.value))
    };
    data.instances().iter().filter_map(gain).collect()
}

fn findings(data: &Measured) -> Vec<String> {
    let mut out = Vec::new();
    for (engine, level, said) in [("interpreter", "-O0", thesis::MEAN_O0), ("jit", "-O3", thesis::MEAN_O3)] {
        let of = |hash: &str| {
            data.summary(&format!("{engine} chained {hash}"), &format!("{engine} chained jenkins"))
        };
        let cyclic = of("cyclic");
        if cyclic.is_empty() {
            continue;
        }
        let mean = cyclic.mean();
        let verdict = if mean.low * 100.0 <= said && said <= mean.high * 100.0 {
            "in agreement with"
        } else if mean.value * 100.0 < said {
            "a larger gain than"
        } else {
            "a smaller gain than"
        };
        let name = if engine == "jit" { "Machine code" } else { "Interpreter" };
        out.push(format!(
            "{name}: {} This is {verdict} the thesis' average of {said} % at {level}. {}",
            cyclic.sentence("the thesis' hash takes", "Jenkins' time"),
            of("incremental").sentence("Our default hash takes", "Jenkins' time"),
        ));
    }
    out.push(collisions(data));
    out.push(transitions(data));
    out.push(format!(
        "Default store, machine code: {}",
        data.summary("jit exact incremental", "jit exact jenkins")
            .sentence("our default hash takes", "Jenkins' time")
    ));
    let fastest = ["xxh3", "rapid", "fold"].map(|hash| {
        let summary = data.summary(&format!("jit exact {hash}"), "jit exact jenkins");
        (hash, summary.mean())
    });
    if let Some((hash, _)) = fastest.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value)) {
        let direct = data.summary("jit exact incremental", &format!("jit exact {hash}"));
        if !direct.is_empty() {
            out.push(format!(
                "Part of a gain over Jenkins' is Jenkins' age. Against the best modern hash here, {hash}: {}",
                direct.sentence("our default hash takes", "its time")
            ));
        }
    }
    let correlation = rank_correlation(&gains(data));
    if correlation.is_finite() {
        let verdict = if correlation < -0.4 {
            "the gain grows with the vector here, where the thesis saw no correlation"
        } else {
            "as in the thesis, the vector's size alone does not tell the gain"
        };
        out.push(format!(
            "Rank correlation of vector size and relative time across the suite: {correlation:.2}; {verdict}."
        ));
    }
    match data.spin_version() {
        Some(_) => {
            let summary = data.summary("spin stock", "spin jenkins");
            out.push(format!(
                "Spin itself: {} So a comparison of incremental hashing with today's Spin is not one with Jenkins'.",
                summary.sentence("stock pan (SuperFastHash) takes", "the time of pan patched to Jenkins'")
            ));
        }
        None => out.push("Spin and gcc were not installed: there are no rows of real Spin.".to_owned()),
    }
    out
}

fn collisions(data: &Measured) -> String {
    let average = |hash: &str| data.average(|name| data.collision_rate(name, &format!("2^26 chains {hash}")));
    let worst = data
        .instances()
        .iter()
        .map(|name| (name, data.collision_rate(name, "2^26 chains cyclic")))
        .filter(|(_, rate)| rate.is_finite())
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let worst = worst.map_or_else(String::new, |(name, rate)| {
        format!(" The thesis' hash collides most on {name} ({} %).", percent(rate, 0))
    });
    let (jenkins, incremental) = thesis::MEAN_COLLISIONS;
    format!(
        "Average collision rates: Jenkins' {} %, the thesis' hash {} %, our default {} %; the thesis has {jenkins} % and \
         {incremental} % on larger searches, which fill the table further.{worst}",
        percent(average("jenkins"), 2),
        percent(average("cyclic"), 2),
        percent(average("incremental"), 2),
    )
}

/// Whether transitions are those of the thesis.
fn transitions(data: &Measured) -> String {
    let thesis = thesis::table();
    let mut equal = 0;
    let mut different = Vec::new();
    for name in data.instances() {
        let said = of_thesis(data, &thesis, name).and_then(|row| row.states_million);
        let found = data.any(name).and_then(|row| row.transitions);
        if let (Some(said), Some(found)) = (said.filter(|&millions| millions < thesis::TRUNCATED_FROM), found)
        {
            if ((found as f64 / 1e6).round() - said).abs() < 0.5 {
                equal += 1;
            } else {
                different.push(format!("{name} ({:.2} against {said})", found as f64 / 1e6));
            }
        }
    }
    match different.is_empty() {
        true if equal == 0 => "None of these rows is of an instance that the thesis lists.".to_owned(),
        true => format!("Transitions equal the thesis' column in all rows that have both ({equal})."),
        false => format!(
            "Transitions equal the thesis' column in {equal} rows and differ in {}.",
            different.join(", ")
        ),
    }
}
