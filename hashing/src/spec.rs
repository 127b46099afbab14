//! A hash with its parameters, as text and as a type: `cyclic:delta=3,map=wang,finish=mix`.
//!
//! The cyclic polynomials leave open how far a slot is rotated, how words are mapped to masks and how a sum becomes a
//! digest; rehashing of records leaves open their length. Whoever studies these writes them after the name; whatever is
//! not given is as in the plain hash. Hashers that work from scratch share one type (a call through a pointer is nothing
//! beside hashing a whole vector), so that a visitor is compiled for few policies.

use std::fmt;
use std::str::FromStr;

use crate::choice::{HashChoice, PolicyVisitor, UnknownChoice};
use crate::hasher::{
    Cyclic, DynHasher, Element, Finaliser, Fold, Lookup2, Lookup3, Lookup8, Multilinear, Murmur, Rapid,
    Recordwise, Ring, Spooky, SuperFast, Unit, Xxh3, Xxh64, Zobrist,
};
use crate::policy::{Audited, Full, Incremental};

/// The mapping T of a cyclic polynomial, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementChoice {
    /// The word itself.
    Identity,
    /// The word times the golden ratio of 2^w.
    Golden,
    /// Wang's integer mixer.
    Wang,
    /// The word times an odd number that the seed chooses.
    Seeded,
}

const ELEMENTS: &[(&str, ElementChoice)] = &[
    ("identity", ElementChoice::Identity),
    ("golden", ElementChoice::Golden),
    ("wang", ElementChoice::Wang),
    ("seeded", ElementChoice::Seeded),
];

const FINALISERS: &[(&str, Finaliser)] =
    &[("none", Finaliser::None), ("mix", Finaliser::Mix), ("wang", Finaliser::Wang)];

const UNITS: &[(&str, Unit)] = &[("word", Unit::Word), ("byte", Unit::Byte)];

/// Which member of the family of cyclic polynomials.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CyclicSpec {
    /// δ: how many bits the masks of neighbouring slots are rotated apart; less than w.
    pub delta: u32,
    /// T, from words to masks.
    pub map: ElementChoice,
    /// What makes the digest of the sum.
    pub finish: Finaliser,
    /// What is mapped and rotated.
    pub unit: Unit,
}

impl CyclicSpec {
    /// The parameters of the thesis.
    pub const THESIS: Self =
        Self { delta: 1, map: ElementChoice::Golden, finish: Finaliser::None, unit: Unit::Word };
    /// Those of [`HashChoice::Cyclic64`].
    pub const SEEDED: Self =
        Self { delta: 1, map: ElementChoice::Seeded, finish: Finaliser::Mix, unit: Unit::Word };

    fn hasher<R: Ring>(self, seed: u64) -> Cyclic<R> {
        let element = match self.map {
            ElementChoice::Identity => Element::Identity,
            ElementChoice::Golden if R::WIDTH == 32 => Element::GOLDEN_RATIO_32,
            ElementChoice::Golden => Element::GOLDEN_RATIO_64,
            ElementChoice::Wang => Element::Wang,
            ElementChoice::Seeded => Element::seeded(seed),
        };
        Cyclic::new(self.delta, element, self.finish).of_units(self.unit)
    }
}

/// A hash and its parameters.
///
/// ```
/// use hashing::{HashChoice, HashSpec};
///
/// let spec: HashSpec = "cyclic:delta=3,finish=wang".parse().unwrap();
/// assert_eq!(spec.choice(), HashChoice::Cyclic);
/// assert_eq!(spec.to_string(), "cyclic:delta=3,finish=wang");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashSpec {
    choice: HashChoice,
    cyclic: CyclicSpec,
    record: u32,
}

/// Words in a record of [`HashChoice::Recordwise`] if not said otherwise.
const RECORD: u32 = 8;

/// A parameter with the values it takes.
struct Parameter {
    key: &'static str,
    values: &'static str,
}

