//! Receives that nothing matches, and channels used from one side only.
//!
//! Only channels whose every use is in sight are judged: declared with their type, never assigned, passed
//! on or compared.

use super::{Lints, code, walk};
use crate::hir::{
    Argument, ChannelType, Expression, ExpressionKind, Initial, Model, Reference, Scalar, StatementKind,
};
use crate::source::Span;
use std::collections::HashSet;

/// All uses of one channel variable; an array of channels counts as one.
#[derive(Default)]
struct Channel<'m> {
    /// It may be used under another name.
    escapes: bool,
    sends: Vec<(Span, &'m [Expression])>,
    receives: Vec<(Span, &'m [Argument])>,
    asked: bool,
}

pub(super) fn check(model: &Model, lints: &mut Lints<'_>) {
    let channels = collect(model);
    for (variable, channel) in model.variables.iter().zip(&channels) {
        let Initial::Channel(ty) = &variable.initial else { continue };
        if channel.escapes {
            continue;
        }
        match (channel.sends.first(), channel.receives.first()) {
            (None, Some(&(span, _))) => {
                let message = format!("nothing is ever sent to `{}`", variable.name);
                lints
                    .warn(code::NEVER_SENT, message, span)
                    .label("waits forever")
                    .and(variable.span, "the channel is declared here");
            }
            (Some(&(span, _)), None) if !channel.asked => {
                let message = format!("messages sent to `{}` are never received", variable.name);
                lints
                    .warn(code::NEVER_RECEIVED, message, span)
                    .and(variable.span, "the channel is declared here");
            }
            _ => {
                let sent = sent_values(ty, channel);
                for &(span, arguments) in &channel.receives {
                    never_matched(model, ty, channel, &sent, span, arguments, lints);
                }
            }
        }
    }
}

/// The constants that are sent in each field; `None` if anything may be.
fn sent_values(ty: &ChannelType, channel: &Channel<'_>) -> Vec<Option<HashSet<i32>>> {
    let mut sent = vec![Some(HashSet::new()); ty.fields.len()];
    for (_, arguments) in &channel.sends {
        for (field, values) in sent.iter_mut().enumerate() {
            match (arguments.get(field).map(|e| &e.kind), &mut *values) {
                (Some(ExpressionKind::Constant(value)), Some(known)) => {
                    known.insert(*value);
                }
                _ => *values = None,
            }
        }
    }
    sent
}

fn never_matched(
    model: &Model,
    ty: &ChannelType,
    channel: &Channel<'_>,
    sent: &[Option<HashSet<i32>>],
    span: Span,
    arguments: &[Argument],
    lints: &mut Lints<'_>,
) {
    for (field, argument) in arguments.iter().enumerate() {
        let wanted = match argument {
            Argument::Match(value) => *value,
            Argument::Eval(Expression { kind: ExpressionKind::Constant(value), .. }) => *value,
            _ => continue,
        };
        let may_be_sent = sent.get(field).is_none_or(|values| match values {
            Some(values) => values.contains(&wanted),
            None => true,
        });
        if !may_be_sent && !lints.is_generated(span) {
            let name = symbol(model, ty.fields.get(field), wanted);
            let message = format!("no message with {name} in field {} is ever sent", field + 1);
            let first = channel.sends[0].0;
            lints.warn(code::NEVER_MATCHED, message, span).label("never matches").and(first, "this is sent");
            return;
        }
    }
}

/// A value as the model writes it.
fn symbol(model: &Model, scalar: Option<&Scalar>, value: i32) -> String {
    let set = match scalar {
        Some(Scalar::Mtype(id)) => model.mtypes.get(id.0 as usize),
        _ => None,
    };
    let constant = set.and_then(|set| set.constants.iter().find(|(_, v)| *v == value));
    constant.map_or_else(|| value.to_string(), |(name, _)| format!("`{name}`"))
}

fn collect(model: &Model) -> Vec<Channel<'_>> {
    let mut channels: Vec<Channel<'_>> = model.variables.iter().map(|_| Channel::default()).collect();
    for proctype in &model.proctypes {
        walk::statements(&proctype.body, &mut |statement| match &statement.kind {
            StatementKind::Assign(target, _) => at(&mut channels, target).escapes = true,
            StatementKind::Send { channel, arguments, .. } => {
                at(&mut channels, channel).sends.push((statement.span, arguments));
            }
            StatementKind::Receive { channel, arguments, .. } => {
                at(&mut channels, channel).receives.push((statement.span, arguments));
                for argument in arguments {
                    if let Argument::Store(target) = argument {
                        at(&mut channels, target).escapes = true;
                    }
                }
            }
            _ => {}
        });
    }
    walk::all_expressions(model, &mut |e| match &e.kind {
        ExpressionKind::Load(r) | ExpressionKind::RemoteVariable(_, _, r) => {
            at(&mut channels, r).escapes = true;
        }
        ExpressionKind::Length(r)
        | ExpressionKind::Full(r)
        | ExpressionKind::Empty(r)
        | ExpressionKind::NotFull(r)
        | ExpressionKind::NotEmpty(r)
        | ExpressionKind::Poll { channel: r, .. } => at(&mut channels, r).asked = true,
        _ => {}
    });
    channels
}

fn at<'c, 'm>(channels: &'c mut [Channel<'m>], reference: &Reference) -> &'c mut Channel<'m> {
    &mut channels[reference.variable.0 as usize]
}
