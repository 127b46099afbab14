//! Trails: the way from the initial state to a violation, as a file that can be replayed.
//!
//! A trail is text. After comments come a line with the version of the format, a few lines that say what
//! the trail belongs to, the violation, and one line per step: process, edge of the program, number of
//! the control state before the statement. The edge alone decides; the number lets a replay notice that
//! the trail was made for another program.

use crate::config::Config;
use crate::outcome::{Choice, Way};
use crate::verify::Verification;
use hashing::hasher::Multilinear;
use hashing::{Incremental, StateVector};
use promela::Model;
use promela::exec::{
    Checks, Engine, EntryKind, Interpreter, StepTaken, Successors, Violation, ViolationKind,
};
use promela::ir::{EdgeId, FaultId, Program};
use promela::lower::{NumberWidth, Optimisation};
use std::fmt::{Display, Formatter};
use std::io::Read;
use std::str::FromStr;

/// The first word of every trail, and the version of the format.
const HEADER: &str = "spinrs-trail 2";
/// The header stands within so many bytes; what has none there is not read any further.
const MAX_BYTES_TO_HEADER: u64 = 4096;
/// Larger files are refused: room for some fifty million steps.
const MAX_BYTES: u64 = 1 << 30;

/// The way to a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The file the model was read from.
    pub model: String,
    /// Flags of the preprocessor, such as `-DN=3`.
    pub flags: Vec<String>,
    /// Digest of the model's text after preprocessing.
    pub text: u64,
    /// What was checked.
    pub checks: Checks,
    /// How wide process and channel numbers were.
    pub width: NumberWidth,
    /// How the model was optimised.
    pub optimisation: Optimisation,
    /// What the way leads to.
    pub goal: Goal,
    /// The way.
    pub steps: Vec<TrailStep>,
}

/// The violation at the end of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What is wrong.
    pub kind: ViolationKind,
    /// The process that did it, if one did.
    pub process: Option<u32>,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// Process and edge.
    pub taken: StepTaken,
    /// Number of the control state before the statement, within its proctype.
    pub number: u32,
}

/// Text that is no trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Display for TrailError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TrailError {}

