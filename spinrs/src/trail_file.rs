//! Reading a trail together with the model it belongs to.

use crate::args::CommonArgs;
use crate::{exit, front_end};
use checker::Trail;
use checker::spin_trail::{self, Numbers};
use checker::trail::{Goal, text_digest};
use promela::Model;
use promela::exec::{Checks, StepTaken};
use promela::ir::Program;
use promela::lower::{NumberWidth, Optimisation};
use std::io::Read;
use std::path::Path;

/// Bytes that tell whose trail it is.
const START: u64 = 256;
/// The most that is read of a trail of Spin's; what is behind would be missed at once.
const MAX_SPIN_TRAIL: u64 = 1 << 30;

/// A trail and its model.
pub(crate) struct Source {
    pub(crate) model: Model,
    pub(crate) trail: Trail,
}

/// Reads both. The model is read with the flags of the preprocessor that the trail was made with, unless
/// the user gives some. `Err` is the exit status.
pub(crate) fn read(model_file: &Path, trail_file: &Path, common: &CommonArgs) -> Result<Source, u8> {
    let name = trail_file.display();
    let unreadable = |error: std::io::Error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!(" (`spinrs {}` writes one when it finds an error)", model_file.display())
            }
            _ => String::new(),
        };
        exit::usage(&format!("cannot read the trail `{name}`: {error}{hint}"))
    };
    let mut file = std::fs::File::open(trail_file).map_err(unreadable)?;
    let mut start = Vec::new();
    file.by_ref().take(START).read_to_end(&mut start).map_err(unreadable)?;
    if spin_trail::is_spin_trail(&String::from_utf8_lossy(&start)) {
        let mut text = start;
        file.take(MAX_SPIN_TRAIL).read_to_end(&mut text).map_err(unreadable)?;
        return read_spin(model_file, trail_file, common, &String::from_utf8_lossy(&text));
    }
    let trail = Trail::read(start.chain(file))
        .map_err(|error| exit::usage(&format!("`{name}` is not a trail: {error}")))?;
    let common = if common.flags().is_empty() { common.with_flags(&trail.flags) } else { common.clone() };
    let model = front_end::read(model_file, &common, false, false)?;
    if text_digest(&model) != trail.text {
        let flags = match &trail.flags[..] {
            [] => "no flags of the preprocessor".to_owned(),
            flags => flags.join(" "),
        };
        return Err(exit::usage(&format!(
            "`{name}` belongs to another text than `{}` has now; it was made for `{}` with {flags}",
            model_file.display(),
            trail.model
        )));
    }
    Ok(Source { model, trail })
}

/// Reads a model and a trail that Spin has written.
fn read_spin(model_file: &Path, trail_file: &Path, common: &CommonArgs, text: &str) -> Result<Source, u8> {
    let model = front_end::read(model_file, common, false, false)?;
    let width = NumberWidth::Narrow;
    let checks = Checks { assertions: true, end_states: true };
    let follow = |optimisation| {
        let program = model
            .program(width, optimisation)
            .map_err(|failure| front_end::reject(model_file, common, &failure))?;
        let found = numbers(&model, &program)?.read(&program, checks, text);
        Ok::<_, u8>(found.map(|(steps, problem)| (steps, problem, optimisation)))
    };
    // Statement by statement if that works; if statements were merged, as Spin merges them.
    let found = match follow(Optimisation::NONE)? {
        Err(error) => follow(Optimisation::SPIN)?.map_err(|_| error),
        found => found,
    };
    let (steps, problem, optimisation) = found.map_err(|error| {
        exit::usage(&format!("Spin's trail `{}` cannot be followed: {error}", trail_file.display()))
    })?;
    let trail = Trail {
        model: model_file.display().to_string(),
        flags: common.flags(),
        text: text_digest(&model),
        checks,
        width,
        optimisation,
        goal: Goal { kind: problem.kind, process: problem.process },
        steps,
    };
    Ok(Source { model, trail })
}

/// A run as a trail that `spin -t` can replay. `Err` is the exit status.
pub(crate) fn for_spin(
    model: &Model,
    program: &Program,
    optimisation: Optimisation,
    steps: &[StepTaken],
) -> Result<String, u8> {
    Ok(numbers(model, program)?.write(program, optimisation, steps))
}

fn numbers(model: &Model, program: &Program) -> Result<Numbers, u8> {
    Numbers::new(model, program).ok_or_else(|| {
        exit::usage("Spin's numbers for the steps of this model cannot be told: it refers remotely to a label at a jump")
    })
}
