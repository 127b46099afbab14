//! `spinrs explain CODE`: what a message about a model means.

use crate::exit;
use crate::style::Style;
use clap::{Args, ColorChoice};
use promela::diagnostic::{Entry, entries, explain};
use std::io::stdout;

/// Columns of a line of text.
const WIDTH: usize = 80;

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The code of the message, such as E0302; all codes are listed if none is given
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

/// Runs the command; gives the exit status.
pub(crate) fn run(args: &ExplainArgs) -> u8 {
    let style = Style::new(args.color, &stdout());
    let mut text = String::new();
    if args.codes.is_empty() {
        entries().for_each(|entry| text += &format!("{}  {}\n", entry.code, entry.title));
    }
    for (index, code) in args.codes.iter().enumerate() {
        let Some(entry) = explain(code) else {
            return exit::usage(&format!(
                "there is no message with the code `{code}`; `spinrs explain` lists all"
            ));
        };
        if index != 0 {
            text.push('\n');
        }
        text += &show(entry, style);
    }
    if exit::print(&text) { exit::HOLDS } else { exit::NOT_ANSWERED }
}

fn show(entry: &Entry, style: Style) -> String {
    let mut text = format!("{}: {}\n\n{}", entry.code, entry.title, wrapped(entry.text));
    if !entry.wrong.is_empty() {
        text += &format!("\n{}\n\n{}", style.bad("for example"), indented(entry.wrong));
    }
    if !entry.right.is_empty() {
        text += &format!("\n{}\n\n{}", style.good("instead"), indented(entry.right));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column != 0 && WIDTH < column + 1 + word.len() {
            out.push('\n');
            column = 0;
        }
        if column != 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += word.len();
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words() {
        let text = wrapped(&"word ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.ends_with("word")));
        assert_eq!(text.split_whitespace().count(), 40);
    }
}
