//! The optimisations that Spin applies to an automaton before it makes a verifier of it.
//!
//! Two passes work on one graph: `dead` finds variables to reset, `merge` chains of steps to execute
//! as one. The third optimisation, hiding globals that nobody reads, is a matter of where variables live.

use super::dead::resets;
use super::graph::Graph;
use super::merge::Chains;
use super::{ElementId, Flow, FlowError, Globals};
use crate::hir::{Model, VariableId};

/// What the passes found for one proctype.
#[derive(Clone, Debug, Default)]
pub struct Optimised {
    /// Chains of steps to merge, if there is merging at all.
    pub(super) chains: Option<Chains>,
    /// Variables to reset after each element.
    resets: Vec<Vec<VariableId>>,
}

impl Optimised {
    /// The variables that are dead behind an element.
    pub fn resets(&self, id: ElementId) -> &[VariableId] {
        self.resets.get(id.0 as usize).map_or(&[], |resets| resets)
    }
}

/// Which passes to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Find dead variables.
    pub dead_variables: bool,
    /// Find steps to merge.
    pub merging: bool,
    /// The model has a rendezvous channel, which keeps sends from being merged.
    pub rendezvous: bool,
}

/// Runs the wanted passes on a proctype that has been built but has no table yet.
pub fn optimise(
    flow: &mut Flow<'_>,
    model: &Model,
    globals: &Globals<'_>,
    passes: Passes,
) -> Result<Optimised, FlowError> {
    let mut optimised = Optimised::default();
    if !(passes.dead_variables || passes.merging) {
        return Ok(optimised);
    }
    let graph = Graph::of(flow)?;
    if passes.dead_variables {
        optimised.resets = resets(flow, &graph, model);
    }
    if passes.merging {
        optimised.chains = Some(Chains::of(flow, &graph, globals, passes.rendezvous)?);
    }
    Ok(optimised)
}
