//! A run as one HTML page that needs nothing but itself: message sequence chart, source, variables.
//!
//! The page holds the initial state and what every step changes, so it can go forwards and backwards; text that
//! many steps share (statements, names of variables) stands in tables. The list of steps is drawn only
//! where it is looked at, so ten thousand steps are no burden.

use super::{
    ChangeReport, Document, End, ItemReport, MessageReport, Place, ProcessName, State, StepReport, Words,
};
use promela::Model;
use promela::source::{SourceFile, Span};
use serde::Serialize;
use std::collections::HashMap;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

#[derive(Debug, Serialize)]
struct Data<'d> {
    model: &'d str,
    version: &'d str,
    /// One line on where the run comes from.
    origin: String,
    /// Why it ended.
    reason: Option<&'d str>,
    violation: Option<Error<'d>>,
    files: Vec<File<'d>>,
    statements: Vec<Statement>,
    /// Name and owner of everything that has a value.
    items: Vec<(&'d str, Option<u32>)>,
    /// Names of the process types.
    proctypes: Vec<&'d str>,
    /// Values in the initial state: item and value.
    initial: Vec<(usize, &'d str)>,
    /// Types of the processes in the initial state.
    processes: Vec<usize>,
    steps: Vec<Step<'d>>,
    /// Where every process stands in the end.
    stands: Vec<Stand<'d>>,
}

#[derive(Debug, Serialize)]
struct Error<'d> {
    kind: &'d str,
    message: &'d str,
    file: &'d str,
    line: u32,
}

/// A process: its number, its type, its place, the statement there, whether it may stop there.
#[derive(Debug, Serialize)]
struct Stand<'d>(u32, &'d str, String, &'d str, bool);

#[derive(Debug, Serialize)]
struct File<'d> {
    name: &'d str,
    text: &'d str,
}

/// A statement: index of its file, line from 0, text.
#[derive(Debug, Serialize)]
struct Statement(usize, usize, String);

/// A step, with one-letter names because there may be many.
#[derive(Debug, Serialize)]
struct Step<'d> {
    /// Process.
    p: u32,
    /// Statement.
    s: usize,
    /// Values: item, before, after; `null` where it does not exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    c: Vec<(usize, Option<&'d str>, Option<&'d str>)>,
    /// Messages: way, channel, fields, step that sent it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    m: Vec<(&'d str, &'d str, String, Option<usize>)>,
    /// Printed text.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    o: &'d [String],
    /// Types of the processes begun.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    b: Vec<usize>,
    /// Types of the processes ended, the youngest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    e: Vec<usize>,
}

/// Gives things numbers in the order in which they are first met.
struct Table<K> {
    numbers: HashMap<K, usize>,
    list: Vec<K>,
}

impl<K: std::hash::Hash + Eq + Clone> Table<K> {
    fn new() -> Self {
        Self { numbers: HashMap::new(), list: Vec::new() }
    }

    fn number(&mut self, key: K) -> usize {
        *self.numbers.entry(key.clone()).or_insert_with(|| {
            self.list.push(key);
            self.list.len() - 1
        })
    }
}

