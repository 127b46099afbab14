//! The experiments of the report, each a list of runs.

use super::selection::{Scale, select, spread};
use super::{Configuration, Experiment};
use crate::models::{Instance, Mode};

/// The members of the cyclic family that the mixers are judged by, with what is special about each.
pub fn variants() -> Vec<(&'static str, &'static str)> {
    vec![
        ("cyclic:unit=byte", "the thesis'"),
        ("cyclic:delta=3,unit=byte", "δ = 3"),
        ("cyclic:delta=5,unit=byte", "δ = 5"),
        ("cyclic:delta=7,unit=byte", "δ = 7"),
        ("cyclic:delta=11,unit=byte", "δ = 11"),
        ("cyclic:delta=13,unit=byte", "δ = 13"),
        ("cyclic:map=identity,unit=byte", "T(v) = v"),
        ("cyclic:map=wang,unit=byte", "T = Wang"),
        ("cyclic:finish=wang,unit=byte", "digest through Wang"),
        ("cyclic:finish=mix,unit=byte", "digest through a 64-bit mixer"),
        ("cyclic:delta=7,map=wang,finish=wang,unit=byte", "δ = 7, T = Wang, digest through Wang"),
        ("cyclic64:map=golden,unit=byte", "w = 64, digest through a mixer"),
        ("cyclic64:delta=7,map=wang,unit=byte", "w = 64, δ = 7, T = Wang, through a mixer"),
        ("cyclic", "elements of four bytes"),
        ("cyclic:finish=mix", "elements of four bytes, through a mixer"),
    ]
}

/// Every experiment for a suite; `originals` says that the suite is BEEM's own, `profiled` that spinrs can profile itself.
pub fn experiments(suite: &[Instance], scale: &Scale, originals: bool, profiled: bool) -> Vec<Experiment> {
    let main = select(suite, scale, originals);
    let few = spread(&main, scale.few, &[]);
    let timed = scale.repetitions;
    let experiment = |id, instances: &[Instance], configurations: &[Configuration], repetitions| {
        let pair = |instance: &Instance| {
            let instance = instance.clone();
            configurations.iter().map(move |c| (instance.clone(), c.clone())).collect::<Vec<_>>()
        };
        Experiment { id, runs: instances.iter().flat_map(pair).collect(), repetitions }
    };
    vec![
        experiment("table-6.1", &main, &table_6_1(), timed),
        experiment("profile", &few, &if profiled { profile() } else { Vec::new() }, 1),
        experiment("figure-6.3", &arrays(suite, scale), &vector_sizes(), timed),
        experiment("mixers", &spread(&main, scale.few, &["sokoban.2", "sokoban.3"]), &mixers(), 1),
        experiment("tags", &few, &tags(), timed),
        experiment("recordwise", &few, &recordwise(), timed),
        experiment("collapse", &few, &collapse(), timed),
        lossy(&few, timed),
        experiment("ledger", &ledgers(suite, scale), &ledger(), timed),
        experiment("stores", &few, &stores(), timed),
        experiment("compaction", &compacted(suite, scale), &compaction(), 1),
    ]
}

fn cross(engines: &[&str], stores: &[&str], hashes: &[&str]) -> Vec<Configuration> {
    let mut all = Vec::new();
    for engine in engines {
        for store in stores {
            all.extend(hashes.iter().map(|hash| Configuration::spinrs(engine, store, hash)));
        }
    }
    all
}

const ENGINES: [&str; 2] = ["interpreter", "jit"];

fn table_6_1() -> Vec<Configuration> {
    let mut all = cross(&ENGINES, &["chained"], &["jenkins", "cyclic", "incremental"]);
    all.extend(cross(&["jit"], &["exact"], &["jenkins", "cyclic", "incremental", "xxh3", "rapid", "fold"]));
    all.extend([Configuration::spin(false, &[]), Configuration::spin(true, &[])]);
    all.extend(["jenkins", "cyclic", "incremental"].map(Configuration::thesis_table));
    all
}

fn profile() -> Vec<Configuration> {
    let mut all = cross(&ENGINES, &["chained"], &["jenkins", "cyclic", "incremental"]);
    all.extend(cross(&ENGINES, &["exact"], &["jenkins", "incremental"]));
    all.into_iter().map(|c| c.with("profile", &["--profile".to_owned()])).collect()
}

/// Szymanski's algorithm with an array of growing size, over one and the same state space.
fn arrays(suite: &[Instance], scale: &Scale) -> Vec<Instance> {
    let base = if scale.quick { "szymanski_array.five_wide" } else { "szymanski_array.six" };
    let sizes: &[u64] = if scale.quick { &[10, 400, 1600] } else { &[10, 100, 400, 800, 1600, 2400] };
    let Some(base) = suite.iter().find(|instance| instance.name == base) else { return Vec::new() };
    sizes.iter().map(|&n| base.varied(format!("array of {n}"), "ARRAY", n, true)).collect()
}

fn vector_sizes() -> Vec<Configuration> {
    let mut all = cross(&ENGINES, &["chained"], &["jenkins", "incremental"]);
    all.extend(cross(&["jit"], &["exact"], &["jenkins", "incremental"]));
    all
}