const CYCLIC_PARAMETERS: &[Parameter] = &[
    Parameter { key: "delta", values: "0 to 31, for cyclic64 to 63" },
    Parameter { key: "map", values: "identity, golden, wang, seeded" },
    Parameter { key: "finish", values: "none, mix, wang" },
    Parameter { key: "unit", values: "word, byte" },
];

const RECORD_PARAMETERS: &[Parameter] = &[Parameter { key: "words", values: "1 to 65536" }];

impl From<HashChoice> for HashSpec {
    fn from(choice: HashChoice) -> Self {
        let cyclic = if choice == HashChoice::Cyclic64 { CyclicSpec::SEEDED } else { CyclicSpec::THESIS };
        Self { choice, cyclic, record: RECORD }
    }
}

impl HashSpec {
    /// What the parameters mean, for people who choose them.
    pub const ABOUT: &'static [(&'static str, &'static str)] = &[
        ("cyclic", "cyclic:delta=D,map=T,finish=F,unit=U, any of the four, without spaces"),
        ("  D", "bits that neighbouring slots are rotated apart: 0 to 31 [1]"),
        ("  T", "from words to masks: identity, golden (times the golden ratio), wang (Wang's"),
        ("", "mixer), seeded (times an odd number that --seed chooses) [golden]"),
        ("  F", "from the sum to the digest: none, mix (MurmurHash3's mixer), wang [none]"),
        ("  U", "what is mapped and rotated: word, or byte as in the thesis' experiments [word]"),
        ("cyclic64", "the same; D up to 63 [cyclic64:delta=1,map=seeded,finish=mix]"),
        ("recordwise", "recordwise:words=N: the length of a record, 1 to 65536 [8]"),
    ];

    /// The hash without its parameters.
    pub fn choice(self) -> HashChoice {
        self.choice
    }

    /// Whether seeds make a difference.
    pub fn is_seeded(self) -> bool {
        match self.choice {
            HashChoice::Cyclic | HashChoice::Cyclic64 => self.cyclic.map == ElementChoice::Seeded,
            choice => choice.is_seeded(),
        }
    }

    fn parameters(self) -> &'static [Parameter] {
        match self.choice {
            HashChoice::Cyclic | HashChoice::Cyclic64 => CYCLIC_PARAMETERS,
            HashChoice::Recordwise => RECORD_PARAMETERS,
            _ => &[],
        }
    }

    /// Sets one parameter; `None` if the value is none of it.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let width = self.choice.bits();
        match key {
            "delta" => self.cyclic.delta = value.parse().ok().filter(|&delta: &u32| delta < width)?,
            "map" => self.cyclic.map = ELEMENTS.iter().find(|(name, _)| *name == value)?.1,
            "finish" => self.cyclic.finish = FINALISERS.iter().find(|(name, _)| *name == value)?.1,
            "unit" => self.cyclic.unit = UNITS.iter().find(|(name, _)| *name == value)?.1,
            "words" => self.record = value.parse().ok().filter(|words| (1..=65536).contains(words))?,
            _ => return None,
        }
        Some(())
    }

    /// The parameters that are not as in the plain hash.
    fn given(self) -> Vec<String> {
        let plain = Self::from(self.choice);
        let mut given = Vec::new();
        if self.cyclic.delta != plain.cyclic.delta {
            given.push(format!("delta={}", self.cyclic.delta));
        }
        let maps = ELEMENTS.iter().filter(|(_, map)| *map == self.cyclic.map && *map != plain.cyclic.map);
        given.extend(maps.map(|(name, _)| format!("map={name}")));
        let finish = self.cyclic.finish;
        let finishes = FINALISERS.iter().filter(|(_, it)| *it == finish && *it != plain.cyclic.finish);
        given.extend(finishes.map(|(name, _)| format!("finish={name}")));
        let unit = self.cyclic.unit;
        let units = UNITS.iter().filter(|(_, it)| *it == unit && *it != plain.cyclic.unit);
        given.extend(units.map(|(name, _)| format!("unit={name}")));
        if self.record != plain.record {
            given.push(format!("words={}", self.record));
        }
        given
    }

    /// Calls `visitor` with the policy chosen.
    pub fn visit<V: PolicyVisitor>(self, seed: u64, visitor: V) -> V::Output {
        match self.choice {
            HashChoice::Incremental => visitor.visit(Incremental::new(Multilinear::new(seed))),
            HashChoice::Audited => visitor.visit(Audited::new(Multilinear::new(seed))),
            HashChoice::Cyclic => visitor.visit(Incremental::new(self.cyclic.hasher::<u32>(seed))),
            HashChoice::Cyclic64 => visitor.visit(Incremental::new(self.cyclic.hasher::<u64>(seed))),
            HashChoice::Zobrist => visitor.visit(Incremental::new(Zobrist::new(seed))),
            HashChoice::Recordwise => visitor.visit(Recordwise::new(seed, self.record as usize)),
            HashChoice::Full => visitor.visit(from_scratch(Multilinear::new(seed))),
            HashChoice::Lookup2 => visitor.visit(from_scratch(Lookup2::new(seed))),
            HashChoice::Lookup3 => visitor.visit(from_scratch(Lookup3::new(seed))),
            HashChoice::Lookup8 => visitor.visit(from_scratch(Lookup8::new(seed))),
            HashChoice::SuperFast => visitor.visit(from_scratch(SuperFast)),
            HashChoice::Murmur => visitor.visit(from_scratch(Murmur::new(seed))),
            HashChoice::Spooky => visitor.visit(from_scratch(Spooky::new(seed))),
            HashChoice::Xxh3 => visitor.visit(from_scratch(Xxh3::new(seed))),
            HashChoice::Xxh64 => visitor.visit(from_scratch(Xxh64::new(seed))),
            HashChoice::Rapid => visitor.visit(from_scratch(Rapid::new(seed))),
            HashChoice::Fold => visitor.visit(from_scratch(Fold::new(seed))),
        }
    }
}

