//! Search: joins an engine, a digest policy and a store, and says what was found.
//!
//! [`Config`] says what to check and how; [`dispatch`] turns it into concrete types once; [`search`] visits
//! every reachable state; [`Outcome`] is the answer. Nothing here prints.

pub mod config;
pub mod dispatch;
pub mod outcome;
pub mod search;

pub use config::{Config, HashChoice, Limits, SearchChoice, StoreChoice};
pub use outcome::{Found, Outcome, Stats, Stop, Verdict};
pub use search::{Hooks, Progress};
