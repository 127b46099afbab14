//! Counts the states of a Promela model: the checker as a library.
//!
//! `cargo run --release -p checker --example count -- model.pml [dfs|bfs]`

use checker::{Config, Hooks, dispatch};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::Disk;
use promela::text::Options;
use std::sync::atomic::AtomicBool;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_default();
    let mut config = Config { max_errors: None, ..Config::default() };
    for argument in arguments {
        match &argument[..] {
            "-E" => config.end_states = false,
            other => config.search = other.parse().unwrap(),
        }
    }
    let model = match promela::compile(&file, &Disk, &Options::default()) {
        Ok(model) => model,
        Err(failure) => {
            for diagnostic in &failure.diagnostics {
                println!("{diagnostic:?}");
            }
            return;
        }
    };
    let program = model.program(NumberWidth::Narrow, Optimisation::NONE).map_err(|f| f.diagnostics).unwrap();
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let outcome = dispatch::run(&program, &config, &mut hooks).unwrap();
    let s = outcome.stats;
    println!(
        "{} {}/{}/{}/{}, {}, {} {:?} {:?} {:.2}s {}B",
        file,
        s.stored,
        s.matched,
        s.transitions(),
        s.atomic_steps,
        s.depth,
        s.errors,
        outcome.verdict,
        outcome.stop,
        outcome.search_time.as_secs_f64(),
        s.vector_bytes
    );
}
