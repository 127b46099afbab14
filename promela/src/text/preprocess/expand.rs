//! Macro expansion (C99 6.10.3.1 to 6.10.3.4) on a stack of token lists.
//!
//! A macro body that is being read is a *context* on a stack, and its macro is disabled until the context
//! is used up. A name met while its macro is disabled is painted and never expanded again: that is the
//! rule that makes recursion stop. As in gcc, contexts are left while the arguments of a call are looked
//! for, so that `f(2)(9)` with `f(a)` = `a*g` and `g(a)` = `f(a)` gives `2*9*g`.
//!
//! Arguments are expanded by recursion behind a *barrier* context; the depth is limited.

use std::collections::HashMap;
use std::rc::Rc;

use super::macros::Macro;
use super::token::{Kind, Symbol, Token};
use super::{Preprocessor, Stop};
use crate::diagnostic::Diagnostic;
use crate::text::map::{Frame, FrameId, Provenance};

/// Macro calls within arguments of macro calls, and so on.
const MAX_NESTING: usize = 200;

/// A list of tokens being read.
#[derive(Debug)]
pub(super) struct Context {
    /// The macro that is disabled meanwhile.
    disables: Option<Symbol>,
    /// The reader stops here: an argument or a directive ends.
    barrier: bool,
    tokens: Rc<[Token]>,
    next: usize,
}

/// The arguments of one call.
pub(super) struct Arguments {
    pub(super) raw: Vec<Vec<Token>>,
    pub(super) expanded: Vec<Option<Vec<Token>>>,
    /// Something, if only nothing between comma and parenthesis, stands for `...`.
    pub(super) rest_given: bool,
}

