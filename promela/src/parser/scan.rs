//! What is known about the text before the grammar sees it, and the text in the form it sees.
//!
//! Spans must keep their meaning, so the grammar's text has the length of the original. It differs in
//! two ways: parts that cannot be parsed are blank, and the colon of a remote reference `P[i]:v` is
//! marked. Spin's lexer tells that colon from others by looking `P` up among the proctypes declared so
//! far; here the scanner does it.

use super::SyntaxError;
use super::brackets::{Brackets, brackets};
use super::token::{Token, TokenKind, tokens};
use std::collections::HashSet;
use std::ops::Range;

/// The character that stands for the colon of a remote reference; `remote_colon` of the grammar.
const REMOTE_COLON: u8 = 1;

/// A text with its tokens and brackets.
pub(super) struct Scan {
    text: String,
    tokens: Vec<Token>,
    brackets: Brackets,
    /// Words of the parts that had to be overwritten.
    lost: HashSet<String>,
}

impl Scan {
    /// Scans a text, reports what is wrong with its characters and brackets, and blanks what is.
    pub(super) fn new(text: &str, errors: &mut Vec<SyntaxError>) -> Self {
        let mut scan = Scan {
            text: text.to_owned(),
            tokens: tokens(text, errors),
            brackets: Brackets::default(),
            lost: HashSet::new(),
        };
        scan.brackets = brackets(text, &scan.tokens, errors);
        if !scan.too_deep() {
            scan.blank_what_is_no_token();
            scan.mark_remote_colons();
            let units = std::mem::take(&mut scan.brackets.broken);
            let statements = std::mem::take(&mut scan.brackets.broken_statements);
            for (ranges, filling) in [(&statements, "1"), (&units, "")] {
                for range in ranges {
                    scan.give_up(scan.bytes_of(range.clone()), filling);
                }
            }
            if !units.is_empty() || !statements.is_empty() {
                scan.update();
            }
        }
        scan
    }

    /// The text for the grammar.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn too_deep(&self) -> bool {
        self.brackets.too_deep
    }

    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The text of a token; empty if there is no such token.
    pub(super) fn word(&self, index: Option<usize>) -> &str {
        index.and_then(|index| self.tokens.get(index)).map_or("", |token| token.text(&self.text))
    }

    /// The bracket around a token.
    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        self.brackets.parent.get(index).copied().flatten()
    }

    /// The bracket around the gap in front of a token. A closing bracket that comes too soon is a fault of
    /// what stands before it, inside.
    pub(super) fn around(&self, index: usize) -> Option<usize> {
        let opening = self.opening(index);
        if opening < index { Some(opening) } else { self.parent(index) }
    }

    /// The opening half if this is a closing bracket, else the token itself.
    pub(super) fn opening(&self, index: usize) -> usize {
        self.partner(index).map_or(index, |partner| partner.min(index))
    }

    /// The closing half if this is an opening bracket, else the token itself.
    pub(super) fn closing(&self, index: usize) -> usize {
        self.partner(index).map_or(index, |partner| partner.max(index))
    }

    fn partner(&self, index: usize) -> Option<usize> {
        self.brackets.partner.get(index).copied().flatten()
    }

    /// The first token that ends after a position: the one at it, or the next.
    pub(super) fn token_at(&self, position: usize) -> usize {
        self.tokens.partition_point(|token| token.span.end as usize <= position)
    }

    /// The bytes from the first token of a range to its last.
    pub(super) fn bytes_of(&self, range: Range<usize>) -> Range<usize> {
        match self.tokens.get(range) {
            Some([first, .., last]) => first.span.start as usize..last.span.end as usize,
            Some([only]) => only.span.start as usize..only.span.end as usize,
            _ => 0..0,
        }
    }

    /// Overwrites a part that cannot be parsed.
    pub(super) fn give_up(&mut self, bytes: Range<usize>, filling: &str) {
        let words = self.text[bytes.clone()].split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.lost.extend(words.map(str::to_owned));
        self.overwrite(bytes, filling);
    }

    /// Words of the parts that were given up: what they declared is not known.
    pub(super) fn into_lost(self) -> HashSet<String> {
        self.lost
    }

    /// Puts `filling` and blanks in place of a part of the text.
    pub(super) fn overwrite(&mut self, bytes: Range<usize>, filling: &str) {
        // Not by a width in a format, which may not exceed 65,535.
        let blanks = " ".repeat(bytes.len().saturating_sub(filling.len()));
        self.text.replace_range(bytes, &format!("{filling}{blanks}"));
    }

    /// Finds tokens and brackets again after the text has been overwritten.
    pub(super) fn update(&mut self) {
        let mut known = Vec::new();
        self.tokens = tokens(&self.text, &mut known);
        self.brackets = brackets(&self.text, &self.tokens, &mut known);
    }

    fn blank_what_is_no_token(&mut self) {
        let mut end = 0;
        let starts = self.tokens.iter().map(|token| (token.span.start as usize, token.span.end as usize));
        let gaps: Vec<_> = starts
            .chain([(self.text.len(), 0)])
            .map(|(start, next_end)| std::mem::replace(&mut end, next_end)..start)
            .collect();
        for gap in gaps {
            if self.text[gap.clone()].bytes().any(|byte| !byte.is_ascii_whitespace() && byte != 0x0b) {
                self.overwrite(gap, "");
            }
        }
    }

    fn mark_remote_colons(&mut self) {
        let mut proctypes = HashSet::new();
        let mut colons = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            if token.kind != TokenKind::Word {
                continue;
            }
            let previous = self.word(index.checked_sub(1));
            if matches!(previous, "proctype" | "D_proctype") {
                proctypes.insert(token.text(&self.text));
            } else if previous != "." && proctypes.contains(token.text(&self.text)) {
                let next = match self.word(Some(index + 1)) {
                    "[" => self.closing(index + 1) + 1,
                    _ => index + 1,
                };
                if self.word(Some(next)) == ":" {
                    colons.push(self.tokens[next].span);
                }
            }
        }
        for colon in colons {
            let bytes = colon.start as usize..colon.end as usize;
            self.overwrite(bytes, char::from(REMOTE_COLON).encode_utf8(&mut [0; 4]));
        }
    }
}
