//! Brackets, checked before the grammar runs.
//!
//! A grammar that fails at the end of the file cannot say which `if` lacks its `fi`; a stack of open
//! brackets can. `if` and `do` are brackets too. The check also bounds the nesting, and with it the
//! recursion of everything that follows.

use super::SyntaxError;
use super::token::{Token, TokenKind};
use crate::ast::MAX_NESTING;
use crate::source::Span;
use std::ops::Range;

/// The bracket structure over a list of tokens.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// For every token the innermost bracket around it; a bracket is not inside itself.
    pub(super) parent: Vec<Option<usize>>,
    /// For every bracket its other half.
    pub(super) partner: Vec<Option<usize>>,
    /// Units whose brackets do not match, as ranges of tokens.
    pub(super) broken: Vec<Range<usize>>,
    /// Statements whose parentheses or square brackets do not match.
    pub(super) broken_statements: Vec<Range<usize>>,
    /// The limit was exceeded; nothing else is known about the text.
    pub(super) too_deep: bool,
}

fn closer_of(opener: &str) -> Option<&'static str> {
    Some(match opener {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        "if" => "fi",
        "do" => "od",
        _ => return None,
    })
}

fn opener_of(closer: &str) -> Option<&'static str> {
    ["(", "[", "{", "if", "do"].into_iter().find(|opener| closer_of(opener) == Some(closer))
}

/// Words that only ever begin a unit. If one turns up inside brackets, a closing one is missing.
pub(super) fn begins_unit(word: &str) -> bool {
    matches!(
        word,
        "active" | "proctype" | "D_proctype" | "init" | "typedef" | "never" | "ltl" | "trace" | "notrace"
    )
}

/// Matches the brackets of all units.
pub(super) fn brackets(source: &str, tokens: &[Token], errors: &mut Vec<SyntaxError>) -> Brackets {
    let mut result = Brackets {
        parent: vec![None; tokens.len()],
        partner: vec![None; tokens.len()],
        ..Brackets::default()
    };
    let mut open: Vec<usize> = Vec::new();
    let mut unit_start = 0;
    let mut unit_broken = false;

    for (index, token) in tokens.iter().enumerate() {
        let text = match token.kind {
            TokenKind::Word | TokenKind::Punctuation => token.text(source),
            _ => "",
        };
        if begins_unit(text)
            && let Some(&opener) = open.last()
        {
            errors.push(unclosed(source, tokens, opener, token.span, text));
            result.broken.push(unit_start..index);
            open.clear();
            unit_start = index;
            unit_broken = false;
        }
        if matches!(text, ";" | "::")
            && let Some(statement) = statement_cut(source, tokens, &result.parent, &open, index)
        {
            errors.push(unclosed(source, tokens, open[open.len() - 1], token.span, text));
            while open.last().is_some_and(|&o| statement.start <= o) {
                open.pop();
            }
            result.broken_statements.push(statement);
        }
        if let Some(opener) = opener_of(text) {
            match open.iter().rposition(|&o| tokens[o].text(source) == opener) {
                Some(position) => {
                    if position + 1 < open.len() {
                        let innermost = open[open.len() - 1];
                        errors.push(unclosed(source, tokens, innermost, token.span, text));
                        unit_broken = true;
                    }
                    result.partner[open[position]] = Some(index);
                    result.partner[index] = Some(open[position]);
                    open.truncate(position);
                }
                None => {
                    let innermost = open.last().map(|&o| (o, tokens[o].text(source)));
                    errors.push(match innermost {
                        // `do ... fi`: what is open is closed by the wrong word.
                        Some((at, word @ ("if" | "do"))) if matches!(text, "fi" | "od") => {
                            result.partner[at] = Some(index);
                            result.partner[index] = Some(at);
                            open.pop();
                            let closing = closer_of(word).unwrap_or_default();
                            SyntaxError::new("E0207", format!("`{word}` is closed by `{text}`"), token.span)
                                .related(tokens[at].span, "opened here")
                                .hint(format!("write `{closing}`"))
                        }
                        _ => SyntaxError::new("E0206", format!("`{text}` without `{opener}`"), token.span),
                    });
                    unit_broken = true;
                }
            }
        }
        result.parent[index] = open.last().copied();
        if closer_of(text).is_some() {
            open.push(index);
            if open.len() > MAX_NESTING {
                errors.push(
                    SyntaxError::new(
                        "E0204",
                        format!("more than {MAX_NESTING} brackets are open here"),
                        token.span,
                    )
                    .hint("move inner parts to processes or variables of their own"),
                );
                return Brackets { too_deep: true, ..result };
            }
        }
        if open.is_empty() && matches!(text, "}" | ";" | "fi" | "od") {
            if unit_broken {
                result.broken.push(unit_start..index + 1);
            }
            unit_start = index + 1;
            unit_broken = false;
        }
    }
    if let Some(&opener) = open.last() {
        let end = source.len() as u32;
        errors.push(unclosed(source, tokens, opener, Span { start: end, end }, ""));
        unit_broken = true;
    }
    if unit_broken {
        result.broken.push(unit_start..tokens.len());
    }
    result
}

