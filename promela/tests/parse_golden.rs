//! Golden tests of the parser: a model beside the outline of its tree, or beside its errors.
//!
//! `UPDATE_GOLDEN=1 cargo test` rewrites the expectations.

use promela::diagnostic::{Style, render_all};
use promela::parser::parse;
use promela::source::Memory;
use promela::text::{Options, prepare};
use std::fs;
use std::path::Path;

fn answer(name: &str, model: &str) -> String {
    let prepared = match prepare(name, &Memory::single(name, model), &Options::default()) {
        Ok(prepared) => prepared,
        Err(rejected) => {
            return render_all(&rejected.diagnostics, &rejected.sources, Style::Plain);
        }
    };
    match parse(&prepared.expanded) {
        Ok(tree) => tree.to_string(),
        Err(errors) => render_all(&errors, &prepared.expanded.sources, Style::Plain),
    }
}

#[test]
fn every_model_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/parse");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pml"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for name in names {
        let model = fs::read_to_string(folder.join(&name)).unwrap();
        let actual = answer(&name, &model);
        let path = folder.join(&name).with_extension("expected");
        if update {
            fs::write(path, actual).unwrap();
        } else {
            let expected = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(actual, expected, "{name} is read differently now");
        }
    }
}
