//! From an outcome to the report.

use super::reason::reason;
use super::unreached::unreached;
use super::{Bitstate, Hash, Memory, Report, Seconds, Settings, ViolationReport};
use crate::args::{CheckArgs, CommonArgs};
use crate::system;
use crate::wording::{Wording, proctype_of, violation_kind};
use checker::{Config, Found, Outcome, Phase, Verdict, Verification};
use promela::exec::Breach;
use promela::ir::{Irreducible, Side};
use promela::lower::NumberWidth;
use std::time::Duration;

/// Times that the checker does not measure itself.
pub(crate) struct Times {
    pub(crate) front_end: Duration,
    pub(crate) total: Duration,
}

/// Collects everything that there is to say.
pub(crate) fn build(
    args: &CheckArgs,
    config: &Config,
    found: &Verification,
    wording: &Wording<'_>,
    times: &Times,
    trails: Vec<String>,
) -> Report {
    let outcome = &found.outcome;
    let stats = &outcome.stats;
    Report {
        model: args.model.display().to_string(),
        version: env!("CARGO_PKG_VERSION"),
        config: settings(&args.common, config, found),
        verdict: match outcome.verdict {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Incomplete => "incomplete",
        },
        complete: outcome.stop.is_none(),
        reason: reason(found, config, wording),
        errors: stats.errors,
        violations: outcome.violations.iter().map(|v| violation(found, wording, v)).collect(),
        trail: trails.first().cloned(),
        trails,
        stored: stats.stored,
        matched: stats.matched,
        transitions: stats.transitions(),
        atomic_steps: stats.atomic_steps,
        depth: stats.depth,
        state_vector_bytes: stats.vector_bytes,
        seconds: Seconds {
            front_end: times.front_end.as_secs_f64(),
            compile: found.compile_time.as_secs_f64(),
            search: outcome.search_time.as_secs_f64(),
            total: times.total.as_secs_f64(),
        },
        profile: outcome.profile.map(|profile| {
            let seconds = |phase| profile.share(phase) * outcome.search_time.as_secs_f64();
            Phase::ALL.iter().map(|&phase| (phase.name(), seconds(phase))).collect()
        }),
        memory: Memory {
            store_bytes: stats.store_bytes,
            store_parts: stats.store_parts,
            stack_bytes: stats.stack_bytes,
            peak_rss_bytes: system::peak_rss(),
        },
        hash: Hash { name: config.hash.to_string(), conflicts: stats.conflicts },
        expected_omissions: outcome.expected_omissions,
        bitstate: bitstate(&found.outcome),
        warnings: warnings(config, found, wording),
        unreached: unreached(found, wording),
        diagnostics: Vec::new(),
    }
}

fn warnings(config: &Config, found: &Verification, wording: &Wording<'_>) -> Vec<String> {
    let reason = found.program.irreducible.filter(|_| config.por).map(|why| match why {
        Irreducible::Enabled => "the model uses `enabled`",
        Irreducible::PcValue => "the model uses `pc_value`",
        Irreducible::Last => "the model uses `_last`",
        Irreducible::Priority => "the model uses priorities",
        Irreducible::Else => {
            "an `else` stands beside an option that begins with a message or tests a channel"
        }
    });
    let unreduced = reason.map(|why| format!("no partial-order reduction: {why}"));
    let breaches = found.outcome.breaches.iter().map(|b| breach(found, wording, b));
    weak_fingerprints(config).into_iter().chain(unreduced).chain(breaches).collect()
}

fn bitstate(outcome: &Outcome) -> Option<Bitstate> {
    let array = outcome.bit_array?;
    let stored = outcome.stats.stored as f64;
    Some(Bitstate {
        k: array.k,
        bits: array.bits,
        bits_set: array.set,
        hash_factor: array.bits as f64 / stored.max(1.0),
        coverage: stored / (stored + outcome.expected_omissions.unwrap_or(0.0)).max(1.0),
    })
}

/// A hash whose digests must not stand for states, with a store in which they do.
fn weak_fingerprints(config: &Config) -> Option<String> {
    let weak = !config.store.is_exact() && !config.hash.choice().suits_fingerprints();
    weak.then(|| {
        format!(
            "the hash {} gives many different states the same digest; the store {} may omit far more of them than \
             it expects",
            config.hash, config.store
        )
    })
}

/// A channel that is used against `xr` or `xs`.
fn breach(found: &Verification, wording: &Wording<'_>, breach: &Breach) -> String {
    let Breach { side, claimant, intruder, statement, .. } = *breach;
    let (claim, uses) = match side {
        Side::Receive => ("xr", "receives from"),
        Side::Send => ("xs", "sends to"),
    };
    let place = wording.place(found.program.statements[statement as usize].span);
    let text = wording.statement(&found.program, statement);
    format!(
        "`{claim}` does not hold: process {intruder} {uses} a channel that process {claimant} claims, by {text} \
         ({}:{})",
        place.file, place.line
    )
}

fn settings(args: &CommonArgs, config: &Config, found: &Verification) -> Settings {
    Settings {
        search: config.search.name(),
        engine: config.engine.name(),
        por: if config.reduces(&found.program) { "on" } else { "off" },
        optimise: config.optimisation.to_string(),
        hash: config.hash.to_string(),
        store: config.store.name(),
        seed: config.seed,
        seeded: config.hash.choice().is_seeded(),
        expected_states: config.expected_states,
        assertions: config.assertions,
        end_states: config.end_states,
        max_errors: config.max_errors,
        max_depth: config.limits.depth,
        max_memory_bytes: config.limits.memory.map(|bytes| bytes as u64),
        max_seconds: config.limits.time.map(|time| time.as_secs_f64()),
        defines: args.define.clone(),
        undefines: args.undefine.clone(),
        includes: args.include.clone(),
        number_bits: match found.width {
            NumberWidth::Narrow => 8,
            NumberWidth::Wide => 16,
        },
    }
}

fn violation(found: &Verification, wording: &Wording<'_>, violation: &Found) -> ViolationReport {
    let Found { violation, depth, .. } = violation;
    let place = wording.violation_place(&found.program, violation);
    ViolationReport {
        kind: violation_kind(&found.program, violation),
        message: wording.violation(&found.program, violation),
        file: place.file,
        line: place.line,
        depth: *depth,
        process: violation.process,
        proctype: violation.statement.and_then(|s| proctype_of(&found.program, s)).map(str::to_owned),
    }
}
