//! Searches a state space that no Promela describes: the checker needs only an engine that says what follows from a
//! state. Here it is the puzzle of the two jugs: fill, empty and pour until four litres are in the large one.
//!
//! `cargo run --release -p checker --example own_model`

use checker::{Config, Hooks};
use hashing::hasher::Multilinear;
use hashing::{DigestPolicy, Guess, Incremental, Room, Slot, StateVector, Word, store::Exact};
use promela::exec::{
    Abandoned, Breach, Engine, Entry, EntryKind, Remainder, Scope, Successor, Successors, Violation,
    ViolationKind,
};
use promela::ir::FaultId;
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// How much the jugs hold.
const SIZES: [Word; 2] = [5, 3];
const GOAL: Word = 4;
const MOVES: [&str; 6] = [
    "fill the large one",
    "fill the small one",
    "empty the large one",
    "empty the small one",
    "pour the large one into the small one",
    "pour the small one into the large one",
];

/// The jugs after a move.
fn after(jugs: [Word; 2], number: usize) -> [Word; 2] {
    let [large, small] = jugs;
    match number {
        0 => [SIZES[0], small],
        1 => [large, SIZES[1]],
        2 => [0, small],
        3 => [large, 0],
        4 => {
            let poured = large.min(SIZES[1] - small);
            [large - poured, small + poured]
        }
        _ => {
            let poured = small.min(SIZES[0] - large);
            [large + poured, small - poured]
        }
    }
}

struct Jugs;

impl<P: DigestPolicy> Engine<P> for Jugs {
    fn start(&mut self, vector: &mut StateVector<P>) -> Result<(), FaultId> {
        // Zero words are the empty jugs.
        vector.load(&[0, 0]);
        Ok(())
    }

    fn arrive(&mut self, _words: &[Word]) {}

    fn expand(
        &mut self,
        vector: &mut StateVector<P>,
        _scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        let jugs = [vector.get(Slot(0)), vector.get(Slot(1))];
        if jugs[0] == GOAL {
            // What is looked for is a "violation", so that the search gives the way to it.
            let violation = Violation {
                kind: ViolationKind::Assertion,
                process: None,
                statement: None,
                steps: 0,
                fatal: false,
            };
            out.entries.push(Entry { kind: EntryKind::Violation(violation), atomic_steps: 0, peak: 0 });
        }
        for number in 0..MOVES.len() {
            let mark = vector.mark();
            for (index, amount) in after(jugs, number).into_iter().enumerate() {
                vector.set(Slot(index as u32), amount);
            }
            let first = out.writes.len() as u32;
            vector.append_writes_since(mark, &mut out.writes);
            let successor = Successor {
                digest: vector.digest(),
                saved: vector.saved(),
                first,
                end: out.writes.len() as u32,
                len: vector.len() as u32,
                steps: 1,
                reshaped: false,
                guess: Guess::Unknown,
            };
            out.entries.push(Entry { kind: EntryKind::State(successor), atomic_steps: 0, peak: 0 });
            vector.rewind(mark);
        }
        Ok(Remainder::default())
    }

    fn reached(&self) -> &[bool] {
        &[]
    }

    fn breaches(&self) -> &[Breach] {
        &[]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut jugs = [0, 0];
    for number in way()? {
        jugs = after(jugs, number);
        println!("{}: {} and {} litres", MOVES[number], jugs[0], jugs[1]);
    }
    Ok(())
}

/// The moves that lead to the goal.
fn way() -> Result<Vec<usize>, Box<dyn Error>> {
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    let mut store = Exact::new(Room::default())?;
    let policy = Incremental::new(Multilinear::new(0));
    let outcome =
        checker::search::bfs::search(&mut Jugs, policy, &mut store, &Config::default(), false, &mut hooks)
            .map_err(|_| "the initial state cannot be made")?;
    let mut moves: Vec<usize> =
        outcome.choices.ok_or("there is no way")?.iter().map(|choice| choice.entry as usize).collect();
    // The last choice is the violation itself.
    moves.pop();
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_moves_are_enough() {
        let moves = way().unwrap();
        assert_eq!(moves.len(), 6);
        assert_eq!(moves.into_iter().fold([0, 0], after)[0], GOAL);
    }
}
