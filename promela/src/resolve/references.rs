//! `a[i].b.c[j]`: from names to variables, elements and fields.

use super::scopes::{Meaning, Reserved};
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, ExpressionKind, FieldStep, ProctypeId, Reference, Scalar, Type, VariableId};
use crate::source::Span;

/// A variable, element or field on the way to a [`Reference`].
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) variable: VariableId,
    pub(super) index: Option<Box<hir::Expression>>,
    pub(super) fields: Vec<FieldStep>,
    /// Type of what is referred to, or of one element if that is an array.
    pub(super) ty: Type,
    /// The length, if this is an array without an index.
    pub(super) array: Option<u32>,
    pub(super) span: Span,
}

impl Path {
    pub(super) fn into_reference(self, scalar: Scalar) -> Reference {
        Reference { variable: self.variable, index: self.index, fields: self.fields, scalar, span: self.span }
    }
}

/// Variables that every model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predefined {
    /// `_`, to write only.
    Anything,
    /// `_pid`.
    Pid,
    /// `_last`.
    Last,
    /// `_nr_pr`.
    ProcessCount,
    /// `_priority`.
    Priority,
    /// `_p`, the own control state.
    ControlState,
}

impl Predefined {
    fn named(name: &str) -> Option<Self> {
        match name {
            "_" => Some(Self::Anything),
            "_pid" => Some(Self::Pid),
            "_last" => Some(Self::Last),
            "_nr_pr" => Some(Self::ProcessCount),
            "_priority" => Some(Self::Priority),
            "_p" => Some(Self::ControlState),
            _ => None,
        }
    }
}

/// A complaint about an undeclared variable.
pub(super) struct Undeclared {
    complaint: usize,
    name: String,
    context: Option<ProctypeId>,
}

/// What a reference refers to.
pub(super) enum Named {
    Constant(i32),
    Predefined(Predefined),
    Path(Path),
    /// Something that has been complained about.
    Unknown,
}

