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

mod definition;

use std::collections::HashMap;

use self::definition::Definition;
use super::map::{CallId, InlineCall, Map, Origin, Provenance};
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
    let Expander {
        map,
        out: items,
        diagnostics,
        ..
    } = expander;
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Rejected {
            sources: input.sources,
            diagnostics,
        });
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
        self.stack.push(Activation {
            items,
            next: 0,
            definition: None,
            target: Vec::new(),
        });
        while let Some(top) = self.stack.last_mut() {
            let Some(&item) = top.items.get(top.next) else {
                self.stack.pop();
                continue;
            };
            top.next += 1;
            if self.fuel == 0 || self.diagnostics.len() >= MAX_ERRORS {
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
        place.unwrap_or_else(|| Provenance {
            region: self.sources.main_start(),
            frame: Default::default(),
        })
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
        self.fuel = self.fuel.saturating_sub(target.len() as u64);
        self.out.append(&mut target);
    }

    /// Begins the expansion of a call whose name was just read; the opening parenthesis comes next.
    fn call(&mut self, name: Item, which: usize) {
        let Some((arguments, close)) = self.arguments() else {
            let definition = &self.definitions[which];
            let message = format!("the call of inline `{}` is not closed", definition.name);
            self.report(Diagnostic::error("E0101", message).at(self.origin(name), ""));
            return;
        };
        let mut span = name.token.span;
        span.end = close.token.span.end.max(span.end);
        let Some(target) = self.statement_start(name, which) else {
            return;
        };
        if !self.may_call(name, which, &arguments) {
            return;
        }
        let site = if close.call == name.call && close.token.span.start > name.token.span.start {
            self.provenance(span)
        } else {
            self.provenance(name.token.span)
        };
        let first = target.first().copied().unwrap_or(name);
        let call = self.map.add_call(InlineCall {
            name: self.definitions[which].name.clone(),
            site,
            parent: name.call,
        });
        let mut items = self.substitute(which, &arguments, call);
        if let Some(brace) = items.first_mut() {
            brace.token.newline = first.token.newline;
        }
        self.stack.push(Activation {
            items,
            next: 0,
            definition: Some(which),
            target,
        });
    }

    /// The arguments of a call, split at the commas that no bracket encloses, and the last token.
    fn arguments(&mut self) -> Option<(Vec<Vec<Item>>, Item)> {
        let mut depth = 0usize;
        let mut arguments = vec![Vec::new()];
        let mut ahead = 0;
        let close = loop {
            let mut item = self.peek(ahead)?;
            ahead += 1;
            let opens = self.is(item, "(") || self.is(item, "[");
            let closes = self.is(item, ")") || self.is(item, "]");
            if self.is(item, "{") || self.is(item, "}") {
                return None;
            }
            depth = depth + usize::from(opens) - usize::from(closes);
            if depth == 0 {
                break item;
            }
            if depth == 1 && opens && ahead == 1 {
                continue;
            }
            if depth == 1 && self.is(item, ",") {
                arguments.push(Vec::new());
                continue;
            }
            // Spin drops line breaks within arguments, which therefore separate nothing.
            item.token.newline = false;
            arguments.last_mut()?.push(item);
        };
        self.stack.last_mut()?.next += ahead;
        if arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        Some((arguments, close))
    }

    /// Checks that the call is a statement. If it is `x = f()`, takes `x =` back from the output.
    fn statement_start(&mut self, name: Item, which: usize) -> Option<Vec<Item>> {
        let operator_behind = self.peek(0).is_some_and(|next| {
            let operators = [
                "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "&", "|",
                "^", "<<", ">>", "?", ",", ".", "!",
            ];
            !next.token.newline && operators.iter().any(|operator| self.is(next, operator))
        });
        let before = self.out.last().copied();
        let assigned = before.is_some_and(|before| self.is(before, "="));
        let start = if assigned {
            self.target_start()
        } else {
            Some(self.out.len())
        };
        let fits = start.is_some_and(|start| self.may_start_statement(start, name));
        let Some(start) = start.filter(|_| fits && !operator_behind) else {
            let callee = &self.definitions[which].name;
            let message = format!("inline `{callee}` is called where no statement can stand");
            let error = Diagnostic::error("E0104", message).at(self.origin(name), "");
            let hint =
                "an inline is called as a statement, or as the whole right side of an assignment";
            self.report(error.hint(hint));
            return None;
        };
        Some(self.out.split_off(start))
    }

    /// Where the variable before the `=` at the end of the output begins.
    fn target_start(&self) -> Option<usize> {
        let mut at = self.out.len().checked_sub(1)?;
        loop {
            at = at.checked_sub(1)?;
            let mut depth = 0usize;
            if self.is(self.out[at], "]") {
                loop {
                    depth += usize::from(self.is(self.out[at], "]"));
                    depth -= usize::from(self.is(self.out[at], "["));
                    at = at.checked_sub(1)?;
                    if depth == 0 {
                        break;
                    }
                }
            }
            if self.out[at].token.kind != Kind::Word {
                return None;
            }
            match at.checked_sub(1) {
                Some(before) if self.is(self.out[before], ".") => at = before,
                _ => return Some(at),
            }
        }
    }

    /// Whether a statement may begin at `start` of the output.
    fn may_start_statement(&self, start: usize, name: Item) -> bool {
        let Some(before) = start.checked_sub(1).map(|before| self.out[before]) else {
            return true;
        };
        let newline = self.out.get(start).unwrap_or(&name).token.newline;
        let text = before.token.text(self.text);
        match before.token.kind {
            Kind::Punctuator => {
                matches!(text, ";" | "->" | "{" | "}" | "::" | ":")
                    || newline && matches!(text, ")" | "]" | "++" | "--" | ">")
            }
            Kind::Word if matches!(text, "else" | "unless" | "fi" | "od") => true,
            Kind::Word => newline && text != "run",
            _ => newline,
        }
    }

    fn may_call(&mut self, name: Item, which: usize, arguments: &[Vec<Item>]) -> bool {
        let definition = &self.definitions[which];
        let callee = &definition.name;
        let defined = self.origin_of(definition.name_span);
        let here = self.origin(name);
        let wanted = definition.parameters.len();
        let active = |top: &Activation| top.definition == Some(which);
        let outermost = self.stack.first().map(|model| {
            let last = model.next.saturating_sub(1);
            model.items[last].token.span.start
        });
        let error = if self.stack.iter().any(active) {
            let message = format!("inline `{callee}` calls itself");
            Diagnostic::error("E0102", message).at(here, "")
        } else if outermost.is_some_and(|at| at < definition.name_span.start) {
            let message = format!("inline `{callee}` is called before its definition");
            let error = Diagnostic::error("E0105", message).at(here, "called here");
            error.and(defined, "defined here")
        } else if wanted != arguments.len() {
            let plural = if wanted == 1 { "" } else { "s" };
            let given = arguments.len();
            let message =
                format!("inline `{callee}` takes {wanted} argument{plural} but is given {given}");
            let error = Diagnostic::error("E0101", message).at(here, "called here");
            error.and(defined, "defined here")
        } else {
            return true;
        };
        self.report(error);
        false
    }

    /// The body with arguments in place of parameters.
    fn substitute(&mut self, which: usize, arguments: &[Vec<Item>], call: CallId) -> Vec<Item> {
        let definition = &self.definitions[which];
        let mut items = Vec::with_capacity(definition.body.len());
        for &token in &definition.body {
            let text = token.text(self.text);
            let formal = definition.parameters.iter().position(|p| p == text);
            match formal.filter(|_| token.kind == Kind::Word) {
                Some(formal) => {
                    let from = items.len();
                    items.extend_from_slice(&arguments[formal]);
                    if let Some(first) = items.get_mut(from) {
                        first.token.newline = token.newline;
                    }
                }
                None => items.push(Item { token, call }),
            }
            if items.len() as u64 > self.fuel {
                self.fuel = 1;
                break;
            }
        }
        items
    }
}
