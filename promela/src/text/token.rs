//! Promela's tokens, cut from preprocessed text.
//!
//! Only what expansion of inlines and separators needs to know: where tokens begin and end, and which
//! follow a line break. Judging them is the grammar's business, so nothing is an error here.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a name.
    Word,
    Number,
    String,
    Character,
    Punctuator,
    /// The braces behind `c_code`, `c_decl` or `c_expr` with all between them, and the condition in
    /// brackets that may precede them: C, not Promela.
    Code,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// A line break stands before it.
    pub(super) newline: bool,
}

impl Token {
    pub(super) fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.span.start as usize..self.span.end as usize]
    }
}

const PAIRS: [&str; 16] =
    ["->", "::", "..", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "!!", "??", "&&", "||", "<>"];

/// Cuts the text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut all: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut newline = false;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() {
            newline |= byte == b'\n';
            at += 1;
            continue;
        }
        let after_code_word = all.last().is_some_and(|last| {
            matches!(last.text(text), "c_code" | "c_decl" | "c_expr") && last.kind == Kind::Word
        });
        let (kind, end) = match byte {
            b'{' | b'[' if after_code_word => (Kind::Code, code_end(text, at)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Kind::Word, run_end(bytes, at, is_word)),
            b'0'..=b'9' => (Kind::Number, run_end(bytes, at, |b| b.is_ascii_digit())),
            b'"' => (Kind::String, quote_end(bytes, at)),
            b'\'' => (Kind::Character, quote_end(bytes, at)),
            _ => (Kind::Punctuator, punctuator_end(text, at)),
        };
        all.push(Token { kind, span: Span { start: at as u32, end: end as u32 }, newline });
        newline = false;
        at = end;
    }
    all
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run_end(bytes: &[u8], start: usize, accept: impl Fn(u8) -> bool) -> usize {
    let run = bytes[start..].iter().take_while(|&&byte| accept(byte));
    start + run.count()
}

/// Behind the quote that closes the one at `start`, or the end of the line.
fn quote_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' => at += 2,
            _ if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn punctuator_end(text: &str, start: usize) -> usize {
    if PAIRS.iter().any(|pair| text[start..].starts_with(pair)) {
        return start + 2;
    }
    start + text[start..].chars().next().map_or(1, char::len_utf8)
}

/// Behind the closing brace of a piece of C.
fn code_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut brackets = 0usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                at = quote_end(bytes, at);
                continue;
            }
            b'[' if depth == 0 => brackets += 1,
            b']' if depth == 0 => brackets = brackets.saturating_sub(1),
            b'{' if brackets == 0 => depth += 1,
            b'}' if brackets == 0 => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|t| t.text(source)).collect()
    }

    #[test]
    fn operators_are_cut_greedily_as_spin_does() {
        let source = "a->b::c..d x--1 c??[x] !!y";
        let expected = "a -> b :: c .. d x -- 1 c ?? [ x ] !! y";
        assert_eq!(texts(source), expected.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn a_range_of_numbers_is_three_tokens() {
        assert_eq!(texts("0..3"), ["0", "..", "3"]);
    }

    #[test]
    fn embedded_c_is_one_token() {
        let source = "c_code [x[1]] { if (a) { s = \"}\"; c = '}'; } } ; y";
        let code = "[x[1]] { if (a) { s = \"}\"; c = '}'; } }";
        assert_eq!(texts(source), ["c_code", code, ";", "y"]);
    }

    #[test]
    fn line_breaks_are_remembered() {
        let newlines: Vec<bool> = tokens("a b\n c").iter().map(|t| t.newline).collect();
        assert_eq!(newlines, [false, false, true]);
    }
}
