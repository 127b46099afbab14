//! Names and where they can be seen, by Spin's rules.
//!
//! A pair of braces inside a body opens a scope, an option of `if` or `do` does not. A name is seen from
//! its own scope and from the scopes inside it. There is no shadowing: a declaration finds any visible
//! name first and clashes with it. Variables and labels share one name space, and a label belongs to
//! the outermost scope in which it has been mentioned, be it by a `goto`.
//!
//! Symbolic constants, structure types and proctypes are reserved words from their definition on.

use std::collections::HashMap;

use crate::hir::{MtypeId, ProctypeId, StructureId, VariableId};
use crate::source::Span;

/// Index of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SymbolId(usize);

/// What a name in a scope means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Variable(VariableId),
    Label,
}

/// A name in a scope.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) context: Option<ProctypeId>,
    pub(super) path: Vec<u32>,
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

/// A name that is reserved in the whole rest of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reserved {
    Constant(MtypeId, i32),
    Structure(StructureId),
    Proctype(ProctypeId),
}

impl Reserved {
    /// The kind of thing, for messages.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Constant(..) => "a symbolic constant",
            Self::Structure(_) => "a structure type",
            Self::Proctype(_) => "a proctype",
        }
    }
}

/// All names read so far and the place reached in the model.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    symbols: Vec<Symbol>,
    by_name: HashMap<String, Vec<SymbolId>>,
    reserved: HashMap<String, (Reserved, Span)>,
    context: Option<ProctypeId>,
    path: Vec<u32>,
    blocks: u32,
}

impl Scopes {
    /// Enters a proctype; its parameters stand outside all blocks.
    pub(super) fn enter_process(&mut self, process: ProctypeId) {
        self.context = Some(process);
        self.path.clear();
    }

    pub(super) fn leave_process(&mut self) {
        self.context = None;
        self.path.clear();
    }

    pub(super) fn enter_block(&mut self) {
        self.blocks += 1;
        self.path.push(self.blocks);
    }

    pub(super) fn leave_block(&mut self) {
        self.path.pop();
    }

    /// The blocks that are open, outermost first.
    pub(super) fn path(&self) -> &[u32] {
        &self.path
    }

    pub(super) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0]
    }

    /// The symbol that a name means here.
    pub(super) fn find(&self, name: &str) -> Option<SymbolId> {
        let candidates = self.by_name.get(name)?;
        let own = candidates.iter().rev().find(|&&id| {
            let symbol = self.symbol(id);
            symbol.context == self.context && self.path.starts_with(&symbol.path)
        });
        let global = candidates
            .iter()
            .rev()
            .find(|&&id| self.symbol(id).context.is_none());
        own.or(global).copied()
    }

    /// A symbol of this name in this process that cannot be seen from here.
    pub(super) fn find_elsewhere(&self, name: &str) -> Option<&Symbol> {
        let candidates = self.by_name.get(name)?.iter().map(|&id| self.symbol(id));
        candidates
            .rev()
            .find(|symbol| symbol.context == self.context)
    }

    /// Adds a symbol to the innermost open scope.
    pub(super) fn declare(&mut self, name: &str, meaning: Meaning, span: Span) -> SymbolId {
        self.declare_at(name, meaning, self.path.clone(), span)
    }

    /// Adds a symbol of this process to a given scope.
    pub(super) fn declare_at(
        &mut self,
        name: &str,
        meaning: Meaning,
        path: Vec<u32>,
        span: Span,
    ) -> SymbolId {
        let id = SymbolId(self.symbols.len());
        self.symbols.push(Symbol {
            name: name.to_owned(),
            context: self.context,
            path,
            meaning,
            span,
        });
        self.by_name.entry(name.to_owned()).or_default().push(id);
        id
    }

    pub(super) fn reserved(&self, name: &str) -> Option<(Reserved, Span)> {
        self.reserved.get(name).copied()
    }

    pub(super) fn reserve(&mut self, name: &str, what: Reserved, span: Span) {
        self.reserved.insert(name.to_owned(), (what, span));
    }

    /// Names of variables and constants that mean something here, for suggestions.
    pub(super) fn readable_names(&self) -> impl Iterator<Item = &str> {
        let visible = self.symbols.iter().filter(|symbol| {
            matches!(symbol.meaning, Meaning::Variable(_))
                && (symbol.context.is_none()
                    || symbol.context == self.context && self.path.starts_with(&symbol.path))
        });
        let constants = self.reserved.iter();
        let constants = constants.filter(|(_, (what, _))| matches!(what, Reserved::Constant(..)));
        visible
            .map(|symbol| symbol.name.as_str())
            .chain(constants.map(|(name, _)| name.as_str()))
    }

    /// Names of structure types, for suggestions.
    pub(super) fn structure_names(&self) -> impl Iterator<Item = &str> {
        let structures = self.reserved.iter();
        let structures = structures.filter(|(_, (what, _))| matches!(what, Reserved::Structure(_)));
        structures.map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span { start: 0, end: 0 };
    const VARIABLE: Meaning = Meaning::Variable(VariableId(0));

    #[test]
    fn a_name_is_seen_from_inner_blocks_and_not_from_sibling_blocks() {
        let mut scopes = Scopes::default();
        scopes.enter_process(ProctypeId(0));
        scopes.enter_block();
        scopes.enter_block();
        let inner = scopes.declare("x", VARIABLE, SPAN);
        scopes.enter_block();
        assert_eq!(scopes.find("x"), Some(inner));
        scopes.leave_block();
        scopes.leave_block();
        assert_eq!(scopes.find("x"), None);
        assert!(scopes.find_elsewhere("x").is_some());
        scopes.enter_block();
        assert_eq!(scopes.find("x"), None);
    }

    #[test]
    fn a_local_name_is_found_before_a_global_one_declared_later() {
        let mut scopes = Scopes::default();
        scopes.enter_process(ProctypeId(0));
        scopes.declare("x", VARIABLE, SPAN);
        scopes.leave_process();
        let global = scopes.declare("x", VARIABLE, SPAN);
        scopes.enter_process(ProctypeId(1));
        assert_eq!(scopes.find("x"), Some(global));
    }
}
