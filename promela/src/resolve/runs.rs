//! `run`: the arguments fit the parameters of the proctype, which may be defined further down.

use super::processes::INIT;
use super::{Resolver, code, counted};
use crate::ast;
use crate::hir::{self, ExpressionKind, ProctypeId, Scalar, Type};
use crate::source::Span;

/// A `run`, to be checked when all proctypes are known.
pub(super) struct RunSite {
    process: ProctypeId,
    /// Of each argument: its place, whether it is a channel, and the set of a symbolic constant.
    arguments: Vec<RunArgument>,
    span: Span,
}

struct RunArgument {
    span: Span,
    is_channel: bool,
    constant: Option<hir::MtypeId>,
}

impl Resolver<'_> {
    /// `run P(...)`.
    pub(super) fn run(
        &mut self,
        span: Span,
        name: &ast::Name,
        arguments: &[ast::Expression],
        priority: Option<&ast::Number>,
    ) -> ExpressionKind {
        let values = self.arguments(arguments);
        // Zero is what Spin takes for "not given".
        let priority = match priority {
            Some(given) if given.value == 0 => {
                self.model.names_priority = true;
                1
            }
            given => self.priority(given),
        };
        let Some(&process) = self.processes.get(&name.text) else {
            self.unknown_proctype(name);
            return ExpressionKind::Constant(0);
        };
        let sites = values.iter().map(|value| self.run_argument(value, arguments));
        let arguments = sites.collect();
        self.runs.push(RunSite { process, arguments, span });
        ExpressionKind::Run { proctype: process, arguments: values, priority }
    }

    fn run_argument(&self, value: &hir::Expression, written: &[ast::Expression]) -> RunArgument {
        let written = written.iter().find(|e| e.span == value.span);
        RunArgument {
            span: value.span,
            is_channel: match &value.kind {
                ExpressionKind::Load(reference) => reference.scalar == Scalar::Chan,
                _ => false,
            },
            constant: written.and_then(|e| self.symbolic_constant(e)).map(|(set, _)| set),
        }
    }

    pub(super) fn unknown_proctype(&mut self, name: &ast::Name) {
        let names = self.processes.keys().map(String::as_str);
        let suggestion = self.nearest(&name.text, names.filter(|name| *name != INIT));
        let message = format!("there is no proctype `{}`", name.text);
        self.error(code::UNKNOWN_PROCTYPE, message, name.span).suggest(suggestion);
    }

    /// Compares the arguments of every `run` with the parameters.
    pub(super) fn check_runs(&mut self) {
        for site in std::mem::take(&mut self.runs) {
            let proctype = &self.model.proctypes[site.process.0 as usize];
            let (name, declared) = (proctype.name.clone(), proctype.span);
            let mut scalars = Vec::new();
            for &parameter in &proctype.parameters {
                match self.model.variables[parameter.0 as usize].ty {
                    Type::Scalar(scalar) => scalars.push(scalar),
                    Type::Structure(id) => {
                        // A structure that cannot be taken apart has been complained about.
                        let _ = self.flatten(id, &mut scalars);
                    }
                }
            }
            if scalars.len() != site.arguments.len() {
                let wanted = counted(scalars.len(), "argument");
                let message = format!("`{name}` takes {wanted} but is given {}", site.arguments.len());
                self.error(code::RUN_ARGUMENTS, message, site.span).and(declared, "defined here");
                continue;
            }
            for (scalar, argument) in scalars.into_iter().zip(&site.arguments) {
                self.check_argument(scalar, argument, declared);
            }
        }
    }

    fn check_argument(&mut self, parameter: Scalar, argument: &RunArgument, declared: Span) {
        if let (Scalar::Mtype(known), Some(set)) = (parameter, argument.constant)
            && known != set
        {
            self.mtype_clash(known, declared, set, argument.span);
        }
        if argument.is_channel != (parameter == Scalar::Chan) {
            let message = match argument.is_channel {
                true => "a channel for a parameter that is none",
                false => "no channel for a parameter that is one",
            };
            self.warning(code::CHANNEL_ARGUMENT, message, argument.span).and(declared, "the proctype");
        }
    }
}
