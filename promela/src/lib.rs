//! Promela text in, executable program out.

pub mod diagnostic;
pub mod source;
pub mod text;
