//! The source with marks: which statements a search has reached.

use crate::wording::Wording;
use checker::Verification;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is known about a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    n_reached: u32,
    n_unreached: u32,
}

impl Line {
    fn mark(self) -> &'static str {
        match (self.n_reached, self.n_unreached) {
            (0, 0) => " ",
            (_, 0) => "+",
            (0, _) => "-",
            (_, _) => "~",
        }
    }
}

/// Every file of the model that has statements, each line with a mark.
pub(crate) fn render(found: &Verification, wording: &Wording<'_>) -> String {
    let program = &found.program;
    let reached = |index: u32| found.outcome.reached.get(index as usize).copied().unwrap_or(false);
    // By name: the order of the files does not depend on addresses.
    let mut files: BTreeMap<&str, (&str, BTreeMap<usize, Line>)> = BTreeMap::new();
    let (mut n_reached, mut n_statements) = (0, 0);
    for (index, statement) in program.statements.iter().enumerate() {
        // A statement without a place of its own in reports stands for another.
        if statement.listed.is_empty() {
            continue;
        }
        let is_reached = reached(index as u32) || statement.stand_in.is_some_and(reached);
        n_statements += 1;
        n_reached += u32::from(is_reached);
        for &listed in &statement.listed {
            let (name, text, line) = wording.source(program.statements[listed as usize].span);
            let line = files.entry(name).or_insert((text, BTreeMap::new())).1.entry(line).or_default();
            line.n_reached += u32::from(is_reached);
            line.n_unreached += u32::from(!is_reached);
        }
    }
    let mut out = format!("{n_reached} of {n_statements} statements reached");
    if found.outcome.stop.is_some() {
        out += "; the search was not complete, so others may be reachable";
    }
    out += "\n+ reached, - not reached, ~ some of the line reached\n";
    for (name, (text, lines)) in files {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n{name}");
        for (number, text) in text.lines().enumerate() {
            let mark = lines.get(&number).copied().unwrap_or_default().mark();
            let _ = writeln!(out, "{mark} {:>4}  {text}", number + 1);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_marked_by_what_stands_in_it() {
        let mark = |n_reached, n_unreached| Line { n_reached, n_unreached }.mark();
        assert_eq!([mark(0, 0), mark(2, 0), mark(0, 1), mark(1, 1)], [" ", "+", "-", "~"]);
    }
}
