//! `printf` and `printm`: what a statement prints, kept for replays.

use super::Interpreter;
use super::fire::Site;
use crate::ir::{FaultId, PrintId, Program};
use hashing::{DigestPolicy, StateVector};

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Keeps from now on what is printed, for [`take_printed`](Self::take_printed).
    pub fn keep_printed(&mut self) {
        self.printed = Some(Vec::new());
    }

    /// What has been printed since the last call.
    pub fn take_printed(&mut self) -> Vec<String> {
        self.printed.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Evaluates what is printed, which may go wrong, and keeps the text if it is wanted.
    pub(super) fn print(&mut self, vector: &StateVector<P>, site: Site, id: PrintId) -> Result<(), FaultId> {
        let program = self.program;
        let print = &program.prints[id.index()];
        let view = self.view(vector, site.pid, site.moved, site.timeout);
        let values = print.arguments.iter().map(|&e| view.eval(e)).collect::<Result<Vec<_>, FaultId>>()?;
        if let Some(printed) = &mut self.printed {
            printed.push(format(program, &print.format, &values));
        }
        Ok(())
    }
}

/// Replaces the conversions of a format: `%d`, `%u`, `%x`, `%o`, `%c` and `%e` for a symbolic constant.
fn format(program: &Program, format: &str, values: &[i32]) -> String {
    let mut out = String::new();
    let mut values = values.iter().copied();
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            out.push(character);
            continue;
        }
        let Some(conversion) = characters.next() else {
            out.push('%');
            break;
        };
        if conversion == '%' {
            out.push('%');
            continue;
        }
        let Some(value) = values.next() else {
            out.extend(['%', conversion]);
            continue;
        };
        match conversion {
            'c' => out.push(char::from(value as u8)),
            'e' => out.push_str(&symbol(program, value)),
            'o' => out.push_str(&format!("{value:o}")),
            'x' => out.push_str(&format!("{value:x}")),
            'u' => out.push_str(&(value as u32).to_string()),
            _ => out.push_str(&value.to_string()),
        }
    }
    out
}

/// A symbolic constant: the value does not say of which set it is, so the unnamed one comes first.
fn symbol(program: &Program, value: i32) -> String {
    let mut sets: Vec<_> = program.mtypes.iter().collect();
    sets.sort_by_key(|set| set.name.is_some());
    let mut constants = sets.into_iter().flat_map(|set| &set.constants);
    constants.find(|(_, v)| *v == value).map_or_else(|| value.to_string(), |(name, _)| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::MtypeSet;

    #[test]
    fn conversions_take_the_values_in_order() {
        let constants = vec![("stop".to_owned(), 1), ("go".to_owned(), 2)];
        let program = Program { mtypes: vec![MtypeSet { name: None, constants }], ..Program::default() };
        let text = format(&program, "%d %e %c %x 100%%\n", &[-3, 2, 65, 255]);
        assert_eq!(text, "-3 go A ff 100%\n");
        assert_eq!(format(&program, "%d %d %", &[1]), "1 %d %");
        assert_eq!(format(&program, "%e", &[7]), "7");
    }
}
