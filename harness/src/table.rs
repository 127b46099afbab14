//! Tables, sections of the report, and how numbers are written in them.

use std::fmt::Write;

use crate::statistics::Estimate;

/// A table; the first column is left aligned, the others right.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// What it shows, in a line.
    pub caption: String,
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(caption: impl Into<String>, head: &[&str]) -> Self {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        Self { caption: caption.into(), head, rows: Vec::new() }
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("{}\n\n| {} |\n|---", self.caption, self.head.join(" | "));
        out += &"|---:".repeat(self.head.len().saturating_sub(1));
        out += "|\n";
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        out
    }
}

/// A figure: SVG with a caption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The name of its file, without ending.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// A part of the report, made of the rows of one experiment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// The experiment, and the name of the file.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What was found, and where it agrees or disagrees with the thesis; a paragraph each, made from the data.
    pub findings: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The figures.
    pub figures: Vec<Figure>,
    /// What one must know to read the tables.
    pub notes: Vec<String>,
}

impl Section {
    /// As Markdown, with figures as files beside it.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n", self.title);
        for paragraph in &self.findings {
            let _ = writeln!(out, "{paragraph}\n");
        }
        for figure in &self.figures {
            let _ = writeln!(out, "![{}](../figures/{}.svg)\n", figure.caption, figure.id);
        }
        for table in &self.tables {
            out += &table.markdown();
            out.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(out, "{note}\n");
        }
        out.truncate(out.trim_end().len());
        out + "\n"
    }
}

/// What stands where nothing was measured.
pub const NOTHING: &str = "–";

/// A whole number with separators of thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with so many decimals; a dash if there is none.
pub fn number(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}") } else { NOTHING.to_owned() }
}

/// A number that may be missing.
pub fn optional(value: Option<f64>, decimals: usize) -> String {
    number(value.unwrap_or(f64::NAN), decimals)
}

/// Seconds, to three significant digits.
pub fn seconds(value: f64) -> String {
    match value {
        v if v < 1.0 => number(v, 3),
        v if v < 10.0 => number(v, 2),
        v => number(v, 1),
    }
}

/// A share as a percentage.
pub fn percent(value: f64, decimals: usize) -> String {
    number(value * 100.0, decimals)
}

/// A ratio in per cent with its interval.
pub fn percent_interval(estimate: Estimate) -> String {
    if !estimate.value.is_finite() {
        return NOTHING.to_owned();
    }
    let Estimate { value, low, high } = estimate;
    format!("{} ({}–{})", percent(value, 0), percent(low, 0), percent(high, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!([7, 1000, 7_609_684].map(grouped), ["7", "1,000", "7,609,684"]);
        assert_eq!(number(f64::NAN, 2), NOTHING);
        assert_eq!([0.12345, 1.2345, 12.345].map(seconds), ["0.123", "1.23", "12.3"]);
        let estimate = Estimate { value: 0.91, low: 0.885, high: 0.94 };
        assert_eq!(percent_interval(estimate), "91 (88–94)");
    }

    #[test]
    fn tables_become_markdown() {
        let mut table = Table::new("What it is.", &["model", "a", "b"]);
        table.rows.push(["x", "1", "2"].map(str::to_owned).to_vec());
        assert_eq!(table.markdown(), "What it is.\n\n| model | a | b |\n|---|---:|---:|\n| x | 1 | 2 |\n");
    }
}
