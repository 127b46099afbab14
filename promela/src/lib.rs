//! Promela text in, executable program out.

pub mod ast;
pub mod hir;
pub mod source;
