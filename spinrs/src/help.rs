//! Help: a screenful for everyday use, everything on request, a manual page and completions for shells.

use crate::args::command;
use crate::exit;
use checker::{HashChoice, HashSpec, StoreChoice};
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// What `--help` shows: it fits a terminal of 24 lines and 80 columns.
pub(crate) const SCREEN: &str = "\
Checks models written in Promela: assertions, deadlocks, errors at run time.

Usage: spinrs [OPTIONS] MODEL
       spinrs COMMAND --help

Examples:
  spinrs model.pml                        look for errors, stop at the first
  spinrs model.pml -DN=3 --search bfs     breadth first: a short way to an error
  spinrs model.pml --errors all --json    count all errors, for scripts
  spinrs replay model.pml                 show the way to the error
  spinrs replay model.pml -o way.html     the same as a page to step through
  spinrs simulate -i model.pml            choose every step yourself
  spinrs draw model.pml -o model.svg      draw the automata, or the state space
  spinrs explain E0302                    say more about a message
Options:
  -D NAME[=VALUE]   define a macro            --max-memory SIZE  such as 4G
  --errors N|all    when to stop [1]          --max-time TIME    such as 10m
  --search dfs|bfs  order of states [dfs]     --json             for scripts
  --shorten         shorter ways with dfs     -q, --quiet        verdict only
  --trail FILE      where the way goes        --coverage FILE    mark the source
  --help-all        all options, hashes and stores (spinrs man: a manual page)
Exit status: 0 holds, 1 violated, 2 not answered (a limit, an interrupt, an
error in the model)
";

const EXAMPLES: &str = "\
Examples:
  spinrs model.pml                            look for errors, stop at the first
  spinrs model.pml --search bfs               a short way to an error
  spinrs model.pml --search bfs --por off     a shortest one
  spinrs model.pml --errors all --json        count all errors, for scripts
  spinrs model.pml --store tree               less memory for each state

Exit status: 0 holds, 1 violated, 2 not answered (a limit, an interrupt, an error
in the model)";

/// What follows the help of `replay`.
pub(crate) const REPLAY: &str = "\
Examples:
  spinrs replay model.pml                              the trail that `spinrs model.pml` has left
  spinrs replay model.pml model.pml.trail -o way.html  a page to step through in a browser
  spinrs replay model.pml --format spin > for.trail    then: spin -k for.trail -p model.pml

A trail that Spin's verifier has written can be replayed, too; made with `spin -o3 -a` it
always fits.
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

/// Help on two levels: `--help` fits a screen, `--help-all` shows everything.
pub(crate) fn on_two_levels(command: Command) -> Command {
    let help = || Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    let help_all = Arg::new("help_all").long("help-all").action(ArgAction::HelpLong);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .arg(help().help("Show the help that fits a screen"))
        .arg(help_all.help("Show all options, hashes and stores"))
        .arg(version.help("Show the version"))
        // They are listed below, with what each is.
        .mut_args(|arg| {
            let listed_below = ["hash", "store"].contains(&arg.get_id().as_str());
            arg.hide_possible_values(listed_below)
        })
        .mut_subcommands(|command| command.disable_help_flag(true).arg(help().help("Show this help")))
        .after_help(format!("{}\n{EXAMPLES}", choices()))
}

/// Every hash and every store in one line each.
fn choices() -> String {
    let mut out = String::from("Hashes (--hash):\n");
    // Writing to a string cannot fail.
    for hash in HashChoice::ALL {
        let _ = writeln!(out, "  {:<18}{}", hash.name(), hash.about());
    }
    out += "\nParameters of hashes, as in --hash=cyclic:delta=3,map=wang,finish=mix [defaults]:\n";
    for (name, about) in HashSpec::ABOUT {
        let _ = writeln!(out, "  {name:<18}{about}");
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
    let written = write_manual(&mut out).is_ok();
    status(written && exit::print(&String::from_utf8_lossy(&out)))
}

/// One page for all commands: a part of its own for each.
fn write_manual(out: &mut Vec<u8>) -> io::Result<()> {
    let mut command = command();
    command.build();
    let page = Man::new(command.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_options_section(out)?;
    for subcommand in command.get_subcommands() {
        let mut part = Vec::new();
        let page = Man::new(subcommand.clone());
        page.render_synopsis_section(&mut part)?;
        page.render_description_section(&mut part)?;
        page.render_options_section(&mut part)?;
        let title = subcommand.get_bin_name().unwrap_or(subcommand.get_name()).to_uppercase();
        writeln!(out, ".SH \"{title}\"")?;
        // Its sections are parts of a section here.
        out.extend(String::from_utf8_lossy(&part).replace(".SH ", ".SS ").into_bytes());
        preformatted(out, subcommand.get_after_help())?;
    }
    writeln!(out, ".SH HASHES, STORES, EXAMPLES")?;
    preformatted(out, command.get_after_help())
}

/// Text whose lines stay as they are.
fn preformatted(out: &mut Vec<u8>, text: Option<&StyledStr>) -> io::Result<()> {
    let text = text.map(ToString::to_string).unwrap_or_default().replace('\\', "\\\\").replace('-', "\\-");
    // A dot or an apostrophe that begins a line would be a command.
    let shielded = text.lines().map(|line| format!("\\&{line}\n")).collect::<String>();
    if shielded.is_empty() { Ok(()) } else { write!(out, ".PP\n.nf\n{shielded}.fi\n") }
}

fn status(written: bool) -> u8 {
    if written { exit::HOLDS } else { exit::NOT_ANSWERED }
}
