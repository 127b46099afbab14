//! Names, types and expressions: what the resolver says.

use super::Entry;

/// In the order of their codes.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        code: "E0301",
        title: "a name is declared twice",
        text: "Promela has no shadowing: a name that can be seen at a place cannot be declared again \
               there, whether as a variable, a constant, a type or a process. Two proctypes may each \
               have a local of the same name.",
        wrong: "byte x; active proctype P() { byte x; x = 1 }",
        right: "byte x; active proctype P() { byte y; y = x; assert(y == 0) }",
    },
    Entry {
        code: "E0302",
        title: "an undeclared variable",
        text: "Every variable must be declared above its use. It is seen inside the braces in which it \
               is declared, so a variable of another block or process is not.",
        wrong: "byte count; init { coutn = 1 }",
        right: "byte count; init { count = 1; assert(count == 1) }",
    },
    Entry {
        code: "E0303",
        title: "an unknown type",
        text: "The types are bit, bool, byte, pid, short, int, unsigned, chan, mtype and the typedefs \
               above. There are no fractions and no strings.",
        wrong: "float x; init { x == 1 }",
        right: "int x; init { x == 1 }",
    },
    Entry {
        code: "E0304",
        title: "an unknown proctype",
        text: "`run` names a proctype of the model.",
        wrong: "proctype Worker() { skip } init { run Woker() }",
        right: "proctype Worker() { skip } init { run Worker() }",
    },
    Entry {
        code: "E0305",
        title: "an unknown field",
        text: "What stands behind the dot must be a field of the structure before it.",
        wrong: "typedef T { byte left } T t; init { t.lft = 1 }",
        right: "typedef T { byte left } T t; init { t.left = 1; assert(t.left == 1) }",
    },
    Entry {
        code: "E0306",
        title: "an undefined label",
        text: "`goto` leads to a label of the same process.",
        wrong: "init { again: skip; goto agian }",
        right: "init { again: skip; goto again }",
    },
    Entry {
        code: "E0307",
        title: "a label stands twice",
        text: "Within a process every label has its own name.",
        wrong: "byte x; init { L: x = 1; L: x == 1; goto L }",
        right: "byte x; init { L: x = 1; M: x == 1; goto L }",
    },
    Entry {
        code: "E0308",
        title: "a label has the name of something else",
        text: "Names of constants, types and proctypes cannot be labels.",
        wrong: "mtype = { red }; init { red: skip; goto red }",
        right: "mtype = { red }; init { stop: skip; goto stop }",
    },
    Entry {
        code: "E0309",
        title: "a constant is needed here",
        text: "Sizes of arrays, capacities of channels, widths and numbers of processes are fixed when \
               the model is read. They may be computed from constants with + - * / %.",
        wrong: "byte n; byte a[n + 1]; init { a[0] == n }",
        right: r#"#define N 2
byte a[N + 1]; init { a[0] == 1 }"#,
    },
    Entry {
        code: "E0310",
        title: "an impossible size of an array",
        text: "An array has between 1 and 16777216 elements.",
        wrong: "byte a[0]; init { a[0] == 1 }",
        right: "byte a[1]; init { a[0] == 1 }",
    },
    Entry {
        code: "E0311",
        title: "an index on what is no array",
        text: "Only a variable declared with a size can be indexed.",
        wrong: "byte a; init { a[1] = 1 }",
        right: "byte a[2]; init { a[1] = 1; assert(a[1] == 1) }",
    },
    Entry {
        code: "E0312",
        title: "a whole structure where a number is needed",
        text: "Structures can be sent, received and passed to `run`; everything else is done field by \
               field.",
        wrong: "typedef T { byte x } T a, b; init { a = b }",
        right: "typedef T { byte x } T a, b; init { a.x = b.x; assert(a.x == 0) }",
    },
    Entry {
        code: "E0313",
        title: "a name that is no variable",
        text: "A type, a proctype or an inline is used as if it had a value.",
        wrong: "typedef T { byte x } T t; init { t.x == 1 && T == 1 }",
        right: "typedef T { byte x } T t; init { t.x == 1 }",
    },
    Entry {
        code: "E0314",
        title: "a channel is needed here",
        text: "`!`, `?`, `len` and the like work on variables of type `chan`.",
        wrong: "byte c; init { c!1 }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "E0315",
        title: "this cannot be assigned to",
        text: "Constants, `_pid`, `_nr_pr` and the like have values that statements cannot change. In a \
               receive, a constant is something to match, not to change.",
        wrong: "mtype = { red }; init { red = 1 }",
        right: "mtype = { red }; mtype m; init { m = red; assert(m == red) }",
    },
    Entry {
        code: "E0316",
        title: "`_` cannot be read",
        text: "The variable `_` takes values that nobody wants and has none itself.",
        wrong: "byte x; init { x = _ }",
        right: "byte x; chan c = [1] of { byte }; init { c!1; c?_; x == 0 }",
    },
    Entry {
        code: "E0317",
        title: "a channel is no number",
        text: "Channels can be assigned to each other, sent, passed and compared; they cannot be \
               computed with, and numbers are no channels.",
        wrong: "chan c = [1] of { byte }; init { c = 1 }",
        right: "chan c = [1] of { byte }; chan d; init { d = c; d!1; d?_ }",
    },
    Entry {
        code: "E0318",
        title: "too many symbolic constants",
        text: "The constants of an mtype are kept in a byte: 255 at most. Sets with names of their own, \
               `mtype:name`, are counted separately.",
        wrong: "",
        right: "",
    },
    Entry {
        code: "E0319",
        title: "the width of an unsigned",
        text: "An unsigned needs a width of 1 to 31 bits, behind its name; other types have none.",
        wrong: "unsigned x; init { x == 1 }",
        right: "unsigned x : 5; init { x == 1 }",
    },
    Entry {
        code: "E0320",
        title: "this cannot be hidden",
        text: "`hidden` keeps a global variable out of the state. Bits, channels and fields cannot be \
               hidden.",
        wrong: "hidden bit b; init { b = 1 }",
        right: "hidden byte b; init { b = 1 }",
    },
    Entry {
        code: "E0321",
        title: "this cannot be initialised so",
        text: "Only a `chan` starts as `[n] of { ... }`, only an array as a list, and parameters get \
               their values from `run`.",
        wrong: "byte x = [1] of { byte }; init { x == 1 }",
        right: "chan x = [1] of { byte }; init { x!1; x?_ }",
    },
    Entry {
        code: "E0322",
        title: "wrong number of arguments of run",
        text: "`run` gives every parameter of the proctype one value. Spin passes zeros or drops the \
               rest without a word.",
        wrong: "proctype P(byte n) { n == 1 } init { run P() }",
        right: "proctype P(byte n) { n == 1 } init { run P(1) }",
    },
    Entry {
        code: "E0331",
        title: "a loop over the wrong thing",
        text: "The variable of `for` and `select` is a plain number, not a channel or an element of an \
               array. `for (i in a)` walks over an array, `for (m in c)` over a channel that carries \
               structures of the type of m.",
        wrong: "chan c = [1] of { byte }; init { for (c : 1 .. 2) { skip } }",
        right: "byte i; init { for (i : 1 .. 2) { assert(i < 3) } }",
    },
    Entry {
        code: "E0332",
        title: "a faulty remote reference",
        text: "`P[n]:x` is the variable x, `P[n]@label` a place of the process with number n and type \
               P. Both must exist in P.",
        wrong: "active proctype P() { byte x; x == 1 } active proctype Q() { P[0]:y == 1 }",
        right: "active proctype P() { byte x; x == 1 } active proctype Q() { P[0]:x == 1 }",
    },
    Entry {
        code: "E0333",
        title: "not in a provided clause",
        text: "A process runs only while its `provided` clause holds. It is evaluated from outside, so \
               it may use constants, global variables, `_pid` and `_priority` only.",
        wrong: "active proctype P(byte p) provided (p == 1) { skip }",
        right: "byte g; active proctype P() provided (g == 0) { skip }",
    },
    Entry {
        code: "E0334",
        title: "an impossible priority",
        text: "A priority is a number from 1 to 255.",
        wrong: "active proctype P() priority 0 { skip }",
        right: "active proctype P() priority 2 { skip }",
    },
    Entry {
        code: "E0335",
        title: "one variable receives two fields",
        text: "Only one of the values could remain.",
        wrong: "chan c = [1] of { byte, byte }; byte x; init { c!1,2; c?x,x }",
        right: "chan c = [1] of { byte, byte }; byte x, y; init { c!1,2; c?x,y; x < y }",
    },
    Entry {
        code: "E0336",
        title: "no channel carries so many fields",
        text: "A statement sends or receives more fields than any channel of the model has.",
        wrong: "chan c = [1] of { byte }; init { c!1,2 }",
        right: "chan c = [1] of { byte, byte }; init { c!1,2; c?_,_ }",
    },
    Entry {
        code: "E0337",
        title: "a faulty xr or xs",
        text: "`xr c` promises that only this process receives from the channel named c, `xs c` that \
               only it sends to it.",
        wrong: "byte x; init { xr x; skip }",
        right: "chan c = [1] of { byte }; init { xr c; xs c; c!1; c?_ }",
    },
    Entry {
        code: "E0338",
        title: "no process to start with",
        text: "A model runs the processes of `active` proctypes and of `init`; others wait for a `run`.",
        wrong: "proctype P() { skip }",
        right: "active proctype P() { skip }",
    },
    Entry {
        code: "E0339",
        title: "this cannot be a parameter",
        text: "Parameters are numbers, channels and structures without arrays. Use a global array and \
               pass an index.",
        wrong: "proctype P(byte a[2]) { a[0] == 1 } init { run P(1) }",
        right: "byte a[2]; proctype P(byte i) { a[i] == 1 } init { run P(1) }",
    },
    Entry {
        code: "E0340",
        title: "an impossible channel",
        text: "A channel has a capacity of zero or more, and its messages have between one and many \
               fields, which cannot be `unsigned`.",
        wrong: "chan c = [1] of { unsigned }; init { c!1 }",
        right: "chan c = [1] of { byte }; init { c!1; c?_ }",
    },
    Entry {
        code: "E0341",
        title: "too many processes",
        text: "A proctype has at most 65535 processes at the start.",
        wrong: "active [70000] proctype P() { skip }",
        right: "active [7] proctype P() { skip }",
    },
    Entry {
        code: "E0342",
        title: "structures nest too deep",
        text: "A structure may contain structures, up to 64 deep.",
        wrong: "",
        right: "",
    },
];
