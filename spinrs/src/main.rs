//! The spinrs command.
fn main() {}
