//! From the resolved model to the executable program.
//!
//! The automata come from [`flow`](crate::flow); this stage gives every variable its place
//! (`storage`), turns expressions and statements into the flat tables of the program (`expression`,
//! `statement`) and `d_step`s into straight code (`d_step`).

mod d_step;
mod expression;
mod optimisation;
mod reduction;
mod statement;
mod storage;
mod usage;

pub use optimisation::Optimisation;

use crate::flow::coverage::coverage;
use crate::flow::table::{Table, Transition, table};
use crate::flow::{
    ElementId, Flow, FlowError, Globals, Node, Optimised, Passes, Target, build::build, optimise,
};
use crate::hir::{self, LabelId};
use crate::ir::{
    Action, Edge, EdgeId, Effect, Effects, FaultId, FaultKind, FaultSite, Location, LocationId, Preselect,
    Proctype, ProctypeId, Program, Statement, StatementKind,
};
use crate::source::Span;
use storage::Storage;
use usage::Usage;

/// How wide process and channel numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberWidth {
    /// 8 bits: up to 255 processes and 255 channels, as in Spin.
    Narrow,
    /// 16 bits: up to 65,535 of each.
    Wide,
}

impl NumberWidth {
    fn bits(self) -> u8 {
        match self {
            Self::Narrow => 8,
            Self::Wide => 16,
        }
    }

    fn limit(self) -> u32 {
        (1 << self.bits()) - 1
    }
}

/// A model that cannot be made into a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// Its control flow makes no automaton.
    Flow(FlowError),
    /// Its variables take more than the largest state vector.
    TooLarge(Span),
    /// A `run` whose execution would depend on the value of another operand.
    ConditionalRun(Span),
    /// A `run` where a statement may not start a process.
    MisplacedRun(Span),
}

impl From<FlowError> for LowerError {
    fn from(error: FlowError) -> Self {
        Self::Flow(error)
    }
}

/// Makes the program of a model.
pub fn lower(
    model: &hir::Model,
    width: NumberWidth,
    optimisation: Optimisation,
) -> Result<Program, LowerError> {
    let usage = Usage::of(model);
    let globals = Globals::of(model);
    let passes = Passes {
        dead_variables: optimisation.dead_variables && !usage.remote_variables,
        merging: optimisation.merging && !usage.remote_variables && !usage.provided,
        rendezvous: usage.rendezvous,
    };
    let mut automata = Vec::with_capacity(model.proctypes.len());
    for (index, proctype) in model.proctypes.iter().enumerate() {
        let remote = usage.remote_labels(hir::ProctypeId(index as u32));
        let mut flow = build(proctype, &remote)?;
        let optimised = optimise(&mut flow, model, &globals, passes)?;
        let table = table(&mut flow, proctype, &globals, &optimised)?;
        automata.push(Automaton::new(flow, table, optimised));
    }
    let n_locations = 1 + automata.iter().map(|a| a.reachable.len()).sum::<usize>();
    let mut lowering = Lowering {
        model,
        width,
        hiding: optimisation.hiding,
        has_unless: usage.unless,
        program: Program {
            number_limit: width.limit(),
            location_bits: (usize::BITS - n_locations.leading_zeros()) as u8,
            mtypes: model.mtypes.clone(),
            irreducible: reduction::irreducible(&usage, &automata),
            ..Program::default()
        },
        storage: Storage::default(),
        label_numbers: automata.iter().map(Automaton::label_numbers).collect(),
        channel_names: Vec::new(),
        started: None,
    };
    lowering.assign_locations(&mut automata);
    lowering.place_variables(&usage)?;
    lowering.lower_globals()?;
    for (index, automaton) in automata.iter().enumerate() {
        lowering.lower_proctype(index, automaton)?;
    }
    Ok(lowering.program)
}

struct Automaton<'m> {
    flow: Flow<'m>,
    table: Table,
    optimised: Optimised,
    /// Control states that can be reached from the start along transitions.
    reachable: Vec<u32>,
    /// The location of each control state.
    locations: Vec<LocationId>,
}

impl<'m> Automaton<'m> {
    fn new(flow: Flow<'m>, table: Table, optimised: Optimised) -> Self {
        let mut seen = vec![false; table.states.len()];
        let mut pending = vec![table.start];
        seen[table.start as usize] = true;
        while let Some(state) = pending.pop() {
            for transition in &table.states[state as usize] {
                if transition.to != 0 && !std::mem::replace(&mut seen[transition.to as usize], true) {
                    pending.push(transition.to);
                }
            }
        }
        let reachable = (1..seen.len() as u32).filter(|&s| seen[s as usize]).collect();
        let locations = vec![LocationId(0); seen.len()];
        Self { flow, table, optimised, reachable, locations }
    }

    fn label_numbers(&self) -> Vec<u32> {
        let n_labels = self.flow.labels.iter().filter_map(|(t, _)| match t {
            Target::Label(label) => Some(label.0 + 1),
            Target::Exit(_) => None,
        });
        let number = |label| match self.flow.target(Target::Label(LabelId(label))) {
            Some(element) => self.flow.element(element).number,
            None => 0,
        };
        (0..n_labels.max().unwrap_or(0)).map(number).collect()
    }
}

