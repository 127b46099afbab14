//! Promela text in, executable program out.

pub mod ast;
pub mod compile;
pub mod diagnostic;
pub mod exec;
pub mod flow;
pub mod hir;
pub mod ir;
mod jit;
pub mod layout;
pub mod lint;
pub mod lower;
pub mod parser;
pub mod print;
pub mod resolve;
pub mod source;
mod spelling;
pub mod text;

pub use compile::{Failure, Model, compile};
