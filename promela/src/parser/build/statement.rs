//! Statements and sequences.

use super::{Builder, Built, Mismatch, Parts, inside, join, name, opaque, span};
use crate::ast::*;
use crate::parser::{Rule, SyntaxError};
use crate::source::Span;
use pest::iterators::Pair;

impl Builder {
    /// `{ sequence }`.
    pub(super) fn body(&mut self, pair: Pair<'_, Rule>) -> Built<Sequence> {
        self.sequence(Parts::of(pair).expect(Rule::sequence)?)
    }

    fn sequence(&mut self, pair: Pair<'_, Rule>) -> Built<Sequence> {
        let whole = span(&pair);
        let statements =
            Parts::of(pair).rest(Rule::step).map(|pair| self.step(pair)).collect::<Built<Vec<_>>>()?;
        let (Some(first), Some(last)) = (statements.first(), statements.last()) else {
            return Err(Mismatch(whole));
        };
        let start = first.labels.first().map_or(first.span, |label| label.span);
        Ok(Sequence { span: join(start, last.span), statements })
    }

    fn step(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        let first = parts.next()?;
        if first.as_rule() != Rule::statement {
            return self.plain(first);
        }
        let main = self.statement(first)?;
        if parts.take(Rule::kw_unless).is_none() {
            return Ok(main);
        }
        let escape = self.statement(parts.next()?)?;
        let kind = StatementKind::Unless { main: Box::new(main), escape: Box::new(escape) };
        Ok(Statement { labels: Vec::new(), kind, span: whole })
    }

    fn statement(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        let mut labels = Vec::new();
        while let Some(label) = parts.take(Rule::label) {
            labels.push(name(&Parts::of(label).next()?));
        }
        let Ok(action) = parts.next() else {
            let at = Span { start: whole.end, end: whole.end };
            return Ok(Statement { labels, kind: StatementKind::Empty, span: at });
        };
        if action.as_rule() == Rule::bad_labelled {
            self.errors.push(
                SyntaxError::new("E0216", "a label cannot stand before a declaration", span(&action))
                    .related(whole_of(&labels, whole), "the label")
                    .hint("put the label before the next statement, or write `skip;` after it"),
            );
            return self.plain(Parts::of(action).next()?);
        }
        Ok(Statement { labels, ..self.action(action)? })
    }

    /// What cannot be labelled: declarations and `xr`, `xs`.
    fn plain(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let span = span(&pair);
        let kind = if pair.as_rule() == Rule::declaration {
            StatementKind::Declaration(self.declaration(pair)?)
        } else {
            let mut parts = Parts::of(pair);
            let side = match parts.next()?.as_rule() {
                Rule::kw_xr => Exclusive::Receive,
                _ => Exclusive::Send,
            };
            let channels =
                parts.rest(Rule::variable).map(|pair| self.variable(pair)).collect::<Built<_>>()?;
            StatementKind::Exclusive(side, channels)
        };
        Ok(Statement { labels: Vec::new(), kind, span })
    }

    fn action(&mut self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let whole = span(&pair);
        let rule = pair.as_rule();
        let kind = match rule {
            Rule::effect => self.effect(pair)?,
            Rule::expression => StatementKind::Expression(self.full_expression(pair)?),
            Rule::kw_else => StatementKind::Else,
            Rule::kw_break => StatementKind::Break,
            Rule::c_code => StatementKind::Opaque(opaque(pair)?),
            Rule::block => StatementKind::Block(self.body(Parts::of(pair).next()?)?),
            _ => self.keyword_statement(rule, pair)?,
        };
        Ok(Statement { labels: Vec::new(), kind, span: whole })
    }

