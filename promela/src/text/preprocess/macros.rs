//! Macro definitions (C99 6.10.3).

use std::collections::HashMap;
use std::rc::Rc;

use super::token::{Kind, Symbol, Token};
use super::{Preprocessor, Stop};
use crate::diagnostic::Diagnostic;
use crate::text::map::Provenance;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// The name in its definition.
    pub(super) name: Provenance,
    /// Parameters and their indices; `None` for a macro without parameter list. The last of a variadic
    /// one is `__VA_ARGS__` or its own name for the rest.
    pub(super) parameters: Option<HashMap<Symbol, usize>>,
    pub(super) variadic: bool,
    pub(super) body: Vec<Item>,
}

/// One token of a macro body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) token: Token,
    pub(super) role: Role,
    /// `##` stands behind it.
    pub(super) pasted: bool,
}

/// What becomes of a token of a macro body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It stays.
    Plain,
    /// The argument with this index takes its place.
    Argument(usize),
    /// `#`: the argument's spelling, as a string.
    Spelling(usize),
}

impl Preprocessor<'_> {
    /// `#define`, given the tokens behind the word.
    pub(super) fn define(&mut self, line: &[Token], directive: Provenance) -> Result<(), Stop> {
        let Some((&name, rest)) = line.split_first() else {
            return self.error("E0010", "`#define` without a name", directive, "");
        };
        if name.kind != Kind::Identifier || self.is(name, "defined") {
            let message = "this cannot be the name of a macro";
            return self.error("E0010", message, name.provenance(), "");
        }
        let mut rest = rest;
        let mut parameters = None;
        let mut variadic = false;
        // Only a parenthesis that touches the name opens a parameter list.
        if let Some(&open) = rest.first()
            && self.is(open, "(")
            && !open.spaced
        {
            let Some((names, end)) = self.parameters(&rest[1..], &mut variadic) else {
                let message = "malformed parameter list of a macro";
                return self.error("E0010", message, open.provenance(), "this list");
            };
            parameters = Some(names);
            rest = &rest[1 + end..];
        }
        let Some(body) = self.body(rest, parameters.as_ref())? else {
            return Ok(());
        };
        let definition = Macro { name: name.provenance(), parameters, variadic, body };
        if let Some(older) = self.macros.get(&name.text).cloned()
            && !self.same(&older, &definition)
        {
            let message = format!("macro `{}` is defined anew", self.spelling(name));
            let here = self.map.resolve(name.provenance(), &self.sources);
            let there = self.map.resolve(older.name, &self.sources);
            let warning = Diagnostic::warning("W0001", message).at(here, "");
            self.diagnose(warning.and(there, "defined differently before"))?;
        }
        self.macros.insert(name.text, Rc::new(definition));
        Ok(())
    }

    /// The names up to the closing parenthesis, and how many tokens they take.
    fn parameters(
        &mut self,
        tokens: &[Token],
        variadic: &mut bool,
    ) -> Option<(HashMap<Symbol, usize>, usize)> {
        let mut names = HashMap::new();
        let mut at = 0;
        if self.is(*tokens.first()?, ")") {
            return Some((names, 1));
        }
        loop {
            let token = *tokens.get(at)?;
            let name = if self.is(token, "...") {
                *variadic = true;
                self.symbols.intern("__VA_ARGS__")
            } else if token.kind == Kind::Identifier {
                at += 1;
                if self.is(*tokens.get(at)?, "...") {
                    *variadic = true;
                } else {
                    at -= 1;
                }
                token.text
            } else {
                return None;
            };
            if names.insert(name, names.len()).is_some() {
                return None;
            }
            let end = *tokens.get(at + 1)?;
            at += 2;
            if self.is(end, ")") {
                return Some((names, at));
            }
            if *variadic || !self.is(end, ",") {
                return None;
            }
        }
    }

    /// The body with its operators resolved, or `None` after an error.
    fn body(
        &mut self,
        tokens: &[Token],
        parameters: Option<&HashMap<Symbol, usize>>,
    ) -> Result<Option<Vec<Item>>, Stop> {
        let index = |token: Token| {
            let known = parameters?.get(&token.text).copied();
            known.filter(|_| token.kind == Kind::Identifier)
        };
        let mut items: Vec<Item> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            at += 1;
            if self.is(token, "##") {
                let Some(item) = items.last_mut().filter(|_| at < tokens.len()) else {
                    let message = "`##` cannot stand at either end of a macro";
                    self.error("E0011", message, token.provenance(), "")?;
                    return Ok(None);
                };
                item.pasted = true;
                continue;
            }
            let mut item =
                Item { token, role: index(token).map_or(Role::Plain, Role::Argument), pasted: false };
            if self.is(token, "#") && parameters.is_some() {
                let operand = tokens.get(at).copied();
                let Some((operand, which)) = operand.and_then(|t| Some((t, index(t)?))) else {
                    let message = "`#` must stand before a parameter of the macro";
                    self.error("E0011", message, token.provenance(), "")?;
                    return Ok(None);
                };
                at += 1;
                item.token = Token { spaced: token.spaced, ..operand };
                item.role = Role::Spelling(which);
            }
            items.push(item);
        }
        Ok(Some(items))
    }

    /// Whether a second definition repeats the first, which is not worth a warning.
    fn same(&self, a: &Macro, b: &Macro) -> bool {
        let spaced = |at: usize, item: &Item| at > 0 && item.token.spaced;
        a.parameters == b.parameters
            && a.variadic == b.variadic
            && a.body.len() == b.body.len()
            && a.body.iter().zip(&b.body).enumerate().all(|(at, (x, y))| {
                x.token.text == y.token.text
                    && x.role == y.role
                    && x.pasted == y.pasted
                    && spaced(at, x) == spaced(at, y)
            })
    }
}
