//! Search: joins an engine, a digest policy and a store, and says what was found.
//!
//! [`Config`] says what to check and how; [`dispatch`] turns it into concrete types once; [`search`] visits
//! every reachable state; [`Outcome`] is the answer. [`verify()`] does all of it for a model. A [`Trail`] is
//! the way to a violation, and a [`Replay`] goes it again; a [`Simulation`] is one run, step by step. Nothing
//! here prints.

mod components;
pub mod config;
pub mod dispatch;
pub mod graph;
pub mod outcome;
pub mod picture;
pub mod profile;
pub mod replay;
pub mod search;
pub mod shorten;
pub mod simulation;
pub mod spin_trail;
pub mod traffic;
pub mod trail;
pub mod verify;

pub use config::{
    BitstateChoice, Config, EngineChoice, HashChoice, HashSpec, Limits, Optimisation, SearchChoice,
    StoreChoice,
};
pub use outcome::{Choice, Found, Outcome, Stats, Stop, Verdict};
pub use profile::{Phase, Profile};
pub use replay::Replay;
pub use search::{Hooks, Progress};
pub use simulation::Simulation;
pub use trail::Trail;
pub use verify::{Verification, verify};