impl Preprocessor<'_> {
    /// The next token that is not to be expanded further.
    pub(super) fn next(&mut self) -> Result<Token, Stop> {
        loop {
            let token = self.pull(true)?;
            if token.kind != Kind::Identifier || token.painted {
                return Ok(token);
            }
            if self.in_condition && self.is(token, "defined") {
                return self.defined(token);
            }
            if !self.enter(token)? {
                return Ok(token);
            }
        }
    }

    /// Expands a list on its own.
    pub(super) fn expand(&mut self, tokens: &[Token], at: Provenance) -> Result<Vec<Token>, Stop> {
        if self.nesting >= MAX_NESTING {
            let message = format!("macro calls nest more than {MAX_NESTING} deep in their arguments");
            return Err(self.fatal("E0002", message, at));
        }
        self.nesting += 1;
        self.contexts.push(Context { disables: None, barrier: true, tokens: Rc::from(tokens), next: 0 });
        let mut expanded = Vec::new();
        loop {
            let token = self.next()?;
            if token.kind == Kind::End {
                break;
            }
            expanded.push(token);
        }
        self.contexts.pop();
        self.nesting -= 1;
        Ok(expanded)
    }

    /// The next token as it stands, from the innermost context or else from the file. Only the main loop
    /// (`advance`) goes on behind the end of an included file and moves the anchor.
    fn pull(&mut self, advance: bool) -> Result<Token, Stop> {
        let mut token = loop {
            let Some(context) = self.contexts.last_mut() else {
                let token = match self.pushed.take() {
                    Some(token) => token,
                    None => self.file_token(advance)?,
                };
                if advance {
                    self.anchor = Some(token.region);
                }
                break token;
            };
            if let Some(&token) = context.tokens.get(context.next) {
                context.next += 1;
                self.spend(1, token.provenance())?;
                break token;
            }
            if context.barrier {
                return Ok(self.end());
            }
            if let Some(done) = self.contexts.pop().and_then(|context| context.disables) {
                self.disabled.remove(&done);
            }
        };
        if token.kind == Kind::Identifier && self.disabled.contains(&token.text) {
            token.painted = true;
        }
        Ok(token)
    }

    fn end(&mut self) -> Token {
        Token {
            kind: Kind::End,
            spaced: false,
            first: false,
            painted: false,
            text: self.symbols.intern(""),
            region: self.anchor.unwrap_or_else(|| self.sources.main_start()),
            frame: FrameId::default(),
        }
    }

    /// Gives back a token that [`pull`](Self::pull) returned last.
    fn push_back(&mut self, token: Token) {
        if token.kind == Kind::End {
            return;
        }
        if self.contexts.is_empty() {
            self.pushed = Some(token);
            return;
        }
        self.contexts.push(Context { disables: None, barrier: false, tokens: Rc::from([token]), next: 0 });
    }

    /// `defined X` or `defined(X)` as a number.
    fn defined(&mut self, operator: Token) -> Result<Token, Stop> {
        let mut name = self.pull(false)?;
        let bracket = self.is(name, "(");
        if bracket {
            name = self.pull(false)?;
        }
        let closed = !bracket || {
            let close = self.pull(false)?;
            self.is(close, ")")
        };
        if name.kind != Kind::Identifier || !closed {
            let message = "`defined` needs the name of a macro";
            self.error("E0021", message, operator.provenance(), "")?;
        }
        let known = self.is_macro(name);
        Ok(Token { kind: Kind::Number, text: self.symbols.intern(if known { "1" } else { "0" }), ..operator })
    }

    /// Starts the expansion of `name` if it is a macro and, where it needs them, has arguments.
    fn enter(&mut self, name: Token) -> Result<bool, Stop> {
        let Some(definition) = self.macros.get(&name.text).cloned() else {
            return Ok(self.enter_builtin(name));
        };
        let mut call = name.provenance();
        let mut arguments = Arguments::none();
        if definition.parameters.is_some() {
            let open = self.pull(false)?;
            if !self.is(open, "(") {
                self.push_back(open);
                return Ok(false);
            }
            let (collected, close) = self.collect(name, &definition)?;
            if close.frame == call.frame {
                call.region = call.region.hull(close.region);
            }
            let Some(collected) = self.check_arity(name, call, &definition, collected)? else {
                return Ok(true);
            };
            arguments = collected;
        }
        let frame = self.map.add_frame(Frame::Macro { name: definition.name.region, call });
        let mut tokens = self.substitute(&definition, arguments, frame, call)?;
        match tokens.first_mut() {
            Some(first) => (first.spaced, first.first) = (name.spaced, name.first),
            None => self.gap |= self.contexts.is_empty(),
        }
        self.disabled.insert(name.text);
        self.contexts.push(Context {
            disables: Some(name.text),
            barrier: false,
            tokens: Rc::from(tokens),
            next: 0,
        });
        Ok(true)
    }

    /// Whether `#ifdef` holds for a name.
    pub(super) fn is_macro(&self, name: Token) -> bool {
        self.macros.contains_key(&name.text) || is_builtin(self.spelling(name))
    }

    fn enter_builtin(&mut self, name: Token) -> bool {
        if !is_builtin(self.spelling(name)) {
            return false;
        }
        let place = self.map.resolve(name.provenance(), &self.sources).position;
        let (kind, text) = match self.spelling(name) {
            "__LINE__" => (Kind::Number, place.line.to_string()),
            _ => (Kind::String, format!("{:?}", place.file)),
        };
        let text = self.symbols.intern(&text);
        self.contexts.push(Context {
            disables: None,
            barrier: false,
            tokens: Rc::from([Token { kind, text, ..name }]),
            next: 0,
        });
        true
    }

    /// The arguments behind an opening parenthesis, and the closing one.
    fn collect(&mut self, name: Token, definition: &Macro) -> Result<(Arguments, Token), Stop> {
        let parameters = definition.parameters.as_ref().map_or(0, HashMap::len);
        let mut raw = vec![Vec::new()];
        let mut depth = 0usize;
        let close = loop {
            let mut token = self.pull(false)?;
            if token.kind == Kind::End {
                let message = format!("the call of macro `{}` is not closed", self.spelling(name));
                return Err(self.fatal("E0012", message, name.provenance()));
            }
            // A line end between arguments is a blank.
            token.spaced |= token.first;
            token.first = false;
            match self.spelling(token) {
                "(" => depth += 1,
                ")" if depth == 0 => break token,
                ")" => depth -= 1,
                "," if depth == 0 && !(definition.variadic && raw.len() == parameters) => {
                    raw.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            if let Some(argument) = raw.last_mut() {
                argument.push(token);
            }
        };
        let rest_given = raw.len() >= parameters;
        Ok((Arguments::new(raw, rest_given), close))
    }

    fn check_arity(
        &mut self,
        name: Token,
        call: Provenance,
        definition: &Macro,
        mut arguments: Arguments,
    ) -> Result<Option<Arguments>, Stop> {
        let wanted = definition.parameters.as_ref().map_or(0, HashMap::len);
        let given = match arguments.raw.as_slice() {
            [only] if only.is_empty() && wanted == 0 => 0,
            raw => raw.len(),
        };
        if definition.variadic && given + 1 == wanted {
            arguments = Arguments::new(arguments.raw, false);
            arguments.raw.push(Vec::new());
            arguments.expanded.push(None);
        } else if given != wanted {
            let message = format!(
                "macro `{}` takes {} but is given {given}",
                self.spelling(name),
                count(wanted, "argument"),
            );
            let here = self.map.resolve(call, &self.sources);
            let there = self.map.resolve(definition.name, &self.sources);
            let error = Diagnostic::error("E0013", message).at(here, "");
            self.diagnose(error.and(there, "defined here"))?;
            return Ok(None);
        }
        Ok(Some(arguments))
    }
}

impl Arguments {
    fn none() -> Self {
        Self::new(Vec::new(), false)
    }

    fn new(raw: Vec<Vec<Token>>, rest_given: bool) -> Self {
        let expanded = raw.iter().map(|_| None).collect();
        Self { raw, expanded, rest_given }
    }
}

/// Whether a name is replaced though no directive defines it.
fn is_builtin(name: &str) -> bool {
    matches!(name, "__LINE__" | "__FILE__")
}

/// `1 argument`, `2 arguments`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