fn from_scratch(hasher: impl DynHasher + 'static) -> Full<Box<dyn DynHasher>> {
    Full::new(Box::new(hasher))
}

impl fmt::Display for HashSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = self.given();
        if given.is_empty() {
            return f.pad(self.choice.name());
        }
        f.pad(&format!("{}:{}", self.choice, given.join(",")))
    }
}

/// Why a text is no hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// The name before the colon is not in the list.
    Hash(UnknownChoice),
    /// The hash has no such parameter.
    Parameter {
        /// The hash.
        hash: HashChoice,
        /// What was given.
        given: String,
    },
    /// The parameter does not take this value.
    Value {
        /// The parameter.
        key: &'static str,
        /// What was given.
        given: String,
        /// What it takes.
        takes: &'static str,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hash(unknown) => unknown.fmt(f),
            Self::Parameter { hash, given } => {
                let keys: Vec<_> = HashSpec::from(*hash).parameters().iter().map(|p| p.key).collect();
                let has = if keys.is_empty() { "none".to_owned() } else { keys.join("=…, ") + "=…" };
                write!(f, "the hash {hash} has no parameter `{given}`; it has {has}")
            }
            Self::Value { key, given, takes } => write!(f, "`{key}` cannot be `{given}`; it takes {takes}"),
        }
    }
}

impl std::error::Error for SpecError {}

