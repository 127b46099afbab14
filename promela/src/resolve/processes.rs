//! Process types, their instances, and `run`.

use std::collections::HashMap;

use super::expressions::any;
use super::labels::{Goto, Placed};
use super::scopes::{Reserved, SymbolId};
use super::{Resolver, code};
use crate::ast;
use crate::hir::{self, ExpressionKind, Proctype, ProctypeId, Scope, VariableId};
use crate::source::Span;

/// Instances of one `active` proctype; more would not fit into a state.
const MAX_INSTANCES: i32 = 65_535;

/// The process being read.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) process: ProctypeId,
    /// No statement has been read yet: a declaration still sets the initial value.
    pub(super) may_initialise: bool,
    /// The loops that are open, each with the d_step around it.
    pub(super) loops: Vec<Option<u32>>,
    /// The outermost d_step that is open.
    pub(super) d_step: Option<u32>,
    /// How many have been opened.
    pub(super) d_steps: u32,
    pub(super) gotos: Vec<Goto>,
    /// Labels in front of statements, by name, in the order of the text.
    pub(super) placed: HashMap<String, Vec<Placed>>,
    pub(super) labels: Vec<hir::Label>,
    /// Parallel to the labels.
    pub(super) label_symbols: Vec<SymbolId>,
    pub(super) locals: Vec<VariableId>,
    /// Whether the last initial value so far may depend on the globals.
    pub(super) starts_from_globals: bool,
    /// Counters of loops over channels, by scope and by whether they are wide.
    pub(super) counters: HashMap<(Vec<u32>, bool), VariableId>,
}

