//! A run for people.

use super::{ChangeReport, Document, ItemReport, MessageReport, Place, ProcessName, State, StepReport};
use crate::style::Style;
use std::fmt::{Result, Write};

/// Every step, then where the processes stand, then the violation.
pub(crate) fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, document, style);
    out
}

fn write(out: &mut String, document: &Document, style: Style) -> Result {
    let Document { model, version, .. } = document;
    match (&document.trail, document.seed) {
        (Some(trail), _) => writeln!(out, "spinrs {version}: {trail} replayed on {model}\n")?,
        (None, Some(seed)) => writeln!(out, "spinrs {version}: {model} simulated with seed {seed}\n")?,
        (None, None) => writeln!(out, "spinrs {version}: {model} simulated\n")?,
    }
    let width = document.steps.len().to_string().len();
    for step in &document.steps {
        write_step(out, step, width, style)?;
    }
    if !document.processes.is_empty() || !document.last.variables.is_empty() {
        writeln!(out, "\nin the end")?;
        for place in &document.processes {
            write_place(out, place, style)?;
        }
        write_state(out, &document.last, style)?;
    }
    match &document.violation {
        Some(end) => writeln!(out, "\n{} ({}:{})", style.bad(&end.message), end.file, end.line)?,
        None => writeln!(out)?,
    }
    match (document.replayed, &document.reason) {
        (Some(true), _) => writeln!(out, "VERDICT: {}", style.bad("violated")),
        (Some(false), reason) => {
            let reason = reason.as_deref().unwrap_or("the trail could not be replayed");
            writeln!(out, "VERDICT: {}: {reason}", style.doubtful("not answered"))
        }
        (None, Some(reason)) => writeln!(out, "{reason}"),
        (None, None) => Ok(()),
    }
}

/// `process 1 (P)`, in the colour of the process.
pub(crate) fn process(number: u32, proctype: &str, style: Style) -> String {
    style.lane(number, &format!("process {number} ({proctype})"))
}

/// A step and, below it, what it did.
pub(crate) fn write_step(out: &mut String, step: &StepReport, width: usize, style: Style) -> Result {
    let StepReport { file, line, statement, .. } = step;
    let who = process(step.process, &step.proctype, style);
    writeln!(out, "{:>width$}  {who}  {}  {statement}", step.step, style.faint(&format!("{file}:{line}")))?;
    for merged in &step.merged {
        writeln!(out, "{:width$}    and {merged}", "")?;
    }
    for MessageReport { way, channel, fields, from_step } in &step.messages {
        let fields = fields.join(",");
        match (*way, from_step) {
            ("offered", _) => writeln!(out, "{:width$}    offers {channel}!{fields}", "")?,
            ("received", Some(from)) if *from + 1 == step.step => {
                writeln!(out, "{:width$}    takes {channel}?{fields}", "")?;
            }
            // What happens to a buffer shows as a change of it.
            _ => {}
        }
    }
    for ChangeReport { name, process, old, new } in &step.changes {
        let owner = process.map(|process| format!("{process}:")).unwrap_or_default();
        writeln!(out, "{:width$}    {owner}{name}: {} -> {}", "", old, style.strong(new))?;
    }
    for text in &step.printed {
        writeln!(out, "{:width$}    prints {text:?}", "")?;
    }
    for (verb, list) in [("starts", &step.started), ("ends", &step.ended)] {
        for ProcessName { process: number, proctype } in list {
            writeln!(out, "{:width$}    {verb} {}", "", process(*number, proctype, style))?;
        }
    }
    if !step.executed {
        writeln!(out, "{:width$}    {}", "", style.bad("was not executed"))?;
    }
    Ok(())
}

/// Where a process stands.
pub(crate) fn write_place(out: &mut String, place: &Place, style: Style) -> Result {
    let Place { file, line, statement, at_end, .. } = place;
    let remark = if *at_end { " (may stop here)" } else { "" };
    let who = process(place.process, &place.proctype, style);
    writeln!(out, "  {who} is at {}  {statement}{remark}", style.faint(&format!("{file}:{line}")))
}

/// The variables, one line per owner, and the channels, one line each.
pub(crate) fn write_state(out: &mut String, state: &State, style: Style) -> Result {
    let mut at = 0;
    while let Some(ItemReport { process: owner, .. }) = state.variables.get(at) {
        let mine = state.variables[at..].iter().take_while(|item| item.process == *owner);
        let shown: Vec<String> = mine.map(|item| format!("{}={}", item.name, item.value)).collect();
        let who = match owner {
            Some(number) => style.lane(*number, &format!("process {number}")),
            None => "globals".to_owned(),
        };
        writeln!(out, "  {who}: {}", shown.join(" "))?;
        at += shown.len();
    }
    for ItemReport { name, process, value } in &state.channels {
        let owner = process.map(|process| format!("{process}:")).unwrap_or_default();
        writeln!(out, "  channel {owner}{name}: {value}")?;
    }
    Ok(())
}
