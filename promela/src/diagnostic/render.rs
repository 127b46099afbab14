//! Diagnostics as text.
//!
//! ```text
//! error[E0101]: inline `f` takes 2 arguments but is given 1
//!  --> model.pml:7:3
//!   |
//! 7 |   f(1)
//!   |   ^^^^ called here
//!  ::: model.pml:1:8
//!   |
//! 1 | inline f(a, b) { skip }
//!   |        - defined here
//!   = hint: ...
//! ```

use std::fmt::Write;

use super::{Diagnostic, Label, Severity};
use crate::source::Sources;
use crate::text::{Expansion, ExpansionKind};

/// Columns between tab stops in a quoted line.
const TAB: usize = 4;
/// Longer lines are clipped to a window around the place.
const MAX_COLUMNS: usize = 110;
/// Columns shown before the place in a clipped line.
const LEAD: usize = 40;
/// Bytes looked at before and behind the place in a long line; more than the clipped line shows.
const WINDOW: usize = 1024;
/// Longer chains of macros, inlines and includes are cut short.
const MAX_STEPS: usize = 8;

/// Diagnostics that are shown at a time; nobody reads more.
pub const MAX_SHOWN: usize = 50;

/// Whether to colour the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Characters only.
    #[default]
    Plain,
    /// With ANSI escape sequences.
    Colour,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// One diagnostic, ending in a line break.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let (word, colour) = match diagnostic.severity {
        Severity::Error => ("error", "1;31"),
        Severity::Warning => ("warning", "1;33"),
    };
    let head = style.paint(colour, &format!("{word}[{}]", diagnostic.code));
    let message = style.paint("1", &printable(&diagnostic.message));
    let mut out = format!("{head}: {message}\n");
    let margin = margin(diagnostic);
    if let Some(label) = &diagnostic.primary {
        snippet(&mut out, label, sources, style, (margin, "-->", "^", colour));
        steps(&mut out, &label.origin.expansion, style, margin);
    }
    for label in &diagnostic.secondary {
        snippet(&mut out, label, sources, style, (margin, ":::", "-", "1;34"));
    }
    if let Some(hint) = &diagnostic.hint {
        note(&mut out, style, margin, &format!("hint: {}", printable(hint)));
    }
    out
}

/// The first [`MAX_SHOWN`] of them, with an empty line between each two, and how many more there are.
#[must_use]
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let shown = diagnostics.iter().take(MAX_SHOWN);
    let mut out = shown.map(|d| render(d, sources, style)).collect::<Vec<_>>().join("\n");
    if MAX_SHOWN < diagnostics.len() {
        let _ = writeln!(out, "\n... and {} more", diagnostics.len() - MAX_SHOWN);
    }
    out
}

/// Columns that the numbers of the lines quoted take.
pub(super) fn margin(diagnostic: &Diagnostic) -> usize {
    let labels = diagnostic.primary.iter().chain(&diagnostic.secondary);
    let lines = labels.map(|label| label.origin.position.line);
    lines.max().map_or(1, |line| line.to_string().len())
}

pub(super) fn printable(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(visible).collect()
}

pub(super) fn note(out: &mut String, style: Style, margin: usize, text: &str) {
    let bar = style.paint("1;34", "=");
    let _ = writeln!(out, "{:margin$} {bar} {text}", "");
}

fn snippet(
    out: &mut String,
    label: &Label,
    sources: &Sources,
    style: Style,
    (margin, arrow, mark, colour): (usize, &str, &str, &str),
) {
    let position = &label.origin.position;
    let region = label.origin.region;
    let file = sources.file(region.file);
    let (line, start) = file.line_text(file.physical_line(region.start));
    let from = (region.start - start) as usize;
    let upto = (region.end - start) as usize;
    let quoted = Quoted::new(line, from, upto);

    let (arrow, bar) = (style.paint("1;34", arrow), style.paint("1;34", "|"));
    let (name, number, column) = (printable(&position.file), position.line, position.column);
    let _ = writeln!(out, "{:margin$}{arrow} {name}:{number}:{column}", "");
    let _ = writeln!(out, "{:margin$} {bar}", "");
    let number = style.paint("1;34", &format!("{number:>margin$}"));
    let _ = writeln!(out, "{number} {bar} {}", quoted.text);
    let underline = mark.repeat(quoted.width);
    let remark = format!("{underline} {}", printable(&label.message));
    let remark = style.paint(colour, remark.trim_end());
    let _ = writeln!(out, "{:margin$} {bar} {:indent$}{remark}", "", "", indent = quoted.indent);
}

fn steps(out: &mut String, expansion: &[Expansion], style: Style, margin: usize) {
    for step in expansion.iter().take(MAX_STEPS) {
        let (name, at) = (&step.name, &step.position);
        let place = format!("{}:{}:{}", printable(&at.file), at.line, at.column);
        let text = match step.kind {
            ExpansionKind::Macro => format!("from macro `{name}`, whose body has it at {place}"),
            ExpansionKind::Inline => format!("in inline `{name}`, called at {place}"),
            ExpansionKind::Include => format!("included at {place}"),
        };
        note(out, style, margin, &text);
    }
    if expansion.len() > MAX_STEPS {
        let more = expansion.len() - MAX_STEPS;
        note(out, style, margin, &format!("and {more} steps more"));
    }
}

/// A line as it is shown, and which of its columns to mark.
struct Quoted {
    text: String,
    indent: usize,
    width: usize,
}

