//! The command line: flags as they are written, and the settings they amount to.

use crate::commands::{CompletionsArgs, DrawArgs, ReplayArgs, SimulateArgs, default_trail};
use crate::explain::ExplainArgs;
use crate::help;
use crate::units::{parse_bytes, parse_duration};
use checker::{
    BitstateChoice, Config, EngineChoice, HashChoice, HashSpec, Limits, Optimisation, SearchChoice,
    StoreChoice,
};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Args, ColorChoice, Command, FromArgMatches, ValueEnum};
use clap_complete::Shell;
use promela::text::Options;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

/// What the user wants done.
#[derive(Debug)]
pub(crate) enum Request {
    /// `spinrs MODEL`.
    Check(Box<CheckArgs>),
    /// `spinrs replay MODEL TRAIL`.
    Replay(ReplayArgs),
    /// `spinrs explain CODE`.
    Explain(ExplainArgs),
    /// `spinrs simulate MODEL`.
    Simulate(SimulateArgs),
    /// `spinrs draw MODEL`.
    Draw(DrawArgs),
    /// `spinrs completions SHELL`.
    Completions(Shell),
    /// `spinrs man`.
    Manual,
}

/// The definition of the command line. Derived structures cannot say "a model or a subcommand" once they
/// are nested, so the two are joined by hand.
pub(crate) fn command() -> Command {
    let replay = Command::new("replay")
        .about("Shows the steps of a trail, what they change, and the error they lead to")
        .after_help(help::REPLAY);
    let simulate = Command::new("simulate")
        .about("Runs a model once: by chance, step by step as you choose, or along a trail")
        .after_help(help::SIMULATE);
    let draw = Command::new("draw")
        .about("Draws the automata of the proctypes, or a small state space")
        .after_help(help::DRAW);
    let completions = Command::new("completions").about("Writes completions for a shell");
    let check = Command::new("spinrs")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Checks models written in Promela: assertions, invalid end states and errors at run time")
        .term_width(80)
        .arg_required_else_help(true)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true);
    let explain = Command::new("explain").about("Says what a message about a model means, with an example");
    let check = CheckArgs::augment_args(check)
        .subcommand(ReplayArgs::augment_args(replay))
        .subcommand(SimulateArgs::augment_args(simulate))
        .subcommand(
            DrawArgs::augment_args(draw)
                .mut_arg("json", |json| json.help("Print errors in the model as one JSON document")),
        )
        .subcommand(ExplainArgs::augment_args(explain))
        .subcommand(CompletionsArgs::augment_args(completions))
        .subcommand(Command::new("man").about("Writes the manual page"));
    help::on_two_levels(check)
}

impl Request {
    /// Reads a command line.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let everything = arguments.iter().any(|argument| argument == "--help-all");
        let command = if everything { command() } else { command().override_help(help::SCREEN) };
        let matches = command.try_get_matches_from(arguments)?;
        Ok(match matches.subcommand() {
            Some(("explain", matches)) => Self::Explain(ExplainArgs::from_arg_matches(matches)?),
            Some(("simulate", matches)) => Self::Simulate(SimulateArgs::from_arg_matches(matches)?),
            Some(("completions", matches)) => {
                Self::Completions(CompletionsArgs::from_arg_matches(matches)?.shell)
            }
            Some(("man", _)) => Self::Manual,
            Some(("draw", matches)) => Self::Draw(DrawArgs::from_arg_matches(matches)?),
            Some((_, matches)) => Self::Replay(ReplayArgs::from_arg_matches(matches)?),
            None => Self::Check(Box::new(CheckArgs::from_arg_matches(&matches)?)),
        })
    }
}

// What every command that reads a model takes. A doc comment here would become what `--help` says of every
// command.
#[derive(Clone, Debug, Args)]
pub(crate) struct CommonArgs {
    /// Define a macro: NAME or NAME=VALUE
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Preprocessor")]
    pub(crate) define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Preprocessor")]
    pub(crate) undefine: Vec<String>,
    /// Look for included files in this directory, too
    #[arg(short = 'I', value_name = "DIRECTORY", value_parser = directory_parser(), help_heading = "Preprocessor")]
    pub(crate) include: Vec<String>,
    /// Print one JSON document instead of text
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: ColorChoice,
}

impl CommonArgs {
    /// Options of the preprocessor.
    pub(crate) fn options(&self) -> Options {
        Options {
            defines: self.define.clone(),
            undefines: self.undefine.clone(),
            includes: self.include.clone(),
            ..Options::default()
        }
    }

    /// The same with these flags of the preprocessor, as [`flags`](Self::flags) gives them.
    pub(crate) fn with_flags(&self, flags: &[String]) -> Self {
        let values =
            |flag: &str| flags.iter().filter_map(|f| f.strip_prefix(flag)).map(str::to_owned).collect();
        Self { define: values("-D"), undefine: values("-U"), include: values("-I"), ..self.clone() }
    }

