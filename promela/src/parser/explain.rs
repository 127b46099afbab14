//! What to say about a parse that failed.
//!
//! All that is known is the token at which no rule could go on. That token, the one before it and the
//! bracket around both are usually enough to name the mistake; the cases are tried from the most specific
//! to the most general.

use super::SyntaxError;
use super::brackets::is_block;
use super::error::UNKNOWN_CALL;
use super::grammar::{Grammar, Rule};
use super::habits;
use super::scan::Scan;
use super::token::TokenKind;
use crate::source::Span;
use pest::Parser;

/// Explains the failure at a position of the text, where pest would have gone on with one of `wanted`.
pub(super) fn explain(scan: &Scan, position: usize, wanted: &[Rule]) -> SyntaxError {
    let view = View::new(scan, position);
    None.or_else(|| view.for_head())
        .or_else(|| view.mtype_in_body())
        .or_else(|| view.equals_sign())
        .or_else(|| view.foreign_operator())
        .or_else(|| view.foreign_construct())
        .or_else(|| view.message_in_expression())
        .or_else(|| view.options())
        .or_else(|| view.keyword_as_name())
        .or_else(|| view.nothing_where_something_belongs())
        .or_else(|| view.statement_outside_processes())
        .or_else(|| view.receive_argument())
        .or_else(|| view.missing_separator())
        .unwrap_or_else(|| view.unexpected(wanted))
}

/// The surroundings of a failure.
struct View<'a> {
    scan: &'a Scan,
    /// Index of the token that was found.
    index: usize,
    /// The token that was found; empty at the end of the text.
    found: &'a str,
    /// The one before it; empty at the beginning.
    before: &'a str,
    /// The innermost bracket around the gap between the two.
    bracket: Option<usize>,
    span: Span,
}

impl<'a> View<'a> {
    fn new(scan: &'a Scan, position: usize) -> Self {
        let index = scan.token_at(position);
        let end = scan.text().len() as u32;
        View {
            scan,
            index,
            found: scan.word(Some(index)),
            before: scan.word(index.checked_sub(1)),
            bracket: scan.around(index),
            span: scan.tokens().get(index).map_or(Span { start: end, end }, |token| token.span),
        }
    }

    fn error(&self, code: &'static str, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(code, message, self.span)
    }

    /// Points at the token before as well.
    fn after_before(&self, error: SyntaxError, text: &str) -> SyntaxError {
        match self.index.checked_sub(1).and_then(|before| self.scan.tokens().get(before)) {
            Some(token) => error.related(token.span, text),
            None => error,
        }
    }

    /// How the found token is named in a message.
    fn found(&self) -> String {
        match self.scan.tokens().get(self.index).map(|token| token.kind) {
            None => "the end of the text".to_owned(),
            Some(TokenKind::String) => "a string".to_owned(),
            Some(TokenKind::Foreign) => "`{`".to_owned(),
            Some(_) => format!("`{}`", self.found),
        }
    }

    fn kind(&self, index: Option<usize>) -> Option<TokenKind> {
        index.and_then(|index| self.scan.tokens().get(index)).map(|token| token.kind)
    }

    fn before_ends_operand(&self) -> bool {
        let before = self.index.checked_sub(1);
        match self.kind(before) {
            Some(TokenKind::Word) => !is_keyword(self.before) || ends_operand(self.before),
            Some(TokenKind::Punctuation) => matches!(self.before, ")" | "]" | "}" | "++" | "--"),
            Some(_) => true,
            None => false,
        }
    }

    /// Whether statements may stand here.
    fn in_block(&self) -> bool {
        self.bracket.is_some_and(|bracket| is_block(|index| self.scan.word(Some(index)), bracket))
    }

    /// Whether this is between the braces of `[n] of { ... }`.
    fn in_message_type(&self) -> bool {
        let before_bracket = self.bracket.and_then(|bracket| bracket.checked_sub(1));
        self.scan.word(before_bracket) == "of"
    }

    /// The first token of the statement or unit in which the failure lies.
    fn statement_start(&self) -> usize {
        let mut start = self.index;
        while let Some(previous) = start.checked_sub(1) {
            if Some(previous) == self.bracket
                || matches!(self.scan.word(Some(previous)), ";" | "->" | "::" | "}")
            {
                break;
            }
            start = self.scan.opening(previous);
        }
        start
    }

    /// C's `for`, most likely.
    fn for_head(&self) -> Option<SyntaxError> {
        let opener = self.bracket?.checked_sub(1);
        (self.scan.word(opener) == "for" && (self.found == "=" || self.before == "in")).then(|| {
            self.error("E0222", format!("unexpected {} in the head of a `for`", self.found()))
                .hint("write `for (i : 1 .. 9) { ... }` or `for (i in array) { ... }`")
        })
    }

