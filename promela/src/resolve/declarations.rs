//! Variables.
//!
//! A declaration before the first statement of a body gives the variable its initial value when the
//! process starts. After that, and anywhere inside an inner block, Spin turns it into an assignment at
//! its place, one more step of the process. The assignment of an array sets its first element only; that
//! of a structure has no effect and is a step all the same. A channel is always created when the process
//! starts.

use super::scopes::Meaning;
use super::{Knowledge, Resolver, code};
use crate::ast::{self, Initialiser, Visibility};
use crate::hir::{
    self, ExpressionKind, Initial, Reference, Scalar, Scope, StatementKind, Type, Variable, VariableId,
};
use crate::source::Span;

use super::expressions::{constant_like, count_runs};

/// Elements of an array. Larger ones would not fit into a state that could be stored.
const MAX_LENGTH: i32 = 1 << 24;

impl Resolver<'_> {
    pub(super) fn global_declaration(&mut self, declaration: &ast::Declaration) {
        let ty = self.written_type(&declaration.ty);
        let mut declared = Vec::new();
        for declarator in &declaration.variables {
            let ty = self.with_width(ty, declarator);
            self.check_visibility(declaration, ty, true);
            let length = self.length(declarator);
            let initial = self.initial(ty, declarator);
            let mut variable = new_variable(declarator, ty, length, initial, Scope::Global);
            variable.hidden = declaration.visibility == Some(Visibility::Hidden);
            variable.exclusive = declaration.visibility == Some(Visibility::Local);
            variable.shown = declaration.visibility == Some(Visibility::Show);
            if variable.hidden && matches!(ty, Type::Scalar(Scalar::Unsigned(_))) {
                // pan keeps it in an unsigned char, whatever its width.
                variable.ty = Type::Scalar(Scalar::Byte);
            }
            let literal = self.initial_literal(declarator);
            declared.push((&declarator.name, self.add_variable(variable, literal)));
        }
        self.publish(&declared);
    }

    /// A declaration in a body. Assignments that it turns into are appended to `out`.
    pub(super) fn local_declaration(
        &mut self,
        declaration: &ast::Declaration,
        process: hir::ProctypeId,
        out: &mut Vec<hir::Statement>,
    ) {
        let late = self.body.as_ref().is_some_and(|body| !body.may_initialise);
        let ty = self.written_type(&declaration.ty);
        let mut declared = Vec::new();
        for declarator in &declaration.variables {
            let ty = self.with_width(ty, declarator);
            self.check_visibility(declaration, ty, false);
            let length = self.length(declarator);
            let initial = self.initial(ty, declarator);
            self.note_initial(&initial);
            let (initial, step) = match late {
                true => self.postpone(ty, length, initial, declarator),
                false => (initial, None),
            };
            let literal = match late && declarator.initialiser.is_some() {
                true => None,
                false => self.initial_literal(declarator),
            };
            let scope = Scope::Local(process);
            let variable = new_variable(declarator, ty, length, initial, scope);
            let id = self.add_variable(variable, literal);
            if let Some(body) = &mut self.body {
                body.locals.push(id);
            }
            if let Some(step) = step {
                out.push(self.postponed_step(id, step, declarator.span));
            }
            declared.push((&declarator.name, id));
        }
        self.publish(&declared);
    }

    /// Whether a process starts from globals is decided, as in Spin, by its last initial value alone.
    fn note_initial(&mut self, initial: &Initial) {
        let variables = &self.model.variables;
        let from_globals = match initial {
            Initial::Default => return,
            Initial::List(_) | Initial::Channel(_) => true,
            Initial::Value(value) => match &value.kind {
                ExpressionKind::Constant(_) => false,
                ExpressionKind::Load(r) => variables[r.variable.0 as usize].scope == Scope::Global,
                _ => true,
            },
        };
        if let Some(body) = &mut self.body {
            body.starts_from_globals = from_globals;
        }
    }

    /// Parameters of a proctype.
    pub(super) fn parameter_declaration(
        &mut self,
        declaration: &ast::Declaration,
        process: hir::ProctypeId,
    ) -> Vec<VariableId> {
        let ty = self.written_type(&declaration.ty);
        let mut declared = Vec::new();
        for declarator in &declaration.variables {
            let name = &declarator.name;
            let ty = self.with_width(ty, declarator);
            self.check_visibility(declaration, ty, false);
            if declarator.bound.is_some() {
                let message = format!("parameter `{}` is an array", name.text);
                self.error(code::PARAMETER, message, declarator.span)
                    .hint("pass the elements one by one, or use a global array");
            }
            if let Type::Structure(id) = ty
                && self.has_arrays(id)
            {
                let message = format!("parameter `{}` has an array in it", name.text);
                self.error(code::PARAMETER, message, declarator.span)
                    .hint("only structures without arrays can be parameters");
            }
            if declarator.initialiser.is_some() {
                let message = format!("parameter `{}` has an initial value", name.text);
                self.error(code::INITIALISER, message, declarator.span).hint("its value comes from run");
            }
            let scope = Scope::Local(process);
            let variable = new_variable(declarator, ty, None, Initial::Default, scope);
            declared.push((name, self.add_variable(variable, Some(0))));
        }
        self.publish(&declared);
        declared.into_iter().map(|(_, id)| id).collect()
    }

    /// Makes variables visible, which Spin does at the end of their declaration.
    fn publish(&mut self, declared: &[(&ast::Name, VariableId)]) {
        for &(name, id) in declared {
            if !self.is_taken(name) {
                self.scopes.declare(&name.text, Meaning::Variable(id), name.span);
            }
        }
    }

    fn add_variable(&mut self, variable: Variable, literal: Option<i32>) -> VariableId {
        let id = VariableId(self.model.variables.len() as u32);
        let subtype = match variable.ty {
            Type::Scalar(Scalar::Mtype(set)) if set.0 != 0 => Some(set),
            _ => None,
        };
        self.model.variables.push(variable);
        self.knowledge.push(Knowledge { subtype, literal, depth: self.scopes.path().len() });
        id
    }

    /// A variable that the front end needs for itself.
    pub(super) fn add_synthetic(
        &mut self,
        name: String,
        scope: Scope,
        scalar: Scalar,
        span: Span,
    ) -> VariableId {
        let variable = Variable {
            name,
            span,
            scope,
            // A synthetic global takes what nobody reads.
            hidden: scope == Scope::Global,
            exclusive: false,
            shown: false,
            walked: false,
            synthetic: true,
            read: true,
            ty: Type::Scalar(scalar),
            length: None,
            initial: Initial::Default,
        };
        let id = self.add_variable(variable, None);
        if let (Scope::Local(_), Some(body)) = (scope, &mut self.body) {
            body.locals.push(id);
        }
        id
    }

    fn check_visibility(&mut self, declaration: &ast::Declaration, ty: Type, global: bool) {
        if declaration.visibility != Some(Visibility::Hidden) {
            return;
        }
        let message = match ty {
            _ if !global => "only a global variable can be hidden",
            Type::Scalar(Scalar::Bit) => "a bit cannot be hidden",
            Type::Scalar(Scalar::Chan) => "a channel cannot be hidden",
            _ => return,
        };
        self.error(code::HIDDEN, message, declaration.span);
    }

    /// The number of elements of an array.
    pub(super) fn length(&mut self, declarator: &ast::Declarator) -> Option<u32> {
        let bound = declarator.bound.as_ref()?;
        let length = match self.bound_by_name(bound) {
            Some(length) => length,
            None => self.constant(bound, "the size of an array").unwrap_or(1),
        };
        if !(1..=MAX_LENGTH).contains(&length) {
            let message = format!("an array cannot have {length} elements");
            self.error(code::ARRAY_SIZE, message, bound.span)
                .hint(format!("the limits are 1 and {MAX_LENGTH}"));
            return Some(1);
        }
        Some(length as u32)
    }

    /// A variable as a bound counts for the constant it was initialised with; otherwise for one.
    fn bound_by_name(&mut self, bound: &ast::Expression) -> Option<i32> {
        let literal = self.named_literal(bound)?;
        let length = literal.filter(|&value| value > 0).unwrap_or(1);
        let message = format!("a variable as the size of an array counts as {length}");
        self.warning(code::BOUND_BY_NAME, message, bound.span)
            .hint("its initial constant counts, or 1; better use a constant or a macro");
        Some(length)
    }

    /// If the expression is the name of a variable, the constant it was initialised with, if any.
    pub(super) fn named_literal(&self, e: &ast::Expression) -> Option<Option<i32>> {
        let ast::ExpressionKind::Reference(reference) = &e.kind else {
            return None;
        };
        let [part] = &reference.parts[..] else {
            return None;
        };
        if part.index.is_some() || self.scopes.reserved(&part.name.text).is_some() {
            return None;
        }
        let id = self.scopes.find(&part.name.text)?;
        match self.scopes.symbol(id).meaning {
            Meaning::Variable(variable) => Some(self.knowledge[variable.0 as usize].literal),
            Meaning::Label => None,
        }
    }

    /// The constant that a variable starts as, if it was written as one.
    fn initial_literal(&self, declarator: &ast::Declarator) -> Option<i32> {
        match &declarator.initialiser {
            None => Some(0),
            Some(Initialiser::Expression(e)) => self.literal(e),
            Some(_) => None,
        }
    }

    /// Checks that a variable of this type can have this kind of initial value.
    pub(super) fn check_initialiser(&mut self, ty: Type, declarator: &ast::Declarator, span: Span) -> bool {
        let is_channel = ty == Type::Scalar(Scalar::Chan);
        let message = match &declarator.initialiser {
            Some(_) if matches!(ty, Type::Structure(_)) => "a structure has no initial value",
            Some(Initialiser::Channel(_)) if !is_channel => "only a chan can be initialised so",
            Some(Initialiser::List(_)) if declarator.bound.is_none() => {
                "only an array can be initialised with a list"
            }
            _ => return true,
        };
        let declared = declarator.name.span;
        self.error(code::INITIALISER, message, span).and(declared, "declared here");
        false
    }

    /// What a variable or each element of it starts as.
    pub(super) fn initial(&mut self, ty: Type, declarator: &ast::Declarator) -> Initial {
        let Some(initialiser) = &declarator.initialiser else {
            return Initial::Default;
        };
        let span = match initialiser {
            Initialiser::Expression(e) => e.span,
            Initialiser::Channel(channel) => channel.span,
            Initialiser::List(_) => declarator.span,
        };
        let fits = self.check_initialiser(ty, declarator, span);
        let initial = match initialiser {
            Initialiser::Expression(e) => Initial::Value(self.initial_value(ty, declarator, e)),
            Initialiser::Channel(channel) => match self.channel_type(channel) {
                Some(channel) => Initial::Channel(channel),
                None => Initial::Default,
            },
            Initialiser::List(values) => {
                let what = "an element of a list";
                let values = values.iter();
                let values = values.map(|value| self.constant(value, what).unwrap_or(0));
                Initial::List(values.collect())
            }
        };
        if fits { initial } else { Initial::Default }
    }

    fn initial_value(
        &mut self,
        ty: Type,
        declarator: &ast::Declarator,
        e: &ast::Expression,
    ) -> hir::Expression {
        let value = self.expression(e);
        if count_runs(&value) > 0 {
            self.error(code::RUN_PLACE, "run cannot give a variable its initial value", e.span)
                .hint("assign its value in a statement of its own");
        }
        self.check_channel_arithmetic(&value);
        if let (Some((set, _)), Type::Scalar(Scalar::Mtype(declared))) = (self.symbolic_constant(e), ty)
            && declared.0 != 0
            && declared != set
        {
            self.mtype_clash(declared, declarator.name.span, set, e.span);
        }
        value
    }

    /// Splits a late declaration into what remains of its initial value and the assignment at its place.
    fn postpone(
        &mut self,
        ty: Type,
        length: Option<u32>,
        initial: Initial,
        declarator: &ast::Declarator,
    ) -> (Initial, Option<Step>) {
        let span = declarator.span;
        let name = &declarator.name.text;
        if matches!(ty, Type::Structure(_)) {
            return (initial, Some(Step::Nothing));
        }
        match initial {
            Initial::Default => {
                let zero = constant_like(ExpressionKind::Constant(0), span);
                (Initial::Default, Some(Step::Assign(zero)))
            }
            Initial::Value(value) => {
                if length.is_some() {
                    let message = format!("only `{name}[0]` gets this value");
                    self.warning(code::LATE_ARRAY, message, span)
                        .hint("declare the array before the first statement of the process");
                }
                (Initial::Default, Some(Step::Assign(value)))
            }
            Initial::List(values) => {
                if values.len() > 1 {
                    let message = "a list cannot initialise an array here";
                    self.error(code::INITIALISER, message, span)
                        .hint("declare the array before the first statement of the process");
                }
                let first = values.first().copied().unwrap_or(0);
                let first = constant_like(ExpressionKind::Constant(first), span);
                (Initial::List(values), Some(Step::Assign(first)))
            }
            Initial::Channel(_) => {
                let message = format!("channel `{name}` is created when the process starts");
                self.warning(code::LATE_CHANNEL, message, span)
                    .label("not here")
                    .hint("declare it before the first statement of the process");
                (initial, None)
            }
        }
    }

    fn postponed_step(&self, variable: VariableId, step: Step, span: Span) -> hir::Statement {
        let kind = match (step, self.model.variables[variable.0 as usize].ty) {
            (Step::Assign(value), Type::Scalar(scalar)) => {
                let target = Reference { variable, index: None, fields: Vec::new(), scalar, span };
                StatementKind::Assign(target, value)
            }
            _ => StatementKind::Pass,
        };
        hir::Statement { labels: Vec::new(), kind, span }
    }
}

/// The step that a late declaration becomes.
enum Step {
    /// An assignment; to the first element if it is an array.
    Assign(hir::Expression),
    Nothing,
}

fn new_variable(
    declarator: &ast::Declarator,
    ty: Type,
    length: Option<u32>,
    initial: Initial,
    scope: Scope,
) -> Variable {
    Variable {
        name: declarator.name.text.clone(),
        span: declarator.name.span,
        scope,
        hidden: false,
        exclusive: false,
        shown: false,
        walked: false,
        synthetic: false,
        read: false,
        ty,
        length,
        initial,
    }
}
