//! Control flow: sequences in braces, options, `break`, `unless`, `atomic` and `d_step`.

use super::expressions::any;
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, ExpressionKind, LabelId, Statement, StatementKind};
use crate::source::Span;

impl Resolver<'_> {
    /// A sequence in braces that is not the body of a proctype. `word` introduces it.
    pub(super) fn braced(&mut self, body: &ast::Sequence, word: &str) -> Vec<Statement> {
        self.scopes.enter_block();
        if let Some(body) = &mut self.body {
            body.may_initialise = false;
        }
        let mut statements = Vec::new();
        self.append(body, &mut statements);
        self.scopes.leave_block();
        self.check_not_empty(&statements, body.span);
        let hint = format!("write `label: {word} {{ ... }}`").replace("  ", " ");
        self.check_first_label(&statements, &hint);
        statements
    }

    pub(super) fn check_not_empty(&mut self, statements: &[Statement], span: Span) {
        if statements.is_empty() {
            self.error(code::EMPTY_SEQUENCE, "there is no statement here", span).hint("add `skip`");
        }
    }

    /// The first state of an inner sequence is the state before it, so it cannot have a label of its own.
    /// A loop can, because its sequence begins with a state of its own.
    fn check_first_label(&mut self, statements: &[Statement], hint: &str) {
        if let Some(label) = misplaced_label(statements) {
            let message = "a label cannot stand at the start of this sequence";
            let span = self.label_span(label);
            self.error(code::LABEL_PLACE, message, span).hint(hint);
        }
    }

    /// The options of `if` or `do`.
    pub(super) fn options(&mut self, branches: &[ast::Branch]) -> Vec<Vec<Statement>> {
        let mut options = Vec::with_capacity(branches.len());
        for branch in branches {
            if let Some(body) = &mut self.body {
                body.may_initialise = false;
            }
            let mut statements = Vec::new();
            self.append(&branch.body, &mut statements);
            self.check_not_empty(&statements, branch.span);
            if let Some(label) = misplaced_label(&statements) {
                let message = "a label in front of an option does not name the selection";
                let span = self.label_span(label);
                self.warning(code::LABELLED_OPTION, message, span)
                    .hint("put the label before the `if` or `do`");
            }
            options.push(statements);
        }
        self.check_else(&options);
        options
    }

    fn check_else(&mut self, options: &[Vec<Statement>]) {
        let is_else = |s: &&Statement| matches!(s.kind, StatementKind::Else);
        let guards = || options.iter().filter_map(|option| option.first());
        let mut elses = guards().filter(is_else).map(|guard| guard.span);
        let first = elses.next();
        if let (Some(first), Some(second)) = (first, elses.next()) {
            self.error(code::ELSE_TWICE, "a second `else` in one selection", second)
                .and(first, "the first one")
                .hint("`else` is taken when no other option can be: put both into one");
        }
        let channel = guards().find(|guard| asks_channel(guard)).map(|g| g.span);
        if let (Some(first), Some(channel)) = (first, channel) {
            if self.model.exclusive.is_empty() {
                let message = "`else` beside an option that waits for a channel";
                self.warning(code::ELSE_WITH_CHANNEL, message, first)
                    .and(channel, "executable or not by what other processes do");
            } else {
                let message = "`else` beside channel operations in a model with xr or xs";
                self.error(code::ELSE_AND_EXCLUSIVE, message, first)
                    .and(channel, "this option waits for a channel");
            }
        }
    }

    pub(super) fn enter_loop(&mut self) {
        if let Some(body) = &mut self.body {
            body.loops.push(body.d_step);
        }
    }

    pub(super) fn leave_loop(&mut self) {
        if let Some(body) = &mut self.body {
            body.loops.pop();
        }
    }

    pub(super) fn break_statement(&mut self, span: Span) -> Option<StatementKind> {
        let body = self.body.as_ref()?;
        match body.loops.last() {
            Some(d_step) if *d_step == body.d_step => Some(StatementKind::Break),
            Some(_) => {
                self.error(code::D_STEP_JUMP, "break leaves a d_step", span).hint("end the d_step first");
                None
            }
            None => {
                self.error(code::BREAK_PLACE, "break outside a loop", span)
                    .hint("it leaves a `do` or `for`; an `if` is left by itself");
                None
            }
        }
    }

    pub(super) fn in_d_step(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.d_step.is_some())
    }

    /// Enters a `d_step`; one inside another is part of that. Returns what to restore.
    pub(super) fn enter_d_step(&mut self) -> Option<u32> {
        let body = self.body.as_mut()?;
        let outer = body.d_step;
        body.d_steps += 1;
        body.d_step = outer.or(Some(body.d_steps));
        outer
    }

    pub(super) fn leave_d_step(&mut self, outer: Option<u32>) {
        if let Some(body) = &mut self.body {
            body.d_step = outer;
        }
    }

    /// `main unless escape`. A label in front belongs to the main statement, which must then be a loop,
    /// or a sequence in braces; that label is one of the whole statement, too.
    pub(super) fn unless(
        &mut self,
        statement: &ast::Statement,
        labels: &[LabelId],
        main: &ast::Statement,
        escape: &ast::Statement,
        before: &mut Vec<Statement>,
    ) -> Statement {
        let span = statement.span;
        if self.in_d_step() {
            let message = "unless cannot be used in d_step";
            self.error(code::NOT_IN_D_STEP, message, span);
        }
        let mut main = self.statement(main, before);
        self.place_labels(labels, &mut main);
        let own = self.check_main_labels(&main);
        // As in Spin, a `break` in the escape leaves a labelled loop, not the one around it.
        let inner = is_loop(&main.kind) && !main.labels.is_empty();
        if inner {
            self.enter_loop();
        }
        let escape = self.statement(escape, before);
        if inner {
            self.leave_loop();
        }
        if !is_loop(&escape.kind)
            && let Some(&label) = escape.labels.first()
        {
            let message = "the guard of an escape cannot have a label";
            let span = self.label_span(label);
            self.error(code::LABEL_PLACE, message, span)
                .hint("it is not a single state: it belongs to every state of the main statement");
        }
        Statement { labels: own, kind: StatementKind::Unless(Box::new(main), Box::new(escape)), span }
    }

    /// The labels of a main statement that are labels of the `unless`, too.
    fn check_main_labels(&mut self, main: &Statement) -> Vec<LabelId> {
        let Some(&label) = main.labels.first() else {
            return Vec::new();
        };
        let (message, hint) = match main.kind {
            StatementKind::Do(_) | StatementKind::Loop { .. } => return Vec::new(),
            StatementKind::Block(_) | StatementKind::Atomic(_) if main.labels.len() == 1 => {
                return main.labels.clone();
            }
            StatementKind::DStep(_) if main.labels.len() == 1 => (
                "Spin drops the `unless` of a labelled d_step",
                "write `label: { d_step { ... } unless { ... } }`",
            ),
            _ => {
                ("a label cannot stand before a statement with `unless`", "write `label: { ... unless ... }`")
            }
        };
        let span = self.label_span(label);
        self.error(code::LABEL_PLACE, message, span).hint(hint);
        Vec::new()
    }
}

fn is_loop(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Do(_) | StatementKind::Loop { .. })
}

/// A label in front of the first statement of an inner sequence, unless that is a loop.
fn misplaced_label(statements: &[Statement]) -> Option<LabelId> {
    let first = statements.first()?;
    match is_loop(&first.kind) {
        true => None,
        false => first.labels.first().copied(),
    }
}

/// Whether a guard depends on a channel in Spin's eyes, to whom `len` and polls do not count.
fn asks_channel(guard: &Statement) -> bool {
    let mut probes = |e: &hir::Expression| {
        matches!(
            e.kind,
            ExpressionKind::Full(_)
                | ExpressionKind::NotFull(_)
                | ExpressionKind::Empty(_)
                | ExpressionKind::NotEmpty(_)
        )
    };
    match &guard.kind {
        StatementKind::Send { .. } | StatementKind::Receive { .. } => true,
        StatementKind::Condition(e) | StatementKind::Assign(_, e) | StatementKind::Assert(e) => {
            any(e, &mut probes)
        }
        _ => false,
    }
}
