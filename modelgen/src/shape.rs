//! What kind of models are wanted: how large, and how likely each language feature is.
//!
//! A feature is decided once per model, not once per statement. Models then differ in *which* features meet,
//! which finds more disagreements than models that all contain a little of everything (swarm testing; Groce
//! et al., ISSTA 2012).

use crate::rng::Rng;

/// A part of the language that a model may or may not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// Rendezvous channels.
    Rendezvous,
    /// Buffered channels.
    Buffered,
    /// Arrays of channels.
    ChannelArrays,
    /// Channels as parameters, in messages and in variables.
    ChannelPassing,
    /// Channels created by a process.
    LocalChannels,
    /// Records in messages.
    RecordMessages,
    /// Symbolic constants.
    Mtypes,
    /// Symbolic constants with a named set (`mtype:colour`).
    NamedMtypes,
    /// Record types.
    Typedefs,
    /// Arrays of scalars.
    Arrays,
    /// Values that only fit after truncation.
    WideValues,
    /// An `init` process that starts the others.
    Init,
    /// Processes started by processes other than `init`.
    Run,
    /// Several instances of one active proctype.
    Instances,
    /// `provided` clauses.
    Provided,
    /// Process priorities.
    Priorities,
    /// `atomic`.
    Atomic,
    /// `d_step`.
    DStep,
    /// `unless`.
    Unless,
    /// `timeout`.
    Timeout,
    /// `for` and `select`.
    ForSelect,
    /// `inline`, with and without `return`.
    Inline,
    /// `#define` and `#ifdef`.
    Macros,
    /// Labels and `goto`.
    Goto,
    /// Labels that mark valid end states.
    EndLabels,
    /// `assert`, mostly of conditions that can fail.
    Asserts,
    /// `printf` and `printm`.
    Printf,
    /// Declarations after the first statement and in inner blocks.
    LateDeclarations,
    /// `hidden` and `show`.
    Hidden,
    /// References to locals and labels of other processes.
    Remote,
    /// The predefined variable `_last`.
    Last,
    /// The predicate `enabled`.
    Enabled,
    /// `else` next to sends and receives, which Spin calls dubious and accepts.
    ElseIo,
    /// Newlines instead of semicolons.
    Newlines,
    /// Errors that end the search: index out of range, blocking inside `d_step`.
    Faults,
}

const FEATURES: usize = Feature::Faults as usize + 1;

/// The size of the models and the probability, in percent, of each feature.
#[derive(Clone, Debug)]
pub struct Shape {
    percent: [u8; FEATURES],
    /// Largest number of processes that exist from the start.
    pub processes: usize,
    /// Statements of a model with one process; a model with more gets fewer for each.
    pub statements: usize,
}

impl Shape {
    /// Names of the presets, for command lines and messages.
    pub const NAMES: [&'static str; 9] =
        ["mixed", "small", "data", "no-rendezvous", "rendezvous", "run", "control", "priorities", "faults"];

    /// The preset of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Shape> {
        Some(match name {
            "mixed" => Shape::mixed(),
            "small" => Shape::small(),
            "data" => Shape::data(),
            "no-rendezvous" => Shape::no_rendezvous(),
            "rendezvous" => Shape::rendezvous(),
            "run" => Shape::run(),
            "control" => Shape::control(),
            "priorities" => Shape::priorities(),
            "faults" => Shape::faults(),
            _ => return None,
        })
    }

    /// The same shape with another probability, in percent, for one feature.
    #[must_use]
    pub fn with(mut self, feature: Feature, percent: u8) -> Shape {
        self.percent[feature as usize] = percent;
        self
    }