impl Resolver<'_> {
    /// Gives every proctype its number, so that `run` can name those further down.
    pub(super) fn number_processes(&mut self, model: &ast::Model) {
        let mut next = 0;
        for unit in &model.units {
            let name = match unit {
                ast::Unit::Proctype(proctype) => &proctype.name.text,
                ast::Unit::Init(_) => INIT,
                _ => continue,
            };
            self.processes.entry(name.to_owned()).or_insert(ProctypeId(next));
            next += 1;
        }
    }

    pub(super) fn proctype(&mut self, proctype: &ast::Proctype) {
        let id = ProctypeId(self.model.proctypes.len() as u32);
        let name = &proctype.name;
        if proctype.deterministic {
            let message = "D_proctype is not supported yet: determinism is not checked";
            self.error(code::DETERMINISTIC, message, name.span)
                .hint("write `proctype` to do without the check");
        }
        let active = proctype.active.as_ref();
        let active = active.map_or(0, |active| self.instances(active));
        if !self.is_taken(name) {
            self.scopes.reserve(&name.text, Reserved::Proctype(id), name.span);
        }
        let priority = self.priority(proctype.priority.as_ref());
        self.enter(id);
        let mut parameters = Vec::new();
        for declaration in &proctype.parameters {
            parameters.extend(self.parameter_declaration(declaration, id));
        }
        let provided = proctype.provided.as_ref().map(|e| self.provided(e));
        let body = self.process_body(&proctype.body);
        self.leave(
            Proctype {
                name: name.text.clone(),
                span: name.span,
                end: closing_brace(proctype.span),
                active,
                priority,
                parameters,
                locals: Vec::new(),
                provided,
                starts_from_globals: false,
                labels: Vec::new(),
                body: Vec::new(),
            },
            body,
        );
    }

    pub(super) fn init(&mut self, init: &ast::Init) {
        let id = ProctypeId(self.model.proctypes.len() as u32);
        let first = self.model.proctypes.iter().find(|p| p.name == INIT);
        if let Some(first) = first.map(|p| p.span) {
            self.error(code::REDECLARED, "a second init", init.keyword).and(first, "the first one");
        }
        let priority = self.priority(init.priority.as_ref());
        self.enter(id);
        let body = self.process_body(&init.body);
        self.leave(
            Proctype {
                name: INIT.to_owned(),
                span: init.keyword,
                end: closing_brace(init.span),
                active: 1,
                priority,
                parameters: Vec::new(),
                locals: Vec::new(),
                provided: None,
                starts_from_globals: false,
                labels: Vec::new(),
                body: Vec::new(),
            },
            body,
        );
    }

    fn enter(&mut self, process: ProctypeId) {
        self.scopes.enter_process(process);
        self.body = Some(Body {
            process,
            may_initialise: true,
            loops: Vec::new(),
            d_step: None,
            d_steps: 0,
            gotos: Vec::new(),
            placed: HashMap::new(),
            labels: Vec::new(),
            label_symbols: Vec::new(),
            locals: Vec::new(),
            starts_from_globals: false,
            counters: HashMap::new(),
        });
    }

    /// Declarations alone are enough for the body of a process: it ends in a statement of its own.
    fn process_body(&mut self, sequence: &ast::Sequence) -> Vec<hir::Statement> {
        self.scopes.enter_block();
        let mut statements = Vec::new();
        self.append(sequence, &mut statements);
        self.scopes.leave_block();
        self.bind_gotos(&mut statements);
        statements
    }

    fn leave(&mut self, mut proctype: Proctype, statements: Vec<hir::Statement>) {
        if let Some(body) = self.body.take() {
            proctype.labels = body.labels;
            proctype.locals = body.locals;
            proctype.starts_from_globals = body.starts_from_globals;
        }
        proctype.body = statements;
        self.model.proctypes.push(proctype);
        self.scopes.leave_process();
    }

    /// How many instances `active [n]` starts.
    fn instances(&mut self, active: &ast::Active) -> u32 {
        let Some(count) = &active.count else {
            return 1;
        };
        let value = match self.named_literal(count) {
            Some(Some(value)) => Some(value),
            Some(None) => {
                let message = "this variable has no constant initial value";
                self.error(code::NOT_CONSTANT, message, count.span);
                None
            }
            None => self.constant(count, "the number of instances"),
        };
        match value {
            Some(value) if value > MAX_INSTANCES => {
                let message = format!("{value} instances of one proctype");
                self.error(code::PROCESS_COUNT, message, count.span)
                    .hint(format!("the limit is {MAX_INSTANCES}"));
                1
            }
            Some(value) => u32::try_from(value).unwrap_or(0),
            None => 1,
        }
    }

    pub(super) fn priority(&mut self, priority: Option<&ast::Number>) -> i32 {
        let Some(priority) = priority else {
            return 1;
        };
        self.model.names_priority = true;
        if !(1..=255).contains(&priority.value) {
            let message = "a priority is a number from 1 to 255";
            self.error(code::PRIORITY, message, priority.span);
        }
        priority.value
    }

    /// A `provided` clause is evaluated on behalf of all, so it may use global variables only.
    fn provided(&mut self, e: &ast::Expression) -> hir::Expression {
        let clause = self.expression(e);
        let variables = &self.model.variables;
        let mut problem = None;
        any(&clause, &mut |part| {
            let what = match &part.kind {
                ExpressionKind::Run { .. } => "run",
                ExpressionKind::RemoteVariable(..) | ExpressionKind::RemoteLabel(..) => "a remote reference",
                ExpressionKind::Load(r)
                | ExpressionKind::Length(r)
                | ExpressionKind::Full(r)
                | ExpressionKind::Empty(r)
                | ExpressionKind::NotFull(r)
                | ExpressionKind::NotEmpty(r)
                | ExpressionKind::Poll { channel: r, .. }
                    if variables[r.variable.0 as usize].scope != Scope::Global =>
                {
                    "a local variable"
                }
                _ => return false,
            };
            problem = Some((what, part.span));
            true
        });
        if let Some((what, span)) = problem {
            let message = format!("{what} cannot be used in a provided clause");
            self.error(code::PROVIDED, message, span)
                .hint("use constants, global variables, _pid and _priority");
        }
        clause
    }

    pub(super) fn check_processes(&mut self) {
        if self.model.proctypes.iter().all(|p| p.active == 0) {
            let message = "the model has no process to start with";
            let first = self.model.proctypes.first();
            let span = first.map_or(Span::default(), |proctype| proctype.span);
            self.error(code::NO_PROCESS, message, span)
                .hint("add `init { ... }` or make a proctype `active`");
        }
    }
}

/// What Spin calls the process of `init`.
pub(super) const INIT: &str = ":init:";

fn closing_brace(unit: Span) -> Span {
    Span { start: unit.end.saturating_sub(1).max(unit.start), end: unit.end }
}
