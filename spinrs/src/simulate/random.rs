//! Random choices that can be repeated.

use promela::exec::StepTaken;

/// SplitMix64 (Steele, Lea and Flood 2014): tiny, and good enough to choose steps.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of the steps; each is as likely as the others.
    pub(super) fn choose(&mut self, steps: &[StepTaken]) -> Option<StepTaken> {
        let below = self.next() as u128 * steps.len() as u128;
        steps.get((below >> 64) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use promela::ir::EdgeId;

    #[test]
    fn every_step_is_chosen_about_as_often_and_the_seed_decides() {
        let steps: Vec<_> = (0..4).map(|n| StepTaken { process: n, edge: EdgeId(0) }).collect();
        let run = |seed| {
            let mut random = Random::new(seed);
            (0..4000).filter_map(|_| random.choose(&steps)).map(|step| step.process).collect::<Vec<_>>()
        };
        for process in 0..4 {
            let n_chosen = run(7).iter().filter(|&&chosen| chosen == process).count();
            assert!((900..1100).contains(&n_chosen), "{n_chosen}");
        }
        assert_eq!(run(7), run(7));
        assert_ne!(run(7), run(8));
        assert_eq!(Random::new(7).choose(&[]), None);
    }
}
