//! Statements and expressions in the notation of Spin's reports.
//!
//! Spin quotes statements in traces and in its list of unreached code not as they were written but in a
//! normal form: every operation in parentheses, no blanks, a condition in parentheses of its own, so
//! `x < 4` appears as `((x<4))` and `x++` as `x = (x+1)`. Users compare such lines, hence the same form
//! here. It is what [`Display`] writes.
//!
//! Two things differ on purpose: a symbolic constant of a named `mtype` keeps its name, where Spin takes
//! the name from the unnamed list, and `printm` shows its argument only.

use super::*;
use std::fmt::{Display, Formatter, Result};

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

impl Display for VariableReference {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        list(f, &self.parts, ".")
    }
}

impl Display for ReferencePart {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.index {
            Some(index) => write!(f, "{}[{index}]", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

impl Display for RemoteProcess {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.pid {
            Some(pid) => write!(f, "{}[{pid}]", self.proctype),
            None => write!(f, "{}", self.proctype),
        }
    }
}

impl Display for ReceiveArgument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ReceiveArgument::Reference(variable) => write!(f, "{variable}"),
            ReceiveArgument::Constant(constant) => match &constant.kind {
                ExpressionKind::Unary(UnaryOperator::Minus, magnitude) => write!(f, "-{magnitude}"),
                _ => write!(f, "{constant}"),
            },
            ReceiveArgument::Eval(value, _) => write!(f, "eval({value})"),
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            // 2^31 can only be written after a minus sign and is held as its own negation.
            Literal::Number(value) => write!(f, "{}", value.unsigned_abs()),
            other => write!(f, "{}", other.value()),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use ExpressionKind as E;
        match &self.kind {
            E::Literal(literal) => write!(f, "{literal}"),
            E::Reference(variable) => write!(f, "{variable}"),
            E::Unary(operator, operand) => write!(f, "{operator}({operand})"),
            E::Binary(operator, left, right) => write!(f, "({left}{operator}{right})"),
            E::Conditional { condition, then, otherwise } => {
                write!(f, "( ({condition}) -> ({then}) : ({otherwise}) )")
            }
            E::Run { proctype, arguments, .. } => {
                write!(f, "run {proctype}(")?;
                list(f, arguments, ",")?;
                f.write_str(")")
            }
            E::ChannelQuery(query, channel) => write!(f, "{query}({channel})"),
            E::Poll { channel, random, arguments } => {
                write!(f, "{channel}{}[", if *random { "??" } else { "?" })?;
                list(f, arguments, ",")?;
                f.write_str("]")
            }
            E::Enabled(process) => write!(f, "enabled({process})"),
            E::PcValue(process) => write!(f, "pc_value({process})"),
            E::GetPriority(process) => write!(f, "get_priority({process})"),
            E::Timeout => f.write_str("timeout"),
            E::NonProgress => f.write_str("np_"),
            E::RemoteVariable { process, variable } => write!(f, "{process}.{variable}"),
            E::RemoteLabel { process, label } => write!(f, "({process}._p=={label})"),
            E::Opaque(opaque) => write!(f, "{}", opaque.kind),
        }
    }
}

impl Display for StatementKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use StatementKind as S;
        match self {
            S::Empty => f.write_str("(1)"),
            S::Declaration(declaration) => list(f, &declaration.variables, "; "),
            S::Exclusive(side, channels) => {
                write!(f, "{side} ")?;
                list(f, channels, ",")
            }
            S::Expression(condition) => write!(f, "({condition})"),
            S::Else => f.write_str("else"),
            S::Assign(variable, value) => write!(f, "{variable} = {value}"),
            S::Increment(variable) => write!(f, "{variable} = ({variable}+1)"),
            S::Decrement(variable) => write!(f, "{variable} = ({variable}-1)"),
            S::Send { channel, sorted, arguments } => {
                write!(f, "{channel}{}", if *sorted { "!!" } else { "!" })?;
                list(f, arguments, ",")
            }
            S::Receive { channel, random, peek, arguments } => {
                let (open, close) = if *peek { ("<", ">") } else { ("", "") };
                write!(f, "{channel}{}{open}", if *random { "??" } else { "?" })?;
                list(f, arguments, ",")?;
                f.write_str(close)
            }
            S::If(_) => f.write_str("IF"),
            S::Do(_) => f.write_str("DO"),
            S::ForRange { variable, from, to, .. } => write!(f, "for ({variable} : {from} .. {to})"),
            S::ForIn { variable, collection, .. } => write!(f, "for ({variable} in {collection})"),
            S::Select { variable, from, to } => write!(f, "select ({variable} : {from} .. {to})"),
            S::Break => f.write_str("break"),
            S::Goto(label) => write!(f, "goto {label}"),
            S::Atomic(_) => f.write_str("ATOMIC"),
            // Spin appends the line number, which a tree without its text does not know.
            S::DStep(_) => f.write_str("D_STEP"),
            S::Block(_) => f.write_str("sub-sequence"),
            S::Unless { .. } => f.write_str("unless"),
            S::Assert(condition) => write!(f, "assert({condition})"),
            S::Printf { format, arguments } => {
                write!(f, "printf('{}'", format.text.replace('"', "'"))?;
                for argument in arguments {
                    write!(f, ",{argument}")?;
                }
                f.write_str(")")
            }
            S::Printm(value) => write!(f, "printm({value})"),
            S::SetPriority(process, priority) => write!(f, "set_priority({process}, {priority})"),
            S::Opaque(opaque) => write!(f, "{}", opaque.kind),
        }
    }
}

