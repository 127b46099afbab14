//! Proctypes, `init`, their locals and labels.

use crate::expr::Reads;
use crate::lines::{Stmt, indent, line};
use crate::shape::Feature;
use crate::stmt::Place;
use crate::types::{Chan, Field, Range, Role, Ty, Var};
use crate::writer::{Peer, Worker, Writer};

/// The declarations that belong to one process, and how to get back to the globals.
struct Scope {
    vars: usize,
    chans: usize,
    records: usize,
}

impl Writer {
    /// All proctypes, and `init` if there is one.
    pub(crate) fn processes(&mut self, total: usize, statements: usize) -> Vec<String> {
        let mut out = Vec::new();
        let share = [100, 55, 34, 24][(total - 1).min(3)];
        let each = (statements * share / 100).max(3);
        if self.on.has(Feature::Run) {
            self.budget = 3;
            let worker = self.worker_signature();
            out.extend(self.proctype(&worker, "", 0, false));
            self.workers.push(worker);
        }
        let mut started = Vec::new();
        let mut pid = 0;
        while pid < total {
            let left = total - pid;
            let instances = if left > 1 && self.may(Feature::Instances, 60) { 2 } else { 1 };
            self.asks_enabled = pid == 0 && instances == 1 && total > 1 && self.on.has(Feature::Enabled);
            self.budget = each;
            let by_init = self.on.has(Feature::Init) && (left == 1 || self.rng.chance(80));
            let mut worker = Worker { name: self.fresh("P"), params: Vec::new() };
            if by_init || self.rng.chance(5) {
                worker.params = self.worker_signature().params;
            }
            let prefix = match instances {
                _ if by_init => String::new(),
                1 => "active ".to_string(),
                n => format!("active [{n}] "),
            };
            out.extend(self.proctype(&worker, &prefix, pid, true));
            if self.on.has(Feature::Remote) {
                self.peers.last_mut().into_iter().for_each(|p| p.pid = pid);
            }
            if by_init {
                started.extend((0..instances).map(|_| worker.clone()));
            }
            pid += instances;
        }
        if !started.is_empty() {
            out.extend(self.init(&started));
        }
        out
    }

    fn worker_signature(&mut self) -> Worker {
        let mut params = Vec::new();
        for _ in 0..self.rng.below(3) {
            let passes =
                self.on.has(Feature::ChannelPassing) && !self.chans.is_empty() && self.rng.chance(50);
            let field = if passes {
                Field::Chan(self.rng.below(self.chans.len()))
            } else {
                let (ty, range) = self.small_type();
                Field::Data(if matches!(ty, Ty::Unsigned(_)) { Ty::Byte } else { ty }, range)
            };
            params.push((self.fresh("p"), field));
        }
        Worker { name: self.fresh("W"), params }
    }

    fn enter(&mut self, process: usize) -> Scope {
        self.assign_roles(process);
        Scope { vars: self.vars.len(), chans: self.chans.len(), records: self.records.len() }
    }

    fn leave(&mut self, scope: &Scope) {
        self.vars.truncate(scope.vars);
        self.chans.truncate(scope.chans);
        self.records.truncate(scope.records);
        self.handles.clear();
        self.labels.clear();
    }

    /// A proctype; `main` ones may loop, the others end soon.
    fn proctype(&mut self, worker: &Worker, prefix: &str, process: usize, main: bool) -> Vec<String> {
        let scope = self.enter(process);
        let mut params = Vec::new();
        for (name, field) in &worker.params {
            params.push(format!("{} {name}", self.field_type(*field)));
            match *field {
                Field::Data(ty, range) => self.vars.push(Var::scalar(name, ty, range)),
                Field::Chan(_) if !prefix.is_empty() => {}
                Field::Chan(like) => {
                    let (sends, receives) = if self.rng.chance(50) { (true, false) } else { (false, true) };
                    let chan =
                        Chan { name: name.clone(), len: None, sends, receives, ..self.chans[like].clone() };
                    self.chans.push(chan);
                }
                Field::Record(_) => {}
            }
        }
        let priority = if self.may(Feature::Priorities, 80) && !prefix.is_empty() {
            format!(" priority {}", self.rng.between(1, 3))
        } else {
            String::new()
        };
        let provided = if self.may(Feature::Provided, 50) {
            self.provided(scope.vars).map_or(String::new(), |c| format!(" provided {c}"))
        } else {
            String::new()
        };
        let body = self.body(main, &worker.name);
        self.leave(&scope);
        let head = format!("{prefix}proctype {}({}){priority}{provided}", worker.name, params.join("; "));
        let mut lines = vec![String::new(), head, "{".to_string()];
        lines.extend(indent(body));
        lines.push("}".to_string());
        lines
    }

    /// A condition on the globals alone: the first `globals` variables.
    fn provided(&mut self, globals: usize) -> Option<String> {
        let locals = self.vars.split_off(globals);
        let condition = self.cond(1, Reads::Data);
        self.vars.extend(locals);
        Some(format!("({condition})"))
    }

