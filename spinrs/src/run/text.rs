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
    let mut columns = Columns::for_numbers_to(document.steps.len());
    document.steps.iter().for_each(|s| columns.fit(s.process, &s.proctype, &s.file, s.line));
    for step in &document.steps {
        write_step(out, step, columns, style)?;
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

/// Widths of what stands below each other in a list of steps: number, process, place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    number: usize,
    who: usize,
    place: usize,
}

impl Columns {
    /// For steps with numbers up to this one.
    pub(crate) fn for_numbers_to(most: usize) -> Self {
        Self { number: most.to_string().len(), who: 0, place: 0 }
    }

    /// Makes room for a step.
    pub(crate) fn fit(&mut self, number: u32, proctype: &str, file: &str, line: u32) {
        self.who = self.who.max(width(&process(number, proctype, Style::PLAIN)));
        self.place = self.place.max(width(&format!("{file}:{line}")));
    }

    /// The head of a step: number, process and place, each in its column.
    pub(crate) fn head(self, number: usize, place: (u32, &str, &str, u32), style: Style) -> String {
        let (pid, proctype, file, line) = place;
        let at = format!("{file}:{line}");
        let room = self.number;
        let padded =
            |shown: String, plain: &str, room: usize| shown + &" ".repeat(room.saturating_sub(width(plain)));
        let who = padded(process(pid, proctype, style), &process(pid, proctype, Style::PLAIN), self.who);
        format!("{number:>room$}  {who}  {}", padded(style.faint(&at), &at, self.place))
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// `process 1 (P)`, in the colour of the process.
pub(crate) fn process(number: u32, proctype: &str, style: Style) -> String {
    style.lane(number, &format!("process {number} ({proctype})"))
}

/// A step and, below it, what it did.
pub(crate) fn write_step(out: &mut String, step: &StepReport, columns: Columns, style: Style) -> Result {
    let StepReport { process: pid, proctype, file, line, statement, .. } = step;
    writeln!(out, "{}  {statement}", columns.head(step.step, (*pid, proctype, file, *line), style))?;
    let width = columns.number;
    for merged in &step.merged {
        writeln!(out, "{:width$}    and {merged}", "")?;
    }
    let buffered = |channel: &str| step.changes.iter().any(|change| change.name == channel);
    for MessageReport { way, channel, fields, from_step } in &step.messages {
        let fields = fields.join(",");
        match (*way, from_step) {
            ("offered", _) => writeln!(out, "{:width$}    offers {channel}!{fields}", "")?,
            ("received", Some(from)) if *from + 1 == step.step && !buffered(channel) => {
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
