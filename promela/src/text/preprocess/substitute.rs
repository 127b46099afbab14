//! One macro call: arguments take the places of parameters, `#` and `##` do their work (C99 6.10.3.1 to
//! 6.10.3.3).

use std::collections::HashMap;
use std::sync::Arc;

use super::expand::Arguments;
use super::lexer::Lexer;
use super::macros::{Item, Macro, Role};
use super::token::{Kind, Token};
use super::{Preprocessor, Stop};
use crate::text::map::{FrameId, Provenance};

impl Preprocessor<'_> {
    /// The body with arguments in place of parameters, `#` and `##` applied.
    pub(super) fn substitute(
        &mut self,
        definition: &Macro,
        mut arguments: Arguments,
        frame: FrameId,
        call: Provenance,
    ) -> Result<Vec<Token>, Stop> {
        let mut out: Vec<Token> = Vec::new();
        let mut paste = false;
        let rest = definition.parameters.as_ref().map_or(0, HashMap::len);
        for (at, item) in definition.body.iter().enumerate() {
            let next_is_rest = definition
                .body
                .get(at + 1)
                .is_some_and(|next| definition.variadic && next.role == Role::Argument(rest.wrapping_sub(1)));
            let mut tokens = self.replacement(*item, paste, &mut arguments, frame, call)?;
            self.spend(tokens.len(), call)?;
            // GNU's `, ## __VA_ARGS__`: the comma goes when the rest is absent, and is not pasted.
            let gnu_comma = item.pasted && next_is_rest && self.is(item.token, ",");
            if gnu_comma && !arguments.rest_given {
                tokens.clear();
            }
            if paste {
                let mut rest = tokens.into_iter();
                let right = rest.next();
                if let Some(left) = out.pop() {
                    let pasted = match right {
                        Some(right) => self.paste(left, right, call)?,
                        None => left,
                    };
                    out.push(pasted);
                }
                out.extend(rest);
            } else {
                out.append(&mut tokens);
            }
            paste = item.pasted && !gnu_comma;
        }
        out.retain(|token| token.kind != Kind::Placemarker);
        Ok(out)
    }

    fn replacement(
        &mut self,
        item: Item,
        paste: bool,
        arguments: &mut Arguments,
        frame: FrameId,
        call: Provenance,
    ) -> Result<Vec<Token>, Stop> {
        let own = Token { frame, ..item.token };
        let mut tokens = match item.role {
            Role::Plain => return Ok(vec![own]),
            Role::Spelling(which) => return Ok(vec![self.stringify(own, &arguments.raw[which])?]),
            Role::Argument(which) if paste || item.pasted => arguments.raw[which].clone(),
            Role::Argument(which) => match &arguments.expanded[which] {
                Some(tokens) => tokens.clone(),
                None => {
                    let tokens = self.expand(&arguments.raw[which], call)?;
                    arguments.expanded[which] = Some(tokens.clone());
                    tokens
                }
            },
        };
        match tokens.first_mut() {
            Some(first) => first.spaced = own.spaced,
            None if paste || item.pasted => {
                tokens.push(Token { kind: Kind::Placemarker, text: self.symbols.intern(""), ..own })
            }
            None => {}
        }
        Ok(tokens)
    }

    fn stringify(&mut self, place: Token, argument: &[Token]) -> Result<Token, Stop> {
        let mut text = String::from("\"");
        for (at, &token) in argument.iter().enumerate() {
            if at > 0 && token.spaced {
                text.push(' ');
            }
            let quoted = matches!(token.kind, Kind::String | Kind::Character);
            for c in self.spelling(token).chars() {
                if quoted && matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        text.push('"');
        self.spend(text.len(), place.provenance())?;
        Ok(Token { kind: Kind::String, text: self.symbols.intern(&text), ..place })
    }

    fn paste(&mut self, left: Token, right: Token, call: Provenance) -> Result<Token, Stop> {
        if left.kind == Kind::Placemarker {
            return Ok(Token { spaced: left.spaced, ..right });
        }
        if right.kind == Kind::Placemarker {
            return Ok(left);
        }
        let text = format!("{}{}", self.spelling(left), self.spelling(right));
        self.spend(text.len(), call)?;
        let source = Arc::from(text.as_str());
        let mut lexer = Lexer::new(left.region.file, left.frame, source);
        let whole = lexer.next(&mut self.symbols);
        let single = self.spelling(whole) == text && whole.kind != Kind::Unterminated;
        if !single {
            let (a, b) = (self.spelling(left), self.spelling(right));
            let message = format!("`{a}` and `{b}` cannot be pasted into one token");
            self.error("E0014", message, left.provenance(), "")?;
        }
        Ok(Token { kind: whole.kind, text: self.symbols.intern(&text), painted: false, ..left })
    }
}
