//! Labels and jumps.
//!
//! A `goto` finds its label when the whole body has been read: first one that belongs to the same scope,
//! then one of an enclosing scope, then any label of that name in the process. Jumps into and out of a
//! `d_step` are errors; so is a jump to the label of one.

use super::scopes::{Meaning, SymbolId};
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, LabelId, Statement, StatementKind};
use crate::source::Span;
use crate::text::ExpansionKind;

/// A `goto` whose label is not known yet.
#[derive(Clone, Debug)]
pub(super) struct Goto {
    symbol: Option<SymbolId>,
    span: Span,
    d_step: Option<u32>,
}

/// A label in front of a statement.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    label: LabelId,
    symbol: SymbolId,
    region: Region,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Region {
    Outside,
    /// Inside the d_step of this number.
    Inside(u32),
    /// On a d_step: to Spin neither inside nor outside.
    Entrance,
}

impl Resolver<'_> {
    /// The labels in front of a statement. They get their place when the statement has been read.
    pub(super) fn mention_labels(&mut self, names: &[ast::Name]) -> Vec<LabelId> {
        let mut labels = Vec::with_capacity(names.len());
        for name in names {
            let symbol = self.label_symbol(name);
            let (Some(symbol), Some(body)) = (symbol, &mut self.body) else {
                continue;
            };
            labels.push(LabelId(body.labels.len() as u32));
            body.labels.push(hir::Label { name: name.text.clone(), span: name.span });
            body.label_symbols.push(symbol);
        }
        labels
    }

    /// The symbol of a label, or `None` after a complaint.
    fn label_symbol(&mut self, name: &ast::Name) -> Option<SymbolId> {
        if let Some((reserved, span)) = self.scopes.reserved(&name.text) {
            let message = format!("`{}` cannot be a label", name.text);
            self.error(code::LABEL_NAME_TAKEN, message, name.span)
                .and(span, format!("it is {}", reserved.describe()));
            return None;
        }
        let found = self.scopes.find(&name.text);
        let found = found.map(|id| (id, self.scopes.symbol(id).clone()));
        match found {
            Some((id, symbol)) if symbol.meaning == Meaning::Label => Some(id),
            // Spin complains, and forgets the variable.
            Some((_, symbol)) => {
                let message = format!("label `{}` takes the name of a variable", name.text);
                self.warning(code::LABEL_HIDES_VARIABLE, message, name.span)
                    .and(symbol.span, "which cannot be used any more")
                    .hint("Spin reports an error and goes on");
                let (scopes, path) = (&mut self.scopes, symbol.path);
                Some(scopes.declare_at(&name.text, Meaning::Label, path, name.span))
            }
            None => Some(self.scopes.declare(&name.text, Meaning::Label, name.span)),
        }
    }

    /// Puts labels in front of a statement, the innermost first as Spin does.
    pub(super) fn place_labels(&mut self, labels: &[LabelId], statement: &mut Statement) {
        for &label in labels.iter().rev() {
            let Some(body) = &self.body else {
                return;
            };
            let symbol = body.label_symbols[label.0 as usize];
            let region = match (&statement.kind, body.d_step) {
                (StatementKind::DStep(_), _) => Region::Entrance,
                (_, Some(d_step)) => Region::Inside(d_step),
                (_, None) => Region::Outside,
            };
            let name = body.labels[label.0 as usize].name.clone();
            let same = body.placed.get(&name).into_iter().flatten();
            let mut same = same.filter(|placed| placed.symbol == symbol);
            if let Some(before) = same.next().map(|placed| placed.label)
                && self.inline_of(before) == self.inline_of(label)
            {
                let (first, second) = (self.label_span(before), self.label_span(label));
                self.error(code::LABEL_TWICE, format!("label `{name}` stands twice"), second)
                    .and(first, "first here");
            }
            if let Some(body) = &mut self.body {
                body.placed.entry(name).or_default().push(Placed { label, symbol, region });
            }
        }
        statement.labels.splice(0..0, labels.iter().copied());
    }

    pub(super) fn label_span(&self, label: LabelId) -> Span {
        let labels = self.body.as_ref().map(|body| &body.labels);
        let label = labels.and_then(|labels| labels.get(label.0 as usize));
        label.map_or(Span::default(), |label| label.span)
    }

    /// The inline in whose body a label stands: Spin tells labels of different inlines apart.
    fn inline_of(&self, label: LabelId) -> Option<String> {
        let origin = self.text.origin(self.label_span(label));
        let mut steps = origin.expansion.into_iter();
        let inline = steps.find(|step| step.kind == ExpansionKind::Inline);
        inline.map(|step| step.name)
    }

    /// A jump. Until the body has been read, the number is that of the `goto`, not of its label.
    pub(super) fn goto(&mut self, name: &ast::Name) -> StatementKind {
        let symbol = self.label_symbol(name);
        let Some(body) = &mut self.body else {
            return StatementKind::Pass;
        };
        body.gotos.push(Goto { symbol, span: name.span, d_step: body.d_step });
        StatementKind::Goto(LabelId(body.gotos.len() as u32 - 1))
    }

    /// Gives every `goto` of a body its label.
    pub(super) fn bind_gotos(&mut self, statements: &mut [Statement]) {
        let gotos = match &mut self.body {
            Some(body) => std::mem::take(&mut body.gotos),
            None => return,
        };
        let targets: Vec<LabelId> = gotos.iter().map(|goto| self.target(goto)).collect();
        rewrite(statements, &targets);
    }

    /// The label of a `goto`; any number after a complaint.
    fn target(&mut self, goto: &Goto) -> LabelId {
        let Some(symbol) = goto.symbol else {
            return LabelId(0);
        };
        let found = self.best_match(symbol);
        let Some((label, region)) = found else {
            self.undefined_label(symbol, goto.span);
            return LabelId(0);
        };
        let own = goto.d_step.map_or(Region::Outside, Region::Inside);
        if own != region {
            let span = self.label_span(label);
            let message = match (own, region) {
                (_, Region::Entrance) => "a jump to the label of a d_step",
                (Region::Outside, _) => "a jump into a d_step",
                _ => "a jump out of a d_step",
            };
            let report = self.error(code::D_STEP_JUMP, message, goto.span);
            let report = report.and(span, "the label");
            if region == Region::Entrance {
                report.hint("write `label: { d_step { ... } }`");
            } else {
                report.hint("use atomic, which may be entered and left");
            }
        }
        label
    }

    fn best_match(&self, symbol: SymbolId) -> Option<(LabelId, Region)> {
        let wanted = self.scopes.symbol(symbol);
        let mut best = None;
        for placed in self.body.as_ref()?.placed.get(&wanted.name)?.iter().rev() {
            let other = self.scopes.symbol(placed.symbol);
            if other.path == wanted.path {
                return Some((placed.label, placed.region));
            }
            if wanted.path.starts_with(&other.path) || best.is_none() {
                best = Some((placed.label, placed.region));
            }
        }
        best
    }

    fn undefined_label(&mut self, symbol: SymbolId, span: Span) {
        let name = self.scopes.symbol(symbol).name.clone();
        let labels = self.body.as_ref().map_or(&[][..], |body| &body.labels[..]);
        let labels = labels.iter().map(|label| label.name.as_str());
        let suggestion = self.nearest(&name, labels);
        let elsewhere = self.model.proctypes.iter();
        let elsewhere = elsewhere.flat_map(|p| &p.labels).find(|l| l.name == name);
        let elsewhere = elsewhere.map(|label| label.span);
        let report =
            self.error(code::UNDEFINED_LABEL, format!("there is no label `{name}` in this process"), span);
        match elsewhere {
            Some(span) => report.and(span, "this one belongs to another process"),
            None => report.suggest(suggestion),
        };
    }
}

/// Replaces the numbers of gotos by those of their labels.
fn rewrite(statements: &mut [Statement], targets: &[LabelId]) {
    for statement in statements {
        match &mut statement.kind {
            StatementKind::Goto(label) => *label = targets[label.0 as usize],
            StatementKind::If(options) | StatementKind::Do(options) => {
                for option in options {
                    rewrite(option, targets);
                }
            }
            StatementKind::Loop { exit, body } => {
                rewrite(exit, targets);
                rewrite(body, targets);
            }
            StatementKind::Atomic(body) | StatementKind::DStep(body) | StatementKind::Block(body) => {
                rewrite(body, targets)
            }
            StatementKind::Unless(main, escape) => {
                rewrite(std::slice::from_mut(&mut **main), targets);
                rewrite(std::slice::from_mut(&mut **escape), targets);
            }
            StatementKind::Condition(_)
            | StatementKind::Else
            | StatementKind::Assign(..)
            | StatementKind::Pass
            | StatementKind::Send { .. }
            | StatementKind::Receive { .. }
            | StatementKind::Assert(_)
            | StatementKind::Print { .. }
            | StatementKind::PrintSymbol(_)
            | StatementKind::SetPriority(..)
            | StatementKind::Break => {}
        }
    }
}
