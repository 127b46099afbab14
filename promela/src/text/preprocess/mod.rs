//! The C preprocessor, as far as Promela models use it (C99 6.10, with the habits of `gcc -E`).
//!
//! Spin runs a model through `gcc -std=gnu99 -E -x c`; we do the same work ourselves, so that no
//! compiler is needed and every token keeps its way back to the file. What differs from gcc:
//!
//! * only `__LINE__`, `__FILE__`, `__STDC__` and `__STDC_VERSION__` are predefined (gcc would also replace
//!   ordinary words such as `linux` and `unix`), and there are no system include directories;
//! * `#pragma` and `#ident` are dropped; in gcc's output they would stop Spin;
//! * work, text, nesting and include depth are bounded ([`Limits`](super::Limits)), so no input, however
//!   hostile, hangs or fills the memory.
//!
//! The parts: [`lexer`] makes tokens of one file, [`directive`] obeys the `#` lines with [`condition`] for
//! `#if`, [`macros`] holds definitions, [`expand`] rewrites the token stream
//! with [`substitute`] for a single call. This file joins them and
//! writes the result.

mod condition;
mod directive;
mod expand;
mod lexer;
mod macros;
mod substitute;
mod token;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use self::directive::OpenFile;
use self::expand::Context;
use self::lexer::Lexer;
use self::macros::Macro;
use self::token::{Kind, Symbol, Symbols, Token};
use super::map::{FrameId, Map, Provenance};
use super::{Options, Rejected};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Loader, Region, Sources};

/// Errors reported before the preprocessor gives up.
const MAX_ERRORS: usize = 50;

/// The preprocessor cannot go on; the reason is among its diagnostics.
#[derive(Debug)]
struct Stop;

/// A text without comments, directives and macros.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    pub(crate) text: String,
    pub(crate) map: Map,
    pub(crate) sources: Sources,
    pub(crate) warnings: Vec<Diagnostic>,
}

struct Preprocessor<'a> {
    loader: &'a dyn Loader,
    options: &'a Options,
    sources: Sources,
    symbols: Symbols,
    macros: HashMap<Symbol, Rc<Macro>>,
    /// Open files, the main file first.
    files: Vec<OpenFile>,
    /// Files that asked by `#pragma once` not to be included again.
    once: HashSet<FileId>,
    /// Macro bodies and arguments being read, innermost last.
    contexts: Vec<Context>,
    /// Macros whose bodies are in `contexts`.
    disabled: HashSet<Symbol>,
    /// A token of the file that was looked at but not used.
    pushed: Option<Token>,
    /// Arguments being expanded within arguments.
    nesting: usize,
    /// `defined` is an operator now.
    in_condition: bool,
    /// What is left of the limit on work.
    fuel: u64,
    /// The last token taken from a file by the main loop: its line decides where line breaks go.
    anchor: Option<Region>,
    /// A macro call that left nothing stands between the last token and the next.
    gap: bool,
    diagnostics: Vec<Diagnostic>,
    map: Map,
    text: String,
}

/// Runs the preprocessor over a model.
pub(crate) fn preprocess(
    main: &str,
    loader: &dyn Loader,
    options: &Options,
) -> Result<Preprocessed, Rejected> {
    let mut this = Preprocessor {
        loader,
        options,
        sources: Sources::default(),
        symbols: Symbols::default(),
        macros: HashMap::new(),
        files: Vec::new(),
        once: HashSet::new(),
        contexts: Vec::new(),
        disabled: HashSet::new(),
        pushed: None,
        nesting: 0,
        in_condition: false,
        fuel: options.limits.work,
        anchor: None,
        gap: false,
        diagnostics: Vec::new(),
        map: Map::default(),
        text: String::new(),
    };
    // A stop leaves its reason among the diagnostics, which decide below.
    let _: Result<(), Stop> = this.run(main);
    let errors = this.diagnostics.iter();
    if errors.into_iter().any(|d| d.severity == Severity::Error) {
        return Err(Rejected { sources: this.sources, diagnostics: this.diagnostics });
    }
    Ok(Preprocessed { text: this.text, map: this.map, sources: this.sources, warnings: this.diagnostics })
}

