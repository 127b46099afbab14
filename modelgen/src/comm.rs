//! Sends, receives, polls and channel predicates in all their forms.

use crate::expr::Reads;
use crate::lines::{Stmt, line};
use crate::shape::Feature;
use crate::types::{Chan, Field, Ty};
use crate::writer::Writer;

impl Writer {
    /// A channel, with an index if it is one of an array.
    pub(crate) fn channel_place(&mut self, chan: &Chan) -> String {
        match chan.len {
            Some(n) => format!("{}[{}]", chan.name, self.index(n, "")),
            None => chan.name.clone(),
        }
    }

    /// As [`Writer::channel_place`], with a constant index.
    pub(crate) fn fixed_channel(&mut self, chan: &Chan) -> String {
        match chan.len {
            Some(n) => format!("{}[{}]", chan.name, self.rng.below(n)),
            None => chan.name.clone(),
        }
    }

    /// `full`, `empty` and their complements, or a comparison of the length.
    pub(crate) fn channel_test(&mut self) -> Option<String> {
        let chan = self.chan(Chan::buffered)?;
        let name = self.channel_place(&chan);
        let test = ["full", "empty", "nfull", "nempty"][self.rng.below(4)];
        if self.rng.chance(70) {
            return Some(format!("{test}({name})"));
        }
        let n = self.rng.below(chan.capacity + 1);
        let op = ["==", "<", ">="][self.rng.below(3)];
        Some(format!("(len({name}) {op} {n})"))
    }

    /// `c?[..]` or `c??[..]`; pan reports a poll of a rendezvous channel as an error.
    pub(crate) fn poll(&mut self) -> Option<String> {
        let chan = self.chan(|c| c.buffered() && !c.carries_channels() && !carries_records(c))?;
        let name = self.channel_place(&chan);
        let tests: Vec<String> = chan.fields.iter().map(|f| self.match_test(*f, true)).collect();
        let op = ["?", "??"][self.rng.below(2)];
        Some(format!("{name}{op}[{}]", tests.join(",")))
    }

    /// A channel for the process under construction to send to.
    pub(crate) fn sender(&mut self, buffered_only: bool) -> Option<Chan> {
        self.chan(|c| c.sends && (c.buffered() || !buffered_only))
    }

    /// A channel for the process under construction to receive from.
    pub(crate) fn receiver(&mut self, buffered_only: bool) -> Option<Chan> {
        self.chan(|c| c.receives && (c.buffered() || !buffered_only))
    }

    /// A send to this channel; `None` without a value for one of its fields.
    pub(crate) fn send(&mut self, chan: &Chan) -> Option<Stmt> {
        let name = self.channel_place(chan);
        let mut args = Vec::new();
        for field in &chan.fields {
            args.push(match *field {
                // Spin keeps a message of one bit in a byte, but undoes its receipt from the variable that
                // took it: a value above one would come back as another.
                Field::Data(ty, range) if chan.fields.len() == 1 => {
                    self.fitted(ty, range, false, Reads::Anything)
                }
                field => self.argument(field, Reads::Anything)?,
            });
        }
        let op = if chan.buffered() && self.rng.chance(25) { "!!" } else { "!" };
        Some(line(format!("{name}{op}{}", self.message(chan, &args))))
    }

    /// A value for a field of a message or a parameter.
    pub(crate) fn argument(&mut self, field: Field, reads: Reads) -> Option<String> {
        match field {
            // Only fields of type bit are cut to their width in messages, not those of type bool.
            Field::Data(ty, range) => {
                Some(self.fitted(ty, range, ty == Ty::Bit && range == ty.natural(), reads))
            }
            Field::Chan(like) => {
                let wanted = self.chans[like].clone();
                let chan =
                    self.chan(|c| !c.private && c.capacity == wanted.capacity && c.fields == wanted.fields)?;
                Some(self.channel_place(&chan))
            }
            Field::Record(ty) => {
                let found: Vec<String> =
                    self.records.iter().filter(|(_, t)| *t == ty).map(|(n, _)| n.clone()).collect();
                if found.is_empty() { None } else { Some(found[self.rng.below(found.len())].clone()) }
            }
        }
    }

    /// A receive from this channel, followed by a use of the channel it received, if any.
    ///
    /// Nothing that is received may be read by the same statement, as an index or inside `eval`: pan would undo
    /// the receive with the new value.
    pub(crate) fn receive(&mut self, chan: &Chan) -> Option<Vec<Stmt>> {
        let name = if carries_records(chan) { self.fixed_channel(chan) } else { self.channel_place(chan) };
        let mut taken = Vec::new();
        let mut handle = None;
        let mut args: Vec<String> = Vec::new();
        for field in &chan.fields {
            args.push(match *field {
                Field::Chan(like) => match self.handles.iter().find(|(_, l)| *l == like).cloned() {
                    Some((variable, _)) if handle.is_none() => {
                        handle = Some((variable.clone(), like));
                        variable
                    }
                    _ => "_".to_string(),
                },
                Field::Record(_) => self.argument(*field, Reads::Anything)?,
                Field::Data(..) => {
                    let read = format!("{name} {}", args.join(" "));
                    self.binding(*field, &read, chan.fields.len() > 1, &mut taken)
                }
            });
        }
        let mut stmts = vec![line(self.receive_form(chan, &name, &args, &taken))];
        if let Some((variable, like)) = handle {
            let granted = Chan { name: variable, len: None, ..self.chans[like].clone() };
            if !granted.carries_channels() {
                let used =
                    if self.rng.chance(60) { self.send(&granted) } else { self.plain_receive(&granted) };
                stmts.extend(used);
            }
        }
        Some(stmts)
    }

