//! Expressions with the range of their values.
//!
//! Knowing the range of every subexpression makes the rest simple: an operator is used only where it cannot
//! overflow, a divisor is never 0, and a value is reduced only where it would not fit.

use crate::shape::Feature;
use crate::types::{LIMIT, Range, Ty, Var};
use crate::writer::Writer;

/// Where an expression stands decides what it may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Anything, with the channel predicates that Spin allows only as operands of `&&` and `||`.
    Condition,
    /// Variables, channels, other processes.
    Anything,
    /// Variables only, as initialisers, `provided` clauses and operands of `!` do.
    Data,
    /// Only variables of small range: what a wide variable is assigned.
    Small,
}

/// A numeric expression.
#[derive(Clone, Debug)]
pub(crate) struct Num {
    pub(crate) text: String,
    pub(crate) range: Range,
}

impl Num {
    fn new(text: impl Into<String>, range: Range) -> Self {
        Num { text: text.into(), range }
    }

    fn literal(value: i64) -> Self {
        Num::new(value.to_string(), Range::new(value, value))
    }
}

impl Writer {
    /// A variable with an index for every array on its path. The index never reads the variable itself:
    /// pan undoes `a[a[0]] = x` with the new `a[0]`, so its search would leave the state space.
    pub(crate) fn place(&mut self, var: &Var) -> String {
        let mut parts = Vec::new();
        for (name, len) in &var.path {
            match len {
                Some(n) => parts.push(format!("{name}[{}]", self.index(*n, var.root()))),
                None => parts.push(name.clone()),
            }
        }
        parts.join(".")
    }

    /// As [`Writer::place`], with constant indexes.
    pub(crate) fn fixed_place(&mut self, var: &Var) -> String {
        let mut parts = Vec::new();
        for (name, len) in &var.path {
            match len {
                Some(n) => parts.push(format!("{name}[{}]", self.rng.below(*n))),
                None => parts.push(name.clone()),
            }
        }
        parts.join(".")
    }

    /// An index into `len` elements.
    pub(crate) fn index(&mut self, len: usize, except: &str) -> String {
        let candidate =
            self.var(|v| v.numeric() && !v.indexed() && v.root() != except && v.range.lo >= 0 && !v.wide());
        match candidate {
            Some(v) if self.rng.chance(60) => {
                let name = self.place(&v);
                if v.range.hi < len as i64 { name } else { format!("{name} % {len}") }
            }
            _ if self.rng.chance(10) => format!("_pid % {len}"),
            _ => self.rng.below(len).to_string(),
        }
    }

    /// A numeric expression of at most this depth.
    pub(crate) fn num(&mut self, depth: u32, reads: Reads) -> Num {
        let reads = if reads == Reads::Condition { Reads::Anything } else { reads };
        if depth == 0 || self.rng.chance(35) {
            return self.leaf(reads);
        }
        let a = self.num(depth - 1, reads);
        let combined = match self.rng.below(20) {
            0..=3 => self.linear('+', &a, depth, reads),
            4..=6 => self.linear('-', &a, depth, reads),
            7..=8 => self.product(&a, depth, reads),
            9..=11 => self.quotient(&a, depth, reads),
            12..=14 => self.bitwise(&a, depth, reads),
            15 => self.shift(&a, reads),
            16 => Num::new(format!("-({})", a.text), Range::new(-a.range.hi, -a.range.lo)),
            17 => Num::new(format!("~({})", a.text), Range::new(-a.range.hi - 1, -a.range.lo - 1)),
            18 => {
                let b = self.num(depth - 1, reads);
                let condition = self.cond(depth - 1, reads);
                let range = a.range.union(b.range);
                Num::new(format!("({condition} -> {} : {})", a.text, b.text), range)
            }
            _ => Num::new(format!("({})", self.cond(depth - 1, reads)), Range::new(0, 1)),
        };
        if combined.range.magnitude() < LIMIT { combined } else { a }
    }

