//! Statements: which one comes next, and the ones without inner statements.

use crate::expr::Reads;
use crate::lines::{Stmt, line};
use crate::shape::Feature;
use crate::types::{Ty, Var};
use crate::writer::{InlineParam, Writer};

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many statements are around it.
    pub(crate) depth: u8,
    pub(crate) atomic: bool,
    /// In a `d_step`, where nothing may block or jump out.
    pub(crate) d_step: bool,
    /// In a loop that `break` may leave.
    pub(crate) breakable: bool,
    /// Executed at most once by each process, so that `run` needs no bound.
    pub(crate) once: bool,
    /// In an inline, where there are neither labels nor roles.
    pub(crate) inline: bool,
}

impl Place {
    pub(crate) fn top() -> Self {
        Place { depth: 0, atomic: false, d_step: false, breakable: false, once: true, inline: false }
    }

    pub(crate) fn deeper(self) -> Self {
        Place { depth: self.depth + 1, ..self }
    }

    /// Whether a loop here must end by itself: the states inside are not stored, so no repetition is noticed.
    pub(crate) fn indivisible(self) -> bool {
        self.atomic || self.d_step
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Assign,
    Count,
    Guard,
    Send,
    Receive,
    If,
    Do,
    Atomic,
    DStep,
    Unless,
    For,
    Select,
    Goto,
    Assert,
    Print,
    Skip,
    Call,
    Run,
    Block,
    Late,
    Hide,
    Priority,
}

impl Writer {
    /// A sequence of about `n` statements with its own scope.
    pub(crate) fn sequence(&mut self, at: Place, n: usize) -> Vec<Stmt> {
        let scope = self.vars.len();
        let stmts = self.statements(at, n);
        self.vars.truncate(scope);
        stmts
    }

    /// A sequence of about `n` statements in the scope around it; never empty.
    pub(crate) fn statements(&mut self, at: Place, n: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..n {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            for stmt in self.statement(at) {
                // Spin takes the end of a loop for a jump, and allows none into a d_step.
                if stmts.last().is_some_and(ends_loop) && starts_d_step(&stmt) {
                    stmts.push(line("skip"));
                }
                stmts.push(stmt);
            }
        }
        if stmts.is_empty() {
            // pan refuses loops over an atomic sequence of nothing but skip.
            stmts.push(self.assign().unwrap_or_else(|| line("skip")));
        }
        stmts
    }

    /// One statement, or two that belong together.
    fn statement(&mut self, at: Place) -> Vec<Stmt> {
        let kinds = self.weights(at);
        for _ in 0..4 {
            let kind = self.rng.weighted(&kinds).unwrap_or(Kind::Skip);
            if let Some(stmts) = self.of_kind(kind, at) {
                return stmts;
            }
        }
        self.assign().map_or_else(|| vec![line("skip")], |s| vec![s])
    }

    fn weights(&self, at: Place) -> Vec<(u32, Kind)> {
        let on = |feature, weight| if self.on.has(feature) { weight } else { 0 };
        let nested = at.depth < 3;
        let blocking = !at.d_step && !at.inline;
        let only = |condition: bool, weight| if condition { weight } else { 0 };
        vec![
            (22, Kind::Assign),
            (only(!at.inline, 6), Kind::Count),
            (only(blocking, 3), Kind::Guard),
            (only(blocking, 22), Kind::Send),
            (only(blocking, 22), Kind::Receive),
            (only(nested, 10), Kind::If),
            (only(nested && !at.inline, 7), Kind::Do),
            (only(nested && blocking && !at.indivisible(), on(Feature::Atomic, 10)), Kind::Atomic),
            (only(nested && blocking, on(Feature::DStep, 8)), Kind::DStep),
            (only(nested && blocking && !at.indivisible(), on(Feature::Unless, 9)), Kind::Unless),
            (only(nested && !at.inline, on(Feature::ForSelect, 6)), Kind::For),
            (only(!at.inline, on(Feature::ForSelect, 5)), Kind::Select),
            (only(blocking && at.depth > 0, on(Feature::Goto, 5)), Kind::Goto),
            (on(Feature::Asserts, 6), Kind::Assert),
            (on(Feature::Printf, 5), Kind::Print),
            (only(!at.indivisible(), 1), Kind::Skip),
            (only(!at.inline, on(Feature::Inline, 8)), Kind::Call),
            (only(blocking, on(Feature::Run, 8)), Kind::Run),
            (only(nested && blocking, on(Feature::LateDeclarations, 4)), Kind::Block),
            (only(blocking, on(Feature::LateDeclarations, 4)), Kind::Late),
            (only(blocking, on(Feature::Hidden, 4)), Kind::Hide),
            (only(blocking, on(Feature::Priorities, 8)), Kind::Priority),
        ]
    }