/// The digest by which a trail knows its model (FNV-1a of the expanded text).
pub fn text_digest(model: &Model) -> u64 {
    let step = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    model.text.text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Trail {
    /// The trail to the first violation; `None` if there is none.
    pub fn to_first_violation(
        name: &str,
        flags: Vec<String>,
        model: &Model,
        config: &Config,
        found: &Verification,
    ) -> Option<Self> {
        let choices = found.outcome.choices.as_ref()?;
        let violation = found.outcome.violations.first()?.violation;
        Self::along(name, flags, model, config, found, violation, choices)
    }

    /// The trails to the violations after the first that differ in kind or statement.
    pub fn to_further_violations(
        name: &str,
        flags: &[String],
        model: &Model,
        config: &Config,
        found: &Verification,
    ) -> Vec<Self> {
        let trail =
            |way: &Way| Self::along(name, flags.to_vec(), model, config, found, way.violation, &way.choices);
        found.outcome.further.iter().filter_map(trail).collect()
    }

    fn along(
        name: &str,
        flags: Vec<String>,
        model: &Model,
        config: &Config,
        found: &Verification,
        violation: Violation,
        choices: &[Choice],
    ) -> Option<Self> {
        let checks = Checks { assertions: config.assertions, end_states: config.end_states };
        Some(Self {
            model: name.to_owned(),
            flags,
            text: text_digest(model),
            checks,
            width: found.width,
            optimisation: config.optimisation,
            goal: Goal { kind: violation.kind, process: violation.process },
            steps: steps(&found.program, checks, config.reduces(&found.program), choices)?,
        })
    }

    /// Reads a trail from a file, which may be anything: no more of it is read than a trail can have.
    ///
    /// # Errors
    /// If it cannot be read or is no trail.
    pub fn read(input: impl Read) -> Result<Self, TrailError> {
        Self::read_at_most(MAX_BYTES, input)
    }

    fn read_at_most(max_bytes: u64, mut input: impl Read) -> Result<Self, TrailError> {
        let error = |message: String| TrailError { line: 1, message };
        let unreadable = |e: std::io::Error| error(format!("cannot be read: {e}"));
        let mut bytes = Vec::new();
        input.by_ref().take(MAX_BYTES_TO_HEADER).read_to_end(&mut bytes).map_err(unreadable)?;
        let start = String::from_utf8_lossy(&bytes);
        if !start.lines().any(|line| line.trim() == HEADER) {
            return Err(error(format!("the line `{HEADER}` is missing")));
        }
        input.take(max_bytes + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if max_bytes < bytes.len() as u64 {
            return Err(error(format!("longer than {max_bytes} bytes, the most that is read")));
        }
        match String::from_utf8(bytes) {
            Ok(text) => text.parse(),
            Err(e) => {
                let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
                let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
                Err(TrailError { line, message: "not UTF-8".to_owned() })
            }
        }
    }
}

/// Goes from the initial state through the entries with these numbers and writes down every step.
fn steps(
    program: &Program,
    checks: Checks,
    relies_on_claims: bool,
    choices: &[Choice],
) -> Option<Vec<TrailStep>> {
    let mut vector = StateVector::new(Incremental::new(Multilinear::new(0)));
    let mut engine = Interpreter::new(program, checks);
    if relies_on_claims {
        engine.rely_on_claims();
    }
    let mut steps = Vec::new();
    if choices.is_empty() {
        return Some(steps);
    }
    engine.start(&mut vector).ok()?;
    let mut successors = Successors::default();
    for &Choice { scope, entry } in choices {
        engine.arrive(vector.words());
        let path = engine.path_to(&mut vector, scope, entry as usize).ok()??;
        steps.extend(path.into_iter().map(|taken| {
            let statement = program.edges[taken.edge.index()].statement;
            TrailStep { taken, number: program.statements[statement as usize].number }
        }));
        successors.entries.clear();
        successors.writes.clear();
        engine.expand(&mut vector, scope, &mut successors).ok()?;
        if let EntryKind::State(next) = &successors.entries.get(entry as usize)?.kind {
            let writes = &successors.writes[next.first as usize..next.end as usize];
            vector.replay(writes, next.len as usize, next.saved);
            vector.commit();
        }
    }
    Some(steps)
}

impl Display for Trail {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let switch = |on| if on { "on" } else { "off" };
        writeln!(f, "# The way from the initial state of a model to an error, found by spinrs.")?;
        writeln!(f, "# `spinrs replay MODEL TRAIL` goes it again and shows every step.")?;
        writeln!(f, "# Steps: process, edge of the program, number of the control state.")?;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "model {}", one_line(&self.model))?;
        for flag in &self.flags {
            writeln!(f, "flag {}", one_line(flag))?;
        }
        writeln!(f, "text {:016x}", self.text)?;
        writeln!(f, "assertions {}", switch(self.checks.assertions))?;
        writeln!(f, "end-states {}", switch(self.checks.end_states))?;
        writeln!(f, "numbers {}", if self.width == NumberWidth::Narrow { "narrow" } else { "wide" })?;
        writeln!(f, "optimisation {}", self.optimisation)?;
        match self.goal.kind {
            ViolationKind::Assertion => write!(f, "violation assertion")?,
            ViolationKind::InvalidEndState => write!(f, "violation end-state")?,
            ViolationKind::BrokenClaim => write!(f, "violation claim")?,
            ViolationKind::Fault(fault) => write!(f, "violation fault {}", fault.index())?,
        }
        match self.goal.process {
            Some(process) => writeln!(f, " by {process}")?,
            None => writeln!(f)?,
        }
        writeln!(f, "steps {}", self.steps.len())?;
        for TrailStep { taken, number } in &self.steps {
            writeln!(f, "{} {} {number}", taken.process, taken.edge.0)?;
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Reads a trail line by line.
struct Reader<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    line: usize,
}

impl<'t> Reader<'t> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, TrailError> {
        Err(TrailError { line: self.line, message: message.into() })
    }

    fn next(&mut self) -> Result<&'t str, TrailError> {
        for (index, line) in self.lines.by_ref() {
            self.line = index + 1;
            if !line.starts_with('#') && !line.trim().is_empty() {
                return Ok(line.trim());
            }
        }
        self.line += 1;
        self.error("the trail ends too early")
    }

    fn field(&mut self, name: &str) -> Result<&'t str, TrailError> {
        let line = self.next()?;
        self.value(line, name)
    }

    fn value(&self, line: &'t str, name: &str) -> Result<&'t str, TrailError> {
        match line.strip_prefix(name) {
            Some(rest) if rest.starts_with(' ') => Ok(rest.trim()),
            _ => self.error(format!("expected `{name}`, found `{line}`")),
        }
    }

    fn one_of<T: Copy>(&self, text: &str, choices: &[(&str, T)]) -> Result<T, TrailError> {
        match choices.iter().find(|(name, _)| *name == text) {
            Some(&(_, value)) => Ok(value),
            None => {
                let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
                self.error(format!("expected {}, found `{text}`", names.join(" or ")))
            }
        }
    }

    fn number<T: FromStr>(&self, text: &str) -> Result<T, TrailError> {
        match text.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error(format!("expected a number, found `{text}`")),
        }
    }

    fn goal(&self, text: &str) -> Result<Goal, TrailError> {
        let mut words = text.split_whitespace();
        let kind = match (words.next(), words.clone().next()) {
            (Some("assertion"), _) => ViolationKind::Assertion,
            (Some("end-state"), _) => ViolationKind::InvalidEndState,
            (Some("claim"), _) => ViolationKind::BrokenClaim,
            (Some("fault"), Some(index)) => {
                words.next();
                let index: u32 = self.number(index)?;
                ViolationKind::Fault(FaultId::new(index as usize))
            }
            _ => return self.error(format!("unknown violation `{text}`")),
        };
        let process = match (words.next(), words.next()) {
            (None, _) => None,
            (Some("by"), Some(process)) => Some(self.number(process)?),
            _ => return self.error(format!("unknown violation `{text}`")),
        };
        Ok(Goal { kind, process })
    }

    fn step(&self, line: &str) -> Result<TrailStep, TrailError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[process, edge, number] = &words[..] else {
            return self.error(format!("expected process, edge and state, found `{line}`"));
        };
        let taken = StepTaken { process: self.number(process)?, edge: EdgeId(self.number(edge)?) };
        Ok(TrailStep { taken, number: self.number(number)? })
    }
}

