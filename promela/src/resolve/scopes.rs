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
///
/// `visible` holds, for each name, the symbols that can be seen from here, the innermost last: a symbol
/// leaves it with its scope. So a lookup costs the same however many scopes have been closed.
#[derive(Debug)]
pub(super) struct Scopes {
    symbols: Vec<Symbol>,
    visible: HashMap<String, Vec<SymbolId>>,
    /// Symbols of the scopes that are open: those of the model, of the process, of each block.
    open: Vec<Vec<SymbolId>>,
    /// The last symbol of each name whose scope was closed.
    closed: HashMap<String, SymbolId>,
    reserved: HashMap<String, (Reserved, Span)>,
    context: Option<ProctypeId>,
    path: Vec<u32>,
    blocks: u32,
}

impl Default for Scopes {
    fn default() -> Self {
        Self {
            symbols: Vec::new(),
            visible: HashMap::new(),
            open: vec![Vec::new()],
            closed: HashMap::new(),
            reserved: HashMap::new(),
            context: None,
            path: Vec::new(),
            blocks: 0,
        }
    }
}

impl Scopes {
    /// Enters a proctype; its parameters stand outside all blocks.
    pub(super) fn enter_process(&mut self, process: ProctypeId) {
        self.context = Some(process);
        self.open.push(Vec::new());
    }

    pub(super) fn leave_process(&mut self) {
        self.close();
        self.context = None;
    }

    pub(super) fn enter_block(&mut self) {
        self.blocks += 1;
        self.path.push(self.blocks);
        self.open.push(Vec::new());
    }

    pub(super) fn leave_block(&mut self) {
        self.close();
        self.path.pop();
    }

    fn close(&mut self) {
        for id in self.open.pop().into_iter().flatten() {
            let name = &self.symbols[id.0].name;
            if let Some(visible) = self.visible.get_mut(name) {
                visible.retain(|&other| other != id);
            }
            self.closed.insert(name.clone(), id);
        }
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
        self.visible.get(name)?.last().copied()
    }

    /// A symbol of this name in this process that cannot be seen from here.
    pub(super) fn find_elsewhere(&self, name: &str) -> Option<&Symbol> {
        let symbol = self.symbol(*self.closed.get(name)?);
        (symbol.context == self.context).then_some(symbol)
    }

    /// The last symbol of this name in the whole model or in one process.
    pub(super) fn find_later(&self, name: &str, context: Option<ProctypeId>) -> Option<&Symbol> {
        let global = self.find(name).map(|id| self.symbol(id));
        let local = self.closed.get(name).map(|&id| self.symbol(id));
        let local = local.filter(|symbol| symbol.context == context);
        let is_variable = |symbol: &&Symbol| matches!(symbol.meaning, Meaning::Variable(_));
        local.or(global).filter(is_variable)
    }

    /// Adds a symbol to the innermost open scope.
    pub(super) fn declare(&mut self, name: &str, meaning: Meaning, span: Span) -> SymbolId {
        self.declare_at(name, meaning, self.path.clone(), span)
    }

    /// Adds a symbol of this process to a scope that is open.
    pub(super) fn declare_at(
        &mut self,
        name: &str,
        meaning: Meaning,
        path: Vec<u32>,
        span: Span,
    ) -> SymbolId {
        let id = SymbolId(self.symbols.len());
        let depth = usize::from(self.context.is_some()) + path.len();
        if let Some(scope) = self.open.get_mut(depth) {
            scope.push(id);
        }
        self.symbols.push(Symbol { name: name.to_owned(), context: self.context, path, meaning, span });
        self.visible.entry(name.to_owned()).or_default().push(id);
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
        let visible = self.visible.values().filter_map(|ids| ids.last());
        let visible = visible.map(|&id| self.symbol(id));
        let variables = visible.filter(|symbol| matches!(symbol.meaning, Meaning::Variable(_)));
        let constants = self.reserved.iter();
        let constants = constants.filter(|(_, (what, _))| matches!(what, Reserved::Constant(..)));
        variables.map(|symbol| symbol.name.as_str()).chain(constants.map(|(name, _)| name.as_str()))
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
    fn a_local_name_is_forgotten_with_its_process() {
        let mut scopes = Scopes::default();
        scopes.enter_process(ProctypeId(0));
        scopes.declare("x", VARIABLE, SPAN);
        scopes.leave_process();
        let global = scopes.declare("x", VARIABLE, SPAN);
        scopes.enter_process(ProctypeId(1));
        assert_eq!(scopes.find("x"), Some(global));
    }
}
