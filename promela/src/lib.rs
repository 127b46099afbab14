//! Promela text in, executable program out.

pub mod ast;
pub mod parser;
pub mod source;
