//! Trails: every reported violation can be reached again, and what does not belong is refused.

mod support;

use std::path::Path;
use support::{Run, directory, model, spinrs_in};

/// Checks a model, replays the trail it leaves, and gives the replay as JSON.
fn check_and_replay(here: &Path, name: &str, kind: &str, flags: &[&str]) -> serde_json::Value {
    let file = model(&format!("{name}.pml"));
    let mut outcomes = Vec::new();
    for search in ["dfs", "bfs"] {
        let raw = ["--por", "off", "--optimise", "none"];
        let arguments = [&[&file, "--json", "--search", search], &raw[..], flags].concat();
        let check = spinrs_in(here, &arguments);
        assert_eq!(check.status, 1, "{}", check.stderr);
        let report = check.json();
        assert_eq!(report["violations"][0]["kind"], kind);
        let trail = report["trail"].as_str().unwrap().to_owned();
        let replay = spinrs_in(here, &[&["replay", &file, &trail, "--json"], flags].concat());
        assert_eq!(replay.status, 1, "{}{}", replay.stdout, replay.stderr);
        let replay = replay.json();
        assert_eq!(replay["replayed"], true);
        for field in ["kind", "message", "file", "line", "process"] {
            assert_eq!(replay["violation"][field], report["violations"][0][field], "{field}");
        }
        outcomes.push(replay);
    }
    outcomes.swap_remove(0)
}

#[test]
fn a_deadlock_replays_and_says_where_every_process_stands() {
    let here = directory("replay-deadlock");
    let replay = check_and_replay(&here, "deadlock", "invalid_end_state", &[]);
    let processes = replay["processes"].as_array().unwrap();
    assert_eq!(processes.len(), 2);
    for process in processes {
        assert_eq!(process["at_end"], false);
        assert!(process["statement"].as_str().unwrap().starts_with("(!("));
    }
}

#[test]
fn an_assertion_replays_with_changes_and_printed_text() {
    let here = directory("replay-assertion");
    let replay = check_and_replay(&here, "assertion", "assertion", &["-DN=3"]);
    let steps = replay["steps"].as_array().unwrap();
    let copied = steps.iter().find(|step| step["statement"] == "counter = (copy+1)").unwrap();
    assert_eq!(copied["changes"][0]["name"], "counter");
    assert_eq!((&copied["changes"][0]["old"], &copied["changes"][0]["new"]), (&"0".into(), &"1".into()));
    let printed = steps.iter().flat_map(|step| step["printed"].as_array().unwrap()).count();
    assert_eq!(printed, 3);
    assert_eq!(replay["violation"]["message"], "assertion violated: assert((counter==3))");
}

#[test]
fn an_index_error_replays_and_shows_channels_and_symbols() {
    let here = directory("replay-index");
    let replay = check_and_replay(&here, "index", "index_out_of_bounds", &[]);
    let changes: Vec<_> =
        replay["steps"].as_array().unwrap().iter().flat_map(|s| s["changes"].as_array().unwrap()).collect();
    assert!(changes.iter().any(|c| c["name"] == "todo" && c["old"] == "empty" && c["new"] == "[0]"));
    let coloured = changes.iter().find(|c| c["name"] == "cells[0].colour").unwrap();
    assert_eq!((&coloured["old"], &coloured["new"]), (&"red".into(), &"green".into()));
}

