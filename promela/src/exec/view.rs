//! Evaluating expressions: what a process sees of a state.

use super::channel::Queue;
use super::directory::{Directory, Placed};
use crate::ir::{
    Action, Area, Argument, EdgeId, Expr, ExprId, FaultId, Field, Guard, LocationId, PlaceId, Program,
    ReceiveId,
};
use hashing::Word;
use std::cell::RefCell;

/// A message that a sender holds out on a rendezvous channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) channel: i32,
    pub(super) message: Vec<i32>,
}

/// The state as one process sees it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) program: &'a Program,
    pub(super) words: &'a [Word],
    pub(super) hidden: &'a [Word],
    pub(super) directory: &'a Directory,
    /// The process, and the first word of its frame.
    pub(super) pid: u32,
    pub(super) base: u32,
    /// Nothing else can move.
    pub(super) timeout: bool,
    /// The process already has another way to move in this state.
    pub(super) moved: bool,
    /// Number of the process that the statement has started.
    pub(super) started: i32,
    /// The rendezvous that is waiting for a partner.
    pub(super) offer: Option<&'a Offer>,
    /// Errors behind which evaluation goes on: indexes outside their arrays, polls of rendezvous channels.
    pub(super) mild_faults: &'a RefCell<Vec<FaultId>>,
}

/// Reads a field of a word.
#[inline]
pub(super) fn extract(word: Word, field: Field) -> i32 {
    let up = 32 - u32::from(field.shift) - u32::from(field.width);
    let down = 32 - u32::from(field.width);
    if field.signed { ((word << up) as i32) >> down } else { ((word << up) >> down) as i32 }
}

/// Replaces a field of a word.
#[inline]
pub(super) fn insert(word: Word, field: Field, value: i32) -> Word {
    let mask = (u32::MAX >> (32 - u32::from(field.width))) << field.shift;
    (word & !mask) | (((value as u32) << field.shift) & mask)
}

impl<'a> View<'a> {
    /// The same state seen by another process.
    pub(super) fn of(self, pid: u32) -> Self {
        Self { pid, base: self.directory.frames[pid as usize], ..self }
    }

    pub(super) fn load(&self, area: Area, field: Field) -> i32 {
        let word = match area {
            Area::Global => self.words[field.slot as usize],
            Area::Frame => self.words[(self.base + field.slot) as usize],
            Area::Hidden => self.hidden[field.slot as usize],
        };
        extract(word, field)
    }

    /// Where an indexed variable is now, relative to its area; nowhere if an index is outside its array.
    pub(super) fn locate(&self, id: PlaceId) -> Result<Option<(Area, Field)>, FaultId> {
        let place = &self.program.places[id.index()];
        let mut bit = place.bit;
        let mut inside = true;
        for index in &place.indexes {
            let value = self.eval(index.value)?;
            if value < 0 || index.bound <= value as u32 {
                self.mild_faults.borrow_mut().push(index.fault);
                inside = false;
            } else {
                bit += value as u32 * index.stride;
            }
        }
        if !inside {
            return Ok(None);
        }
        let field =
            Field { slot: bit / 32, shift: (bit % 32) as u8, width: place.width, signed: place.signed };
        Ok(Some((place.area, field)))
    }

    /// The control point of a process.
    pub(super) fn location(&self, pid: u32) -> LocationId {
        let word = self.words[self.directory.frames[pid as usize] as usize];
        LocationId(word & (u32::MAX >> (32 - u32::from(self.program.location_bits))))
    }

    /// A process that exists.
    fn process(&self, number: i32) -> Option<u32> {
        u32::try_from(number).ok().filter(|&pid| (pid as usize) < self.directory.frames.len())
    }