    fn of_kind(&mut self, kind: Kind, at: Place) -> Option<Vec<Stmt>> {
        let one = |stmt: Stmt| vec![stmt];
        match kind {
            Kind::Assign => self.assign().map(one),
            Kind::Count => self.count(at),
            Kind::Guard => Some(one(line(self.cond(2, Reads::Condition)))),
            Kind::Send => {
                let chan = self.sender(at.d_step)?;
                self.send(&chan).map(one)
            }
            Kind::Receive => {
                let chan = self.receiver(at.d_step)?;
                self.receive(&chan)
            }
            Kind::If => Some(one(self.selection(at))),
            Kind::Do => self.repetition(at),
            Kind::Atomic => Some(one(self.atomic(at))),
            Kind::DStep => Some(one(self.d_step(at))),
            Kind::Unless => Some(one(self.unless(at))),
            Kind::For => self.for_loop(at).map(one),
            Kind::Select => self.select().map(one),
            Kind::Goto => self.goto().map(one),
            Kind::Assert => Some(one(line(format!("assert({})", self.cond(2, Reads::Condition))))),
            Kind::Print => Some(one(self.print())),
            Kind::Skip => Some(one(line(self.rng.pick(&["skip", "true", "1"])))),
            Kind::Call => self.call().map(one),
            Kind::Run => self.run(at),
            Kind::Block => Some(one(self.inner_block(at))),
            Kind::Late => Some(one(self.late_declaration())),
            Kind::Hide => self.hidden_step(at).map(one),
            Kind::Priority => Some(one(line(format!("set_priority(_pid, {})", self.rng.between(1, 3))))),
        }
    }

    /// An assignment to a random variable.
    pub(crate) fn assign(&mut self) -> Option<Stmt> {
        let var = self.var(|v| v.writable())?;
        let target = self.place(&var);
        let value = if var.wide() {
            self.num(2, Reads::Small).text
        } else {
            self.fitted(var.ty, var.range, var.truncates(), Reads::Anything)
        };
        Some(line(format!("{target} = {value}")))
    }

    /// `v++` or `v--`, behind a test that it stays in range unless the type cuts it.
    fn count(&mut self, at: Place) -> Option<Vec<Stmt>> {
        let var = self.var(|v| v.writable() && v.numeric() && !v.wide() && !v.indexed())?;
        let name = self.place(&var);
        let up = self.rng.chance(60);
        let step = line(format!("{name}{}", if up { "++" } else { "--" }));
        if var.truncates() {
            return Some(vec![step]);
        }
        let (test, wrap) = if up {
            (format!("{name} < {}", var.range.hi), format!("{name} = {}", var.range.lo))
        } else {
            (format!("{name} > {}", var.range.lo), format!("{name} = {}", var.range.hi))
        };
        let sep = self.separator;
        let mut lines = line("if");
        lines.extend(sep.option(vec![line(format!("({test})")), step]));
        if at.depth > 0 && self.rng.chance(30) {
            lines.extend(sep.option(vec![line("else")]));
        } else {
            lines.extend(sep.option(vec![line("else"), line(wrap)]));
        }
        lines.push("fi".to_string());
        // Another process could step between the test and the count.
        if at.indivisible() || !is_global(&var) {
            return Some(vec![lines]);
        }
        let open = if self.rng.chance(50) { "d_step {" } else { "atomic {" };
        Some(vec![sep.braces(open, vec![lines], "}")])
    }

