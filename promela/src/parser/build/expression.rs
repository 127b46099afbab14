//! Expressions: the flat list of operands and operators becomes a tree.

use super::{Builder, Built, Mismatch, Parts, inside, join, name, number, opaque, priority, span};
use crate::ast::*;
use crate::parser::{Rule, SyntaxError};
use crate::source::Span;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, Op, PrattParser};
use std::sync::LazyLock;

/// The precedence table of the grammar, loosest first. Spin's own is the list of `%left` and `%right`
/// in its yacc source.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::op_or))
        .op(left(Rule::op_and))
        .op(left(Rule::op_bit_or))
        .op(left(Rule::op_bit_xor))
        .op(left(Rule::op_bit_and))
        .op(left(Rule::op_equal) | left(Rule::op_not_equal))
        .op(left(Rule::op_less)
            | left(Rule::op_greater)
            | left(Rule::op_less_equal)
            | left(Rule::op_greater_equal))
        .op(left(Rule::op_shift_left) | left(Rule::op_shift_right))
        .op(left(Rule::op_add) | left(Rule::op_subtract))
        .op(left(Rule::op_multiply) | left(Rule::op_divide) | left(Rule::op_remainder))
        .op(Op::prefix(Rule::op_not) | Op::prefix(Rule::op_negate) | Op::prefix(Rule::op_complement))
});

impl Builder {
    /// An expression where Spin allows the four probes `full`, `empty`, `nfull` and `nempty`, alone or
    /// joined by `&&` and `||`.
    pub(super) fn full_expression(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let expression = self.tree(pair, 0)?;
        self.reject_probes(&expression, true);
        Ok(expression)
    }

