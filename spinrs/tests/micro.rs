//! Tiny models, each about one rule of the language, give the counts that real Spin gives.
//!
//! The numbers are those of Spin 6.5.2 without its optimisations (`spin -o1 -o2 -o3 -a`) and with them (`spin -a`),
//! compiled with `-DSAFETY -DNOREDUCE`, run with `-c0`.

mod support;

use support::{directory, model, spinrs_in};

/// Model, then stored, matched, transitions, atomic steps, depth, errors: as it is written, and optimised.
const ORACLE: [(&str, [u64; 6], [u64; 6]); 13] = [
    ("death", [7, 2, 9, 0, 4, 0], [7, 2, 9, 0, 4, 0]),
    ("death_by_run", [12, 4, 16, 0, 7, 0], [12, 4, 16, 0, 7, 0]),
    ("merge", [31, 20, 51, 0, 10, 0], [13, 6, 19, 0, 6, 0]),
    ("dead_variable", [23, 5, 28, 0, 8, 3], [23, 5, 28, 0, 8, 3]),
    ("rendezvous_sender_atomic", [17, 1, 18, 4, 8, 0], [10, 3, 13, 0, 7, 0]),
    ("rendezvous_both_atomic", [6, 1, 7, 4, 8, 0], [6, 1, 7, 0, 5, 0]),
    ("blocked_atomic", [12, 3, 15, 6, 7, 1], [12, 3, 15, 4, 6, 1]),
    ("d_step", [16, 7, 23, 0, 6, 0], [16, 7, 23, 0, 6, 0]),
    ("timeout", [23, 6, 29, 0, 16, 0], [23, 6, 29, 0, 16, 0]),
    ("unless", [43, 25, 68, 0, 11, 0], [43, 25, 68, 0, 11, 0]),
    ("sorted", [9, 0, 9, 0, 8, 0], [9, 0, 9, 0, 8, 0]),
    ("provided", [4, 2, 6, 0, 3, 0], [4, 2, 6, 0, 3, 0]),
    ("late_declaration", [8, 1, 9, 0, 6, 0], [6, 1, 7, 0, 5, 0]),
];

const NAMES: [&str; 6] = ["stored", "matched", "transitions", "atomic_steps", "depth", "errors"];

fn counts(name: &str, optimise: &str, search: &str, hash: &str) -> [u64; 6] {
    let file = model(&format!("micro/{name}.pml"));
    let here = directory(&format!("micro-{name}-{optimise}-{search}-{hash}"));
    let unreduced = ["--por", "off", "--optimise", optimise];
    let flags = ["--errors", "all", "--no-trail", "--json", "--search", search, "--hash", hash];
    let run = spinrs_in(&here, &[&[&file[..]], &unreduced[..], &flags].concat());
    let json = run.json();
    assert_eq!(run.status, i32::from(json["errors"] != 0), "{name}");
    NAMES.map(|field| json[field].as_u64().unwrap())
}

#[test]
fn counts_are_those_of_spin() {
    for (name, raw, optimised) in ORACLE {
        assert_eq!(counts(name, "none", "dfs", "incremental"), raw, "{name}");
        assert_eq!(counts(name, "spin", "dfs", "incremental"), optimised, "{name}, optimised");
    }
}

#[test]
fn every_search_and_hash_gives_the_same_counts_but_for_the_depth() {
    const DEPTH: usize = 4;
    for (name, raw, optimised) in ORACLE {
        for (search, hash) in [("bfs", "incremental"), ("dfs", "full"), ("bfs", "audited")] {
            for (optimise, expected) in [("none", raw), ("spin", optimised)] {
                let mut found = counts(name, optimise, search, hash);
                if search == "bfs" {
                    assert!(found[DEPTH] <= expected[DEPTH], "{name} {optimise} {search}");
                    found[DEPTH] = expected[DEPTH];
                }
                assert_eq!(found, expected, "{name} {optimise} {search} {hash}");
            }
        }
    }
}
