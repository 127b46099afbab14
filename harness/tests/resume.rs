//! A run that was killed goes on: finished rows are kept, a half-written one is measured again, a wrong count is none.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::machine::{Machine, Program};
use harness::models::{Counts, Instance, Mode};
use harness::plan::{Configuration, Experiment};
use harness::raw;
use harness::run::RunLimits;
use harness::schedule::{Context, Failure};

/// A stand-in for spinrs that counts its calls in a file and reports `stored` states.
fn stand_in(folder: &Path, stored: u64) -> PathBuf {
    let path = folder.join("spinrs");
    let calls = folder.join("calls");
    let script = format!(
        "#!/bin/sh\necho call >> {}\necho '{{\"reason\":null,\"complete\":true,\"stored\":{stored},\"transitions\":9,\
         \"depth\":3,\"seconds\":{{\"search\":0.5}},\"hash\":{{\"conflicts\":1}},\"memory\":{{}}}}'\n",
        calls.display()
    );
    // Written under another name: a script that is open for writing cannot be executed.
    fs::write(folder.join("new"), script).unwrap();
    fs::set_permissions(folder.join("new"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.join("new"), &path).unwrap();
    path
}

fn calls(folder: &Path) -> usize {
    fs::read_to_string(folder.join("calls")).unwrap_or_default().lines().count()
}

fn context(folder: &Path, stored: u64, binary: &str) -> Context {
    Context {
        spinrs: stand_in(folder, stored),
        program: Program { version: "1".to_owned(), commit: "c".to_owned(), binary: binary.to_owned() },
        spin: None,
        machine: Machine::this(),
        limits: RunLimits { time: Duration::from_secs(20), memory: 1 << 30 },
        cache: folder.join("pan"),
        raw: folder.join("raw"),
    }
}

fn plan() -> Vec<Experiment> {
    let instance = |name: &str| Instance {
        name: name.to_owned(),
        family: name.to_owned(),
        path: "model.pml".into(),
        defines: Vec::new(),
        original: false,
        expected: BTreeMap::from([(Mode::Por, Counts { stored: 7, transitions: 9 })]),
    };
    let configuration = Configuration::spinrs("jit", "exact", "incremental");
    let spin = Configuration::spin(false, &[]);
    let runs =
        vec![(instance("a"), configuration.clone()), (instance("b"), configuration), (instance("b"), spin)];
    vec![Experiment { id: "stores", runs, repetitions: 2 }]
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("harness-resume-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn finished_rows_are_kept_and_the_rest_is_measured() {
    let folder = folder("kill");
    let context = context(&folder, 7, "b1");
    context.carry_out(&plan()).unwrap();
    let path = context.raw_path("stores");
    let rows = raw::read(&path).unwrap();
    // Two models twice, none by Spin, which is not there; and one call to warm up.
    assert_eq!((rows.len(), calls(&folder)), (4, 5));
    assert_eq!(rows.iter().map(|row| row.repetition).collect::<Vec<_>>(), [1, 1, 2, 2]);

    context.carry_out(&plan()).unwrap();
    assert_eq!(calls(&folder), 5, "nothing was left to do");

    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    context.carry_out(&plan()).unwrap();
    assert_eq!(calls(&folder), 7, "one run and its warm-up");
    let again = raw::read(&path).unwrap();
    let keys = |rows: &[raw::Row]| rows.iter().map(raw::Row::key).collect::<Vec<_>>();
    assert_eq!(keys(&again), keys(&rows));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn another_binary_is_measured_anew_and_not_mixed() {
    let folder = folder("binary");
    context(&folder, 7, "b1").carry_out(&plan()).unwrap();
    let second = context(&folder, 7, "b2");
    second.carry_out(&plan()).unwrap();
    let rows = raw::read(&second.raw_path("stores")).unwrap();
    assert_eq!(rows.len(), 8);
    assert!(raw::latest(rows).iter().all(|row| row.binary == "b2"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_wrong_count_ends_the_run_and_leaves_no_row() {
    let folder = folder("wrong");
    let context = context(&folder, 8, "b1");
    let failure = context.carry_out(&plan()).unwrap_err();
    assert!(matches!(failure, Failure::Count(_)), "{failure}");
    assert!(failure.to_string().contains("a has 7 states and 9 transitions, not 8 and 9"), "{failure}");
    assert!(raw::read(&context.raw_path("stores")).unwrap().is_empty());
    fs::remove_dir_all(&folder).unwrap();
}