impl FromStr for HashSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, parameters) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let mut spec = Self::from(name.parse::<HashChoice>().map_err(SpecError::Hash)?);
        for given in parameters.into_iter().flat_map(|list| list.split(',')) {
            let (key, value) = given.split_once('=').unwrap_or((given, ""));
            let Some(parameter) = spec.parameters().iter().find(|parameter| parameter.key == key) else {
                return Err(SpecError::Parameter { hash: spec.choice, given: key.to_owned() });
            };
            spec.set(key, value).ok_or_else(|| SpecError::Value {
                key: parameter.key,
                given: value.to_owned(),
                takes: parameter.values,
            })?;
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Digest;
    use crate::hasher::StateHasher;
    use crate::policy::DigestPolicy;
    use crate::state::{StateVector, Word};

    const WORDS: &[Word] = &[1, 0, 3, 4, 0, 0, 7, 80, 900, 10];

    struct DigestOf;

    impl PolicyVisitor for DigestOf {
        type Output = Digest;
        fn visit<P: DigestPolicy + Clone + fmt::Debug + 'static>(self, policy: P) -> Digest {
            let mut vector = StateVector::new(policy);
            vector.load(WORDS);
            vector.digest()
        }
    }

    fn digest(spec: &str, seed: u64) -> Digest {
        spec.parse::<HashSpec>().unwrap().visit(seed, DigestOf)
    }

    #[test]
    fn names_alone_are_the_plain_hashes_and_lead_back() {
        for &choice in HashChoice::ALL {
            let spec: HashSpec = choice.name().parse().unwrap();
            assert_eq!((spec, spec.to_string()), (HashSpec::from(choice), choice.to_string()));
            assert_eq!(spec.is_seeded(), choice.is_seeded());
        }
        assert_eq!(digest("cyclic", 5), Cyclic::thesis().digest(WORDS));
        assert_eq!(digest("cyclic64", 5), Cyclic::<u64>::seeded(5).digest(WORDS));
    }

    #[test]
    fn every_combination_of_parameters_leads_back_and_reaches_its_hasher() {
        let mut seen = std::collections::HashSet::new();
        let mut combinations = 0;
        for (name, width) in [("cyclic", 32), ("cyclic64", 64)] {
            for delta in 0..width {
                for (map, _) in ELEMENTS {
                    for (finish, unit) in FINALISERS.iter().flat_map(|f| UNITS.iter().map(|u| (f.0, u.0))) {
                        let text = format!("{name}:delta={delta},map={map},finish={finish},unit={unit}");
                        let spec: HashSpec = text.parse().unwrap();
                        assert_eq!(spec.to_string().parse(), Ok(spec), "{text}");
                        assert_eq!(digest(&text, 1) != digest(&text, 2), spec.is_seeded(), "{text}");
                        // Bytes rotated by eight bits each are the word itself.
                        if unit == "word" {
                            seen.insert(digest(&text, 1));
                            combinations += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), combinations);
    }

    #[test]
    fn parameters_mean_what_the_library_calls_them() {
        let expected = Cyclic::<u32>::new(3, Element::Wang, Finaliser::Mix).digest(WORDS);
        assert_eq!(digest("cyclic:delta=3,map=wang,finish=mix", 0), expected);
        let expected = Cyclic::<u64>::new(1, Element::GOLDEN_RATIO_64, Finaliser::Wang).digest(WORDS);
        assert_eq!(digest("cyclic64:finish=wang,map=golden", 0), expected);
        assert_eq!(digest("recordwise:words=3", 9), Recordwise::new(9, 3).digest(WORDS));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<HashSpec>().unwrap_err().to_string();
        assert!(error("md5:delta=1").starts_with("there is no hash `md5`; there are incremental,"));
        let message = "the hash cyclic has no parameter `words`; it has delta=…, map=…, finish=…, unit=…";
        assert_eq!(error("cyclic:words=3"), message);
        assert_eq!(error("xxh3:"), "the hash xxh3 has no parameter ``; it has none");
        assert_eq!(error("cyclic:delta=32"), "`delta` cannot be `32`; it takes 0 to 31, for cyclic64 to 63");
        assert_eq!(error("cyclic:map"), "`map` cannot be ``; it takes identity, golden, wang, seeded");
        assert_eq!(error("recordwise:words=0"), "`words` cannot be `0`; it takes 1 to 65536");
    }
}