    /// The flags of the preprocessor as they could be written again.
    pub(crate) fn flags(&self) -> Vec<String> {
        let flagged = |flag: &'static str, values: &[String]| {
            values.iter().map(|value| format!("{flag}{value}")).collect::<Vec<_>>()
        };
        [flagged("-D", &self.define), flagged("-U", &self.undefine), flagged("-I", &self.include)].concat()
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The model, a Promela file
    #[arg(value_name = "MODEL", value_parser = name_parser())]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) common: CommonArgs,

    /// Do not look for invalid end states (deadlocks)
    #[arg(long, help_heading = "What is checked")]
    pub(crate) no_end_states: bool,
    /// Do not check assertions
    #[arg(long, help_heading = "What is checked")]
    pub(crate) no_assertions: bool,
    /// Stop after this many errors; `all` goes on to the end
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_errors, help_heading = "What is checked")]
    pub(crate) errors: ErrorLimit,

    /// Order in which states are visited: depth first, or breadth first, which leads to errors by short ways
    /// (by shortest ones with --por off: reduction may leave those out)
    #[arg(long, default_value = "dfs", value_parser = search_parser(), help_heading = "Search")]
    pub(crate) search: SearchChoice,
    /// After a depth-first search: search again for shorter ways to the error (Spin's -i)
    #[arg(long, help_heading = "Search")]
    pub(crate) shorten: bool,
    /// What computes successors: machine code, or the interpreter that it is compared with
    #[arg(long, default_value = "jit", value_parser = engine_parser(), help_heading = "Search")]
    pub(crate) engine: EngineChoice,

    /// Visits of control points before machine code is made for them
    #[arg(long, default_value_t = 2000, value_name = "VISITS", help_heading = "Search")]
    pub(crate) patience: u32,
    /// Partial-order reduction: look at fewer orders of independent steps
    #[arg(long, default_value = "on", help_heading = "Search")]
    pub(crate) por: Switch,
    /// Spin's optimisations of the model: `spin` for all, `none`, those of Spin with some of its options
    /// such as `spin-o1-o3` (its -o2 stops resets of dead variables besides hiding), or a list of
    /// `dead-variables`, `hiding` and `merging`
    #[arg(long, value_name = "WHICH", default_value = "spin", help_heading = "Search")]
    pub(crate) optimise: Optimisation,
    /// Do not merge statements
    #[arg(long, help_heading = "Search")]
    pub(crate) no_merging: bool,
    /// Do not reset dead variables
    #[arg(long, help_heading = "Search")]
    pub(crate) no_dead_variables: bool,
    /// Do not hide variables that are never read
    #[arg(long, help_heading = "Search")]
    pub(crate) no_hiding: bool,

    /// How digests of states are computed
    #[arg(long, default_value = "incremental", value_parser = HashParser, help_heading = "Storage")]
    pub(crate) hash: HashSpec,
    /// How visited states are kept
    #[arg(long, default_value = "exact", value_parser = store_parser(), help_heading = "Storage")]
    pub(crate) store: StoreChoice,
    /// Seed of the hash function
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Storage")]
    pub(crate) seed: u64,
    /// Size the store for this many states at once
    #[arg(
        long,
        value_name = "STATES",
        default_value_t = 0,
        hide_default_value = true,
        help_heading = "Storage"
    )]
    pub(crate) expected: u64,
    /// Bits per state in bitstate hashing, Spin's -k [default: 3, or the best for the states expected]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Storage")]
    pub(crate) bitstate_k: Option<u32>,
    /// Array for bitstate hashing, such as 64M, rounded down to a power of two
    /// [default: 256M, or 4 bytes per expected state; at most half of the memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = "Storage")]
    pub(crate) bitstate_size: Option<u64>,

    /// Look only at states fewer than this many steps deep, as Spin's -m
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub(crate) max_depth: Option<u64>,
    /// Memory for states and stack, such as 512M or 16G [default: 80% of what is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = "Limits")]
    pub(crate) max_memory: Option<u64>,
    /// Time for the search, such as 90s, 10m or 2h
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Limits")]
    pub(crate) max_time: Option<Duration>,

    /// Where to write the way to the first error [default: MODEL.trail in the current directory]
    #[arg(long, value_name = "FILE", value_parser = name_parser(), help_heading = "Output")]
    pub(crate) trail: Option<PathBuf>,
    /// Write the source to this file with marks that show which statements were reached
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) coverage: Option<PathBuf>,
    /// Say where the time of the search goes: successors, digests, lookups, ...
    #[arg(long, help_heading = "Output")]
    pub(crate) profile: bool,
    /// Do not write a trail
    #[arg(long, conflicts_with = "trail", help_heading = "Output")]
    pub(crate) no_trail: bool,
    /// No report and no warnings, only the exit status and the verdict
    #[arg(long, short, conflicts_with = "json", help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// How many errors end a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ErrorLimit(pub(crate) Option<u64>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// A parser for names of files. Messages, trails and JSON documents are UTF-8, and a name that they cannot
