//! Statements that contain statements: selection, repetition, atomic sequences, escapes, blocks.

use crate::expr::Reads;
use crate::lines::{Stmt, indent, line};
use crate::shape::Feature;
use crate::stmt::{Place, ends_loop};
use crate::types::{Chan, Field, Range, Role, Ty, Var};
use crate::writer::{Worker, Writer};

/// The start of an option.
struct Guard {
    stmts: Vec<Stmt>,
    /// Sends or receives, next to which `else` is dubious.
    io: bool,
}

impl Writer {
    /// `if .. fi`.
    pub(crate) fn selection(&mut self, at: Place) -> Stmt {
        let mut lines = line("if");
        lines.extend(self.options(at.deeper(), 1));
        lines.push("fi".to_string());
        lines
    }

    /// `do .. od`, or where only loops that end are allowed, a counted one.
    pub(crate) fn repetition(&mut self, at: Place) -> Option<Vec<Stmt>> {
        let inside = Place { breakable: true, once: false, ..at.deeper() };
        if at.indivisible() {
            return self.counted(inside);
        }
        let mut lines = line("do");
        lines.extend(self.options(inside, 2));
        let sep = self.separator;
        if self.may(Feature::Timeout, 50) {
            let way_out = if self.rng.chance(60) { "break" } else { "skip" };
            lines.extend(sep.option(vec![line("timeout"), line(way_out)]));
        } else if self.rng.chance(45) {
            let test = self.cond(1, Reads::Data);
            lines.extend(sep.option(vec![line(test), line("break")]));
        }
        lines.push("od".to_string());
        Some(vec![lines])
    }

    /// A loop that a counter ends.
    fn counted(&mut self, inside: Place) -> Option<Vec<Stmt>> {
        let counter = self.var(is_free_counter)?;
        let limit = self.rng.between(1, counter.range.hi - 1);
        let name = counter.root().to_string();
        let sep = self.separator;
        let mut body = vec![line(format!("({name} < {limit})"))];
        body.extend(self.with_counter(&name, Range::new(0, limit - 1), |w| w.sequence(inside, 2)));
        body.push(line(format!("{name}++")));
        let mut lines = line("do");
        lines.extend(sep.option(body));
        lines.extend(sep.option(vec![line("else"), line("break")]));
        lines.push("od".to_string());
        Some(vec![line(format!("{name} = 0")), lines])
    }

    /// Writes the body of a loop, in which the counter is in use and has a tighter range.
    fn with_counter<T>(&mut self, name: &str, range: Range, body: impl FnOnce(&mut Self) -> T) -> T {
        let Some(i) = self.vars.iter().position(|v| v.root() == name) else {
            return body(self);
        };
        let free = self.vars[i].clone();
        self.vars[i] = Var { range, role: Role::Fixed, ..free.clone() };
        let written = body(self);
        self.vars[i] = free;
        written
    }

    /// One to four options, in which something can happen.
    fn options(&mut self, at: Place, least: usize) -> Vec<String> {
        let sep = self.separator;
        let n = least + self.rng.below(3);
        let mut io = false;
        let mut options = Vec::new();
        for _ in 0..n {
            let scope = self.vars.len();
            let guard = self.guard(at);
            io |= guard.io;
            let mut stmts = guard.stmts;
            let more = self.rng.below(3);
            if more > 0 && self.budget > 0 {
                stmts.extend(self.statements(at, more));
            }
            if at.breakable && self.rng.chance(12) {
                stmts.push(line("break"));
            } else if !at.d_step && !at.inline && !self.labels.is_empty() && self.rng.chance(8) {
                let label = self.rng.below(self.labels.len());
                stmts.push(line(format!("goto {}", self.labels[label])));
            }
            self.vars.truncate(scope);
            options.push(sep.option(stmts));
        }
        let must = (at.d_step || at.inline) && !self.may(Feature::Faults, 30);
        if must || (self.rng.chance(45) && (!io || self.on.has(Feature::ElseIo))) {
            let mut stmts = vec![line("else")];
            if self.rng.chance(60) {
                stmts.extend(self.sequence(at, 1));
            }
            let position = self.rng.below(options.len() + 1);
            options.insert(position, sep.option(stmts));
        }
        options.concat()
    }

