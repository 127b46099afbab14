//! The parser that pest makes of `grammar.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar.pest"]
pub(super) struct Grammar;
