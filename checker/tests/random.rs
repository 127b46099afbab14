//! Random models give Spin's counts.
//!
//! Three fixed samples, whose counts `scripts/record-random-counts` recorded: without optimisation and reduction, with
//! Spin's optimisations, and with partial-order reduction too. And a few fresh models counted by Spin itself
//! where it is installed. The script `random-models` compares as many as you like.

use checker::{Config, EngineChoice, HashChoice, Hooks, Optimisation, Outcome, SearchChoice, Stop, verify};
use modelgen::{Shape, generate};
use promela::source::Memory;
use promela::text::Options;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

/// What Spin counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counts {
    stored: u64,
    matched: u64,
    atomic_steps: u64,
    depth: u64,
    errors: u64,
    /// An error at run time ended the search.
    stopped: bool,
}

/// What Spin was asked: to count as it is written, with its optimisations, or with reduction too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Raw,
    Default,
    Reduced,
}

fn run(text: &str, mode: Mode, search: SearchChoice, hash: HashChoice, engine: EngineChoice) -> Outcome {
    let loader = Memory::single("m.pml", text);
    let model = promela::compile("m.pml", &loader, &Options::default());
    let model = model.unwrap_or_else(|failure| panic!("{:#?}\n{text}", failure.diagnostics));
    // These models are small: without patience, most of their states are expanded by machine code.
    let optimisation = if mode == Mode::Raw { Optimisation::NONE } else { Optimisation::SPIN };
    let por = mode == Mode::Reduced;
    let config = Config {
        optimisation,
        por,
        search,
        hash: hash.into(),
        engine,
        patience: 1,
        max_errors: None,
        ..Config::default()
    };
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let verification = verify(&model, &config, &mut hooks);
    verification.unwrap_or_else(|failure| panic!("{:#?}\n{text}", failure.diagnostics)).outcome
}

fn counts(outcome: &Outcome) -> Counts {
    let s = outcome.stats;
    Counts {
        stored: s.stored,
        matched: s.matched,
        atomic_steps: s.atomic_steps,
        depth: s.depth,
        errors: s.errors,
        stopped: outcome.stop == Some(Stop::FatalError),
    }
}

/// Compares both engines and searches with what Spin says, and with each other.
fn compare(name: &str, text: &str, mode: Mode, expected: Counts) {
    let runs = [
        (EngineChoice::Interpreter, HashChoice::Incremental),
        (EngineChoice::Jit, HashChoice::Incremental),
        (EngineChoice::Jit, HashChoice::Audited),
        (EngineChoice::Jit, HashChoice::Xxh3),
    ];
    let mut reached = Vec::new();
    for (engine, hash) in runs {
        let outcome = run(text, mode, SearchChoice::Dfs, hash, engine);
        let what = format!("{name} {engine} {hash}");
        assert_eq!(counts(&outcome), expected, "{what} dfs {:?}:\n{text}", outcome.stop);
        assert!(outcome.stop.is_none() || expected.stopped, "{what} dfs {:?}", outcome.stop);
        reached.push(outcome.reached);
        // What a reduction leaves out depends on the order of the search.
        if mode == Mode::Reduced {
            continue;
        }
        let outcome = run(text, mode, SearchChoice::Bfs, hash, engine);
        // A search that an error ended has seen the states before it in its own order only.
        if !expected.stopped {
            let depth = outcome.stats.depth;
            assert!(depth <= expected.depth, "{what} bfs: depth {depth}");
            let counts = Counts { depth: expected.depth, ..counts(&outcome) };
            assert_eq!(counts, expected, "{what} bfs {:?}:\n{text}", outcome.stop);
            assert_eq!(outcome.stop, None, "{what} bfs");
        }
    }
    assert!(reached.windows(2).all(|pair| pair[0] == pair[1]), "{name}: statements reached\n{text}");
}

/// The 64-bit FNV-1a digest, as in the script.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn recorded_models_give_spins_counts() {
    compare_recorded(include_str!("random-raw.csv"), Mode::Raw, 150);
}

