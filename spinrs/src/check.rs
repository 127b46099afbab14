//! `spinrs MODEL`: reads a model, searches it, reports.

use crate::args::CheckArgs;
use crate::progress::ProgressLine;
use crate::report::{self, Report, Times};
use crate::style::Style;
use crate::wording::Wording;
use crate::{coverage, exit, front_end, signal, system};
use checker::shorten::shorten;
use checker::{Config, Hooks, SearchChoice, Trail, Verification, verify};
use promela::Model;
use std::io::stdout;
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
    let model = front_end::read(&args.model, &args.common, args.quiet)?;
    let front_end_time = begun.elapsed();
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
    let trail = write_trail(args, config, &model, &found);
    let times = Times { front_end: front_end_time, total };
    Ok(report::build(args, config, &found, &wording, &times, trail))
}

/// Writes the way to the first violation; gives the name of the file.
fn write_trail(args: &CheckArgs, config: &Config, model: &Model, found: &Verification) -> Option<String> {
    let file = args.trail_file()?;
    let name = args.model.to_string_lossy();
    let trail = Trail::to_first_violation(&name, args.common.flags(), model, config, found)?;
    match std::fs::write(&file, trail.to_string()) {
        Ok(()) => Some(file.display().to_string()),
        Err(error) => {
            exit::warn(&format!("cannot write the trail to `{}`: {error}", file.display()));
            None
        }
    }
}
