//! Warnings in brief: the first with a code and a hint in full, the others with the same in a line each.

use super::render::{Style, margin, note, printable, render};
use super::{Diagnostic, MAX_SHOWN};
use crate::source::Sources;
use std::collections::HashMap;

/// Lines about others with the same code.
const MAX_OTHERS: usize = 5;

/// The first diagnostic with each code and hint in full, others with the same in a line each, and how many more there
/// are.
#[must_use]
pub fn render_brief(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    let mut numbers = HashMap::new();
    for diagnostic in diagnostics {
        let number = *numbers.entry((diagnostic.code, &diagnostic.hint)).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(diagnostic);
    }
    let shown = groups.iter().take(MAX_SHOWN).map(|group| render_group(group, sources, style));
    let mut out = shown.collect::<Vec<_>>().join("\n");
    let n_more: usize = groups.iter().skip(MAX_SHOWN).map(Vec::len).sum();
    if n_more != 0 {
        out += &format!("\n... and {n_more} more\n");
    }
    out
}

fn render_group(group: &[&Diagnostic], sources: &Sources, style: Style) -> String {
    let Some((first, others)) = group.split_first() else { return String::new() };
    let mut out = render(first, sources, style);
    let margin = margin(first);
    for other in others.iter().take(MAX_OTHERS) {
        note(&mut out, style, margin, &format!("also {}{}", place(other), printable(&other.message)));
    }
    if MAX_OTHERS < others.len() {
        note(&mut out, style, margin, &format!("and {} more", others.len() - MAX_OTHERS));
    }
    out
}

fn place(diagnostic: &Diagnostic) -> String {
    let position = diagnostic.primary.as_ref().map(|label| &label.origin.position);
    position.map(|at| format!("{}:{}: ", printable(&at.file), at.line)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;
    use crate::text::Options;

    #[test]
    fn the_first_is_shown_in_full_and_the_others_in_a_line() {
        let text: String = (0..9).map(|n| format!("byte unused{n};\n")).collect();
        let loader = Memory::single("m.pml", &format!("{text}chan c = [1] of {{ byte }};\ninit {{ c!1 }}"));
        let model = crate::compile("m.pml", &loader, &Options::default()).unwrap();
        let brief = render_brief(&model.warnings, &model.text.sources, Style::Plain);
        assert_eq!(brief.matches("warning[").count(), 2, "{brief}");
        assert_eq!(brief.lines().filter(|line| line.contains('^')).count(), 2, "{brief}");
        assert!(brief.contains("\n  = also m.pml:2: `unused1` is never used\n"), "{brief}");
        assert!(brief.contains("\n  = and 3 more\n"), "{brief}");
    }

    #[test]
    fn only_so_many_kinds_are_shown_and_the_rest_is_counted() {
        let odd = |n: usize| Diagnostic::warning("W9999", "odd").hint(format!("do {}", n / 2));
        let many: Vec<Diagnostic> = (0..2 * MAX_SHOWN + 6).map(odd).collect();
        let brief = render_brief(&many, &Sources::default(), Style::Plain);
        assert_eq!(brief.matches("warning[W9999]").count(), MAX_SHOWN);
        assert!(brief.ends_with("\n\n... and 6 more\n"), "{brief}");
    }
}
