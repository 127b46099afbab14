//! Deterministic sequences: the whole `d_step` is one piece of straight code with its own branches and loops.

use super::context::Context;
use super::function::Function;
use crate::ir::{Action, Choice, DStepId, Guard, Step, StepId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData};
use std::collections::{HashMap, HashSet};
use std::mem::offset_of;

/// Larger sequences are left to the interpreter.
const MOST_STEPS: usize = 2_000;
/// So are those that take more steps than this when they are executed.
const BUDGET: i64 = 1 << 16;

impl Function<'_> {
    /// Executes a `d_step`; goes to `blocked` if it cannot start. What goes wrong inside is the interpreter's.
    pub(super) fn d_step(&mut self, id: DStepId, blocked: Block) {
        let d_step = &self.program.d_steps[id.index()];
        let body = self.builder.create_block();
        if d_step.guards.is_empty() {
            self.builder.ins().jump(body, &[]);
        }
        for guard in &d_step.guards {
            let next = self.builder.create_block();
            self.guard(*guard, body, next);
            self.enter(next);
        }
        if !d_step.guards.is_empty() {
            self.builder.ins().jump(blocked, &[]);
        }
        self.enter(body);
        self.in_d_step = true;
        self.steps(d_step.start);
        self.in_d_step = false;
    }

    /// Goes to `open` if a guard lets the sequence start, else to `shut`.
    fn guard(&mut self, guard: Guard, open: Block, shut: Block) {
        match guard {
            Guard::Condition(condition) => self.branch(condition, open, shut),
            Guard::Else => drop(self.builder.ins().jump(open, &[])),
            Guard::LeadingElse => {
                let moved = self.shared(offset_of!(Context, moved));
                self.builder.ins().brif(moved, shut, &[], open, &[]);
            }
            Guard::Send(id) => {
                let channel = self.program.sends[id.index()].channel;
                let room = self.compare_length(channel, IntCC::NotEqual, true);
                self.builder.ins().brif(room, open, &[], shut, &[]);
            }
            Guard::Receive(id) => {
                let found = self.poll(id);
                self.builder.ins().brif(found, open, &[], shut, &[]);
            }
        }
    }

    /// The steps from `start` on. Control goes on behind the last.
    fn steps(&mut self, start: StepId) {
        let done = self.builder.create_block();
        let mut blocks = HashMap::new();
        let first = self.builder.create_block();
        blocks.insert(start, first);
        let budget = self.builder.ins().iconst(I32, BUDGET);
        let context = self.context;
        self.builder.ins().store(
            MemFlagsData::trusted(),
            budget,
            context,
            offset_of!(Context, budget) as i32,
        );
        self.builder.ins().jump(first, &[]);
        let mut waiting = vec![start];
        let mut n_steps = 0;
        let has_loop = self.has_loop(start);
        self.repeats |= has_loop;
        let joins = self.joins(start);
        // The step that follows where code goes straight on.
        let mut straight = None;
        while let Some(step) = straight.take().or_else(|| waiting.pop()) {
            n_steps += 1;
            if let Some(&block) = blocks.get(&step) {
                self.enter(block);
            }
            if MOST_STEPS < n_steps {
                self.give_up();
                self.pending.clear();
                self.builder.ins().jump(done, &[]);
                continue;
            }
            if has_loop {
                self.check_loop();
            }
            let program = self.program;
            match &program.steps[step.index()] {
                Step::Done => {
                    self.flush();
                    self.builder.ins().jump(done, &[]);
                }
                Step::Do(action, next, ..) => {
                    let bail = self.bail;
                    self.fire(*action, bail);
                    if has_loop || joins.contains(next) || blocks.contains_key(next) {
                        self.continue_at(*next, &mut blocks, &mut waiting);
                    } else {
                        straight = Some(*next);
                    }
                }
                Step::Choose(options, _) => self.options(options, &mut blocks, &mut waiting),
            }
        }
        self.enter(done);
    }

    fn options(
        &mut self,
        options: &[Choice],
        blocks: &mut HashMap<StepId, Block>,
        waiting: &mut Vec<StepId>,
    ) {
        for option in options {
            let step = &self.program.steps[option.step.index()];
            match step {
                Step::Do(action, next, ..) if option.guarded => {
                    let other = self.builder.create_block();
                    self.fire_or(*action, other);
                    self.continue_at(*next, blocks, waiting);
                    self.enter(other);
                }
                _ => {
                    self.continue_at(option.step, blocks, waiting);
                    return self.dead_end();
                }
            }
        }
        let bail = self.bail;
        self.builder.ins().jump(bail, &[]);
    }

    fn fire_or(&mut self, action: Action, blocked: Block) {
        self.flush();
        self.fire(action, blocked);
    }

    /// What follows cannot be reached.
    fn dead_end(&mut self) {
        let unreachable = self.builder.create_block();
        self.enter(unreachable);
        let bail = self.bail;
        self.builder.ins().jump(bail, &[]);
    }

    /// Goes on at a step, which is made later if it is not yet there.
    fn continue_at(&mut self, step: StepId, blocks: &mut HashMap<StepId, Block>, waiting: &mut Vec<StepId>) {
        self.flush();
        let block = *blocks.entry(step).or_insert_with(|| {
            waiting.push(step);
            self.builder.create_block()
        });
        self.builder.ins().jump(block, &[]);
    }

    /// Gives up when the log is nearly full or the sequence seems to have no end.
    fn check_loop(&mut self) {
        let log = self.builder.use_var(self.log);
        let limit = self.shared_pointer(offset_of!(Context, log_limit));
        let room = self.builder.ins().icmp(IntCC::UnsignedLessThan, log, limit);
        self.insist(room);
        let budget = self.shared(offset_of!(Context, budget));
        self.insist(budget);
        let left = self.builder.ins().iadd_imm_s(budget, -1);
        let context = self.context;
        self.builder.ins().store(MemFlagsData::trusted(), left, context, offset_of!(Context, budget) as i32);
    }

    /// Whether a step can be reached from itself.
    fn has_loop(&self, start: StepId) -> bool {
        let mut entered = HashMap::new();
        let mut path = vec![(start, 0)];
        entered.insert(start, true);
        while let Some((step, index)) = path.last_mut() {
            match self.followers(*step).get(*index).copied() {
                None => {
                    entered.insert(*step, false);
                    path.pop();
                }
                Some(next) => {
                    *index += 1;
                    match entered.get(&next) {
                        Some(true) => return true,
                        Some(false) => {}
                        None => {
                            entered.insert(next, true);
                            path.push((next, 0));
                        }
                    }
                }
            }
        }
        false
    }

    /// The steps that are reached from several others, or as an option.
    fn joins(&self, start: StepId) -> HashSet<StepId> {
        let (mut entered, mut joins, mut waiting) = (HashSet::from([start]), HashSet::new(), vec![start]);
        while let Some(step) = waiting.pop() {
            let chooses = matches!(self.program.steps[step.index()], Step::Choose(..));
            for next in self.followers(step) {
                let is_new = entered.insert(next);
                if !is_new || chooses {
                    joins.insert(next);
                }
                if is_new {
                    waiting.push(next);
                }
            }
        }
        joins
    }

    fn followers(&self, step: StepId) -> Vec<StepId> {
        match &self.program.steps[step.index()] {
            Step::Done => Vec::new(),
            Step::Do(_, next, ..) => vec![*next],
            Step::Choose(options, _) => options.iter().map(|option| option.step).collect(),
        }
    }
}