impl Resolver<'_> {
    /// Finds out what a reference refers to.
    pub(super) fn named(&mut self, reference: &ast::VariableReference) -> Named {
        let Some((first, rest)) = reference.parts.split_first() else {
            return Named::Unknown;
        };
        let simple = match self.scopes.reserved(&first.name.text) {
            Some((Reserved::Constant(_, value), _)) => Some(Named::Constant(value)),
            _ => Predefined::named(&first.name.text).map(Named::Predefined),
        };
        if let Some(simple) = simple {
            if rest.is_empty() && first.index.is_none() {
                return simple;
            }
            let message = format!("`{}` has no elements or fields", first.name.text);
            self.error(code::NOT_A_VARIABLE, message, reference.span);
            return Named::Unknown;
        }
        match self.path(first, rest, reference.span) {
            Some(path) => Named::Path(path),
            None => Named::Unknown,
        }
    }

    fn path(&mut self, first: &ast::ReferencePart, rest: &[ast::ReferencePart], span: Span) -> Option<Path> {
        let variable = self.variable(&first.name)?;
        let declared = &self.model.variables[variable.0 as usize];
        let (ty, length) = (declared.ty, declared.length);
        let (index, array) = self.index(first, length)?;
        let mut path = Path { variable, index: index.map(Box::new), fields: Vec::new(), ty, array, span };
        for part in rest {
            self.take_first_element(&mut path);
            self.descend(&mut path, part)?;
        }
        Some(path)
    }

    /// Goes on to a field.
    fn descend(&mut self, path: &mut Path, part: &ast::ReferencePart) -> Option<()> {
        let name = &part.name;
        let Type::Structure(id) = path.ty else {
            let message = format!("`{}` is no field: what stands before it", name.text);
            self.error(code::UNKNOWN_FIELD, format!("{message} is no structure"), name.span);
            return None;
        };
        let structure = self.structure(id);
        let found = structure.fields.iter().enumerate();
        let found = found.into_iter().find(|(_, field)| field.name == name.text);
        let Some((at, field)) = found else {
            let names = structure.fields.iter().map(|field| field.name.as_str());
            let suggestion = self.nearest(&name.text, names);
            let message = format!("structure `{}` has no field `{}`", structure.name, name.text);
            self.error(code::UNKNOWN_FIELD, message, name.span).suggest(suggestion);
            return None;
        };
        let (ty, length) = (field.ty, field.length);
        let (index, array) = self.index(part, length)?;
        path.fields.push(FieldStep { field: at as u32, index });
        path.ty = ty;
        path.array = array;
        Some(())
    }

    /// The index of a part, and the length if the part is an array without one. `None` after a complaint.
    fn index(
        &mut self,
        part: &ast::ReferencePart,
        length: Option<u32>,
    ) -> Option<(Option<hir::Expression>, Option<u32>)> {
        let Some(index) = &part.index else {
            return Some((None, length));
        };
        let resolved = self.expression(index);
        let Some(length) = length else {
            // Spin lets a scalar pass for an array of one element.
            if matches!(resolved.kind, ExpressionKind::Constant(0)) {
                return Some((None, None));
            }
            let message = format!("`{}` is no array", part.name.text);
            let hint = format!("an array is declared with its size: `byte {}[10]`", part.name.text);
            self.error(code::INDEX_ON_SCALAR, message, index.span)
                .label("an index is not possible here")
                .hint(hint);
            return None;
        };
        if let ExpressionKind::Constant(value) = resolved.kind
            && (value < 0 || value as u32 >= length)
        {
            let message = format!("index {value} is outside `{}[{length}]`", part.name.text);
            self.warning(code::INDEX_OUT_OF_RANGE, message, index.span)
                .hint("reaching this statement is an error at run time");
        }
        Some((Some(resolved), None))
    }

    /// The variable of a name, or `None` after a complaint.
    fn variable(&mut self, name: &ast::Name) -> Option<VariableId> {
        if let Some((reserved, span)) = self.scopes.reserved(&name.text) {
            let message = format!("`{}` is {}", name.text, reserved.describe());
            self.error(code::NOT_A_VARIABLE, message, name.span)
                .label("a variable is needed here")
                .and(span, "defined here");
            return None;
        }
        let found = self.scopes.find(&name.text);
        let found = found.map(|id| self.scopes.symbol(id));
        match found.map(|symbol| (symbol.meaning, symbol.span)) {
            Some((Meaning::Variable(id), _)) => Some(id),
            Some((Meaning::Label, span)) => {
                let message = format!("`{}` is a label", name.text);
                self.error(code::NOT_A_VARIABLE, message, name.span)
                    .label("a variable is needed here")
                    .and(span, "used as a label here");
                None
            }
            None => {
                self.undeclared(name);
                None
            }
        }
    }

    fn undeclared(&mut self, name: &ast::Name) {
        if !self.complain_once(&name.text) {
            return;
        }
        let elsewhere = self.scopes.find_elsewhere(&name.text);
        let elsewhere = elsewhere.map(|symbol| symbol.span);
        let words = ["true", "false", "skip", "break", "timeout", "else"];
        let suggestion = self.nearest(&name.text, self.scopes.readable_names().chain(words));
        let yet_to_come = self.processes.contains_key(&name.text);
        if elsewhere.is_none() {
            self.undeclared.push(Undeclared {
                complaint: self.diagnostics.len(),
                name: name.text.clone(),
                context: self.body.as_ref().map(|body| body.process),
            });
        }
        let message = format!("undeclared variable `{}`", name.text);
        let report = self.error(code::UNDECLARED, message, name.span);
        match elsewhere {
            Some(span) => report
                .and(span, "this one belongs to another block")
                .hint("a variable is seen inside the braces in which it is declared"),
            None if yet_to_come => report.hint("this proctype must be defined above"),
            None => report.suggest(suggestion),
        };
    }

    /// Adds to complaints about undeclared variables where they are declared after all.
    pub(super) fn point_at_later_declarations(&mut self) {
        for undeclared in std::mem::take(&mut self.undeclared) {
            let later = self.scopes.find_later(&undeclared.name, undeclared.context);
            if let Some(span) = later.map(|symbol| symbol.span) {
                self.report(undeclared.complaint)
                    .and(span, "declared here")
                    .hint("a variable can be used from the end of its declaration on");
            }
        }
    }

    /// Whether this is the first complaint about a name in this process.
    pub(super) fn complain_once(&mut self, name: &str) -> bool {
        let context = self.body.as_ref().map(|body| body.process);
        self.complained.insert((context, name.to_owned()))
    }

    /// Where an array stands without an index, Spin complains and takes its first element.
    pub(super) fn take_first_element(&mut self, path: &mut Path) {
        if path.array.take().is_none() {
            return;
        }
        let span = path.span;
        let zero = hir::Expression { kind: ExpressionKind::Constant(0), span };
        match path.fields.last_mut() {
            Some(step) => step.index = Some(zero),
            None => path.index = Some(Box::new(zero)),
        }
        let message = "an array without an index means its first element";
        self.warning(code::MISSING_INDEX, message, span)
            .hint("Spin reports an error and goes on in the same way; write `[0]`");
    }

    /// The path as a reference to one scalar, or `None` after a complaint.
    pub(super) fn scalar_reference(&mut self, mut path: Path) -> Option<Reference> {
        self.take_first_element(&mut path);
        match path.ty {
            Type::Scalar(scalar) => Some(path.into_reference(scalar)),
            Type::Structure(id) => {
                let name = self.structure(id).name.clone();
                let message = format!("a whole structure `{name}` cannot be used here");
                self.error(code::WHOLE_STRUCTURE, message, path.span).hint(
                    "name one of its fields; whole structures can only be sent, received and passed to run",
                );
                None
            }
        }
    }

    /// Whether the name cannot be given to something new; complains if so.
    pub(super) fn is_taken(&mut self, name: &ast::Name) -> bool {
        let before = match self.scopes.reserved(&name.text) {
            Some((reserved, span)) => Some((reserved.describe(), span)),
            None => self.scopes.find(&name.text).map(|id| {
                let symbol = self.scopes.symbol(id);
                let what = match symbol.meaning {
                    Meaning::Label => "a label",
                    Meaning::Variable(_) if symbol.context.is_none() => "a global variable",
                    Meaning::Variable(_) => "a variable",
                };
                (what, symbol.span)
            }),
        };
        if Predefined::named(&name.text).is_some() {
            let message = format!("`{}` is predefined", name.text);
            self.error(code::REDECLARED, message, name.span);
            return true;
        }
        let Some((what, span)) = before else {
            return false;
        };
        let message = format!("`{}` is declared already", name.text);
        self.error(code::REDECLARED, message, name.span)
            .label("this name is taken")
            .and(span, format!("{what} since here"))
            .hint("Promela has no shadowing: names that can be seen cannot be declared again");
        true
    }
}
