//! A resolved model as text, one statement a line, for golden files.

use std::fmt::Write;

use promela::hir::{
    Argument, BinaryOperator, Expression, ExpressionKind, Initial, Model, Proctype, Reference, Statement,
    StatementKind, Type, UnaryOperator, Variable,
};

pub(crate) fn outline(model: &Model) -> String {
    let mut printer = Printer { model, labels: &[], out: String::new() };
    for set in model.mtypes.iter().filter(|set| !set.constants.is_empty()) {
        let name = set.name.as_deref().unwrap_or("");
        let _ = writeln!(printer.out, "mtype:{name} {:?}", set.constants);
    }
    for variable in &model.variables {
        printer.variable(variable);
    }
    for claim in &model.exclusive {
        let side = if claim.receives { "xr" } else { "xs" };
        let name = &model.proctypes[claim.proctype.0 as usize].name;
        let channel = printer.reference(&claim.channel);
        let _ = writeln!(printer.out, "{side} {channel} by {name}");
    }
    for proctype in &model.proctypes {
        printer.proctype(proctype);
    }
    printer.out
}

struct Printer<'m> {
    model: &'m Model,
    labels: &'m [promela::hir::Label],
    out: String,
}

impl<'m> Printer<'m> {
    fn variable(&mut self, variable: &Variable) {
        let ty = match variable.ty {
            Type::Scalar(scalar) => format!("{scalar:?}"),
            Type::Structure(id) => self.model.structures[id.0 as usize].name.clone(),
        };
        let length = variable.length.map_or(String::new(), |n| format!("[{n}]"));
        let initial = match &variable.initial {
            Initial::Default => String::new(),
            Initial::Value(e) => format!(" = {}", self.expression(e)),
            Initial::List(values) => format!(" = {values:?}"),
            Initial::Channel(c) => format!(" = [{}] of {:?}", c.capacity, c.fields),
        };
        let hidden = if variable.hidden { " hidden" } else { "" };
        let synthetic = if variable.synthetic { " synthetic" } else { "" };
        let (name, scope) = (&variable.name, variable.scope);
        let line = format!("{scope:?}{hidden}{synthetic} {ty} {name}{length}{initial}");
        let _ = writeln!(self.out, "{line}");
    }

    fn proctype(&mut self, proctype: &'m Proctype) {
        self.labels = &proctype.labels;
        let names = proctype.parameters.iter();
        let names: Vec<_> = names.map(|id| self.model.variables[id.0 as usize].name.as_str()).collect();
        let header = format!("{}({})", proctype.name, names.join(", "));
        let _ = writeln!(self.out, "{header} active {} priority {}", proctype.active, proctype.priority);
        self.statements(&proctype.body, 1);
    }

