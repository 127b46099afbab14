//! Program text as lines: separators and indentation.
//!
//! A statement is the list of its lines, the first unindented. Whoever composes statements decides the
//! separators, because Promela allows `;`, `->` and, since Spin 6.3, the end of the line.

/// One statement or declaration.
pub(crate) type Stmt = Vec<String>;

/// A statement of one line.
pub(crate) fn line(text: impl Into<String>) -> Stmt {
    vec![text.into()]
}

/// How the statements of a sequence are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Semicolon,
    Newline,
}

impl Separator {
    /// The statements one after the other.
    pub(crate) fn join(self, stmts: Vec<Stmt>) -> Vec<String> {
        let mut lines = Vec::new();
        let last = stmts.len().saturating_sub(1);
        for (i, mut stmt) in stmts.into_iter().enumerate() {
            // Spin's lexer sees no end of statement in a newline after `c?<x>`.
            let peeks = stmt.last().is_some_and(|l| l.ends_with('>'));
            if i < last && (peeks || self == Separator::Semicolon) {
                append(&mut stmt, ";");
            }
            lines.append(&mut stmt);
        }
        lines
    }

    /// One option of a selection or repetition; the first statement is the guard.
    pub(crate) fn option(self, mut stmts: Vec<Stmt>) -> Vec<String> {
        let mut lines = Vec::new();
        if stmts.len() > 1 {
            let mut guard = stmts.remove(0);
            let separator = if guard.len() == 1 { " ->" } else { ";" };
            append(&mut guard, separator);
            lines.append(&mut guard);
        }
        lines.append(&mut self.join(stmts));
        hang(":: ", lines)
    }

    /// `open`, the indented sequence, `close`.
    pub(crate) fn braces(self, open: &str, stmts: Vec<Stmt>, close: &str) -> Stmt {
        let mut lines = vec![open.to_string()];
        lines.extend(indent(self.join(stmts)));
        lines.push(close.to_string());
        lines
    }
}

/// Adds text to the last line.
pub(crate) fn append(stmt: &mut Stmt, text: &str) {
    if let Some(last) = stmt.last_mut() {
        last.push_str(text);
    }
}

/// The lines, one level deeper.
pub(crate) fn indent(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|l| format!("  {l}")).collect()
}

/// The lines behind a prefix that the first line carries and the others are aligned with.
pub(crate) fn hang(prefix: &str, lines: Vec<String>) -> Vec<String> {
    let blank = " ".repeat(prefix.len());
    let numbered = lines.into_iter().enumerate();
    numbered.map(|(i, l)| if i == 0 { format!("{prefix}{l}") } else { format!("{blank}{l}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_statement_has_no_separator() {
        let stmts = vec![line("x = 1"), line("y = 2")];
        assert_eq!(Separator::Semicolon.join(stmts.clone()), ["x = 1;", "y = 2"]);
        assert_eq!(Separator::Newline.join(stmts), ["x = 1", "y = 2"]);
    }

    #[test]
    fn an_option_hangs_behind_its_colons() {
        let option = Separator::Semicolon.option(vec![line("a"), line("b"), line("c")]);
        assert_eq!(option, [":: a ->", "   b;", "   c"]);
    }
}