/// The page.
pub(crate) fn render(document: &Document, model: &Model, words: &Words<'_>) -> String {
    let data = serde_json::to_string(&data(document, model, words)).unwrap_or_default();
    // Inside a script element only this could end it.
    let data = data.replace('<', "\\u003c");
    let title = escape(&document.model);
    TEMPLATE
        .replacen("{{title}}", &title, 1)
        .replacen("{{style}}", STYLE, 1)
        .replacen("{{script}}", SCRIPT, 1)
        .replacen("{{data}}", &data, 1)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn data<'d>(document: &'d Document, model: &'d Model, words: &Words<'_>) -> Data<'d> {
    let sources = &model.text.sources;
    let place = |span| {
        let region = model.text.origin(span).region;
        (region.file, sources.file(region.file).physical_line(region.start) as usize)
    };
    let mut tables = Tables { items: Table::new(), proctypes: Table::new(), statements: Table::new() };
    let mut files = Table::new();
    let State { processes, variables, channels } = &document.initial;
    let processes = processes.iter().map(|p| tables.proctypes.number(&p.proctype[..])).collect();
    let initial = variables.iter().chain(channels).map(|i| (tables.item(i), &i.value[..])).collect();
    let steps = document.steps.iter().map(|step| tables.step(step)).collect();
    // The main file comes first even if nothing happens in it.
    files.number(place(Span::default()).0);
    let mut statement = |(index, text): (u32, String)| {
        let (file, line) = place(words.program.statements[index as usize].span);
        Statement(files.number(file), line, text)
    };
    Data {
        model: &document.model,
        version: document.version,
        origin: match (&document.trail, document.seed) {
            (Some(trail), _) => format!("replay of {trail}"),
            (None, Some(seed)) => format!("simulation with seed {seed}"),
            (None, None) => "simulation".to_owned(),
        },
        reason: document.reason.as_deref(),
        violation: document.violation.as_ref().map(Error::from),
        stands: document.processes.iter().map(Stand::from).collect(),
        statements: tables.statements.list.into_iter().map(&mut statement).collect(),
        files: files.list.iter().map(|&f| File::from(sources.file(f))).collect(),
        items: tables.items.list,
        proctypes: tables.proctypes.list,
        initial,
        processes,
        steps,
    }
}

impl<'d> From<&'d SourceFile> for File<'d> {
    fn from(file: &'d SourceFile) -> Self {
        Self { name: &file.name, text: &file.text }
    }
}

impl<'d> From<&'d End> for Error<'d> {
    fn from(End { kind, message, file, line, .. }: &'d End) -> Self {
        Self { kind, message, file, line: *line }
    }
}

impl<'d> From<&'d Place> for Stand<'d> {
    fn from(place: &'d Place) -> Self {
        let Place { process, proctype, file, line, statement, at_end } = place;
        Self(*process, proctype, format!("{file}:{line}"), statement, *at_end)
    }
}

/// What the steps share.
struct Tables<'d> {
    items: Table<(&'d str, Option<u32>)>,
    proctypes: Table<&'d str>,
    /// Statements, and the words for them: a statement may be merged with others in one place and not in another.
    statements: Table<(u32, String)>,
}

impl<'d> Tables<'d> {
    fn item(&mut self, item: &'d ItemReport) -> usize {
        self.items.number((&item.name, item.process))
    }

    fn step(&mut self, step: &'d StepReport) -> Step<'d> {
        let mut changes = Vec::new();
        for ChangeReport { name, process, old, new } in &step.changes {
            changes.push((self.items.number((name, *process)), Some(&old[..]), Some(&new[..])));
        }
        for item in &step.appeared {
            changes.push((self.item(item), None, Some(&item.value[..])));
        }
        for item in &step.vanished {
            changes.push((self.item(item), Some(&item.value[..]), None));
        }
        let text =
            std::iter::once(&step.statement).chain(&step.merged).cloned().collect::<Vec<_>>().join("; ");
        let message = |m: &'d MessageReport| (m.way, &m.channel[..], m.fields.join(","), m.from_step);
        let mut types = |list: &'d [ProcessName]| {
            list.iter().map(|p| self.proctypes.number(&p.proctype[..])).collect::<Vec<_>>()
        };
        Step {
            p: step.process,
            b: types(&step.started),
            e: types(&step.ended),
            s: self.statements.number((step.index, text)),
            c: changes,
            m: step.messages.iter().map(message).collect(),
            o: &step.printed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_numbered_once() {
        let mut table = Table::new();
        let numbers: Vec<usize> = ["a", "b", "a", "c", "b"].map(|name| table.number(name)).to_vec();
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(table.list, ["a", "b", "c"]);
    }

    #[test]
    fn a_title_cannot_contain_markup() {
        assert_eq!(escape("<b>&"), "&lt;b&gt;&amp;");
    }
}
