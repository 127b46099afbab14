//! From the syntax tree to the resolved model: names bound, types known, sugar removed.
//!
//! One pass in the order of the text, because Promela binds a name to what has been read before it.
//! Every rule broken is reported, with a place, and the walk goes on with something harmless in its
//! stead, so that one run tells all there is to tell. Only what the rest of the text decides waits until
//! the end: where a `goto` leads, how many arguments a `run` needs.
//!
//! What Spin's parser rewrites while it reads is rewritten here in the same way and order, because the
//! automaton, and so every count, depends on it:
//!
//! | written | becomes | where |
//! |---|---|---|
//! | `for`, `select` | an assignment and a loop, or an `if` | `sugar.rs` |
//! | a declaration after the first statement | an assignment | `declarations.rs` |
//! | `x++`, a label alone | an assignment, `skip` | `statements.rs` |
//! | a structure as message or argument | its scalars | `types.rs` |
//!
//! Facts about Spin are those of version 6.5.2 as released in December 2019.

pub mod code;

mod assignments;
mod constants;
mod control;
mod declarations;
mod exclusive;
mod expressions;
mod labels;
mod messages;
mod print;
mod processes;
mod references;
mod remote;
mod runs;
mod scopes;
mod statements;
mod sugar;
mod types;

use std::collections::{HashMap, HashSet};

use crate::ast;
use crate::diagnostic::{Diagnostic, Severity};
use crate::hir;
use crate::source::Span;
use crate::text::Expanded;
pub(crate) use expressions::any;
use processes::Body;
use scopes::Scopes;

/// A model without errors, and what its author should know all the same.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The model.
    pub model: hir::Model,
    /// Warnings in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// Binds the names of a model and gives its constructs their meaning. `text` is what the model was
/// parsed from.
///
/// # Errors
///
/// Everything that is wrong, in the order of the text, warnings included.
pub fn resolve(model: &ast::Model, text: &Expanded) -> Result<Resolution, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(text);
    resolver.number_processes(model);
    for unit in &model.units {
        resolver.unit(unit);
    }
    resolver.finish()
}

/// What is known about a variable beyond what the resolved model says.
#[derive(Clone, Copy, Debug, Default)]
struct Knowledge {
    /// The set whose constants it holds, once Spin believes to know it.
    subtype: Option<hir::MtypeId>,
    /// The constant that it starts as, if that was written as one.
    literal: Option<i32>,
    /// How many blocks enclose the declaration; the body of a proctype is one.
    depth: usize,
}

/// The state of the walk.
struct Resolver<'a> {
    text: &'a Expanded,
    model: hir::Model,
    scopes: Scopes,
    /// Parallel to the variables of the model.
    knowledge: Vec<Knowledge>,
    /// Parallel to the structures of the model.
    shapes: Vec<types::Shape>,
    /// All proctypes of the model, defined or yet to come.
    processes: HashMap<String, hir::ProctypeId>,
    /// The process being read.
    body: Option<Body>,
    runs: Vec<runs::RunSite>,
    sends: Vec<(usize, Span)>,
    /// What is being read is only printed, which does not count as reading.
    printing: bool,
    /// The hidden variable that `_ = e` writes to.
    sink: Option<hir::VariableId>,
    /// Names complained about already, per process.
    complained: HashSet<(Option<hir::ProctypeId>, String)>,
    /// Complaints about undeclared variables that may turn out to be declared below.
    undeclared: Vec<references::Undeclared>,
    diagnostics: Vec<(Span, Diagnostic)>,
}

