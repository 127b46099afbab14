//! Every diagnostic has its golden file: what is said about the example in its explanation, or about a text too large
//! to stand there.
//!
//! `UPDATE_GOLDEN=1 cargo test` rewrites the expectations.

#[path = "support/golden.rs"]
#[expect(dead_code, reason = "the models stand in the catalogue here, not in files")]
mod golden;

use promela::diagnostic::{Style, entries, render_all};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::Memory;
use promela::text::Options;
use std::collections::BTreeMap;

/// Diagnostics that no test can provoke.
const BEHIND: [(&str, &str); 8] = [
    ("E0200", "a model of four gigabytes"),
    ("E0299", "the grammar would have to differ from the parser"),
    ("E0402", "the grammar asks for a statement"),
    ("E0403", "the resolver says E0329"),
    ("E0404", "the resolver says E0324"),
    ("E0405", "the resolver says E0305"),
    ("E0407", "the resolver says E0323"),
    ("E0408", "the resolver says E0323"),
];

/// Texts that are too large for an explanation.
fn large() -> Vec<(&'static str, String)> {
    let constants: String = (0..256).map(|n| format!("c{n}, ")).collect();
    let structures: String = (1..70).map(|n| format!("typedef T{n} {{ T{} inner }}\n", n - 1)).collect();
    vec![
        ("E0204", format!("init {{ {} skip {} }}", "{ ".repeat(2000), "} ".repeat(2000))),
        ("E0220", format!("byte x;\ninit {{ x = 1{} }}", " + 1".repeat(30_000))),
        ("E0318", format!("mtype = {{ {constants}last }}\ninit {{ skip }}")),
        ("E0342", format!("typedef T0 {{ byte b }}\n{structures}init {{ skip }}")),
    ]
}

/// What is said about a model, in the words that a user sees.
fn said(files: &Memory) -> String {
    let failure = match promela::compile("m.pml", files, &Options::default()) {
        Err(failure) => failure,
        Ok(model) => match model.program(NumberWidth::Narrow, Optimisation::NONE) {
            Err(failure) => failure,
            Ok(_) => return render_all(&model.warnings, &model.text.sources, Style::Plain),
        },
    };
    render_all(&failure.diagnostics, &failure.sources, Style::Plain)
}

#[test]
fn every_diagnostic_is_worded_as_expected() {
    let mut texts: BTreeMap<&str, String> = entries()
        .filter(|entry| !entry.wrong.is_empty())
        .map(|entry| (entry.code, said(&Memory::single("m.pml", entry.wrong))))
        .collect();
    texts.extend(large().into_iter().map(|(code, text)| (code, said(&Memory::single("m.pml", &text)))));
    texts.insert("E0001", said(&Memory::single("another.pml", "")));
    let behind = BEHIND.map(|(code, _)| code);
    let missing: Vec<&str> =
        entries().map(|entry| entry.code).filter(|code| !texts.contains_key(code)).collect();
    assert_eq!(missing, behind);

    let folder = golden::folder("messages");
    for (code, text) in texts {
        assert!(text.contains(&format!("[{code}]")), "{code} is not among\n{text}");
        let file = folder.join(code).with_extension("expected");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(file, text).unwrap();
        } else {
            let expected = std::fs::read_to_string(file).unwrap_or_default();
            assert_eq!(text, expected, "{code} is worded differently now");
        }
    }
}