    fn mtype_in_body(&self) -> Option<SyntaxError> {
        let list = self.before == "mtype" && matches!(self.found, "=" | "{");
        (list && self.in_block()).then(|| {
            self.error("E0223", "a list of `mtype` constants must be global").hint("move it out of the body")
        })
    }

    fn equals_sign(&self) -> Option<SyntaxError> {
        let adjacent = self.index.checked_sub(1).map(|before| self.scan.tokens()[before].span.end)
            == Some(self.span.start);
        match self.found {
            "=" if adjacent
                && matches!(self.before, "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>") =>
            {
                let message = format!("Promela has no operator `{}=`", self.before);
                Some(self.error("E0218", message).hint(format!("write `x = x {} ...`", self.before)))
            }
            "=" if self.before_ends_operand() && self.bracket.is_some() => Some(
                self.error("E0214", "`=` here should be `==`")
                    .hint("`=` assigns, and only as a statement of its own; `==` compares"),
            ),
            "==" if self.in_declaration() => Some(
                self.error("E0214", "`==` here should be `=`")
                    .hint("a declaration gives an initial value with `=`"),
            ),
            _ => None,
        }
    }

    fn in_declaration(&self) -> bool {
        let first = self.scan.word(Some(self.statement_start()));
        is_type(first) || matches!(first, "hidden" | "show" | "local")
    }

    /// Operators that other languages have, or have elsewhere.
    fn foreign_operator(&self) -> Option<SyntaxError> {
        let tokens = self.scan.tokens();
        let before = self.index.checked_sub(1).and_then(|before| tokens.get(before)).map(|token| token.span);
        let joined = before.filter(|span| span.end == self.span.start);
        let candidates = [
            (self.before.to_owned(), before),
            (self.found.to_owned(), Some(self.span)),
            (format!("{}{}", self.before, self.found), joined.map(|s| Span { end: self.span.end, ..s })),
        ];
        for (text, span) in candidates {
            if let (Some(operator), Some(span)) = (habits::operator(&text), span) {
                let message = format!("Promela has no operator `{text}`");
                return Some(SyntaxError::new("E0218", message, span).hint(format!("write `{operator}`")));
            }
        }
        match self.found {
            "++" | "--" => {
                let hint = format!("write `x{}` as a statement of its own", self.found);
                Some(
                    self.error("E0218", format!("`{}` cannot be part of an expression", self.found))
                        .hint(hint),
                )
            }
            "!!" => Some(
                self.error("E0218", "`!!` is the sorted send, not a double negation").hint("write `! !x`"),
            ),
            "unless" => Some(
                self.error("E0210", "`unless` does not chain")
                    .hint("put `{` and `}` around the first `unless`"),
            ),
            _ => None,
        }
    }

    /// Constructs of other languages, and calls of what is not defined.
    fn foreign_construct(&self) -> Option<SyntaxError> {
        let before = self.index.checked_sub(1)?;
        let start = self.statement_start();
        // Followed by an operator it would be a variable.
        let begins_construct = |&token: &usize| match self.kind(Some(token + 1)) {
            Some(TokenKind::Punctuation) => matches!(self.scan.word(Some(token + 1)), "(" | "{"),
            following => following.is_some(),
        };
        let begins = [start, before, self.index].into_iter().filter(begins_construct).find_map(|token| {
            let word = self.scan.word(Some(token));
            habits::construct(word).map(|hint| (token, word, hint))
        });
        if let Some((token, word, hint)) = begins
            && !is_keyword(word)
        {
            let message = format!("Promela has no `{word}`");
            return Some(SyntaxError::new("E0224", message, self.scan.tokens()[token].span).hint(hint));
        }
        let is_name = self.kind(Some(before)) == Some(TokenKind::Word) && !is_keyword(self.before);
        if self.found != "(" || !is_name || !self.in_block() {
            return None;
        }
        let message = format!("there is no inline or macro `{}`", self.before);
        let error = SyntaxError::new(UNKNOWN_CALL, message, self.scan.tokens()[before].span);
        Some(match habits::misspelt(self.before, habits::CALL_WORDS) {
            Some(word) => error.hint(format!("did you mean `{word}`?")),
            None => error.hint("an inline is defined by `inline name(parameters) { ... }`"),
        })
    }

