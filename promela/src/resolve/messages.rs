//! Channels: send, receive, poll, and how many fields a message has.
//!
//! Spin does not know at compile time which channel a variable will hold, so a message of the wrong size
//! is an error at run time. Where the channel is known it is a warning here, and the statement stays.

use super::expressions::{NOTHING, any};
use super::references::{Named, Path, Predefined};
use super::{Resolver, code, counted};
use crate::ast::{self, ReceiveArgument};
use crate::hir::{self, Argument, ExpressionKind, Initial, Reference, Scalar, StatementKind, Type};
use crate::source::Span;

impl Resolver<'_> {
    /// A reference to a channel, or `None` after a complaint.
    pub(super) fn channel(&mut self, reference: &ast::VariableReference) -> Option<Reference> {
        let path = match self.named(reference) {
            Named::Path(path) => path,
            Named::Unknown => return None,
            Named::Constant(_) | Named::Predefined(_) => {
                self.error(code::NOT_A_CHANNEL, "a channel is needed here", reference.span);
                return None;
            }
        };
        if path.ty != Type::Scalar(Scalar::Chan) {
            let declared = &self.model.variables[path.variable.0 as usize];
            let (name, span) = (declared.name.clone(), declared.span);
            self.error(code::NOT_A_CHANNEL, "a channel is needed here", reference.span)
                .label("this is no channel")
                .and(span, format!("`{name}` is declared here"));
            return None;
        }
        self.scalar_reference(path)
    }

    /// The number of fields of a channel's messages, if its declaration tells.
    fn message_size(&self, channel: &Reference) -> Option<usize> {
        let variable = &self.model.variables[channel.variable.0 as usize];
        let mut ty = variable.ty;
        let mut initial = &variable.initial;
        for step in &channel.fields {
            let Type::Structure(id) = ty else {
                return None;
            };
            let field = &self.structure(id).fields[step.field as usize];
            ty = field.ty;
            initial = &field.initial;
        }
        match initial {
            Initial::Channel(channel) => Some(channel.fields.len()),
            _ => None,
        }
    }

    fn check_message_size(&mut self, channel: &Reference, count: usize, span: Span, is_send: bool) {
        let Some(size) = self.message_size(channel).filter(|&size| size != count) else {
            return;
        };
        let declared = self.model.variables[channel.variable.0 as usize].span;
        let message = format!("{} where the channel has {size}", counted(count, "message field"));
        let report = self.warning(code::MESSAGE_SIZE, message, span);
        let report = report.and(declared, "the channel is declared here");
        if is_send {
            report.hint("reaching this statement is an error at run time");
        }
    }

    pub(super) fn send(
        &mut self,
        span: Span,
        channel: &ast::VariableReference,
        sorted: bool,
        arguments: &[ast::Expression],
    ) -> Option<StatementKind> {
        let channel = self.channel(channel);
        let arguments = self.arguments(arguments);
        for argument in &arguments {
            if any(argument, &mut |e| matches!(e.kind, ExpressionKind::Run { .. })) {
                self.error(code::RUN_PLACE, "run cannot be used in a message", argument.span)
                    .hint("assign its value to a variable first");
            }
        }
        let channel = channel?;
        self.sends.push((arguments.len(), span));
        self.check_message_size(&channel, arguments.len(), span, true);
        Some(StatementKind::Send { channel, sorted, arguments })
    }

    /// Spin gives up on a message with more fields than any channel of the model has.
    pub(super) fn check_sends(&mut self) {
        let of_variables = self.model.variables.iter().map(|v| &v.initial);
        let of_fields = self.model.structures.iter().flat_map(|s| &s.fields);
        let sizes = of_variables.chain(of_fields.map(|field| &field.initial));
        let sizes = sizes.filter_map(|initial| match initial {
            Initial::Channel(channel) => Some(channel.fields.len()),
            _ => None,
        });
        let largest = sizes.max().unwrap_or(0);
        for (count, span) in std::mem::take(&mut self.sends) {
            if count > largest {
                let message = format!("no channel carries messages of {}", counted(count, "field"));
                let hint = match largest {
                    0 => "no channel of this model is made: write `chan c = [2] of { byte }`".to_owned(),
                    _ => format!("the largest message has {largest}"),
                };
                self.error(code::TOO_MANY_FIELDS, message, span).hint(hint);
            }
        }
    }

    pub(super) fn receive(
        &mut self,
        span: Span,
        channel: &ast::VariableReference,
        (random, peek): (bool, bool),
        arguments: &[ReceiveArgument],
    ) -> Option<StatementKind> {
        if let [part] = &channel.parts[..]
            && part.name.text == "STDIN"
        {
            self.error(code::STANDARD_INPUT, "reading from STDIN is not supported", span);
            return None;
        }
        let channel = self.channel(channel);
        let arguments = self.receive_arguments(arguments);
        let channel = channel?;
        self.check_message_size(&channel, arguments.len(), span, false);
        if !self.in_d_step() {
            self.check_received_twice(&arguments);
        }
        Some(StatementKind::Receive { channel, random, peek, arguments })
    }

    fn check_received_twice(&mut self, arguments: &[Argument]) {
        let plain = |argument: &Argument| match argument {
            Argument::Store(r) if r.index.is_none() && r.fields.is_empty() => Some((r.variable, r.span)),
            _ => None,
        };
        let targets: Vec<_> = arguments.iter().filter_map(plain).collect();
        for (at, &(variable, span)) in targets.iter().enumerate() {
            let before = targets[..at].iter().find(|(other, _)| *other == variable);
            if let Some(&(_, first)) = before {
                self.error(code::RECEIVED_TWICE, "one variable receives two message fields", span)
                    .and(first, "received here first");
            }
        }
    }

    pub(super) fn poll(
        &mut self,
        span: Span,
        channel: &ast::VariableReference,
        random: bool,
        arguments: &[ReceiveArgument],
    ) -> ExpressionKind {
        let channel = self.channel(channel);
        let arguments = self.receive_arguments(arguments);
        let Some(channel) = channel else {
            return NOTHING;
        };
        self.check_message_size(&channel, arguments.len(), span, false);
        ExpressionKind::Poll { channel, random, arguments }
    }

    fn receive_arguments(&mut self, arguments: &[ReceiveArgument]) -> Vec<Argument> {
        let mut resolved = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                ReceiveArgument::Reference(reference) => {
                    self.receive_reference(reference, &mut resolved);
                }
                ReceiveArgument::Constant(e) => {
                    let value = self.constant(e, "a value to match");
                    resolved.push(Argument::Match(value.unwrap_or(0)));
                }
                ReceiveArgument::Eval(e, _) => {
                    let values = self.arguments(std::slice::from_ref(e));
                    resolved.extend(values.into_iter().map(Argument::Eval));
                }
            }
        }
        resolved
    }

    fn receive_reference(&mut self, reference: &ast::VariableReference, resolved: &mut Vec<Argument>) {
        match self.named(reference) {
            Named::Constant(value) => resolved.push(Argument::Match(value)),
            Named::Predefined(Predefined::Anything) => resolved.push(Argument::Ignore),
            Named::Predefined(_) => {
                self.error(code::NOT_ASSIGNABLE, "a predefined variable cannot receive", reference.span)
                    .hint("write eval(...) to match its value");
                resolved.push(Argument::Ignore);
            }
            Named::Path(path) => self.receive_into(path, resolved),
            Named::Unknown => resolved.push(Argument::Ignore),
        }
    }

    fn receive_into(&mut self, mut path: Path, resolved: &mut Vec<Argument>) {
        self.note_read(path.variable);
        self.take_first_element(&mut path);
        let parts = self.parts(&path).unwrap_or_default();
        resolved.extend(parts.into_iter().map(Argument::Store));
    }

    /// `[n] of { ... }`.
    pub(super) fn channel_type(&mut self, channel: &ast::ChannelInitialiser) -> Option<hir::ChannelType> {
        let mut fields = Vec::new();
        for ty in &channel.fields {
            self.message_scalars(ty, &mut fields);
        }
        let capacity = self.constant(&channel.capacity, "the capacity of a channel")?;
        let Ok(capacity) = u16::try_from(capacity) else {
            let message = format!("a channel cannot have capacity {capacity}");
            self.error(code::CHANNEL_TYPE, message, channel.capacity.span).hint("the limits are 0 and 65535");
            return None;
        };
        Some(hir::ChannelType { capacity: u32::from(capacity), fields, span: channel.span })
    }
}
