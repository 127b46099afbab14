//! Runs the command as a user would.

#![allow(dead_code, reason = "every test file uses a part of it")]

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A run of the command that has ended.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// What was printed, which must be one JSON document.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", self.stdout, self.stderr))
    }
}

/// The file of a model of the tests.
pub(crate) fn model(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name);
    file.display().to_string()
}

/// An empty directory of this name for a test to run in.
pub(crate) fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Runs the command in a directory.
pub(crate) fn spinrs_in(directory: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_spinrs")).args(arguments).current_dir(directory).output();
    let Output { status, stdout, stderr } = output.unwrap();
    Run {
        status: status.code().unwrap(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// The first of these programs that is installed.
pub(crate) fn installed(names: &[&'static str]) -> Option<&'static str> {
    let paths: Vec<_> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    names.iter().copied().find(|name| paths.iter().any(|path| path.join(name).is_file()))
}

/// Says that a test was skipped, past the harness, which hides what passing tests print. With `SPINRS_SKIP_NOTHING`, as
/// in continuous integration, that is a failure.
pub(crate) fn skip(what: &str, missing: &str) {
    assert!(std::env::var_os("SPINRS_SKIP_NOTHING").is_none(), "{what}: {missing} is not installed");
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}: {missing} is not installed");
}