    /// The first statement of an option or of a sequence that starts as a whole.
    fn guard(&mut self, at: Place) -> Guard {
        let data = |stmts| Guard { stmts, io: false };
        let choice = self.rng.below(10);
        // Inside d_step and inlines an else must be possible.
        let may_communicate = !at.d_step && !at.inline;
        if may_communicate
            && choice < 3
            && let Some(stmt) = self.sender(false).and_then(|c| self.send(&c))
        {
            return Guard { stmts: vec![stmt], io: true };
        }
        if may_communicate
            && choice < 6
            && let Some(stmts) = self.receiver(false).and_then(|c| self.receive(&c))
        {
            return Guard { stmts, io: true };
        }
        if choice == 6
            && !at.inline
            && let Some(stmt) = self.assign()
        {
            return data(vec![stmt]);
        }
        if choice == 7 && !at.indivisible() && self.on.has(Feature::Atomic) {
            return Guard { stmts: vec![self.atomic(at)], io: true };
        }
        if choice == 8 && may_communicate && self.on.has(Feature::DStep) {
            return Guard { stmts: vec![self.d_step(at)], io: true };
        }
        if at.d_step || at.inline {
            return data(vec![line(self.cond(1, Reads::Data))]);
        }
        let condition = self.cond(1, Reads::Condition);
        let io = ["full(", "empty(", "?["].into_iter().any(|probe| condition.contains(probe));
        Guard { stmts: vec![line(condition)], io }
    }

    /// `atomic { .. }`.
    pub(crate) fn atomic(&mut self, at: Place) -> Stmt {
        let inside = Place { atomic: true, ..at.deeper() };
        let scope = self.vars.len();
        let mut stmts = if self.rng.chance(50) { self.guard(inside).stmts } else { Vec::new() };
        let n = 1 + self.rng.below(3);
        stmts.extend(self.statements(inside, n));
        self.vars.truncate(scope);
        self.separator.braces("atomic {", stmts, "}")
    }

    /// `d_step { .. }`: a guard, then statements that cannot block unless faults are wanted.
    pub(crate) fn d_step(&mut self, at: Place) -> Stmt {
        let inside = Place { d_step: true, breakable: false, ..at.deeper() };
        // Spin rejects references to other processes here.
        let peers = std::mem::take(&mut self.peers);
        let mut stmts = Vec::new();
        match self.rng.below(4) {
            0 | 1 => stmts.push(line(self.cond(1, Reads::Condition))),
            2 => {
                if let Some(c) = self.sender(true) {
                    stmts.extend(self.send(&c));
                } else if let Some(c) = self.receiver(true).filter(|c| !c.carries_channels()) {
                    stmts.extend(self.receive(&c).unwrap_or_default());
                }
            }
            _ => {}
        }
        let n = 1 + self.rng.below(3);
        stmts.extend(self.sequence(inside, n));
        if let Some(c) = self.sender(true).filter(|_| self.rng.chance(25)) {
            stmts.extend(self.send_if_possible(&c));
        }
        if self.may(Feature::Faults, 30) {
            stmts.push(line(self.cond(1, Reads::Condition)));
        }
        self.peers = peers;
        // Spin executes a d_step that begins with one of these even between the halves of a rendezvous.
        if stmts.first().is_some_and(|s| ["printf", "printm", "assert"].iter().any(|w| s[0].contains(w))) {
            stmts.insert(0, line("true"));
        }
        // Spin loses the label behind a loop that ends a d_step.
        if stmts.last().is_some_and(ends_loop) {
            stmts.push(self.assign().unwrap_or_else(|| line("skip")));
        }
        self.separator.braces("d_step {", stmts, "}")
    }

    fn send_if_possible(&mut self, chan: &Chan) -> Option<Stmt> {
        // Without an index, so that the channel tested is the channel used.
        let chan = Chan { len: None, name: self.fixed_channel(chan), ..chan.clone() };
        let send = self.send(&chan)?;
        let mut lines = line("if");
        lines.extend(
            self.separator.option(vec![line(format!("len({}) < {}", chan.name, chan.capacity)), send]),
        );
        lines.extend(self.separator.option(vec![line("else")]));
        lines.push("fi".to_string());
        Some(lines)
    }

    /// `{ .. } unless { .. }`.
    pub(crate) fn unless(&mut self, at: Place) -> Stmt {
        let inside = at.deeper();
        let sep = self.separator;
        let n = 1 + self.rng.below(3);
        let main = self.sequence(inside, n);
        let scope = self.vars.len();
        let mut escape = self.guard(inside).stmts;
        if self.rng.chance(60) {
            escape.extend(self.statements(inside, 1));
        }
        self.vars.truncate(scope);
        let mut lines = sep.braces("{", main, "} unless {");
        lines.extend(indent(sep.join(escape)));
        lines.push("}".to_string());
        lines
    }