    /// A receive that binds nothing but data, for channels that arrived in a message.
    fn plain_receive(&mut self, chan: &Chan) -> Option<Stmt> {
        let mut args = Vec::new();
        for field in &chan.fields {
            args.push(match field {
                Field::Record(_) => self.argument(*field, Reads::Anything)?,
                _ => "_".to_string(),
            });
        }
        Some(line(format!("{}?{}", chan.name, args.join(","))))
    }

    /// `?` or `??`, with `<>` where the message stays in the channel. Only for buffered channels.
    fn receive_form(&mut self, chan: &Chan, name: &str, args: &[String], bound: &[String]) -> String {
        if !chan.buffered() || carries_records(chan) {
            return format!("{name}?{}", args.join(","));
        }
        // Spin generates C with unbalanced parentheses for a test at the end of angle brackets.
        let last_binds = args.last().is_some_and(|a| bound.iter().any(|b| a.starts_with(b)));
        let may_peek = last_binds && !args.iter().any(|a| a.starts_with("eval("));
        match self.rng.below(if may_peek { 10 } else { 8 }) {
            0 | 1 => format!("{name}??{}", self.message(chan, args)),
            8 => format!("{name}?<{}>", args.join(",")),
            9 => format!("{name}??<{}>", args.join(",")),
            _ => format!("{name}?{}", self.message(chan, args)),
        }
    }

    /// The arguments of a message; `a(b,c)` for `a,b,c` where `a` is a constant or a name.
    fn message(&mut self, chan: &Chan, args: &[String]) -> String {
        let symbolic = matches!(chan.fields[0], Field::Data(Ty::Mtype(_), _));
        let simple = args[0].chars().all(|c| c.is_ascii_alphanumeric());
        if symbolic && simple && args.len() > 1 && self.rng.chance(50) {
            return format!("{}({})", args[0], args[1..].join(","));
        }
        args.join(",")
    }

    /// What receives a field of data: a variable that holds all its values, or a test.
    fn binding(&mut self, field: Field, read: &str, fixed: bool, taken: &mut Vec<String>) -> String {
        let Field::Data(ty, range) = field else {
            return "_".to_string();
        };
        let roomy = |v: &crate::types::Var| {
            v.writable()
                && v.ty == ty
                && range.within(v.range)
                && !taken.iter().any(|t| t == v.root())
                && !read.contains(v.root())
        };
        match self.var(roomy) {
            Some(v) if self.rng.chance(70) => {
                taken.push(v.root().to_string());
                // With several fields, an index could be received by the same statement.
                if fixed { self.fixed_place(&v) } else { self.place(&v) }
            }
            _ => self.match_test(field, taken.is_empty()),
        }
    }

    /// A constant, `eval` or `_`.
    fn match_test(&mut self, field: Field, may_eval: bool) -> String {
        let Field::Data(ty, range) = field else {
            return "_".to_string();
        };
        match self.rng.below(8) {
            0..=2 => "_".to_string(),
            3 | 4 if may_eval => match ty {
                Ty::Mtype(_) => match self.var(|v| v.ty == ty) {
                    Some(v) => format!("eval({})", self.place(&v)),
                    None => "_".to_string(),
                },
                _ if self.rng.chance(20) => "eval(_pid)".to_string(),
                _ => format!("eval({})", self.fitted(ty, range, false, Reads::Data)),
            },
            _ => match ty {
                Ty::Mtype(set) => self.constant(set),
                Ty::Bool => ["true", "false"][self.rng.below(2)].to_string(),
                _ => self.rng.between(range.lo, range.hi).to_string(),
            },
        }
    }

    /// Gives the process under construction a role on every channel. A process that only sends or only
    /// receives gets further than one that may wait for itself.
    pub(crate) fn assign_roles(&mut self, process: usize) {
        for i in 0..self.chans.len() {
            let turn = (process + i).is_multiple_of(2);
            let both = self.chans[i].buffered() && self.rng.chance(35);
            let silent = self.rng.chance(15);
            self.chans[i].sends = (turn || both) && !silent;
            self.chans[i].receives = (!turn || both) && !silent;
        }
        if self.on.has(Feature::ElseIo) && self.rng.chance(30) {
            for chan in &mut self.chans {
                chan.sends = true;
                chan.receives = true;
            }
        }
    }
}

pub(crate) fn carries_records(chan: &Chan) -> bool {
    chan.fields.iter().any(|f| matches!(f, Field::Record(_)))
}