#[test]
fn an_error_in_a_d_step_replays_across_run_and_rendezvous() {
    let here = directory("replay-d_step");
    let replay = check_and_replay(&here, "d_step", "blocked_d_step", &[]);
    let steps = replay["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["started"][0]["proctype"] == "Child"));
    let offer = steps.iter().position(|step| step["statement"] == "go!limit").unwrap();
    assert_eq!(steps[offer]["messages"][0]["way"], "offered");
    assert_eq!(steps[offer]["messages"][0]["fields"][0], "2");
    assert_eq!(steps[offer + 1]["messages"][0]["way"], "received");
    assert_eq!(steps[offer + 1]["messages"][0]["from_step"], steps[offer]["step"]);
}

#[test]
fn the_text_of_a_replay_ends_in_the_violation() {
    let here = directory("replay-text");
    let file = model("assertion.pml");
    spinrs_in(&here, &[&file, "-q"]);
    let Run { status, stdout, .. } = spinrs_in(&here, &["replay", &file, "assertion.pml.trail"]);
    assert_eq!(status, 1);
    assert!(stdout.contains("counter: 0 -> 1"), "{stdout}");
    assert!(stdout.contains("prints \"copied 0\\n\""), "{stdout}");
    assert!(stdout.contains("assertion violated: assert((counter==2))"), "{stdout}");
    assert!(stdout.ends_with("VERDICT: violated\n"), "{stdout}");
}

#[test]
fn a_trail_brings_its_macros_and_is_found_by_the_name_of_the_model() {
    let here = directory("replay-macros");
    let file = model("assertion.pml");
    spinrs_in(&here, &[&file, "-q", "-DN=3"]);
    let run = spinrs_in(&here, &["replay", &file]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("assertion violated: assert((counter==3))"), "{}", run.stdout);
}

#[test]
fn a_trail_of_another_model_or_other_macros_is_refused() {
    let here = directory("replay-foreign");
    let (file, other) = (model("assertion.pml"), model("deadlock.pml"));
    spinrs_in(&here, &[&file, "-q", "-DN=3"]);
    for (file, flag) in [(&other, "-DN=3"), (&file, "-DN=4")] {
        let run = spinrs_in(&here, &["replay", file, "assertion.pml.trail", flag]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("another text") && run.stderr.contains("-DN=3"), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn damaged_trails_give_an_error_and_never_a_panic() {
    let here = directory("replay-damaged");
    let file = model("assertion.pml");
    spinrs_in(&here, &[&file, "-q"]);
    let text = std::fs::read_to_string(here.join("assertion.pml.trail")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut damaged =
        vec![String::new(), "nonsense\n".to_owned(), text.replace("spinrs-trail 2", "spinrs-trail 9")];
    for index in 3..lines.len() {
        let mut without = lines.clone();
        without.remove(index);
        damaged.push(without.join("\n"));
        let mut odd = lines.clone();
        odd[index] = "4294967295 4294967295 4294967295";
        damaged.push(odd.join("\n"));
    }
    for text in damaged {
        std::fs::write(here.join("damaged.trail"), &text).unwrap();
        let run = spinrs_in(&here, &["replay", &file, "damaged.trail"]);
        assert_eq!(run.status, 2, "{text}\n{}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("panicked"), "{text}\n{}", run.stderr);
    }
    if cfg!(unix) {
        let run = spinrs_in(&here, &["replay", &file, "/dev/zero"]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("is not a trail"), "{}", run.stderr);
    }
    let run = spinrs_in(&here, &["replay", &file, "missing.trail"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("missing.trail"));
}

/// The texts are those of `spin -t -p`, but for the counter of a `for` over a channel.
#[test]
fn what_loops_and_declarations_are_made_into_is_quoted_as_spin_quotes_it() {
    let here = directory("replay-sugar");
    let replay = check_and_replay(&here, "sugar", "assertion", &[]);
    let steps = replay["steps"].as_array().unwrap();
    let statements: Vec<_> = steps.iter().map(|step| step["statement"].as_str().unwrap()).collect();
    let expected = [
        "pairs!p",
        "late = 3",
        "i = 1",
        "((i<=(k+1)))",
        "k = (k*1)",
        "i = (i+1)",
        "else",
        "i = 0",
        "((i<=1))",
        "(1)",
        "i = (i+1)",
        "((i<=1))",
        "(1)",
        "i = (i+1)",
        "else",
        "for_index = 0",
        "((for_index<len(pairs)))",
        "pairs?p",
        "pairs!p",
        "(1)",
        "for_index = (for_index+1)",
        "else",
        "k = 2",
        "assert((k==7))",
    ];
    assert_eq!(statements, expected);
}
