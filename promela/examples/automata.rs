//! Reads a model and prints its automata, or what is wrong with it: the front end as a library.
//!
//! `cargo run -p promela --example automata -- model.pml`

use promela::Failure;
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
    match show(&name, &*files) {
        Ok(text) => print!("{text}"),
        Err(failure) => eprint!("{}", render_all(&failure.diagnostics, &failure.sources, Style::Plain)),
    }
}

fn show(name: &str, files: &dyn Loader) -> Result<String, Failure> {
    let model = promela::compile(name, files, &Options::default())?;
    let program = model.program(NumberWidth::Narrow, Optimisation::NONE)?;
    Ok(automata(&program, &model.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_shown_and_errors_are_explained() {
        let text = show("m.pml", &Memory::single("m.pml", MODEL)).unwrap();
        assert!(text.contains("c!x") && text.contains("c?x"), "{text}");
        let failure = show("m.pml", &Memory::single("m.pml", "init { x = 1 }")).unwrap_err();
        assert_eq!(failure.diagnostics[0].code, "E0302");
    }
}
