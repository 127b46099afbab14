//! The lexer of the preprocessor: one file in, preprocessing tokens out (C99 5.1.1.2, phases 2 and 3).
//!
//! A backslash at the end of a line joins it with the next; the scanner looks through such splices
//! everywhere, even within a token. Comments are white space. As in GNU C, blanks may stand between the
//! backslash and the line end, and `$` is a letter.

use std::sync::Arc;

use super::token::{Kind, Symbols, Token};
use crate::source::{FileId, Region};
use crate::text::map::FrameId;

/// Punctuators of more than one character, longest first.
const LONG_PUNCTUATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=",
    "+=", "-=", "&=", "^=", "##",
];

/// Reads one file.
#[derive(Debug)]
pub(crate) struct Lexer {
    pub(crate) file: FileId,
    frame: FrameId,
    text: Arc<str>,
    at: usize,
    first: bool,
    /// Where a comment begins that the file does not close.
    pub(crate) open_comment: Option<Region>,
}

impl Lexer {
    pub(crate) fn new(file: FileId, frame: FrameId, text: Arc<str>) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { file, frame, text, at, first: true, open_comment: None }
    }

    /// The position behind any line splices at `at`.
    fn unspliced(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        while bytes.get(at) == Some(&b'\\') {
            let blanks = bytes[at + 1..].iter();
            let blanks = blanks.take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | 0x0c));
            let end = at + 1 + blanks.count();
            if bytes.get(end) != Some(&b'\n') {
                break;
            }
            at = end + 1;
        }
        at
    }

    /// The byte at `at`, splices removed, and the position behind it.
    fn byte(&self, at: usize) -> Option<(u8, usize)> {
        let at = self.unspliced(at);
        self.text.as_bytes().get(at).map(|&byte| (byte, at + 1))
    }

    fn follows(&self, mut at: usize, text: &str) -> Option<usize> {
        for wanted in text.bytes() {
            match self.byte(at) {
                Some((byte, next)) if byte == wanted => at = next,
                _ => return None,
            }
        }
        Some(at)
    }

    fn region(&self, start: usize, end: usize) -> Region {
        Region { file: self.file, start: start as u32, end: end as u32 }
    }

    /// Skips blanks and comments, but no line end; tells whether there were any.
    fn skip_blanks(&mut self) -> bool {
        let mut any = false;
        loop {
            match self.byte(self.at) {
                // Spin ignores null characters altogether.
                Some((b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0, next)) => self.at = next,
                Some((b'/', next)) => match self.byte(next) {
                    Some((b'/', next)) => self.skip_line_comment(next),
                    Some((b'*', next)) => self.skip_block_comment(next),
                    _ => return any,
                },
                _ => return any,
            }
            any = true;
        }
    }

    fn skip_line_comment(&mut self, mut at: usize) {
        while let Some((byte, next)) = self.byte(at) {
            if byte == b'\n' {
                break;
            }
            at = next;
        }
        self.at = at;
    }

    fn skip_block_comment(&mut self, mut at: usize) {
        let start = self.at;
        while let Some((byte, next)) = self.byte(at) {
            if byte == b'*'
                && let Some((b'/', end)) = self.byte(next)
            {
                self.at = end;
                return;
            }
            at = next;
        }
        self.open_comment = Some(self.region(start, start + 2));
        self.at = self.text.len();
    }

    /// The next token. Ends with [`Kind::End`], before which every line has its [`Kind::Newline`].
    pub(crate) fn next(&mut self, symbols: &mut Symbols) -> Token {
        let spaced = self.skip_blanks();
        let first = std::mem::replace(&mut self.first, false);
        let start = self.unspliced(self.at);
        let (kind, end) = match self.byte(start) {
            // A last line without a line end still ends.
            None if !first => (Kind::Newline, start),
            None => (Kind::End, start),
            Some((b'\n', next)) => (Kind::Newline, next),
            Some((byte, next)) => self.scan(byte, start, next),
        };
        self.at = end;
        self.first = matches!(kind, Kind::Newline | Kind::End);
        let text = match kind {
            Kind::Newline | Kind::End => symbols.intern(""),
            _ => self.spelling(start, end, symbols),
        };
        Token {
            kind,
            spaced,
            first,
            painted: false,
            text,
            region: self.region(start, end),
            frame: self.frame,
        }
    }

    fn scan(&self, byte: u8, start: usize, next: usize) -> (Kind, usize) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => (Kind::Identifier, self.skip_while(next, is_word)),
            b'0'..=b'9' => (Kind::Number, self.scan_number(next)),
            b'.' => match self.byte(next) {
                Some((b'0'..=b'9', next)) => (Kind::Number, self.scan_number(next)),
                _ => self.scan_punctuator(start),
            },
            b'"' => self.scan_quoted(b'"', Kind::String, next),
            b'\'' => self.scan_quoted(b'\'', Kind::Character, next),
            _ => self.scan_punctuator(start),
        }
    }

    fn skip_while(&self, mut at: usize, accept: impl Fn(u8) -> bool) -> usize {
        while let Some((byte, next)) = self.byte(at) {
            if !accept(byte) {
                break;
            }
            at = next;
        }
        at
    }

    /// C99 6.4.8: digits, letters, points, and a sign behind an exponent letter.
    fn scan_number(&self, mut at: usize) -> usize {
        let mut last = b'0';
        while let Some((byte, next)) = self.byte(at) {
            let exponent = matches!(last, b'e' | b'E' | b'p' | b'P');
            let sign = matches!(byte, b'+' | b'-') && exponent;
            if !(is_word(byte) || byte == b'.' || sign) {
                break;
            }
            (last, at) = (byte, next);
        }
        at
    }

    fn scan_quoted(&self, quote: u8, kind: Kind, mut at: usize) -> (Kind, usize) {
        while let Some((byte, next)) = self.byte(at) {
            match byte {
                b'\n' => break,
                b'\\' => match self.byte(next) {
                    Some((b'\n', _)) | None => return (Kind::Unterminated, next),
                    Some((_, behind)) => at = behind,
                },
                _ if byte == quote => return (kind, next),
                _ => at = next,
            }
        }
        (Kind::Unterminated, at)
    }

    fn scan_punctuator(&self, start: usize) -> (Kind, usize) {
        for long in LONG_PUNCTUATORS {
            if let Some(end) = self.follows(start, long) {
                return (Kind::Punctuator, end);
            }
        }
        let width = self.text[start..].chars().next().map_or(1, char::len_utf8);
        (Kind::Punctuator, start + width)
    }

    fn spelling(&self, start: usize, end: usize, symbols: &mut Symbols) -> super::token::Symbol {
        let text = &self.text[start..end];
        if !text.contains('\n') {
            return symbols.intern(text);
        }
        let mut clean = String::new();
        let mut at = start;
        while let Some(c) = self.text[self.unspliced(at).min(end)..end].chars().next() {
            at = self.unspliced(at) + c.len_utf8();
            clean.push(c);
        }
        symbols.intern(&clean)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    fn tokens(text: &str) -> Vec<(Kind, String)> {
        let mut sources = Sources::default();
        let file = sources.add("t", text);
        let text = Arc::clone(&sources.file(file).text);
        let mut lexer = Lexer::new(file, FrameId::default(), text);
        let mut symbols = Symbols::default();
        let mut all = Vec::new();
        loop {
            let token = lexer.next(&mut symbols);
            if token.kind == Kind::End {
                return all;
            }
            all.push((token.kind, symbols.text(token.text).to_owned()));
        }
    }

    fn spellings(text: &str) -> Vec<String> {
        let keep = |(kind, text)| (kind != Kind::Newline).then_some(text);
        tokens(text).into_iter().filter_map(keep).collect()
    }

    #[test]
    fn comments_are_white_space() {
        assert_eq!(spellings("a/* x\n */b//c\nd /**/ e"), ["a", "b", "d", "e"]);
    }

    #[test]
    fn splices_are_seen_through_within_tokens() {
        assert_eq!(spellings("ab\\\ncd -\\ \n> /\\\n/ c"), ["abcd", "->"]);
    }

    #[test]
    fn a_preprocessing_number_swallows_points_and_letters() {
        assert_eq!(spellings("0..N 1e+5 .5 a..b"), ["0..N", "1e+5", ".5", "a", ".", ".", "b"]);
    }

    #[test]
    fn an_unterminated_string_ends_with_its_line() {
        let all = tokens("\"ab\nc");
        assert_eq!(all[0], (Kind::Unterminated, "\"ab".to_owned()));
        assert_eq!(all[2], (Kind::Identifier, "c".to_owned()));
    }

    #[test]
    fn quotes_may_be_escaped() {
        assert_eq!(spellings(r#""a\"b" '\'' x"#), [r#""a\"b""#, r"'\''", "x"]);
    }

    #[test]
    fn characters_outside_ascii_are_single_tokens() {
        assert_eq!(spellings("aéb"), ["a", "é", "b"]);
    }
}