/// give must not turn into another one.
pub(crate) fn name_parser() -> impl TypedValueParser<Value = PathBuf> {
    clap::builder::OsStringValueParser::new().try_map(|name| match name.into_string() {
        Ok(name) if name.is_empty() => Err("a name is needed"),
        Ok(name) => Ok(PathBuf::from(name)),
        Err(_) => Err("names that are not UTF-8 are not supported; rename the file or use a link"),
    })
}

fn directory_parser() -> impl TypedValueParser<Value = String> {
    name_parser().map(|name| name.into_os_string().to_string_lossy().into_owned())
}

fn parse_errors(text: &str) -> Result<ErrorLimit, String> {
    match text {
        "all" => Ok(ErrorLimit(None)),
        _ => match text.parse() {
            Ok(0) | Err(_) => Err("expected a number from 1 up, or `all`".to_owned()),
            Ok(most) => Ok(ErrorLimit(Some(most))),
        },
    }
}

/// A parser for one of the checker's choices, whose names it takes from the choice itself.
macro_rules! choice_parser {
    ($function:ident, $choice:ty, $aliases:expr) => {
        fn $function() -> impl TypedValueParser<Value = $choice> {
            let aliases: fn($choice) -> &'static [&'static str] = $aliases;
            let value = |&choice: &$choice| PossibleValue::new(choice.name()).aliases(aliases(choice));
            PossibleValuesParser::new(<$choice>::ALL.iter().map(value))
                .try_map(|name| name.parse::<$choice>())
        }
    };
}

choice_parser!(search_parser, SearchChoice, |_| &[]);
choice_parser!(engine_parser, EngineChoice, |_| &[]);
choice_parser!(store_parser, StoreChoice, StoreChoice::aliases);

/// A parser for hashes: a name of the list, or one with parameters after a colon.
#[derive(Clone)]
struct HashParser;

impl HashParser {
    fn names() -> impl Iterator<Item = PossibleValue> {
        let name = |hash: &HashChoice| PossibleValue::new(hash.name()).aliases(hash.aliases());
        HashChoice::ALL.iter().map(name)
    }
}

impl TypedValueParser for HashParser {
    type Value = HashSpec;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<HashSpec, clap::Error> {
        let parse = |text: String| text.parse::<HashSpec>();
        if value.as_encoded_bytes().contains(&b':') {
            return StringValueParser::new().try_map(parse).parse_ref(command, arg, value);
        }
        PossibleValuesParser::new(Self::names()).try_map(parse).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Self::names()))
    }
}

