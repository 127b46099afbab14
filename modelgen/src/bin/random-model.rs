//! Prints a random Promela model: `random-model SEED [SHAPE]`.

use std::process::ExitCode;

use modelgen::{Shape, generate};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed = args.first().and_then(|s| s.parse::<u64>().ok());
    let shape = Shape::named(args.get(1).map_or("mixed", String::as_str));
    match (seed, shape) {
        (Some(seed), Some(shape)) if args.len() <= 2 => {
            print!("{}", generate(seed, &shape));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!(
                "usage: random-model SEED [SHAPE]\nSEED is a number, SHAPE one of: {}",
                Shape::NAMES.join(", ")
            );
            ExitCode::from(2)
        }
    }
}
