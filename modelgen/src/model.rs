//! The global part of a model: constants, types, variables, channels, inlines, and the order of it all.

use crate::expr::Reads;
use crate::lines::line;
use crate::shape::{Feature, Shape};
use crate::stmt::Place;
use crate::types::{Chan, Field, Range, Role, Ty, Var};
use crate::writer::{Inline, InlineParam, MtypeSet, Record, Writer};

impl Writer {
    /// The whole model.
    pub(crate) fn model(mut self, shape: &Shape) -> String {
        let most = shape.processes.max(1);
        let mut total = 1 + self.rng.below(most).max(self.rng.below(most));
        if self.on.has(Feature::Run) {
            // The processes that join later count as well.
            total = (total - 1).max(1);
        }
        if self.on.has(Feature::Rendezvous) {
            // A process alone would wait forever.
            total = total.max(most.min(2));
        }
        self.crowd = total + 1 + usize::from(self.on.has(Feature::Init));
        let mut out = Vec::new();
        out.extend(self.macros());
        out.extend(self.mtypes());
        out.extend(self.record_declarations());
        out.extend(self.globals());
        self.tame(0, [11, 7, 5, 4][(total - 1).min(3)]);
        out.extend(self.channels());
        out.extend(self.inline_definitions());
        out.extend(self.processes(total, shape.statements));
        out.push(String::new());
        out.join("\n")
    }

    /// Macros stand for variables of their own, so that every use is visible in the text.
    fn macros(&mut self) -> Vec<String> {
        if !self.on.has(Feature::Macros) {
            return Vec::new();
        }
        let limit = self.rng.between(2, 3);
        self.vars.push(Var::scalar("gm", Ty::Byte, Range::new(0, limit)));
        for text in ["LIMIT", "CAPPED(gm)"] {
            self.vars.push(Var { role: Role::Fixed, ..Var::scalar(text, Ty::Byte, Range::new(0, limit)) });
        }
        vec![
            format!("#define LIMIT {limit}"),
            "#define CAPPED(v) ((v) < LIMIT -> (v) : LIMIT)".to_string(),
            "#ifdef LIMIT".to_string(),
            "byte gm".to_string(),
            "#else".to_string(),
            "unknown gm".to_string(),
            "#endif".to_string(),
        ]
    }

    fn mtypes(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if self.on.has(Feature::Mtypes) {
            out.push(self.mtype_set(None));
        }
        if self.on.has(Feature::NamedMtypes) {
            let name = self.fresh("kind");
            out.push(self.mtype_set(Some(name)));
        }
        out
    }

    fn mtype_set(&mut self, name: Option<String>) -> String {
        let n = 2 + self.rng.below(2);
        let constants: Vec<String> = (0..n).map(|_| self.fresh("m")).collect();
        let colon = name.as_ref().map_or(String::new(), |n| format!(":{n}"));
        let text = format!("mtype{colon} = {{ {} }};", constants.join(", "));
        self.sets.push(MtypeSet { name, constants });
        text
    }

    /// A flat record for messages, and one with arrays and an inner record.
    fn record_declarations(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if self.on.has(Feature::RecordMessages) || self.on.has(Feature::Typedefs) {
            out.push(self.record(true));
        }
        if self.on.has(Feature::Typedefs) {
            out.push(self.record(false));
        }
        out
    }

    fn record(&mut self, flat: bool) -> String {
        let name = self.fresh("Rec");
        let mut declarations = Vec::new();
        let mut fields = Vec::new();
        for i in 0..2 {
            let (mut ty, range) = self.small_type();
            if flat && matches!(ty, Ty::Unsigned(_)) {
                // Neither a message nor a record in one can have a field with a width.
                ty = Ty::Byte;
            }
            let len = if flat || i == 0 || matches!(ty, Ty::Unsigned(_)) { None } else { Some(2) };
            let field = format!("f{i}");
            declarations.push(self.declare(ty, &field, len));
            fields.push(Var { path: vec![(field, len)], ..Var::scalar("", ty, range) });
        }
        if !flat {
            let inner = self.record_types[0].clone();
            declarations.push(format!("{} inner[2]", inner.name));
            for field in inner.fields {
                let mut path = vec![("inner".to_string(), Some(2))];
                path.extend(field.path.clone());
                fields.push(Var { path, ..field });
            }
        }
        let text = format!("typedef {name} {{ {} }};", declarations.join("; "));
        self.record_types.push(Record { name, fields, flat });
        text
    }