    /// `x == 0 && c!1`: a message statement where a value is needed.
    fn message_in_expression(&self) -> Option<SyntaxError> {
        let (what, instead) = match self.found {
            "!" | "!!" => ("send", "`nfull(c)` says whether a send is possible"),
            "?" | "??" => ("receive", "`c?[...]` says whether a receive is possible"),
            _ => return None,
        };
        let joins = |token: usize| matches!(self.scan.word(Some(token)), "&&" | "||" | "==" | "!=");
        let in_expression = (self.statement_start()..self.index).any(joins);
        (self.in_block() && in_expression && self.before_ends_operand()).then(|| {
            self.error("E0226", format!("a {what} is a statement and cannot be part of an expression"))
                .hint(instead)
        })
    }

    /// `::` and what belongs around it.
    fn options(&self) -> Option<SyntaxError> {
        let mut opener = self.index.checked_sub(1);
        while matches!(self.scan.word(opener), "->" | ";") {
            opener = opener.and_then(|token| token.checked_sub(1));
        }
        let word = self.scan.word(opener);
        let hint = match word {
            "do" => "write `do :: condition -> statement :: else -> break od`",
            _ => "write `if :: condition -> statement :: else -> statement fi`",
        };
        if matches!(word, "if" | "do") && self.found != "::" {
            let next = opener.map(|token| self.scan.word(Some(token + 1))).unwrap_or_default();
            let message = match next.is_empty() {
                true => format!("expected `::` after `{word}`"),
                false => format!("expected `::` after `{word}`, found `{next}`"),
            };
            return Some(self.error("E0217", message).hint(hint));
        }
        let around = self.scan.word(self.bracket);
        (self.found == "::" && !matches!(around, "if" | "do")).then(|| {
            let error = self.error("E0217", "`::` may only stand directly inside `if` or `do`");
            match self.bracket {
                Some(bracket) => error
                    .related(self.scan.tokens()[bracket].span, format!("it stands inside this `{around}`")),
                None => error.hint(hint),
            }
        })
    }

    fn keyword_as_name(&self) -> Option<SyntaxError> {
        let wants_name = match self.before {
            "goto" | "run" | "proctype" | "D_proctype" | "typedef" | "." => true,
            "," => self.in_declaration(),
            before => is_type(before) && !self.in_message_type(),
        };
        (wants_name && is_keyword(self.found))
            .then(|| self.error("E0215", format!("`{}` is a keyword and cannot be a name", self.found)))
    }

    /// A closing bracket, a separator or the end comes too soon.
    fn nothing_where_something_belongs(&self) -> Option<SyntaxError> {
        if !matches!(self.found, ";" | "->" | "::" | "}" | ")" | "]" | "fi" | "od" | "," | ":" | ".." | "") {
            return None;
        }
        let (code, wanted) = match self.before {
            "{" if !self.in_block() => ("E0210", "a name"),
            "{" if self.found == "}" => {
                let error = self
                    .error("E0211", "there is no statement between `{` and `}`")
                    .hint("write `skip` if nothing is to be done");
                return Some(self.after_before(error, "the block begins here"));
            }
            ";" | "->" | "::" | "{" | "unless" | "else" => ("E0211", "a statement"),
            "goto" => ("E0210", "a label"),
            "run" | "proctype" | "D_proctype" | "typedef" => ("E0210", "a name"),
            "atomic" | "d_step" | "init" => ("E0210", "`{`"),
            "printf" | "printm" | "select" | "for" | "len" | "full" | "empty" | "nfull" | "nempty"
            | "eval" | "enabled" | "pc_value" | "get_priority" | "set_priority" | "provided" => {
                ("E0210", "`(`")
            }
            "priority" => ("E0210", "a number"),
            "of" => ("E0210", "`{`"),
            "hidden" | "show" | "local" => ("E0210", "a type"),
            before if is_type(before) => ("E0210", "a name"),
            "," if self.in_declaration() && self.scan.word(self.bracket) != "(" => ("E0210", "a name"),
            "," | "(" | "[" | ":" | ".." | "assert" => ("E0212", "an expression"),
            before if is_operator(before) => ("E0212", "an expression"),
            _ => return None,
        };
        let message = format!("expected {wanted} after `{}`, found {}", self.before, self.found());
        Some(self.error(code, message))
    }

    fn statement_outside_processes(&self) -> Option<SyntaxError> {
        let start = self.statement_start();
        let first = self.scan.word(Some(start));
        let begins_statement = match self.kind(Some(start)) {
            Some(TokenKind::Word) => !is_keyword(first) || is_statement_keyword(first),
            Some(TokenKind::Punctuation) => matches!(first, "(" | "{" | "!" | "-" | "~"),
            Some(_) => true,
            None => false,
        };
        if self.bracket.is_some() || !begins_statement {
            return None;
        }
        let span = self.scan.tokens()[start].span;
        let error = SyntaxError::new("E0221", "a statement must stand inside a proctype or `init`", span);
        Some(match habits::misspelt(first, habits::UNIT_WORDS) {
            Some(word) if !is_keyword(first) => {
                let message = format!("no unit of a model begins with `{first}`");
                SyntaxError { message, ..error }.hint(format!("did you mean `{word}`?"))
            }
            _ => error.hint("initial values stand in declarations, statements in `init { ... }`"),
        })
    }

