//! Definitions of inlines: found, checked and taken out of the model.

use std::collections::HashMap;

use super::{Expander, Item};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::text::map::CallId;
use crate::text::token::{Kind, Token};

/// An inline.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) name_span: Span,
    /// How many parameters it has.
    pub(super) arity: usize,
    /// From the opening brace to the closing one; parameters with their index.
    pub(super) body: Vec<(Token, Option<usize>)>,
}

impl Expander<'_> {
    /// Collects the definitions and returns everything else.
    pub(super) fn remove_definitions(&mut self, tokens: &[Token]) -> Vec<Item> {
        let mut items = Vec::with_capacity(tokens.len());
        let mut depth = 0usize;
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            at += 1;
            match token.text(self.text) {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "inline" if token.kind == Kind::Word => {
                    if depth > 0 {
                        let message = "an inline cannot be defined within another unit";
                        let error = Diagnostic::error("E0106", message);
                        let error = error.at(self.origin_of(token.span), "");
                        self.report(error.hint("is a `}` missing before it?"));
                    }
                    match self.definition(&tokens[at..]) {
                        Ok(length) => at += length,
                        Err(wrong) => {
                            let wrong = wrong.or(tokens.last().copied()).unwrap_or(token);
                            let message = "malformed definition of an inline";
                            let error = Diagnostic::error("E0106", message);
                            let error = error.at(self.origin_of(wrong.span), "unexpected");
                            let hint = "it is written `inline name(a, b) { statements }`";
                            self.report(error.hint(hint));
                            return items;
                        }
                    }
                    continue;
                }
                _ => {}
            }
            let call = CallId::default();
            items.push(Item { token, call });
        }
        items
    }

    /// Reads what stands behind the word `inline`; returns its length, or the token that is wrong.
    fn definition(&mut self, tokens: &[Token]) -> Result<usize, Option<Token>> {
        let text = self.text;
        let expect = |at: usize, wanted: &str| {
            let token = tokens.get(at).copied();
            let found = token.filter(|t| t.text(text) == wanted);
            found.map(|_| ()).ok_or(token)
        };
        let word = |at: usize| {
            let token = tokens.get(at).copied();
            token.filter(|t| t.kind == Kind::Word).ok_or(token)
        };
        let name = word(0)?;
        expect(1, "(")?;
        let mut at = 2;
        let mut parameters = HashMap::new();
        if expect(at, ")").is_err() {
            loop {
                let parameter = word(at)?;
                let index = parameters.len();
                if parameters.insert(parameter.text(text), index).is_some() {
                    return Err(Some(parameter));
                }
                at += 1;
                if expect(at, ",").is_err() {
                    break;
                }
                at += 1;
            }
        }
        expect(at, ")")?;
        expect(at + 1, "{")?;
        let start = at + 1;
        let mut depth = 0usize;
        let mut end = start;
        loop {
            let token = tokens.get(end).ok_or(None)?;
            match token.text(text) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            end += 1;
            if depth == 0 {
                break;
            }
        }
        let index = |token: &Token| {
            let known = parameters.get(token.text(text)).copied();
            known.filter(|_| token.kind == Kind::Word)
        };
        let body = tokens[start..end].iter().map(|t| (*t, index(t))).collect();
        self.add(name, parameters.len(), body);
        Ok(end)
    }

    fn add(&mut self, name: Token, arity: usize, body: Vec<(Token, Option<usize>)>) {
        let spelling = name.text(self.text);
        if let Some(&older) = self.by_name.get(spelling) {
            let message = format!("inline `{spelling}` is defined twice");
            let here = self.origin_of(name.span);
            let there = self.origin_of(self.definitions[older].name_span);
            let error = Diagnostic::error("E0107", message).at(here, "");
            self.report(error.and(there, "first defined here"));
            return;
        }
        self.by_name.insert(spelling, self.definitions.len());
        self.definitions.push(Definition { name: spelling.to_owned(), name_span: name.span, arity, body });
    }
}
