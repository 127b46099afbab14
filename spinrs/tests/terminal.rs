//! A check in a real terminal: a line that says how far it has come, and Ctrl-C.
#![cfg(unix)]

mod support;

use std::io::{Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use support::{directory, installed, model, skip};

/// Starts a check of a model without an end behind a terminal.
fn start(here: &std::path::Path) -> Child {
    let program = env!("CARGO_BIN_EXE_spinrs");
    // `exec`: a shell that waited in between would be interrupted too, and its exit code would be the one seen.
    let command = format!("exec '{program}' '{}' --max-time 60s --max-memory 2G", model("unlimited.pml"));
    Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(here)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Reads until the screen shows a text, or to the end.
fn read_until(out: &mut ChildStdout, screen: &mut Vec<u8>, text: &str) {
    let mut piece = [0; 1024];
    while !String::from_utf8_lossy(screen).contains(text) {
        match out.read(&mut piece).unwrap() {
            0 => break,
            n => screen.extend(&piece[..n]),
        }
    }
}

#[test]
fn a_long_check_says_how_far_it_has_come_and_ctrl_c_gives_the_report() {
    if installed(&["script"]).is_none() {
        return skip("a check in a terminal", "script");
    }
    let mut child = start(&directory("terminal-progress"));
    let (mut out, mut screen) = (child.stdout.take().unwrap(), Vec::new());
    read_until(&mut out, &mut screen, "states/s, depth");
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    out.read_to_end(&mut screen).unwrap();
    let status = child.wait().unwrap();
    let screen = String::from_utf8_lossy(&screen).replace("\r\n", "\n");
    assert_eq!(status.code(), Some(2), "{screen}");
    let report = screen.rfind("\r\x1b[2K").map(|at| &screen[at + 5..]).unwrap();
    assert!(report.starts_with("spinrs "), "the line is cleared before the report: {screen}");
    assert!(report.contains("  stored  "), "{report}");
    assert!(report.trim_end().ends_with("VERDICT: \x1b[1;33mnot answered\x1b[0m: interrupted"), "{report}");
    let lines = screen.split("\x1b[?7l").skip(1).map(|rest| rest.split("\x1b[?7h").next().unwrap());
    for line in lines {
        assert!(line.len() < 80 && line.contains(" states, "), "{line:?}");
    }
}
