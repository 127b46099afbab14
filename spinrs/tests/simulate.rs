//! `spinrs simulate`: by chance, by hand in a real terminal, along a trail.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use support::{Run, directory, installed, model, skip, spinrs_in};

/// Feeds lines to an interactive simulation behind a pipe.
fn session(name: &str, file: &str, input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinrs"))
        .args(["simulate", "-i", file])
        .current_dir(directory(name))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_seed_decides_the_run() {
    let here = directory("simulate-seed");
    let file = model("chatter.pml");
    let run = |seed| spinrs_in(&here, &["simulate", &file, "--seed", seed, "--steps", "50"]);
    let Run { status, stdout, .. } = run("1");
    assert_eq!(status, 0);
    assert!(stdout.contains("stopped after 50 steps; --steps N goes on"), "{stdout}");
    assert!(stdout.contains("there: empty -> [request,0]"), "{stdout}");
    assert!(stdout.contains("offers back!answer") && stdout.contains("takes back?answer"), "{stdout}");
    assert!(!stdout.contains('\x1b'), "no colours in a pipe");
    assert_eq!(run("1").stdout, stdout);
    assert_ne!(run("2").stdout, stdout.replace("seed 1", "seed 2"));
    let coloured = spinrs_in(&here, &["simulate", &file, "--steps", "5", "--color", "always"]).stdout;
    assert!(coloured.contains("\x1b[36mprocess 0 (Client)\x1b[0m"), "{coloured}");
}

#[test]
fn the_json_document_holds_the_whole_run() {
    let here = directory("simulate-json");
    let document = spinrs_in(&here, &["simulate", &model("chatter.pml"), "--json", "--steps", "200"]).json();
    let steps = document["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 200);
    assert_eq!(document["initial"]["channels"][0]["value"], "empty");
    let received = |step: &&serde_json::Value| step["messages"][0]["way"] == "received";
    for step in steps.iter().filter(received) {
        let message = &step["messages"][0];
        let from = message["from_step"].as_u64().unwrap() as usize;
        let sent = &steps[from - 1]["messages"].as_array().unwrap()[0];
        assert_eq!((&sent["channel"], &sent["fields"]), (&message["channel"], &message["fields"]));
    }
    assert!(20 < steps.iter().filter(received).count());
}

#[test]
fn an_error_ends_the_run_with_status_1() {
    let here = directory("simulate-error");
    let file = model("deadlock.pml");
    let statuses: Vec<i32> =
        (0..20).map(|n| spinrs_in(&here, &["simulate", &file, "--seed", &n.to_string()]).status).collect();
    assert!(statuses.contains(&1), "one of twenty runs meets the deadlock: {statuses:?}");
    let seed = statuses.iter().position(|&status| status == 1).unwrap().to_string();
    let run = spinrs_in(&here, &["simulate", &file, "--seed", &seed]);
    assert!(run.stdout.contains("invalid end state: process"), "{}", run.stdout);
}

#[test]
fn a_trail_guides_the_run() {
    let here = directory("simulate-trail");
    let file = model("assertion.pml");
    spinrs_in(&here, &[&file, "-q"]);
    let run = spinrs_in(&here, &["simulate", &file, "--trail", "assertion.pml.trail"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("assertion violated: assert((counter==2))"), "{}", run.stdout);
}

#[test]
fn by_hand_one_can_choose_go_back_and_look_around() {
    let file = model("chatter.pml");
    let record =
        session("simulate-hand", &file, "1\nv number\nc\np\nb\nc\nt\nr 3\ns\nl\ng 1\nnonsense\nh\nq\n");
    let after = |command: &str| {
        let start = record.find(&format!("\n> {command}\n")).unwrap_or_else(|| panic!("{command}: {record}"));
        let rest = &record[start + command.len() + 4..];
        rest.split("\n> ").next().unwrap().to_owned()
    };
    assert!(after("1").contains("there: empty -> [request,0]"), "{record}");
    assert!(after("v number").contains("process 0: number=0"), "{record}");
    assert!(after("c").contains("channel there: [request,0]"), "{record}");
    assert!(after("p").contains("process 1 (Server) is at"), "{record}");
    assert!(after("b").contains("in the initial state"), "{record}");
    assert!(after("t").contains("there: empty -> [request,0]"), "what was gone back over: {record}");
    assert_eq!(after("s").lines().filter(|line| line.contains("process")).count(), 4, "{record}");
    assert!(after("l").contains(":: there?request,job ->"), "{record}");
    assert!(after("g 1").contains("after step 1"), "{record}");
    assert!(after("nonsense").contains("h helps"), "{record}");
}

#[test]
fn in_a_terminal_there_are_colours_a_prompt_and_the_same_answers() {
    if installed(&["script"]).is_none() {
        return skip("the simulation in a terminal", "script");
    }
    let command = format!("'{}' simulate -i '{}'", env!("CARGO_BIN_EXE_spinrs"), model("chatter.pml"));
    let mut child = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(directory("simulate-terminal"))
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1\nv\nb\nq\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{screen}");
    assert!(screen.contains("\x1b[36mprocess 0 (Client)\x1b[0m"), "{screen}");
    assert!(
        screen.contains("> ") && screen.contains("there: empty -> \x1b[1m[request,0]\x1b[0m"),
        "{screen}"
    );
    assert!(screen.contains("globals: n_served=0") && screen.contains("in the initial state"), "{screen}");
}
