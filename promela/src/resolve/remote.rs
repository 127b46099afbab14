//! `P[i]:v` and `P[i]@l`: looking into other processes.

use super::expressions::NOTHING;
use super::scopes::Reserved;
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, ExpressionKind, LabelId, ProctypeId, Reference, Scope, Type, VariableId};
use crate::source::Span;

impl Resolver<'_> {
    /// The proctype of a remote reference, which must have been defined above, and its instance.
    fn remote_process(
        &mut self,
        process: &ast::RemoteProcess,
    ) -> Option<(ProctypeId, Option<Box<hir::Expression>>)> {
        let pid = process.pid.as_ref().map(|e| Box::new(self.expression(e)));
        let name = &process.proctype;
        match self.scopes.reserved(&name.text) {
            Some((Reserved::Proctype(id), _)) => Some((id, pid)),
            _ if self.processes.contains_key(&name.text) => {
                let message = format!("proctype `{}` is not defined above", name.text);
                self.error(code::REMOTE_REFERENCE, message, name.span)
                    .hint("a remote reference must follow the proctype");
                None
            }
            _ => {
                self.unknown_proctype(name);
                None
            }
        }
    }

    pub(super) fn remote_variable(
        &mut self,
        span: Span,
        process: &ast::RemoteProcess,
        part: &ast::ReferencePart,
    ) -> ExpressionKind {
        let found = self.remote_process(process);
        let index = part.index.as_ref().map(|e| Box::new(self.expression(e)));
        let Some((proctype, pid)) = found else {
            return NOTHING;
        };
        let Some(variable) = self.local_of(proctype, &part.name) else {
            return NOTHING;
        };
        let declared = &self.model.variables[variable.0 as usize];
        let problem = match (declared.ty, declared.length, &index) {
            (Type::Structure(_), ..) => Some("a structure cannot be looked into from outside"),
            (_, Some(_), None) => Some("this is an array and needs an index"),
            (_, None, Some(_)) => Some("this is no array"),
            _ => None,
        };
        let ty = declared.ty;
        if let Some(problem) = problem {
            self.error(code::REMOTE_REFERENCE, problem, part.span);
        }
        let Type::Scalar(scalar) = ty else {
            return NOTHING;
        };
        let reference = Reference { variable, index, fields: Vec::new(), scalar, span };
        ExpressionKind::RemoteVariable(proctype, pid, reference)
    }

    /// A variable of a proctype by name; one that belongs to no inner block is preferred.
    fn local_of(&mut self, proctype: ProctypeId, name: &ast::Name) -> Option<VariableId> {
        let variables = self.model.variables.iter().enumerate();
        let locals = variables.filter(|(_, v)| v.scope == Scope::Local(proctype) && !v.synthetic);
        let named = locals.clone().filter(|(_, v)| v.name == name.text);
        let found = named.min_by_key(|&(at, _)| self.knowledge[at].depth);
        if let Some((at, _)) = found {
            return Some(VariableId(at as u32));
        }
        let suggestion = self.nearest(&name.text, locals.map(|(_, v)| v.name.as_str()));
        let message = format!("this proctype has no variable `{}`", name.text);
        self.error(code::REMOTE_REFERENCE, message, name.span).suggest(suggestion);
        None
    }

    pub(super) fn remote_label(&mut self, process: &ast::RemoteProcess, name: &ast::Name) -> ExpressionKind {
        let Some((proctype, pid)) = self.remote_process(process) else {
            return NOTHING;
        };
        let own = self.body.as_ref().filter(|body| body.process == proctype);
        let labels = match own {
            Some(body) => &body.labels[..],
            None => match self.model.proctypes.get(proctype.0 as usize) {
                Some(proctype) => &proctype.labels[..],
                None => &[],
            },
        };
        if let Some(at) = labels.iter().position(|label| label.name == name.text) {
            return ExpressionKind::RemoteLabel(proctype, pid, LabelId(at as u32));
        }
        let names = labels.iter().map(|label| label.name.as_str());
        let suggestion = self.nearest(&name.text, names);
        let message = format!("this proctype has no label `{}`", name.text);
        let report = self.error(code::REMOTE_REFERENCE, message, name.span);
        match suggestion {
            Some(_) => report.suggest(suggestion),
            None => report.hint("the label must stand above"),
        };
        NOTHING
    }
}