    /// Every feature that combines with every other, no faults.
    #[must_use]
    pub fn mixed() -> Shape {
        use Feature::*;
        let usual = [
            (Rendezvous, 40),
            (Buffered, 50),
            (ChannelArrays, 25),
            (ChannelPassing, 25),
            (LocalChannels, 15),
            (RecordMessages, 20),
            (Mtypes, 45),
            (NamedMtypes, 25),
            (Typedefs, 35),
            (Arrays, 45),
            (WideValues, 40),
            (Init, 35),
            (Run, 25),
            (Instances, 35),
            (Provided, 12),
            (Atomic, 50),
            (DStep, 40),
            (Unless, 25),
            (Timeout, 25),
            (ForSelect, 35),
            (Inline, 30),
            (Macros, 25),
            (Goto, 40),
            (EndLabels, 35),
            (Asserts, 40),
            (Printf, 20),
            (LateDeclarations, 35),
            (Hidden, 15),
            (Remote, 15),
            (Last, 8),
            (Enabled, 6),
            (ElseIo, 15),
            (Newlines, 30),
        ];
        let nothing = Shape { percent: [0; FEATURES], processes: 4, statements: 20 };
        usual.into_iter().fold(nothing, |shape, (feature, percent)| shape.with(feature, percent))
    }

    /// Few and short processes: quick to check, easy to read when two checkers disagree.
    #[must_use]
    pub fn small() -> Shape {
        Shape { processes: 2, statements: 14, ..Shape::mixed() }
    }

    /// No channels: expressions, truncation, records, arrays, loops.
    #[must_use]
    pub fn data() -> Shape {
        use Feature::*;
        let data = Shape::mixed().with(Rendezvous, 0).with(Buffered, 0).with(WideValues, 80);
        data.with(Typedefs, 70).with(Arrays, 70).with(Inline, 50).with(DStep, 60)
    }

    /// Every channel buffered.
    #[must_use]
    pub fn no_rendezvous() -> Shape {
        Shape::mixed().with(Feature::Rendezvous, 0).with(Feature::Buffered, 100).with(Feature::Enabled, 15)
    }

    /// Handshakes everywhere, most of them next to `atomic`.
    #[must_use]
    pub fn rendezvous() -> Shape {
        Shape::mixed().with(Feature::Rendezvous, 100).with(Feature::Atomic, 75).with(Feature::Enabled, 0)
    }

    /// Processes start and end during the search.
    #[must_use]
    pub fn run() -> Shape {
        Shape::mixed().with(Feature::Run, 100).with(Feature::Init, 60)
    }

    /// Jumps, escapes, timeouts, nested sequences.
    #[must_use]
    pub fn control() -> Shape {
        use Feature::*;
        let control = Shape { statements: 16, ..Shape::mixed() };
        let control = control.with(Goto, 80).with(Unless, 70).with(Timeout, 50).with(Atomic, 70);
        control.with(DStep, 60).with(ForSelect, 50).with(EndLabels, 60).with(Provided, 25)
    }

    /// Processes with priorities. Spin forbids rendezvous with them.
    #[must_use]
    pub fn priorities() -> Shape {
        Shape::mixed().with(Feature::Priorities, 100).with(Feature::Rendezvous, 0).with(Feature::Enabled, 0)
    }

    /// Errors at run time that stop Spin's search, whose counts then depend on the order of exploration.
    #[must_use]
    pub fn faults() -> Shape {
        Shape::mixed().with(Feature::Faults, 100).with(Feature::Arrays, 70).with(Feature::DStep, 60)
    }
}

impl Default for Shape {
    fn default() -> Self {
        Shape::mixed()
    }
}

/// The features of one model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureSet(u64);

impl FeatureSet {
    pub(crate) fn draw(shape: &Shape, rng: &mut Rng) -> Self {
        let mut bits = 0;
        for (i, &percent) in shape.percent.iter().enumerate() {
            bits |= u64::from(rng.chance(u32::from(percent))) << i;
        }
        FeatureSet(bits)
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.0 >> (feature as usize) & 1 == 1
    }

    pub(crate) fn drop(&mut self, feature: Feature) {
        self.0 &= !(1 << (feature as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_preset() {
        assert!(Shape::NAMES.iter().all(|name| Shape::named(name).is_some()));
        assert!(Shape::named("unheard-of").is_none());
    }

    #[test]
    fn a_feature_of_probability_zero_never_occurs() {
        let shape = Shape::no_rendezvous();
        for seed in 0..200 {
            let set = FeatureSet::draw(&shape, &mut Rng::new(seed));
            assert!(!set.has(Feature::Rendezvous) && set.has(Feature::Buffered));
        }
    }
}
