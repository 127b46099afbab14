//! The lists of hashers and stores by name, and the one place where a name becomes a type.
//!
//! A search is generic over the digest policy and the store; a user chooses them by name. [`HashChoice::visit`] calls a
//! [`PolicyVisitor`] with the policy chosen. Hashers that work from scratch share one type (a call through a pointer is
//! nothing beside hashing a whole vector), so that a visitor is compiled for few policies.

use std::fmt;
use std::str::FromStr;

use crate::hasher::{
    Cyclic, DynHasher, Fold, Lookup2, Lookup3, Lookup8, Multilinear, Murmur, Rapid, Recordwise,
    Spooky, SuperFast, Xxh3, Xxh64, Zobrist,
};
use crate::policy::{Audited, DigestPolicy, Full, Incremental};

/// Something to be done with a digest policy of a type not known before.
pub trait PolicyVisitor {
    /// What it yields.
    type Output;
    /// Does it.
    fn visit<P: DigestPolicy + Clone + fmt::Debug + 'static>(self, policy: P) -> Self::Output;
}

/// A name that is not in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownChoice {
    /// What the list is of.
    pub what: &'static str,
    /// The name given.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no {} `{}`; there are {}",
            self.what,
            self.name,
            self.known.join(", ")
        )
    }
}

impl std::error::Error for UnknownChoice {}

/// An enumeration of named choices: `ALL`, `name`, `about`, `FromStr` and `Display` from one list.
macro_rules! choices {
    ($(#[$doc:meta])* $type:ident, $what:literal, $($variant:ident $name:literal $about:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $(#[doc = $about] $variant,)*
        }

        impl $type {
            /// Every choice, in the order of documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name a user gives.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// One line of explanation.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => $about,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownChoice;

            fn from_str(name: &str) -> Result<Self, UnknownChoice> {
                let found = Self::ALL.iter().copied().find(|choice| choice.name() == name);
                found.ok_or_else(|| UnknownChoice {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.iter().map(|choice| choice.name()).collect(),
                })
            }
        }
    };
}

choices! {
    /// How digests are computed.
    HashChoice, "hash",
    Incremental "incremental" "the default: multilinear over GF(2^64), repaired at every write";
    Audited "audited" "the default, and from scratch at every state; stops at a difference";
    Full "full" "the default, only from scratch";
    Cyclic "cyclic" "cyclic polynomial of the thesis: 32 bits, golden ratio, delta 1; incremental";
    Cyclic64 "cyclic64" "cyclic polynomial of 64 bits, seeded, finalised; incremental";
    Zobrist "zobrist" "Zobrist's random number per slot and value; incremental";
    Recordwise "recordwise" "Holzmann's variant: rehashes the record (8 words) a change lies in";
    Lookup2 "lookup2" "Jenkins 1997, 32 bits: the Jenkins of the thesis";
    Lookup3 "lookup3" "Jenkins 2006, 64 bits";
    Lookup8 "lookup8" "Jenkins 1997, 64 bits: Spin's in bitstate mode; seeds 0 to 15 are its -h";
    SuperFast "superfast" "Hsieh 2004, 32 bits: Spin's in exhaustive mode";
    Murmur "murmur" "MurmurHash64A: LTSmin's";
    Spooky "spooky" "SpookyHash V2: DIVINE's";
    Xxh3 "xxh3" "XXH3";
    Xxh64 "xxh64" "XXH64";
    Rapid "rapid" "rapidhash V3";
    Fold "fold" "foldhash, quality";
}

impl HashChoice {
    /// The seed used where none is given.
    pub const DEFAULT_SEED: u64 = 0;

    /// Calls `visitor` with the policy chosen.
    pub fn visit<V: PolicyVisitor>(self, seed: u64, visitor: V) -> V::Output {
        match self {
            Self::Incremental => visitor.visit(Incremental::new(Multilinear::new(seed))),
            Self::Audited => visitor.visit(Audited::new(Multilinear::new(seed))),
            Self::Cyclic => visitor.visit(Incremental::new(Cyclic::thesis())),
            Self::Cyclic64 => visitor.visit(Incremental::new(Cyclic::<u64>::seeded(seed))),
            Self::Zobrist => visitor.visit(Incremental::new(Zobrist::new(seed))),
            Self::Recordwise => visitor.visit(Recordwise::new(seed, 8)),
            Self::Full => visitor.visit(from_scratch(Multilinear::new(seed))),
            Self::Lookup2 => visitor.visit(from_scratch(Lookup2::new(seed))),
            Self::Lookup3 => visitor.visit(from_scratch(Lookup3::new(seed))),
            Self::Lookup8 => visitor.visit(from_scratch(Lookup8::new(seed))),
            Self::SuperFast => visitor.visit(from_scratch(SuperFast)),
            Self::Murmur => visitor.visit(from_scratch(Murmur::new(seed))),
            Self::Spooky => visitor.visit(from_scratch(Spooky::new(seed))),
            Self::Xxh3 => visitor.visit(from_scratch(Xxh3::new(seed))),
            Self::Xxh64 => visitor.visit(from_scratch(Xxh64::new(seed))),
            Self::Rapid => visitor.visit(from_scratch(Rapid::new(seed))),
            Self::Fold => visitor.visit(from_scratch(Fold::new(seed))),
        }
    }

    /// How many bits of its digests are independent; what lossy stores may count on.
    pub fn bits(self) -> u32 {
        match self {
            Self::Cyclic | Self::Lookup2 | Self::SuperFast => 32,
            _ => 64,
        }
    }

    /// Whether seeds make a difference.
    pub fn is_seeded(self) -> bool {
        !matches!(self, Self::Cyclic | Self::SuperFast)
    }
}

fn from_scratch(hasher: impl DynHasher + 'static) -> Full<Box<dyn DynHasher>> {
    Full::new(Box::new(hasher))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Slot, StateVector};

    #[test]
    fn names_are_unique_and_lead_back() {
        for &choice in HashChoice::ALL {
            assert_eq!(choice.name().parse(), Ok(choice));
        }
        let error = "md5".parse::<HashChoice>().unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("there is no hash `md5`; there are incremental, audited,")
        );
    }

    struct Digests;

    impl PolicyVisitor for Digests {
        type Output = [u64; 2];
        fn visit<P: DigestPolicy + Clone + fmt::Debug + 'static>(self, policy: P) -> [u64; 2] {
            let mut vector = StateVector::new(policy);
            vector.load(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
            let first = vector.digest().0;
            vector.set(Slot(9), 0x0001_0000);
            [first, vector.digest().0]
        }
    }

    #[test]
    fn choices_differ_and_seeds_matter_where_they_are_said_to() {
        let mut seen = std::collections::HashSet::new();
        for &choice in HashChoice::ALL {
            let digests = choice.visit(1, Digests);
            assert_ne!(digests[0], digests[1]);
            let same_hasher = matches!(choice, HashChoice::Audited | HashChoice::Full);
            assert_eq!(seen.insert(digests), !same_hasher, "{choice}");
            assert_eq!(
                choice.visit(2, Digests) != digests,
                choice.is_seeded(),
                "{choice}"
            );
        }
    }
}