    /// Declarations and statements of a process.
    fn body(&mut self, main: bool, proctype: &str) -> Vec<String> {
        let start = self.vars.len();
        let mut stmts = self.locals();
        self.tame(start, if self.crowd > 3 { 2 } else { 3 });
        let locals: Vec<Var> = self.vars.iter().filter(|v| v.root().starts_with('l')).cloned().collect();
        if self.on.has(Feature::Goto) && main {
            self.labels = (0..self.rng.below(3)).map(|_| self.fresh("L")).collect();
        }
        let declarations = stmts.len();
        let before = if main { self.rng.below(4) } else { 3 };
        stmts.extend(self.statements(Place::top(), before));
        if main && self.rng.chance(75) {
            stmts.extend(self.repetition(Place::top()).unwrap_or_default());
        }
        let rest = self.rng.below(5);
        // The loop may be followed by a d_step, into which its end must not jump.
        stmts.push(self.assign().unwrap_or_else(|| line("skip")));
        stmts.extend(self.statements(Place::top(), rest));
        let mut labels = self.place_labels(&mut stmts[declarations..]);
        for label in self.labels.clone() {
            if !labels.contains(&label) {
                stmts.push(line(format!("{label}: skip")));
                labels.push(label);
            }
        }
        if self.on.has(Feature::Remote) {
            let small = |v: &Var| v.role == Role::Small && v.plain() && v.numeric();
            let locals = locals.into_iter().filter(small).collect();
            self.peers.push(Peer { proctype: proctype.to_string(), pid: 0, locals, labels });
        }
        self.separator.join(stmts)
    }

    /// Puts labels in front of some statements and returns those placed.
    fn place_labels(&mut self, stmts: &mut [Stmt]) -> Vec<String> {
        let mut placed = Vec::new();
        let mut wanted = self.labels.clone();
        for stmt in stmts.iter_mut().filter(|s| takes_label(s)) {
            let mut prefix = String::new();
            if !wanted.is_empty() && self.rng.chance(35) {
                let label = wanted.remove(0);
                prefix = format!("{label}: ");
                placed.push(label);
            }
            if self.may(Feature::EndLabels, 30) {
                let label = self.fresh("end");
                prefix = format!("{prefix}{label}: ");
                placed.push(label);
            }
            stmt[0].insert_str(0, &prefix);
        }
        placed
    }

    /// The declarations a process starts with.
    fn locals(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..self.rng.below(3) {
            out.push(line(self.variable("l", false)));
        }
        if self.may(Feature::WideValues, 30) {
            out.push(line(self.wide_variable("l")));
        }
        if self.may(Feature::Arrays, 30) {
            out.push(line(self.array("l")));
        }
        if self.rng.chance(30) || self.on.has(Feature::RecordMessages) {
            out.extend(self.record_variable("l").map(line));
        }
        let counts =
            [Feature::ForSelect, Feature::DStep, Feature::Atomic].into_iter().any(|f| self.on.has(f));
        if counts && self.rng.chance(60) {
            let name = self.fresh("i");
            out.push(line(format!("byte {name}")));
            self.vars.push(Var { role: Role::Counter, ..Var::scalar(&name, Ty::Byte, Range::new(0, 3)) });
        }
        if !self.workers.is_empty() && self.rng.chance(50) {
            let name = self.fresh("q");
            out.push(line(format!("pid {name}")));
            self.vars.push(Var { role: Role::Wide, ..Var::scalar(&name, Ty::Pid, Range::new(0, 255)) });
        }
        for like in 0..self.chans.len() {
            let passed = self.chans.iter().any(|c| c.fields.contains(&Field::Chan(like)));
            if passed && self.rng.chance(80) {
                let name = self.fresh("k");
                out.push(line(format!("chan {name}")));
                self.handles.push((name, like));
            }
        }
        if self.may(Feature::LocalChannels, 60) {
            let name = self.fresh("c");
            out.push(line(format!("chan {name} = [1] of {{ byte }}")));
            let fields = vec![Field::Data(Ty::Byte, Range::new(0, 2))];
            self.chans.push(Chan {
                name,
                len: None,
                capacity: 1,
                fields,
                private: true,
                sends: true,
                receives: true,
            });
        }
        out
    }

    /// `init`: starts the processes, in one atomic step or one by one, then may do something itself.
    fn init(&mut self, started: &[Worker]) -> Vec<String> {
        let scope = self.enter(0);
        let mut stmts = Vec::new();
        let mut holder = None;
        if self.rng.chance(30) {
            let name = self.fresh("q");
            stmts.push(line(format!("pid {name}")));
            holder = Some(name);
        }
        let mut runs = Vec::new();
        for worker in started {
            // Every parameter has a global to pass, so a call always exists.
            let Some(call) = self.run_call(worker) else {
                continue;
            };
            runs.push(match &holder {
                Some(name) if self.rng.chance(50) => line(format!("{name} = {call}")),
                _ => line(call),
            });
        }
        if self.rng.chance(60) {
            stmts.push(self.separator.braces("atomic {", runs, "}"));
        } else {
            stmts.extend(runs);
        }
        if self.rng.chance(40) {
            self.budget = 3;
            stmts.extend(self.statements(Place::top(), 2));
        }
        self.leave(&scope);
        let body = self.separator.join(stmts);
        let mut lines = vec![String::new(), "init".to_string(), "{".to_string()];
        lines.extend(indent(body));
        lines.push("}".to_string());
        lines
    }
}

/// Jumping to the start of an indivisible sequence from inside would never leave it; declarations and calls of
/// inlines take no label.
fn takes_label(stmt: &Stmt) -> bool {
    let first = &stmt[0];
    let declares = ["bit ", "bool ", "byte ", "short ", "int ", "pid ", "unsigned ", "mtype", "chan ", "Rec"];
    let unlabelled = ["atomic", "d_step", "{", "act", "for", "select"];
    let starts = |words: &[&str]| words.iter().any(|w| first.starts_with(w));
    !starts(&declares) && !starts(&unlabelled) && !first.contains("act")
}
