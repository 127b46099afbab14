//! Statement separators.
//!
//! Since Spin 6.3 a line break may stand for `;`, and Spin's lexer also forgives separators that are
//! missing behind `}` and `else` or repeated. This pass makes all of that explicit: in its output any
//! two statements (or declarations) of a sequence have exactly one `;` or `->` between them; one may
//! also trail before `}`, `::`, `fi` and `od`.
//!
//! Spin's rule: within the braces of a proctype, init, claim, trace or typedef, and outside
//! parentheses, a line break becomes `;` if the token before it can end a statement. Ours adds that the
//! token behind must be able to start one, so that an expression may go on with an operator on the next
//! line; where Spin accepts a model, both read it alike.

use std::collections::HashSet;

use super::Prepared;
use super::inline::{Inlined, Item};
use super::map::Expanded;
use super::token::Kind;

struct Separator<'a> {
    text: &'a str,
    /// Names of typedefs met so far: a type does not end a statement.
    types: HashSet<&'a str>,
    /// For each open brace, the parentheses open around it.
    braces: Vec<usize>,
    parentheses: usize,
    /// The outermost brace belongs to a unit that has statements or fields.
    in_body: bool,
    /// The next brace at the outermost level opens such a unit.
    body_ahead: bool,
    /// The number of parentheses open before that of a `for`, while it is open.
    for_head: Option<usize>,
    /// A `for (...)` was just closed.
    after_for: bool,
    before: [Option<Item>; 2],
}

/// What becomes of a token.
#[derive(PartialEq, Eq)]
enum Fate {
    Keep,
    KeepAfterSemicolon,
    Drop,
}

/// Writes the final text.
pub(super) fn separate(input: Inlined) -> Prepared {
    let Inlined { text: source, older, items, mut map, sources, warnings } = input;
    let mut separator = Separator {
        text: &source,
        types: HashSet::new(),
        braces: Vec::new(),
        parentheses: 0,
        in_body: false,
        body_ahead: false,
        for_head: None,
        after_for: false,
        before: [None; 2],
    };
    let mut text = String::with_capacity(source.len());
    for item in items {
        let fate = separator.judge(item);
        if fate == Fate::Drop {
            continue;
        }
        if fate == Fate::KeepAfterSemicolon {
            text.push(';');
        }
        if let Some(before) = separator.before[0] {
            if item.token.newline {
                text.push('\n');
            } else if before.token.span.end != item.token.span.start {
                text.push(' ');
            }
        }
        map.copy(&older, item.token.span, text.len(), item.call);
        text.push_str(item.token.text(&source));
        separator.advance(item);
    }
    Prepared { expanded: Expanded { text, sources, map }, warnings }
}

impl<'a> Separator<'a> {
    fn judge(&self, item: Item) -> Fate {
        let Some(before) = self.before[0].filter(|_| self.in_body && self.parentheses == 0) else {
            return Fate::Keep;
        };
        let separator = self.is_separator(item);
        if separator && (self.is_separator(before) || self.after_for) {
            return Fate::Drop;
        }
        let text = before.token.text(self.text);
        let due = match before.token.kind {
            Kind::Punctuator if text == "}" => true,
            Kind::Word if text == "else" => true,
            _ => item.token.newline && self.can_end(before),
        };
        let name_of_run = self.before[1].is_some_and(|b| b.token.text(self.text) == "run");
        let call = name_of_run && item.token.text(self.text) == "(";
        if due && self.can_start(item) && !self.after_for && !call {
            return Fate::KeepAfterSemicolon;
        }
        Fate::Keep
    }

    fn is_separator(&self, item: Item) -> bool {
        matches!(item.token.text(self.text), ";" | "->")
    }

    fn can_end(&self, item: Item) -> bool {
        let text = item.token.text(self.text);
        match item.token.kind {
            Kind::Number | Kind::Character | Kind::Code => true,
            Kind::Punctuator => matches!(text, "}" | ")" | "]" | "++" | "--"),
            Kind::Word => !NEVER_LAST.contains(&text) && !self.types.contains(text),
            Kind::String => false,
        }
    }

    fn can_start(&self, item: Item) -> bool {
        let text = item.token.text(self.text);
        match item.token.kind {
            Kind::Number | Kind::Character => true,
            Kind::Word => !matches!(text, "unless" | "fi" | "od" | "of"),
            Kind::Punctuator => matches!(text, "(" | "{" | "!" | "-" | "~"),
            Kind::Code | Kind::String => false,
        }
    }

    /// Follows brackets and units past a token.
    fn advance(&mut self, item: Item) {
        let text = item.token.text(self.text);
        let before = self.before[0].map(|before| before.token.text(self.text));
        self.after_for = false;
        match (item.token.kind, text) {
            (Kind::Punctuator, "(") => {
                if before == Some("for") && self.for_head.is_none() {
                    self.for_head = Some(self.parentheses);
                }
                self.parentheses += 1;
            }
            (Kind::Punctuator, ")") => {
                self.parentheses = self.parentheses.saturating_sub(1);
                if self.for_head == Some(self.parentheses) {
                    self.for_head = None;
                    self.after_for = true;
                }
            }
            (Kind::Punctuator, "{") => {
                if self.braces.is_empty() {
                    self.in_body = std::mem::take(&mut self.body_ahead);
                }
                self.braces.push(self.parentheses);
                self.parentheses = 0;
                self.for_head = None;
            }
            (Kind::Punctuator, "}") => {
                self.parentheses = self.braces.pop().unwrap_or(0);
                self.in_body &= !self.braces.is_empty();
            }
            (Kind::Word, name) if self.braces.is_empty() && self.parentheses == 0 => {
                self.body_ahead |= UNITS_WITH_BODIES.contains(&name);
                if before == Some("typedef") {
                    self.types.insert(name);
                }
            }
            _ => {}
        }
        self.before = [Some(item), self.before[0]];
    }
}

const UNITS_WITH_BODIES: [&str; 7] =
    ["proctype", "D_proctype", "init", "never", "trace", "notrace", "typedef"];

/// Words behind which a statement must go on.
const NEVER_LAST: [&str; 45] = [
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "byte",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "chan",
    "d_step",
    "do",
    "empty",
    "enabled",
    "eval",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "int",
    "len",
    "local",
    "mtype",
    "nempty",
    "nfull",
    "of",
    "pc_value",
    "pid",
    "printf",
    "printm",
    "priority",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "unless",
    "unsigned",
    "xr",
    "xs",
];