/// The assignment that a declaration amounts to when it stands after the first statement of a body.
impl Display for Declarator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.name)?;
        match &self.initialiser {
            Some(initialiser) => write!(f, " = {initialiser}"),
            None => f.write_str(" = 0"),
        }
    }
}

impl Display for Initialiser {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Initialiser::Expression(value) => write!(f, "{value}"),
            Initialiser::Channel(channel) => {
                write!(f, "[{}] of {{", channel.capacity)?;
                list(f, &channel.fields, ",")?;
                f.write_str("}")
            }
            Initialiser::List(values) => {
                f.write_str("{")?;
                list(f, values, ",")?;
                f.write_str("}")
            }
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match &self.kind {
            TypeKind::Bit => "bit",
            TypeKind::Bool => "bool",
            TypeKind::Byte => "byte",
            TypeKind::Pid => "pid",
            TypeKind::Short => "short",
            TypeKind::Int => "int",
            TypeKind::Unsigned => "unsigned",
            TypeKind::Chan => "chan",
            TypeKind::Mtype(None) => "mtype",
            TypeKind::Mtype(Some(subtype)) => return write!(f, "mtype:{subtype}"),
            TypeKind::User(name) => return write!(f, "{name}"),
        })
    }
}

impl Display for Exclusive {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Exclusive::Receive => "xr",
            Exclusive::Send => "xs",
        })
    }
}

impl Display for OpaqueKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            OpaqueKind::Never => "never",
            OpaqueKind::Ltl => "ltl",
            OpaqueKind::Trace => "trace",
            OpaqueKind::Notrace => "notrace",
            OpaqueKind::CCode => "c_code",
            OpaqueKind::CDecl => "c_decl",
            OpaqueKind::CExpr => "c_expr",
            OpaqueKind::CState => "c_state",
            OpaqueKind::CTrack => "c_track",
        })
    }
}

impl Display for ChannelQuery {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            ChannelQuery::Length => "len",
            ChannelQuery::Full => "full",
            ChannelQuery::Empty => "empty",
            ChannelQuery::NotFull => "nfull",
            ChannelQuery::NotEmpty => "nempty",
        })
    }
}

impl Display for UnaryOperator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            UnaryOperator::Not => "!",
            UnaryOperator::Minus => "-",
            UnaryOperator::Complement => "~",
        })
    }
}

impl Display for BinaryOperator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use BinaryOperator as B;
        f.write_str(match self {
            B::Or => "||",
            B::And => "&&",
            B::BitOr => "|",
            B::BitXor => "^",
            B::BitAnd => "&",
            B::Equal => "==",
            B::NotEqual => "!=",
            B::Less => "<",
            B::LessOrEqual => "<=",
            B::Greater => ">",
            B::GreaterOrEqual => ">=",
            B::ShiftLeft => "<<",
            B::ShiftRight => ">>",
            B::Add => "+",
            B::Subtract => "-",
            B::Multiply => "*",
            B::Divide => "/",
            B::Remainder => "%",
        })
    }
}

/// Items with something between them.
pub(super) fn list<T: Display>(f: &mut Formatter<'_>, items: &[T], between: &str) -> Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
