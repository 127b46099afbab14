//! The report for people.

use super::{Bitstate, Report, Unreached, ViolationReport};
use crate::commands::default_trail;
use crate::style::Style;
use crate::units::{bytes, grouped, seconds};
use checker::Optimisation;
use std::fmt::Write;
use std::path::Path;

/// Kinds of violations that are listed; the others are in the JSON report.
const MAX_LISTED: usize = 10;

/// The whole report, ending in the verdict.
pub(crate) fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = head(&mut out, report)
        .and_then(|()| counts(&mut out, report))
        .and_then(|()| unreached(&mut out, report))
        .and_then(|()| violations(&mut out, report, style));
    out + &verdict(report, style)
}

/// The last line, which cannot be misread.
pub(crate) fn verdict(report: &Report, style: Style) -> String {
    let answer = match report.verdict {
        "holds" => style.good("holds"),
        "violated" => style.bad("violated"),
        _ => style.doubtful("not answered"),
    };
    let remark = match &report.reason {
        Some(reason) if report.verdict == "violated" => format!(" ({reason})"),
        Some(reason) => format!(": {reason}"),
        None => String::new(),
    };
    format!("VERDICT: {answer}{remark}\n")
}

fn line(out: &mut String, name: &str, value: impl std::fmt::Display) -> std::fmt::Result {
    writeln!(out, "  {name:<14}{value}")
}

