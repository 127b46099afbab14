//! Calls of inlines: where they may stand, what they pass, and the text they become.

use super::{Activation, Expander, Item};
use crate::diagnostic::Diagnostic;
use crate::text::map::{CallId, InlineCall};
use crate::text::token::Kind;

impl Expander<'_> {
    /// Begins the expansion of a call whose name was just read; the opening parenthesis comes next.
    pub(super) fn call(&mut self, name: Item, which: usize) {
        let Some((arguments, close)) = self.arguments() else {
            let definition = &self.definitions[which];
            let message = format!("the call of inline `{}` is not closed", definition.name);
            self.report(Diagnostic::error("E0101", message).at(self.origin(name), ""));
            return;
        };
        let mut span = name.token.span;
        span.end = close.token.span.end.max(span.end);
        let Some(target) = self.statement_start(name, which) else {
            return;
        };
        if !self.may_call(name, which, &arguments) {
            return;
        }
        let site = if close.call == name.call && close.token.span.start > name.token.span.start {
            self.provenance(span)
        } else {
            self.provenance(name.token.span)
        };
        if !target.is_empty() {
            self.check_returns(name, which);
        }
        let first = target.first().copied().unwrap_or(name);
        let names = arguments.iter().flatten().filter(|item| item.token.kind == Kind::Word);
        let passed = names.map(|item| item.token.text(self.text).to_owned()).collect();
        let call = self.map.add_call(InlineCall {
            name: self.definitions[which].name.clone(),
            site,
            parent: name.call,
            passed,
        });
        let mut items = self.substitute(which, &arguments, call);
        if let Some(brace) = items.first_mut() {
            brace.token.newline = first.token.newline;
        }
        self.stack.push(Activation { items, next: 0, definition: Some(which), target });
    }

    /// The arguments of a call, split at the commas that no bracket encloses, and the last token.
    fn arguments(&mut self) -> Option<(Vec<Vec<Item>>, Item)> {
        let mut depth = 0usize;
        let mut arguments = vec![Vec::new()];
        let mut ahead = 0;
        let close = loop {
            let mut item = self.peek(ahead)?;
            ahead += 1;
            let opens = self.is(item, "(") || self.is(item, "[");
            let closes = self.is(item, ")") || self.is(item, "]");
            if self.is(item, "{") || self.is(item, "}") {
                return None;
            }
            depth = depth + usize::from(opens) - usize::from(closes);
            if depth == 0 {
                break item;
            }
            if depth == 1 && opens && ahead == 1 {
                continue;
            }
            if depth == 1 && self.is(item, ",") {
                arguments.push(Vec::new());
                continue;
            }
            // Spin drops line breaks within arguments, which therefore separate nothing.
            item.token.newline = false;
            arguments.last_mut()?.push(item);
        };
        self.stack.last_mut()?.next += ahead;
        if arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        Some((arguments, close))
    }

    /// Checks that the call is a statement. If it is `x = f()`, takes `x =` back from the output.
    fn statement_start(&mut self, name: Item, which: usize) -> Option<Vec<Item>> {
        let operator_behind = self.peek(0).is_some_and(|next| {
            let operators = [
                "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "&", "|", "^", "<<",
                ">>", "?", ",", ".", "!",
            ];
            !next.token.newline && operators.iter().any(|operator| self.is(next, operator))
        });
        let before = self.out.last().copied();
        let assigned = before.is_some_and(|before| self.is(before, "="));
        let start = if assigned { self.target_start() } else { Some(self.out.len()) };
        let fits = start.is_some_and(|start| self.may_start_statement(start, name));
        let Some(start) = start.filter(|_| fits && !operator_behind) else {
            let callee = &self.definitions[which].name;
            let message = format!("inline `{callee}` is called where no statement can stand");
            let error = Diagnostic::error("E0104", message).at(self.origin(name), "");
            let hint = "an inline is called as a statement, or as the whole right side of an assignment";
            self.report(error.hint(hint));
            return None;
        };
        Some(self.out.split_off(start))
    }

    /// Where the variable before the `=` at the end of the output begins.
    fn target_start(&self) -> Option<usize> {
        let mut at = self.out.len().checked_sub(1)?;
        loop {
            at = at.checked_sub(1)?;
            let mut depth = 0usize;
            if self.is(self.out[at], "]") {
                loop {
                    depth += usize::from(self.is(self.out[at], "]"));
                    depth -= usize::from(self.is(self.out[at], "["));
                    at = at.checked_sub(1)?;
                    if depth == 0 {
                        break;
                    }
                }
            }
            if self.out[at].token.kind != Kind::Word {
                return None;
            }
            match at.checked_sub(1) {
                Some(before) if self.is(self.out[before], ".") => at = before,
                _ => return Some(at),
            }
        }
    }

    /// Whether a statement may begin at `start` of the output.
    fn may_start_statement(&self, start: usize, name: Item) -> bool {
        let Some(before) = start.checked_sub(1).map(|before| self.out[before]) else {
            return true;
        };
        let newline = self.out.get(start).unwrap_or(&name).token.newline;
        let text = before.token.text(self.text);
        match before.token.kind {
            Kind::Punctuator => {
                matches!(text, ";" | "->" | "{" | "}" | "::" | ":")
                    || newline && matches!(text, ")" | "]" | "++" | "--" | ">")
            }
            Kind::Word if matches!(text, "else" | "unless" | "fi" | "od") => true,
            Kind::Word => newline && text != "run",
            _ => newline,
        }
    }

    fn may_call(&mut self, name: Item, which: usize, arguments: &[Vec<Item>]) -> bool {
        let definition = &self.definitions[which];
        let callee = &definition.name;
        let (wanted, given) = (definition.arity, arguments.len());
        let recursive = self.stack.iter().any(|top| top.definition == Some(which));
        // Where the model itself is being read, however deep this call is in other inlines.
        let reached = self.stack.first().and_then(|model| model.items.get(model.next - 1));
        let early = reached.is_some_and(|at| at.token.span.start < definition.name_span.start);
        let (code, message) = if recursive {
            ("E0102", format!("inline `{callee}` calls itself"))
        } else if early {
            ("E0105", format!("inline `{callee}` is called before its definition"))
        } else if wanted != given {
            let plural = if wanted == 1 { "" } else { "s" };
            let taken = format!("{wanted} argument{plural}");
            ("E0101", format!("inline `{callee}` takes {taken} but is given {given}"))
        } else {
            return true;
        };
        let here = self.origin(name);
        let there = self.origin_of(definition.name_span);
        let error = Diagnostic::error(code, message).at(here, "called here");
        self.report(error.and(there, "defined here"));
        false
    }

    /// Spin lets `x = f()` leave `x` as it was if the body of `f` never returns a value.
    fn check_returns(&mut self, name: Item, which: usize) {
        let definition = &self.definitions[which];
        let mut words = definition.body.iter().map(|(token, _)| token.text(self.text));
        if words.any(|word| word == "return") {
            return;
        }
        let message = format!("inline `{}` returns no value", definition.name);
        let here = self.origin(name);
        let there = self.origin_of(definition.name_span);
        let warning = Diagnostic::warning("W0101", message).at(here, "nothing is assigned here");
        let warning = warning.and(there, "no `return` in this one");
        self.report(warning.hint("it needs `return` and the value as its last statement"));
    }

    /// The body with arguments in place of parameters.
    fn substitute(&mut self, which: usize, arguments: &[Vec<Item>], call: CallId) -> Vec<Item> {
        let definition = &self.definitions[which];
        let mut items = Vec::with_capacity(definition.body.len());
        for &(token, formal) in &definition.body {
            match formal {
                Some(formal) => {
                    let from = items.len();
                    items.extend_from_slice(&arguments[formal]);
                    if let Some(first) = items.get_mut(from) {
                        first.token.newline = token.newline;
                    }
                }
                None => items.push(Item { token, call }),
            }
            if items.len() as u64 > self.fuel {
                break;
            }
        }
        // One unit is left for the main loop, which reports that the rest is spent.
        self.fuel = self.fuel.saturating_sub(items.len() as u64).max(1);
        items
    }
}
