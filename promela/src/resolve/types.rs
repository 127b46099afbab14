//! Types: structures, what a written type means, and structures taken apart into scalars.

use std::collections::HashMap;

use super::{Resolver, code};
use crate::ast::{self, TypeKind};
use crate::hir::{self, Field, FieldStep, Initial, Scalar, Structure, StructureId, Type};
use crate::source::Span;

use super::references::Path;
use super::scopes::Reserved;

/// How deep structures may nest; all walks over them are recursive.
const MAX_DEPTH: u32 = 64;

/// What is known about a structure besides its fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    depth: u32,
    has_arrays: bool,
}

/// Scalars in one message; a structure with large arrays could otherwise fill memory.
pub(super) const MAX_MESSAGE_FIELDS: usize = 65_535;

impl Resolver<'_> {
    /// `typedef T { ... }`.
    pub(super) fn typedef(&mut self, typedef: &ast::Typedef) {
        let id = StructureId(self.model.structures.len() as u32);
        let mut fields = Vec::new();
        let mut declared: HashMap<&str, Span> = HashMap::new();
        for declaration in &typedef.fields {
            if declaration.visibility == Some(ast::Visibility::Hidden) {
                self.error(code::HIDDEN, "a field cannot be hidden", declaration.span)
                    .hint("hide the variables of this type instead");
            }
            let ty = self.written_type(&declaration.ty);
            for declarator in &declaration.variables {
                let name = &declarator.name;
                if let Some(first) = declared.insert(&name.text, name.span) {
                    let message = format!("field `{}` is declared twice", name.text);
                    self.error(code::REDECLARED, message, name.span).and(first, "first declared here");
                    continue;
                }
                fields.push(self.field(ty, declarator));
            }
        }
        if self.is_taken(&typedef.name) {
            return;
        }
        self.scopes.reserve(&typedef.name.text, Reserved::Structure(id), typedef.name.span);
        self.model.structures.push(Structure { name: typedef.name.text.clone(), fields });
        self.check_depth(id, typedef.name.span);
    }

    /// Notes how deep a structure nests and whether it has arrays, so that nobody need walk down again.
    fn check_depth(&mut self, id: StructureId, span: Span) {
        let mut shape = Shape { depth: 1, has_arrays: false };
        for field in &self.structure(id).fields {
            shape.has_arrays |= field.length.is_some();
            if let Type::Structure(inner) = field.ty {
                let inner = self.shapes[inner.0 as usize];
                shape.depth = shape.depth.max(inner.depth + 1);
                shape.has_arrays |= inner.has_arrays;
            }
        }
        if shape.depth > MAX_DEPTH {
            let message = format!("structures nest more than {MAX_DEPTH} deep");
            self.error(code::STRUCTURE_DEPTH, message, span);
            // Whatever holds this one shall not repeat the complaint, nor be walked down.
            self.model.structures[id.0 as usize].fields.clear();
            shape.depth = 1;
        }
        self.shapes.push(shape);
    }

    fn field(&mut self, ty: Type, declarator: &ast::Declarator) -> Field {
        let length = self.length(declarator);
        let ty = self.with_width(ty, declarator);
        let initial = match &declarator.initialiser {
            // A field sees no variables, so its initial value is a constant.
            Some(ast::Initialiser::Expression(e)) => {
                self.check_initialiser(ty, declarator, e.span);
                let value = self.constant(e, "the initial value of a field");
                value.map_or(Initial::Default, |value| {
                    Initial::Value(hir::Expression {
                        kind: hir::ExpressionKind::Constant(value),
                        span: e.span,
                    })
                })
            }
            _ => self.initial(ty, declarator),
        };
        Field { name: declarator.name.text.clone(), ty, length, initial }
    }

    /// The type that was written; `int` in place of an unknown one. The width of an `unsigned` is that
    /// of the variable, see [`with_width`](Self::with_width).
    pub(super) fn written_type(&mut self, ty: &ast::Type) -> Type {
        let scalar = match &ty.kind {
            TypeKind::Bit | TypeKind::Bool => Scalar::Bit,
            TypeKind::Byte => Scalar::Byte,
            TypeKind::Pid => Scalar::Pid,
            TypeKind::Short => Scalar::Short,
            TypeKind::Int => Scalar::Int,
            TypeKind::Unsigned => Scalar::Unsigned(0),
            TypeKind::Chan => Scalar::Chan,
            TypeKind::Mtype(subtype) => {
                let name = subtype.as_ref().map(|name| name.text.as_str());
                Scalar::Mtype(self.mtype_set(name))
            }
            TypeKind::User(name) => return self.structure_type(name),
        };
        Type::Scalar(scalar)
    }

    fn structure_type(&mut self, name: &ast::Name) -> Type {
        if let Some((Reserved::Structure(id), _)) = self.scopes.reserved(&name.text) {
            return Type::Structure(id);
        }
        if self.complain_once(&name.text) {
            let known = BASIC_TYPES.into_iter().chain(self.scopes.structure_names());
            let suggestion = self.nearest(&name.text, known);
            let message = format!("unknown type `{}`", name.text);
            let report = self.error(code::UNKNOWN_TYPE, message, name.span);
            match (foreign_type(&name.text), suggestion) {
                (Some(hint), _) => report.hint(hint),
                (None, None) => report.hint("a structure type must be defined above its first use"),
                (None, suggestion) => report.suggest(suggestion),
            };
        }
        Type::Scalar(Scalar::Int)
    }

    /// The type of a variable, given the width behind its name.
    pub(super) fn with_width(&mut self, ty: Type, declarator: &ast::Declarator) -> Type {
        let name = &declarator.name;
        let is_unsigned = ty == Type::Scalar(Scalar::Unsigned(0));
        match (&declarator.width, is_unsigned) {
            (None, false) => ty,
            (None, true) => {
                let message = format!("unsigned variable `{}` has no width", name.text);
                let report = self.error(code::WIDTH, message, name.span);
                if declarator.bound.is_some() {
                    report.hint("unsigned fields cannot form arrays; use byte, short or int");
                } else {
                    report.hint(format!("write `unsigned {} : n`, n bits wide", name.text));
                }
                Type::Scalar(Scalar::Int)
            }
            (Some(width), false) => {
                self.error(code::WIDTH, "only an unsigned has a width", width.span);
                ty
            }
            (Some(width), true) => match u8::try_from(width.value) {
                Ok(bits @ 1..=31) => Type::Scalar(Scalar::Unsigned(bits)),
                _ => {
                    self.error(code::WIDTH, "an unsigned has 1 to 31 bits", width.span);
                    Type::Scalar(Scalar::Int)
                }
            },
        }
    }

    /// The scalars that a message field of a written type stands for.
    pub(super) fn message_scalars(&mut self, ty: &ast::Type, scalars: &mut Vec<Scalar>) {
        match self.written_type(ty) {
            Type::Scalar(Scalar::Unsigned(_)) => {
                self.error(code::CHANNEL_TYPE, "an unsigned cannot be a message field", ty.span)
                    .hint("use byte, short or int");
                scalars.push(Scalar::Int);
            }
            Type::Scalar(scalar) => scalars.push(scalar),
            Type::Structure(id) => {
                if let Err(problem) = self.flatten(id, scalars) {
                    self.cannot_flatten(id, &problem, ty.span);
                }
            }
        }
    }

    /// Appends the scalars of a structure in the order of its fields.
    pub(super) fn flatten(&self, id: StructureId, scalars: &mut Vec<Scalar>) -> Result<(), Unflattened> {
        for field in &self.structure(id).fields {
            let count = field.length.unwrap_or(1) as usize;
            match field.ty {
                Type::Structure(_) if field.length.is_some() => {
                    return Err(Unflattened::Array(field.name.clone()));
                }
                Type::Structure(inner) => self.flatten(inner, scalars)?,
                Type::Scalar(_) if scalars.len() + count > MAX_MESSAGE_FIELDS => {
                    return Err(Unflattened::TooLarge);
                }
                Type::Scalar(scalar) => scalars.extend(std::iter::repeat_n(scalar, count)),
            }
        }
        Ok(())
    }

    /// The scalars of a structure in a variable, or `None` after a complaint.
    pub(super) fn parts(&mut self, path: &Path) -> Option<Vec<hir::Reference>> {
        let Type::Structure(id) = path.ty else {
            return Some(vec![self.scalar_reference(path.clone())?]);
        };
        let mut scalars = Vec::new();
        if let Err(problem) = self.flatten(id, &mut scalars) {
            self.cannot_flatten(id, &problem, path.span);
            return None;
        }
        let mut references = Vec::with_capacity(scalars.len());
        self.append_parts(id, path, &mut references);
        Some(references)
    }

    fn append_parts(&self, id: StructureId, path: &Path, references: &mut Vec<hir::Reference>) {
        for (at, field) in self.structure(id).fields.iter().enumerate() {
            for element in 0..field.length.unwrap_or(1) {
                let mut inner = path.clone();
                inner.ty = field.ty;
                inner.fields.push(FieldStep {
                    field: at as u32,
                    index: field.length.map(|_| hir::Expression {
                        kind: hir::ExpressionKind::Constant(element as i32),
                        span: path.span,
                    }),
                });
                match field.ty {
                    Type::Structure(structure) => self.append_parts(structure, &inner, references),
                    Type::Scalar(scalar) => references.push(inner.into_reference(scalar)),
                }
            }
        }
    }

    /// Whether a structure has arrays in it; such a structure cannot be a parameter.
    pub(super) fn has_arrays(&self, id: StructureId) -> bool {
        self.shapes[id.0 as usize].has_arrays
    }

    fn cannot_flatten(&mut self, id: StructureId, problem: &Unflattened, span: Span) {
        let name = self.structure(id).name.clone();
        match problem {
            Unflattened::Array(field) => {
                let message = format!("structure `{name}` cannot be a message");
                self.error(code::CHANNEL_TYPE, message, span)
                    .label(format!("field `{field}` is an array of structures"));
            }
            Unflattened::TooLarge => {
                let message = format!("structure `{name}` is too large for a message");
                self.error(code::CHANNEL_TYPE, message, span)
                    .label(format!("more than {MAX_MESSAGE_FIELDS} scalars"));
            }
        }
    }

    pub(super) fn structure(&self, id: StructureId) -> &Structure {
        &self.model.structures[id.0 as usize]
    }
}

const BASIC_TYPES: [&str; 9] = ["bit", "bool", "byte", "pid", "short", "int", "unsigned", "chan", "mtype"];

/// Why a structure has no list of scalars.
pub(super) enum Unflattened {
    Array(String),
    TooLarge,
}

/// What Promela has instead of a type of another language.
fn foreign_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "float" | "double" | "real" => "Promela has whole numbers only: bit, bool, byte, short, int",
        "boolean" | "Bool" | "_Bool" => "write `bool`",
        "long" | "integer" | "int32_t" => "write `int`, which has 32 bits",
        "char" | "uint8_t" | "uchar" => "write `byte`",
        "uint" | "uint16_t" | "uint32_t" | "size_t" => "write `unsigned x : n`, n bits up to 31",
        "string" | "String" => "Promela has no strings; name values by an `mtype`",
        "enum" => "write `mtype = { ... }`",
        "struct" | "record" => "write `typedef Name { ... }`",
        "channel" => "write `chan`",
        _ => return None,
    })
}
