//! Random well-typed Promela models, written as text.
//!
//! Two checkers that claim to count the same states can be compared on any number of models, if somebody writes
//! them. [`generate`] does: a seed and a [`Shape`] name a model that Spin 6.5.2 accepts, whose state space is
//! finite and mostly small, and whose result does not depend on accidents of C or of pan.
//!
//! ```
//! let model = modelgen::generate(7, &modelgen::Shape::small());
//! assert_eq!(model, modelgen::generate(7, &modelgen::Shape::small()));
//! assert!(model.contains("proctype"));
//! ```
//!
//! # What is generated
//!
//! Optional parts depend on the [`Feature`]s drawn for the model.
//!
//! ```text
//! model      = macros? mtype-set* typedef* global* channel* inline* worker? proctype+ init?
//! macros     = "#define LIMIT k", "#define CAPPED(v) ..", a declaration behind "#ifdef"
//! typedef    = a flat record (may travel in messages), a record with an array and an array of the flat one
//! global     = scalar | array | record | array of records; "show" or "hidden"; initialiser or initialiser list
//! scalar     = bit | bool | byte | short | int | pid | unsigned : n | mtype | mtype:name
//! channel    = "chan" c ("[2]")? "= [0..2] of {" (scalar | chan | record)+ "}"
//! proctype   = ("active" ("[2]")?)? "proctype" P(params) ("priority" n)? ("provided" (data))? { local* stmt* }
//! local      = scalar | array | record | loop counter | pid | "chan k" | "chan c = [1] of { byte }"
//! stmt       = v "=" e | v "++" | v "--" | e | send | receive | "if" option+ "fi" | "do" option+ "od"
//!            | "atomic {" stmt+ "}" | "d_step {" stmt+ "}" | "{" stmt+ "} unless {" stmt+ "}" | "{" stmt+ "}"
//!            | "for (i : lo .. hi)" | "for (i in a)" | "select (v : lo .. hi)" | "goto L" | "break" | "skip"
//!            | "assert" | "printf" | inline call | v "=" inline call | "run" W(args) | v "= run" W(args)
//!            | "set_priority" | declaration
//! option     = "::" ("else" | "timeout" | stmt) ("->" stmt)*
//! send       = c "!" args | c "!!" args | c "!" tag(args)
//! receive    = c "?" pats | c "??" pats | c "?<" pats ">" | c "??<" pats ">" | c "?" tag(pats)
//! pat        = v | constant | "eval(" e ")" | "_"
//! e          = literal | v | _pid | _nr_pr | "len(c)" | (e op e) | -e | ~e | (cond -> e : e) | (cond)
//! op         = + - * / % & | ^ << >>
//! cond       = e rel e | tag == tag | cond && cond | cond || cond | !(cond) | c?[pats] | c??[pats]
//!            | full(c) | empty(c) | nfull(c) | nempty(c) | P[i]:v rel k | P[i]@L | _last == k | enabled(i)
//! ```
//!
//! # What holds by construction
//!
//! * Every variable keeps to a small range that contains 0; expressions carry their range. So nothing overflows,
//!   divisors are at least 1 and indexes fit, except where [`Feature::Faults`] asks for errors.
//! * *Wide* variables take any value of their type and show truncation. They are assigned only from variables
//!   of small range, so they cannot count up.
//! * Loops inside `atomic` and `d_step` end by themselves; other loops may run forever. `run` stands in straight
//!   code or behind a bound on `_nr_pr`.
//! * No statement reads what it writes as an index, because pan undoes such a step wrongly; no hidden variable
//!   is read outside the step that wrote it; a channel variable is used only after it received a channel.
//! * Remote references test first that the process exists, and occur only where pids are fixed.
//! * Constructs that Spin rejects or miscompiles are avoided, each where the code says so.

#![forbid(unsafe_code)]

mod comm;
mod control;
mod expr;
mod lines;
mod model;
mod process;
mod rng;
mod shape;
mod stmt;
mod types;
mod writer;

pub use shape::{Feature, Shape};

/// The model of this seed and shape: Promela text that Spin accepts.
#[must_use]
pub fn generate(seed: u64, shape: &Shape) -> String {
    writer::Writer::new(seed, shape).model(shape)
}
