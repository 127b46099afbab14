//! Promela text in, executable program out.

pub mod ast;
pub mod diagnostic;
pub mod hir;
pub mod parser;
pub mod source;
pub mod text;
