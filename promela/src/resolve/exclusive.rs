//! `xr` and `xs`: a process claims to be the only one that receives from a channel, or sends to it.

use super::references::Named;
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, ExclusiveClaim, ProctypeId, Scalar, Type};
use crate::source::Span;

impl Resolver<'_> {
    /// `xr` and `xs`. Spin knows channels that it can name at compile time.
    pub(super) fn exclusive(
        &mut self,
        proctype: ProctypeId,
        claim: ast::Exclusive,
        channels: &[ast::VariableReference],
    ) {
        for reference in channels {
            let path = match self.named(reference) {
                Named::Path(path) => path,
                Named::Unknown => continue,
                Named::Constant(_) | Named::Predefined(_) => {
                    self.not_claimable(reference.span, "this is no channel");
                    continue;
                }
            };
            if path.array.is_some() || path.index.is_some() {
                self.not_claimable(reference.span, "this is an array, or an element of one");
                continue;
            }
            match path.ty {
                Type::Scalar(Scalar::Chan) => {
                    let channel = path.into_reference(Scalar::Chan);
                    self.claim(proctype, claim == ast::Exclusive::Receive, channel);
                }
                Type::Scalar(_) => self.not_claimable(reference.span, "this is no channel"),
                Type::Structure(_) => self.not_claimable(reference.span, "this is a structure"),
            }
        }
    }

    fn claim(&mut self, proctype: ProctypeId, receives: bool, channel: hir::Reference) {
        let fields = |r: &hir::Reference| r.fields.iter().map(|s| s.field).collect::<Vec<_>>();
        let rival = self.model.exclusive.iter().find(|claim| {
            claim.receives == receives
                && claim.proctype != proctype
                && claim.channel.variable == channel.variable
                && fields(&claim.channel) == fields(&channel)
        });
        if let Some(first) = rival.map(|claim| claim.channel.span) {
            let message = "two proctypes claim one side of a channel";
            self.error(code::EXCLUSIVE, message, channel.span).and(first, "claimed here first");
        }
        self.model.exclusive.push(ExclusiveClaim { channel, proctype, receives });
    }

    fn not_claimable(&mut self, span: Span, problem: &str) {
        let message = "xr and xs take the name of a channel";
        self.error(code::EXCLUSIVE, message, span)
            .label(problem)
            .hint("an element can get a name of its own: chan c = a[1]; xr c");
    }
}