    fn leaf(&mut self, reads: Reads) -> Num {
        let variable = self.var(|v| v.numeric() && (reads != Reads::Small || !v.wide()));
        if self.may(Feature::Faults, 6)
            && let Some(fault) = self.overrun()
        {
            return fault;
        }
        match (self.rng.below(20), variable) {
            (0..=13, Some(v)) => {
                let text = self.place(&v);
                Num::new(text, v.range)
            }
            (14, _) if reads == Reads::Anything => Num::new("_pid", Range::new(0, 255)),
            (15, _) if reads == Reads::Anything => Num::new("_nr_pr", Range::new(0, 255)),
            (16, _) if reads == Reads::Anything => match self.chan(|c| c.buffered()) {
                Some(c) => {
                    let name = self.channel_place(&c);
                    Num::new(format!("len({name})"), Range::new(0, c.capacity as i64))
                }
                None => Num::literal(1),
            },
            (17, _) if self.on.has(Feature::WideValues) => {
                let values = [-1, 7, 100, 127, 128, 255, 256, 300, 1000, 32_767, 32_768, 65_535, 70_000];
                Num::literal(values[self.rng.below(values.len())])
            }
            _ => Num::literal(self.rng.between(0, 3)),
        }
    }

    /// A read behind the end of an array. pan reports it and goes on with whatever lies there, so the value is
    /// multiplied by 0.
    fn overrun(&mut self) -> Option<Num> {
        let array = self.var(|v| v.path.len() == 1 && v.indexed() && v.numeric())?;
        let (name, len) = (array.root().to_string(), array.path[0].1? as i64);
        let index = self.var(|v| v.numeric() && v.plain() && !v.wide() && v.range.hi >= len)?;
        Some(Num::new(format!("({name}[{}] * 0)", index.root()), Range::new(0, 0)))
    }

    fn linear(&mut self, op: char, a: &Num, depth: u32, reads: Reads) -> Num {
        let b = self.num(depth - 1, reads);
        let range = if op == '+' {
            Range::new(a.range.lo + b.range.lo, a.range.hi + b.range.hi)
        } else {
            Range::new(a.range.lo - b.range.hi, a.range.hi - b.range.lo)
        };
        Num::new(format!("({} {op} {})", a.text, b.text), range)
    }

    fn product(&mut self, a: &Num, depth: u32, reads: Reads) -> Num {
        let b = self.num(depth - 1, reads);
        let (x, y) = (a.range, b.range);
        let range = Range::hull([x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi]);
        Num::new(format!("({} * {})", a.text, b.text), range)
    }

    /// Division and remainder; the divisor is 1 or more.
    fn quotient(&mut self, a: &Num, depth: u32, reads: Reads) -> Num {
        let (divisor, most) = if self.rng.chance(70) {
            let k = self.rng.between(2, 4);
            (k.to_string(), k)
        } else {
            let b = self.num(depth - 1, reads);
            (format!("(({} & 3) + 1)", b.text), 4)
        };
        if self.rng.chance(30) {
            let range = Range::new(a.range.lo.min(0), a.range.hi.max(0));
            return Num::new(format!("({} / {divisor})", a.text), range);
        }
        let low = if a.range.lo < 0 { 1 - most } else { 0 };
        Num::new(format!("({} % {divisor})", a.text), Range::new(low, most - 1))
    }

    fn bitwise(&mut self, a: &Num, depth: u32, reads: Reads) -> Num {
        let b = self.num(depth - 1, reads);
        let op = ["&", "|", "^"][self.rng.below(3)];
        Num::new(format!("({} {op} {})", a.text, b.text), a.range.union(b.range).bits())
    }

    fn shift(&mut self, a: &Num, reads: Reads) -> Num {
        let by = if self.rng.chance(60) {
            self.rng.between(0, 3).to_string()
        } else {
            format!("({} & 3)", self.leaf(reads).text)
        };
        if self.rng.chance(50) {
            let range = Range::new(a.range.lo.min(a.range.lo * 8), a.range.hi.max(a.range.hi * 8));
            return Num::new(format!("({} << {by})", a.text), range);
        }
        Num::new(format!("({} >> {by})", a.text), Range::new(a.range.lo.min(0), a.range.hi.max(0)))
    }

