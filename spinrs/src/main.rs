//! The spinrs command: arguments, reports, exit codes. The only place that prints.

mod args;
mod check;
mod exit;
mod front_end;
mod progress;
mod report;
mod signal;
mod style;
mod system;
mod units;
mod wording;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    ExitCode::from(match (cli.command, cli.check) {
        (Some(Command::Replay(_)), _) => exit::usage("not yet"),
        (None, Some(args)) => check::run(&args),
        (None, None) => exit::usage("no model given; see --help"),
    })
}
