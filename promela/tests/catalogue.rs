//! Every code has an explanation, and every example of an explanation shows what it says.

use promela::diagnostic::{Diagnostic, Severity, entries, explain};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::Memory;
use promela::text::Options;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn said(text: &str) -> Vec<Diagnostic> {
    match promela::compile("m.pml", &Memory::single("m.pml", text), &Options::default()) {
        Err(failure) => failure.diagnostics,
        Ok(model) => match model.program(NumberWidth::Narrow, Optimisation::NONE) {
            Err(failure) => failure.diagnostics,
            Ok(_) => model.warnings,
        },
    }
}

/// Codes that the sources of the front end name.
fn codes(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("catalogue") {
                codes(&path, found);
            }
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Tests make up codes of their own.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for piece in text.split('"') {
            let code = piece.as_bytes();
            let is_code =
                code.len() == 5 && matches!(code[0], b'E' | b'W') && code[1..].iter().all(u8::is_ascii_digit);
            if is_code {
                found.insert(piece.to_owned());
            }
        }
    }
}

#[test]
fn every_code_is_explained_and_every_explanation_has_its_code() {
    let mut used = BTreeSet::new();
    codes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
    let explained: BTreeSet<String> = entries().map(|entry| entry.code.to_owned()).collect();
    assert_eq!(used, explained);
    assert_eq!(entries().count(), explained.len(), "a code is explained twice");
}

#[test]
fn a_code_may_be_written_in_any_case() {
    assert_eq!(explain("e0302").unwrap().code, "E0302");
    assert_eq!(explain("E9999"), None);
}

#[test]
fn wrong_examples_give_the_diagnostic() {
    let mut failures = Vec::new();
    for entry in entries().filter(|entry| !entry.wrong.is_empty()) {
        let codes: Vec<_> = said(entry.wrong).iter().map(|d| d.code).collect();
        if !codes.contains(&entry.code) {
            failures.push(format!("{}: {} gives {codes:?}", entry.code, entry.wrong));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn right_examples_are_right() {
    let mut failures = Vec::new();
    for entry in entries().filter(|entry| !entry.right.is_empty()) {
        let wrong: Vec<_> = said(entry.right)
            .into_iter()
            .filter(|d| d.severity == Severity::Error || d.code == entry.code)
            .map(|d| d.message)
            .collect();
        if !wrong.is_empty() {
            failures.push(format!("{}: {} gives {wrong:?}", entry.code, entry.right));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
