//! Constant expressions and symbolic constants.
//!
//! Spin computes a constant expression while it parses, in C's 32-bit arithmetic, and knows only
//! `+ - * / %`, a sign and parentheses there.

use super::scopes::Reserved;
use super::{Resolver, code};
use crate::ast::{self, BinaryOperator, ExpressionKind, UnaryOperator};
use crate::hir::{MtypeId, MtypeSet};

/// Values of symbolic constants are bytes, and zero is none of them.
const MAX_CONSTANTS: usize = 255;

impl Resolver<'_> {
    /// `mtype = { ... }`. The last name of the list gets the lowest number; a further list goes on where
    /// the previous one of the same set ended.
    pub(super) fn mtype(&mut self, declaration: &ast::MtypeDeclaration) {
        let set = self.mtype_set(declaration.subtype.as_ref().map(|name| name.text.as_str()));
        for name in declaration.constants.iter().rev() {
            if self.is_taken(name) {
                continue;
            }
            let constants = &mut self.model.mtypes[set.0 as usize].constants;
            let value = constants.len() as i32 + 1;
            constants.push((name.text.clone(), value));
            self.scopes.reserve(&name.text, Reserved::Constant(set, value), name.span);
        }
        let count = self.model.mtypes[set.0 as usize].constants.len();
        if count > MAX_CONSTANTS {
            let message = format!("{count} symbolic constants in one set");
            self.error(code::TOO_MANY_CONSTANTS, message, declaration.span)
                .hint("an mtype is a byte: at most 255; named subtypes are counted separately");
        }
    }

    /// The set of a subtype's name, a new one if need be; without a name the unnamed set.
    pub(super) fn mtype_set(&mut self, name: Option<&str>) -> MtypeId {
        let known = self.model.mtypes.iter();
        let known = known.map(|set| set.name.as_deref());
        if let Some(at) = known.into_iter().position(|known| known == name) {
            return MtypeId(at as u32);
        }
        self.model.mtypes.push(MtypeSet { name: name.map(str::to_owned), constants: Vec::new() });
        MtypeId(self.model.mtypes.len() as u32 - 1)
    }

    /// What a set is called in messages.
    pub(super) fn mtype_name(&self, set: MtypeId) -> String {
        match &self.model.mtypes[set.0 as usize].name {
            Some(name) => format!("mtype:{name}"),
            None => "mtype".to_owned(),
        }
    }

    /// The symbolic constant that an expression is, if it is just that.
    pub(super) fn symbolic_constant(&self, e: &ast::Expression) -> Option<(MtypeId, i32)> {
        let ExpressionKind::Reference(reference) = &e.kind else {
            return None;
        };
        let [part] = &reference.parts[..] else {
            return None;
        };
        match self.scopes.reserved(&part.name.text) {
            Some((Reserved::Constant(set, value), _)) if part.index.is_none() => Some((set, value)),
            _ => None,
        }
    }

    /// The constant that an expression is, if it was written as one and not computed.
    pub(super) fn literal(&self, e: &ast::Expression) -> Option<i32> {
        match e.kind {
            ExpressionKind::Literal(literal) => Some(literal.value()),
            _ => self.symbolic_constant(e).map(|(_, value)| value),
        }
    }

    /// The value of a constant expression. `what` names it in messages.
    pub(super) fn constant(&mut self, e: &ast::Expression, what: &str) -> Option<i32> {
        if let Some(value) = self.literal(e) {
            return Some(value);
        }
        match &e.kind {
            ExpressionKind::Unary(UnaryOperator::Minus, operand) => {
                Some(self.constant(operand, what)?.wrapping_neg())
            }
            ExpressionKind::Binary(operator, left, right) => {
                let (left, right) = (self.constant(left, what), self.constant(right, what));
                self.fold(e, what, *operator, left?, right?)
            }
            _ => {
                self.not_constant(e, what);
                None
            }
        }
    }

    fn fold(
        &mut self,
        e: &ast::Expression,
        what: &str,
        operator: BinaryOperator,
        left: i32,
        right: i32,
    ) -> Option<i32> {
        match operator {
            BinaryOperator::Add => Some(left.wrapping_add(right)),
            BinaryOperator::Subtract => Some(left.wrapping_sub(right)),
            BinaryOperator::Multiply => Some(left.wrapping_mul(right)),
            BinaryOperator::Divide | BinaryOperator::Remainder if right == 0 => {
                let message = format!("division by zero in {what}");
                self.error(code::NOT_CONSTANT, message, e.span);
                None
            }
            BinaryOperator::Divide => Some(left.wrapping_div(right)),
            BinaryOperator::Remainder => Some(left.wrapping_rem(right)),
            _ => {
                self.not_constant(e, what);
                None
            }
        }
    }

    fn not_constant(&mut self, e: &ast::Expression, what: &str) {
        self.error(code::NOT_CONSTANT, format!("{what} must be a constant"), e.span)
            .label("not a constant expression")
            .hint("constants may be combined with + - * / % only");
    }
}