impl Preprocessor<'_> {
    fn run(&mut self, main: &str) -> Result<(), Stop> {
        match self.sources.load(main, self.loader) {
            Ok(file) => self.open(file, FrameId::default()),
            Err(error) => {
                let message = format!("cannot read `{main}`: {error}");
                self.diagnostics.push(Diagnostic::error("E0001", message));
                return Err(Stop);
            }
        }
        // On top of the main file, hence read first.
        let predefined = self.predefined();
        let file = self.sources.add("<command line>", &predefined);
        self.open(file, FrameId::default());

        let mut last: Option<(Token, u32)> = None;
        loop {
            let token = self.next()?;
            if token.kind == Kind::End {
                return Ok(());
            }
            last = Some((token, self.emit(token, last)?));
        }
    }

    /// The options `-D` and `-U` as directives. Line breaks in a value would smuggle in more of them.
    fn predefined(&self) -> String {
        let mut text = String::from("#define __STDC__ 1\n#define __STDC_VERSION__ 199901L\n");
        for define in &self.options.defines {
            let define = define.replace(['\n', '\r'], " ");
            match define.split_once('=') {
                Some((name, value)) => text += &format!("#define {name} {value}\n"),
                None => text += &format!("#define {define} 1\n"),
            }
        }
        for name in &self.options.undefines {
            text += &format!("#undef {}\n", name.replace(['\n', '\r'], " "));
        }
        text
    }

    fn open(&mut self, file: FileId, frame: FrameId) {
        let text = Arc::clone(&self.sources.file(file).text);
        self.files.push(OpenFile::new(Lexer::new(file, frame, text)));
    }

    /// Writes a token. Line breaks are kept because they may separate statements; as in gcc's output a
    /// macro call stands on the line of its name. Returns that line.
    fn emit(&mut self, token: Token, last: Option<(Token, u32)>) -> Result<u32, Stop> {
        if token.kind == Kind::Unterminated {
            let quote = if self.spelling(token).starts_with('"') { "string" } else { "character" };
            let message = format!("{quote} constant without its closing quote");
            self.error("E0003", message, token.provenance(), "opened here")?;
        }
        if token.kind == Kind::Number {
            self.check_range(token)?;
        }
        let anchor = self.anchor.unwrap_or(token.region);
        let line = self.sources.file(anchor.file).physical_line(anchor.start);
        if let Some((before, last_line)) = last {
            let blank = token.spaced || token.first || self.gap;
            let adjacent = before.frame == token.frame
                && before.region.file == token.region.file
                && before.region.end == token.region.start;
            if (line != last_line && blank) || token.first {
                self.text.push('\n');
            } else if blank || !adjacent {
                self.text.push(' ');
            }
        }
        self.gap = false;
        let start = self.text.len();
        self.text.push_str(self.symbols.text(token.text));
        let len = self.text.len() - start;
        self.map.push(start, len, token.provenance());
        if self.text.len() > self.options.limits.text {
            let limit = self.options.limits.text;
            let message = format!("the model expands to more than {limit} bytes");
            return Err(self.fatal("E0002", message, token.provenance()));
        }
        Ok(line)
    }

    /// To C `0..N` is one number, in which no macro is replaced; Spin then knows no `N`.
    fn check_range(&mut self, number: Token) -> Result<(), Stop> {
        let text = self.spelling(number);
        let Some((low, high)) = text.split_once("..").map(|(l, h)| (l.to_owned(), h.to_owned())) else {
            return Ok(());
        };
        let symbol = self.symbols.intern(&high);
        if !self.macros.contains_key(&symbol) {
            return Ok(());
        }
        let message = format!("macro `{high}` is not replaced within a number");
        let origin = self.map.resolve(number.provenance(), &self.sources);
        let warning = Diagnostic::warning("W0003", message).at(origin, "one number to C");
        self.diagnose(warning.hint(format!("write `{low} .. {high}`")))
    }

    fn spelling(&self, token: Token) -> &str {
        self.symbols.text(token.text)
    }

    fn is(&self, token: Token, text: &str) -> bool {
        self.spelling(token) == text
    }

    fn spend(&mut self, amount: usize, at: Provenance) -> Result<(), Stop> {
        match self.fuel.checked_sub(amount as u64) {
            Some(left) => self.fuel = left,
            None => {
                let message = "includes and macros of the model expand without end, or nearly so";
                return Err(self.fatal("E0002", message, at));
            }
        }
        Ok(())
    }

    fn diagnose(&mut self, diagnostic: Diagnostic) -> Result<(), Stop> {
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() >= MAX_ERRORS {
            return Err(Stop);
        }
        Ok(())
    }

    fn error(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        at: Provenance,
        label: impl Into<String>,
    ) -> Result<(), Stop> {
        let origin = self.map.resolve(at, &self.sources);
        self.diagnose(Diagnostic::error(code, message).at(origin, label))
    }

    fn fatal(&mut self, code: &'static str, message: impl Into<String>, at: Provenance) -> Stop {
        let origin = self.map.resolve(at, &self.sources);
        let diagnostic = Diagnostic::error(code, message).at(origin, "");
        self.diagnostics.push(diagnostic);
        Stop
    }
}