    /// A condition.
    pub(crate) fn cond(&mut self, depth: u32, reads: Reads) -> String {
        if matches!(reads, Reads::Condition | Reads::Anything)
            && self.rng.chance(30)
            && let Some(test) = self.observation(reads)
        {
            return test;
        }
        match self.rng.below(10) {
            0 | 1 if depth > 0 => {
                let (a, b) = (self.cond(depth - 1, reads), self.cond(depth - 1, reads));
                let op = ["&&", "||"][self.rng.below(2)];
                format!("({a} {op} {b})")
            }
            // Spin wants nfull(q) for !full(q), so only data is negated.
            2 => {
                let inner = self
                    .cond(depth.saturating_sub(1), if reads == Reads::Small { reads } else { Reads::Data });
                format!("!({inner})")
            }
            3 | 4 => match self.var(|v| !v.numeric()) {
                Some(v) => self.symbolic_test(&v),
                None => self.comparison(depth, reads),
            },
            _ => self.comparison(depth, reads),
        }
    }

    fn comparison(&mut self, depth: u32, reads: Reads) -> String {
        let a = self.num(depth.min(1), reads);
        // A constant from the range of the other side: neither always true nor always false, mostly.
        let b = if self.rng.chance(65) {
            let window = Range::new(a.range.lo.max(-3), a.range.hi.min(4));
            Num::literal(self.rng.between(window.lo, window.hi))
        } else {
            self.num(depth.min(1), reads)
        };
        let op = ["==", "!=", "<", "<=", ">", ">=", "!=", "<="][self.rng.below(8)];
        format!("({} {op} {})", a.text, b.text)
    }

    fn symbolic_test(&mut self, var: &Var) -> String {
        let op = ["==", "!="][self.rng.below(2)];
        let left = self.place(var);
        let right = self.symbol(var.ty);
        format!("({left} {op} {right})")
    }

    /// A symbolic value of this type.
    pub(crate) fn symbol(&mut self, ty: Ty) -> String {
        let Ty::Mtype(set) = ty else {
            return "0".to_string();
        };
        match self.var(|v| v.ty == ty) {
            Some(v) if self.rng.chance(35) => self.place(&v),
            _ => self.constant(set),
        }
    }

    /// A test of channels, processes or the scheduler; `None` if this model has nothing to observe.
    fn observation(&mut self, reads: Reads) -> Option<String> {
        match self.rng.below(8) {
            0 | 1 if reads == Reads::Condition => self.channel_test(),
            2 => self.poll(),
            3 | 4 => self.remote_test(),
            5 if self.on.has(Feature::Last) => Some(format!("(_last == {})", self.rng.below(3))),
            6 if self.asks_enabled => self.enabled_test(),
            7 => Some(format!("(_nr_pr > {})", self.rng.between(0, 3))),
            _ => None,
        }
    }

    /// `P[i]:v` or `P[i]@label`, behind a test that the process exists: the youngest always dies first.
    fn remote_test(&mut self) -> Option<String> {
        if self.peers.is_empty() {
            return None;
        }
        let i = self.rng.below(self.peers.len());
        let peer = self.peers[i].clone();
        let reference = format!("{}[{}]", peer.proctype, peer.pid);
        let alive = format!("_nr_pr > {}", peer.pid);
        if !peer.labels.is_empty() && self.rng.chance(40) {
            let label = &peer.labels[self.rng.below(peer.labels.len())];
            return Some(format!("({alive} && {reference}@{label})"));
        }
        if peer.locals.is_empty() {
            return None;
        }
        let local = &peer.locals[self.rng.below(peer.locals.len())];
        let value = self.rng.between(local.range.lo, local.range.hi.min(3));
        let op = ["==", "!=", "<"][self.rng.below(3)];
        Some(format!("({alive} && {reference}:{} {op} {value})", local.root()))
    }

    /// Whether another process can move; never the asking one, which pan reports as an error.
    fn enabled_test(&mut self) -> Option<String> {
        let pid = self.rng.between(1, 2);
        Some(format!("(_nr_pr > {pid} && enabled({pid}))"))
    }

    /// An expression whose value is stored in something of this type and range.
    pub(crate) fn fitted(&mut self, ty: Ty, range: Range, truncates: bool, reads: Reads) -> String {
        if let Ty::Mtype(_) = ty {
            return self.symbol(ty);
        }
        let e = self.num(2, reads);
        if e.range.within(range) || (truncates && self.rng.chance(60)) {
            return e.text;
        }
        if range.lo < 0 || e.range.lo >= 0 {
            return format!("{} % {}", e.text, range.hi + 1);
        }
        let mask = ((range.hi + 2) as u64).next_power_of_two() / 2 - 1;
        format!("{} & {mask}", e.text)
    }
}
