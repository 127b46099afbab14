//! Carries a plan out: repetition by repetition, one process at a time, every row verified before it is written.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::machine::{self, Machine, Program};
use crate::models::{Instance, Mode};
use crate::plan::{Configuration, Experiment, Tool};
use crate::progress::Progress;
use crate::raw::{Key, RawError, RawFile, Row};
use crate::run::{self, RunError, RunLimits};
use crate::spin;
use crate::statistics::{Random, shuffle};
use crate::verify::{Verifier, WrongCount};

/// What everything is run with.
#[derive(Debug)]
pub struct Context {
    /// The spinrs binary.
    pub spinrs: PathBuf,
    /// What it is.
    pub program: Program,
    /// Spin, where it is installed.
    pub spin: Option<Program>,
    /// This machine.
    pub machine: Machine,
    /// Limits of every run.
    pub limits: RunLimits,
    /// Where verifiers of Spin are kept.
    pub cache: PathBuf,
    /// Where raw rows go.
    pub raw: PathBuf,
}

/// Why a plan ended early.
#[derive(Debug)]
pub enum Failure {
    /// Rows cannot be read or written.
    Raw(RawError),
    /// A run gave no answer.
    Run(RunError),
    /// A run gave a wrong one.
    Count(WrongCount),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raw(error) => error.fmt(f),
            Self::Run(error) => error.fmt(f),
            Self::Count(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<RawError> for Failure {
    fn from(error: RawError) -> Self {
        Self::Raw(error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<WrongCount> for Failure {
    fn from(error: WrongCount) -> Self {
        Self::Count(error)
    }
}

struct Job<'a> {
    instance: &'a Instance,
    configuration: &'a Configuration,
    repetition: u32,
}

impl Context {
    /// The raw file of an experiment.
    pub fn raw_path(&self, experiment: &str) -> PathBuf {
        raw_path(&self.raw, experiment)
    }

    /// Runs whatever the raw files do not have yet.
    pub fn carry_out(&self, plan: &[Experiment]) -> Result<(), Failure> {
        let mut open = Vec::new();
        for experiment in plan {
            let file = RawFile::open(&self.raw_path(experiment.id))?;
            let jobs = self.jobs(experiment, &file);
            open.push((experiment, file, jobs));
        }
        let all = open.iter().flat_map(|(_, _, jobs)| jobs);
        let mut progress = Progress::new(
            all.map(|job| (&job.configuration.name[..], job.instance.transitions().unwrap_or(0))),
        );
        let mut depths = HashMap::new();
        let mut verifier = Verifier::default();
        for (experiment, file, jobs) in &mut open {
            for row in &file.rows {
                note_depth(&mut depths, row);
            }
            for (instance, configuration) in &experiment.runs {
                let same =
                    |row: &&Row| row.instance == instance.name && row.configuration == configuration.name;
                if let (false, Some(row)) = (configuration.lossy, file.rows.iter().find(same)) {
                    verifier.remember(row, configuration.mode);
                }
            }
            self.make_verifiers(jobs, &progress);
            let mut warmed = HashSet::new();
            for job in jobs.iter() {
                progress.begin(experiment.id, &job.instance.name, &job.configuration.name);
                if warmed.insert(job.configuration.name.clone()) {
                    // Thrown away: it brings binary and model into memory and the processor up to speed.
                    self.measure(experiment.id, job, &depths, &verifier)?;
                }
                let mut row = self.measure(experiment.id, job, &depths, &verifier)?;
                let Configuration { mode, lossy, .. } = *job.configuration;
                verifier.check(job.instance, mode, lossy, &mut row)?;
                note_depth(&mut depths, &row);
                progress.finish(&row, job.instance.transitions().unwrap_or(0));
                file.append(row)?;
            }
        }
        progress.end();
        Ok(())
    }

    /// What is to be run of an experiment, repetition by repetition, so that what disturbs one configuration for a while
    /// disturbs the others too. The configurations of an instance come in another order each time: what runs after a large
    /// process was seen to be slower, and that must not be the same one always.
    fn jobs<'a>(&self, experiment: &'a Experiment, file: &RawFile) -> Vec<Job<'a>> {
        let mut jobs: Vec<Job<'a>> = Vec::new();
        for repetition in 1..=experiment.repetitions {
            let mut random = Random(u64::from(repetition));
            for runs in experiment.runs.chunk_by(|a, b| a.0.name == b.0.name) {
                let mut these: Vec<_> = runs
                    .iter()
                    .filter(|(_, configuration)| repetition == 1 || !configuration.counts_only)
                    .map(|(instance, configuration)| Job { instance, configuration, repetition })
                    .collect();
                shuffle(&mut these, &mut random);
                // Spin is told how deep the search is, which spinrs finds out.
                these.sort_by_key(|job| repetition == 1 && job.configuration.needs_spin());
                jobs.extend(these.into_iter().filter(|job| self.is_due(job, file)));
            }
        }
        jobs
    }

    /// Whether a job can be run and has not been.
    fn is_due(&self, job: &Job<'_>, file: &RawFile) -> bool {
        let Job { instance, configuration, repetition } = job;
        self.program_of(configuration).is_some_and(|program| {
            let (instance, name) = (instance.name.clone(), configuration.name.clone());
            let key: Key = (instance, name, configuration.seed, *repetition, program.binary.clone());
            !file.has(&key)
        })
    }

    fn program_of(&self, configuration: &Configuration) -> Option<&Program> {
        if configuration.needs_spin() { self.spin.as_ref() } else { Some(&self.program) }
    }

    /// Compiles Spin's verifiers before anything is timed, on all processors. Whatever fails will fail again, and be noted,
    /// when it is to be run.
    fn make_verifiers(&self, jobs: &[Job<'_>], progress: &Progress) {
        let needed: Vec<_> =
            jobs.iter().filter(|job| job.configuration.needs_spin() && job.repetition == 1).collect();
        if !needed.is_empty() {
            progress.note(&format!("making {} verifiers with Spin and gcc", needed.len()));
        }
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.machine.cores {
                scope.spawn(|| {
                    while let Some(job) = needed.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let _ = self.verifier(job);
                    }
                });
            }
        });
    }

