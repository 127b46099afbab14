//! `spinrs draw MODEL`: automata and small state spaces as pictures.

mod automata;
mod dot;
mod graph;
mod layout;
mod states;
mod svg;

use crate::commands::{DrawArgs, DrawFormat, What};
use crate::wording::Wording;
use crate::{exit, front_end};
use promela::lower::{NumberWidth, Optimisation};

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &DrawArgs) -> u8 {
    match draw(args) {
        Ok(status) | Err(status) => status,
    }
}

fn draw(args: &DrawArgs) -> Result<u8, u8> {
    let model = front_end::read(&args.model, &args.common, false, false)?;
    args.output.protect(&model, None)?;
    let program = model
        .program(NumberWidth::Narrow, Optimisation::NONE)
        .map_err(|failure| front_end::reject(&args.model, &args.common, &failure))?;
    let wording = Wording::new(&model);
    let graphs = match args.what {
        What::Automata => automata::graphs(&program, &wording, args.proctype.as_deref()),
        What::States => vec![states::graph(&program, &wording, args.max_states)?],
    };
    if graphs.is_empty() {
        let names: Vec<&str> = program.proctypes.iter().map(|proctype| &proctype.name[..]).collect();
        return Err(exit::usage(&format!("no such proctype; there are {}", names.join(", "))));
    }
    let text = match args.output.format(DrawFormat::Dot) {
        DrawFormat::Dot => dot::render(&graphs),
        DrawFormat::Svg => svg::render(&graphs),
    };
    Ok(if args.output.write(&text, "") { exit::HOLDS } else { exit::NOT_ANSWERED })
}
