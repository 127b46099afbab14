//! Help: a screenful for everyday use, everything on request, a manual page and completions for shells.

use crate::args::command;
use crate::exit;
use checker::{HashChoice, StoreChoice};
use clap::{Arg, ArgAction, Command};
use clap_complete::Shell;
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  spinrs model.pml                        look for errors, stop at the first
  spinrs -DN=3 model.pml --search bfs     a shortest way to the error
  spinrs model.pml --errors all --json    count all errors, for scripts
  spinrs replay model.pml                 show the way to the error
  spinrs replay model.pml -o way.html     the same as a page to step through
  spinrs simulate -i model.pml            choose every step yourself

Exit status: 0 holds, 1 violated, 2 not answered (a limit, an interrupt, an error in the model)
--help-all shows all options, hashes and stores; spinrs COMMAND --help those of a command.";

/// What follows the help of `replay`.
pub(crate) const REPLAY: &str = "\
Examples:
  spinrs replay model.pml                              the trail that `spinrs model.pml` has left
  spinrs replay model.pml model.pml.trail -o way.html  a page to step through in a browser
  spinrs replay model.pml --format spin > for.trail    then: spin -k for.trail -p model.pml

A trail that Spin's verifier has written can be replayed, too; made with `spin -o3 -a` it always fits.
Exit status: 1 if the trail leads to the error, 2 if it cannot be replayed";

/// What follows the help of `simulate`.
pub(crate) const SIMULATE: &str = "\
Examples:
  spinrs simulate model.pml --seed 7                   a random run
  spinrs simulate -i model.pml                         choose every step; h shows the commands
  spinrs simulate -i model.pml --trail model.pml.trail look around along a trail (t follows it)
  spinrs simulate model.pml --steps 500 -o run.html    a page to step through in a browser

Exit status: 1 if the run meets an error, 0 if not, which says little about other runs";

/// What follows the help of `draw`.
pub(crate) const DRAW: &str = "\
Examples:
  spinrs draw model.pml -o automata.svg
  spinrs draw model.pml --what states -o states.svg
  spinrs draw model.pml --proctype P | dot -Tpdf > p.pdf";

/// Options that everybody needs; the others show with --help-all.
const EVERYDAY: [&str; 13] = [
    "model",
    "define",
    "errors",
    "search",
    "hash",
    "store",
    "max_memory",
    "max_time",
    "trail",
    "json",
    "quiet",
    "help",
    "help_all",
];

/// Help on two levels: `--help` fits a screen, `--help-all` shows everything.
pub(crate) fn on_two_levels(command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    let help_all = Arg::new("help_all").long("help-all").action(ArgAction::HelpLong);
    command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .arg(help.help("Show this screen"))
        .arg(help_all.help("Show all options, hashes and stores"))
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help("Show the version"),
        )
        .mut_args(|arg| {
            let everyday = EVERYDAY.contains(&arg.get_id().as_str());
            let listed_below = ["hash", "store"].contains(&arg.get_id().as_str());
            arg.hide_short_help(!everyday).hide_possible_values(listed_below)
        })
        .mut_subcommands(|command| {
            let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
            command.disable_help_flag(true).arg(help.help("Show this screen"))
        })
        .after_help(EXAMPLES)
        .after_long_help(format!("{}\n{EXAMPLES}", choices()))
}

/// Every hash and every store in one line each.
fn choices() -> String {
    let mut out = String::from("Hashes (--hash):\n");
    // Writing to a string cannot fail.
    for hash in HashChoice::ALL {
        let _ = writeln!(out, "  {:<18}{}", hash.name(), hash.about());
    }
    out += "\nStores (--store):\n";
    for store in StoreChoice::ALL {
        let _ = writeln!(out, "  {:<18}{}", store.name(), store.about());
    }
    out
}

/// Writes completions for a shell; gives the exit status.
pub(crate) fn completions(shell: Shell) -> u8 {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut command(), "spinrs", &mut out);
    status(exit::print(&String::from_utf8_lossy(&out)))
}

/// Writes the manual page; gives the exit status.
pub(crate) fn manual() -> u8 {
    let mut out = Vec::new();
    let written = clap_mangen::Man::new(command()).render(&mut out).is_ok();
    status(written && exit::print(&String::from_utf8_lossy(&out)))
}

fn status(written: bool) -> u8 {
    if written { exit::HOLDS } else { exit::NOT_ANSWERED }
}