    fn globals(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        for _ in 0..2 + self.rng.below(3) {
            let show = if self.may(Feature::Hidden, 30) { "show " } else { "" };
            let declaration = self.variable("g", true);
            out.push(format!("{show}{declaration};"));
        }
        if self.may(Feature::WideValues, 60) {
            let declaration = self.wide_variable("g");
            out.push(format!("{declaration};"));
        }
        if self.on.has(Feature::Arrays) {
            let declaration = self.array("g");
            out.push(format!("{declaration};"));
        }
        if let Some(declaration) = self.record_variable("g") {
            out.push(format!("{declaration};"));
        }
        if self.on.has(Feature::Hidden) {
            let name = self.fresh("h");
            out.push(format!("hidden byte {name};"));
            self.hidden = Some(name);
        }
        out
    }

    /// A scalar of small range, with or without initialiser.
    pub(crate) fn variable(&mut self, prefix: &str, global: bool) -> String {
        let (ty, range) = self.small_type();
        let name = self.fresh(prefix);
        let mut text = self.declare(ty, &name, None);
        if self.rng.chance(50) {
            let value = match ty {
                Ty::Mtype(set) => self.constant(set),
                _ if global || self.rng.chance(50) => self.rng.between(range.lo, range.hi).to_string(),
                _ => self.fitted(ty, range, false, Reads::Data),
            };
            text = format!("{text} = {value}");
        }
        self.vars.push(Var::scalar(&name, ty, range));
        text
    }

    /// A scalar that takes all values of its type, and is never an operand of what is assigned to its like.
    pub(crate) fn wide_variable(&mut self, prefix: &str) -> String {
        let ty = [Ty::Byte, Ty::Short, Ty::Int, Ty::Unsigned(5)][self.rng.below(4)];
        let name = self.fresh(prefix);
        self.vars.push(Var { role: Role::Wide, ..Var::scalar(&name, ty, ty.natural()) });
        let text = self.declare(ty, &name, None);
        if self.rng.chance(40) { format!("{text} = {}", self.rng.between(0, 30)) } else { text }
    }

    /// An array of scalars, with no initialiser, one for all elements or one for each.
    pub(crate) fn array(&mut self, prefix: &str) -> String {
        let (mut ty, mut range) = self.small_type();
        if let Ty::Unsigned(_) = ty {
            (ty, range) = (Ty::Byte, Range::new(0, 2));
        }
        if ty == Ty::Bit && self.rng.chance(30) {
            // An element of a bit array is a byte in Spin and keeps values above 1.
            range = Range::new(0, 2);
        }
        let first = Range::new(0, range.hi.min(ty.natural().hi));
        let len = 2 + self.rng.below(2);
        let name = self.fresh(prefix);
        let text = self.declare(ty, &name, Some(len));
        self.vars.push(Var { path: vec![(name, Some(len))], ..Var::scalar("", ty, range) });
        if let Ty::Mtype(_) = ty {
            return text;
        }
        match self.rng.below(3) {
            0 => format!("{text} = {}", self.rng.between(first.lo, first.hi)),
            1 => {
                let values: Vec<String> =
                    (0..len).map(|_| self.rng.between(first.lo, first.hi).to_string()).collect();
                format!("{text} = {{ {} }}", values.join(", "))
            }
            _ => text,
        }
    }

    /// A record or an array of records.
    pub(crate) fn record_variable(&mut self, prefix: &str) -> Option<String> {
        if self.record_types.is_empty() {
            return None;
        }
        let i = self.rng.below(self.record_types.len());
        let record = self.record_types[i].clone();
        let len = if self.rng.chance(30) { Some(2) } else { None };
        let name = self.fresh(prefix);
        for field in record.fields {
            let mut path = vec![(name.clone(), len)];
            path.extend(field.path.clone());
            self.vars.push(Var { path, ..field });
        }
        if len.is_none() && record.flat {
            self.records.push((name.clone(), i));
        }
        Some(format!("{} {name}{}", record.name, len.map_or(String::new(), |n| format!("[{n}]"))))
    }

