//! What a model uses: decides which fields the state vector needs.

use crate::hir::{
    Argument, Expression, ExpressionKind, Initial, LabelId, Model, ProctypeId, Reference, Statement,
    StatementKind, VariableId,
};

/// Features and variables that statements refer to.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Variables that some statement may change.
    pub(super) written: Vec<bool>,
    /// `_last` is read.
    pub(super) last: bool,
    /// Priorities are set or read.
    pub(super) priority: bool,
    /// A priority is written somewhere, even if it is the usual one.
    pub(super) names_priority: bool,
    /// `enabled` is used.
    pub(super) enabled: bool,
    /// `pc_value` is used.
    pub(super) pc_value: bool,
    /// `unless` is used.
    pub(super) unless: bool,
    /// `timeout` occurs.
    pub(super) timeout: bool,
    /// Some process refers to a variable of another.
    pub(super) remote_variables: bool,
    /// Some proctype has a `provided` clause.
    pub(super) provided: bool,
    /// Some channel is a rendezvous channel.
    pub(super) rendezvous: bool,
    remote_labels: Vec<(ProctypeId, LabelId)>,
}

impl Usage {
    pub(super) fn of(model: &Model) -> Self {
        let mut usage = Self {
            written: vec![false; model.variables.len()],
            names_priority: model.names_priority,
            ..Self::default()
        };
        for proctype in &model.proctypes {
            usage.priority |= proctype.priority != 1;
            if let Some(condition) = &proctype.provided {
                usage.provided = true;
                usage.expression(condition);
            }
            usage.statements(&proctype.body);
        }
        let fields = model.structures.iter().flat_map(|s| &s.fields).map(|field| &field.initial);
        for initial in model.variables.iter().map(|v| &v.initial).chain(fields) {
            match initial {
                Initial::Value(value) => usage.expression(value),
                Initial::Channel(channel) => usage.rendezvous |= channel.capacity == 0,
                Initial::Default | Initial::List(_) => {}
            }
        }
        usage
    }

    /// Labels of `proctype` that remote references name.
    pub(super) fn remote_labels(&self, proctype: ProctypeId) -> Vec<LabelId> {
        let mut labels: Vec<LabelId> =
            self.remote_labels.iter().filter(|(p, _)| *p == proctype).map(|(_, l)| *l).collect();
        labels.dedup();
        labels
    }

    fn wrote(&mut self, reference: &Reference) {
        let VariableId(index) = reference.variable;
        self.written[index as usize] = true;
        self.reference(reference);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Condition(e) | StatementKind::Assert(e) | StatementKind::PrintSymbol(e) => {
                self.expression(e);
            }
            StatementKind::Assign(target, value) => {
                self.wrote(target);
                self.expression(value);
            }
            StatementKind::Send { channel, arguments, .. } => {
                self.reference(channel);
                arguments.iter().for_each(|a| self.expression(a));
            }
            StatementKind::Receive { channel, arguments, peek: _, random: _ } => {
                self.reference(channel);
                for argument in arguments {
                    match argument {
                        Argument::Store(target) => self.wrote(target),
                        other => self.argument(other),
                    }
                }
            }
            StatementKind::Print { arguments, .. } => arguments.iter().for_each(|a| self.expression(a)),
            StatementKind::SetPriority(process, priority) => {
                self.priority = true;
                self.expression(process);
                self.expression(priority);
            }
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| self.statements(option));
            }
            StatementKind::Loop { exit, body } => {
                self.statements(exit);
                self.statements(body);
            }
            StatementKind::Atomic(body) | StatementKind::DStep(body) | StatementKind::Block(body) => {
                self.statements(body);
            }
            StatementKind::Unless(main, escape) => {
                self.unless = true;
                self.statement(main);
                self.statement(escape);
            }
            StatementKind::Else | StatementKind::Pass | StatementKind::Break | StatementKind::Goto(_) => {}
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Store(reference) => self.reference(reference),
            Argument::Eval(e) => self.expression(e),
            Argument::Ignore | Argument::Match(_) => {}
        }
    }

    fn reference(&mut self, reference: &Reference) {
        let indexes = reference.index.as_deref().into_iter();
        let inner = reference.fields.iter().filter_map(|step| step.index.as_ref());
        indexes.chain(inner).for_each(|e| self.expression(e));
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Pid | ExpressionKind::ProcessCount => {}
            ExpressionKind::Load(r)
            | ExpressionKind::Length(r)
            | ExpressionKind::Full(r)
            | ExpressionKind::Empty(r)
            | ExpressionKind::NotFull(r)
            | ExpressionKind::NotEmpty(r) => self.reference(r),
            ExpressionKind::Unary(_, e) => self.expression(e),
            ExpressionKind::Enabled(e) => {
                self.enabled = true;
                self.expression(e);
            }
            ExpressionKind::PcValue(e) => {
                self.pc_value = true;
                self.expression(e);
            }
            ExpressionKind::Binary(_, a, b) => {
                self.expression(a);
                self.expression(b);
            }
            ExpressionKind::Conditional(c, a, b) => {
                self.expression(c);
                self.expression(a);
                self.expression(b);
            }
            ExpressionKind::Run { arguments, priority, .. } => {
                self.priority |= *priority != 1;
                arguments.iter().for_each(|a| self.expression(a));
            }
            ExpressionKind::Poll { channel, arguments, .. } => {
                self.reference(channel);
                arguments.iter().for_each(|a| self.argument(a));
            }
            ExpressionKind::Timeout => self.timeout = true,
            ExpressionKind::Last => self.last = true,
            ExpressionKind::OwnPriority => self.priority = true,
            ExpressionKind::GetPriority(e) => {
                self.priority = true;
                self.expression(e);
            }
            ExpressionKind::RemoteVariable(_, process, reference) => {
                self.remote_variables = true;
                process.iter().for_each(|e| self.expression(e));
                self.reference(reference);
            }
            ExpressionKind::RemoteLabel(proctype, process, label) => {
                process.iter().for_each(|e| self.expression(e));
                self.remote_labels.push((*proctype, *label));
            }
        }
    }
}
