//! The command: reads its options, measures what is missing, writes the report.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use harness::machine::{self, Machine};
use harness::models::{self, Instance};
use harness::plan::{EXPERIMENTS, Experiment, Scale, experiments};
use harness::report;
use harness::run::RunLimits;
use harness::schedule::Context;

/// Measures spinrs, and Spin where it is installed, as chapter 6 of Nguyen's thesis did, answers its open questions, and
/// writes tables, figures and a report. A run that was killed goes on where it was.
#[derive(Debug, Parser)]
#[command(name = "reproduce")]
struct Args {
    /// A short run with fewer and smaller models and two repetitions
    #[arg(long)]
    quick: bool,
    /// Measure the models of this folder, such as BEEM's own, instead of ours
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// With --models: CSV file of the counts that the models must have; without it the first run decides
    #[arg(long, value_name = "FILE", requires = "models")]
    counts: Option<PathBuf>,
    /// Where everything goes [default: results/reproduce, with --quick results/quick, with --models results/models]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only these experiments, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = clap::builder::PossibleValuesParser::new(EXPERIMENTS))]
    only: Vec<String>,
    /// Measure nothing, make the report of the rows there are
    #[arg(long)]
    report_only: bool,
    /// List what would be run
    #[arg(long)]
    plan: bool,
    /// Runs of every timed configuration [default: 3, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repetitions: Option<u32>,
    /// Leave out models with more transitions [default: 7,000,000, with --quick 2,100,000]
    #[arg(long, value_name = "N")]
    max_transitions: Option<u64>,
    /// Seconds for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    time_limit: u64,
    /// Gigabytes for each run
    #[arg(long, value_name = "GIGABYTES", default_value_t = 8)]
    memory_limit: u64,
    /// The binary to measure [default: target/release/spinrs of the project]
    #[arg(long, value_name = "FILE")]
    spinrs: Option<PathBuf>,
}

impl Args {
    fn scale(&self) -> Scale {
        let quick = self.quick;
        Scale {
            repetitions: self.repetitions.unwrap_or(if quick { 2 } else { 3 }),
            least: 10_000,
            most: self.max_transitions.unwrap_or(if quick { 2_100_000 } else { 7_000_000 }),
            stride: if quick { 3 } else { 1 },
            few: if quick { 5 } else { 8 },
            quick,
        }
    }

    fn output(&self) -> PathBuf {
        let usual = match (&self.models, self.quick) {
            (Some(_), _) => "results/models",
            (None, true) => "results/quick",
            (None, false) => "results/reproduce",
        };
        self.output.clone().unwrap_or_else(|| usual.into())
    }

    fn suite(&self) -> Result<Vec<Instance>, models::SuiteError> {
        match &self.models {
            Some(folder) => models::found(folder, self.counts.as_deref()),
            None => models::listed(Path::new("beem-models")),
        }
    }

    fn wanted(&self, experiment: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == experiment)
    }
}

/// The root of the project. Rows name files relative to it, so that they are the same wherever it lies.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn main() -> ExitCode {
    match reproduce(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("reproduce: {problem}");
            ExitCode::from(2)
        }
    }
}

fn reproduce(mut args: Args) -> Result<(), Box<dyn std::error::Error>> {
    for path in [&mut args.models, &mut args.counts, &mut args.output, &mut args.spinrs].into_iter().flatten()
    {
        *path = std::path::absolute(&*path)?;
    }
    std::env::set_current_dir(ROOT)?;
    let output = args.output();
    let raw = output.join("raw");
    if !args.report_only {
        let spinrs = args.spinrs.clone().unwrap_or_else(|| "target/release/spinrs".into());
        let program = machine::spinrs(&spinrs)
            .map_err(|e| format!("{}: {e}; build it with `cargo build --release`", spinrs.display()))?;
        let profiled = machine::has_option(&spinrs, "--profile");
        let mut plan = experiments(&args.suite()?, &args.scale(), args.models.is_some(), profiled);
        plan.retain(|experiment| args.wanted(experiment.id));
        let context = Context {
            spinrs,
            program,
            spin: machine::spin(),
            machine: Machine::this(),
            limits: RunLimits { time: Duration::from_secs(args.time_limit), memory: args.memory_limit << 30 },
            cache: PathBuf::from("target/harness/pan"),
            raw: raw.clone(),
        };
        announce(&context, &plan);
        if args.plan {
            return Ok(());
        }
        context.carry_out(&plan)?;
    }
    // Every experiment that has rows, also those that were not wanted this time: the report is of all that is there.
    let there = |name: &&str| harness::schedule::raw_path(&raw, name).exists();
    let measured: Vec<&str> = EXPERIMENTS.into_iter().filter(there).collect();
    let sections = report::sections(&raw, &measured)?;
    report::write(&sections, &output)?;
    println!("{}", output.join("report.html").display());
    Ok(())
}

fn announce(context: &Context, plan: &[Experiment]) {
    for experiment in plan {
        let mut instances: Vec<_> = experiment.runs.iter().map(|(instance, _)| &instance.name[..]).collect();
        instances.dedup();
        eprintln!("{}: {} models, {} runs", experiment.id, instances.len(), experiment.total());
    }
    if context.spin.is_none() {
        eprintln!("spin and gcc are not both installed: rows of real Spin are left out");
    }
}
