//! Raw rows: one line of CSV per finished run, appended with a single write.
//!
//! A killed run leaves at most one unterminated line, which is dropped when the file is opened again. A row that is there
//! for the same question and the same binary is not measured again.

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// One run. Times are in seconds, sizes in bytes; what a tool does not report is empty.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the columns of the CSV files; the others are documented")]
pub struct Row {
    pub experiment: String,
    pub instance: String,
    pub family: String,
    /// Whether the instance has the state space of BEEM's of the same name.
    pub original: bool,
    pub configuration: String,
    /// `raw` or `por`.
    pub mode: String,
    pub seed: u64,
    /// From 1.
    pub repetition: u32,
    /// `complete`, `time limit` or `memory limit`, or `failed` for a verifier of Spin that could not be made; only complete runs are measurements.
    pub status: String,
    pub stored: Option<u64>,
    pub transitions: Option<u64>,
    /// The states of a complete search, which a lossy one may miss.
    pub expected_stored: Option<u64>,
    pub depth: Option<u64>,
    pub vector_bytes: Option<u64>,
    /// The search alone, as the tool reports it.
    pub search_seconds: Option<f64>,
    /// From the start of the process to its end.
    pub wall_seconds: f64,
    pub conflicts: Option<u64>,
    pub store_bytes: Option<u64>,
    pub peak_bytes: Option<u64>,
    /// States that a lossy store expects to have omitted.
    pub expected_omissions: Option<f64>,
    pub profile_successors: Option<f64>,
    pub profile_digest: Option<f64>,
    pub profile_lookup: Option<f64>,
    pub profile_compare: Option<f64>,
    pub profile_insert: Option<f64>,
    pub profile_stack: Option<f64>,
    pub profile_other: Option<f64>,
    pub version: String,
    pub commit: String,
    /// Digest of the binary.
    pub binary: String,
    pub cpu: String,
    pub cores: usize,
    pub memory: u64,
    pub kernel: String,
    /// Processes that wanted to run in the minute before.
    pub load: Option<f64>,
    pub command: String,
}

/// What makes two rows answers to the same question.
pub type Key = (String, String, u64, u32, String);

impl Row {
    /// The question that this row answers within its experiment, and by which binary.
    pub fn key(&self) -> Key {
        (self.instance.clone(), self.configuration.clone(), self.seed, self.repetition, self.binary.clone())
    }

    /// Whether the search came to its end.
    pub fn is_complete(&self) -> bool {
        self.status == "complete"
    }

    /// The parts of the profile with their names, if the run was profiled.
    pub fn profile(&self) -> Option<[(&'static str, f64); 7]> {
        Some([
            ("successors", self.profile_successors?),
            ("digest", self.profile_digest?),
            ("lookup", self.profile_lookup?),
            ("compare", self.profile_compare?),
            ("insert", self.profile_insert?),
            ("stack", self.profile_stack?),
            ("other", self.profile_other.unwrap_or(0.0)),
        ])
    }
}

/// Why raw rows cannot be read or written.
#[derive(Debug)]
pub struct RawError {
    path: PathBuf,
    problem: String,
}

impl fmt::Display for RawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for RawError {}

/// The rows of one experiment, open for more.
#[derive(Debug)]
pub struct RawFile {
    path: PathBuf,
    file: File,
    known: HashSet<Key>,
    /// All rows, old and new.
    pub rows: Vec<Row>,
}

impl RawFile {
    /// Opens the file of an experiment, and makes it if there is none. An unterminated last line is removed.
    pub fn open(path: &Path) -> Result<Self, RawError> {
        let fail =
            |problem: &dyn fmt::Display| RawError { path: path.to_owned(), problem: problem.to_string() };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| fail(&e))?;
        }
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(|e| fail(&e))?;
        let text = fs::read(path).map_err(|e| fail(&e))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(|e| fail(&e))?;
        }
        let rows = parse(&text[..whole]).map_err(|e| fail(&e))?;
        if whole == 0 {
            file.write_all(&header()).map_err(|e| fail(&e))?;
        }
        let known = rows.iter().map(Row::key).collect();
        Ok(Self { path: path.to_owned(), file, known, rows })
    }

    /// Whether this question has been answered.
    pub fn has(&self, key: &Key) -> bool {
        self.known.contains(key)
    }

    /// Adds a row: the whole line by one write.
    pub fn append(&mut self, row: Row) -> Result<(), RawError> {
        let written = line(&row).and_then(|line| self.file.write_all(&line));
        written.map_err(|e| RawError { path: self.path.clone(), problem: e.to_string() })?;
        self.known.insert(row.key());
        self.rows.push(row);
        Ok(())
    }
}