    /// Statements that begin with a keyword of their own.
    fn keyword_statement(&mut self, rule: Rule, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        parts.next()?;
        Ok(match rule {
            Rule::if_statement => StatementKind::If(self.branches(parts)?),
            Rule::do_statement => StatementKind::Do(self.branches(parts)?),
            Rule::for_statement => self.for_statement(parts)?,
            Rule::select => {
                let variable = self.variable(parts.next()?)?;
                let (from, to) = self.range(parts.next()?)?;
                StatementKind::Select { variable, from, to }
            }
            Rule::goto => StatementKind::Goto(name(&parts.next()?)),
            Rule::atomic => StatementKind::Atomic(self.body(parts.next()?)?),
            Rule::d_step => StatementKind::DStep(self.body(parts.next()?)?),
            Rule::printf => {
                let format = parts.expect(Rule::string)?;
                let text = format.as_str();
                StatementKind::Printf {
                    format: StringLiteral { text: text[1..text.len() - 1].to_owned(), span: span(&format) },
                    arguments: parts
                        .rest(Rule::expression)
                        .map(|pair| self.expression(pair))
                        .collect::<Built<_>>()?,
                }
            }
            Rule::printm => StatementKind::Printm(self.expression(parts.next()?)?),
            Rule::assert => StatementKind::Assert(self.full_expression(parts.next()?)?),
            Rule::set_priority => {
                StatementKind::SetPriority(self.expression(parts.next()?)?, self.expression(parts.next()?)?)
            }
            _ => return Err(Mismatch(whole)),
        })
    }

    fn branches(&mut self, parts: Parts<'_>) -> Built<Vec<Branch>> {
        let mut branches = Vec::new();
        for pair in parts.rest(Rule::option) {
            let mut parts = Parts::of(pair);
            let mark = span(&parts.expect(Rule::option_mark)?);
            let body = self.sequence(parts.next()?)?;
            branches.push(Branch { span: join(mark, body.span), body });
        }
        Ok(branches)
    }

    fn for_statement(&mut self, mut parts: Parts<'_>) -> Built<StatementKind> {
        let variable = self.variable(parts.next()?)?;
        let domain = parts.next()?;
        let range = match domain.as_rule() {
            Rule::range => Ok(self.range(domain)?),
            _ => Err(self.variable(parts.next()?)?),
        };
        let whole = parts.whole;
        let body = self.body(parts.rest(Rule::body).next().ok_or(Mismatch(whole))?)?;
        Ok(match range {
            Ok((from, to)) => StatementKind::ForRange { variable, from, to, body },
            Err(collection) => StatementKind::ForIn { variable, collection, body },
        })
    }

    /// `: from .. to`.
    fn range(&mut self, pair: Pair<'_, Rule>) -> Built<(Expression, Expression)> {
        let mut parts = Parts::of(pair);
        parts.expect(Rule::label_colon)?;
        let from = self.expression(parts.next()?)?;
        parts.expect(Rule::dots)?;
        Ok((from, self.expression(parts.next()?)?))
    }

    /// What a variable begins: an assignment, a send, a receive.
    fn effect(&mut self, pair: Pair<'_, Rule>) -> Built<StatementKind> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        let variable = self.variable(parts.expect(Rule::variable)?)?;
        let effect = parts.next()?;
        let rule = effect.as_rule();
        let mut parts = Parts::of(effect);
        Ok(match rule {
            Rule::increment => StatementKind::Increment(variable),
            Rule::decrement => StatementKind::Decrement(variable),
            Rule::assignment => {
                parts.expect(Rule::assign)?;
                StatementKind::Assign(variable, self.full_expression(parts.next()?)?)
            }
            Rule::send | Rule::sorted_send => {
                parts.next()?;
                let sorted = rule == Rule::sorted_send;
                StatementKind::Send {
                    channel: variable,
                    sorted,
                    arguments: self.send_arguments(parts.next()?)?,
                }
            }
            Rule::receive => {
                let random = parts.next()?.as_rule() == Rule::op_random_receive;
                let fields = parts.next()?;
                let peek = fields.as_rule() == Rule::peek;
                let fields = if peek { Parts::of(fields).next()? } else { fields };
                StatementKind::Receive {
                    channel: variable,
                    random,
                    peek,
                    arguments: self.receive_arguments(fields, 0)?,
                }
            }
            _ => return Err(Mismatch(whole)),
        })
    }

    /// The fields of a send, with `a(b,c)` flattened to `a,b,c`.
    fn send_arguments(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Expression>> {
        let mut arguments = Vec::new();
        for pair in inside(pair) {
            match pair.as_rule() {
                Rule::expressions => arguments.append(&mut self.expressions(pair)?),
                _ => arguments.push(self.expression(pair)?),
            }
        }
        Ok(arguments)
    }
}

fn whole_of(labels: &[Name], otherwise: Span) -> Span {
    match (labels.first(), labels.last()) {
        (Some(first), Some(last)) => join(first.span, last.span),
        _ => otherwise,
    }
}
