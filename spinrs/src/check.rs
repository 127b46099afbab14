//! `spinrs MODEL`: reads a model, searches it, reports.

use crate::args::CheckArgs;
use crate::front_end::Message;
use crate::progress::ProgressLine;
use crate::report::{self, Report, Times};
use crate::style::Style;
use crate::wording::Wording;
use crate::{coverage, exit, front_end, signal, system};
use checker::shorten::shorten;
use checker::{Config, Hooks, SearchChoice, Trail, Verification, verify};
use promela::Model;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &CheckArgs) -> u8 {
    let config = match args.config(system::default_memory()) {
        Ok(config) => config,
        Err(message) => return exit::usage(message),
    };
    match check(args, &config) {
        Ok(report) => {
            let style = Style::new(args.common.color, &stdout());
            let text = if args.common.json {
                front_end::json(&report)
            } else if args.quiet {
                report::text::verdict(&report, style)
            } else {
                report::text::render(&report, style)
            };
            if !exit::print(&text) {
                return exit::NOT_ANSWERED;
            }
            match report.verdict {
                "holds" => exit::HOLDS,
                "violated" => exit::VIOLATED,
                _ => exit::NOT_ANSWERED,
            }
        }
        Err(status) => status,
    }
}

fn check(args: &CheckArgs, config: &Config) -> Result<Report, u8> {
    let begun = Instant::now();
    let model = front_end::read(&args.model, &args.common, args.quiet, config.por)?;
    let front_end_time = begun.elapsed();
    for output in [args.coverage.as_deref(), args.trail_file().as_deref()] {
        exit::refuse_overwriting(output, &front_end::files(&model))?;
    }
    if let Err(error) = signal::watch() {
        exit::warn(&format!("Ctrl-C will not give a report: {error}"));
    }
    let mut line = ProgressLine::new();
    let mut hooks = Hooks { interrupt: &signal::INTERRUPT, progress: &mut |progress| line.update(progress) };
    let found = verify(&model, config, &mut hooks).and_then(|mut found| {
        if args.shorten && config.search == SearchChoice::Dfs {
            shorten(&model, config, &mut hooks, &mut found)?;
        }
        Ok(found)
    });
    line.end();
    let found = found.map_err(|failure| front_end::reject(&args.model, &args.common, &failure))?;
    let total: Duration = begun.elapsed();
    let wording = Wording::new(&model);
    if let Some(file) = &args.coverage
        && let Err(error) = std::fs::write(file, coverage::render(&found, &wording))
    {
        exit::warn(&format!("cannot write the coverage to `{}`: {error}", file.display()));
    }
    let trails = write_trails(args, config, &model, &found);
    let times = Times { front_end: front_end_time, total };
    let report = report::build(args, config, &found, &wording, &times, trails);
    Ok(Report { diagnostics: model.warnings.iter().map(Message::from).collect(), ..report })
}

/// Writes the ways to the violations, that to the first one under the name asked for, the others numbered
/// from 2; gives the names of the files.
fn write_trails(args: &CheckArgs, config: &Config, model: &Model, found: &Verification) -> Vec<String> {
    let Some(file) = args.trail_file() else { return Vec::new() };
    let (name, flags) = (args.model.to_string_lossy(), args.common.flags());
    let first = Trail::to_first_violation(&name, flags.clone(), model, config, found);
    let further = Trail::to_further_violations(&name, &flags, model, config, found);
    let mut written = Vec::new();
    for (index, trail) in first.into_iter().chain(further).enumerate() {
        let file = numbered(&file, index + 1);
        match std::fs::write(&file, trail.to_string()) {
            Ok(()) => written.push(file.display().to_string()),
            Err(error) => {
                exit::warn(&format!("cannot write the trail to `{}`: {error}", file.display()));
                break;
            }
        }
    }
    written
}

/// `model.pml.trail`, then `model.pml.2.trail` and so on.
fn numbered(file: &Path, number: usize) -> PathBuf {
    match (number, file.extension()) {
        (1, _) => file.to_owned(),
        (_, Some(extension)) => file.with_extension(format!("{number}.{}", extension.to_string_lossy())),
        (_, None) => file.with_extension(number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_trails_are_numbered() {
        let name = |file: &str, number| numbered(Path::new(file), number).display().to_string();
        assert_eq!(name("m.pml.trail", 1), "m.pml.trail");
        assert_eq!(name("m.pml.trail", 2), "m.pml.2.trail");
        assert_eq!(name("some/way", 3), "some/way.3");
    }
}