#[test]
fn optimised_models_give_spins_counts() {
    compare_recorded(include_str!("random-default.csv"), Mode::Default, 70);
}

#[test]
fn reduced_searches_give_spins_counts() {
    compare_recorded(include_str!("random-por.csv"), Mode::Reduced, 70);
}

fn compare_recorded(recorded: &str, mode: Mode, at_least: usize) {
    let mut rows = recorded.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next(), Some("seed,shape,text,stored,matched,atomic_steps,depth,errors,stopped"));
    let mut n_models = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |at: usize| cells[at].parse::<u64>().unwrap();
        let text = generate(number(0), &Shape::named(cells[1]).unwrap());
        let recorded = u64::from_str_radix(cells[2], 16).unwrap();
        assert_eq!(
            fnv1a(&text),
            recorded,
            "the generator writes another model for seed {} of shape {}: run scripts/record-random-counts",
            cells[0],
            cells[1]
        );
        let expected = Counts {
            stored: number(3),
            matched: number(4),
            atomic_steps: number(5),
            depth: number(6),
            errors: number(7),
            stopped: number(8) == 1,
        };
        compare(&format!("{} {}", cells[0], cells[1]), &text, mode, expected);
        n_models += 1;
    }
    assert!(at_least <= n_models, "only {n_models} models");
}

/// The number in front of `words` in pan's report.
fn number_before(report: &str, words: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains(words))?;
    line.split(words).next()?.split_whitespace().next_back()?.parse::<f64>().ok().map(|n| n as u64)
}

/// The number behind `words` in pan's report.
fn number_behind(report: &str, words: &str) -> Option<u64> {
    let (_, rest) = report.split_once(words)?;
    let digits = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// Runs a command in a folder; its output, if it could be started.
fn output(folder: &Path, command: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(command);
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::null());
    Some(String::from_utf8_lossy(&command.output().ok()?.stdout).into_owned())
}

/// Spin's counts; `None` if it does not answer.
fn spin(folder: &Path, text: &str) -> Option<Counts> {
    std::fs::write(folder.join("m.pml"), text).unwrap();
    output(folder, "spin", &["-o1", "-o2", "-o3", "-a", "m.pml"])?;
    output(folder, "gcc", &["-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"])?;
    let pan = folder.join("pan");
    let report = output(folder, pan.to_str()?, &["-m100000", "-c0", "-n"])?;
    let _ = std::fs::remove_file(pan);
    if report.contains("max search depth too small") {
        return None;
    }
    Some(Counts {
        stored: number_before(&report, "states, stored")?,
        matched: number_before(&report, "states, matched")?,
        atomic_steps: number_before(&report, "atomic steps")?,
        depth: number_behind(&report, "depth reached")?,
        errors: number_behind(&report, "errors:")?,
        stopped: report.contains("Search not completed"),
    })
}

/// Models counted by Spin while the test runs.
const N_LIVE: usize = 10;
/// Seeds of models that the recorded sample does not have.
const FIRST_LIVE_SEED: u64 = 10_000;

#[test]
fn fresh_models_give_spins_counts_where_spin_is_installed() {
    let is_there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !is_there("spin") || !is_there("gcc") {
        // Not by a macro, whose output is kept from people if the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "random models: spin and gcc are not installed, nothing compared live"
        );
        return;
    }
    let folder = std::env::temp_dir().join(format!("spinrs-random-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let small = Shape::small();
    let mut n_compared = 0;
    for seed in FIRST_LIVE_SEED..FIRST_LIVE_SEED + 2 * N_LIVE as u64 {
        let text = generate(seed, &small);
        if let Some(expected) = spin(&folder, &text).filter(|counts| counts.stored < 20_000) {
            compare(&format!("{seed} small"), &text, Mode::Raw, expected);
            n_compared += 1;
        }
        if n_compared == N_LIVE {
            break;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(n_compared, N_LIVE, "Spin answered too few models");
}
