//! Random well-typed Promela models, written as text.
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
