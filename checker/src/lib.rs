//! Search: joins an engine, a digest policy and a store, and says what was found.
//!
//! [`Config`] says what to check and how; [`dispatch`] turns it into concrete types once; [`search`] visits
//! every reachable state; [`Outcome`] is the answer. [`verify`] does all of it for a model. Nothing here
//! prints.

pub mod config;
pub mod dispatch;
pub mod outcome;
pub mod search;
pub mod verify;

pub use config::{Config, HashChoice, Limits, SearchChoice, StoreChoice};
pub use outcome::{Found, Outcome, Stats, Stop, Verdict};
pub use search::{Hooks, Progress};
pub use verify::{Verification, verify};