fn mixers() -> Vec<Configuration> {
    let mut all = cross(&["jit"], &["exact"], &["jenkins", "incremental"]);
    all.extend(["jenkins", "incremental"].map(Configuration::thesis_table));
    all.extend(variants().iter().map(|(parameters, _)| Configuration::cyclic(parameters, "chained")));
    // What no mixer can repair: different states whose sums are equal, which this store compares in vain.
    let sums = ["cyclic:finish=mix,unit=byte", "cyclic64:map=golden,unit=byte", "cyclic:finish=mix"];
    all.extend(sums.iter().map(|parameters| Configuration::cyclic(parameters, "exact")));
    all
}

fn tags() -> Vec<Configuration> {
    cross(&["jit"], &["chained", "hashbrown", "exact"], &["jenkins", "incremental"])
}

fn recordwise() -> Vec<Configuration> {
    cross(&["jit"], &["exact"], &["jenkins", "full", "recordwise", "incremental"])
}

fn collapse() -> Vec<Configuration> {
    cross(&["jit"], &["exact", "collapse-whole", "collapse"], &["jenkins", "incremental"])
}

/// Bitstate with four to eight bytes for each state, and hash compaction, each with both hashes.
fn lossy(instances: &[Instance], repetitions: u32) -> Experiment {
    let mut runs = Vec::new();
    for instance in instances {
        // Without known counts the size of the array is a guess from the size of the instance.
        let stored = instance.expected.get(&Mode::Por).map_or(1 << 22, |counts| counts.stored);
        let size = format!("--bitstate-size={}", (4 * stored).next_power_of_two());
        for engine in ENGINES {
            for hash in ["lookup8", "incremental"] {
                for k in [3, 20] {
                    let flags = [size.clone(), format!("--bitstate-k={k}")];
                    let bitstate =
                        Configuration::spinrs(engine, "bitstate", hash).with(&format!("k={k}"), &flags);
                    runs.push((instance.clone(), bitstate));
                }
                runs.push((instance.clone(), Configuration::spinrs(engine, "compact", hash)));
            }
        }
    }
    Experiment { id: "lossy", runs, repetitions }
}

/// Large vectors and large state spaces, each scaled on its own.
fn ledgers(suite: &[Instance], scale: &Scale) -> Vec<Instance> {
    let Some(base) = suite.iter().find(|instance| instance.name == "ledger.long") else { return Vec::new() };
    let entries: &[u64] = if scale.quick { &[5, 10] } else { &[5, 10, 14] };
    let cells: &[u64] = if scale.quick { &[20, 400] } else { &[28, 100, 200, 400] };
    let mut all = Vec::new();
    for &e in entries {
        // The list has counts for ten entries; the others are verified against their first run.
        let scaled = base.varied(String::new(), "ENTRIES", e, e == 10);
        all.extend(cells.iter().map(|&c| scaled.varied(format!("{e} entries, {c} cells"), "CELLS", c, true)));
    }
    all
}

fn ledger() -> Vec<Configuration> {
    cross(&["jit"], &["exact"], &["jenkins", "xxh3", "incremental"])
}

/// The stores that are compared, as the command names them.
pub const STORES: [&str; 13] = [
    "exact",
    "chained",
    "hashbrown",
    "collapse",
    "collapse-whole",
    "tree",
    "tree-compact",
    "compact",
    "compact48",
    "compact40",
    "compact32",
    "bitstate",
    "bitstate-blocked",
];

fn stores() -> Vec<Configuration> {
    // The chained table as it grows by itself: bytes per state are the point here, not the thesis' table.
    let plain = |store: &&str| {
        let mut configuration = Configuration::spinrs("jit", store, "incremental");
        if let super::Tool::Spinrs(flags) = &mut configuration.tool {
            flags.retain(|flag| !flag.starts_with("--expected"));
        }
        configuration
    };
    STORES.iter().map(plain).collect()
}

/// Where losses of hash compaction show: searches of many states, unreduced.
fn compacted(suite: &[Instance], scale: &Scale) -> Vec<Instance> {
    let most = if scale.quick { 3_000_000 } else { scale.most.max(13_000_000) };
    let wanted = [
        "adding.2",
        "adding.6",
        "at.3",
        "bakery.5",
        "fischer.3",
        "fischer.4",
        "iprotocol.4",
        "krebs.3",
        "loyd.2",
        "szymanski.3",
    ];
    let size = |instance: &Instance| instance.expected.get(&Mode::Raw).map(|counts| counts.transitions);
    let chosen = |instance: &&Instance| {
        wanted.contains(&&instance.name[..]) && size(instance).is_some_and(|n| n <= most)
    };
    suite.iter().filter(chosen).cloned().collect()
}

fn compaction() -> Vec<Configuration> {
    let mut all = vec![
        Configuration::spinrs("jit", "compact", "incremental"),
        Configuration::spinrs("jit", "compact32", "incremental"),
        Configuration::spin(false, &["-DHC4"]),
        Configuration::spin(true, &["-DHC4"]),
    ];
    for configuration in &mut all {
        *configuration = configuration.clone().in_mode(Mode::Raw);
    }
    all
}
