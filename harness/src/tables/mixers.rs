//! Open questions 1 and 2: mixers, mappings T and δ against the collision rate, and what went wrong on sokoban.3.

use super::Measured;
use crate::plan::variants;
use crate::table::{Section, Table, optional, percent};
use crate::thesis;

pub(super) fn section(data: &Measured) -> Section {
    Section {
        title: "Open questions 1 and 2: mixers, mappings and δ".to_owned(),
        findings: findings(data),
        tables: vec![family(data), sums(data), details(data)],
        notes: vec![
            "Collision rate: hash conflicts per transition in 2^26 chains, in per cent. Counts, not times: one run each, and \
             the same on every machine. `w` is the width of the ring; its rotation repeats every w/δ elements. \
             In vain: vectors compared though they differ, per million transitions, in a store that compares 32 bits of the \
             mixed digest first. Two states whose sums are equal are always compared in vain, whatever mixes the sum."
                .to_owned(),
        ],
        ..Section::default()
    }
}

fn chained(hash: &str) -> String {
    format!("chained {hash}")
}

/// All hashes of the first table: what they are and their configuration.
fn hashes() -> Vec<(String, String)> {
    let mut all: Vec<_> =
        variants().iter().map(|(parameters, about)| ((*about).to_owned(), chained(parameters))).collect();
    all.push(("Jenkins'".to_owned(), "2^26 chains jenkins".to_owned()));
    all.push(("our default (multilinear)".to_owned(), "2^26 chains incremental".to_owned()));
    all
}

fn worst<'a>(data: &'a Measured, configuration: &str) -> Option<(&'a String, f64)> {
    let rates = data.instances().iter().map(|name| (name, data.collision_rate(name, configuration)));
    rates.filter(|(_, rate)| rate.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1))
}

fn family(data: &Measured) -> Table {
    let mut table = Table::new(
        "Members of the cyclic family, averages over the models of the last table.",
        &["hash", "mean collision rate", "worst", "on"],
    );
    for (about, configuration) in hashes() {
        let Some((model, rate)) = worst(data, &configuration) else { continue };
        let mean = data.average(|name| data.collision_rate(name, &configuration));
        table.rows.push(vec![about, percent(mean, 2), percent(rate, 1), model.clone()]);
    }
    table
}

const SUMS: [(&str, &str); 5] = [
    ("w = 32, bytes", "exact cyclic:finish=mix,unit=byte"),
    ("w = 64, bytes", "exact cyclic64:map=golden,unit=byte"),
    ("w = 32, words", "exact cyclic:finish=mix"),
    ("Jenkins'", "jit exact jenkins"),
    ("our default", "jit exact incremental"),
];

/// Vectors compared in vain, per million transitions.
fn in_vain(data: &Measured, instance: &str, configuration: &str) -> f64 {
    data.collision_rate(instance, configuration) * 1e6
}

fn sums(data: &Measured) -> Table {
    let mut head = vec!["model", "vector"];
    head.extend(SUMS.map(|(about, _)| about));
    let mut table =
        Table::new("Equal sums of different states: compared in vain, per million transitions.", &head);
    for name in data.instances() {
        let vector = data.any(name).and_then(|row| row.vector_bytes).map(|bytes| bytes as f64);
        let mut row = vec![name.clone(), optional(vector, 0)];
        row.extend(SUMS.map(|(_, configuration)| optional(Some(in_vain(data, name, configuration)), 0)));
        table.rows.push(row);
    }
    table
}

fn details(data: &Measured) -> Table {
    let hashes = hashes();
    let mut head = vec!["model", "thesis: Jenkins", "thesis: incremental"];
    head.extend(hashes.iter().map(|(about, _)| &about[..]));
    let mut table = Table::new("Collision rates model by model.", &head);
    let thesis = thesis::table();
    for name in data.instances() {
        let theirs = data.any(name).filter(|row| row.original).and_then(|_| thesis.get(name));
        let mut row = vec![
            name.clone(),
            optional(theirs.and_then(|row| row.jenkins_collision_pct), 0),
            optional(theirs.and_then(|row| row.incremental_collision_pct), 0),
        ];
        row.extend(hashes.iter().map(|(_, c)| percent(data.collision_rate(name, c), 1)));
        table.rows.push(row);
    }
    table
}

