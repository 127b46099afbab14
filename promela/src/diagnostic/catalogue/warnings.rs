//! Warnings: models that are correct but hardly what was meant.

use super::Entry;

/// In the order of their codes.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        code: "W0301",
        title: "a variable as a constant",
        text: "Where a constant is needed, Spin takes the value with which a variable is initialised, \
               or 1. Later changes of the variable have no effect: use a macro.",
        wrong: "byte n = 4; byte a[n]; init { a[0] == n }",
        right: r#"#define N 4
byte a[N]; init { a[0] == 1 }"#,
    },
    Entry {
        code: "W0302",
        title: "a channel is made when the process starts",
        text: "A channel declared among statements exists from the start of the process, not from its \
               declaration on.",
        wrong: "byte x; init { x = 1; chan c = [1] of { byte }; c!x; c?_ }",
        right: "byte x; init { chan c = [1] of { byte }; x = 1; c!x; c?_ }",
    },
    Entry {
        code: "W0303",
        title: "only the first element is initialised here",
        text: "An array declared among statements becomes an assignment to its first element, as in \
               Spin.",
        wrong: "byte x; init { x = 1; byte a[2] = 7; a[1] == x }",
        right: "byte x; init { byte a[2] = 7; x = 1; a[1] == x }",
    },
    Entry {
        code: "W0304",
        title: "an empty range",
        text: "The first value of the range is larger than the last: a `for` does nothing, a `select` \
               takes the first value.",
        wrong: "byte i; init { for (i : 3 .. 1) { assert(i < 9) } }",
        right: "byte i; init { for (i : 1 .. 3) { assert(i < 9) } }",
    },
    Entry {
        code: "W0305",
        title: "a label in front of an option",
        text: "The label names the first statement of the option, not the selection: a jump to it \
               enters that option.",
        wrong: "init { if :: L: skip fi; goto L }",
        right: "init { L: if :: skip fi; goto L }",
    },
    Entry {
        code: "W0306",
        title: "else beside an option that waits for a channel",
        text: "The `else` is taken whenever no message is there at that moment. If the process should \
               wait, leave it out.",
        wrong: "chan c = [1] of { byte }; init { c!1; if :: c?_ :: else fi }",
        right: "chan c = [1] of { byte }; init { c!1; if :: c?_ fi }",
    },
    Entry {
        code: "W0307",
        title: "an else that guards nothing",
        text: "Behind other statements `else` is always true. It belongs directly behind `::`.",
        wrong: "init { if :: skip; else; skip fi }",
        right: "byte x; init { if :: x == 1 :: else fi }",
    },
    Entry {
        code: "W0308",
        title: "an index outside its array",
        text: "The first element has index 0, the last the size minus one. Reaching this statement is \
               an error at run time.",
        wrong: "byte a[3]; init { a[3] = 1; a[0] == 0 }",
        right: "byte a[3]; init { a[2] = 1; a[0] == 0 }",
    },
    Entry {
        code: "W0309",
        title: "a message of another size than the channel",
        text: "Missing fields are an error at run time, and so are fields that the channel does not \
               have.",
        wrong: "chan c = [1] of { byte, byte }; init { c!1; c?_,_ }",
        right: "chan c = [1] of { byte, byte }; init { c!1,2; c?_,_ }",
    },
    Entry {
        code: "W0311",
        title: "an array indexed with its own element",
        text: "Spin refuses such an assignment, because its verifier cannot undo it; ours can.",
        wrong: "byte a[2]; init { a[a[0]] = 1 }",
        right: "byte a[2], i; init { i = a[0]; a[i] = 1 }",
    },
    Entry {
        code: "W0312",
        title: "printf with another number of values",
        text: "Every conversion such as %d needs one value behind the format.",
        wrong: r#"byte x; init { printf("%d %d\n", x) }"#,
        right: r#"byte x; init { printf("%d\n", x) }"#,
    },
    Entry {
        code: "W0313",
        title: "a channel and a number are confused",
        text: "A parameter of type `chan` needs a channel, any other needs a number.",
        wrong: "proctype P(chan c) { c!1 } chan d = [1] of { byte }; init { run P(1); d!1; d?_ }",
        right: "proctype P(chan c) { c!1 } chan d = [1] of { byte }; init { run P(d); d?_ }",
    },
    Entry {
        code: "W0314",
        title: "timeout inside a d_step",
        text: "`timeout` is true only when nothing else can happen, and inside a d_step nothing else is \
               looked at. It can only be the first statement.",
        wrong: "byte x; init { d_step { x = 1; timeout; x == 1 } }",
        right: "byte x; init { timeout; d_step { x = 1; x == 1 } }",
    },
    Entry {
        code: "W0315",
        title: "an array without an index",
        text: "It means the first element, as in Spin, which reports an error and goes on. Write `[0]` \
               if that is meant.",
        wrong: "byte a[2]; init { a = 1; a[0] == 1 }",
        right: "byte a[2]; init { a[0] = 1; a[0] == 1 }",
    },
    Entry {
        code: "W0316",
        title: "constants of different mtypes",
        text: "A constant of one set is given to a variable of another, where it means something else. \
               Spin reports a type error and goes on.",
        wrong: "mtype:fruit = { apple }; mtype:colour = { red }; mtype:fruit f; init { f = red; f == apple }",
        right: "mtype:fruit = { apple }; mtype:colour = { red }; mtype:fruit f; init { f = apple; f == apple }",
    },
    Entry {
        code: "W0317",
        title: "a label with the name of a variable",
        text: "Both can be used, but readers will confuse them. Spin reports an error and goes on.",
        wrong: "byte done; init { done == 0; goto done; done: skip }",
        right: "byte done; init { done == 0; goto stop; stop: skip }",
    },
    Entry {
        code: "W0501",
        title: "a variable whose values are never read",
        text: "Nothing depends on it. Spin's optimisations, on by default, leave a global variable like that out \
               of the states; with `--no-hiding` or `--optimise none`, states that differ in it alone are searched \
               one by one. Remove it, declare it `hidden`, or receive into `_`.",
        wrong: "byte x; init { x = 1 }",
        right: "byte x; init { x = 1; assert(x == 1) }",
    },
    Entry {
        code: "W0502",
        title: "a variable that is never used",
        text: "It can be removed; until then it takes room in every state, unless it is a channel that \
               never holds a message.",
        wrong: "byte x; init { skip }",
        right: "init { skip }",
    },
    Entry {
        code: "W0503",
        title: "a proctype that is never started",
        text: "No `run` names it and it is not `active`, so what it says is not checked.",
        wrong: "proctype P() { skip } init { skip }",
        right: "proctype P() { skip } init { run P() }",
    },
    Entry {
        code: "W0504",
        title: "a channel to which nothing is ever sent",
        text: "A receive from it waits forever. Only channels that are used under their own name \
               everywhere are judged.",
        wrong: "chan c = [1] of { byte }; init { c?_ }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "W0505",
        title: "a channel from which nothing is ever received",
        text: "A send blocks once the channel is full; to a rendezvous channel it blocks at once.",
        wrong: "chan c = [1] of { byte }; init { c!1 }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "W0506",
        title: "a receive that nothing matches",
        text: "It waits for a constant that no send puts into that field.",
        wrong: "mtype = { a, b }; chan c = [1] of { mtype }; init { c!a; if :: c?a :: c?b fi }",
        right: "mtype = { a, b }; chan c = [1] of { mtype }; init { c!a; c!b; if :: c?a :: c?b fi }",
    },
    Entry {
        code: "W0507",
        title: "a statement that is never reached",
        text: "What stands before it jumps away or loops forever, and no label leads to it.",
        wrong: "init { L: skip; goto L; skip }",
        right: "init { L: skip; goto L }",
    },
    Entry {
        code: "W0508",
        title: "an option that is never taken",
        text: "Its guard is the constant 0, or, inside a d_step, an option above it can always be \
               taken: a d_step takes the first that it can.",
        wrong: "byte x; init { if :: false -> x = 1 :: x == 0 fi }",
        right: "byte x; init { if :: x == 1 -> x = 1 :: x == 0 fi }",
    },
    Entry {
        code: "W0509",
        title: "an else that is never taken",
        text: "`else` is taken when no other option can be, and one of the others can always be: an \
               assignment, `skip`, `printf`. Often `=` was written for `==`.",
        wrong: "byte x; init { if :: x = 1 :: else -> x == 0 fi }",
        right: "byte x; init { if :: x == 1 :: else -> x == 0 fi }",
    },
    Entry {
        code: "W0510",
        title: "a constant that does not fit",
        text: "A value is cut to the bits of its type without a word: 256 becomes 0 in a byte, -1 \
               becomes 255.",
        wrong: "byte x; init { x = 256; x == 0 }",
        right: "short x; init { x = 256; x == 0 }",
    },
    Entry {
        code: "W0511",
        title: "a comparison that the type decides",
        text: "No value of the type can make it come out otherwise. A byte is never negative and never \
               256.",
        wrong: "byte x; init { x == 256 }",
        right: "short x; init { x == 256 }",
    },
    Entry {
        code: "W0512",
        title: "a rendezvous inside a d_step",
        text: "A d_step runs alone, so nobody can take the message: an error at run time. Only its \
               first statement may receive from a rendezvous channel.",
        wrong: "chan c = [0] of { byte }; byte x; active proctype P() { d_step { x = 1; c!x } } active proctype Q() { c?_ }",
        right: "chan c = [0] of { byte }; byte x; active proctype P() { atomic { x = 1; c!x } } active proctype Q() { c?_ }",
    },
    Entry {
        code: "W0513",
        title: "a comparison inside a bit operation",
        text: "As in C, `x & 1 == 0` means `x & (1 == 0)`. Write parentheses.",
        wrong: "byte x; init { x & 1 == 0 }",
        right: "byte x; init { (x & 1) == 0 }",
    },
    Entry {
        code: "W0514",
        title: "a read that partial-order reduction does not see",
        text: "As in Spin, reduction takes the start and the end of a process for independent of all other \
               steps, although they change `_nr_pr` and the number that the next process gets, and it \
               looks neither at the arguments of a `run` nor at the indexes of a local array. A model \
               that reads such a value may have errors that only some orders show, and a reduced search \
               may leave those out. What it finds is right; a model that holds is checked fully with \
               `--por off`. Start processes in one atomic sequence, and wait with `_nr_pr == 1`.",
        wrong: "byte n; proctype P() { n++ } init { run P(); run P(); assert(_nr_pr > 1 || n == 2) }",
        right: "byte n; proctype P() { n++ } init { atomic { run P(); run P() }; _nr_pr == 1 -> assert(n == 2) }",
    },
];
