//! Words and operators that other languages have, and misspelt keywords.

use crate::spelling;

/// What Promela has instead of a construct of another language that begins with this word.
pub(super) fn construct(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" | "repeat" | "loop" => "write `do :: condition -> statements :: else -> break od`",
        "switch" | "case" => "write `if :: x == 1 -> ... :: x == 2 -> ... :: else -> ... fi`",
        "elif" | "elsif" | "elseif" => "write another `:: condition -> statements` before `else`",
        "wait" | "await" | "when" => "write the condition itself: it waits until it is true",
        "function" | "procedure" | "def" | "void" | "fun" => {
            "write `inline name(parameters) { ... }` for text, `proctype` for a process"
        }
        "call" => "write `name(arguments)` for an inline, `run name(arguments)` for a process",
        "print" | "println" | "echo" => "write `printf(\"text\\n\")`",
        "send" => "write `channel!message`",
        "receive" | "recv" => "write `channel?variable`",
        "var" | "let" | "const" => "write the type first: `byte x = 1`; constants are `#define` or `mtype`",
        _ => return None,
    })
}

/// The operator that is written as this word or these signs elsewhere.
pub(super) fn operator(text: &str) -> Option<&'static str> {
    Some(match text {
        "and" | "AND" => "&&",
        "or" | "OR" => "||",
        "not" | "NOT" => "!",
        "xor" => "^",
        "mod" => "%",
        "div" => "/",
        "=<" => "<=",
        "=>" => ">=",
        "<>" => "!=",
        ":=" => "=",
        _ => return None,
    })
}

/// The keyword that a name before `(`, or in front of a unit, was probably meant to be.
pub(super) fn misspelt<'n>(word: &str, keywords: &[&'n str]) -> Option<&'n str> {
    spelling::nearest(word, keywords.iter().copied())
}

/// Keywords that begin a unit.
pub(super) const UNIT_WORDS: &[&str] = &[
    "active", "proctype", "init", "typedef", "inline", "mtype", "chan", "byte", "bool", "bit", "short",
    "int", "unsigned", "pid", "hidden", "show", "local", "never", "trace", "notrace", "ltl",
];

/// Keywords in front of `(`.
pub(super) const CALL_WORDS: &[&str] = &[
    "assert",
    "printf",
    "printm",
    "select",
    "for",
    "len",
    "full",
    "empty",
    "nfull",
    "nempty",
    "eval",
    "enabled",
    "pc_value",
    "get_priority",
    "set_priority",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_taken_for_keywords() {
        assert_eq!(misspelt("activ", UNIT_WORDS), Some("active"));
        assert_eq!(misspelt("asert", CALL_WORDS), Some("assert"));
        assert_eq!(misspelt("send_all", CALL_WORDS), None);
    }
}
