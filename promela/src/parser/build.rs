//! From the pairs of the grammar to the tree: units and declarations.
//!
//! The grammar has decided the shape, so the functions here only pick the parts up. A part that the
//! grammar guarantees but that is not there would be a fault of this file, not of the model; it becomes
//! an internal diagnostic rather than a panic.

mod expression;
mod statement;

use super::Rule;
use super::SyntaxError;
use crate::ast::*;
use crate::source::Span;
use pest::iterators::{Pair, Pairs};
use std::iter::{Filter, Peekable};

/// Errors found while the tree is built.
pub(super) struct Builder {
    pub(super) errors: Vec<SyntaxError>,
}

/// The grammar and this file disagree.
pub(super) struct Mismatch(Span);

impl From<Mismatch> for SyntaxError {
    fn from(mismatch: Mismatch) -> Self {
        SyntaxError::new(
            "E0299",
            "internal error: the grammar matched this but the parser cannot read it",
            mismatch.0,
        )
    }
}

type Built<T> = Result<T, Mismatch>;

/// The parts of a pair, in order, without the brackets and commas.
struct Parts<'i> {
    pairs: Peekable<Meaningful<'i>>,
    whole: Span,
}

type Meaningful<'i> = Filter<Pairs<'i, Rule>, fn(&Pair<'i, Rule>) -> bool>;

/// The pairs inside a pair, without the brackets and commas.
fn inside(pair: Pair<'_, Rule>) -> Meaningful<'_> {
    pair.into_inner().filter(|pair| {
        !matches!(
            pair.as_rule(),
            Rule::left_paren
                | Rule::right_paren
                | Rule::left_bracket
                | Rule::right_bracket
                | Rule::left_brace
                | Rule::right_brace
                | Rule::comma
        )
    })
}

impl<'i> Parts<'i> {
    fn of(pair: Pair<'i, Rule>) -> Self {
        Parts { whole: span(&pair), pairs: inside(pair).peekable() }
    }

    fn next(&mut self) -> Built<Pair<'i, Rule>> {
        self.pairs.next().ok_or(Mismatch(self.whole))
    }

    /// The next part if it is of this rule.
    fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// The next part, which must be of this rule.
    fn expect(&mut self, rule: Rule) -> Built<Pair<'i, Rule>> {
        self.take(rule).ok_or(Mismatch(self.whole))
    }

    /// All remaining parts of this rule; others between them are passed over.
    fn rest(self, rule: Rule) -> impl Iterator<Item = Pair<'i, Rule>> {
        self.pairs.filter(move |pair| pair.as_rule() == rule)
    }
}

/// Where a pair stands. A rule that ends in something optional swallows the blanks before what was not
/// there; they do not belong to it.
fn span(pair: &Pair<'_, Rule>) -> Span {
    let start = pair.as_span().start();
    Span { start: start as u32, end: (start + pair.as_str().trim_end().len()) as u32 }
}

/// From the start of one place to the end of another.
fn join(first: Span, last: Span) -> Span {
    Span { start: first.start, end: last.end }
}

fn name(pair: &Pair<'_, Rule>) -> Name {
    Name { text: pair.as_str().to_owned(), span: span(pair) }
}

/// A number whose size the scanner has checked; only after a minus sign can it be 2^31, which wraps.
fn number(pair: &Pair<'_, Rule>) -> Number {
    Number { value: pair.as_str().parse::<i64>().unwrap_or_default() as i32, span: span(pair) }
}

impl Builder {
    pub(super) fn model(&mut self, pair: Pair<'_, Rule>) -> Built<Model> {
        let mut units = Vec::new();
        for pair in pair.into_inner() {
            units.push(match pair.as_rule() {
                Rule::separator | Rule::EOI => continue,
                Rule::proctype => Unit::Proctype(Box::new(self.proctype(pair)?)),
                Rule::init => Unit::Init(self.init(pair)?),
                Rule::typedef => Unit::Typedef(self.typedef(pair)?),
                Rule::mtype_declaration => Unit::Mtype(mtype_declaration(pair)),
                Rule::declaration => Unit::Declaration(self.declaration(pair)?),
                Rule::opaque_unit => Unit::Opaque(opaque(Parts::of(pair).next()?)?),
                _ => return Err(Mismatch(span(&pair))),
            });
        }
        Ok(Model { units })
    }

    fn proctype(&mut self, pair: Pair<'_, Rule>) -> Built<Proctype> {
        let span = span(&pair);
        let mut parts = Parts::of(pair);
        let active = parts.take(Rule::active).map(|pair| self.active(pair)).transpose()?;
        Ok(Proctype {
            active,
            deterministic: parts.next()?.as_rule() == Rule::kw_d_proctype,
            name: name(&parts.expect(Rule::name)?),
            parameters: self.declarations(Parts::of(parts.expect(Rule::parameters)?))?,
            priority: priority(&mut parts)?,
            provided: match parts.take(Rule::provided) {
                Some(pair) => {
                    let mut parts = Parts::of(pair);
                    parts.expect(Rule::kw_provided)?;
                    Some(self.full_expression(parts.next()?)?)
                }
                None => None,
            },
            body: self.body(parts.expect(Rule::body)?)?,
            span,
        })
    }

    fn active(&mut self, pair: Pair<'_, Rule>) -> Built<Active> {
        let span = span(&pair);
        let mut parts = Parts::of(pair);
        parts.expect(Rule::kw_active)?;
        let count = parts.take(Rule::expression).map(|pair| self.expression(pair)).transpose()?;
        Ok(Active { count, span })
    }

