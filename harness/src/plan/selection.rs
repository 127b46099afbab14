//! Which instances are measured: by rule, so that nobody chooses those that look good.

use std::collections::BTreeMap;

use crate::models::Instance;
use crate::thesis;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// Runs of every timed configuration.
    pub repetitions: u32,
    /// The fewest transitions an instance may have, so that a run can be timed.
    pub least: u64,
    /// The most, so that all can be run.
    pub most: u64,
    /// Every how many-th family the main table takes; 1 takes all.
    pub stride: usize,
    /// How many instances the experiments on open questions take.
    pub few: usize,
    /// Whether this is the short run.
    pub quick: bool,
}

/// Families that are not of BEEM; they have experiments of their own.
const OWN: [&str; 2] = ["ledger", "szymanski_array"];

/// One instance for each family: the largest within the bounds, but rather one that the thesis has too. For a folder
/// whose instances are BEEM's own, all that the thesis lists.
pub fn select(instances: &[Instance], scale: &Scale, all_of_thesis: bool) -> Vec<Instance> {
    let thesis = thesis::table();
    let listed = |instance: &Instance| instance.original && thesis.contains_key(&instance.name);
    let size = |instance: &Instance| {
        let known = instance.transitions();
        // Of models without known counts the thesis tells the size.
        let said = || thesis.get(&instance.name)?.states_million.map(|millions| (millions * 1e6) as u64);
        known.or_else(said)
    };
    let within =
        |instance: &Instance| size(instance).is_some_and(|n| (scale.least..=scale.most).contains(&n));
    let candidates =
        instances.iter().filter(|instance| within(instance) && !OWN.contains(&&instance.family[..]));
    if all_of_thesis {
        return candidates.filter(|instance| listed(instance)).cloned().collect();
    }
    let mut best: BTreeMap<&str, &Instance> = BTreeMap::new();
    for instance in candidates {
        let rank = |instance: &Instance| (listed(instance), size(instance));
        let entry = best.entry(&instance.family).or_insert(instance);
        if rank(instance) > rank(entry) {
            *entry = instance;
        }
    }
    best.into_values().step_by(scale.stride.max(1)).cloned().collect()
}

/// At most `n` of them, evenly over the list, and always those whose name is in `must`.
pub(super) fn spread(instances: &[Instance], n: usize, must: &[&str]) -> Vec<Instance> {
    let stride = instances.len().div_ceil(n.max(1)).max(1);
    let chosen =
        |(place, instance): &(usize, &Instance)| place % stride == 0 || must.contains(&&instance.name[..]);
    instances.iter().enumerate().filter(chosen).map(|(_, instance)| instance.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{Counts, Mode};

    fn instance(family: &str, name: &str, transitions: u64, original: bool) -> Instance {
        Instance {
            name: name.to_owned(),
            family: family.to_owned(),
            path: "m.pml".into(),
            defines: Vec::new(),
            original,
            expected: BTreeMap::from([(Mode::Por, Counts { stored: 1, transitions })]),
        }
    }

    const SCALE: Scale =
        Scale { repetitions: 1, least: 100, most: 5_000_000, stride: 1, few: 2, quick: false };

    #[test]
    fn one_of_each_family_the_largest_but_rather_the_thesis() {
        let all = [
            instance("adding", "adding.1", 10_000, true),
            instance("adding", "adding.2", 1_289_749, true),
            instance("adding", "adding.own", 2_000_000, false),
            instance("adding", "adding.6", 11_746_149, true),
            instance("b", "b.1", 200, false),
            instance("b", "b.2", 300, false),
            instance("c", "c.1", 99, false),
            instance("ledger", "ledger.long", 1000, false),
        ];
        let names = |chosen: Vec<Instance>| chosen.into_iter().map(|i| i.name).collect::<Vec<_>>();
        assert_eq!(names(select(&all, &SCALE, false)), ["adding.2", "b.2"]);
        assert_eq!(names(select(&all, &SCALE, true)), ["adding.2"]);
        assert_eq!(names(spread(&all, 3, &["c.1"])), ["adding.1", "adding.6", "c.1"]);
    }
}
