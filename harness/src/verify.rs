//! Counts are verified before a row is written: a wrong count is an error that ends the run.

use std::collections::HashMap;
use std::fmt;

use crate::models::{Counts, Instance, Mode};
use crate::raw::Row;

/// A count that is not what it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongCount {
    /// The command that gave it.
    pub command: String,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for WrongCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wrong count, nothing recorded: {}\n  {}", self.problem, self.command)
    }
}

impl std::error::Error for WrongCount {}

/// What is expected of every instance: the recorded counts, or those of the first complete exact run.
#[derive(Debug, Default)]
pub struct Verifier {
    first: HashMap<(String, Mode), Counts>,
}

impl Verifier {
    /// The counts that a complete search of this instance must have, if they are known yet.
    pub fn expected(&self, instance: &Instance, mode: Mode) -> Option<Counts> {
        let first = || self.first.get(&(instance.name.clone(), mode)).copied();
        instance.expected.get(&mode).copied().or_else(first)
    }

    /// Judges a row and fills in what was expected. An exact search must have the counts exactly; a lossy one may
    /// miss states but never invents one.
    pub fn check(
        &mut self,
        instance: &Instance,
        mode: Mode,
        lossy: bool,
        row: &mut Row,
    ) -> Result<(), WrongCount> {
        if !row.is_complete() {
            return Ok(());
        }
        let wrong = |problem: String| WrongCount { command: row.command.clone(), problem };
        let (Some(stored), Some(transitions)) = (row.stored, row.transitions) else {
            return Err(wrong(format!("{} was not counted at all", instance.name)));
        };
        let found = Counts { stored, transitions };
        match (self.expected(instance, mode), lossy) {
            (Some(expected), false) if found != expected => Err(wrong(format!(
                "{} has {} states and {} transitions, not {stored} and {transitions}",
                instance.name, expected.stored, expected.transitions
            ))),
            (Some(expected), true) if stored > expected.stored => Err(wrong(format!(
                "{} has {} states; a lossy store found {stored}",
                instance.name, expected.stored
            ))),
            (None, false) => {
                self.first.insert((instance.name.clone(), mode), found);
                row.expected_stored = Some(stored);
                Ok(())
            }
            (expected, _) => {
                row.expected_stored = expected.map(|counts| counts.stored);
                Ok(())
            }
        }
    }

    /// Takes an earlier row of an exact search for the first run.
    pub fn remember(&mut self, row: &Row, mode: Mode) {
        if let (true, Some(stored), Some(transitions)) = (row.is_complete(), row.stored, row.transitions) {
            let counts = Counts { stored, transitions };
            self.first.entry((row.instance.clone(), mode)).or_insert(counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn instance(expected: Option<Counts>) -> Instance {
        Instance {
            name: "a.1".to_owned(),
            family: "a".to_owned(),
            path: "a.pml".into(),
            defines: Vec::new(),
            original: false,
            expected: expected.map_or_else(BTreeMap::new, |counts| BTreeMap::from([(Mode::Por, counts)])),
        }
    }

    fn row(stored: u64, transitions: u64) -> Row {
        let (stored, transitions) = (Some(stored), Some(transitions));
        Row { status: "complete".to_owned(), stored, transitions, ..Row::default() }
    }

    #[test]
    fn one_state_or_transition_off_is_an_error() {
        let instance = instance(Some(Counts { stored: 5, transitions: 9 }));
        let mut verifier = Verifier::default();
        let mut check = |stored, transitions, lossy| {
            verifier.check(&instance, Mode::Por, lossy, &mut row(stored, transitions)).is_ok()
        };
        assert!(check(5, 9, false));
        assert!(!check(4, 9, false) && !check(5, 10, false) && !check(6, 9, false));
        assert!(check(4, 7, true) && check(5, 9, true) && !check(6, 9, true));
    }

    #[test]
    fn without_known_counts_the_first_run_decides() {
        let instance = instance(None);
        let mut verifier = Verifier::default();
        let mut check = |stored| verifier.check(&instance, Mode::Por, false, &mut row(stored, 9));
        assert!(check(5).is_ok() && check(5).is_ok());
        let wrong = check(6).unwrap_err().to_string();
        assert!(wrong.contains("a.1 has 5 states and 9 transitions, not 6 and 9"), "{wrong}");
    }

    #[test]
    fn runs_that_met_a_limit_are_not_judged() {
        let instance = instance(Some(Counts { stored: 5, transitions: 9 }));
        let mut cut = Row { status: "time limit".to_owned(), ..row(3, 4) };
        assert!(Verifier::default().check(&instance, Mode::Por, false, &mut cut).is_ok());
    }
}
