//! Colours, where the output is a terminal and the user wants them.

use clap::ColorChoice;
use std::io::IsTerminal;

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    colour: bool,
}

impl Style {
    /// Characters only.
    pub(crate) const PLAIN: Self = Self { colour: false };

    /// What the user wants for a stream; `NO_COLOR` counts as a wish (no-color.org).
    pub(crate) fn new(choice: ColorChoice, stream: &impl IsTerminal) -> Self {
        let colour = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        };
        Self { colour }
    }

    /// The style of the front end's messages.
    pub(crate) fn diagnostics(self) -> promela::diagnostic::Style {
        if self.colour { promela::diagnostic::Style::Colour } else { promela::diagnostic::Style::Plain }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.paint("1;32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    pub(crate) fn doubtful(self, text: &str) -> String {
        self.paint("1;33", text)
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// In the colour of a process.
    pub(crate) fn lane(self, process: u32, text: &str) -> String {
        const COLOURS: [&str; 6] = ["36", "33", "35", "32", "34", "31"];
        self.paint(COLOURS[process as usize % COLOURS.len()], text)
    }
}
