//! Going on after a failure: what could not be parsed is overwritten.
//!
//! Inside a body the statement that holds the failure becomes the statement `1`; outside, the unit
//! becomes blank. When a statement is too small a thing to blame (an empty block, an `if` without
//! options) the one around it goes. Every step removes text, so parsing again comes to an end.

use super::brackets::{begins_unit, is_block};
use super::scan::Scan;
use super::token::TokenKind;
use std::ops::Range;

/// Overwrites what holds the failure at `position`. Gives the bytes from its start to the failure, or
/// nothing if there is no text left.
pub(super) fn recover(scan: &mut Scan, position: usize) -> Option<Range<usize>> {
    let last = scan.tokens().len().checked_sub(1)?;
    let failed = scan.token_at(position).min(last);
    let (range, filling) = match statement_around(scan, failed) {
        Some(range) => (range, "1"),
        None => (unit_around(scan, failed), ""),
    };
    let bytes = scan.bytes_of(range);
    if bytes.is_empty() {
        return None;
    }
    scan.give_up(bytes.clone(), filling);
    scan.update();
    Some(bytes.start..bytes.end.max(position))
}

/// The smallest statement around a token that something can be put in place of.
fn statement_around(scan: &Scan, mut token: usize) -> Option<Range<usize>> {
    loop {
        let bracket = scan.around(token)?;
        if is_block(|index| scan.word(Some(index)), bracket)
            && let Some(range) = statement_in(scan, bracket, token)
            && !(range.len() == 1 && scan.word(Some(range.start)) == "1")
        {
            return Some(range);
        }
        token = bracket;
    }
}

/// The tokens around `token` up to the nearest separators inside a bracket.
fn statement_in(scan: &Scan, bracket: usize, token: usize) -> Option<Range<usize>> {
    let close = scan.closing(bracket);
    let mut start = token;
    while start > bracket + 1 && !is_separator(scan, start - 1) {
        start = scan.opening(start - 1);
    }
    let mut end = token;
    while end < close && !is_separator(scan, end) {
        end = scan.closing(end) + 1;
    }
    let before_first_option = scan.word(Some(bracket)) != "{" && start == bracket + 1;
    (start < end && !before_first_option).then_some(start..end)
}

fn is_separator(scan: &Scan, token: usize) -> bool {
    matches!(scan.word(Some(token)), ";" | "->" | "::")
}

/// The tokens of the unit around a token that is in no body.
fn unit_around(scan: &Scan, token: usize) -> Range<usize> {
    let mut start = scan.opening(token);
    while let Some(parent) = scan.parent(start) {
        start = parent;
    }
    let mut end = start;
    while start > 0 && !begins_unit(scan.word(Some(start))) {
        if matches!(scan.word(Some(start - 1)), ";" | "}") || is_foreign(scan, start - 1) {
            break;
        }
        start = scan.opening(start - 1);
    }
    if let Some(active) = active_before(scan, start) {
        start = active;
    }
    while end < scan.tokens().len() {
        let word = scan.word(Some(end));
        if end > token && begins_unit(word) && active_before(scan, end).is_none() {
            break;
        }
        let ends_here = matches!(word, ";" | "{" | "}") || is_foreign(scan, end);
        end = scan.closing(end) + 1;
        if ends_here {
            break;
        }
    }
    start..end
}

fn is_foreign(scan: &Scan, token: usize) -> bool {
    scan.tokens().get(token).is_some_and(|token| token.kind == TokenKind::Foreign)
}

/// The `active` or `active [n]` in front of a `proctype`.
fn active_before(scan: &Scan, proctype: usize) -> Option<usize> {
    let mut before = proctype.checked_sub(1)?;
    if scan.word(Some(before)) == "]" {
        before = scan.opening(before).checked_sub(1)?;
    }
    (scan.word(Some(before)) == "active").then_some(before)
}
