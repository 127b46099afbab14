//! Searches a Promela model with a hash and a store of your own: an idea can be measured before it is added to the
//! lists in `hashing`.
//!
//! `cargo run --release -p checker --example own_hash_and_store [model.pml]`

use checker::{Config, Hooks, Outcome};
use hashing::{
    Candidate, Digest, Incremental, IncrementalHasher, Insertion, Slot, StateHasher, StateRef, Store,
    StoreFull, Word,
};
use promela::exec::{Checks, Interpreter};
use promela::lower::{NumberWidth, Optimisation};
use promela::source::{Disk, Loader, Memory};
use promela::text::Options;
use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// A sum of words times odd numbers: easy to repair, and not very good.
#[derive(Clone, Debug)]
struct WeightedSum;

impl WeightedSum {
    fn term(slot: usize, word: Word) -> u64 {
        u64::from(word).wrapping_mul((slot as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
}

impl StateHasher for WeightedSum {
    fn digest(&self, words: &[Word]) -> Digest {
        self.finish(self.sum(words))
    }
}

impl IncrementalHasher for WeightedSum {
    type Sum = u64;

    fn sum(&self, words: &[Word]) -> u64 {
        words.iter().enumerate().fold(0, |sum, (slot, &word)| sum.wrapping_add(Self::term(slot, word)))
    }

    /// The law: the same as the sum from scratch. Zero words add nothing, so that a state's length does not matter.
    fn repair(&self, sum: u64, slot: Slot, old: Word, new: Word) -> u64 {
        let index = slot.0 as usize;
        sum.wrapping_sub(Self::term(index, old)).wrapping_add(Self::term(index, new))
    }

    fn finish(&self, sum: u64) -> Digest {
        Digest((sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }
}

/// States in lists by digest, as the standard library would have it.
#[derive(Default)]
struct Lists {
    by_digest: HashMap<u64, Vec<(Vec<Word>, StateRef)>>,
    n_states: usize,
    n_words: usize,
    n_conflicts: u64,
}

impl Store for Lists {
    fn prefetch(&self, _digest: Digest) {}

    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        let list = self.by_digest.entry(candidate.digest.0).or_default();
        if let Some((_, state)) = list.iter().find(|(words, _)| words == candidate.words) {
            return Ok(Insertion::Seen(*state));
        }
        self.n_conflicts += list.len() as u64;
        let state = StateRef::from_index(self.n_states).ok_or(StoreFull::References)?;
        list.push((candidate.words.to_vec(), state));
        self.n_states += 1;
        self.n_words += candidate.words.len();
        Ok(Insertion::New(state))
    }

    fn len(&self) -> usize {
        self.n_states
    }

    fn bytes(&self) -> usize {
        self.n_words * size_of::<Word>() + self.n_states * size_of::<(Vec<Word>, StateRef)>()
    }

    fn conflicts(&self) -> u64 {
        self.n_conflicts
    }
}

const MODEL: &str =
    "byte a, b, c; active [3] proctype P() { do :: a < 20 -> a++ :: b < 20 -> b++ :: c < 20 -> c++ od }";

fn main() -> Result<(), Box<dyn Error>> {
    let (name, files): (String, Box<dyn Loader>) = match std::env::args().nth(1) {
        Some(name) => (name, Box::new(Disk)),
        None => ("counters.pml".to_owned(), Box::new(Memory::single("counters.pml", MODEL))),
    };
    let stats = search(&name, &*files)?.stats;
    println!("{} states, {} bytes", stats.stored, stats.store_bytes);
    println!("{} states compared with another of the same digest", stats.conflicts);
    Ok(())
}

fn search(name: &str, files: &dyn Loader) -> Result<Outcome, Box<dyn Error>> {
    let rejected = |failure: promela::Failure| format!("{:#?}", failure.diagnostics);
    let model = promela::compile(name, files, &Options::default()).map_err(rejected)?;
    let program = model.program(NumberWidth::Narrow, Optimisation::NONE).map_err(rejected)?;

    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let config = Config { end_states: false, ..Config::default() };
    let mut engine = Interpreter::new(&program, Checks { assertions: true, end_states: false });
    let mut store = Lists::default();
    let policy = Incremental::new(WeightedSum);
    let outcome = checker::search::dfs::search(&mut engine, policy, &mut store, &config, false, &mut hooks)
        .map_err(|_| "the initial state cannot be made")?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_found() {
        let outcome = search("counters.pml", &Memory::single("counters.pml", MODEL)).unwrap();
        let files = Memory::single("counters.pml", MODEL);
        let model = promela::compile("counters.pml", &files, &Options::default()).unwrap();
        let interrupt = AtomicBool::new(false);
        let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
        let config =
            Config { end_states: false, por: false, optimisation: Optimisation::NONE, ..Config::default() };
        let usual = checker::verify(&model, &config, &mut hooks).unwrap().outcome;
        assert_eq!(outcome.stats.stored, usual.stats.stored);
        assert!(21 * 21 * 21 <= outcome.stats.stored);
    }
}