impl CheckArgs {
    /// The configuration of the checker; `Err` names what this version cannot do.
    pub(crate) fn config(&self, default_memory: Option<u64>) -> Result<Config, &'static str> {
        let memory = self.max_memory.or(default_memory);
        Ok(Config {
            optimisation: Optimisation {
                dead_variables: self.optimise.dead_variables && !self.no_dead_variables,
                hiding: self.optimise.hiding && !self.no_hiding,
                merging: self.optimise.merging && !self.no_merging,
            },
            por: self.por == Switch::On,
            search: self.search,
            engine: self.engine,
            patience: self.patience,
            hash: self.hash,
            store: self.store,
            seed: self.seed,
            expected_states: usize::try_from(self.expected).unwrap_or(usize::MAX),
            bitstate: BitstateChoice {
                k: self.bitstate_k,
                bytes: self.bitstate_size.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            },
            profile: self.profile,
            assertions: !self.no_assertions,
            end_states: !self.no_end_states,
            max_errors: self.errors.0,
            limits: Limits {
                depth: self.max_depth,
                memory: memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
                time: self.max_time,
            },
        })
    }

    /// Where the trail goes, if one is wanted.
    pub(crate) fn trail_file(&self) -> Option<PathBuf> {
        if self.no_trail {
            return None;
        }
        self.trail.clone().or_else(|| default_trail(&self.model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str]) -> CheckArgs {
        let arguments = std::iter::once("spinrs").chain(arguments.iter().copied()).map(OsString::from);
        match Request::parse(arguments).unwrap() {
            Request::Check(args) => *args,
            _ => panic!("a check was asked for"),
        }
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        command().debug_assert();
        let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(about(&command()).starts_with("Checks models"));
        for subcommand in command().get_subcommands() {
            assert!(about(subcommand).starts_with(|c: char| c.is_uppercase()), "{}", subcommand.get_name());
            assert!(!about(subcommand).starts_with("What every"), "{}", subcommand.get_name());
        }
    }

    #[test]
    fn replay_takes_a_model_and_a_trail() {
        let arguments = ["spinrs", "replay", "-DN=2", "m.pml", "m.trail"].map(OsString::from);
        let Request::Replay(args) = Request::parse(arguments).unwrap() else { panic!("not a replay") };
        assert_eq!((&args.model, args.trail_file()), (&PathBuf::from("m.pml"), PathBuf::from("m.trail")));
        assert_eq!(args.common.define, ["N=2"]);
    }

    #[test]
    fn macros_may_be_attached_to_their_flag_or_stand_alone() {
        let args = check(&["-DX=1", "-D", "Y", "m.pml", "-UZ", "-Idir"]);
        assert_eq!(args.common.define, ["X=1", "Y"]);
        assert_eq!(args.common.undefine, ["Z"]);
        assert_eq!(args.common.include, ["dir"]);
    }

    #[test]
    fn the_trail_is_named_after_the_model_and_lies_in_the_current_directory() {
        assert_eq!(check(&["some/where/m.pml"]).trail_file(), Some(PathBuf::from("m.pml.trail")));
        assert_eq!(check(&["m.pml", "--no-trail"]).trail_file(), None);
    }

    #[test]
    fn the_default_is_what_spin_does() {
        let config = check(&["m.pml"]).config(None).unwrap();
        assert!(config.por);
        assert_eq!(config.optimisation, Optimisation::SPIN);
        assert!(!check(&["m.pml", "--por", "off"]).config(None).unwrap().por);
    }

    #[test]
    fn each_optimisation_can_be_switched_off() {
        let optimisation = |arguments: &[&str]| check(arguments).config(None).unwrap().optimisation;
        assert_eq!(optimisation(&["m.pml", "--optimise", "spin"]), Optimisation::SPIN);
        let without = optimisation(&["m.pml", "--optimise", "spin", "--no-hiding", "--no-merging"]);
        assert_eq!(without, Optimisation { dead_variables: true, hiding: false, merging: false });
        assert_eq!(optimisation(&["m.pml", "--optimise", "none", "--no-merging"]), Optimisation::NONE);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_are_refused_and_never_replaced() {
        use std::os::unix::ffi::OsStringExt;
        let odd = || OsString::from_vec(b"m\xff.pml".to_vec());
        let text = |s: &str| OsString::from(s);
        let lines = [
            vec![odd()],
            vec![text("m.pml"), text("--trail"), odd()],
            vec![text("m.pml"), text("-I"), odd()],
            vec![text("replay"), odd(), text("t")],
            vec![text("replay"), text("m.pml"), odd()],
        ];
        for line in lines {
            let error = Request::parse(std::iter::once(text("spinrs")).chain(line)).unwrap_err().to_string();
            assert!(error.contains("not UTF-8"), "{error}");
        }
    }

    #[test]
    fn the_store_can_be_sized_and_hashes_have_other_names() {
        let args = check(&["m.pml", "--expected", "1000", "--hash=jenkins", "--store=compact64"]);
        let config = args.config(None).unwrap();
        assert_eq!((config.expected_states, config.hash), (1000, HashChoice::Lookup2.into()));
        assert_eq!((config.store, config.bitstate), (StoreChoice::Compact, BitstateChoice::default()));
        let args = check(&["m.pml", "--store=bitstate", "--bitstate-k=5", "--bitstate-size=1M"]);
        assert_eq!(args.config(None).unwrap().bitstate, BitstateChoice { k: Some(5), bytes: Some(1 << 20) });
    }

    #[test]
    fn hashes_take_parameters() {
        let args = check(&["m.pml", "--hash=cyclic:delta=3,map=wang,finish=mix"]);
        assert_eq!(args.config(None).unwrap().hash.to_string(), "cyclic:delta=3,map=wang,finish=mix");
        let message = |hash: &str| {
            let line = ["spinrs", "m.pml", hash].map(OsString::from);
            Request::parse(line).unwrap_err().to_string()
        };
        assert!(message("--hash=cyclic:delta=32").contains("`delta` cannot be `32`; it takes 0 to 31"));
        assert!(message("--hash=xxh3:map=wang").contains("the hash xxh3 has no parameter `map`"));
        assert!(message("--hash=cyclik").contains("a similar value exists: 'cyclic'"));
    }

    #[test]
    fn all_errors_means_no_limit() {
        assert_eq!(check(&["m.pml", "--errors", "all"]).config(None).unwrap().max_errors, None);
        assert_eq!(check(&["m.pml"]).config(None).unwrap().max_errors, Some(1));
        assert!(parse_errors("0").is_err());
    }
}