    fn print(&mut self) -> Stmt {
        if let Some(v) = self.var(|v| matches!(v.ty, Ty::Mtype(_)) && v.plain())
            && self.rng.chance(40)
        {
            return line(format!("printf(\"%e\\n\", {})", v.root()));
        }
        let e = self.num(1, Reads::Anything);
        line(format!("printf(\"value %d\\n\", {})", e.text))
    }

    fn goto(&mut self) -> Option<Stmt> {
        if self.labels.is_empty() {
            return None;
        }
        let i = self.rng.below(self.labels.len());
        Some(line(format!("goto {}", self.labels[i])))
    }

    /// `select (v : lo .. hi)`, with constant bounds or not, which are different programs in Spin.
    fn select(&mut self) -> Option<Stmt> {
        let var = self.var(|v| v.writable() && v.numeric() && !v.wide() && v.plain())?;
        let (lo, hi) = (var.range.lo.max(0), var.range.hi);
        let bound =
            self.var(|v| v.numeric() && v.plain() && v.range.within(var.range) && v.root() != var.root());
        match bound {
            // This form counts step by step, so another process must not count too.
            Some(b) if b.range.lo >= 0 && !is_global(&var) && self.rng.chance(30) => {
                Some(line(format!("select ({} : 0 .. {})", var.root(), b.root())))
            }
            _ => Some(line(format!("select ({} : {lo} .. {hi})", var.root()))),
        }
    }

    /// A call of an inline.
    fn call(&mut self) -> Option<Stmt> {
        if self.inlines.is_empty() {
            return None;
        }
        let i = self.rng.below(self.inlines.len());
        let inline = self.inlines[i].clone();
        let mut args = Vec::new();
        for param in &inline.params {
            args.push(match param {
                InlineParam::Target => self.var(Writer::is_inline_target)?.root().to_string(),
                InlineParam::Value => match self.var(is_inline_value) {
                    Some(v) if self.rng.chance(60) => v.root().to_string(),
                    _ => self.rng.between(0, 3).to_string(),
                },
            });
        }
        let call = format!("{}({})", inline.name, args.join(", "));
        match inline.returns {
            Some(range) => {
                let var = self.var(|v| v.writable() && v.numeric() && v.plain() && range.within(v.range))?;
                Some(line(format!("{} = {call}", var.root())))
            }
            None => Some(line(call)),
        }
    }

    /// Whether an inline may assign 0 and 1 to the variable.
    pub(crate) fn is_inline_target(var: &Var) -> bool {
        var.writable()
            && var.numeric()
            && var.plain()
            && !var.wide()
            && var.range.lo <= 0
            && var.range.hi >= 1
    }
}

/// Names tell: `g` for globals, anything else is seen by one process only.
fn is_global(var: &Var) -> bool {
    var.root().starts_with('g')
}

/// A macro call as an argument of an inline is more than Spin's parser takes.
fn is_inline_value(var: &Var) -> bool {
    var.numeric() && var.plain() && var.range.lo >= 0 && var.range.hi <= 3 && !var.root().contains('(')
}

pub(crate) fn ends_loop(stmt: &Stmt) -> bool {
    stmt.iter().any(|l| ["break", "for (", "select ("].iter().any(|loop_word| l.contains(loop_word)))
}

fn starts_d_step(stmt: &Stmt) -> bool {
    stmt.iter().take(3).any(|l| l.contains("d_step"))
}
