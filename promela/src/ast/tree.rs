//! A model as an indented outline: the shape the parser saw, for tests and for the curious.
//!
//! One line per declaration or statement, the parts of a compound statement indented below it.
//! Expressions are in Spin's notation, whose parentheses show how operators grouped.

use super::notation::list;
use super::*;
use std::fmt::{Display, Formatter, Result};

const INDENT: usize = 2;

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.units.iter().try_for_each(|unit| write!(f, "{unit}"))
    }
}

impl Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Unit::Proctype(proctype) => write!(f, "{proctype}"),
            Unit::Init(init) => {
                f.write_str("init")?;
                priority(f, init.priority)?;
                f.write_str("\n")?;
                sequence(f, &init.body, INDENT)
            }
            Unit::Declaration(declaration) => writeln!(f, "{declaration}"),
            Unit::Mtype(mtype) => {
                f.write_str("mtype")?;
                if let Some(subtype) = &mtype.subtype {
                    write!(f, ":{subtype}")?;
                }
                f.write_str(" = {")?;
                list(f, &mtype.constants, ",")?;
                f.write_str("}\n")
            }
            Unit::Typedef(typedef) => {
                writeln!(f, "typedef {}", typedef.name)?;
                let mut fields = typedef.fields.iter();
                fields.try_for_each(|field| writeln!(f, "{:INDENT$}{field}", ""))
            }
            Unit::Opaque(opaque) => match &opaque.name {
                Some(name) => writeln!(f, "{} {name}", opaque.kind),
                None => writeln!(f, "{}", opaque.kind),
            },
        }
    }
}

impl Display for Proctype {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.active {
            Some(Active { count: Some(count), .. }) => write!(f, "active [{count}] ")?,
            Some(_) => f.write_str("active ")?,
            None => {}
        }
        let word = if self.deterministic { "D_proctype" } else { "proctype" };
        write!(f, "{word} {}(", self.name)?;
        list(f, &self.parameters, "; ")?;
        f.write_str(")")?;
        priority(f, self.priority)?;
        if let Some(condition) = &self.provided {
            write!(f, " provided ({condition})")?;
        }
        f.write_str("\n")?;
        sequence(f, &self.body, INDENT)
    }
}

/// The declaration as it could be written.
impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.visibility {
            Some(Visibility::Hidden) => f.write_str("hidden ")?,
            Some(Visibility::Show) => f.write_str("show ")?,
            Some(Visibility::Local) => f.write_str("local ")?,
            None => {}
        }
        write!(f, "{}", self.ty)?;
        for (index, variable) in self.variables.iter().enumerate() {
            f.write_str(if index == 0 { " " } else { ", " })?;
            write!(f, "{}", variable.name)?;
            if let Some(width) = variable.width {
                write!(f, " : {}", width.value)?;
            }
            if let Some(bound) = &variable.bound {
                write!(f, "[{bound}]")?;
            }
            if let Some(initialiser) = &variable.initialiser {
                write!(f, " = {initialiser}")?;
            }
        }
        Ok(())
    }
}

fn priority(f: &mut Formatter<'_>, priority: Option<Number>) -> Result {
    priority.map_or(Ok(()), |number| write!(f, " priority {}", number.value))
}

fn sequence(f: &mut Formatter<'_>, sequence: &Sequence, indent: usize) -> Result {
    let mut statements = sequence.statements.iter();
    statements.try_for_each(|inner| statement(f, inner, indent))
}

fn branches(f: &mut Formatter<'_>, branches: &[Branch], indent: usize) -> Result {
    for branch in branches {
        writeln!(f, "{:indent$}::", "")?;
        sequence(f, &branch.body, indent + INDENT)?;
    }
    Ok(())
}

fn statement(f: &mut Formatter<'_>, whole: &Statement, indent: usize) -> Result {
    use StatementKind as S;
    let inner = indent + INDENT;
    write!(f, "{:indent$}", "")?;
    for label in &whole.labels {
        write!(f, "{label}: ")?;
    }
    match &whole.kind {
        S::Empty => f.write_str("(nothing)\n"),
        S::Declaration(declaration) => writeln!(f, "{declaration}"),
        S::If(options) => {
            f.write_str("if\n")?;
            branches(f, options, inner)
        }
        S::Do(options) => {
            f.write_str("do\n")?;
            branches(f, options, inner)
        }
        kind @ (S::ForRange { body, .. } | S::ForIn { body, .. }) => {
            writeln!(f, "{kind}")?;
            sequence(f, body, inner)
        }
        S::Atomic(body) => {
            f.write_str("atomic\n")?;
            sequence(f, body, inner)
        }
        S::DStep(body) => {
            f.write_str("d_step\n")?;
            sequence(f, body, inner)
        }
        S::Block(body) => {
            f.write_str("block\n")?;
            sequence(f, body, inner)
        }
        S::Unless { main, escape } => {
            f.write_str("unless\n")?;
            statement(f, main, inner)?;
            statement(f, escape, inner)
        }
        kind => writeln!(f, "{kind}"),
    }
}