impl<'a> Resolver<'a> {
    fn new(text: &'a Expanded) -> Self {
        Self {
            text,
            model: hir::Model { mtypes: vec![hir::MtypeSet::default()], ..hir::Model::default() },
            scopes: Scopes::default(),
            knowledge: Vec::new(),
            shapes: Vec::new(),
            processes: HashMap::new(),
            body: None,
            runs: Vec::new(),
            sends: Vec::new(),
            printing: false,
            sink: None,
            complained: HashSet::new(),
            undeclared: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    fn unit(&mut self, unit: &ast::Unit) {
        match unit {
            ast::Unit::Proctype(proctype) => self.proctype(proctype),
            ast::Unit::Init(init) => self.init(init),
            ast::Unit::Declaration(declaration) => self.global_declaration(declaration),
            ast::Unit::Mtype(declaration) => self.mtype(declaration),
            ast::Unit::Typedef(typedef) => self.typedef(typedef),
            ast::Unit::Opaque(opaque) => self.unsupported(opaque),
        }
    }

    /// Spin's parser takes what is passed to an inline for an expression, and so for a reading.
    fn note_inline_arguments(&mut self) {
        let passed: HashSet<&str> = self.text.passed_to_inlines().collect();
        let globals = self.model.variables.iter_mut().filter(|v| v.scope == hir::Scope::Global);
        globals.for_each(|variable| variable.read |= passed.contains(&variable.name[..]));
    }

    fn finish(mut self) -> Result<Resolution, Vec<Diagnostic>> {
        self.point_at_later_declarations();
        self.check_runs();
        self.check_sends();
        self.check_processes();
        self.note_inline_arguments();
        self.diagnostics.sort_by_key(|(span, _)| span.start);
        let diagnostics: Vec<Diagnostic> = self.diagnostics.into_iter().map(|(_, d)| d).collect();
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Err(diagnostics);
        }
        Ok(Resolution { model: self.model, warnings: diagnostics })
    }

    /// Reports an error at a place; labels, further places and a hint can be added to the result.
    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> Report<'_> {
        let origin = self.text.origin(span);
        self.push(span, Diagnostic::error(code, message).at(origin, ""))
    }

    fn warning(&mut self, code: &'static str, message: impl Into<String>, span: Span) -> Report<'_> {
        let origin = self.text.origin(span);
        self.push(span, Diagnostic::warning(code, message).at(origin, ""))
    }

    fn push(&mut self, span: Span, diagnostic: Diagnostic) -> Report<'_> {
        self.diagnostics.push((span, diagnostic));
        self.report(self.diagnostics.len() - 1)
    }

    /// A diagnostic that was filed before.
    fn report(&mut self, at: usize) -> Report<'_> {
        Report { text: self.text, diagnostic: &mut self.diagnostics[at].1 }
    }

    /// The name that was probably meant. After many complaints no more are looked for, so that a hostile
    /// model cannot make every wrong name be compared with every right one.
    fn nearest<'n>(&self, name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        if self.diagnostics.len() > MAX_SUGGESTIONS {
            return None;
        }
        crate::spelling::nearest(name, names).map(str::to_owned)
    }

    /// Reports a construct that is recognised and not analysed.
    fn unsupported(&mut self, opaque: &ast::Opaque) {
        use ast::OpaqueKind as Kind;
        let (code, what, hint) = match opaque.kind {
            Kind::Never => (code::NEVER, "never claims are", CLAIMS),
            Kind::Ltl => (code::LTL, "ltl formulas are", CLAIMS),
            Kind::Trace => (code::TRACE, "trace assertions are", CLAIMS),
            Kind::Notrace => (code::NOTRACE, "notrace assertions are", CLAIMS),
            Kind::CCode => (code::EMBEDDED_C, "c_code is", EMBEDDED),
            Kind::CDecl => (code::EMBEDDED_C, "c_decl is", EMBEDDED),
            Kind::CExpr => (code::EMBEDDED_C, "c_expr is", EMBEDDED),
            Kind::CState => (code::EMBEDDED_C, "c_state is", EMBEDDED),
            Kind::CTrack => (code::EMBEDDED_C, "c_track is", EMBEDDED),
        };
        self.error(code, format!("{what} not supported yet"), opaque.keyword).hint(hint);
    }
}

/// Complaints up to which names are suggested.
const MAX_SUGGESTIONS: usize = 100;

const CLAIMS: &str = "remove it to check assertions and invalid end states";
const EMBEDDED: &str = "the model must be Promela without C";

/// A diagnostic that has been filed and can still be added to.
struct Report<'r> {
    text: &'r Expanded,
    diagnostic: &'r mut Diagnostic,
}

impl Report<'_> {
    /// Says what is to be seen at the place.
    fn label(self, message: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.diagnostic.primary {
            primary.message = message.into();
        }
        self
    }

    /// Adds another place.
    fn and(self, span: Span, message: impl Into<String>) -> Self {
        let origin = self.text.origin(span);
        let message = message.into();
        self.diagnostic.secondary.push(crate::diagnostic::Label { origin, message });
        self
    }

    /// Adds a hint.
    fn hint(self, hint: impl Into<String>) -> Self {
        self.diagnostic.hint = Some(hint.into());
        self
    }

    /// Adds "did you mean" if there is a name to propose.
    fn suggest(self, name: Option<String>) -> Self {
        match name {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// A number of things, in words.
fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// The smallest span that holds both.
fn hull(a: Span, b: Span) -> Span {
    Span { start: a.start.min(b.start), end: a.end.max(b.end) }
}
