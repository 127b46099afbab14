//! What to check and how: every choice a user can make, as plain data.

pub use hashing::{HashChoice, HashSpec, StoreChoice};
use promela::ir::Program;
pub use promela::lower::Optimisation;
use std::time::Duration;

/// Defines a choice with its names; `ALL`, `Display` and `FromStr` come from one list.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// All of them, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let names = || Self::ALL.iter().map(|c| c.name()).collect::<Vec<_>>().join(", ");
                Self::ALL
                    .iter()
                    .copied()
                    .find(|c| c.name() == text)
                    .ok_or_else(|| format!("`{text}` is none of {}", names()))
            }
        }
    };
}

choice!(
    /// The order in which states are visited.
    SearchChoice {
        /// Depth first, successors in Spin's order.
        Dfs = "dfs",
        /// Breadth first: violations are found by a shortest path of the graph searched, reduced or not.
        Bfs = "bfs",
    }
);

choice!(
    /// What computes successors. Both give the same answers.
    EngineChoice {
        /// Machine code made while the search runs, where the processor is known; the interpreter elsewhere.
        Jit = "jit",
        /// The interpreter.
        Interpreter = "interpreter",
    }
);

/// Limits that end a search without an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Only states fewer than this many steps from the initial state are searched (Spin's `-m`).
    pub depth: Option<u64>,
    /// Bytes for states and stacks.
    pub memory: Option<usize>,
    /// Time for the search.
    pub time: Option<Duration>,
}

/// The array of a bitstate store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BitstateChoice {
    /// Bits per state; the store chooses if none.
    pub k: Option<u32>,
    /// Bytes of the array, rounded down to a power of two; the store chooses if none.
    pub bytes: Option<usize>,
}

/// A complete configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Optimisations of the model.
    pub optimisation: Optimisation,
    /// Partial-order reduction, for models that allow it.
    pub por: bool,
    /// Order of the search.
    pub search: SearchChoice,
    /// What computes successors.
    pub engine: EngineChoice,
    /// Visits of control points before machine code is made for them.
    pub patience: u32,
    /// Digests.
    pub hash: HashSpec,
    /// Storage.
    pub store: StoreChoice,
    /// Seed of the hash function.
    pub seed: u64,
    /// The number of states to size the store for; zero if unknown.
    pub expected_states: usize,
    /// Bitstate hashing.
    pub bitstate: BitstateChoice,
    /// Find out where the time goes.
    pub profile: bool,
    /// Check assertions.
    pub assertions: bool,
    /// Check for invalid end states.
    pub end_states: bool,
    /// Stop after this many errors; `None` goes on to the end.
    pub max_errors: Option<u64>,
    /// Limits.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            optimisation: Optimisation::NONE,
            por: false,
            search: SearchChoice::Dfs,
            engine: EngineChoice::Jit,
            patience: 2_000,
            hash: HashSpec::from(HashChoice::Incremental),
            store: StoreChoice::Exact,
            seed: 0,
            expected_states: 0,
            bitstate: BitstateChoice::default(),
            profile: false,
            assertions: true,
            end_states: true,
            max_errors: Some(1),
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Whether the search of this program is reduced.
    pub fn reduces(&self, program: &Program) -> bool {
        self.por && program.irreducible.is_none()
    }
}