/// The statement that a separator ends although a `(` or `[` in it is still open: those never hold one in a body.
fn statement_cut(
    source: &str,
    tokens: &[Token],
    parent: &[Option<usize>],
    open: &[usize],
    separator: usize,
) -> Option<Range<usize>> {
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text(source));
    let inside = open.iter().rev().take_while(|&&o| matches!(word(o), "(" | "[")).count();
    let outermost = open.len().checked_sub(inside).filter(|_| inside > 0)?;
    let block = *open.get(outermost.checked_sub(1)?)?;
    if !is_block(word, block) || is_closed_behind(word, separator, tokens.len()) {
        return None;
    }
    let ends_statement =
        |index: &usize| parent.get(*index) == Some(&Some(block)) && matches!(word(*index), ";" | "->" | "::");
    let start = (block + 1..open[outermost]).rev().find(ends_statement).map_or(block + 1, |index| index + 1);
    Some(start..separator)
}

/// Whether a `(` or `[` that is open at a separator is closed soon behind it, as in the `for` of C.
fn is_closed_behind<'s>(word: impl Fn(usize) -> &'s str, separator: usize, n_tokens: usize) -> bool {
    const SOON: usize = 64;
    let mut depth = 0;
    for index in separator + 1..n_tokens.min(separator + SOON) {
        match word(index) {
            "(" | "[" => depth += 1,
            ")" | "]" if depth == 0 => return true,
            ")" | "]" => depth -= 1,
            "{" | "}" | "if" | "fi" | "do" | "od" | "::" => break,
            _ => {}
        }
    }
    false
}

/// Whether statements stand in this bracket.
pub(super) fn is_block<'s>(word: impl Fn(usize) -> &'s str, bracket: usize) -> bool {
    let before = |distance| bracket.checked_sub(distance).map_or("", &word);
    match word(bracket) {
        "if" | "do" => true,
        "{" => !matches!(before(1), "=" | "of" | "mtype") && before(2) != "typedef",
        _ => false,
    }
}

fn unclosed(source: &str, tokens: &[Token], opener: usize, found_at: Span, found: &str) -> SyntaxError {
    let opening = tokens[opener].text(source);
    let closing = closer_of(opening).unwrap_or_default();
    let place =
        if found.is_empty() { "before the end of the text".to_owned() } else { format!("before `{found}`") };
    let error = SyntaxError::new("E0205", format!("missing `{closing}` {place}"), found_at)
        .related(tokens[opener].span, format!("this `{opening}` is never closed"));
    let next = tokens.get(opener + 1).map(|token| token.text(source));
    if begins_unit(found) && opening == "{" {
        error.hint(format!("`{found}` cannot stand inside a body; bodies and types do not nest"))
    } else if matches!(opening, "if" | "do") && next != Some("::") {
        error.hint(format!("write `{opening} :: condition -> statement :: else -> statement {closing}`"))
    } else {
        error
    }
}
