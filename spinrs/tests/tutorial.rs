//! The tutorial does what it says: its models are written down, its commands are run, its output appears.
//!
//! In the output `...` as a line stands for any lines, and `...` at the end of a line for the rest of it.

mod support;

use std::path::Path;
use support::{directory, spinrs_in};

/// The fenced blocks of a page: what stands behind the fence, and the text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```").collect::<Vec<_>>();
    parts.chunks(2).filter_map(|pair| pair.get(1)?.split_once('\n')).collect()
}

/// A command and the lines that it should print.
fn commands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, expected))) => expected.push(line),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    commands
}

fn matches_line(expected: &str, line: &str) -> bool {
    match expected.strip_suffix("...") {
        Some(start) => line.starts_with(start),
        None => line == expected,
    }
}

/// Whether the lines are as expected.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => matches_line(first, line) && matches(rest, others),
        _ => false,
    }
}

#[test]
fn every_command_of_the_tutorial_does_what_the_tutorial_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tutorial.md");
    let page = std::fs::read_to_string(page).unwrap();
    let here = directory("tutorial");
    let mut n_commands = 0;
    for (kind, text) in blocks(&page) {
        if let Some(name) = kind.strip_prefix("promela ") {
            std::fs::write(here.join(name), text).unwrap();
            continue;
        }
        assert_eq!(kind, "console");
        for (command, expected) in commands(text) {
            let mut words = command.split_whitespace();
            assert_eq!(words.next(), Some("spinrs"), "{command}");
            let run = spinrs_in(&here, &words.collect::<Vec<_>>());
            let lines: Vec<&str> = run.stdout.lines().collect();
            assert!(matches(&expected, &lines), "{command} printed\n{}{}", run.stdout, run.stderr);
            assert_eq!(run.stderr, "", "{command}");
            n_commands += 1;
        }
    }
    assert!(10 < n_commands, "only {n_commands} commands were found");
    for file in ["way.html", "automaton.svg", "states.svg", "marked.txt"] {
        assert!(here.join(file).is_file(), "{file}");
    }
}

#[test]
fn dots_stand_for_lines_and_ends_of_lines() {
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(matches(&["...", "b..."], &["a", "bcd"]));
    assert!(!matches(&["a", "..."], &["b", "a"]));
    assert!(!matches(&["a"], &["a", "b"]));
}
