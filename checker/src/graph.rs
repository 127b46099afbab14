//! The state space of a small model as a graph, for pictures.
//!
//! States are those that a search stores; an edge is the whole way from one to the next, with the steps
//! inside atomic sequences and rendezvous. They are numbered breadth first.

use crate::picture::Picture;
use hashing::hasher::Multilinear;
use hashing::{Incremental, StateVector, Word};
use promela::exec::{
    Abandoned, Checks, Engine, EntryKind, Interpreter, Scope, StepTaken, Successors, Violation,
};
use promela::ir::{FaultId, Program};
use std::collections::HashMap;

/// Reachable states and the ways between them.
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    /// States; the first is the initial one.
    pub states: Vec<StateNode>,
    /// Ways.
    pub edges: Vec<StateEdge>,
    /// There are more states than were asked for.
    pub truncated: bool,
}

/// A state.
#[derive(Clone, Debug)]
pub struct StateNode {
    /// What it looks like.
    pub picture: Picture,
    /// What is wrong in it or in a step from it.
    pub violations: Vec<Violation>,
}

/// A way from a state to a state.
#[derive(Clone, Debug)]
pub struct StateEdge {
    /// From this state.
    pub from: usize,
    /// To this one.
    pub to: usize,
    /// By these steps.
    pub steps: Vec<StepTaken>,
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// The initial state cannot be made.
    NoInitialState(FaultId),
    /// The successors of a state cannot be computed.
    Abandoned(Abandoned),
}

type Key = (Vec<Word>, Vec<Word>);

/// Explores at most this many states.
///
/// # Errors
/// If the program cannot be executed.
pub fn state_graph(program: &Program, checks: Checks, max_states: usize) -> Result<StateGraph, GraphError> {
    let mut engine = Interpreter::new(program, checks);
    let mut vector = StateVector::new(Incremental::new(Multilinear::new(0)));
    engine.start(&mut vector).map_err(GraphError::NoInitialState)?;
    engine.arrive(vector.words());
    let mut graph = StateGraph::default();
    let mut numbers: HashMap<Vec<Word>, usize> = HashMap::new();
    let mut keys: Vec<Key> = Vec::new();
    let mut note = |graph: &mut StateGraph, keys: &mut Vec<Key>, words: &[Word], hidden: &[Word]| {
        if let Some(&number) = numbers.get(words) {
            return Some(number);
        }
        if keys.len() == max_states {
            graph.truncated = true;
            return None;
        }
        numbers.insert(words.to_vec(), keys.len());
        keys.push((words.to_vec(), hidden.to_vec()));
        Some(keys.len() - 1)
    };
    note(&mut graph, &mut keys, vector.words(), vector.hidden());
    let mut at = 0;
    while let Some((words, hidden)) = keys.get(at).cloned() {
        vector.load(&words);
        for (index, &word) in hidden.iter().enumerate() {
            vector.set_hidden(hashing::Slot(index as u32), word);
        }
        vector.commit();
        engine.arrive(&words);
        let picture = Picture::take(program, &engine, &vector);
        let mut successors = Successors::default();
        engine.expand(&mut vector, Scope::All, &mut successors).map_err(GraphError::Abandoned)?;
        let mut violations = Vec::new();
        let mark = vector.mark();
        for (index, entry) in successors.entries.iter().enumerate() {
            let successor = match &entry.kind {
                EntryKind::State(successor) => successor,
                EntryKind::Violation(violation) => {
                    violations.push(*violation);
                    continue;
                }
            };
            let writes = &successors.writes[successor.first as usize..successor.end as usize];
            vector.replay(writes, successor.len as usize, successor.saved);
            let to = note(&mut graph, &mut keys, vector.words(), vector.hidden());
            vector.rewind(mark);
            if let Some(to) = to {
                let steps = engine.path_to(&mut vector, Scope::All, index).map_err(GraphError::Abandoned)?;
                graph.edges.push(StateEdge { from: at, to, steps: steps.unwrap_or_default() });
            }
        }
        graph.states.push(StateNode { picture, violations });
        at += 1;
    }
    Ok(graph)
}
