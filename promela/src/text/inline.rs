//! Inlines: named pieces of text with parameters, `inline f(a, b) { ... }`.
//!
//! Spin expands them while reading: a call is replaced by the body, braces included, with the tokens of
//! the arguments in place of the parameters, even behind a `.`. So a call is a block with a scope of its
//! own that is not atomic, and operators in arguments are not protected by parentheses. In
//! `x = f(e)` every `return v` of the body becomes `x = v`. Definitions stand between the other units of
//! the model and before the call; they may call each other but not themselves.
//!
//! Bodies under expansion lie on an explicit stack, so nesting costs no stack of ours; the limit on work
//! bounds the number of tokens produced.

mod call;
mod definition;

use std::collections::HashMap;

use self::definition::Definition;
use super::map::{CallId, Map, Origin, Provenance};
use super::preprocess::Preprocessed;
use super::token::{Kind, Token, tokens};
use super::{Limits, Rejected};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// Errors reported before the expansion is given up.
const MAX_ERRORS: usize = 50;

/// A token of the expanded model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) token: Token,
    pub(super) call: CallId,
}

/// A text without inlines, as items over the preprocessed text.
#[derive(Debug)]
pub(super) struct Inlined {
    /// The preprocessed text and its map, whose frames went to `map`.
    pub(super) text: String,
    pub(super) older: Map,
    pub(super) items: Vec<Item>,
    /// Empty but for frames and calls.
    pub(super) map: Map,
    pub(super) sources: Sources,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Text being read: the model itself, or the body of an inline.
struct Activation {
    items: Vec<Item>,
    next: usize,
    /// Which inline, unless it is the model.
    definition: Option<usize>,
    /// The tokens `x =` of `x = f()`.
    target: Vec<Item>,
}

struct Expander<'a> {
    text: &'a str,
    older: &'a Map,
    map: Map,
    sources: &'a Sources,
    definitions: Vec<Definition>,
    by_name: HashMap<&'a str, usize>,
    stack: Vec<Activation>,
    out: Vec<Item>,
    fuel: u64,
    diagnostics: Vec<Diagnostic>,
}

/// Replaces all calls of inlines in a preprocessed model.
pub(super) fn expand(mut input: Preprocessed, limits: &Limits) -> Result<Inlined, Rejected> {
    let map = input.map.successor();
    let tokens = tokens(&input.text);
    let mut expander = Expander {
        text: &input.text,
        older: &input.map,
        map,
        sources: &input.sources,
        definitions: Vec::new(),
        by_name: HashMap::new(),
        stack: Vec::new(),
        out: Vec::new(),
        fuel: limits.work,
        diagnostics: input.warnings,
    };
    let items = expander.remove_definitions(&tokens);
    expander.run(items);
    let Expander { map, out: items, diagnostics, .. } = expander;
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Rejected { sources: input.sources, diagnostics });
    }
    Ok(Inlined {
        text: input.text,
        older: input.map,
        items,
        map,
        sources: input.sources,
        warnings: diagnostics,
    })
}

impl Expander<'_> {
    fn run(&mut self, items: Vec<Item>) {
        self.stack.push(Activation { items, next: 0, definition: None, target: Vec::new() });
        while let Some(top) = self.stack.last_mut() {
            let Some(&item) = top.items.get(top.next) else {
                self.stack.pop();
                continue;
            };
            top.next += 1;
            if self.diagnostics.len() >= MAX_ERRORS {
                break;
            }
            self.fuel -= 1;
            if self.fuel == 0 {
                let message = "the inlines of the model expand nearly without end";
                let origin = self.origin(item);
                self.report(Diagnostic::error("E0002", message).at(origin, ""));
                break;
            }
            let text = item.token.text(self.text);
            if item.token.kind != Kind::Word {
                self.out.push(item);
            } else if text == "return" {
                self.give_back(item);
            } else if let Some(&which) = self.by_name.get(text)
                && self.peek(0).is_some_and(|next| self.is(next, "("))
            {
                self.call(item, which);
            } else {
                self.out.push(item);
            }
        }
    }

    fn is(&self, item: Item, text: &str) -> bool {
        item.token.kind == Kind::Punctuator && item.token.text(self.text) == text
    }

    fn peek(&self, ahead: usize) -> Option<Item> {
        let top = self.stack.last()?;
        top.items.get(top.next + ahead).copied()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn provenance(&self, span: Span) -> Provenance {
        let place = self.older.provenance(span);
        place.unwrap_or_else(|| Provenance { region: self.sources.main_start(), frame: Default::default() })
    }

    fn origin_of(&self, span: Span) -> Origin {
        self.map.resolve(self.provenance(span), self.sources)
    }

    /// The place of an item, with the calls that led to it.
    fn origin(&self, item: Item) -> Origin {
        let mut origin = self.origin_of(item.token.span);
        self.map.add_calls(&mut origin, item.call, self.sources);
        origin
    }

    /// `return`, which is an assignment to what the caller assigns the call to.
    fn give_back(&mut self, word: Item) {
        let target = self.stack.last().map(|top| top.target.clone());
        let mut target = target.unwrap_or_default();
        let Some(first) = target.first_mut() else {
            let inside = self.stack.last().and_then(|top| top.definition);
            let error = Diagnostic::error("E0103", "nothing takes the value that is returned here");
            let error = error.at(self.origin(word), "");
            self.report(match inside {
                Some(which) => {
                    let name = &self.definitions[which].name;
                    error.hint(format!("call it as `x = {name}(...)`"))
                }
                None => error.hint("`return` may stand in the body of an inline only"),
            });
            return;
        };
        first.token.newline = word.token.newline;
        self.fuel = self.fuel.saturating_sub(target.len() as u64).max(1);
        self.out.append(&mut target);
    }
}