fn findings(data: &Measured) -> Vec<String> {
    let mean = |parameters: &str| data.average(|name| data.collision_rate(name, &chained(parameters)));
    let deltas = [
        "cyclic:unit=byte",
        "cyclic:delta=3,unit=byte",
        "cyclic:delta=5,unit=byte",
        "cyclic:delta=7,unit=byte",
        "cyclic:delta=11,unit=byte",
        "cyclic:delta=13,unit=byte",
    ];
    let best = deltas.iter().min_by(|a, b| mean(a).total_cmp(&mean(b)));
    let given = best.and_then(|best| best.split_once("delta="));
    let delta = given.map_or("1", |(_, delta)| delta.trim_end_matches(",unit=byte"));
    let least = best.map_or(f64::NAN, |best| mean(best));
    let wide = mean("cyclic64:map=golden,unit=byte");
    let jenkins = data.average(|name| data.collision_rate(name, "2^26 chains jenkins"));
    let ours = data.average(|name| data.collision_rate(name, "2^26 chains incremental"));
    let mut out = vec![
        format!(
            "Question 1: the thesis' hash collides at {} % on average. Without its mapping T it would be {} %; with Wang's \
             mixer as T it is {} %, with Wang's mixer over the digest {} %, with a 64-bit mixer over it {} %. Jenkins' has \
             {} %, our default {} %.",
            percent(mean("cyclic:unit=byte"), 2),
            percent(mean("cyclic:map=identity,unit=byte"), 2),
            percent(mean("cyclic:map=wang,unit=byte"), 2),
            percent(mean("cyclic:finish=wang,unit=byte"), 2),
            percent(mean("cyclic:finish=mix,unit=byte"), 2),
            percent(jenkins, 2),
            percent(ours, 2),
        ),
        format!(
            "Question 2: of δ = 1, 3, 5, 7, 11, 13 the best here is δ = {delta} ({} %). {} w = 64 with a mixer has {} %.",
            percent(least, 2),
            if wide < least { "A wider ring does more:" } else { "A wider ring does no better:" },
            percent(wide, 2),
        ),
    ];
    out.extend(["sokoban.3", "sokoban.2", "sokoban.1"].iter().find_map(|name| outlier(data, name)));
    out
}

/// What makes the thesis' hash collide on the outlier, as far as this suite has it.
fn outlier(data: &Measured, name: &str) -> Option<String> {
    let row = data.any(name)?;
    let rate = data.collision_rate(name, &chained("cyclic:unit=byte"));
    let mixed = data.collision_rate(name, &chained("cyclic:finish=mix,unit=byte"));
    let wide = data.collision_rate(name, &chained("cyclic64:map=golden,unit=byte"));
    let words = data.collision_rate(name, &chained("cyclic:finish=mix"));
    let equal = in_vain(data, name, SUMS[0].1);
    let vector = row.vector_bytes? as f64;
    let fits = mixed > rate / 2.0 && wide < mixed / 10.0;
    let fit = if fits { "The figures fit that" } else { "The figures do not bear that out alone" };
    let thesis = thesis::table();
    let said = thesis.get(name).and_then(|row| row.incremental_collision_pct);
    let theirs = thesis.get("sokoban.3")?;
    Some(format!(
        "The outlier: {name} collides at {} % (thesis: {} %; its sokoban.3, of {} bytes, at {} %). Its board is an array of bytes, \
         and with w = 32 elements 32 bytes apart share a coefficient: states that differ only in which of two such cells holds a \
         box have equal sums. {fit}: through a mixer {} % remain, and {equal:.0} vectors per million transitions \
         are compared in vain because sums are equal; with a longer period it is {} % (w = 64) and {} % (elements of four \
         bytes, of which {vector:.0} bytes are only {:.0}).",
        percent(rate, 1),
        optional(said, 0),
        optional(theirs.state_vector_bytes, 0),
        optional(theirs.incremental_collision_pct, 0),
        percent(mixed, 1),
        percent(wide, 1),
        percent(words, 1),
        (vector / 4.0).ceil(),
    ))
}
