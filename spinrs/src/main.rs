//! The spinrs command: arguments, reports, exit codes. The only place that prints.

mod args;
mod check;
mod commands;
mod coverage;
mod draw;
mod exit;
mod explain;
mod front_end;
mod help;
mod progress;
mod replay;
mod report;
mod run;
mod signal;
mod simulate;
mod style;
mod system;
mod trail_file;
mod units;
mod wording;

use args::Request;
use std::process::ExitCode;

fn main() -> ExitCode {
    let request = Request::parse(std::env::args_os()).unwrap_or_else(|error| error.exit());
    ExitCode::from(match request {
        Request::Check(args) => check::run(&args),
        Request::Replay(args) => replay::run(&args),
        Request::Explain(args) => explain::run(&args),
        Request::Simulate(args) => simulate::run(&args),
        Request::Draw(args) => draw::run(&args),
        Request::Completions(shell) => help::completions(shell),
        Request::Manual => help::manual(),
    })
}