    /// An expression without probes.
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let expression = self.tree(pair, 0)?;
        self.reject_probes(&expression, false);
        Ok(expression)
    }

    /// All expressions directly inside a pair.
    pub(super) fn expressions(&mut self, pair: Pair<'_, Rule>) -> Built<Vec<Expression>> {
        Parts::of(pair).rest(Rule::expression).map(|pair| self.expression(pair)).collect()
    }

    /// `above` counts the operators between the root of the whole expression and this part of it. An
    /// operator adds at most one to the height, so their number on any path bounds it.
    fn tree(&mut self, pair: Pair<'_, Rule>, above: usize) -> Built<Expression> {
        let whole = span(&pair);
        let depth = above + pair.clone().into_inner().count();
        if depth > MAX_EXPRESSION_DEPTH {
            self.errors.push(
                SyntaxError::new(
                    "E0220",
                    format!("this expression has more than {MAX_EXPRESSION_DEPTH} operators and operands"),
                    whole,
                )
                .hint("compute parts of it into variables first"),
            );
            return Ok(Expression { kind: ExpressionKind::Literal(Literal::Number(1)), span: whole });
        }
        let mut pairs = pair.into_inner();
        if pairs.len() == 1
            && let Some(primary) = pairs.next()
        {
            return self.primary(primary, depth);
        }
        let builder = std::cell::RefCell::new(self);
        PRECEDENCE
            .map_primary(|pair| builder.borrow_mut().primary(pair, depth))
            .map_prefix(|operator, operand| {
                let operand = operand?;
                let span = join(span(&operator), operand.span);
                Ok(Expression { kind: ExpressionKind::Unary(unary(&operator)?, Box::new(operand)), span })
            })
            .map_infix(|left, operator, right| {
                let (left, right) = (left?, right?);
                let span = join(left.span, right.span);
                let kind = ExpressionKind::Binary(binary(&operator)?, Box::new(left), Box::new(right));
                Ok(Expression { kind, span })
            })
            .parse(pairs)
    }

    fn primary(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<Expression> {
        let whole = span(&pair);
        let kind = match pair.as_rule() {
            Rule::constant => ExpressionKind::Literal(literal(pair)?),
            Rule::reference => return self.reference(pair, depth),
            Rule::parenthesised => return self.parenthesised(pair, depth),
            Rule::run => {
                let mut parts = Parts::of(pair);
                parts.expect(Rule::kw_run)?;
                let proctype = name(&parts.expect(Rule::name)?);
                let arguments = match parts.take(Rule::expressions) {
                    Some(pair) => self.subtrees(pair, depth)?,
                    None => Vec::new(),
                };
                ExpressionKind::Run { proctype, arguments, priority: priority(&mut parts)? }
            }
            Rule::channel_query => {
                let mut parts = Parts::of(pair);
                let query = match parts.next()?.as_rule() {
                    Rule::kw_len => ChannelQuery::Length,
                    Rule::kw_full => ChannelQuery::Full,
                    Rule::kw_empty => ChannelQuery::Empty,
                    Rule::kw_nfull => ChannelQuery::NotFull,
                    _ => ChannelQuery::NotEmpty,
                };
                ExpressionKind::ChannelQuery(query, self.variable_at(parts.next()?, depth)?)
            }
            Rule::process_query => {
                let mut parts = Parts::of(pair);
                let query = parts.next()?.as_rule();
                let process = Box::new(self.tree(parts.next()?, depth)?);
                match query {
                    Rule::kw_enabled => ExpressionKind::Enabled(process),
                    Rule::kw_pc_value => ExpressionKind::PcValue(process),
                    _ => ExpressionKind::GetPriority(process),
                }
            }
            Rule::kw_timeout => ExpressionKind::Timeout,
            Rule::kw_np => ExpressionKind::NonProgress,
            Rule::c_expr => ExpressionKind::Opaque(opaque(pair)?),
            _ => return Err(Mismatch(whole)),
        };
        Ok(Expression { kind, span: whole })
    }

    fn subtrees(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<Vec<Expression>> {
        inside(pair).map(|pair| self.tree(pair, depth)).collect()
    }

    fn parenthesised(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<Expression> {
        let whole = span(&pair);
        let mut trees = Parts::of(pair)
            .rest(Rule::expression)
            .map(|pair| self.tree(pair, depth))
            .collect::<Built<Vec<_>>>()?;
        if trees.len() == 3
            && let (Some(otherwise), Some(then), Some(condition)) = (trees.pop(), trees.pop(), trees.pop())
        {
            let kind = ExpressionKind::Conditional {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            };
            return Ok(Expression { kind, span: whole });
        }
        let inner = trees.pop().ok_or(Mismatch(whole))?;
        Ok(Expression { span: whole, ..inner })
    }

    fn reference(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<Expression> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        let first = self.part(parts.expect(Rule::part)?, depth)?;
        let kind = if let Some(pair) = parts.take(Rule::remote_label) {
            let process = RemoteProcess { proctype: first.name, pid: first.index };
            ExpressionKind::RemoteLabel { process, label: name(&Parts::of(pair).next()?) }
        } else if let Some(pair) = parts.take(Rule::remote_variable) {
            let process = RemoteProcess { proctype: first.name, pid: first.index };
            let mut parts = Parts::of(pair);
            parts.expect(Rule::remote_colon)?;
            ExpressionKind::RemoteVariable { process, variable: self.part(parts.next()?, depth)? }
        } else {
            let mut end = first.span;
            let mut fields = vec![first];
            while let Some(pair) = parts.take(Rule::part) {
                let field = self.part(pair, depth)?;
                end = field.span;
                fields.push(field);
            }
            let span = join(whole, end);
            let reference = VariableReference { parts: fields, span };
            match parts.take(Rule::poll) {
                Some(pair) => {
                    let mut parts = Parts::of(pair);
                    ExpressionKind::Poll {
                        channel: reference,
                        random: parts.next()?.as_rule() == Rule::op_random_receive,
                        arguments: self.receive_arguments(parts.expect(Rule::receive_arguments)?, depth)?,
                    }
                }
                None => ExpressionKind::Reference(reference),
            }
        };
        Ok(Expression { kind, span: whole })
    }

    /// A variable outside any expression.
    pub(super) fn variable(&mut self, pair: Pair<'_, Rule>) -> Built<VariableReference> {
        self.variable_at(pair, 0)
    }

    fn variable_at(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<VariableReference> {
        let span = span(&pair);
        let parts = inside(pair).map(|pair| self.part(pair, depth)).collect::<Built<_>>()?;
        Ok(VariableReference { parts, span })
    }

    fn part(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Built<ReferencePart> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        let name = name(&parts.expect(Rule::name)?);
        let index = match parts.take(Rule::expression) {
            Some(pair) => {
                let index = self.tree(pair, depth)?;
                self.reject_probes(&index, false);
                Some(Box::new(index))
            }
            None => None,
        };
        Ok(ReferencePart { name, index, span: whole })
    }

    /// The fields of a receive, with `a(b,c)` flattened to `a,b,c`.
    pub(super) fn receive_arguments(
        &mut self,
        pair: Pair<'_, Rule>,
        depth: usize,
    ) -> Built<Vec<ReceiveArgument>> {
        let mut arguments = Vec::new();
        for pair in inside(pair) {
            if pair.as_rule() == Rule::receive_arguments {
                arguments.append(&mut self.receive_arguments(pair, depth)?);
                continue;
            }
            let whole = span(&pair);
            let argument = Parts::of(pair).next()?;
            arguments.push(match argument.as_rule() {
                Rule::eval => {
                    let mut parts = Parts::of(argument);
                    parts.expect(Rule::kw_eval)?;
                    let value = self.tree(parts.next()?, depth)?;
                    self.reject_probes(&value, false);
                    ReceiveArgument::Eval(value, whole)
                }
                Rule::negative_constant => {
                    let mut parts = Parts::of(argument);
                    parts.expect(Rule::op_negate)?;
                    let pair = parts.next()?;
                    let span = span(&pair);
                    let constant = Expression { kind: ExpressionKind::Literal(literal(pair)?), span };
                    let kind = ExpressionKind::Unary(UnaryOperator::Minus, Box::new(constant));
                    ReceiveArgument::Constant(Expression { kind, span: whole })
                }
                Rule::constant => {
                    let kind = ExpressionKind::Literal(literal(argument)?);
                    ReceiveArgument::Constant(Expression { kind, span: whole })
                }
                _ => ReceiveArgument::Reference(self.variable_at(argument, depth)?),
            });
        }
        Ok(arguments)
    }

    /// `full` and its like are statements about a channel that the partial-order reduction relies on;
    /// Spin therefore lets nobody negate or compare them, and has one for each negation instead.
    fn reject_probes(&mut self, expression: &Expression, allowed: bool) {
        use ExpressionKind as E;
        match &expression.kind {
            E::ChannelQuery(query, _) if *query != ChannelQuery::Length && !allowed => {
                self.errors.push(misplaced_probe(*query, expression.span));
            }
            E::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.reject_probes(left, allowed);
                self.reject_probes(right, allowed);
            }
            E::Binary(_, left, right) => {
                self.reject_probes(left, false);
                self.reject_probes(right, false);
            }
            E::Unary(_, operand) | E::Enabled(operand) | E::PcValue(operand) | E::GetPriority(operand) => {
                self.reject_probes(operand, false);
            }
            E::Conditional { condition, then, otherwise } => {
                for part in [condition, then, otherwise] {
                    self.reject_probes(part, false);
                }
            }
            E::Run { arguments, .. } => {
                for argument in arguments {
                    self.reject_probes(argument, false);
                }
            }
            _ => {}
        }
    }
}

fn misplaced_probe(query: ChannelQuery, span: Span) -> SyntaxError {
    let (word, opposite) = match query {
        ChannelQuery::Full => ("full", "nfull"),
        ChannelQuery::Empty => ("empty", "nempty"),
        ChannelQuery::NotFull => ("nfull", "full"),
        ChannelQuery::NotEmpty | ChannelQuery::Length => ("nempty", "empty"),
    };
    SyntaxError::new("E0219", format!("`{word}` may only stand alone or be joined by `&&` and `||`"), span)
        .hint(format!("the negation of `{word}` is `{opposite}`; comparisons can use `len`"))
}

fn literal(pair: Pair<'_, Rule>) -> Built<Literal> {
    let literal = Parts::of(pair).next()?;
    Ok(match literal.as_rule() {
        Rule::number => Literal::Number(number(&literal).value),
        Rule::character => Literal::Character(character(literal.as_str())),
        Rule::kw_true => Literal::True,
        Rule::kw_false => Literal::False,
        Rule::kw_skip => Literal::Skip,
        _ => return Err(Mismatch(span(&literal))),
    })
}

/// Spin knows four escapes; before any other character the backslash means nothing.
fn character(quoted: &str) -> u8 {
    match quoted.as_bytes() {
        [_, b'\\', b'n', _] => b'\n',
        [_, b'\\', b'r', _] => b'\r',
        [_, b'\\', b't', _] => b'\t',
        [_, b'\\', b'f', _] => 0x0c,
        [_, b'\\', code, _] | [_, code, _] => *code,
        _ => 0,
    }
}

fn unary(operator: &Pair<'_, Rule>) -> Built<UnaryOperator> {
    Ok(match operator.as_rule() {
        Rule::op_not => UnaryOperator::Not,
        Rule::op_negate => UnaryOperator::Minus,
        Rule::op_complement => UnaryOperator::Complement,
        _ => return Err(Mismatch(span(operator))),
    })
}

fn binary(operator: &Pair<'_, Rule>) -> Built<BinaryOperator> {
    use BinaryOperator as B;
    Ok(match operator.as_rule() {
        Rule::op_or => B::Or,
        Rule::op_and => B::And,
        Rule::op_bit_or => B::BitOr,
        Rule::op_bit_xor => B::BitXor,
        Rule::op_bit_and => B::BitAnd,
        Rule::op_equal => B::Equal,
        Rule::op_not_equal => B::NotEqual,
        Rule::op_less => B::Less,
        Rule::op_less_equal => B::LessOrEqual,
        Rule::op_greater => B::Greater,
        Rule::op_greater_equal => B::GreaterOrEqual,
        Rule::op_shift_left => B::ShiftLeft,
        Rule::op_shift_right => B::ShiftRight,
        Rule::op_add => B::Add,
        Rule::op_subtract => B::Subtract,
        Rule::op_multiply => B::Multiply,
        Rule::op_divide => B::Divide,
        Rule::op_remainder => B::Remainder,
        _ => return Err(Mismatch(span(operator))),
    })
}
