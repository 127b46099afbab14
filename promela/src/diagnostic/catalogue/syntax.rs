//! Syntax: what the parser says.

use super::Entry;

/// In the order of their codes.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        code: "E0200",
        title: "the model is too large",
        text: "Places in the text are counted in 32 bits: a model has at most four gigabytes.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0201",
        title: "a character that does not belong to Promela",
        text: "Outside of strings and comments only the characters of ASCII that the language uses may \
               appear. Quotes and blanks copied from a document often look right and are others.",
        wrong: "byte x; init { x = 1 € }",
        right: "byte x; init { x = 1; assert(x == 1) }",
    },
    Entry {
        code: "E0202",
        title: "a malformed string or character",
        text: "A character constant holds one character, a string ends on its line.",
        wrong: "byte x; init { x = 'ab' }",
        right: "byte x; init { x = 'a'; assert(x == 97) }",
    },
    Entry {
        code: "E0203",
        title: "a number that no type holds",
        text: "The largest type is `int`, with values from -2147483648 to 2147483647. Spin takes such a \
               number modulo 2^32 without a word.",
        wrong: "int x = 3000000000; init { x == 1 }",
        right: "int x = 2000000000; init { x == 1 }",
    },
    Entry {
        code: "E0204",
        title: "too many brackets are open",
        text: "Parentheses, braces, `if` and `do` nest up to a limit that no model written by hand \
               reaches.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0205",
        title: "a bracket is never closed",
        text: "`{` needs `}`, `(` needs `)`, `if` needs `fi`, `do` needs `od`. The second place is the \
               one that is open; the first is where it was noticed, so the mistake lies between the \
               two.",
        wrong: "byte x; init { if :: x == 0 -> skip :: else }",
        right: "byte x; init { if :: x == 0 -> skip :: else fi }",
    },
    Entry {
        code: "E0206",
        title: "a bracket that was never opened",
        text: "A closing `}`, `)`, `fi` or `od` has no partner.",
        wrong: "init { skip fi }",
        right: "init { skip }",
    },
    Entry {
        code: "E0207",
        title: "if and do are closed by each other's word",
        text: "`if` ends with `fi`, `do` with `od`.",
        wrong: "byte x; init { do :: x < 3 -> x++ :: else -> break fi }",
        right: "byte x; init { do :: x < 3 -> x++ :: else -> break od }",
    },
    Entry {
        code: "E0210",
        title: "something else was expected",
        text: "The text is no Promela at this place; the message says what could stand here and what \
               was found.",
        wrong: "chan c = [2] { byte }; init { c!1 }",
        right: "chan c = [2] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "E0211",
        title: "a statement is missing",
        text: "Every block, option and arrow needs at least one statement. `skip` does nothing.",
        wrong: "byte x; init { x = 1; { }; x == 1 }",
        right: "byte x; init { x = 1; { skip }; x == 1 }",
    },
    Entry {
        code: "E0212",
        title: "an expression is missing or has no place here",
        text: "An operator, bracket or comma needs a value behind it. A receive takes variables, \
               constants and `eval(expression)`.",
        wrong: "byte x; init { x = 1 + }",
        right: "byte x; init { x = 1 + 1; assert(x == 2) }",
    },
    Entry {
        code: "E0213",
        title: "a separator is missing",
        text: "Statements are separated by `;` or `->`. A line break will do only after some \
               statements, such as those that end in `}`, `fi` or `od`.",
        wrong: "byte x, y; init { x = 1 y = 2 }",
        right: "byte x, y; init { x = 1; y = x; assert(y == 1) }",
    },
    Entry {
        code: "E0214",
        title: "= and == are confused",
        text: "`=` assigns and is a statement; `==` compares and is part of an expression; a \
               declaration takes `=`.",
        wrong: "byte x; init { if :: (x = 1) -> skip :: else fi }",
        right: "byte x; init { if :: (x == 1) -> skip :: else fi }",
    },
    Entry {
        code: "E0215",
        title: "a keyword cannot be a name",
        text: "The words of the language are reserved; `spinrs` names the one that was used. Choose \
               another name.",
        wrong: "byte len; init { skip }",
        right: "byte length; init { length == 0 }",
    },
    Entry {
        code: "E0216",
        title: "a label cannot stand before a declaration",
        text: "A label names a statement. Put it before the next statement, or add `skip` for it.",
        wrong: "init { again: byte x; x == 1; goto again }",
        right: "init { byte x; again: x == 1; goto again }",
    },
    Entry {
        code: "E0217",
        title: "`::` is missing or misplaced",
        text: "Every option of `if` and `do` begins with `::`, and `::` stands nowhere else.",
        wrong: "byte x; init { do x < 3 -> x++ od }",
        right: "byte x; init { do :: x < 3 -> x++ :: else -> break od }",
    },
    Entry {
        code: "E0218",
        title: "an operator that Promela does not have",
        text: "There is no `+=`, `and`, `not` or `=<`. `x++` and `x--` exist, but as statements only.",
        wrong: "byte x; init { x += 1 }",
        right: "byte x; init { x = x + 1; assert(x == 1) }",
    },
    Entry {
        code: "E0219",
        title: "full, empty, nfull and nempty stand alone",
        text: "They may be joined by `&&` and `||` but neither negated nor compared, because \
               partial-order reduction relies on their form. The negation of `full` is `nfull`, that of \
               `empty` is `nempty`; `len(c)` is a number like any other.",
        wrong: "chan c = [1] of { byte }; init { !full(c) }",
        right: "chan c = [1] of { byte }; init { nfull(c) }",
    },
    Entry {
        code: "E0220",
        title: "an expression is too large",
        text: "An expression has a limit on its operators and operands that none written by hand \
               reaches. Compute it in steps.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0221",
        title: "a statement stands outside of all processes",
        text: "At the top level stand declarations, proctypes, inlines and `init`. Statements belong \
               into a body; a global variable gets its first value in its declaration. A misspelt \
               keyword looks like a statement, too.",
        wrong: "byte x; x = 1; init { x == 1 }",
        right: "byte x = 1; init { x == 1 }",
    },
    Entry {
        code: "E0222",
        title: "a `for` as in C",
        text: "A `for` counts from one value to another, both included, or walks over an array or a \
               channel.",
        wrong: "byte i; init { for (i = 0; i < 3; i++) { skip } }",
        right: "byte i; init { for (i : 0 .. 2) { assert(i < 3) } }",
    },
    Entry {
        code: "E0223",
        title: "a list of mtype constants inside a body",
        text: "Symbolic constants are global.",
        wrong: "init { mtype = { red }; skip }",
        right: "mtype = { red }; init { skip }",
    },
    Entry {
        code: "E0224",
        title: "a construct of another language",
        text: "Promela has `if`, `do`, `for` and `goto`, conditions that wait, processes and inlines; \
               the hint says which one takes the place of this word.",
        wrong: "byte x; init { while (x < 3) { x++ } }",
        right: "byte x; init { do :: x < 3 -> x++ :: else -> break od }",
    },
    Entry {
        code: "E0225",
        title: "a call of something that does not exist",
        text: "A name with parentheses behind it is the call of an inline or a macro, and none has this \
               name.",
        wrong: "byte x; init { asert(x == 0) }",
        right: "byte x; init { assert(x == 0) }",
    },
    Entry {
        code: "E0226",
        title: "a send or receive inside an expression",
        text: "Sends and receives are statements. In an expression `nfull(c)` says whether a send is \
               possible and `c?[...]` whether a receive is.",
        wrong: "chan c = [1] of { byte }; byte x; init { if :: x == 0 && c!1 :: else fi }",
        right: "chan c = [1] of { byte }; byte x; init { if :: x == 0 && nfull(c) -> c!1; c?x :: else fi }",
    },
    Entry {
        code: "E0299",
        title: "an error in spinrs",
        text: "The grammar accepted something that the parser cannot read. Please report it with the \
               model.",
        wrong: "",
        right: "",
    },
];