    /// The channel with this number.
    pub(super) fn queue(&self, number: i32, fault: FaultId) -> Result<Queue<'a>, FaultId> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1)).ok_or(fault)?;
        let &Placed { kind, bit } = self.directory.channels.get(index).ok_or(fault)?;
        Ok(Queue { kind: &self.program.channel_kinds[kind as usize], bit })
    }

    /// Messages waiting in a channel. A rendezvous channel holds one while it is held out.
    fn length(&self, channel: ExprId, fault: FaultId) -> Result<(u32, u32), FaultId> {
        let number = self.eval(channel)?;
        let queue = self.queue(number, fault)?;
        if queue.kind.capacity == 0 {
            return Ok((u32::from(self.offer.is_some_and(|o| o.channel == number)), 1));
        }
        Ok((queue.len(self.words), queue.kind.capacity))
    }

    pub(super) fn eval(&self, id: ExprId) -> Result<i32, FaultId> {
        Ok(match self.program.expressions[id.index()] {
            Expr::Constant(value) => value,
            Expr::Field(area, field) => self.load(area, field),
            Expr::Place(place) => match self.locate(place)? {
                Some((area, field)) => self.load(area, field),
                None => 0,
            },
            Expr::ChannelElement(first, index, bound, fault) => {
                let index = self.eval(index)?;
                if index < 0 || bound <= index as u32 {
                    return Err(fault);
                }
                first + index
            }
            Expr::Not(e) => i32::from(self.eval(e)? == 0),
            Expr::Minus(e) => self.eval(e)?.wrapping_neg(),
            Expr::Complement(e) => !self.eval(e)?,
            Expr::Binary(operator, a, b) => operator.apply(self.eval(a)?, self.eval(b)?),
            Expr::Divide(a, b, fault) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                if b == 0 {
                    return Err(fault);
                }
                a.wrapping_div(b)
            }
            Expr::Remainder(a, b, fault) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                if b == 0 {
                    return Err(fault);
                }
                a.wrapping_rem(b)
            }
            Expr::And(a, b) => i32::from(self.eval(a)? != 0 && self.eval(b)? != 0),
            Expr::Or(a, b) => i32::from(self.eval(a)? != 0 || self.eval(b)? != 0),
            Expr::Conditional(c, a, b) => self.eval(if self.eval(c)? != 0 { a } else { b })?,
            Expr::Started => self.started,
            Expr::Length(channel, fault) => self.length(channel, fault)?.0 as i32,
            Expr::Full(channel, fault) => {
                let (length, capacity) = self.length(channel, fault)?;
                i32::from(length == capacity)
            }
            Expr::NotFull(channel, fault) => {
                let (length, capacity) = self.length(channel, fault)?;
                i32::from(length != capacity)
            }
            Expr::Empty(channel, fault) => i32::from(self.length(channel, fault)?.0 == 0),
            Expr::NotEmpty(channel, fault) => i32::from(self.length(channel, fault)?.0 != 0),
            Expr::Poll(receive) => self.poll(receive)?,
            Expr::Timeout => i32::from(self.timeout),
            Expr::Pid => self.pid as i32,
            Expr::ProcessCount => self.directory.frames.len() as i32,
            Expr::Enabled(process, fault) => {
                let process = self.eval(process)?;
                if process == self.pid as i32 {
                    return Err(fault);
                }
                match self.process(process) {
                    Some(pid) => i32::from(self.enabled(pid)?),
                    None => 0,
                }
            }
            Expr::PcValue(process) => match self.process(self.eval(process)?) {
                Some(pid) => self.program.locations[self.location(pid).index()].number as i32,
                None => 0,
            },
            Expr::GetPriority(process) => match (self.process(self.eval(process)?), self.program.priority) {
                (Some(pid), Some(priority)) => self.of(pid).load(Area::Frame, priority),
                (Some(_), None) => 1,
                (None, _) => 0,
            },
            Expr::RemoteVariable(process, place) => {
                match (self.locate(place)?, self.process(self.eval(process)?)) {
                    (Some((_, field)), Some(pid)) => self.remote(pid, field),
                    _ => 0,
                }
            }
            Expr::FirstOf(proctype) => (0..self.directory.frames.len() as u32)
                .find(|&pid| self.program.locations[self.location(pid).index()].proctype == proctype)
                .map_or(-1, |pid| pid as i32),
            Expr::RemoteLabel(process, number) => match self.process(self.eval(process)?) {
                Some(pid) => i32::from(self.program.locations[self.location(pid).index()].number == number),
                None => 0,
            },
        })
    }

    /// A local of another process; 0 if its frame is too short to have it.
    fn remote(&self, pid: u32, field: Field) -> i32 {
        let proctype = self.program.locations[self.location(pid).index()].proctype;
        if field.slot < self.program.proctypes[proctype.index()].frame_words {
            self.of(pid).load(Area::Frame, field)
        } else {
            0
        }
    }

    /// Whether a receive would find a message: its position in the channel.
    pub(super) fn matching(&self, id: ReceiveId) -> Result<Option<u32>, FaultId> {
        let receive = &self.program.receives[id.index()];
        let number = self.eval(receive.channel)?;
        let queue = self.queue(number, receive.no_channel)?;
        if queue.kind.capacity == 0 {
            return Ok(match self.offer {
                Some(offer) if offer.channel == number => {
                    self.matches(id, |i| offer.message.get(i).copied())?.then_some(0)
                }
                _ => None,
            });
        }
        if self.offer.is_some() {
            return Ok(None);
        }
        let length = queue.len(self.words);
        if !receive.random {
            let found = 0 < length && self.matches(id, |i| queue.field(self.words, 0, i))?;
            return Ok(found.then_some(0));
        }
        // The values to match are computed once, whatever the number of messages.
        let mut wanted = Vec::with_capacity(receive.arguments.len());
        for argument in &receive.arguments {
            wanted.push(match *argument {
                Argument::Match(value) => Some(self.eval(value)?),
                Argument::Store(_) => None,
            });
        }
        let matches = |&position: &u32| {
            let field = |i| queue.field(self.words, position, i);
            wanted.iter().enumerate().all(|(i, want)| want.is_none() || *want == field(i))
        };
        Ok((0..length).find(matches))
    }

    fn matches(&self, id: ReceiveId, field: impl Fn(usize) -> Option<i32>) -> Result<bool, FaultId> {
        let receive = &self.program.receives[id.index()];
        for (i, argument) in receive.arguments.iter().enumerate() {
            if let Argument::Match(value) = *argument {
                let value = self.eval(value)?;
                if field(i).ok_or(receive.too_many)? != value {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The place of the message that a receive would take, counted from 1, or 0: a random poll's value shows it.
    fn poll(&self, id: ReceiveId) -> Result<i32, FaultId> {
        let receive = &self.program.receives[id.index()];
        let number = self.eval(receive.channel)?;
        if self.queue(number, receive.no_channel)?.kind.capacity == 0 {
            // An error behind which evaluation goes on: there is never a message to be seen.
            self.mild_faults.borrow_mut().push(receive.rendezvous);
            return Ok(0);
        }
        Ok(self.matching(id)?.map_or(0, |position| position as i32 + 1))
    }

    /// Whether some edge of a process can be taken, as `enabled` sees it: a rendezvous send counts even
    /// without a partner, a rendezvous receive never.
    pub(super) fn enabled(self, pid: u32) -> Result<bool, FaultId> {
        let view = self.of(pid);
        let location = &self.program.locations[self.location(pid).index()];
        for edge in location.first.0..location.end.0 {
            if view.can(self.program.edges[EdgeId(edge).index()].action)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn can(&self, action: Action) -> Result<bool, FaultId> {
        Ok(match action {
            Action::Else => !self.moved,
            Action::Condition(e) => self.eval(e)? != 0,
            Action::Send(id) => {
                let send = &self.program.sends[id.index()];
                let (length, capacity) = self.length(send.channel, send.no_channel)?;
                length < capacity
            }
            Action::Receive(id) => self.matching(id)?.is_some(),
            Action::DStep(id) => self.can_start(&self.program.d_steps[id.index()].guards)?,
            Action::End => self.pid as usize + 1 == self.directory.frames.len(),
            Action::Skip
            | Action::Assign(..)
            | Action::RunCondition(..)
            | Action::RunAssign(..)
            | Action::Assert(_)
            | Action::Print(_)
            | Action::SetPriority(..) => true,
        })
    }

    /// Whether a `d_step` can start.
    pub(super) fn can_start(&self, guards: &[Guard]) -> Result<bool, FaultId> {
        if guards.is_empty() {
            return Ok(self.offer.is_none());
        }
        for guard in guards {
            let open = match *guard {
                Guard::Receive(id) => self.matching(id)?.is_some(),
                _ if self.offer.is_some() => false,
                Guard::Condition(e) => self.eval(e)? != 0,
                Guard::Send(id) => self.can(Action::Send(id))?,
                Guard::Else => true,
                Guard::LeadingElse => !self.moved,
            };
            if open {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the process is allowed to run at all: its `provided` clause, and no process of higher
    /// priority that could run.
    pub(super) fn may_run(&self) -> Result<bool, FaultId> {
        if !self.provided(self.pid)? {
            return Ok(false);
        }
        let Some(priority) = self.program.priority else { return Ok(true) };
        let own = self.load(Area::Frame, priority);
        for pid in 0..self.directory.frames.len() as u32 {
            let other = self.of(pid);
            if pid != self.pid
                && own < other.load(Area::Frame, priority)
                && self.provided(pid)?
                && self.enabled(pid)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn provided(&self, pid: u32) -> Result<bool, FaultId> {
        let proctype = self.program.locations[self.location(pid).index()].proctype;
        match self.program.proctypes[proctype.index()].provided {
            Some(condition) => Ok(self.of(pid).eval(condition)? != 0),
            None => Ok(true),
        }
    }
}
