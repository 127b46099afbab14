//! Tokens, as far as brackets and error messages need them.
//!
//! The grammar reads characters, not tokens. This list exists beside it for what a grammar cannot say:
//! which bracket is open, which word stands where the parse failed.

use super::SyntaxError;
use crate::source::Span;

/// A token of the source text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    Number,
    Character,
    String,
    Punctuation,
    /// The `{ ... }` of a claim or of embedded C, as one token.
    Foreign,
}

impl Token {
    pub(super) fn text<'t>(&self, source: &'t str) -> &'t str {
        &source[self.span.start as usize..self.span.end as usize]
    }
}

/// Words after which the next `{ ... }` is not Promela, or not the Promela of a process body.
const FOREIGN: [&str; 7] = ["c_code", "c_decl", "c_expr", "never", "ltl", "trace", "notrace"];

const LONG_PUNCTUATION: [&str; 15] =
    ["::", "->", "--", "++", "<<", "<=", ">>", ">=", "==", "!=", "!!", "??", "&&", "||", ".."];

const SHORT_PUNCTUATION: &[u8] = b";:,.()[]{}+-*/%&|^~!?<>=@";

/// Splits the text into tokens. Characters that begin no token are reported and left out.
pub(super) fn tokens(source: &str, errors: &mut Vec<SyntaxError>) -> Vec<Token> {
    Lexer { source, bytes: source.as_bytes(), at: 0, foreign: false, tokens: Vec::new(), errors }.run()
}

struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// A foreign word has been read and its `{` has not.
    foreign: bool,
    tokens: Vec<Token>,
    errors: &'a mut Vec<SyntaxError>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            let kind = match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    continue;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                    self.foreign |= FOREIGN.contains(&&self.source[start..self.at]);
                    Some(TokenKind::Word)
                }
                b'0'..=b'9' => {
                    self.skip_while(|b| b.is_ascii_digit());
                    self.check_number(start);
                    Some(TokenKind::Number)
                }
                b'"' => self.string(),
                b'\'' => self.character(),
                b'{' if self.foreign => {
                    self.foreign = false;
                    self.foreign_block()
                }
                _ => self.punctuation(),
            };
            if let Some(kind) = kind {
                self.foreign &= !matches!(self.source.as_bytes()[start], b';' | b'}');
                self.tokens.push(Token { kind, span: span(start, self.at) });
            }
        }
        self.tokens
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&b| wanted(b)) {
            self.at += 1;
        }
    }

    /// The largest number is that of an `int`, and after a minus sign one more.
    fn check_number(&mut self, start: usize) {
        let limit = match self.tokens.last() {
            Some(previous) if previous.text(self.source) == "-" => 1 << 31,
            _ => i64::from(i32::MAX),
        };
        let digits = &self.source[start..self.at];
        if !digits.parse::<i64>().is_ok_and(|value| value <= limit) {
            self.errors.push(
                SyntaxError::new("E0203", "this number is too large for any type", span(start, self.at))
                    .hint("an `int` holds values from -2147483648 to 2147483647"),
            );
        }
    }

    fn string(&mut self) -> Option<TokenKind> {
        let start = self.at;
        match string_end(self.bytes, start) {
            Some(end) => {
                self.at = end;
                Some(TokenKind::String)
            }
            None => {
                let line = self.bytes[start..].iter().position(|&b| b == b'\n');
                self.at = line.map_or(self.bytes.len(), |length| start + length);
                self.errors.push(SyntaxError::new(
                    "E0202",
                    "this string has no closing `\"`",
                    span(start, self.at),
                ));
                None
            }
        }
    }

    fn character(&mut self) -> Option<TokenKind> {
        let start = self.at;
        match character_end(self.bytes, start) {
            Some(end) => {
                self.at = end;
                Some(TokenKind::Character)
            }
            None => {
                let line = self.bytes[start + 1..].split(|&b| b == b'\n').next();
                let length = line.and_then(|line| line.iter().position(|&b| b == b'\''));
                self.at = length.map_or(start + 1, |length| start + length + 2);
                self.errors.push(
                    SyntaxError::new("E0202", "this is not a character constant", span(start, self.at))
                        .hint("write one ASCII character between quotes: 'a', '\\n'"),
                );
                None
            }
        }
    }

    fn punctuation(&mut self) -> Option<TokenKind> {
        let rest = &self.bytes[self.at..];
        if LONG_PUNCTUATION.iter().any(|p| rest.starts_with(p.as_bytes())) {
            self.at += 2;
        } else if SHORT_PUNCTUATION.contains(&rest[0]) {
            self.at += 1;
        } else {
            let start = self.at;
            let character = self.source[start..].chars().next().unwrap_or_default();
            self.at += character.len_utf8();
            let message = format!("the character {character:?} does not belong to Promela");
            self.errors.push(SyntaxError::new("E0201", message, span(start, self.at)));
            return None;
        }
        Some(TokenKind::Punctuation)
    }

    /// Swallows a block of foreign text, or only its brace if it is never closed.
    fn foreign_block(&mut self) -> Option<TokenKind> {
        let mut depth = 0;
        let mut at = self.at;
        while let Some(&byte) = self.bytes.get(at) {
            let quoted = match byte {
                b'"' => string_end(self.bytes, at),
                b'\'' => character_end(self.bytes, at),
                _ => None,
            };
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            at = quoted.unwrap_or(at + 1);
            if depth == 0 {
                self.at = at;
                return Some(TokenKind::Foreign);
            }
            if depth > crate::ast::MAX_NESTING {
                break;
            }
        }
        self.at += 1;
        Some(TokenKind::Punctuation)
    }
}

/// The end of the string literal that starts here.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The end of the character constant that starts here.
fn character_end(bytes: &[u8], start: usize) -> Option<usize> {
    let length = match bytes.get(start + 1)? {
        b'\\' => 2,
        b'\'' => return None,
        _ => 1,
    };
    let content = bytes.get(start + 1..start + 1 + length)?;
    (content.is_ascii() && bytes.get(start + 1 + length) == Some(&b'\'')).then_some(start + length + 2)
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source, &mut Vec::new()).iter().map(|t| t.text(source)).collect()
    }

    #[test]
    fn the_longest_operator_wins() {
        assert_eq!(texts("a--b->c!!d"), ["a", "--", "b", "->", "c", "!!", "d"]);
    }

    #[test]
    fn embedded_c_is_one_token() {
        assert_eq!(
            texts("c_code { if (\"}\"[0] == '}') { x; } } ; y"),
            ["c_code", "{ if (\"}\"[0] == '}') { x; } }", ";", "y"]
        );
    }

    #[test]
    fn a_number_beyond_int_is_reported() {
        for (text, count) in
            [("2147483647", 0), ("2147483648", 1), ("-2147483648", 0), ("99999999999999999999", 1)]
        {
            let mut errors = Vec::new();
            tokens(text, &mut errors);
            assert_eq!(errors.len(), count, "{text}");
        }
    }
}
