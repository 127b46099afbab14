//! The command lines of the commands besides the check: what they take, and what they have in common.

use crate::args::{CommonArgs, name_parser};
use crate::style::Style;
use crate::{exit, front_end};
use clap::{Args, ColorChoice, ValueEnum};
use clap_complete::Shell;
use promela::Model;
use std::io::stdout;
use std::path::{Path, PathBuf};

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// For people
    Text,
    /// One JSON document
    Json,
    /// A page to step through in a browser; needs nothing but itself
    Html,
    /// A trail that `spin -t` can replay
    Spin,
}

/// Formats that other programs have and people may expect: text under such a name would mislead.
const PICTURES: &[&str] = &["pdf", "png", "jpg", "jpeg", "gif", "ps", "eps"];

// Where the result goes and what it looks like. A doc comment would become what `--help` says of the command.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs<F: ValueEnum + Clone + Send + Sync + 'static> {
    /// How to show it [default: by the name of the output file, otherwise the first of these]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<F>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_parser = name_parser(), help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

impl RunFormat {
    /// What to do with a file of this format.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::Html => ": open it in a browser",
            Self::Spin => ": replay it with spin -p -k FILE MODEL",
            Self::Text | Self::Json => "",
        }
    }
}

impl<F: ValueEnum + Clone + Send + Sync + 'static> OutputArgs<F> {
    /// The format asked for, or the one that the output file is named after, or the default.
    pub(crate) fn format(&self, default: F) -> F {
        let by_name = || {
            let extension = self.output.as_deref().and_then(Path::extension)?.to_str()?;
            F::from_str(extension, true).ok()
        };
        self.format.clone().or_else(by_name).unwrap_or(default)
    }

    /// How to colour text that goes to the output: a file gets no colours.
    pub(crate) fn style(&self, choice: ColorChoice) -> Style {
        match (&self.output, choice) {
            (Some(_), ColorChoice::Auto) => Style::PLAIN,
            _ => Style::new(choice, &stdout()),
        }
    }

    /// Refuses an output file that is one of those read, or whose name asks for a format that there is not.
    pub(crate) fn protect(&self, model: &Model, trail: Option<&Path>) -> Result<(), u8> {
        let mut inputs = front_end::files(model);
        inputs.extend(trail);
        exit::refuse_overwriting(self.output.as_deref(), &inputs)?;
        let extension = self.output.as_deref().and_then(Path::extension).and_then(|name| name.to_str());
        match extension.filter(|name| PICTURES.contains(&name.to_ascii_lowercase().as_str())) {
            Some(name) if self.format.is_none() => {
                let formats: Vec<_> = F::value_variants().iter().filter_map(F::to_possible_value).collect();
                let formats: Vec<_> = formats.iter().map(|format| format.get_name()).collect();
                Err(exit::usage(&format!("no format `{name}`; there are {}", formats.join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// Writes the result and, if it goes to a file, says so with a remark; `false` if that fails.
    pub(crate) fn write(&self, text: &str, remark: &str) -> bool {
        let Some(file) = &self.output else { return exit::print(text) };
        match std::fs::write(file, text) {
            // Into a pipe or a device nothing may follow.
            Ok(()) if !file.is_file() => true,
            Ok(()) => exit::print(&format!("written to {}{remark}\n", file.display())),
            Err(error) => {
                exit::usage(&format!("cannot write `{}`: {error}", file.display()));
                false
            }
        }
    }
}

/// The trail that a check of a model writes unless told otherwise.
pub(crate) fn default_trail(model: &Path) -> Option<PathBuf> {
    let mut name = model.file_name()?.to_owned();
    name.push(".trail");
    Some(PathBuf::from(name))
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The model, a Promela file
    #[arg(value_name = "MODEL", value_parser = name_parser())]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    /// The trail, as a check or Spin has written it [default: MODEL.trail in the current directory]
    #[arg(value_name = "TRAIL", value_parser = name_parser())]
    pub(crate) trail: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs<RunFormat>,
}

impl ReplayArgs {
    pub(crate) fn trail_file(&self) -> PathBuf {
        self.trail.clone().or_else(|| default_trail(&self.model)).unwrap_or_default()
    }
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    /// The model, a Promela file
    #[arg(value_name = "MODEL", value_parser = name_parser())]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    /// Choose every step yourself, go back, look around
    #[arg(short, long, help_heading = "Simulation")]
    pub(crate) interactive: bool,
    /// Seed of the random choices: the same seed, the same run
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Simulation")]
    pub(crate) seed: u64,
    /// Stop after this many steps
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Simulation")]
    pub(crate) steps: usize,
    /// Follow a trail first; then go on as told
    #[arg(long, value_name = "TRAIL", value_parser = name_parser(), help_heading = "Simulation")]
    pub(crate) trail: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs<RunFormat>,
}

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// The automaton of every proctype: control states and statements
    Automata,
    /// The states of the model and the steps between them
    States,
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// The model, a Promela file
    #[arg(value_name = "MODEL", value_parser = name_parser())]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    /// What to draw
    #[arg(long, value_enum, default_value = "automata", help_heading = "Picture")]
    pub(crate) what: What,
    /// Draw this proctype only
    #[arg(long, value_name = "NAME", help_heading = "Picture")]
    pub(crate) proctype: Option<String>,
    /// Draw at most this many states
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Picture")]
    pub(crate) max_states: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs<DrawFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
