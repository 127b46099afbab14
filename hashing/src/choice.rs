//! The lists of hashers and stores by name, and the way from a name to a type.
//!
//! A search is generic over the digest policy and the store; a user chooses them by name. [`HashChoice::visit`] calls a
//! [`PolicyVisitor`] with the policy chosen; [`HashSpec`] adds the parameters that some hashes have.

use std::fmt;
use std::str::FromStr;

use crate::policy::DigestPolicy;
use crate::spec::HashSpec;
use crate::store::{
    Bitstate, Chained, Collapse, Compact, Components, Exact, ExactStore, Hashbrown, LossyStore, Packing,
    Room, Scheme, StoreFull, Tree, TreeCompact,
};

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
        write!(f, "there is no {} `{}`; there are {}", self.what, self.name, self.known.join(", "))
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
                let named = |choice: &Self| choice.name() == name || choice.aliases().contains(&name);
                let found = Self::ALL.iter().copied().find(named);
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
    Cyclic "cyclic" "cyclic polynomial of 32 bits, as in the thesis; incremental; not for lossy stores";
    Cyclic64 "cyclic64" "cyclic polynomial of 64 bits, seeded, finalised; incremental; not for lossy stores";
    Zobrist "zobrist" "Zobrist's random number per slot and value; incremental";
    Recordwise "recordwise" "Holzmann's variant: rehashes the record a change lies in; incremental";
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

    /// Calls `visitor` with the policy chosen, its parameters those of [`HashSpec::from`].
    pub fn visit<V: PolicyVisitor>(self, seed: u64, visitor: V) -> V::Output {
        HashSpec::from(self).visit(seed, visitor)
    }

    /// Other names for the same choice.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Lookup2 => &["jenkins"],
            Self::Incremental => &["multilinear"],
            _ => &[],
        }
    }

    /// Whether a digest may stand for its state. The cyclic polynomials repeat their coefficients every w slots, so that
    /// states which differ in slots that far apart share a digest far more often than 2^-w: a lossy store loses whole
    /// families of states, many more than it expects, and no finaliser can tell apart what the sum does not.
    pub fn suits_fingerprints(self) -> bool {
        !matches!(self, Self::Cyclic | Self::Cyclic64)
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

choices! {
    /// How states are stored.
    StoreChoice, "store",
    Exact "exact" "the default: open addressing in cache lines, whole vectors";
    Chained "chained" "Spin's table: sorted chains";
    Hashbrown "hashbrown" "SwissTable from the crate hashbrown";
    Collapse "collapse" "components kept once each, looked up only where written";
    CollapseWhole "collapse-whole" "components kept once each, all looked up, as in Spin's COLLAPSE";
    Tree "tree" "trees of shared pairs, 8 bytes a root";
    TreeCompact "tree-compact" "trees of shared pairs, 4 bytes a root";
    Compact "compact" "lossy: fingerprints of 64 bits";
    Compact48 "compact48" "lossy: fingerprints of 48 bits";
    Compact40 "compact40" "lossy: fingerprints of 40 bits";
    Compact32 "compact32" "lossy: fingerprints of 32 bits";
    Bitstate "bitstate" "lossy: k bits by enhanced double hashing";
    BitstateBlocked "bitstate-blocked" "lossy: k bits in one cache line: faster, and omits a little more";
    BitstateSpin "bitstate-spin" "lossy: k bits, placed as Spin places them";
    BitstateDouble "bitstate-double" "lossy: k bits by double hashing";
    BitstateTriple "bitstate-triple" "lossy: k bits by triple hashing";
}

/// Something to be done with a store of a type not known before.
pub trait StoreVisitor {
    /// What it yields.
    type Output;
    /// Does it with a store that keeps states whole.
    fn exact<S: ExactStore + fmt::Debug + 'static>(self, store: S) -> Self::Output;
    /// Does it with a store that may omit states.
    fn lossy<S: LossyStore + fmt::Debug + 'static>(self, store: S) -> Self::Output;
}

/// What stores need to know besides their kind.
#[derive(Clone, Debug)]
pub struct StoreSettings<C> {
    /// Memory and expectations.
    pub room: Room,
    /// Independent bits of a digest: see [`HashChoice::bits`].
    pub digest_bits: u32,
    /// Bits per state in bitstate hashing, Spin's `-k`; chosen by `room` if none.
    pub k: Option<u32>,
    /// Bytes of the array in bitstate hashing; chosen by `room` if none.
    pub array_bytes: Option<usize>,
    /// The bytes of each slot that can differ from zero, for the chained table.
    pub packing: Packing,
    /// The components of a state, for collapse.
    pub components: C,
}

impl<C: Components> StoreSettings<C> {
    /// Unlimited, of nothing expected, with 64-bit digests.
    pub fn new(components: C) -> Self {
        Self {
            room: Room::default(),
            digest_bits: 64,
            k: None,
            array_bytes: None,
            packing: Packing::default(),
            components,
        }
    }
}

impl StoreChoice {
    /// Other names for the same choice.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Compact => &["compact64"],
            Self::Bitstate => &["bitstate-enhanced"],
            _ => &[],
        }
    }

    /// Whether states are kept whole, so that nothing is omitted.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Exact | Self::Chained | Self::Hashbrown | Self::Tree | Self::TreeCompact => true,
            Self::Collapse | Self::CollapseWhole => true,
            Self::Compact | Self::Compact48 | Self::Compact40 | Self::Compact32 => false,
            Self::Bitstate | Self::BitstateSpin | Self::BitstateDouble => false,
            Self::BitstateTriple | Self::BitstateBlocked => false,
        }
    }

    /// Calls `visitor` with the store chosen, empty.
    ///
    /// # Errors
    /// If the store cannot even begin within the limits.
    pub fn visit<C: Components + fmt::Debug + 'static, V: StoreVisitor>(
        self,
        settings: StoreSettings<C>,
        visitor: V,
    ) -> Result<V::Output, StoreFull> {
        let StoreSettings { room, digest_bits, k, array_bytes, packing, components } = settings;
        let bitstate = |scheme| match array_bytes {
            Some(bytes) => Bitstate::sized(room, bytes, scheme, k),
            None => Bitstate::new(room, scheme, k),
        };
        Ok(match self {
            Self::Exact => visitor.exact(Exact::new(room)?),
            Self::Chained => visitor.exact(Chained::packed(room, packing)?),
            Self::Hashbrown => visitor.exact(Hashbrown::new(room)?),
            Self::Collapse => visitor.exact(Collapse::new(room, components)?),
            Self::CollapseWhole => visitor.exact(Collapse::whole(room, components)?),
            Self::Tree => visitor.exact(Tree::new(room)?),
            Self::TreeCompact => visitor.exact(TreeCompact::new(room)?),
            Self::Compact => visitor.lossy(Compact::<8>::new(room, digest_bits)?),
            Self::Compact48 => visitor.lossy(Compact::<6>::new(room, digest_bits)?),
            Self::Compact40 => visitor.lossy(Compact::<5>::new(room, digest_bits)?),
            Self::Compact32 => visitor.lossy(Compact::<4>::new(room, digest_bits)?),
            Self::Bitstate => visitor.lossy(bitstate(Scheme::EnhancedDouble)?),
            Self::BitstateBlocked => visitor.lossy(bitstate(Scheme::Blocked)?),
            Self::BitstateSpin => visitor.lossy(bitstate(Scheme::Spin)?),
            Self::BitstateDouble => visitor.lossy(bitstate(Scheme::Double)?),
            Self::BitstateTriple => visitor.lossy(bitstate(Scheme::Triple)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::{Multilinear, StateHasher};
    use crate::state::{Slot, StateVector};
    use crate::store::{Candidate, EqualComponents, Store};

    #[test]
    fn names_are_unique_and_lead_back() {
        for &choice in StoreChoice::ALL {
            assert_eq!(choice.name().parse(), Ok(choice));
        }
        for &choice in HashChoice::ALL {
            assert_eq!(choice.name().parse(), Ok(choice));
        }
        assert_eq!("jenkins".parse(), Ok(HashChoice::Lookup2));
        assert_eq!("compact64".parse(), Ok(StoreChoice::Compact));
        let error = "md5".parse::<HashChoice>().unwrap_err();
        assert!(error.to_string().starts_with("there is no hash `md5`; there are incremental, audited,"));
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
            assert_eq!(choice.visit(2, Digests) != digests, choice.is_seeded(), "{choice}");
        }
    }

    struct Fill;

    impl StoreVisitor for Fill {
        type Output = (bool, usize);
        fn exact<S: ExactStore + fmt::Debug + 'static>(self, store: S) -> (bool, usize) {
            (true, fill(store))
        }
        fn lossy<S: LossyStore + fmt::Debug + 'static>(self, store: S) -> (bool, usize) {
            (false, fill(store))
        }
    }

    fn fill(mut store: impl Store) -> usize {
        let hasher = Multilinear::new(0);
        for n in 0..500u32 {
            let words = [n % 250, 1, 2, n % 2];
            store.insert(Candidate::root(hasher.digest(&words), &words)).unwrap();
        }
        store.len()
    }

    #[test]
    fn every_store_can_be_had_by_name() {
        for &choice in StoreChoice::ALL {
            let filled = choice.visit(StoreSettings::new(EqualComponents(2)), Fill);
            assert_eq!(filled, Ok((choice.is_exact(), 250)), "{choice}");
        }
    }
}
