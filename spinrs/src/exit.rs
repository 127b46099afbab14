//! How the program ends: what its exit status means, and output that may fail.

use std::io::{Write, stdout};
use std::path::Path;

/// The model was searched completely and nothing is wrong.
pub(crate) const HOLDS: u8 = 0;
/// Something is wrong.
pub(crate) const VIOLATED: u8 = 1;
/// The question was not answered.
pub(crate) const NOT_ANSWERED: u8 = 2;

/// A command line that makes no sense.
pub(crate) fn usage(message: &str) -> u8 {
    eprintln!("error: {message}");
    NOT_ANSWERED
}

/// Refuses to write to a file that is read, the model above all.
pub(crate) fn refuse_overwriting(output: Option<&Path>, inputs: &[&Path]) -> Result<(), u8> {
    let Some(output) = output else { return Ok(()) };
    // A file that is not there yet, or cannot be found, is none of those that have been read.
    let Ok(place) = output.canonicalize() else { return Ok(()) };
    match inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == place)) {
        true => Err(usage(&format!("`{}` is read: the output needs a file of its own", output.display()))),
        false => Ok(()),
    }
}

/// Something the user should know.
pub(crate) fn warn(message: &str) {
    eprintln!("warning: {message}");
}

/// Writes to standard output; `false` if that fails, as it does behind a closed pipe.
pub(crate) fn print(text: &str) -> bool {
    stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush()).is_ok()
}
