//! The state of one generation: random numbers, features, and everything declared so far.

use crate::lines::Separator;
use crate::rng::Rng;
use crate::shape::{Feature, FeatureSet, Shape};
use crate::types::{Chan, Field, Range, Role, Ty, Var};

/// A set of symbolic constants: its name, if it has one, and the constants.
#[derive(Clone, Debug)]
pub(crate) struct MtypeSet {
    pub(crate) name: Option<String>,
    pub(crate) constants: Vec<String>,
}

/// A record type; `fields` are the paths of its scalars.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) fields: Vec<Var>,
    /// Without arrays and inner records, hence allowed in messages.
    pub(crate) flat: bool,
}

/// An inline: what its parameters stand for decides what a call may pass.
#[derive(Clone, Debug)]
pub(crate) struct Inline {
    pub(crate) name: String,
    pub(crate) params: Vec<InlineParam>,
    /// The range of the value, of an inline that returns one.
    pub(crate) returns: Option<Range>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InlineParam {
    /// Assigned inside: a variable with at least the values 0 and 1.
    Target,
    /// Only read: any small non-negative expression.
    Value,
}

/// A proctype that `run` may start, and its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    pub(crate) name: String,
    pub(crate) params: Vec<(String, Field)>,
}

/// A process with a known pid whose locals and labels others may refer to.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) proctype: String,
    pub(crate) pid: usize,
    pub(crate) locals: Vec<Var>,
    pub(crate) labels: Vec<String>,
}

/// Writes one model.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) rng: Rng,
    pub(crate) on: FeatureSet,
    pub(crate) separator: Separator,
    pub(crate) vars: Vec<Var>,
    pub(crate) chans: Vec<Chan>,
    /// Records as wholes: name and type, for messages.
    pub(crate) records: Vec<(String, usize)>,
    pub(crate) record_types: Vec<Record>,
    pub(crate) sets: Vec<MtypeSet>,
    pub(crate) inlines: Vec<Inline>,
    pub(crate) workers: Vec<Worker>,
    pub(crate) peers: Vec<Peer>,
    /// Channel variables of the process under construction, with the index of the channel they can stand for.
    pub(crate) handles: Vec<(String, usize)>,
    /// Labels of the process under construction.
    pub(crate) labels: Vec<String>,
    pub(crate) hidden: Option<String>,
    /// Whether the process under construction may ask `enabled`; two that ask each other would recurse forever.
    pub(crate) asks_enabled: bool,
    /// How many processes may exist at once; `run` in loops stops there.
    pub(crate) crowd: usize,
    /// Statements that may still be written in this process.
    pub(crate) budget: usize,
    names: usize,
}

impl Writer {
    pub(crate) fn new(seed: u64, shape: &Shape) -> Self {
        let mut rng = Rng::new(seed);
        let mut on = FeatureSet::draw(shape, &mut rng);
        if on.has(Feature::Rendezvous) {
            // Spin rejects these combinations.
            on.drop(Feature::Enabled);
            on.drop(Feature::Priorities);
        }
        if on.has(Feature::Remote) || on.has(Feature::Enabled) {
            // Pids are known only if every process exists from the start.
            on.drop(Feature::Init);
            on.drop(Feature::Run);
        }
        let separator = if on.has(Feature::Newlines) { Separator::Newline } else { Separator::Semicolon };
        Writer {
            rng,
            on,
            separator,
            vars: Vec::new(),
            chans: Vec::new(),
            records: Vec::new(),
            record_types: Vec::new(),
            sets: Vec::new(),
            inlines: Vec::new(),
            workers: Vec::new(),
            peers: Vec::new(),
            handles: Vec::new(),
            labels: Vec::new(),
            hidden: None,
            asks_enabled: false,
            crowd: 0,
            budget: 0,
            names: 0,
        }
    }

    /// Whether the model uses the feature and this is one of the `percent` of 100 places for it.
    pub(crate) fn may(&mut self, feature: Feature, percent: u32) -> bool {
        self.on.has(feature) && self.rng.chance(percent)
    }

    /// A name not used before.
    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Makes variables from `start` on read-only at random until those that change have no more than about
    /// `bits` bits: the number of states is exponential in it.
    pub(crate) fn tame(&mut self, start: usize, bits: u32) {
        let mut order: Vec<usize> = (start..self.vars.len()).collect();
        let mut used = 0;
        while !order.is_empty() {
            let i = order.swap_remove(self.rng.below(order.len()));
            if !self.vars[i].writable() {
                continue;
            }
            let cost = self.vars[i].bits();
            if used > 0 && used + cost > bits {
                self.vars[i].role = Role::Fixed;
            } else {
                used += cost;
            }
        }
    }

    /// A random variable that satisfies the predicate.
    pub(crate) fn var(&mut self, wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let found: Vec<&Var> = self.vars.iter().filter(|v| wanted(v)).collect();
        if found.is_empty() {
            return None;
        }
        Some(self.rng.pick(&found).clone())
    }

    /// A random channel that satisfies the predicate.
    pub(crate) fn chan(&mut self, wanted: impl Fn(&Chan) -> bool) -> Option<Chan> {
        let found: Vec<&Chan> = self.chans.iter().filter(|c| wanted(c)).collect();
        if found.is_empty() {
            return None;
        }
        Some(self.rng.pick(&found).clone())
    }

    /// A random constant of a set of symbolic constants.
    pub(crate) fn constant(&mut self, set: usize) -> String {
        let i = self.rng.below(self.sets[set].constants.len());
        self.sets[set].constants[i].clone()
    }

    /// A type with a small range for it.
    pub(crate) fn small_type(&mut self) -> (Ty, Range) {
        let mut choices =
            vec![(4, Ty::Bit), (4, Ty::Bool), (8, Ty::Byte), (3, Ty::Short), (3, Ty::Int), (1, Ty::Pid)];
        choices.push((2, Ty::Unsigned(2)));
        choices.extend((0..self.sets.len()).map(|set| (3, Ty::Mtype(set))));
        let ty = self.rng.weighted(&choices).unwrap_or(Ty::Byte);
        let k = self.rng.between(1, 3);
        let range = match ty {
            Ty::Bit | Ty::Bool | Ty::Unsigned(_) => ty.natural(),
            Ty::Byte | Ty::Pid => Range::new(0, k),
            Ty::Short | Ty::Int => Range::new(-k.min(2), k.min(2)),
            Ty::Mtype(set) => Range::new(0, self.sets[set].constants.len() as i64),
        };
        (ty, range)
    }

    /// A declaration of one scalar or array, without initialiser.
    pub(crate) fn declare(&self, ty: Ty, name: &str, len: Option<usize>) -> String {
        let suffix = len.map_or(String::new(), |n| format!("[{n}]"));
        let word = match ty {
            Ty::Bit => "bit".to_string(),
            Ty::Bool => "bool".to_string(),
            Ty::Byte => "byte".to_string(),
            Ty::Short => "short".to_string(),
            Ty::Int => "int".to_string(),
            Ty::Pid => "pid".to_string(),
            Ty::Unsigned(bits) => return format!("unsigned {name} : {bits}"),
            Ty::Mtype(set) => match &self.sets[set].name {
                Some(set_name) => format!("mtype:{set_name}"),
                None => "mtype".to_string(),
            },
        };
        format!("{word} {name}{suffix}")
    }
}
