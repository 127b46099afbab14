//! One run: a process of its own, with limits on time and memory; what it printed becomes a row.

use std::fmt;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::raw::Row;

/// A run that gave neither counts nor a limit as the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunError {
    /// The command.
    pub command: String,
    /// What went wrong.
    pub problem: String,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}", self.problem, self.command)
    }
}

impl std::error::Error for RunError {}

/// Limits of one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// For the search.
    pub time: Duration,
    /// Bytes for states and stack.
    pub memory: u64,
}

/// What a process left behind.
#[derive(Debug)]
pub struct Ended {
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub messages: String,
    /// From its start to its end.
    pub wall: Duration,
    /// It was killed at the limit.
    pub killed: bool,
}

/// A command as one could type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs a command to its end, or kills it after `limit`.
pub fn execute(command: &mut Command, limit: Duration) -> Result<Ended, RunError> {
    let words = shown(command);
    let fail = |problem: String| RunError { command: words.clone(), problem };
    let begun = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|e| fail(format!("cannot be started: {e}")))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let child = Arc::new(Mutex::new(child));
    let (ended, watched) = channel::<()>();
    let guard = thread::spawn({
        let child = Arc::clone(&child);
        move || match watched.recv_timeout(limit) {
            Err(RecvTimeoutError::Timeout) => lock(&child).kill().is_ok(),
            _ => false,
        }
    });
    let messages = thread::spawn(move || stderr.map(read_all).unwrap_or_default());
    let output = stdout.map(read_all).unwrap_or_default();
    // The child has closed its output, so waiting for it does not hold the lock for long.
    let waited = lock(&child).wait();
    let wall = begun.elapsed();
    drop(ended);
    let killed = guard.join().unwrap_or(false);
    waited.map_err(|e| fail(format!("cannot be waited for: {e}")))?;
    Ok(Ended { output, messages: messages.join().unwrap_or_default(), wall, killed })
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_all(mut from: impl Read) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is still an answer; that it is incomplete shows when it is parsed.
    let _ = from.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Runs spinrs and fills in what it reports.
pub fn spinrs(command: &mut Command, limits: RunLimits, row: &mut Row) -> Result<(), RunError> {
    command.arg(format!("--max-time={}s", limits.time.as_secs().max(1)));
    command.arg(format!("--max-memory={}", limits.memory));
    row.command = shown(command);
    // spinrs keeps the limit itself; killing is for the case that it does not.
    let ended = execute(command, limits.time + Duration::from_secs(30))?;
    row.wall_seconds = ended.wall.as_secs_f64();
    if ended.killed {
        "time limit".clone_into(&mut row.status);
        return Ok(());
    }
    let command = row.command.clone();
    let fail = |problem: String| RunError { command: command.clone(), problem };
    let report: Value = serde_json::from_str(&ended.output)
        .map_err(|e| fail(format!("no JSON document ({e}): {}", ended.messages.trim())))?;
    fill(row, &report).map_err(fail)
}

/// Fills in a report of spinrs.
fn fill(row: &mut Row, report: &Value) -> Result<(), String> {
    let count = |name: &str| report[name].as_u64();
    row.status = status(report["reason"].as_str().unwrap_or_default())?.to_owned();
    (row.stored, row.transitions, row.depth) = (count("stored"), count("transitions"), count("depth"));
    row.vector_bytes = count("state_vector_bytes");
    row.search_seconds = report["seconds"]["search"].as_f64();
    row.conflicts = report["hash"]["conflicts"].as_u64();
    row.store_bytes = report["memory"]["store_bytes"].as_u64();
    row.peak_bytes = report["memory"]["peak_rss_bytes"].as_u64();
    row.expected_omissions = report["expected_omissions"].as_f64();
    let part = |name: &str| report["profile"][name].as_f64();
    row.profile_successors = part("successors");
    row.profile_digest = part("digest");
    row.profile_lookup = part("lookup");
    row.profile_compare = part("compare");
    row.profile_insert = part("insert");
    row.profile_stack = part("stack");
    row.profile_other = part("other");
    Ok(())
}

/// What the reason that spinrs gives for an incomplete search means for a measurement. A lossy store always gives one, and
/// so does an error behind which neither tool goes on.
fn status(reason: &str) -> Result<&'static str, String> {
    let complete = ["the store may omit states", "stopped at an error behind which"];
    let memory = ["on memory was reached", "no more memory to give", "cannot refer to more states"];
    if reason.is_empty() || complete.iter().any(|start| reason.starts_with(start)) {
        Ok("complete")
    } else if reason.contains("on time was reached") {
        Ok("time limit")
    } else if memory.iter().any(|words| reason.contains(words)) {
        Ok("memory limit")
    } else {
        Err(format!("not answered: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_takes_too_long_is_killed() {
        let begun = Instant::now();
        let ended = execute(Command::new("sleep").arg("20"), Duration::from_millis(50)).unwrap();
        assert!(ended.killed && begun.elapsed() < Duration::from_secs(10));
        let ended = execute(Command::new("echo").arg("done"), Duration::from_secs(20)).unwrap();
        assert!(!ended.killed);
        assert_eq!(ended.output, "done\n");
        assert!(execute(&mut Command::new("/no/such/program"), Duration::from_secs(1)).is_err());
    }

    #[test]
    fn reports_become_rows() {
        let report = serde_json::json!({
            "reason": null, "stored": 7, "transitions": 9, "depth": 3, "state_vector_bytes": 20,
            "seconds": { "search": 0.5 }, "hash": { "conflicts": 2 },
            "memory": { "store_bytes": 100, "peak_rss_bytes": 1000 }, "expected_omissions": null,
        });
        let mut row = Row::default();
        fill(&mut row, &report).unwrap();
        assert!(row.is_complete() && row.profile().is_none());
        assert_eq!((row.stored, row.transitions, row.conflicts), (Some(7), Some(9), Some(2)));
        assert_eq!(row.search_seconds, Some(0.5));
    }

    #[test]
    fn a_profile_is_read_where_there_is_one() {
        let report = serde_json::json!({
            "reason": null, "profile": {
                "successors": 0.5, "digest": 0.1, "lookup": 0.1, "compare": 0.1, "insert": 0.1, "stack": 0.1,
            },
        });
        let mut row = Row::default();
        fill(&mut row, &report).unwrap();
        let total: f64 = row.profile().unwrap().iter().map(|(_, seconds)| seconds).sum();
        assert!((total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn limits_are_told_from_failures() {
        assert_eq!(status(""), Ok("complete"));
        assert_eq!(status("the limit of 1.00 s on time was reached; raise --max-time"), Ok("time limit"));
        assert_eq!(status("the limit of 50.0 MiB on memory was reached: ..."), Ok("memory limit"));
        assert_eq!(status("the store may omit states; use an exact store for an answer"), Ok("complete"));
        assert!(status("interrupted").is_err());
    }
}