    /// `for` over a range, an array or the messages of a channel.
    pub(crate) fn for_loop(&mut self, at: Place) -> Option<Stmt> {
        let counter = self.var(is_free_counter)?;
        let name = counter.root().to_string();
        let inside = Place { breakable: true, once: false, ..at.deeper() };
        let array = self.var(|v| v.path.len() == 1 && v.indexed());
        let (head, range) = match array {
            Some(Var { path, .. }) if self.rng.chance(40) => {
                let len = path[0].1.unwrap_or(1) as i64;
                (format!("for ({name} in {}) {{", path[0].0), Range::new(0, len - 1))
            }
            _ => {
                let hi = self.rng.between(0, counter.range.hi - 1);
                let lo = self.rng.between(0, hi.min(1));
                (format!("for ({name} : {lo} .. {hi}) {{"), Range::new(0, hi))
            }
        };
        let body = self.with_counter(&name, range, |w| w.sequence(inside, 2));
        Some(self.separator.braces(&head, body, "}"))
    }

    /// `run`, as a statement, in an assignment or as a guard. Outside straight code, only up to a number of
    /// processes.
    pub(crate) fn run(&mut self, at: Place) -> Option<Vec<Stmt>> {
        if self.workers.is_empty() {
            return None;
        }
        let i = self.rng.below(self.workers.len());
        let worker = self.workers[i].clone();
        let call = self.run_call(&worker)?;
        if !at.once || !self.labels.is_empty() {
            if at.atomic {
                return None;
            }
            let stmts = vec![line(format!("(_nr_pr < {})", self.crowd)), line(call)];
            return Some(vec![self.separator.braces("atomic {", stmts, "}")]);
        }
        let holder = self.var(|v| v.wide() && v.ty == Ty::Pid);
        Some(match holder {
            Some(v) if self.rng.chance(50) => vec![line(format!("{} = {call}", v.root()))],
            _ if self.rng.chance(15) => {
                let mut lines = line("if");
                lines.extend(self.separator.option(vec![line(call)]));
                lines.extend(self.separator.option(vec![line("skip")]));
                lines.push("fi".to_string());
                vec![lines]
            }
            _ => vec![line(call)],
        })
    }

    /// `run W(..)` with arguments for its parameters.
    pub(crate) fn run_call(&mut self, worker: &Worker) -> Option<String> {
        let mut args = Vec::new();
        for (_, field) in &worker.params {
            args.push(match *field {
                // Spin wants constants for these.
                Field::Data(Ty::Mtype(set), _) => self.constant(set),
                _ => self.argument(*field, Reads::Data)?,
            });
        }
        Some(format!("run {}({})", worker.name, args.join(", ")))
    }

    /// A block with a variable of its own.
    pub(crate) fn inner_block(&mut self, at: Place) -> Stmt {
        let scope = self.vars.len();
        let mut stmts = vec![self.late_declaration()];
        stmts.extend(self.statements(at.deeper(), 2));
        self.vars.truncate(scope);
        self.separator.braces("{", stmts, "}")
    }

    /// A declaration in the middle of a sequence.
    pub(crate) fn late_declaration(&mut self) -> Stmt {
        let (ty, range) = self.small_type();
        let name = self.fresh("t");
        let declaration = self.declare(ty, &name, None);
        let text = if self.rng.chance(60) {
            let value = self.fitted(ty, range, false, Reads::Data);
            format!("{declaration} = {value}")
        } else {
            declaration
        };
        self.vars.push(Var::scalar(&name, ty, range));
        line(text)
    }

    /// The hidden variable is written before it is read, in one indivisible step: its value is not part of
    /// the state, so anything else would make the result depend on the order of the search.
    pub(crate) fn hidden_step(&mut self, at: Place) -> Option<Stmt> {
        let hidden = self.hidden.clone()?;
        let var = self.var(|v| v.writable() && v.ty == Ty::Byte && !v.indexed() && !v.wide())?;
        let value = self.fitted(Ty::Byte, var.range, false, Reads::Anything);
        let stmts =
            vec![line(format!("{hidden} = {value}")), line(format!("{} = {hidden}", self.place(&var)))];
        if at.indivisible() {
            return Some(self.separator.braces("{", stmts, "}"));
        }
        let open = if self.rng.chance(50) { "atomic {" } else { "d_step {" };
        Some(self.separator.braces(open, stmts, "}"))
    }
}

/// Loop variables are read-only; those of a loop being written are marked wide as well.
fn is_free_counter(var: &Var) -> bool {
    var.role == Role::Counter
}