    fn channels(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if self.on.has(Feature::Rendezvous) {
            out.push(self.channel(0, false));
        }
        if self.on.has(Feature::Buffered) {
            let capacity = 1 + self.rng.below(2);
            out.push(self.channel(capacity, false));
        }
        if self.on.has(Feature::ChannelPassing) && !self.chans.is_empty() {
            let capacity = if self.on.has(Feature::Rendezvous) { self.rng.below(2) } else { 1 };
            out.push(self.channel(capacity, true));
        } else if self.on.has(Feature::Rendezvous) && self.rng.chance(50) {
            out.push(self.channel(0, false));
        }
        out
    }

    fn channel(&mut self, capacity: usize, passes: bool) -> String {
        let mut fields = Vec::new();
        if passes {
            fields.push(Field::Chan(self.rng.below(self.chans.len())));
        }
        let flat = self.record_types.iter().position(|r| r.flat);
        match flat {
            Some(ty) if self.may(Feature::RecordMessages, 50) => fields.push(Field::Record(ty)),
            _ => {
                for _ in 0..1 + self.rng.below(if capacity > 1 { 2 } else { 3 }).min(1) {
                    let (ty, range) = self.small_type();
                    // A field cannot have a width.
                    let unsigned = matches!(ty, Ty::Unsigned(_));
                    fields.push(if unsigned { Field::Data(Ty::Byte, range) } else { Field::Data(ty, range) });
                }
            }
        }
        let len = if self.on.has(Feature::ChannelArrays) && self.rng.chance(60) { Some(2) } else { None };
        let name = self.fresh("c");
        let size = len.map_or(String::new(), |n| format!("[{n}]"));
        let text = format!("chan {name}{size} = [{capacity}] of {{ {} }};", self.signature(&fields));
        self.chans.push(Chan { name, len, capacity, fields, private: false, sends: true, receives: true });
        text
    }

    /// The types of the fields, as a channel initialiser lists them.
    pub(crate) fn signature(&self, fields: &[Field]) -> String {
        let types: Vec<String> = fields.iter().map(|f| self.field_type(*f)).collect();
        types.join(", ")
    }

    pub(crate) fn field_type(&self, field: Field) -> String {
        match field {
            Field::Data(ty, _) => self.declare(ty, "", None).trim().to_string(),
            Field::Chan(_) => "chan".to_string(),
            Field::Record(ty) => self.record_types[ty].name.clone(),
        }
    }

    /// Inlines read and write globals and their parameters, and never block.
    fn inline_definitions(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if !self.on.has(Feature::Inline) {
            return out;
        }
        for returns in [false, true] {
            let name = self.fresh("act");
            let scope = self.vars.len();
            // The variable passed may be of any small range, so nothing but 0 and 1 is assigned to it.
            let target = Var { role: Role::Fixed, ..Var::scalar("x", Ty::Byte, Range::new(-3, 3)) };
            self.vars.push(Var { role: Role::Fixed, ..Var::scalar("y", Ty::Byte, Range::new(0, 3)) });
            let params = if returns {
                vec![InlineParam::Value]
            } else {
                vec![InlineParam::Target, InlineParam::Value]
            };
            let mut stmts = Vec::new();
            if !returns {
                self.vars.push(target);
                stmts.push(line(format!(
                    "x = {}",
                    self.fitted(Ty::Byte, Range::new(0, 1), false, Reads::Data)
                )));
            }
            self.budget = 2;
            let place = Place { inline: true, depth: 1, ..Place::top() };
            if self.rng.chance(60) {
                stmts.extend(self.sequence(place, 2));
            }
            let range = Range::new(0, 1);
            if returns {
                stmts.push(line(format!("return {}", self.fitted(Ty::Byte, range, false, Reads::Data))));
            }
            self.vars.truncate(scope);
            let list = if returns { "y" } else { "x, y" };
            out.extend(self.separator.braces(&format!("inline {name}({list}) {{"), stmts, "}"));
            self.inlines.push(Inline { name, params, returns: returns.then_some(range) });
        }
        out
    }
}