impl FromStr for Trail {
    type Err = TrailError;

    fn from_str(text: &str) -> Result<Self, TrailError> {
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0 };
        let header = reader.next()?;
        if header != HEADER {
            return reader.error(format!("not a trail of this version: expected `{HEADER}`"));
        }
        let model = reader.field("model")?.to_owned();
        let mut flags = Vec::new();
        let mut line = reader.next()?;
        while line.starts_with("flag ") {
            flags.push(reader.value(line, "flag")?.to_owned());
            line = reader.next()?;
        }
        let digest = reader.value(line, "text")?;
        let Ok(text) = u64::from_str_radix(digest, 16) else {
            return reader.error(format!("expected a digest, found `{digest}`"));
        };
        let switch = [("on", true), ("off", false)];
        let value = reader.field("assertions")?;
        let assertions = reader.one_of(value, &switch)?;
        let value = reader.field("end-states")?;
        let end_states = reader.one_of(value, &switch)?;
        let value = reader.field("numbers")?;
        let width = reader.one_of(value, &[("narrow", NumberWidth::Narrow), ("wide", NumberWidth::Wide)])?;
        let value = reader.field("optimisation")?;
        let optimisation = value.parse().or_else(|message: String| reader.error(message))?;
        let value = reader.field("violation")?;
        let goal = reader.goal(value)?;
        let value = reader.field("steps")?;
        let n_steps: usize = reader.number(value)?;
        let mut steps = Vec::new();
        for _ in 0..n_steps {
            let line = reader.next()?;
            steps.push(reader.step(line)?);
        }
        match reader.next() {
            Ok(line) => reader.error(format!("more than {n_steps} steps: `{line}`")),
            Err(_) => Ok(Self {
                model,
                flags,
                text,
                checks: Checks { assertions, end_states },
                width,
                optimisation,
                goal,
                steps,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail() -> Trail {
        let step =
            |process, edge, number| TrailStep { taken: StepTaken { process, edge: EdgeId(edge) }, number };
        Trail {
            model: "a model.pml".to_owned(),
            flags: vec!["-DN=3".to_owned(), "-Idir".to_owned()],
            text: 0x0123_4567_89ab_cdef,
            checks: Checks { assertions: true, end_states: false },
            width: NumberWidth::Narrow,
            optimisation: Optimisation { dead_variables: true, hiding: false, merging: true },
            goal: Goal { kind: ViolationKind::Fault(FaultId::new(4)), process: Some(1) },
            steps: vec![step(0, 7, 3), step(1, 2, 1)],
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut trail = trail();
        assert_eq!(trail.to_string().parse(), Ok(trail.clone()));
        for kind in [ViolationKind::Assertion, ViolationKind::InvalidEndState, ViolationKind::BrokenClaim] {
            trail.goal = Goal { kind, process: None };
            trail.width = NumberWidth::Wide;
            trail.flags.clear();
            assert_eq!(trail.to_string().parse(), Ok(trail.clone()));
        }
    }

    #[test]
    fn damaged_trails_are_refused_with_their_line() {
        let text = trail().to_string();
        for (n_lines, _) in text.lines().enumerate() {
            let truncated: String = text.lines().take(n_lines).map(|line| format!("{line}\n")).collect();
            assert!(truncated.parse::<Trail>().is_err(), "{truncated}");
        }
        let error = text.replace("numbers narrow", "numbers thin").parse::<Trail>().unwrap_err();
        assert_eq!(error.line, text.lines().position(|l| l.starts_with("numbers")).unwrap() + 1);
        assert!((text + "9 9 9\n").parse::<Trail>().is_err());
        assert!("".parse::<Trail>().is_err());
    }

    #[test]
    fn an_endless_file_is_read_only_as_far_as_it_may_be_a_trail() {
        let error = Trail::read(std::io::repeat(0)).unwrap_err();
        assert!(error.message.contains("spinrs-trail 2"), "{error}");
        let text = trail().to_string();
        assert_eq!(Trail::read(text.as_bytes()), Ok(trail()));
        let error = Trail::read_at_most(10_000, text.as_bytes().chain(std::io::repeat(b'#'))).unwrap_err();
        assert!(error.message.contains("longer than"), "{error}");
        let error = Trail::read(text.as_bytes().chain(&b"\n\xff"[..])).unwrap_err();
        assert_eq!(error.line, text.lines().count() + 2);
    }
}
