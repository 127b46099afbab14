//! Reads a model and prints its automata, or what is wrong with it: the front end as a library.
//!
//! `cargo run -p promela --example automata -- model.pml`

use promela::diagnostic::{Style, render_all};
use promela::lower::{NumberWidth, Optimisation};
use promela::print::automata;
use promela::source::{Disk, Loader, Memory};
use promela::text::Options;

const MODEL: &str = "chan c = [1] of { byte }; active proctype P() { byte x; do :: c!x :: c?x -> break od }";

fn main() {
    let (name, files): (String, Box<dyn Loader>) = match std::env::args().nth(1) {
        Some(name) => (name, Box::new(Disk)),
        None => ("example.pml".to_owned(), Box::new(Memory::single("example.pml", MODEL))),
    };
    let model = match promela::compile(&name, &*files, &Options::default()) {
        Ok(model) => model,
        Err(failure) => {
            eprint!("{}", render_all(&failure.diagnostics, &failure.sources, Style::Plain));
            return;
        }
    };
    match model.program(NumberWidth::Narrow, Optimisation::NONE) {
        Ok(program) => print!("{}", automata(&program, &model.text)),
        Err(failure) => eprint!("{}", render_all(&failure.diagnostics, &failure.sources, Style::Plain)),
    }
}
