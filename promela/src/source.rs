//! Source files and places in them.
//!
//! Two coordinates exist. A [`Region`] is a range of bytes of one file as the user wrote it. A [`Span`]
//! is a range of bytes of the *expanded* text, which is what the parser reads after includes, macros and
//! inlines are gone. Everything behind the parser carries spans;
//! [`Expanded::origin`](crate::text::Expanded::origin) leads from a span back to a region.
//!
//! Files are reached through a [`Loader`] only, so the library reads nothing that it was not given.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read};
use std::sync::Arc;

/// A range of bytes in the expanded text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Names one of the [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Region {
    /// The smallest region that holds both, or `self` if they lie in different files.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
    }

    /// The empty region just behind this one.
    #[must_use]
    pub fn behind(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// Where a byte stands, in the words a message uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file's name, or the name a `#line` directive gave it.
    pub file: String,
    /// Line, counted from one; a `#line` directive changes the count.
    pub line: u32,
    /// Column in characters, counted from one.
    pub column: u32,
}

/// Gives the preprocessor the files it asks for.
pub trait Loader {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// Whatever kept the file from being read; [`io::ErrorKind::NotFound`] lets the search through the
    /// include directories go on.
    fn load(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// Loads from the file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Loader for Disk {
    fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        // Devices and pipes may never end: no more is read than shows that a file is too large.
        let mut bytes = Vec::new();
        let limit = Sources::MAX_FILE_BYTES as u64 + 1;
        std::fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Loads from a table of names and texts.
#[derive(Clone, Debug, Default)]
pub struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Memory {
    /// One file, `name`, that holds `text`.
    #[must_use]
    pub fn single(name: &str, text: &str) -> Self {
        Self(BTreeMap::from([(name.to_owned(), text.as_bytes().to_vec())]))
    }

    /// Adds a file.
    #[must_use]
    pub fn with(mut self, name: &str, text: &str) -> Self {
        self.0.insert(name.to_owned(), text.as_bytes().to_vec());
        self
    }
}

impl Loader for Memory {
    fn load(&self, path: &str) -> io::Result<Vec<u8>> {
        let bytes = self.0.get(path).cloned();
        bytes.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

/// One file that was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path under which it was loaded.
    pub name: String,
    /// Its text. Bytes that are not UTF-8 were replaced by U+FFFD: old models have Latin-1 comments.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
    /// Characters before every [`BLOCK`]th byte: a column costs the same wherever it is in a long line.
    characters: Vec<u32>,
    renumberings: Vec<Renumbering>,
}

/// Bytes per entry of [`SourceFile::characters`].
const BLOCK: usize = 4096;

/// From `first` (a physical line, from zero) on, lines count from `line` and belong to `file`.
#[derive(Clone, Debug)]
struct Renumbering {
    first: u32,
    line: u32,
    file: Option<String>,
}

impl SourceFile {
    fn new(name: String, text: Arc<str>) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        let count = |n: &mut u32, block: &[u8]| {
            let before = *n;
            *n += n_characters(block);
            Some(before)
        };
        let blocks = text.as_bytes().chunks(BLOCK).chain(std::iter::once(&[][..]));
        let characters = blocks.scan(0, count).collect();
        Self { name, text, line_starts, characters, renumberings: Vec::new() }
    }

    /// The physical line of a byte, counted from zero.
    #[must_use]
    pub fn physical_line(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= offset) as u32 - 1
    }

    /// The text of a physical line without its line break, and the offset of its first byte.
    #[must_use]
    pub fn line_text(&self, line: u32) -> (&str, u32) {
        let start = *self.line_starts.get(line as usize).unwrap_or(&0);
        let next = self.line_starts.get(line as usize + 1).map(|&next| next as usize - 1);
        let text = &self.text[start as usize..next.unwrap_or(self.text.len())];
        (text.strip_suffix('\r').unwrap_or(text), start)
    }

    fn position(&self, offset: u32) -> Position {
        let line = self.physical_line(offset);
        let (text, start) = self.line_text(line);
        let end = offset.min(start + text.len() as u32);
        let column = self.characters_before(end) - self.characters_before(start);
        let last = self.renumberings.partition_point(|r| r.first <= line);
        let renumbering = last.checked_sub(1).map(|last| &self.renumberings[last]);
        Position {
            file: renumbering.and_then(|r| r.file.clone()).unwrap_or_else(|| self.name.clone()),
            line: renumbering.map_or(line.saturating_add(1), |r| r.line.saturating_add(line - r.first)),
            column: column + 1,
        }
    }

    fn characters_before(&self, offset: u32) -> u32 {
        let block = offset as usize / BLOCK;
        self.characters[block] + n_characters(&self.text.as_bytes()[block * BLOCK..offset as usize])
    }
}

/// Characters that begin in these bytes of a text.
fn n_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

/// All files of a model, each loaded once.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    by_name: HashMap<String, FileId>,
}

