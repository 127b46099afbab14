//! Figures 6.1 and 6.2: where the time goes, for each hash and engine.

use super::Measured;
use crate::figures;
use crate::table::{Section, Table, percent};
use crate::thesis;

const PARTS: [&str; 7] = ["successors", "digest", "lookup", "compare", "insert", "stack", "other"];

pub(super) fn section(data: &Measured) -> Section {
    let shares = shares(data);
    let mut table = Table::new(
        "Share of the time of each part, in per cent, as the mean over the models.",
        &["engine, store, hash", "successors", "digest", "lookup", "compare", "insert", "stack", "other"],
    );
    for (name, parts) in &shares {
        let mut row = vec![name.clone()];
        row.extend(parts.iter().map(|&share| percent(share, 1)));
        table.rows.push(row);
    }
    Section {
        title: "Figures 6.1 and 6.2: where the time goes".to_owned(),
        findings: findings(&shares),
        tables: vec![table],
        figures: vec![figures::profile::bars(&PARTS, &shares)],
        notes: vec![
            "From samples that spinrs takes of itself a thousand times per second (`--profile`). `successors` is what Spin's profile \
             calls do_transit and new_state, `digest` its hash, `lookup`, `compare` and `insert` its hstore, `stack` the search's \
             own books. With incremental hashing the repair of a digest is in `digest`."
                .to_owned(),
        ],
        ..Section::default()
    }
}

/// The mean shares over the models, by configuration.
fn shares(data: &Measured) -> Vec<(String, [f64; 7])> {
    let mut all = Vec::new();
    for engine in ["interpreter", "jit"] {
        for (store, hashes) in [
            ("chained", &["jenkins", "cyclic", "incremental"][..]),
            ("exact", &["jenkins", "incremental"][..]),
        ] {
            for hash in hashes {
                let configuration = format!("{engine} {store} {hash} profile");
                let found: Vec<[f64; 7]> =
                    data.instances().iter().filter_map(|name| share(data, name, &configuration)).collect();
                if !found.is_empty() {
                    let mean = |part: usize| found.iter().map(|s| s[part]).sum::<f64>() / found.len() as f64;
                    all.push((format!("{engine}, {store}, {hash}"), std::array::from_fn(mean)));
                }
            }
        }
    }
    all
}

fn share(data: &Measured, instance: &str, configuration: &str) -> Option<[f64; 7]> {
    let profile = data.runs(instance, configuration).find_map(crate::raw::Row::profile)?;
    let total: f64 = profile.iter().map(|(_, seconds)| seconds).sum();
    (total > 0.0).then(|| profile.map(|(_, seconds)| seconds / total))
}

fn findings(shares: &[(String, [f64; 7])]) -> Vec<String> {
    if shares.is_empty() {
        return vec!["Not available: the runs carry no profile.".to_owned()];
    }
    let digest =
        |name: &str| shares.iter().find(|(found, _)| found == name).map_or(f64::NAN, |(_, parts)| parts[1]);
    let (o0, o3) = thesis::HASH_SHARE;
    let line = |engine: &str, said: f64, level: &str| {
        let (jenkins, cyclic, ours) = (
            digest(&format!("{engine}, chained, jenkins")),
            digest(&format!("{engine}, chained, cyclic")),
            digest(&format!("{engine}, chained, incremental")),
        );
        let verdict = if (jenkins * 100.0 - said).abs() <= 3.0 {
            "about what"
        } else if jenkins * 100.0 > said {
            "more than"
        } else {
            "less than"
        };
        format!(
            "With {} hashing takes {} % of the time with Jenkins', {verdict} the thesis has at {level} ({said} %), {} % with \
             its incremental hash and {} % with ours; the thesis has about {} %.",
            if engine == "jit" { "machine code" } else { "the interpreter" },
            percent(jenkins, 1),
            percent(cyclic, 1),
            percent(ours, 1),
            thesis::HASH_SHARE_INCREMENTAL,
        )
    };
    vec![
        line("interpreter", o0, "-O0"),
        line("jit", o3, "-O3"),
        "The share of Jenkins' hash is the most that incremental hashing can gain in a given checker."
            .to_owned(),
    ]
}