    fn init(&mut self, pair: Pair<'_, Rule>) -> Built<Init> {
        let whole = span(&pair);
        let mut parts = Parts::of(pair);
        Ok(Init {
            keyword: span(&parts.expect(Rule::kw_init)?),
            priority: priority(&mut parts)?,
            body: self.body(parts.expect(Rule::body)?)?,
            span: whole,
        })
    }

    fn typedef(&mut self, pair: Pair<'_, Rule>) -> Built<Typedef> {
        let span = span(&pair);
        let mut parts = Parts::of(pair);
        parts.expect(Rule::kw_typedef)?;
        Ok(Typedef { name: name(&parts.expect(Rule::name)?), fields: self.declarations(parts)?, span })
    }

    fn declarations(&mut self, parts: Parts<'_>) -> Built<Vec<Declaration>> {
        parts.rest(Rule::declaration).map(|pair| self.declaration(pair)).collect()
    }

    fn declaration(&mut self, pair: Pair<'_, Rule>) -> Built<Declaration> {
        let span = span(&pair);
        let mut parts = Parts::of(pair);
        Ok(Declaration {
            visibility: parts.take(Rule::visibility).map(|pair| match pair.as_str() {
                "hidden" => Visibility::Hidden,
                "show" => Visibility::Show,
                _ => Visibility::Local,
            }),
            ty: type_name(parts.expect(Rule::type_name)?)?,
            variables: parts
                .rest(Rule::declarator)
                .map(|pair| self.declarator(pair))
                .collect::<Built<_>>()?,
            span,
        })
    }

    fn declarator(&mut self, pair: Pair<'_, Rule>) -> Built<Declarator> {
        let span = span(&pair);
        let mut parts = Parts::of(pair);
        Ok(Declarator {
            name: name(&parts.expect(Rule::name)?),
            width: match parts.take(Rule::width) {
                Some(pair) => Some(number(&Parts::of(pair).next()?)),
                None => None,
            },
            bound: match parts.take(Rule::bound) {
                Some(pair) => Some(self.expression(Parts::of(pair).next()?)?),
                None => None,
            },
            initialiser: match parts.take(Rule::assign) {
                Some(_) => Some(self.initialiser(Parts::of(parts.next()?).next()?)?),
                None => None,
            },
            span,
        })
    }

    fn initialiser(&mut self, pair: Pair<'_, Rule>) -> Built<Initialiser> {
        Ok(match pair.as_rule() {
            Rule::channel_initialiser => {
                let span = span(&pair);
                let mut parts = Parts::of(pair);
                Initialiser::Channel(ChannelInitialiser {
                    capacity: self.expression(parts.next()?)?,
                    fields: parts.rest(Rule::type_name).map(type_name).collect::<Built<_>>()?,
                    span,
                })
            }
            Rule::list_initialiser => Initialiser::List(self.expressions(pair)?),
            _ => Initialiser::Expression(self.expression(pair)?),
        })
    }
}

/// `priority n`, if it stands here.
fn priority(parts: &mut Parts<'_>) -> Built<Option<Number>> {
    match parts.take(Rule::priority) {
        Some(pair) => {
            let mut parts = Parts::of(pair);
            parts.expect(Rule::kw_priority)?;
            Ok(Some(number(&parts.next()?)))
        }
        None => Ok(None),
    }
}

fn mtype_declaration(pair: Pair<'_, Rule>) -> MtypeDeclaration {
    let span = span(&pair);
    let subtype = pair.clone().into_inner().find(|pair| pair.as_rule() == Rule::subtype).and_then(subtype);
    MtypeDeclaration {
        subtype,
        constants: Parts::of(pair).rest(Rule::name).map(|pair| name(&pair)).collect(),
        span,
    }
}

fn subtype(pair: Pair<'_, Rule>) -> Option<Name> {
    pair.into_inner().next().map(|pair| name(&pair))
}

fn type_name(pair: Pair<'_, Rule>) -> Built<Type> {
    let whole = span(&pair);
    let mut parts = Parts::of(pair);
    let first = parts.next()?;
    let kind = match first.as_rule() {
        Rule::kw_mtype => TypeKind::Mtype(parts.take(Rule::subtype).and_then(subtype)),
        Rule::name => TypeKind::User(name(&first)),
        _ => match first.as_str() {
            "bit" => TypeKind::Bit,
            "bool" => TypeKind::Bool,
            "byte" => TypeKind::Byte,
            "pid" => TypeKind::Pid,
            "short" => TypeKind::Short,
            "int" => TypeKind::Int,
            "unsigned" => TypeKind::Unsigned,
            "chan" => TypeKind::Chan,
            _ => return Err(Mismatch(whole)),
        },
    };
    Ok(Type { kind, span: whole })
}

/// A claim or a piece of C: its first word says which.
fn opaque(pair: Pair<'_, Rule>) -> Built<Opaque> {
    let whole = span(&pair);
    let mut parts = Parts::of(pair);
    let keyword = parts.next()?;
    let kind = match keyword.as_rule() {
        Rule::kw_never => OpaqueKind::Never,
        Rule::kw_ltl => OpaqueKind::Ltl,
        Rule::kw_trace => OpaqueKind::Trace,
        Rule::kw_notrace => OpaqueKind::Notrace,
        Rule::kw_c_code => OpaqueKind::CCode,
        Rule::kw_c_decl => OpaqueKind::CDecl,
        Rule::kw_c_expr => OpaqueKind::CExpr,
        Rule::kw_c_state => OpaqueKind::CState,
        Rule::kw_c_track => OpaqueKind::CTrack,
        _ => return Err(Mismatch(whole)),
    };
    let name = parts.take(Rule::name).map(|pair| name(&pair));
    Ok(Opaque { kind, keyword: span(&keyword), name, span: whole })
}