impl Sources {
    /// The largest file accepted: offsets are 32 bits wide.
    pub const MAX_FILE_BYTES: usize = 1 << 28;

    /// Loads `path` unless it is here already.
    ///
    /// # Errors
    /// What the loader reports, or [`io::ErrorKind::FileTooLarge`].
    pub fn load(&mut self, path: &str, loader: &dyn Loader) -> io::Result<FileId> {
        if let Some(&file) = self.by_name.get(path) {
            return Ok(file);
        }
        let bytes = loader.load(path)?;
        if bytes.len() > Self::MAX_FILE_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        let text = String::from_utf8_lossy(&bytes);
        let file = self.add(path, &text);
        self.by_name.insert(path.to_owned(), file);
        Ok(file)
    }

    /// Adds a text that is in no file, such as the definitions of the command line.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let file = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(name.to_owned(), Arc::from(text)));
        file
    }

    /// One file.
    #[must_use]
    pub fn file(&self, file: FileId) -> &SourceFile {
        &self.files[file.0 as usize]
    }

    /// The names of all files, those that are on no disk included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.name)
    }

    /// The texts of all files.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.text)
    }

    /// The start of the main file, which is the first that is loaded.
    pub(crate) fn main_start(&self) -> Region {
        Region { file: FileId(0), start: 0, end: 0 }
    }

    /// The text of a region.
    #[must_use]
    pub fn text(&self, region: Region) -> &str {
        let text = &self.file(region.file).text;
        text.get(region.start as usize..region.end as usize).unwrap_or("")
    }

    /// The place where a region begins, as messages name it.
    #[must_use]
    pub fn position(&self, region: Region) -> Position {
        self.file(region.file).position(region.start)
    }

    /// Honours `#line`: the physical line behind the one at `offset` is called `line` of `name`.
    pub(crate) fn renumber(&mut self, file: FileId, offset: u32, line: u32, name: Option<String>) {
        let source = &mut self.files[file.0 as usize];
        let first = source.physical_line(offset) + 1;
        let at = source.renumberings.partition_point(|r| r.first < first);
        // A directive without a name keeps the one in force.
        let inherited = at.checked_sub(1);
        let inherited = inherited.and_then(|before| source.renumberings[before].file.clone());
        let renumbering = Renumbering { first, line, file: name.or(inherited) };
        match source.renumberings.get_mut(at) {
            Some(same) if same.first == first => *same = renumbering,
            _ => source.renumberings.insert(at, renumbering),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(sources: &Sources, file: FileId, start: u32) -> (String, u32, u32) {
        let end = start;
        let p = sources.position(Region { file, start, end });
        (p.file, p.line, p.column)
    }

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", "ab\nä\tx\r\n");
        assert_eq!(at(&sources, file, 0), ("m.pml".into(), 1, 1));
        assert_eq!(at(&sources, file, 3), ("m.pml".into(), 2, 1));
        assert_eq!(at(&sources, file, 6), ("m.pml".into(), 2, 3));
        assert_eq!(at(&sources, file, 9), ("m.pml".into(), 3, 1));
    }

    #[test]
    fn columns_are_right_in_lines_of_many_blocks() {
        let mut sources = Sources::default();
        let text = "x\n".to_owned() + &"aä€".repeat(3 * BLOCK);
        let file = sources.add("m.pml", &text);
        for n in [0, 1, BLOCK / 2, BLOCK, 3 * BLOCK - 1, 3 * BLOCK] {
            assert_eq!(at(&sources, file, 2 + 6 * n as u32), ("m.pml".into(), 2, 3 * n as u32 + 1));
        }
        let blocks = sources.add("exact", &"x".repeat(2 * BLOCK));
        assert_eq!(at(&sources, blocks, 2 * BLOCK as u32).2, 2 * BLOCK as u32 + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_too_large() {
        let error = Sources::default().load("/dev/zero", &Disk).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_renumbering_takes_effect_on_the_next_line() {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", "a\n#line\nb\nc\n#line\nd");
        sources.renumber(file, 2, 100, Some("other".into()));
        sources.renumber(file, 12, 7, None);
        assert_eq!(at(&sources, file, 2), ("m.pml".into(), 2, 1));
        assert_eq!(at(&sources, file, 10), ("other".into(), 101, 1));
        assert_eq!(at(&sources, file, 18), ("other".into(), 7, 1));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        let files = [("l1.pml".to_owned(), b"/* \xe9 */".to_vec())];
        let loader = Memory(files.into());
        let mut sources = Sources::default();
        let file = sources.load("l1.pml", &loader).unwrap();
        assert_eq!(&*sources.file(file).text, "/* \u{fffd} */");
    }
}