    fn receive_argument(&self) -> Option<SyntaxError> {
        let receives = (self.statement_start()..self.index).any(|token| {
            self.scan.parent(token) == self.bracket && matches!(self.scan.word(Some(token)), "?" | "??")
        });
        (receives && is_operator(self.found)).then(|| {
            self.error("E0212", "a receive takes variables, constants and `eval(expression)`")
                .hint("write `eval(...)` around an expression whose value must match")
        })
    }

    fn missing_separator(&self) -> Option<SyntaxError> {
        let begins_something = match self.kind(Some(self.index)) {
            Some(TokenKind::Punctuation) => matches!(self.found, "(" | "{" | "[" | "~" | "!"),
            Some(_) => true,
            None => false,
        };
        if !begins_something || !self.before_ends_operand() {
            return None;
        }
        let found = self.found();
        if self.in_block() {
            let error = self.error("E0213", format!("missing `;` before {found}"));
            return Some(self.after_before(error, "this statement ends here"));
        }
        let around = self.scan.word(self.bracket);
        let close = match around {
            "(" => "`)`",
            "[" => "`]`",
            "{" => "`}`",
            _ => return None,
        };
        Some(self.error("E0213", format!("expected `,`, an operator or {close} before {found}")))
    }

    fn unexpected(&self, wanted: &[Rule]) -> SyntaxError {
        let mut wanted: Vec<_> = wanted.iter().filter_map(|&rule| describe(rule)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let found = self.found();
        let place = match self.before {
            "" => "at the beginning of the text".to_owned(),
            before => format!("after `{before}`"),
        };
        let message = match wanted.as_slice() {
            [] => format!("unexpected {found} {place}"),
            [only] => format!("expected {only} {place}, found {found}"),
            [others @ .., last] => {
                format!("expected {} or {last} {place}, found {found}", others.join(", "))
            }
        };
        let error = self.error("E0210", message);
        match wanted.as_slice() {
            ["`of`"] => error.hint("write `chan c = [2] of { byte, mtype }`"),
            _ => error,
        }
    }
}

/// How a rule is named in a list of what was expected; none if naming it would not help.
fn describe(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::left_paren => "`(`",
        Rule::right_paren => "`)`",
        Rule::right_bracket => "`]`",
        Rule::left_brace | Rule::body | Rule::foreign => "`{`",
        Rule::right_brace => "`}`",
        Rule::comma => "`,`",
        Rule::assign => "`=`",
        Rule::dots => "`..`",
        Rule::label_colon | Rule::range => "`:`",
        Rule::kw_in => "`in`",
        Rule::kw_of => "`of`",
        Rule::name => "a name",
        Rule::number => "a number",
        Rule::string => "a string",
        Rule::type_name => "a type",
        Rule::declaration => "a declaration",
        Rule::expression => "an expression",
        Rule::step | Rule::sequence => "a statement",
        _ => return None,
    })
}

fn is_type(word: &str) -> bool {
    matches!(word, "bit" | "bool" | "byte" | "pid" | "short" | "int" | "unsigned" | "chan" | "mtype")
}

fn is_operator(text: &str) -> bool {
    matches!(
        text,
        "+" | "-"
            | "*"
            | "/"
            | "%"
            | "&"
            | "|"
            | "^"
            | "~"
            | "!"
            | "?"
            | "!!"
            | "??"
            | "<"
            | ">"
            | "="
            | "=="
            | "!="
            | "<="
            | ">="
            | "<<"
            | ">>"
            | "&&"
            | "||"
            | "."
    )
}

/// Keywords that can be the last word of an expression or statement.
fn ends_operand(word: &str) -> bool {
    matches!(word, "fi" | "od" | "break" | "else" | "skip" | "true" | "false" | "timeout" | "np_")
}

/// Keywords that begin a statement.
fn is_statement_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "do"
            | "for"
            | "select"
            | "goto"
            | "break"
            | "else"
            | "atomic"
            | "d_step"
            | "printf"
            | "printm"
            | "assert"
            | "set_priority"
            | "skip"
            | "true"
            | "false"
            | "timeout"
            | "run"
            | "xr"
            | "xs"
    )
}

fn is_keyword(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && Grammar::parse(Rule::keyword, word)
            .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_str() == word))
}
