//! Types, value ranges, variables and channels as the generator sees them.
//!
//! Every variable has a range that its values never leave. Ranges keep state spaces small, indexes inside
//! arrays and arithmetic away from C's undefined behaviour. Every range contains 0, the initial value.

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    Pid,
    Unsigned(u8),
    /// A symbolic constant of the set with this index.
    Mtype(usize),
}

impl Ty {
    /// The values that survive an assignment unchanged.
    pub(crate) fn natural(self) -> Range {
        match self {
            Ty::Bit | Ty::Bool => Range::new(0, 1),
            Ty::Byte | Ty::Pid | Ty::Mtype(_) => Range::new(0, 255),
            Ty::Short => Range::new(-32_768, 32_767),
            Ty::Int => Range::new(-LIMIT, LIMIT),
            Ty::Unsigned(bits) => Range::new(0, (1 << bits) - 1),
        }
    }
}

/// No expression may exceed this, so that no C arithmetic overflows.
pub(crate) const LIMIT: i64 = 1 << 30;

/// The values from `lo` to `hi`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

impl Range {
    pub(crate) fn new(lo: i64, hi: i64) -> Self {
        Range { lo, hi }
    }

    pub(crate) fn within(self, outer: Range) -> bool {
        outer.lo <= self.lo && self.hi <= outer.hi
    }

    pub(crate) fn union(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    /// The smallest range with all of `values`.
    pub(crate) fn hull(values: [i64; 4]) -> Range {
        values.into_iter().skip(1).fold(Range::new(values[0], values[0]), |r, v| r.union(Range::new(v, v)))
    }

    /// The largest absolute value.
    pub(crate) fn magnitude(self) -> i64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// All values with as many bits as the largest one; what `|`, `^` and `~` stay in.
    pub(crate) fn bits(self) -> Range {
        let ceiling = (self.magnitude() + 1).max(1) as u64;
        let power = ceiling.next_power_of_two() as i64;
        Range::new(if self.lo < 0 { -power } else { 0 }, power - 1)
    }
}

/// A scalar, an array element or a field: anything an expression can read.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    /// Names from the outermost record inwards, each with its array length.
    pub(crate) path: Vec<(String, Option<usize>)>,
    pub(crate) ty: Ty,
    pub(crate) range: Range,
    pub(crate) role: Role,
}

/// What may be done with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Assigned anywhere, within its small range.
    Small,
    /// Takes any value of its type, and is assigned only from variables that do not.
    Wide,
    /// Counts loops. Assigning to it elsewhere could make a loop endless.
    Counter,
    /// Only read: constants, parameters of inlines, the counter of the loop being written.
    Fixed,
}

impl Var {
    pub(crate) fn scalar(name: &str, ty: Ty, range: Range) -> Self {
        Var { path: vec![(name.to_string(), None)], ty, range, role: Role::Small }
    }

    pub(crate) fn writable(&self) -> bool {
        matches!(self.role, Role::Small | Role::Wide)
    }

    pub(crate) fn wide(&self) -> bool {
        self.role == Role::Wide
    }

    pub(crate) fn root(&self) -> &str {
        &self.path[0].0
    }

    pub(crate) fn indexed(&self) -> bool {
        self.path.iter().any(|(_, len)| len.is_some())
    }

    /// A plain name, as `for`, `select` and `P[i]:v` want it.
    pub(crate) fn plain(&self) -> bool {
        self.path.len() == 1 && !self.indexed()
    }

    /// About how many bits of state the variable adds when it changes.
    pub(crate) fn bits(&self) -> u32 {
        let elements: usize = self.path.iter().map(|(_, len)| len.unwrap_or(1)).product();
        let each = if self.wide() { 2 } else { (self.range.hi - self.range.lo + 1).ilog2().max(1) };
        each * elements as u32
    }

    pub(crate) fn numeric(&self) -> bool {
        !matches!(self.ty, Ty::Mtype(_))
    }

    /// Whether assignment cuts a value to the bits of the type. Arrays of bits have a byte per element in Spin.
    pub(crate) fn truncates(&self) -> bool {
        let element = matches!(self.path.last(), Some((_, Some(_))));
        matches!(self.ty, Ty::Bit | Ty::Bool | Ty::Unsigned(_)) && !element && self.range == self.ty.natural()
    }
}

/// A field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Data(Ty, Range),
    /// A channel with the signature of the global channel with this index.
    Chan(usize),
    /// A record of the type with this index.
    Record(usize),
}

/// A channel, an array of channels or a channel parameter.
#[derive(Clone, Debug)]
pub(crate) struct Chan {
    pub(crate) name: String,
    pub(crate) len: Option<usize>,
    pub(crate) capacity: usize,
    pub(crate) fields: Vec<Field>,
    /// Created by a process and gone with it, hence never passed on.
    pub(crate) private: bool,
    /// Whether the process under construction sends to it, receives from it.
    pub(crate) sends: bool,
    pub(crate) receives: bool,
}

impl Chan {
    pub(crate) fn buffered(&self) -> bool {
        self.capacity > 0
    }

    pub(crate) fn carries_channels(&self) -> bool {
        self.fields.iter().any(|f| matches!(f, Field::Chan(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_a_range_hold_its_complement_too() {
        assert_eq!(Range::new(0, 5).bits(), Range::new(0, 7));
        assert_eq!(Range::new(-3, 2).bits(), Range::new(-4, 3));
        assert_eq!(Range::new(0, 0).bits(), Range::new(0, 0));
    }
}
