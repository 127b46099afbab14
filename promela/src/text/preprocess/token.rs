//! Preprocessing tokens (C99 6.4): small, copyable, their spelling interned.

use std::collections::HashMap;
use std::rc::Rc;

use crate::source::Region;
use crate::text::map::{FrameId, Provenance};

/// An interned spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(u32);

/// All spellings met so far.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    ids: HashMap<Rc<str>, Symbol>,
    texts: Vec<Rc<str>>,
}

impl Symbols {
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        let text: Rc<str> = Rc::from(text);
        self.texts.push(Rc::clone(&text));
        self.ids.insert(text, symbol);
        symbol
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
}

/// What a preprocessing token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Identifier,
    /// A preprocessing number, which is wider than a number: `0..N` is one.
    Number,
    String,
    Character,
    /// A quote without its partner, up to the end of the line.
    Unterminated,
    Punctuator,
    /// The end of a logical line.
    Newline,
    /// The end of a file, or of the argument under expansion.
    End,
    /// What `##` leaves of an empty operand.
    Placemarker,
}

/// A preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// White space stands before it.
    pub(crate) spaced: bool,
    /// It is the first on its line.
    pub(crate) first: bool,
    /// It named a macro while that macro was being expanded, and is never expanded again.
    pub(crate) painted: bool,
    pub(crate) text: Symbol,
    pub(crate) region: Region,
    pub(crate) frame: FrameId,
}

impl Token {
    pub(crate) fn provenance(&self) -> Provenance {
        Provenance { region: self.region, frame: self.frame }
    }
}