struct Lowering<'m> {
    model: &'m hir::Model,
    width: NumberWidth,
    hiding: bool,
    has_unless: bool,
    program: Program,
    storage: Storage,
    /// The control state behind each label of each proctype.
    label_numbers: Vec<Vec<u32>>,
    /// Names of the channels that the variables being lowered own.
    channel_names: Vec<String>,
    /// The `run` of the statement being lowered, once it has been met.
    started: Option<crate::ir::RunId>,
}

impl Lowering<'_> {
    fn fault(&mut self, kind: FaultKind, span: Span) -> FaultId {
        let site = FaultSite { kind, span };
        self.program.faults.push(site);
        FaultId::new(self.program.faults.len() - 1)
    }

    fn assign_locations(&mut self, automata: &mut [Automaton<'_>]) {
        let mut next = 1;
        for automaton in automata {
            for &state in &automaton.reachable {
                automaton.locations[state as usize] = LocationId(next);
                next += 1;
            }
        }
    }

    fn lower_proctype(&mut self, index: usize, automaton: &Automaton<'_>) -> Result<(), LowerError> {
        let proctype = &self.model.proctypes[index];
        let id = ProctypeId(index as u32);
        let statements = self.list_statements(automaton)?;
        if index == 0 {
            self.program.locations.push(Location {
                proctype: id,
                number: 0,
                first: EdgeId(0),
                end: EdgeId(0),
                is_end: true,
                preselect: Preselect::Never,
                statement: 0,
            });
        }
        for &state in &automaton.reachable {
            let first = EdgeId(self.program.edges.len() as u32);
            for transition in &automaton.table.states[state as usize] {
                let element = automaton.flow.element(transition.element);
                let action = self.action(&automaton.flow, transition.element)?;
                let effects = self.effects(automaton, transition, statements.start)?;
                self.program.edges.push(Edge {
                    action,
                    effects,
                    target: automaton.locations[transition.to as usize],
                    atomic: transition.atomic,
                    escape: transition.escape,
                    statement: statements.start + element.number - 1,
                });
            }
            let preselect = self.preselect(&automaton.table.preselect[state as usize], self.has_unless)?;
            self.program.locations.push(Location {
                proctype: id,
                number: state,
                first,
                end: EdgeId(self.program.edges.len() as u32),
                is_end: automaton.table.end_states[state as usize],
                preselect,
                statement: statements.start + state - 1,
            });
        }
        let provided = match &proctype.provided {
            Some(condition) => Some(self.pure(condition)?),
            None => None,
        };
        let claims = self.claims(index)?;
        let frame = &self.storage.frames[index];
        let (frame_words, parameters) = (frame.words, frame.parameters.clone());
        let channels = frame.channels.clone();
        self.name_parameters(id);
        let locals = self.starts(&proctype.locals)?;
        self.program.proctypes.push(Proctype {
            name: proctype.name.clone(),
            frame_words,
            start: automaton.locations[automaton.table.start as usize],
            parameters,
            locals,
            channels,
            channel_names: std::mem::take(&mut self.channel_names),
            provided,
            claims,
            statements,
        });
        for _ in 0..proctype.active {
            self.program.active.push((id, proctype.priority));
        }
        Ok(())
    }

    /// What a transition does besides executing its element.
    fn effects(
        &mut self,
        automaton: &Automaton<'_>,
        transition: &Transition,
        first_statement: u32,
    ) -> Result<Effects, LowerError> {
        let mut effects = self.resets(automaton.optimised.resets(transition.element))?;
        for &link in &transition.links {
            let action = self.action(&automaton.flow, link)?;
            if action != Action::Skip {
                let number = automaton.flow.element(link).number;
                effects.push(Effect::Do(action, first_statement + number - 1));
            }
            effects.extend(self.resets(automaton.optimised.resets(link))?);
        }
        if effects.is_empty() {
            return Ok(Effects::default());
        }
        let first = self.program.effects.len() as u32;
        self.program.effects.extend(effects);
        Ok(Effects { first, end: self.program.effects.len() as u32 })
    }

    fn list_statements(&mut self, automaton: &Automaton<'_>) -> Result<std::ops::Range<u32>, FlowError> {
        let start = self.program.statements.len() as u32;
        let coverage = coverage(&automaton.flow, &automaton.table)?;
        let listed = |id: &ElementId| start + automaton.flow.element(*id).number - 1;
        for (number, coverage) in coverage.iter().enumerate().skip(1) {
            let element = automaton.table.elements[number].map(|id| automaton.flow.element(id));
            let kind = match element.map(|e| e.node) {
                Some(Node::Basic(_)) => StatementKind::Text,
                Some(Node::Skip | Node::Jump(_)) => StatementKind::Goto,
                Some(Node::If | Node::Do | Node::Unless) => StatementKind::Choice,
                Some(Node::Atomic(_) | Node::DStep(_) | Node::Block(_)) => StatementKind::Sequence,
                Some(Node::End) => StatementKind::End,
                Some(Node::Dot | Node::LoopExit) | None => StatementKind::Joint,
            };
            self.program.statements.push(Statement {
                span: element.map(|e| e.span).unwrap_or_default(),
                number: number as u32,
                kind,
                listed: coverage.listed.iter().map(listed).collect(),
                stand_in: coverage.stand_in.checked_sub(1).map(|n| start + n),
            });
        }
        Ok(start..self.program.statements.len() as u32)
    }
}
