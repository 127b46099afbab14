//! Reading a model, and saying what is wrong with it.

use crate::args::CommonArgs;
use crate::exit;
use crate::style::Style;
use promela::diagnostic::{Diagnostic, Severity, render_all, render_brief};
use promela::lint::code::UNSEEN_READ;
use promela::source::Disk;
use promela::{Failure, Model, compile};
use serde::Serialize;
use std::io::stderr;
use std::path::Path;

/// Reads a model and shows the warnings about it, those about reduction only if it is to be `reduced`. `Err` is the
/// exit status.
pub(crate) fn read(model: &Path, args: &CommonArgs, quiet: bool, reduced: bool) -> Result<Model, u8> {
    let main = model.to_string_lossy();
    match compile(&main, &Disk, &args.options()) {
        Ok(mut model) => {
            model.warnings.retain(|warning| reduced || warning.code != UNSEEN_READ);
            if !quiet && !model.warnings.is_empty() {
                let style = Style::new(args.color, &stderr()).diagnostics();
                eprintln!("{}", render_brief(&model.warnings, &model.text.sources, style));
            }
            Ok(model)
        }
        Err(failure) => Err(reject(model, args, &failure)),
    }
}

/// The files that a model was read from.
pub(crate) fn files(model: &Model) -> Vec<&Path> {
    model.text.sources.names().map(Path::new).collect()
}

/// Shows why a model cannot be checked; gives the exit status.
pub(crate) fn reject(model: &Path, args: &CommonArgs, failure: &Failure) -> u8 {
    let style = Style::new(args.color, &stderr()).diagnostics();
    eprint!("{}", render_all(&failure.diagnostics, &failure.sources, style));
    let n_errors = failure.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let reason = match n_errors {
        1 => "the model has an error".to_owned(),
        n => format!("the model has {n} errors"),
    };
    let code = failure.diagnostics.iter().find(|d| d.severity == Severity::Error).map_or("", |d| d.code);
    if args.json {
        let document = Rejected {
            model: model.display().to_string(),
            version: env!("CARGO_PKG_VERSION"),
            verdict: "incomplete",
            complete: false,
            reason,
            diagnostics: failure.diagnostics.iter().map(Message::from).collect(),
        };
        exit::print(&json(&document));
    } else {
        eprintln!("\nVERDICT: not answered: {reason} (`spinrs explain {code}` says more)");
    }
    exit::NOT_ANSWERED
}

/// A document as text.
pub(crate) fn json(document: &impl Serialize) -> String {
    // Only maps with keys that are not strings can fail, and there are none.
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Rejected {
    model: String,
    version: &'static str,
    verdict: &'static str,
    complete: bool,
    reason: String,
    diagnostics: Vec<Message>,
}

/// A message about a model.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    severity: &'static str,
    code: &'static str,
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    hint: Option<String>,
}

impl From<&Diagnostic> for Message {
    fn from(diagnostic: &Diagnostic) -> Self {
        let position = diagnostic.primary.as_ref().map(|label| &label.origin.position);
        Self {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            file: position.map(|p| p.file.clone()),
            line: position.map(|p| p.line),
            column: position.map(|p| p.column),
            hint: diagnostic.hint.clone(),
        }
    }
}
