//! The lines that begin with `#` (C99 6.10), and the open files they act on.

use super::lexer::Lexer;
use super::token::{Kind, Token};
use super::{Preprocessor, Stop};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Region};
use crate::text::map::{Frame, Provenance};

/// A file being read.
#[derive(Debug)]
pub(super) struct OpenFile {
    lexer: Lexer,
    conditionals: Vec<Conditional>,
}

/// An `#if` that is still open.
#[derive(Debug)]
struct Conditional {
    opened: Provenance,
    /// The lines around it are read.
    outer: bool,
    /// The current group is read.
    reading: bool,
    /// A group was read already.
    taken: bool,
    /// Its `#else`.
    otherwise: Option<Provenance>,
}

impl OpenFile {
    pub(super) fn new(lexer: Lexer) -> Self {
        Self { lexer, conditionals: Vec::new() }
    }

    fn reading(&self) -> bool {
        self.conditionals.last().is_none_or(|c| c.reading)
    }
}

impl Preprocessor<'_> {
    /// The next token of the innermost file that is not part of a directive or a skipped group. At the
    /// end of an included file reading goes on behind the directive only if `leave` is set.
    pub(super) fn file_token(&mut self, leave: bool) -> Result<Token, Stop> {
        loop {
            let token = self.lex()?;
            match token.kind {
                Kind::Newline => {}
                Kind::End => {
                    self.check_closed()?;
                    if !leave || self.files.len() == 1 {
                        return Ok(token);
                    }
                    self.files.pop();
                }
                _ if token.first && self.is(token, "#") => self.directive(token)?,
                _ if self.reading() => return Ok(token),
                _ => {}
            }
        }
    }

    fn lex(&mut self) -> Result<Token, Stop> {
        let Some(open) = self.files.last_mut() else {
            return Err(Stop);
        };
        let token = open.lexer.next(&mut self.symbols);
        if let Some(region) = open.lexer.open_comment.take() {
            let at = Provenance { region, ..token.provenance() };
            self.error("E0003", "comment without its closing `*/`", at, "opened here")?;
        }
        self.spend(1, token.provenance())?;
        Ok(token)
    }

    fn reading(&self) -> bool {
        self.files.last().is_none_or(OpenFile::reading)
    }

    fn check_closed(&mut self) -> Result<(), Stop> {
        let open = self.files.last_mut().map(|f| std::mem::take(&mut f.conditionals));
        for conditional in open.unwrap_or_default() {
            let message = "conditional without its `#endif`";
            self.error("E0020", message, conditional.opened, "opened here")?;
        }
        Ok(())
    }

    fn directive(&mut self, hash: Token) -> Result<(), Stop> {
        let mut line = Vec::new();
        loop {
            let token = self.lex()?;
            if matches!(token.kind, Kind::Newline | Kind::End) {
                break;
            }
            line.push(token);
        }
        let Some((&word, rest)) = line.split_first() else {
            return Ok(());
        };
        let mut at = hash.provenance();
        at.region = at.region.hull(word.region);
        let name = self.spelling(word).to_owned();
        if self.conditional(&name, rest, at)? || !self.reading() {
            return Ok(());
        }
        match name.as_str() {
            "define" => self.define(rest, at),
            "undef" => self.undefine(rest, at),
            "include" => self.include(rest, at),
            "error" => {
                let message = format!("#error {}", self.written(rest));
                self.error("E0007", message, at, "")
            }
            "warning" => {
                let message = format!("#warning {}", self.written(rest));
                let origin = self.map.resolve(at, &self.sources);
                self.diagnose(Diagnostic::warning("W0002", message).at(origin, ""))
            }
            "line" => self.renumber(rest, at),
            "pragma" => {
                if rest.len() == 1 && self.is(rest[0], "once") {
                    self.once.insert(hash.region.file);
                }
                Ok(())
            }
            "ident" | "sccs" => Ok(()),
            // `# 33 "file"`: the text went through a preprocessor before.
            _ if word.kind == Kind::Number => self.renumber(&line, at),
            _ => {
                let message = format!("unknown directive `#{name}`");
                self.error("E0006", message, at, "")
            }
        }
    }

    /// The text of some tokens as it stands in the file.
    fn written(&self, tokens: &[Token]) -> String {
        match (tokens.first(), tokens.last()) {
            (Some(a), Some(b)) => self.sources.text(a.region.hull(b.region)).to_owned(),
            _ => String::new(),
        }
    }

    /// Obeys the directives that open, switch or close a group; tells whether it was one.
    fn conditional(&mut self, name: &str, line: &[Token], at: Provenance) -> Result<bool, Stop> {
        match name {
            "if" | "ifdef" | "ifndef" => {
                let outer = self.reading();
                let reading = outer && self.holds(name, line, at)?;
                let conditional = Conditional { opened: at, outer, reading, taken: reading, otherwise: None };
                if let Some(file) = self.files.last_mut() {
                    file.conditionals.push(conditional);
                }
            }
            "elif" | "else" | "endif" => {
                let open = self.files.last_mut().and_then(|f| f.conditionals.pop());
                let Some(mut conditional) = open else {
                    self.error("E0020", format!("`#{name}` without `#if`"), at, "")?;
                    return Ok(true);
                };
                if name == "endif" {
                    return Ok(true);
                }
                if let Some(earlier) = conditional.otherwise {
                    let here = self.map.resolve(at, &self.sources);
                    let there = self.map.resolve(earlier, &self.sources);
                    let error = Diagnostic::error("E0020", format!("`#{name}` after `#else`"));
                    self.diagnose(error.at(here, "").and(there, "`#else` stands here"))?;
                }
                let open = conditional.outer && !conditional.taken;
                conditional.reading = open && (name == "else" || self.holds("if", line, at)?);
                conditional.taken |= conditional.reading;
                if name == "else" {
                    conditional.otherwise = Some(at);
                }
                if let Some(file) = self.files.last_mut() {
                    file.conditionals.push(conditional);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn holds(&mut self, name: &str, line: &[Token], at: Provenance) -> Result<bool, Stop> {
        if name == "if" {
            return self.condition(line, at);
        }
        let Some(word) = line.first().filter(|t| t.kind == Kind::Identifier) else {
            let message = format!("`#{name}` without the name of a macro");
            self.error("E0020", message, at, "")?;
            return Ok(false);
        };
        Ok(self.is_macro(*word) == (name == "ifdef"))
    }

    fn undefine(&mut self, line: &[Token], at: Provenance) -> Result<(), Stop> {
        match line.first() {
            Some(name) if name.kind == Kind::Identifier => {
                self.macros.remove(&name.text);
                Ok(())
            }
            _ => self.error("E0010", "`#undef` without the name of a macro", at, ""),
        }
    }

    fn include(&mut self, line: &[Token], at: Provenance) -> Result<(), Stop> {
        let Some((path, quoted)) = self.header(line, at)? else {
            let message = "`#include` needs a file name in quotes or angle brackets";
            return self.error("E0004", message, at, "");
        };
        if path.contains(char::REPLACEMENT_CHARACTER) {
            let message = "the name of an included file must be UTF-8";
            return self.error("E0004", message, at, "");
        }
        let depth = self.options.limits.include_depth;
        if self.files.len() > depth {
            let message = format!("includes nest more than {depth} deep");
            return Err(self.fatal("E0002", message, at));
        }
        let place = line.iter().fold(at.region, |hull, t| hull.hull(t.region));
        let directive = Provenance { region: place, ..at };
        let Some(file) = self.find(&path, quoted, directive)? else {
            return Ok(());
        };
        if !self.once.contains(&file) {
            let frame = self.map.add_frame(Frame::Include { directive });
            self.open(file, frame);
        }
        Ok(())
    }

    /// The file name of an `#include`, and whether it was in quotes.
    fn header(&mut self, line: &[Token], at: Provenance) -> Result<Option<(String, bool)>, Stop> {
        let Some(&first) = line.first() else {
            return Ok(None);
        };
        if first.kind == Kind::Identifier {
            let expanded = self.expand(line, at)?;
            if expanded.first().is_some_and(|&t| self.is(t, "<")) {
                let text: String = expanded.iter().map(|&t| self.spelling(t)).collect();
                let name = text[1..].split_once('>').map(|(name, _)| name.to_owned());
                return Ok(name.map(|name| (name, false)));
            }
            return Ok(expanded.first().and_then(|&t| self.quoted(t)));
        }
        if self.is(first, "<") {
            let text = self.written(line);
            let name = text[1..].split_once('>').map(|(name, _)| name.to_owned());
            return Ok(name.map(|name| (name, false)));
        }
        Ok(self.quoted(first))
    }

    fn quoted(&self, token: Token) -> Option<(String, bool)> {
        let name = self.spelling(token).strip_prefix('"')?.strip_suffix('"')?;
        (token.kind == Kind::String).then(|| (name.to_owned(), true))
    }

    /// Looks beside the including file (for a name in quotes), then in the include directories.
    fn find(&mut self, path: &str, quoted: bool, at: Provenance) -> Result<Option<FileId>, Stop> {
        let includer = &self.sources.file(at.region.file).name;
        let beside = includer.rfind(['/', '\\']).map_or("", |end| &includer[..=end]);
        let mut candidates = Vec::new();
        if path.starts_with('/') {
            candidates.push(path.to_owned());
        } else {
            if quoted {
                candidates.push(format!("{beside}{path}"));
            }
            for directory in &self.options.includes {
                let directory = directory.trim_end_matches('/');
                candidates.push(format!("{directory}/{path}"));
            }
        }
        for candidate in &candidates {
            match self.sources.load(candidate, self.loader) {
                Ok(file) => return Ok(Some(file)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    let message = format!("cannot read `{candidate}`: {error}");
                    self.error("E0004", message, at, "")?;
                    return Ok(None);
                }
            }
        }
        let origin = self.map.resolve(at, &self.sources);
        let error = Diagnostic::error("E0004", format!("cannot find the file `{path}`"));
        let looked = match candidates.as_slice() {
            [] => "give the directory to search with -I".to_owned(),
            all => format!("looked for {}", all.join(", ")),
        };
        self.diagnose(error.at(origin, "").hint(looked))?;
        Ok(None)
    }

    /// `#line 33 "file"`.
    fn renumber(&mut self, line: &[Token], at: Provenance) -> Result<(), Stop> {
        let operands = self.expand(line, at)?;
        let number = operands.first().and_then(|&t| self.spelling(t).parse::<u32>().ok());
        let name = operands.get(1).map(|&t| self.quoted(t).map(|(name, _)| name));
        let (Some(number), None | Some(Some(_))) = (number, &name) else {
            let message = "a line directive needs a number and, if any, a file name in quotes";
            return self.error("E0008", message, at, "");
        };
        // The directive ends where its last token does, however many lines it was spliced from.
        let last = line.last().map_or(at.region, |token| token.region);
        let Region { file, end, .. } = last;
        self.sources.renumber(file, end, number, name.flatten());
        Ok(())
    }
}
