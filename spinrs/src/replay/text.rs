//! A replay for people.

use super::{ChangeReport, Document, Message, Place, ProcessName, Step};
use crate::style::Style;
use std::fmt::{Result, Write};

/// Every step, then where the processes stand, then the violation.
pub(super) fn render(document: &Document, style: Style) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, document, style);
    out
}

fn write(out: &mut String, document: &Document, style: Style) -> Result {
    writeln!(out, "spinrs {}: {} replayed on {}\n", document.version, document.trail, document.model)?;
    let width = document.steps.len().to_string().len();
    for step in &document.steps {
        write_step(out, step, width)?;
    }
    if !document.processes.is_empty() {
        writeln!(out, "\nin the end")?;
        for place in &document.processes {
            write_place(out, place, width)?;
        }
    }
    match (&document.violation, &document.reason) {
        (Some(end), _) => {
            writeln!(out, "\n{} ({}:{})", style.bad(&end.message), end.file, end.line)?;
            writeln!(out, "VERDICT: {}", style.bad("violated"))
        }
        (None, reason) => {
            let reason = reason.as_deref().unwrap_or("the trail could not be replayed");
            writeln!(out, "\nVERDICT: {}: {reason}", style.doubtful("not answered"))
        }
    }
}

fn write_step(out: &mut String, step: &Step, width: usize) -> Result {
    let Step { process, proctype, file, line, statement, .. } = step;
    writeln!(out, "{:>width$}  process {process} ({proctype})  {file}:{line}  {statement}", step.step)?;
    for merged in &step.merged {
        writeln!(out, "{:width$}    and {merged}", "")?;
    }
    if let Some(Message { channel, fields }) = &step.rendezvous {
        let fields: Vec<String> = fields.iter().map(i32::to_string).collect();
        writeln!(out, "{:width$}    offers {channel}!{}", "", fields.join(","))?;
    }
    for ChangeReport { name, process, old, new } in &step.changes {
        let owner = process.map(|process| format!("{process}:")).unwrap_or_default();
        writeln!(out, "{:width$}    {owner}{name}: {old} -> {new}", "")?;
    }
    for text in &step.printed {
        writeln!(out, "{:width$}    prints {text:?}", "")?;
    }
    for (verb, list) in [("starts", &step.started), ("ends", &step.ended)] {
        for ProcessName { process, proctype } in list {
            writeln!(out, "{:width$}    {verb} process {process} ({proctype})", "")?;
        }
    }
    Ok(())
}

fn write_place(out: &mut String, place: &Place, width: usize) -> Result {
    let Place { process, proctype, file, line, statement, at_end } = place;
    let remark = if *at_end { " (may stop here)" } else { "" };
    writeln!(out, "{:width$}  process {process} ({proctype}) is at {file}:{line}  {statement}{remark}", "")
}
