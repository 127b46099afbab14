//! Control flow and what is not supported: what the resolver and the automata say.

use super::Entry;

/// In the order of their codes.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        code: "E0323",
        title: "run in the wrong place",
        text: "`run` starts a process each time it is evaluated, so it may stand only where that \
               happens exactly once: alone, or on the right side of an assignment.",
        wrong: "proctype Q() { skip } byte x; init { if :: x == 0 && run Q() :: else fi }",
        right: "proctype Q() { skip } byte x; init { if :: x == 0 -> run Q() :: else fi }",
    },
    Entry {
        code: "E0324",
        title: "break outside a loop",
        text: "`break` leaves the innermost `do` or `for`. An `if` needs none: control goes on behind \
               `fi`. To go elsewhere use `goto`.",
        wrong: "byte x; init { if :: x == 0 -> break :: else fi }",
        right: "byte x; init { do :: x == 0 -> break :: else -> x = 0 od }",
    },
    Entry {
        code: "E0325",
        title: "a label where no state begins",
        text: "The first statement of an atomic sequence, a block or the main part of an `unless` \
               shares its state with what stands around it. Put the label in front of that.",
        wrong: "byte x; init { atomic { L: x = 1; x == 1 }; goto L }",
        right: "byte x; init { L: atomic { x = 1; x == 1 }; goto L }",
    },
    Entry {
        code: "E0326",
        title: "a jump into or out of a d_step",
        text: "A d_step is one step and has no inside for others. `atomic` may be entered and left.",
        wrong: "byte x; init { d_step { x = 1; goto done }; x == 1; done: skip }",
        right: "byte x; init { atomic { x = 1; goto done }; x == 1; done: skip }",
    },
    Entry {
        code: "E0327",
        title: "not inside a d_step",
        text: "A d_step must run to its end without other processes, so it can neither start them nor \
               look into them.",
        wrong: "proctype Q() { skip } init { d_step { run Q() } }",
        right: "proctype Q() { skip } init { atomic { run Q() } }",
    },
    Entry {
        code: "E0328",
        title: "a sequence without a statement",
        text: "`xr`, `xs` and declarations of channels are no statements, so they alone make no \
               sequence; add `skip`.",
        wrong: "chan c = [1] of { byte }; init { atomic { xr c }; c!1; c?_ }",
        right: "chan c = [1] of { byte }; init { xr c; atomic { c!1; c?_ } }",
    },
    Entry {
        code: "E0329",
        title: "two times else",
        text: "`else` is taken when no other option can be, so one selection has at most one.",
        wrong: "byte x; init { if :: x == 1 :: else -> x = 1 :: else -> x = 2 fi }",
        right: "byte x; init { if :: x == 1 :: else -> x = 1 fi }",
    },
    Entry {
        code: "E0330",
        title: "else beside channel operations with xr or xs",
        text: "Whether the other option can be taken depends on a channel, which breaks the promise \
               that partial-order reduction relies on.",
        wrong: "chan c = [1] of { byte }; init { xr c; if :: c?_ :: else fi }",
        right: "chan c = [1] of { byte }; init { xr c; c!1; if :: c?_ fi }",
    },
    Entry {
        code: "E0350",
        title: "never claims are not supported yet",
        text: "Assertions and end states can be checked without the claim.",
        wrong: "never { skip } init { skip }",
        right: "init { skip }",
    },
    Entry {
        code: "E0351",
        title: "ltl formulas are not supported yet",
        text: "Assertions and end states can be checked without the formula.",
        wrong: "byte x; ltl p { [] (x == 0) } init { x == 0 }",
        right: "byte x; init { assert(x == 0) }",
    },
    Entry {
        code: "E0352",
        title: "trace assertions are not supported yet",
        text: "Assertions and end states can be checked without them.",
        wrong: "chan c = [1] of { byte }; trace { c!1 } init { c!1; c?_ }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "E0353",
        title: "notrace assertions are not supported yet",
        text: "Assertions and end states can be checked without them.",
        wrong: "chan c = [1] of { byte }; notrace { c!1 } init { c!1; c?_ }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "E0354",
        title: "embedded C is not supported",
        text: "There is no C compiler in the loop: c_code, c_expr, c_decl, c_state and c_track cannot \
               be run. Most of what they do can be said in Promela.",
        wrong: "init { c_code { int x; } }",
        right: "init { skip }",
    },
    Entry {
        code: "E0355",
        title: "np_ belongs into never claims",
        text: "`np_` says that no process is at a progress label, and means something only in a never \
               claim.",
        wrong: "init { np_ }",
        right: "init { skip }",
    },
    Entry {
        code: "E0356",
        title: "STDIN is not supported",
        text: "Spin's simulator can read characters from the keyboard; a verifier has none.",
        wrong: "byte x; init { STDIN?x; x == 1 }",
        right: "byte x; init { x == 0 }",
    },
    Entry {
        code: "E0357",
        title: "D_proctype is not supported yet",
        text: "Spin checks that such a process is deterministic. Write `proctype` to do without that \
               check.",
        wrong: "D_proctype P() { skip } init { run P() }",
        right: "proctype P() { skip } init { run P() }",
    },
    Entry {
        code: "E0401",
        title: "jumps that only lead to each other",
        text: "A `goto` whose label stands at another `goto` that leads back never reaches a statement. \
               Add `skip` to make it a loop.",
        wrong: "init { a: goto b; b: goto a }",
        right: "init { a: skip; goto a }",
    },
    Entry {
        code: "E0402",
        title: "a sequence without a statement",
        text: "Every sequence needs at least one statement.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0403",
        title: "two times else",
        text: "A choice can have only one `else`.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0404",
        title: "break outside a loop",
        text: "`break` has no loop to leave.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0405",
        title: "an undefined label",
        text: "A `goto` leads to a label that stands nowhere.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0406",
        title: "the state is too large",
        text: "The variables of a state may take at most 32 MiB. Look for large arrays and channels \
               with large capacities.",
        wrong: "int a[16000000]; init { a[0] == 1 }",
        right: "int a[16]; init { a[0] == 1 }",
    },
    Entry {
        code: "E0407",
        title: "run beside another operand",
        text: "Whether the process is started would depend on another part of the expression. Give \
               `run` a statement of its own.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0408",
        title: "run cannot be used here",
        text: "No process can be started while this expression is evaluated.",
        wrong: "",
        right: "",
    },
];
