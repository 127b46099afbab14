//! The front end in one call: text, syntax, names, automata.

use crate::diagnostic::{Diagnostic, Severity};
use crate::flow::FlowError;
use crate::hir;
use crate::ir::Program;
use crate::lower::{LowerError, NumberWidth, Optimisation, lower};
use crate::source::{Loader, Sources, Span};
use crate::text::{Expanded, Options, prepare};
use crate::{lint, parser, resolve};

/// A model that has been read and understood.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its text with the way back to the files.
    pub text: Expanded,
    /// What it means.
    pub hir: hir::Model,
    /// What its author should know.
    pub warnings: Vec<Diagnostic>,
}

/// A model that has not.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The files read, for rendering the diagnostics.
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in the file `main`.
///
/// # Errors
/// Everything that is wrong with it, as far as one stage can see past another's errors.
pub fn compile(main: &str, loader: &dyn Loader, options: &Options) -> Result<Model, Failure> {
    let prepared = prepare(main, loader, options)
        .map_err(|r| Failure { sources: r.sources, diagnostics: r.diagnostics })?;
    let text = prepared.expanded;
    let mut warnings = prepared.warnings;
    // A warning may be what explains an error.
    let failure = |diagnostics: Vec<Diagnostic>, warnings: &[Diagnostic], text: &Expanded| Failure {
        sources: text.sources.clone(),
        diagnostics: warnings.iter().cloned().chain(diagnostics).collect(),
    };
    let tree = parser::parse(&text).map_err(|rejected| {
        let further = rejected.rest.map(|rest| errors_besides(&rest, &text)).unwrap_or_default();
        let diagnostics = rejected.diagnostics.into_iter().chain(further).collect();
        failure(diagnostics, &warnings, &text)
    })?;
    let resolved =
        resolve::resolve(&tree, &text).map_err(|diagnostics| failure(diagnostics, &warnings, &text))?;
    warnings.extend(resolved.warnings);
    warnings.extend(lint::lint(&resolved.model, &text));
    Ok(Model { text, hir: resolved.model, warnings })
}

/// What is wrong with a text besides its syntax, as far as that does not follow from what could not be parsed.
fn errors_besides(rest: &parser::Rest, text: &Expanded) -> Vec<Diagnostic> {
    let mut errors = resolve::resolve(&rest.model, text).err().unwrap_or_default();
    errors.retain(|error| {
        error.severity == Severity::Error
            && error.primary.as_ref().is_some_and(|label| {
                let written = text.sources.text(label.origin.region);
                let mut words = written.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                label.origin.expansion.is_empty() && !words.any(|word| rest.lost.contains(word))
            })
    });
    errors
}

impl Model {
    /// Makes the executable program.
    ///
    /// # Errors
    /// If the control flow makes no automaton or the variables take too much room.
    pub fn program(&self, width: NumberWidth, optimisation: Optimisation) -> Result<Program, Failure> {
        lower(&self.hir, width, optimisation).map_err(|error| Failure {
            sources: self.text.sources.clone(),
            diagnostics: vec![self.explain(error)],
        })
    }

    fn explain(&self, error: LowerError) -> Diagnostic {
        let at = |code, message: &str, span: Span, label: &str| {
            Diagnostic::error(code, message).at(self.text.origin(span), label)
        };
        match error {
            LowerError::Flow(FlowError::JumpCycle(span)) => {
                at("E0401", "these jumps only lead to each other", span, "never reaches a statement")
            }
            LowerError::Flow(FlowError::EmptySequence(span)) => {
                at("E0402", "a sequence needs at least one statement", span, "no statement here")
            }
            LowerError::Flow(FlowError::DuplicateElse(span)) => {
                at("E0403", "a choice can have only one `else`", span, "the second one")
            }
            LowerError::Flow(FlowError::MisplacedBreak(span)) => {
                at("E0404", "`break` outside a loop", span, "there is no loop to leave")
            }
            LowerError::Flow(FlowError::UndefinedLabel(span)) => {
                at("E0405", "undefined label", span, "jumps to a label that stands nowhere")
            }
            LowerError::TooLarge(span) => {
                at("E0406", "the state vector would be larger than 32 MiB", span, "too large")
            }
            LowerError::ConditionalRun(span) => at(
                "E0407",
                "whether this `run` is executed would depend on another operand",
                span,
                "give it a statement of its own",
            ),
            LowerError::MisplacedRun(span) => {
                at("E0408", "`run` cannot be used here", span, "no process can be started here")
            }
        }
    }
}