    fn verifier(&self, job: &Job<'_>) -> Result<PathBuf, RunError> {
        match (&job.configuration.tool, &self.spin) {
            (Tool::Spin(pan), Some(program)) => {
                let mode = job.configuration.mode;
                spin::make(pan, job.instance, mode, self.limits.memory, &self.cache, &program.binary)
            }
            _ => Ok(PathBuf::new()),
        }
    }

    fn measure(
        &self,
        experiment: &str,
        job: &Job<'_>,
        depths: &Depths,
        verifier: &Verifier,
    ) -> Result<Row, RunError> {
        let Job { instance, configuration, repetition } = *job;
        // Of an instance that was never counted nothing is known; tables for millions do no harm.
        let stored = verifier.expected(instance, configuration.mode).map_or(1 << 22, |counts| counts.stored);
        let mut row = self.blank(experiment, instance, configuration, repetition);
        match &configuration.tool {
            Tool::Spinrs(flags) => {
                let mut command = Command::new(&self.spinrs);
                command.arg(&instance.path).args(instance.defines.iter().map(|define| format!("-D{define}")));
                command.args(["--errors=all", "--no-end-states", "--no-trail", "--json"]);
                if configuration.mode == Mode::Raw {
                    command.args(["--por=off", "--optimise=none"]);
                }
                command
                    .args(Configuration::filled(flags, stored))
                    .arg(format!("--seed={}", configuration.seed));
                run::spinrs(&mut command, self.limits, &mut row)?;
            }
            Tool::Spin(pan) => {
                let known = depths.get(&(instance.name.clone(), configuration.mode.name().to_owned()));
                // pan allocates its stack at once and ends at its bottom. A search that loses states may go deeper.
                let depth = match known {
                    Some(depth) if !configuration.lossy => 2 * depth + 100,
                    _ => 10_000_000,
                };
                let filled = Configuration::filled(&pan.flags, stored);
                let run = |binary: PathBuf| spin::run(pan, &filled, &binary, depth, self.limits, &mut row);
                // Another version of Spin may lack what is patched, or reject a model: that is a row that says so, and no
                // reason to measure nothing else.
                if let Err(error) = self.verifier(job).and_then(run) {
                    "failed".clone_into(&mut row.status);
                    row.command = error.to_string().replace('\n', " ");
                }
            }
        }
        Ok(row)
    }

    fn blank(
        &self,
        experiment: &str,
        instance: &Instance,
        configuration: &Configuration,
        repetition: u32,
    ) -> Row {
        let program = self.program_of(configuration).unwrap_or(&self.program).clone();
        let machine = self.machine.clone();
        Row {
            experiment: experiment.to_owned(),
            instance: instance.name.clone(),
            family: instance.family.clone(),
            original: instance.original,
            configuration: configuration.name.clone(),
            mode: configuration.mode.name().to_owned(),
            seed: configuration.seed,
            repetition,
            version: program.version,
            commit: program.commit,
            binary: program.binary,
            cpu: machine.cpu,
            cores: machine.cores,
            memory: machine.memory,
            kernel: machine.kernel,
            load: machine::load(),
            ..Row::default()
        }
    }
}

/// The raw file of an experiment in a folder.
pub fn raw_path(folder: &Path, experiment: &str) -> PathBuf {
    folder.join(format!("{experiment}.csv"))
}

/// How deep a complete search goes, by instance and mode.
type Depths = HashMap<(String, String), u64>;

fn note_depth(depths: &mut Depths, row: &Row) {
    if let (true, Some(depth)) = (row.is_complete(), row.depth) {
        let deepest = depths.entry((row.instance.clone(), row.mode.clone())).or_default();
        *deepest = depth.max(*deepest);
    }
}
