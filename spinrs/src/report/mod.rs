//! The report of a check: one structure, shown as text or as JSON.

mod advice;
mod build;
mod reason;
pub(crate) mod text;
mod unreached;

pub(crate) use build::{Times, build};

use crate::front_end::Message;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that a check has to say.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) model: String,
    pub(crate) version: &'static str,
    pub(crate) config: Settings,
    /// `holds`, `violated` or `incomplete`.
    pub(crate) verdict: &'static str,
    /// Every reachable state was visited.
    pub(crate) complete: bool,
    /// Why not, and what to do about it.
    pub(crate) reason: Option<String>,
    pub(crate) errors: u64,
    pub(crate) violations: Vec<ViolationReport>,
    /// The file with the way to the first violation.
    pub(crate) trail: Option<String>,
    /// That file and those with the ways to violations that differ in kind or statement.
    pub(crate) trails: Vec<String>,
    pub(crate) stored: u64,
    pub(crate) matched: u64,
    pub(crate) transitions: u64,
    pub(crate) atomic_steps: u64,
    pub(crate) depth: u64,
    pub(crate) state_vector_bytes: u64,
    pub(crate) seconds: Seconds,
    /// Seconds of the search by what they were spent on; `null` unless asked for.
    pub(crate) profile: Option<BTreeMap<&'static str, f64>>,
    pub(crate) memory: Memory,
    pub(crate) hash: Hash,
    /// How many states a lossy store is expected to have omitted; `null` for an exact store.
    pub(crate) expected_omissions: Option<f64>,
    /// The array of a bitstate store; `null` for others.
    pub(crate) bitstate: Option<Bitstate>,
    /// Broken promises that are no errors of an unreduced search.
    pub(crate) warnings: Vec<String>,
    pub(crate) unreached: Vec<Unreached>,
    /// What the front end has to say about the model.
    pub(crate) diagnostics: Vec<Message>,
}

/// The configuration, every choice resolved.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    pub(crate) search: &'static str,
    pub(crate) engine: &'static str,
    pub(crate) por: &'static str,
    pub(crate) optimise: String,
    pub(crate) hash: String,
    pub(crate) store: &'static str,
    pub(crate) seed: u64,
    /// The seed makes a difference.
    #[serde(skip)]
    pub(crate) seeded: bool,
    /// The number of states the store was sized for; zero if unknown.
    pub(crate) expected_states: usize,
    pub(crate) assertions: bool,
    pub(crate) end_states: bool,
    /// `null` means all.
    pub(crate) max_errors: Option<u64>,
    pub(crate) max_depth: Option<u64>,
    pub(crate) max_memory_bytes: Option<u64>,
    pub(crate) max_seconds: Option<f64>,
    pub(crate) defines: Vec<String>,
    pub(crate) undefines: Vec<String>,
    pub(crate) includes: Vec<String>,
    /// Bits of a process or channel number: 8, or 16 for models that need more.
    pub(crate) number_bits: u32,
}

/// Something that is wrong.
#[derive(Debug, Serialize)]
pub(crate) struct ViolationReport {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) depth: i64,
    pub(crate) process: Option<u32>,
    pub(crate) proctype: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Seconds {
    pub(crate) front_end: f64,
    pub(crate) compile: f64,
    pub(crate) search: f64,
    pub(crate) total: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct Memory {
    pub(crate) store_bytes: u64,
    /// Nodes or components that states share in the store.
    pub(crate) store_parts: u64,
    pub(crate) stack_bytes: u64,
    pub(crate) peak_rss_bytes: Option<u64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Hash {
    pub(crate) name: String,
    pub(crate) conflicts: u64,
}

/// The array of a bitstate store and what it tells of the search.
#[derive(Debug, Serialize)]
pub(crate) struct Bitstate {
    /// Bits per state.
    pub(crate) k: u32,
    pub(crate) bits: u64,
    pub(crate) bits_set: u64,
    /// Bits of the array per state stored: Spin's "hash factor".
    pub(crate) hash_factor: f64,
    /// The share of the states met that were stored, as estimated; states behind those omitted may not have been met.
    pub(crate) coverage: f64,
}

/// The unreached statements of a proctype.
#[derive(Debug, Serialize)]
pub(crate) struct Unreached {
    pub(crate) proctype: String,
    /// All control states, as Spin counts them.
    pub(crate) n_states: usize,
    pub(crate) states: Vec<UnreachedState>,
}

#[derive(Debug, Serialize)]
pub(crate) struct UnreachedState {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) state: u32,
    pub(crate) text: String,
}
