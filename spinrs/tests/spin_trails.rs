//! Trails of Spin's: what `pan` finds can be replayed here, and what is found here replays in Spin.

mod support;

use std::path::Path;
use std::process::Command;
use support::{directory, installed, model, skip, spinrs_in};

/// Models, their flags, and what Spin says in the end of a guided simulation.
const MODELS: [(&str, &[&str], &str); 4] = [
    ("assertion", &["-DN=3"], "assertion violated"),
    ("deadlock", &[], "trail ends after"),
    ("index", &[], "indexing error 'cells'"),
    ("d_step", &[], "trail ends after"),
];

fn run(here: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(here).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Searches a model with Spin, which leaves a trail.
fn pan(here: &Path, file: &str, flags: &[&str], spin_flags: &[&str]) {
    run(here, "spin", &[spin_flags, flags, &["-a", file]].concat());
    run(here, "gcc", &["-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"]);
    run(here, "./pan", &[]);
}

#[test]
fn trails_go_both_ways() {
    if installed(&["spin"]).is_none() || installed(&["gcc"]).is_none() {
        return skip("trails of Spin's", "spin or gcc");
    }
    for (name, flags, end) in MODELS {
        let here = directory(&format!("spin-trail-{name}"));
        let file = format!("{name}.pml");
        std::fs::copy(model(&file), here.join(&file)).unwrap();
        for spin_flags in [&["-o3"][..], &[]] {
            pan(&here, &file, flags, spin_flags);
            let trail = format!("{file}.trail");
            let replay = spinrs_in(&here, &[&["replay", &file, &trail, "--json"][..], flags].concat());
            assert_eq!(replay.status, 1, "{name} {spin_flags:?}: {}{}", replay.stdout, replay.stderr);
            std::fs::remove_file(here.join(&trail)).unwrap();
        }
        for mode in [&["--por", "off", "--optimise", "none"][..], &[]] {
            spinrs_in(&here, &[&[&file[..], "-q"][..], mode, flags].concat());
            let replay = spinrs_in(&here, &["replay", &file, "--format", "spin", "-o", "for-spin"]);
            assert_eq!(replay.status, 1, "{}", replay.stderr);
            let guided = run(&here, "spin", &[&["-k", "for-spin", "-p"][..], flags, &[&file]].concat());
            assert!(guided.contains(end), "{name} {mode:?}: {guided}");
            for complaint in ["no matching", "transition failed", "invalid statement", "stop error", "lost"] {
                assert!(!guided.contains(complaint), "{name} {mode:?}: {complaint}\n{guided}");
            }
        }
    }
}

#[test]
fn a_trail_that_does_not_fit_is_refused() {
    let here = directory("spin-trail-foreign");
    let file = model("assertion.pml");
    for (text, complaint) in [
        ("1:0:999\n", "no transition 999"),
        ("1:7:0\n", "line 1: the transition cannot be taken"),
        ("-2:0:-2\n1:0:0\n", "never claim"),
        ("1:0:0\n-1:-1:-1\n", "cycle"),
        ("1:0:0\nnonsense\n", "line 2"),
        ("1:0:0\n", "no error"),
    ] {
        std::fs::write(here.join("foreign.trail"), text).unwrap();
        let run = spinrs_in(&here, &["replay", &file, "foreign.trail"]);
        assert_eq!(run.status, 2, "{text}");
        assert!(run.stderr.contains(complaint), "{text}: {}", run.stderr);
    }
    let run = spinrs_in(&here, &["replay", &model("remote.pml"), "foreign.trail"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("refers remotely to a label at a jump"), "{}", run.stderr);
}
