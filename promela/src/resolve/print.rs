//! `printf`.

use super::{Resolver, code, counted};
use crate::ast;
use crate::hir::StatementKind;

impl Resolver<'_> {
    pub(super) fn printf(
        &mut self,
        format: &ast::StringLiteral,
        arguments: &[ast::Expression],
    ) -> StatementKind {
        self.printing = true;
        let values: Vec<_> = arguments.iter().map(|e| self.expression(e)).collect();
        self.printing = false;
        for value in &values {
            self.check_d_step_expression(value, true);
        }
        let decoded = decode(&format.text);
        let wanted = conversions(&decoded);
        if wanted != values.len() {
            let message =
                format!("{} and {} to print", counted(wanted, "conversion"), counted(values.len(), "value"));
            self.warning(code::PRINT_ARGUMENTS, message, format.span);
        }
        StatementKind::Print { format: decoded, arguments: values }
    }
}

/// Replaces C's escape sequences.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            decoded.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => decoded.push('\n'),
            Some('t') => decoded.push('\t'),
            Some('r') => decoded.push('\r'),
            Some('f') => decoded.push('\x0c'),
            Some('v') => decoded.push('\x0b'),
            Some('b') => decoded.push('\x08'),
            Some('a') => decoded.push('\x07'),
            Some(digit @ '0'..='7') => {
                let mut value = digit as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(next) = rest.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + next;
                    rest.next();
                }
                decoded.extend(char::from_u32(value));
            }
            Some(other) => decoded.push(other),
            None => decoded.push('\\'),
        }
    }
    decoded
}

/// How many values a format prints.
fn conversions(format: &str) -> usize {
    let mut count = 0;
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c == '%' && rest.next().is_some_and(|next| next != '%') {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_as_in_c() {
        assert_eq!(decode(r"a\tb\n\\\x\101\0"), "a\tb\n\\xA\0");
        assert_eq!(decode("\\"), "\\");
    }

    #[test]
    fn a_doubled_percent_sign_prints_no_value() {
        assert_eq!(conversions("%d %% %e\n"), 2);
        assert_eq!(conversions("100%"), 0);
    }
}