impl Quoted {
    /// Shows `line` with the bytes `from..upto` marked; at least one column is.
    fn new(line: &str, from: usize, upto: usize) -> Self {
        let (line, skipped, rest) = window(line, from);
        let (from, upto) = (from.saturating_sub(skipped), upto.saturating_sub(skipped));
        let mut cells: Vec<char> = Vec::new();
        let mut marked = (None, 0);
        for (at, c) in line.char_indices() {
            if at >= from {
                marked.0.get_or_insert(cells.len());
            }
            match c {
                '\t' => cells.extend(std::iter::repeat_n(' ', TAB - cells.len() % TAB)),
                _ if c.is_control() => cells.push('\u{fffd}'),
                _ => cells.push(c),
            }
            if at < upto {
                marked.1 = cells.len();
            }
        }
        let start = marked.0.unwrap_or(cells.len());
        let end = marked.1.max(start + 1);
        if cells.len() <= MAX_COLUMNS {
            let text: String = cells.iter().collect();
            return Self { text: text.trim_end().to_owned(), indent: start, width: end - start };
        }
        let left = start.saturating_sub(LEAD);
        let right = (left + MAX_COLUMNS).min(cells.len());
        let (head, tail) = (left > 0 || skipped > 0, right < cells.len() || rest);
        let window: String = cells[left..right].iter().collect();
        let dots = |cut: bool| if cut { "..." } else { "" };
        Self {
            text: format!("{}{window}{}", dots(head), dots(tail)),
            indent: start - left + dots(head).len(),
            width: end.min(right.max(start + 1)) - start,
        }
    }
}

/// Enough of a line to show the place at `from`, the bytes left out before it, and whether more follows.
fn window(line: &str, from: usize) -> (&str, usize, bool) {
    if line.len() <= 2 * WINDOW {
        return (line, 0, false);
    }
    let from = from.min(line.len());
    let start = line.floor_char_boundary(from.saturating_sub(WINDOW));
    let end = line.ceil_char_boundary((from + WINDOW).min(line.len()));
    (&line[start..end], start, end < line.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Memory, Span};
    use crate::text::{Options, Prepared, prepare};

    fn prepared(text: &str) -> Prepared {
        let loader = Memory::single("m.pml", text);
        prepare("m.pml", &loader, &Options::default()).unwrap()
    }

    /// A message about the first occurrence of `word` in the expanded text.
    fn about(prepared: &Prepared, word: &str) -> String {
        let start = prepared.expanded.text.find(word).unwrap() as u32;
        let end = start + word.len() as u32;
        let origin = prepared.expanded.origin(Span { start, end });
        let diagnostic = Diagnostic::error("E9999", "bad").at(origin, "here");
        render(&diagnostic, &prepared.expanded.sources, Style::Plain)
    }

    #[test]
    fn a_place_in_plain_text_is_underlined() {
        let text = about(&prepared("byte x;\ninit {\n\tx = zzz\n}"), "zzz");
        let expected = "\
error[E9999]: bad
 --> m.pml:3:6
  |
3 |     x = zzz
  |         ^^^ here
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_place_in_a_macro_is_shown_at_its_call() {
        let model = "#define ADD(a) a + bad\nbyte x;\ninit { x = ADD(1) }";
        let expected = "\
error[E9999]: bad
 --> m.pml:3:12
  |
3 | init { x = ADD(1) }
  |            ^^^^^^ here
  = from macro `ADD`, whose body has it at m.pml:1:20
";
        assert_eq!(about(&prepared(model), "bad"), expected);
    }

    #[test]
    fn a_place_in_an_inline_is_shown_in_its_body() {
        let model = "inline f(a) {\n  a = bad\n}\nbyte x;\ninit { f(x) }";
        let expected = "\
error[E9999]: bad
 --> m.pml:2:7
  |
2 |   a = bad
  |       ^^^ here
  = in inline `f`, called at m.pml:5:8
";
        assert_eq!(about(&prepared(model), "bad"), expected);
    }

    #[test]
    fn long_lines_are_clipped_around_the_place() {
        for (before, behind) in [(300, 40), (30_000, 40), (300, 4_000), (30_000, 4_000)] {
            let model = format!("byte x; {} byte bad; {}", " ".repeat(before), "byte y; ".repeat(behind));
            let text = about(&prepared(&model), "bad");
            let mut lines = text.lines().skip(3);
            let quoted = lines.next().unwrap();
            let marked = lines.next().unwrap();
            assert!(quoted.len() < 130 && quoted.starts_with("1 | ...") && quoted.ends_with("..."));
            assert_eq!(quoted.find("bad"), marked.find("^^^"));
        }
    }

    #[test]
    fn colour_wraps_the_same_text() {
        let diagnostic = Diagnostic::warning("W0001", "odd").hint("do not");
        let text = render(&diagnostic, &Sources::default(), Style::Colour);
        assert!(text.contains("\x1b[1;33mwarning[W0001]\x1b[0m"));
        let plain = render(&diagnostic, &Sources::default(), Style::Plain);
        assert_eq!(plain, "warning[W0001]: odd\n  = hint: do not\n");
    }

    #[test]
    fn only_the_first_of_many_are_shown() {
        let many = vec![Diagnostic::error("E9999", "bad"); MAX_SHOWN + 7];
        let text = render_all(&many, &Sources::default(), Style::Plain);
        assert_eq!(text.matches("error[E9999]").count(), MAX_SHOWN);
        assert!(text.ends_with("\n\n... and 7 more\n"));
        assert!(!render_all(&many[..MAX_SHOWN], &Sources::default(), Style::Plain).contains("more"));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let diagnostic = Diagnostic::error("E0007", "\u{1b}[2J");
        let text = render(&diagnostic, &Sources::default(), Style::Plain);
        assert_eq!(text, "error[E0007]: \u{fffd}[2J\n");
    }
}