fn head(out: &mut String, report: &Report) -> std::fmt::Result {
    let config = &report.config;
    writeln!(out, "spinrs {}: {}", report.version, report.model)?;
    let checked = [
        (config.assertions, "assertions"),
        (config.end_states, "invalid end states"),
        (true, "errors at run time"),
    ];
    let (on, off): (Vec<_>, Vec<_>) = checked.into_iter().partition(|(on, _)| *on);
    let names =
        |list: Vec<(bool, &'static str)>| list.into_iter().map(|(_, n)| n).collect::<Vec<_>>().join(", ");
    let mut what = names(on);
    if !off.is_empty() {
        what += &format!("; not checked: {}", names(off));
    }
    line(out, "checked", what)?;
    let order = if config.search == "dfs" { "depth first" } else { "breadth first" };
    let reduction = if config.por == "on" { "" } else { "no " };
    let optimised = match &config.optimise[..] {
        "none" => "not optimised".to_owned(),
        passes if passes == Optimisation::SPIN.to_string() => "optimised as by Spin".to_owned(),
        passes => format!("optimised ({passes})"),
    };
    line(out, "search", format!("{order}, {reduction}partial-order reduction, {optimised}"))?;
    let seed = if config.seeded { format!("seed {}", config.seed) } else { "which takes no seed".to_owned() };
    line(out, "hash", format!("{}, {seed}", config.hash))?;
    line(out, "store", config.store)?;
    let limits = [
        config.max_depth.map(|n| format!("depth {}", grouped(n))),
        config.max_memory_bytes.map(|n| format!("memory {}", bytes(n))),
        config.max_seconds.map(|n| format!("time {}", seconds(n))),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    line(out, "limits", if limits.is_empty() { "none".to_owned() } else { limits.join(", ") })?;
    writeln!(out)
}

fn counts(out: &mut String, report: &Report) -> std::fmt::Result {
    line(out, "stored", counted(report.stored, "state"))?;
    line(out, "matched", counted(report.matched, "state"))?;
    line(out, "transitions", grouped(report.transitions))?;
    line(out, "atomic steps", grouped(report.atomic_steps))?;
    line(out, "depth", counted(report.depth, "step"))?;
    line(out, "state vector", counted(report.state_vector_bytes, "byte"))?;
    line(out, "conflicts", grouped(report.hash.conflicts))?;
    let memory = &report.memory;
    let peak = memory.peak_rss_bytes.map(|n| format!(", peak of the process {}", bytes(n)));
    line(
        out,
        "memory",
        format!(
            "store {}, stack {}{}",
            bytes(memory.store_bytes),
            bytes(memory.stack_bytes),
            peak.unwrap_or_default()
        ),
    )?;
    let time = &report.seconds;
    line(
        out,
        "time",
        format!(
            "{} (front end {}, compile {}, search {})",
            seconds(time.total),
            seconds(time.front_end),
            seconds(time.compile),
            seconds(time.search)
        ),
    )?;
    // Below this the clock says nothing about speed.
    if 0.01 <= time.search {
        let rate = |n: u64| grouped((n as f64 / time.search) as u64);
        line(
            out,
            "rate",
            format!("{} states/s, {} transitions/s", rate(report.stored), rate(report.transitions)),
        )?;
    }
    if let Some(profile) = &report.profile {
        let share = |(name, spent): (&&str, &f64)| format!("{name} {:.1} %", 100.0 * spent / time.search);
        line(out, "profile", profile.iter().map(share).collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out)
}

fn unreached(out: &mut String, report: &Report) -> std::fmt::Result {
    // What a search that was cut short has not reached says nothing about the model.
    let proctypes = if report.complete { &report.unreached[..] } else { &[] };
    // A loop without a way out is usual, and not worth a paragraph.
    let endless = |unreached: &&Unreached| matches!(&unreached.states[..], [only] if only.text == "-end-");
    for unreached in proctypes.iter().filter(|unreached| !unreached.states.is_empty() && !endless(unreached))
    {
        let Unreached { proctype, n_states, states } = unreached;
        let mut numbers: Vec<u32> = states.iter().map(|state| state.state).collect();
        numbers.dedup();
        writeln!(out, "unreached in {proctype} ({} of {n_states} states)", numbers.len())?;
        for state in states {
            writeln!(out, "  {}:{}, state {}, {}", state.file, state.line, state.state, state.text)?;
        }
        writeln!(out)?;
    }
    let endless: Vec<&str> =
        proctypes.iter().filter(endless).map(|unreached| &unreached.proctype[..]).collect();
    if !endless.is_empty() {
        writeln!(out, "proctypes whose end is never reached: {}\n", endless.join(", "))?;
    }
    Ok(())
}

fn violations(out: &mut String, report: &Report, style: Style) -> std::fmt::Result {
    for warning in &report.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    if let Some(Bitstate { k, bits, bits_set, hash_factor, coverage }) = &report.bitstate {
        let (size, set) = (bytes(bits / 8), 100.0 * *bits_set as f64 / *bits as f64);
        writeln!(
            out,
            "bitstate: k = {k}, array of {size}, {set:.1} % of it set, {hash_factor:.1} bits per state stored"
        )?;
        writeln!(out, "estimated coverage of the states met: {:.3} %", 100.0 * coverage)?;
    }
    if let Some(omissions) = report.expected_omissions {
        writeln!(out, "states expected to have been omitted by the store: {omissions:.3e}")?;
    }
    writeln!(out, "errors: {}", grouped(report.errors))?;
    let kinds = kinds(&report.violations);
    for (ViolationReport { message, file, line, depth, process, .. }, number) in kinds.iter().take(MAX_LISTED)
    {
        let process = process.map(|pid| format!(", process {pid}")).unwrap_or_default();
        let others = if *number == 1 { String::new() } else { format!(", {} times", grouped(*number)) };
        let depth = grouped_signed(*depth);
        writeln!(out, "  {} ({file}:{line}{process}, depth {depth}){others}", style.bad(message))?;
    }
    let listed: u64 = kinds.iter().take(MAX_LISTED).map(|(_, number)| number).sum();
    if listed < report.errors {
        writeln!(out, "  and {} more", grouped(report.errors - listed))?;
    }
    if let Some(trail) = &report.trail {
        // The trail knows the flags of the preprocessor, and its usual name can be left out.
        let mut command = format!("spinrs replay {}", quoted(&report.model));
        if default_trail(Path::new(&report.model)).as_deref() != Some(Path::new(trail)) {
            command += &format!(" {}", quoted(trail));
        }
        writeln!(out, "  to see the way to the first one: {command}")?;
        if let [_, further @ ..] = &report.trails[..]
            && !further.is_empty()
        {
            writeln!(out, "  ways to others that differ: {}", further.join(" "))?;
        }
    }
    Ok(())
}

/// The first violation of each kind and place, and how many there are.
fn kinds(violations: &[ViolationReport]) -> Vec<(&ViolationReport, u64)> {
    let mut kinds: Vec<(&ViolationReport, u64)> = Vec::new();
    for violation in violations {
        let same = |(other, _): &&mut (&ViolationReport, u64)| {
            (&other.message, &other.file, other.line) == (&violation.message, &violation.file, violation.line)
        };
        match kinds.iter_mut().find(same) {
            Some((_, number)) => *number += 1,
            None => kinds.push((violation, 1)),
        }
    }
    kinds
}

/// An argument as it must be written for a shell.
fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
    if argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

fn grouped_signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_where_a_shell_would_change_them() {
        assert_eq!(quoted("models/a-1.pml"), "models/a-1.pml");
        assert_eq!(quoted("a b.pml"), "'a b.pml'");
        assert_eq!(quoted("-DX='$1'"), r"'-DX='\''$1'\'''");
    }
}
