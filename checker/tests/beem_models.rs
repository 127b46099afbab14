//! The models of `beem-models/` give the counts that Spin gave for them.
//!
//! `scripts/record-models` wrote Spin's counts to `models.toml`. Instances with few states are checked here, all of
//! them by `scripts/check-models`. Read from the file are the raw counts (no optimiser, no reduction) and the verdict.

use checker::{Config, Hooks, Limits, Optimisation, Outcome, SearchChoice, Verdict, verify};
use promela::source::Disk;
use promela::text::Options;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Instances with more states are left to the script.
const MOST_STATES: u64 = 20_000;

#[derive(Deserialize)]
struct Models {
    family: Vec<Family>,
}

#[derive(Deserialize)]
struct Family {
    name: String,
    about: String,
    source: String,
    instance: Vec<Instance>,
}

impl Family {
    fn file_stem(&self) -> String {
        self.name.replace('-', "_")
    }
}

#[derive(Deserialize)]
struct Instance {
    name: String,
    #[serde(default)]
    defines: BTreeMap<String, i64>,
    verdict: String,
    /// Missing until the script has counted the instance.
    raw: Option<Counts>,
}

impl Instance {
    fn small_counts(&self) -> Option<Counts> {
        self.raw.filter(|raw| raw.stored <= MOST_STATES)
    }
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
struct Counts {
    stored: u64,
    transitions: u64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../beem-models")
}

fn models() -> Models {
    let text = std::fs::read_to_string(folder().join("models.toml")).unwrap();
    toml::from_str(&text).unwrap_or_else(|error| panic!("models.toml: {}", error.message()))
}

fn run(family: &Family, instance: &Instance, search: SearchChoice, end_states: bool) -> Outcome {
    let path = folder().join(family.file_stem()).with_extension("pml");
    let defines = instance.defines.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let model = promela::compile(path.to_str().unwrap(), &Disk, &Options { defines, ..Options::default() });
    let model = model.unwrap_or_else(|failure| panic!("{}: {:#?}", instance.name, failure.diagnostics));
    let limits = Limits { memory: Some(1 << 28), ..Limits::default() };
    let (optimisation, por) = (Optimisation::NONE, false);
    let config =
        Config { optimisation, por, search, end_states, limits, max_errors: None, ..Config::default() };
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let verification = verify(&model, &config, &mut hooks);
    verification.unwrap_or_else(|failure| panic!("{}: {:#?}", instance.name, failure.diagnostics)).outcome
}

fn counts(outcome: &Outcome) -> Counts {
    Counts { stored: outcome.stats.stored, transitions: outcome.stats.transitions() }
}

#[test]
fn small_instances_give_spins_counts_and_verdict() {
    for family in &models().family {
        for instance in &family.instance {
            let Some(expected) = instance.small_counts() else { continue };
            for search in [SearchChoice::Dfs, SearchChoice::Bfs] {
                let outcome = run(family, instance, search, false);
                assert_eq!(outcome.stop, None, "{} {search}", instance.name);
                assert_eq!(counts(&outcome), expected, "{} {search}", instance.name);
            }
            let expected = match &instance.verdict[..] {
                "holds" => Verdict::Holds,
                "violated" => Verdict::Violated,
                other => panic!("{}: verdict {other}", instance.name),
            };
            let outcome = run(family, instance, SearchChoice::Dfs, true);
            assert_eq!(outcome.verdict, expected, "{}", instance.name);
        }
    }
}

#[test]
fn every_file_is_a_family_with_a_small_instance_and_a_source() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "pml"));
    let files: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let models = models();
    let listed: BTreeSet<String> = models.family.iter().map(Family::file_stem).collect();
    assert_eq!(files, listed);
    assert_eq!(models.family.len(), listed.len(), "a family is listed twice");
    for family in &models.family {
        assert!(!family.about.is_empty() && !family.source.is_empty(), "{}", family.name);
        let small = family.instance.iter().any(|instance| instance.small_counts().is_some());
        assert!(small, "{} has no instance for this test", family.name);
        for instance in &family.instance {
            let prefix = format!("{}.", family.name);
            assert!(instance.name.starts_with(&prefix), "{} in {}", instance.name, family.name);
        }
    }
}
