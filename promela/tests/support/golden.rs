//! Golden tests: every model of a folder beside the text that it must give.
//!
//! `UPDATE_GOLDEN=1 cargo test` rewrites the expectations.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of golden files.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// The models of a folder, in alphabetical order.
pub(crate) fn models(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".pml")).collect();
    names.sort();
    assert!(!names.is_empty(), "no models in {}", folder.display());
    names
}

/// Compares the answer for every model with what is expected.
pub(crate) fn check(name: &str, answer: impl Fn(&str, &str) -> String) {
    let folder = folder(name);
    for name in models(&folder) {
        let model = fs::read_to_string(folder.join(&name)).unwrap();
        let actual = answer(&name, &model);
        let path = folder.join(&name).with_extension("expected");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(path, actual).unwrap();
        } else {
            let expected = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(actual, expected, "{name} gives something else now");
        }
    }
}
