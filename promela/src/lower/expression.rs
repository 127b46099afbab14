//! Expressions and references into the program's tables.

use super::storage::{Home, field, shape};
use super::{LowerError, Lowering};
use crate::hir::{self, ExpressionKind, Reference, Type, UnaryOperator};
use crate::ir::{
    Area, BinaryOperator, Expr, ExprId, FaultKind, Index, Place, PlaceId, ProctypeId, Receive, ReceiveId,
    Run, RunId, Target,
};

impl Lowering<'_> {
    pub(super) fn push(&mut self, expr: Expr) -> ExprId {
        self.program.expressions.push(expr);
        ExprId(self.program.expressions.len() as u32 - 1)
    }

    pub(super) fn constant(&mut self, value: i32) -> ExprId {
        self.push(Expr::Constant(value))
    }

    fn known(&self, id: ExprId) -> Option<i32> {
        match self.program.expressions[id.index()] {
            Expr::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// An expression that starts no process.
    pub(super) fn pure(&mut self, e: &hir::Expression) -> Result<ExprId, LowerError> {
        let before = self.started.take();
        let id = self.expression(e, false)?;
        match std::mem::replace(&mut self.started, before) {
            None => Ok(id),
            Some(_) => Err(LowerError::MisplacedRun(e.span)),
        }
    }

    /// An expression that may start one process; the `run` is executed before anything is evaluated.
    pub(super) fn effectful(&mut self, e: &hir::Expression) -> Result<(ExprId, Option<RunId>), LowerError> {
        self.started = None;
        let id = self.expression(e, false)?;
        Ok((id, self.started.take()))
    }

    /// `conditional`: whether the value of another operand decides that this one is evaluated.
    fn expression(&mut self, e: &hir::Expression, conditional: bool) -> Result<ExprId, LowerError> {
        let span = e.span;
        let no_channel = FaultKind::UninitialisedChannel;
        let expr = match &e.kind {
            ExpressionKind::Constant(value) => Expr::Constant(*value),
            ExpressionKind::Load(reference) => self.load(reference)?,
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.expression(operand, conditional)?;
                match (operator, self.known(operand)) {
                    (UnaryOperator::Not, Some(v)) => Expr::Constant(i32::from(v == 0)),
                    (UnaryOperator::Minus, Some(v)) => Expr::Constant(v.wrapping_neg()),
                    (UnaryOperator::Complement, Some(v)) => Expr::Constant(!v),
                    (UnaryOperator::Not, None) => Expr::Not(operand),
                    (UnaryOperator::Minus, None) => Expr::Minus(operand),
                    (UnaryOperator::Complement, None) => Expr::Complement(operand),
                }
            }
            ExpressionKind::Binary(operator, a, b) => {
                let short = matches!(operator, hir::BinaryOperator::And | hir::BinaryOperator::Or);
                let a = self.expression(a, conditional)?;
                let b = self.expression(b, conditional || short)?;
                self.binary(*operator, a, b, e)
            }
            ExpressionKind::Conditional(c, a, b) => {
                let c = self.expression(c, conditional)?;
                let a = self.expression(a, true)?;
                let b = self.expression(b, true)?;
                Expr::Conditional(c, a, b)
            }
            ExpressionKind::Run { proctype, arguments, priority } => {
                if conditional || self.started.is_some() {
                    return Err(LowerError::ConditionalRun(span));
                }
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.pure(argument)?);
                }
                let too_many_processes = self.fault(FaultKind::TooManyProcesses, span);
                let too_many_channels = self.fault(FaultKind::TooManyChannels, span);
                self.program.runs.push(Run {
                    proctype: ProctypeId(proctype.0),
                    arguments: values,
                    priority: *priority,
                    too_many_processes,
                    too_many_channels,
                });
                self.started = Some(RunId(self.program.runs.len() as u32 - 1));
                Expr::Started
            }
            ExpressionKind::Length(channel) => {
                Expr::Length(self.channel(channel)?, self.fault(no_channel, span))
            }
            ExpressionKind::Full(channel) => Expr::Full(self.channel(channel)?, self.fault(no_channel, span)),
            ExpressionKind::Empty(channel) => {
                Expr::Empty(self.channel(channel)?, self.fault(no_channel, span))
            }
            ExpressionKind::NotFull(channel) => {
                Expr::NotFull(self.channel(channel)?, self.fault(no_channel, span))
            }
            ExpressionKind::NotEmpty(channel) => {
                Expr::NotEmpty(self.channel(channel)?, self.fault(no_channel, span))
            }
            ExpressionKind::Poll { channel, random, arguments } => {
                Expr::Poll(self.receive(channel, *random, true, arguments, span)?)
            }
            ExpressionKind::Timeout => Expr::Timeout,
            ExpressionKind::Pid => Expr::Pid,
            ExpressionKind::ProcessCount => Expr::ProcessCount,
            ExpressionKind::Last => match self.program.last {
                Some(last) => Expr::Field(Area::Global, last),
                None => Expr::Constant(0),
            },
            ExpressionKind::OwnPriority => match self.program.priority {
                Some(priority) => Expr::Field(Area::Frame, priority),
                None => Expr::Constant(1),
            },
            ExpressionKind::Enabled(process) => Expr::Enabled(
                self.expression(process, conditional)?,
                self.fault(FaultKind::EnabledOfSelf, span),
            ),
            ExpressionKind::PcValue(process) => Expr::PcValue(self.expression(process, conditional)?),
            ExpressionKind::GetPriority(process) => Expr::GetPriority(self.expression(process, conditional)?),
            ExpressionKind::RemoteVariable(proctype, process, reference) => {
                let process = self.remote_process(*proctype, process.as_deref())?;
                Expr::RemoteVariable(process, self.place_of(reference)?)
            }
            ExpressionKind::RemoteLabel(proctype, process, label) => {
                let process = self.remote_process(*proctype, process.as_deref())?;
                let numbers = &self.label_numbers[proctype.0 as usize];
                Expr::RemoteLabel(process, numbers.get(label.0 as usize).copied().unwrap_or(0))
            }
        };
        Ok(self.push(expr))
    }

    fn remote_process(
        &mut self,
        proctype: hir::ProctypeId,
        process: Option<&hir::Expression>,
    ) -> Result<ExprId, LowerError> {
        match process {
            Some(process) => self.pure(process),
            None => Ok(self.push(Expr::FirstOf(ProctypeId(proctype.0)))),
        }
    }

    fn binary(&mut self, operator: hir::BinaryOperator, a: ExprId, b: ExprId, e: &hir::Expression) -> Expr {
        use hir::BinaryOperator as Hir;
        let plain = match operator {
            Hir::Add => BinaryOperator::Add,
            Hir::Subtract => BinaryOperator::Subtract,
            Hir::Multiply => BinaryOperator::Multiply,
            Hir::BitAnd => BinaryOperator::BitAnd,
            Hir::BitXor => BinaryOperator::BitXor,
            Hir::BitOr => BinaryOperator::BitOr,
            Hir::ShiftLeft => BinaryOperator::ShiftLeft,
            Hir::ShiftRight => BinaryOperator::ShiftRight,
            Hir::Less => BinaryOperator::Less,
            Hir::LessEqual => BinaryOperator::LessEqual,
            Hir::Greater => BinaryOperator::Greater,
            Hir::GreaterEqual => BinaryOperator::GreaterEqual,
            Hir::Equal => BinaryOperator::Equal,
            Hir::NotEqual => BinaryOperator::NotEqual,
            Hir::And => return Expr::And(a, b),
            Hir::Or => return Expr::Or(a, b),
            Hir::Divide => return Expr::Divide(a, b, self.fault(FaultKind::DivisionByZero, e.span)),
            Hir::Remainder => return Expr::Remainder(a, b, self.fault(FaultKind::DivisionByZero, e.span)),
        };
        match (self.known(a), self.known(b)) {
            (Some(a), Some(b)) => Expr::Constant(plain.apply(a, b)),
            _ => Expr::Binary(plain, a, b),
        }
    }

    pub(super) fn channel(&mut self, reference: &Reference) -> Result<ExprId, LowerError> {
        let expr = self.load(reference)?;
        Ok(self.push(expr))
    }

    fn load(&mut self, reference: &Reference) -> Result<Expr, LowerError> {
        if let Home::Channels(first) = self.storage.variables[reference.variable.0 as usize] {
            let bound = self.model.variables[reference.variable.0 as usize].length;
            let Some(index) = &reference.index else { return Ok(Expr::Constant(first)) };
            let index = self.pure(index)?;
            let bound = bound.unwrap_or(1);
            return Ok(match self.known(index) {
                Some(i) if 0 <= i && i < bound as i32 => Expr::Constant(first + i),
                _ => {
                    let fault = self.fault(FaultKind::IndexOutOfBounds, reference.span);
                    Expr::ChannelElement(first, index, bound, fault)
                }
            });
        }
        Ok(match self.target(reference)? {
            Target::Field(area, field) => Expr::Field(area, field),
            Target::Place(place) => Expr::Place(place),
            Target::Nowhere => Expr::Constant(0),
        })
    }

    /// Where a reference points; constant indexes are resolved here.
    pub(super) fn target(&mut self, reference: &Reference) -> Result<Target, LowerError> {
        let place = self.address(reference)?;
        if place.indexes.is_empty() {
            return Ok(Target::Field(place.area, field(place.bit, (place.width, place.signed))));
        }
        self.program.places.push(place);
        Ok(Target::Place(PlaceId(self.program.places.len() as u32 - 1)))
    }

    /// A scalar variable, or the first element of an array.
    pub(super) fn scalar(&mut self, variable: hir::VariableId) -> Result<Target, LowerError> {
        let hir::Variable { ty, span, .. } = self.model.variables[variable.0 as usize];
        match ty {
            Type::Scalar(scalar) => {
                self.target(&Reference { variable, index: None, fields: Vec::new(), scalar, span })
            }
            Type::Structure(_) => Ok(Target::Nowhere),
        }
    }

    fn place_of(&mut self, reference: &Reference) -> Result<PlaceId, LowerError> {
        let place = self.address(reference)?;
        self.program.places.push(place);
        Ok(PlaceId(self.program.places.len() as u32 - 1))
    }

    fn address(&mut self, reference: &Reference) -> Result<Place, LowerError> {
        let index = reference.variable.0 as usize;
        let variable = &self.model.variables[index];
        let (area, mut bit, stride) = match self.storage.variables[index] {
            Home::Bits(area, bit, stride) => (area, bit, stride),
            Home::Channels(_) => (Area::Global, 0, 0),
        };
        let mut indexes = Vec::new();
        let (mut ty, mut in_array) = (variable.ty, variable.length.is_some());
        if let Some(length) = variable.length {
            bit += self.index(reference.index.as_deref(), length, stride, reference, &mut indexes)?;
        }
        for step in &reference.fields {
            let Type::Structure(id) = ty else { break };
            let (offset, stride) = self.storage.structures[id.0 as usize].fields[step.field as usize];
            let declared = &self.model.structures[id.0 as usize].fields[step.field as usize];
            bit += offset;
            (ty, in_array) = (declared.ty, declared.length.is_some());
            if let Some(length) = declared.length {
                bit += self.index(step.index.as_ref(), length, stride, reference, &mut indexes)?;
            }
        }
        let (width, signed) = shape(reference.scalar, in_array, self.width);
        Ok(Place { area, bit, width, signed, indexes })
    }

    fn index(
        &mut self,
        index: Option<&hir::Expression>,
        bound: u32,
        stride: u32,
        reference: &Reference,
        indexes: &mut Vec<Index>,
    ) -> Result<u32, LowerError> {
        let Some(index) = index else { return Ok(0) };
        let value = self.pure(index)?;
        match self.known(value) {
            Some(i) if 0 <= i && (i as u32) < bound => Ok(i as u32 * stride),
            _ => {
                let fault = self.fault(FaultKind::IndexOutOfBounds, reference.span);
                indexes.push(Index { value, bound, stride, fault });
                Ok(0)
            }
        }
    }

    pub(super) fn receive(
        &mut self,
        channel: &Reference,
        random: bool,
        peek: bool,
        arguments: &[hir::Argument],
        span: crate::source::Span,
    ) -> Result<ReceiveId, LowerError> {
        let channel = self.channel(channel)?;
        let mut lowered = Vec::with_capacity(arguments.len());
        for argument in arguments {
            lowered.push(match argument {
                hir::Argument::Store(target) => crate::ir::Argument::Store(self.target(target)?),
                hir::Argument::Ignore => crate::ir::Argument::Store(Target::Nowhere),
                hir::Argument::Match(value) => crate::ir::Argument::Match(self.constant(*value)),
                hir::Argument::Eval(e) => crate::ir::Argument::Match(self.pure(e)?),
            });
        }
        let receive = Receive {
            channel,
            random,
            peek,
            arguments: lowered,
            no_channel: self.fault(FaultKind::UninitialisedChannel, span),
            rendezvous: self.fault(FaultKind::RendezvousPoll, span),
            too_few: self.fault(FaultKind::TooFewFieldsReceived, span),
            too_many: self.fault(FaultKind::TooManyFieldsReceived, span),
        };
        self.program.receives.push(receive);
        Ok(ReceiveId(self.program.receives.len() as u32 - 1))
    }
}

impl BinaryOperator {
    /// C's arithmetic on 32-bit integers; shifts use the low five bits of the distance, as x86 does.
    #[inline]
    pub fn apply(self, a: i32, b: i32) -> i32 {
        match self {
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::BitAnd => a & b,
            Self::BitXor => a ^ b,
            Self::BitOr => a | b,
            Self::ShiftLeft => a.wrapping_shl(b as u32),
            Self::ShiftRight => a.wrapping_shr(b as u32),
            Self::Less => i32::from(a < b),
            Self::LessEqual => i32::from(a <= b),
            Self::Greater => i32::from(b < a),
            Self::GreaterEqual => i32::from(b <= a),
            Self::Equal => i32::from(a == b),
            Self::NotEqual => i32::from(a != b),
        }
    }
}
