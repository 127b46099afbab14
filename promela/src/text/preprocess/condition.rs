//! The integer expressions of `#if` (C99 6.10.1), by precedence climbing.
//!
//! All arithmetic is 64 bits wide, signed unless an operand says otherwise. The side of `&&`, `||` and
//! `?:` that does not count is parsed but not evaluated, so it may divide by zero.

use super::token::{Kind, Token};
use super::{Preprocessor, Stop};
use crate::diagnostic::Diagnostic;
use crate::text::map::Provenance;

/// Brackets and prefix operators within each other.
const MAX_NESTING: usize = 200;

/// A value of the preprocessor's arithmetic.
#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

/// What is wrong with an expression, and where.
struct Fault {
    message: String,
    at: Option<Token>,
}

type Evaluated = Result<Value, Fault>;

/// Binary operators, loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Preprocessor<'_> {
    /// Whether the expression of an `#if` or `#elif` holds. A faulty one does not.
    pub(super) fn condition(&mut self, line: &[Token], at: Provenance) -> Result<bool, Stop> {
        self.in_condition = true;
        let tokens = self.expand(line, at);
        self.in_condition = false;
        let tokens = tokens?;
        let mut parser = Parser {
            tokens: &tokens,
            spellings: tokens.iter().map(|&t| self.spelling(t)).collect(),
            next: 0,
            depth: 0,
        };
        let fault = match parser.whole() {
            Ok(value) => return Ok(value.bits != 0),
            Err(fault) => fault,
        };
        let place = fault.at.map_or(at, |token| token.provenance());
        let origin = self.map.resolve(place, &self.sources);
        self.diagnose(Diagnostic::error("E0021", fault.message).at(origin, ""))?;
        Ok(false)
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    spellings: Vec<&'a str>,
    next: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn whole(&mut self) -> Evaluated {
        let value = self.conditional(true)?;
        match self.peek() {
            None => Ok(value),
            Some(text) => Err(self.fault(format!("`{text}` is out of place in this condition"))),
        }
    }

    fn peek(&self) -> Option<&'a str> {
        self.spellings.get(self.next).copied()
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.next += usize::from(found);
        found
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        let at = self.tokens.get(self.next).or(self.tokens.last()).copied();
        let message = message.into();
        Fault { message, at }
    }

    fn descend(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.fault("this condition nests too deeply"));
        }
        Ok(())
    }

    fn conditional(&mut self, live: bool) -> Evaluated {
        self.descend()?;
        let test = self.binary(0, live)?;
        let value = if self.accept("?") {
            let yes = self.conditional(live && test.bits != 0)?;
            if !self.accept(":") {
                return Err(self.fault("`?` without its `:`"));
            }
            let no = self.conditional(live && test.bits == 0)?;
            let chosen = if test.bits != 0 { yes } else { no };
            Value { unsigned: yes.unsigned || no.unsigned, ..chosen }
        } else {
            test
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Evaluated {
        let Some(operators) = LEVELS.get(level) else {
            return self.prefix(live);
        };
        let mut left = self.binary(level + 1, live)?;
        while let Some(operator) = self.peek().filter(|text| operators.contains(text)) {
            let place = self.next;
            self.next += 1;
            let counts = match operator {
                "&&" => live && left.bits != 0,
                "||" => live && left.bits == 0,
                _ => live,
            };
            let right = self.binary(level + 1, counts)?;
            left = apply(operator, left, right, counts).map_err(|message| Fault {
                message: message.to_owned(),
                at: self.tokens.get(place).copied(),
            })?;
        }
        Ok(left)
    }

    fn prefix(&mut self, live: bool) -> Evaluated {
        self.descend()?;
        let value = match self.peek() {
            Some(operator @ ("!" | "~" | "-" | "+")) => {
                self.next += 1;
                let operand = self.prefix(live)?;
                match operator {
                    "!" => truth(operand.bits == 0),
                    "~" => Value { bits: !operand.bits, ..operand },
                    "-" => Value { bits: operand.bits.wrapping_neg(), ..operand },
                    _ => operand,
                }
            }
            Some("(") => {
                self.next += 1;
                let value = self.conditional(live)?;
                if !self.accept(")") {
                    return Err(self.fault("`(` without its `)`"));
                }
                value
            }
            _ => self.atom()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn atom(&mut self) -> Evaluated {
        let (Some(token), Some(text)) = (self.tokens.get(self.next), self.peek()) else {
            return Err(self.fault("the condition ends where a value should stand"));
        };
        let value = match token.kind {
            // What is no macro counts as zero.
            Kind::Identifier => Some(truth(false)),
            Kind::Number => number(text),
            Kind::Character => character(text),
            _ => None,
        };
        let value = value.ok_or_else(|| self.fault(format!("`{text}` is no integer")))?;
        self.next += 1;
        Ok(value)
    }
}

fn truth(holds: bool) -> Value {
    Value { bits: i64::from(holds), unsigned: false }
}

fn number(text: &str) -> Option<Value> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if !matches!(suffix.as_str(), "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return None;
    }
    let lower = digits.to_ascii_lowercase();
    let bits = if let Some(hex) = lower.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else if lower.starts_with('0') {
        u64::from_str_radix(&lower, 8)
    } else {
        lower.parse()
    };
    let bits = bits.ok()?;
    Some(Value { bits: bits as i64, unsigned: suffix.contains('u') || i64::try_from(bits).is_err() })
}

fn character(text: &str) -> Option<Value> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut characters = inner.chars();
    let code = match (characters.next()?, characters.next(), characters.next()) {
        ('\\', Some(escaped), None) => match escaped {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            '\\' | '\'' | '"' => escaped,
            _ => return None,
        },
        (plain, None, None) => plain,
        _ => return None,
    };
    Some(Value { bits: i64::from(u32::from(code)), unsigned: false })
}

/// C's usual conversions: one unsigned operand makes the operation unsigned. Where the result does not
/// count, operations that would fail yield zero.
fn apply(operator: &str, left: Value, right: Value, live: bool) -> Result<Value, &'static str> {
    let (a, b) = (left.bits, right.bits);
    let unsigned = left.unsigned || right.unsigned;
    let (ua, ub) = (a as u64, b as u64);
    let less = if unsigned { ua < ub } else { a < b };
    let bits = match operator {
        "||" => return Ok(truth(a != 0 || b != 0)),
        "&&" => return Ok(truth(a != 0 && b != 0)),
        "==" => return Ok(truth(a == b)),
        "!=" => return Ok(truth(a != b)),
        "<" => return Ok(truth(less)),
        ">=" => return Ok(truth(!less)),
        ">" => return Ok(truth(!less && a != b)),
        "<=" => return Ok(truth(less || a == b)),
        "<<" | ">>" => {
            let bits = shift(operator == "<<", left, right);
            return Ok(Value { bits, ..left });
        }
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        _ if b == 0 && live => return Err("this condition divides by zero"),
        _ if b == 0 => 0,
        "/" if unsigned => (ua / ub) as i64,
        "/" => a.wrapping_div(b),
        _ if unsigned => (ua % ub) as i64,
        _ => a.wrapping_rem(b),
    };
    Ok(Value { bits, unsigned })
}

/// As gcc: a negative distance shifts the other way, and what is shifted out is gone.
fn shift(left: bool, value: Value, distance: Value) -> i64 {
    let negative = !distance.unsigned && distance.bits < 0;
    let steps = if negative { distance.bits.unsigned_abs() } else { distance.bits as u64 };
    let steps = u32::try_from(steps).unwrap_or(u32::MAX);
    if left != negative {
        return value.bits.checked_shl(steps).unwrap_or(0);
    }
    if value.unsigned {
        return (value.bits as u64).checked_shr(steps).unwrap_or(0) as i64;
    }
    value.bits.checked_shr(steps).unwrap_or(value.bits >> 63)
}