/// The rows in a file, without changing it; none if there is no such file.
pub fn read(path: &Path) -> Result<Vec<Row>, RawError> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(RawError { path: path.to_owned(), problem: e.to_string() }),
    };
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    parse(&text[..whole]).map_err(|e| RawError { path: path.to_owned(), problem: e.to_string() })
}

/// Of each tool, only the rows of the binary that was measured last: figures of different programs are not mixed.
pub fn latest(rows: Vec<Row>) -> Vec<Row> {
    let of_spin = |row: &Row| row.commit.is_empty();
    let last = |spin: bool| rows.iter().rev().find(|row| of_spin(row) == spin).map(|row| row.binary.clone());
    let (spinrs, spin) = (last(false), last(true));
    let mut rows = rows;
    rows.retain(|row| Some(&row.binary) == if of_spin(row) { spin.as_ref() } else { spinrs.as_ref() });
    rows
}

fn parse(text: &[u8]) -> csv::Result<Vec<Row>> {
    csv::Reader::from_reader(text).deserialize().collect()
}

fn written(row: &Row, with_header: bool) -> io::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(with_header).from_writer(Vec::new());
    writer.serialize(row).map_err(io::Error::other)?;
    writer.into_inner().map_err(|e| io::Error::other(e.to_string()))
}

fn line(row: &Row) -> io::Result<Vec<u8>> {
    written(row, false)
}

fn header() -> Vec<u8> {
    let both = written(&Row::default(), true).unwrap_or_default();
    let end = both.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    both[..end].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, repetition: u32) -> Row {
        Row {
            experiment: "test".to_owned(),
            instance: instance.to_owned(),
            configuration: "jit, exact".to_owned(),
            repetition,
            status: "complete".to_owned(),
            stored: Some(7),
            search_seconds: Some(0.25),
            binary: "b1".to_owned(),
            commit: "c1".to_owned(),
            command: "spinrs \"a, b\"".to_owned(),
            ..Row::default()
        }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("harness-raw-{}-{name}.csv", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn rows_come_back_as_they_were_written() {
        let path = path("whole");
        let mut file = RawFile::open(&path).unwrap();
        file.append(row("a", 1)).unwrap();
        file.append(row("b", 1)).unwrap();
        let again = RawFile::open(&path).unwrap();
        assert_eq!(again.rows, [row("a", 1), row("b", 1)]);
        assert!(again.has(&row("a", 1).key()));
        assert!(!again.has(&row("a", 2).key()));
        let other_binary = Row { binary: "b2".to_owned(), ..row("a", 1) };
        assert!(!again.has(&other_binary.key()));
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_half_written_line_is_dropped_and_measured_again() {
        let path = path("half");
        let mut file = RawFile::open(&path).unwrap();
        file.append(row("a", 1)).unwrap();
        file.append(row("b", 1)).unwrap();
        let text = fs::read(&path).unwrap();
        for cut in 1..40 {
            fs::write(&path, &text[..text.len() - cut]).unwrap();
            let mut file = RawFile::open(&path).unwrap();
            assert_eq!(file.rows, [row("a", 1)]);
            assert!(!file.has(&row("b", 1).key()));
            file.append(row("b", 1)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_kill_while_the_header_is_written_loses_nothing() {
        let path = path("header");
        fs::write(&path, "experiment,inst").unwrap();
        let mut file = RawFile::open(&path).unwrap();
        file.append(row("a", 1)).unwrap();
        assert_eq!(read(&path).unwrap(), [row("a", 1)]);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn rows_of_older_binaries_are_left_out() {
        let new = |instance| Row { binary: "b2".to_owned(), ..row(instance, 1) };
        let spin = Row { commit: String::new(), binary: "s".to_owned(), ..row("a", 1) };
        let rows = vec![row("a", 1), spin.clone(), new("a"), new("b")];
        assert_eq!(latest(rows), [spin, new("a"), new("b")]);
    }
}