    fn statements(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            self.statement(statement, depth);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn options<'s>(&mut self, options: impl Iterator<Item = &'s Vec<Statement>>, depth: usize) {
        for option in options {
            self.line(depth, "::");
            self.statements(option, depth + 1);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        for label in &statement.labels {
            let text = format!("{}#{}:", self.labels[label.0 as usize].name, label.0);
            self.line(depth, &text);
        }
        match &statement.kind {
            StatementKind::If(options) => {
                self.line(depth, "if");
                self.options(options.iter(), depth);
            }
            StatementKind::Do(options) => {
                self.line(depth, "do");
                self.options(options.iter(), depth);
            }
            StatementKind::Loop { exit, body } => {
                self.line(depth, "loop");
                self.options([exit, body].into_iter(), depth);
            }
            StatementKind::Atomic(body) => {
                self.line(depth, "atomic");
                self.statements(body, depth + 1);
            }
            StatementKind::DStep(body) => {
                self.line(depth, "d_step");
                self.statements(body, depth + 1);
            }
            StatementKind::Block(body) => {
                self.line(depth, "block");
                self.statements(body, depth + 1);
            }
            StatementKind::Unless(main, escape) => {
                self.statement(main, depth + 1);
                self.line(depth, "unless");
                self.statement(escape, depth + 1);
            }
            simple => {
                let text = self.simple(simple);
                self.line(depth, &text);
            }
        }
    }

    fn simple(&self, kind: &StatementKind) -> String {
        match kind {
            StatementKind::Condition(e) => self.expression(e),
            StatementKind::Else => "else".to_owned(),
            StatementKind::Pass => "pass".to_owned(),
            StatementKind::Break => "break".to_owned(),
            StatementKind::Goto(label) => {
                format!("goto {}#{}", self.labels[label.0 as usize].name, label.0)
            }
            StatementKind::Assign(target, value) => {
                format!("{} = {}", self.reference(target), self.expression(value))
            }
            StatementKind::Send { channel, sorted, arguments } => {
                let operator = if *sorted { "!!" } else { "!" };
                let channel = self.reference(channel);
                format!("{channel}{operator}{}", self.list(arguments))
            }
            StatementKind::Receive { channel, random, peek, arguments } => {
                let operator = if *random { "??" } else { "?" };
                let arguments = self.arguments(arguments);
                let arguments = match peek {
                    true => format!("<{arguments}>"),
                    false => arguments,
                };
                format!("{}{operator}{arguments}", self.reference(channel))
            }
            StatementKind::Assert(e) => format!("assert {}", self.expression(e)),
            StatementKind::Print { format, arguments } => {
                format!("print {format:?} {}", self.list(arguments))
            }
            StatementKind::PrintSymbol(e) => format!("print symbol {}", self.expression(e)),
            StatementKind::SetPriority(p, n) => {
                format!("set_priority({}, {})", self.expression(p), self.expression(n))
            }
            compound => format!("{compound:?}"),
        }
    }

    fn list(&self, expressions: &[Expression]) -> String {
        let list: Vec<_> = expressions.iter().map(|e| self.expression(e)).collect();
        list.join(", ")
    }

    fn arguments(&self, arguments: &[Argument]) -> String {
        let argument = |argument: &Argument| match argument {
            Argument::Store(reference) => self.reference(reference),
            Argument::Ignore => "_".to_owned(),
            Argument::Match(value) => value.to_string(),
            Argument::Eval(e) => format!("eval({})", self.expression(e)),
        };
        let list: Vec<_> = arguments.iter().map(argument).collect();
        list.join(", ")
    }

    fn reference(&self, reference: &Reference) -> String {
        let variable = &self.model.variables[reference.variable.0 as usize];
        let index = |e: Option<&Expression>| match e {
            Some(e) => format!("[{}]", self.expression(e)),
            None => String::new(),
        };
        // The number tells variables of the same name apart.
        let mut text = format!("{}#{}", variable.name, reference.variable.0);
        text += &index(reference.index.as_deref());
        let mut ty = variable.ty;
        for step in &reference.fields {
            let Type::Structure(id) = ty else {
                return format!("{text}.?");
            };
            let field = &self.model.structures[id.0 as usize].fields[step.field as usize];
            text += &format!(".{}{}", field.name, index(step.index.as_ref()));
            ty = field.ty;
        }
        text
    }

    fn expression(&self, e: &Expression) -> String {
        let process = |pid: &Option<Box<Expression>>| match pid {
            Some(e) => self.expression(e),
            None => String::new(),
        };
        match &e.kind {
            ExpressionKind::Constant(value) => value.to_string(),
            ExpressionKind::Load(reference) => self.reference(reference),
            ExpressionKind::Unary(operator, operand) => {
                let operator = match operator {
                    UnaryOperator::Not => "!",
                    UnaryOperator::Minus => "-",
                    UnaryOperator::Complement => "~",
                };
                format!("{operator}{}", self.expression(operand))
            }
            ExpressionKind::Binary(operator, left, right) => {
                format!("({} {} {})", self.expression(left), symbol(*operator), self.expression(right))
            }
            ExpressionKind::Conditional(c, a, b) => {
                format!("({} -> {} : {})", self.expression(c), self.expression(a), self.expression(b))
            }
            ExpressionKind::Run { proctype, arguments, priority } => {
                let name = &self.model.proctypes[proctype.0 as usize].name;
                format!("run {name}({}) priority {priority}", self.list(arguments))
            }
            ExpressionKind::Length(c) => format!("len({})", self.reference(c)),
            ExpressionKind::Full(c) => format!("full({})", self.reference(c)),
            ExpressionKind::Empty(c) => format!("empty({})", self.reference(c)),
            ExpressionKind::NotFull(c) => format!("nfull({})", self.reference(c)),
            ExpressionKind::NotEmpty(c) => format!("nempty({})", self.reference(c)),
            ExpressionKind::Poll { channel, random, arguments } => {
                let operator = if *random { "??" } else { "?" };
                let arguments = self.arguments(arguments);
                format!("{}{operator}[{arguments}]", self.reference(channel))
            }
            ExpressionKind::Enabled(e) => format!("enabled({})", self.expression(e)),
            ExpressionKind::PcValue(e) => format!("pc_value({})", self.expression(e)),
            ExpressionKind::GetPriority(e) => format!("get_priority({})", self.expression(e)),
            ExpressionKind::RemoteVariable(proctype, pid, reference) => {
                let name = &self.model.proctypes[proctype.0 as usize].name;
                format!("{name}[{}]:{}", process(pid), self.reference(reference))
            }
            ExpressionKind::RemoteLabel(proctype, pid, label) => {
                let proctype = &self.model.proctypes[proctype.0 as usize];
                let label = &proctype.labels[label.0 as usize].name;
                format!("{}[{}]@{label}", proctype.name, process(pid))
            }
            ExpressionKind::Timeout => "timeout".to_owned(),
            ExpressionKind::Pid => "_pid".to_owned(),
            ExpressionKind::ProcessCount => "_nr_pr".to_owned(),
            ExpressionKind::Last => "_last".to_owned(),
            ExpressionKind::OwnPriority => "_priority".to_owned(),
        }
    }
}

fn symbol(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::And => "&&",
        BinaryOperator::Or => "||",
    }
}
