//! The committed report is what its raw rows give: nothing in it was typed or edited.

use std::fs;
use std::path::{Path, PathBuf};

use harness::plan::EXPERIMENTS;
use harness::report::{overview, page, sections};
use harness::schedule::raw_path;

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/reproduce")
}

fn committed(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn the_committed_report_matches_its_raw_rows() {
    let folder = results();
    let raw = folder.join("raw");
    let measured: Vec<&str> = EXPERIMENTS.into_iter().filter(|name| raw_path(&raw, name).exists()).collect();
    assert!(!measured.is_empty(), "no raw rows in {}", raw.display());
    let sections = sections(&raw, &measured).unwrap();
    let hint = "run scripts/reproduce --report-only and commit what it writes";
    for section in &sections {
        let path = folder.join("tables").join(format!("{}.md", section.id));
        assert!(committed(&path) == section.markdown(), "{} is stale: {hint}", path.display());
        for figure in &section.figures {
            let path = folder.join("figures").join(format!("{}.svg", figure.id));
            assert!(committed(&path) == figure.svg, "{} is stale: {hint}", path.display());
        }
    }
    assert!(committed(&folder.join("README.md")) == overview(&sections), "README.md is stale: {hint}");
    assert!(committed(&folder.join("report.html")) == page(&sections), "report.html is stale: {hint}");
}

#[test]
fn the_report_answers_all_seven_questions_from_the_rows() {
    let raw = results().join("raw");
    let all: String =
        sections(&raw, &EXPERIMENTS).unwrap().iter().map(|section| section.markdown()).collect();
    for question in 1..=7 {
        assert!(all.contains(&format!("Question {question}")), "question {question}");
    }
}

#[test]
fn one_changed_digit_in_a_row_changes_the_tables() {
    let path = raw_path(&results().join("raw"), "table-6.1");
    let rows = harness::raw::latest(harness::raw::read(&path).unwrap());
    let before = harness::tables::section("table-6.1", rows.clone());
    let mut changed = rows;
    let row = changed.iter_mut().find(|row| row.configuration == "2^26 chains cyclic").unwrap();
    row.conflicts = row.conflicts.map(|n| n + row.transitions.unwrap_or(1));
    assert_ne!(before, harness::tables::section("table-6.1", changed));
}
