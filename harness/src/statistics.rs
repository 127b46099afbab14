//! Medians and geometric means with bootstrap intervals. The random numbers are the same each time, so that tables can be
//! made again from raw rows to the last digit.

/// A value with the interval that holds 95 % of its bootstrap replicates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The statistic of the sample itself.
    pub value: f64,
    /// The lower end, at 2.5 %.
    pub low: f64,
    /// The upper end, at 97.5 %.
    pub high: f64,
}

const REPLICATES: usize = 2000;

/// The middle of the values; of an even number, the mean of the two in the middle. NaN if there are none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// The geometric mean, the mean for ratios. NaN if there are none.
pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// The median of repetitions.
pub fn median_estimate(values: &[f64]) -> Estimate {
    bootstrap(median(values), |random| median(&resample(values, random)))
}

/// The ratio of the medians of two sets of repetitions, of one and the same model.
pub fn ratio_estimate(numerator: &[f64], denominator: &[f64]) -> Estimate {
    bootstrap(median(numerator) / median(denominator), |random| {
        median(&resample(numerator, random)) / median(&resample(denominator, random))
    })
}

/// The geometric mean of ratios, one for each model; the models are what is resampled.
pub fn mean_ratio(ratios: &[f64]) -> Estimate {
    bootstrap(geometric_mean(ratios), |random| geometric_mean(&resample(ratios, random)))
}

fn bootstrap(value: f64, mut replicate: impl FnMut(&mut Random) -> f64) -> Estimate {
    let mut random = Random(0);
    let mut replicates: Vec<f64> = (0..REPLICATES).map(|_| replicate(&mut random)).collect();
    replicates.sort_by(f64::total_cmp);
    let at = |share: f64| replicates[((REPLICATES - 1) as f64 * share).round() as usize];
    Estimate { value, low: at(0.025), high: at(0.975) }
}

fn resample(values: &[f64], random: &mut Random) -> Vec<f64> {
    values.iter().map(|_| values[random.below(values.len())]).collect()
}

/// Pearson's coefficient of the ranks: whether one grows with the other, by whatever curve. NaN for fewer than three.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    if pairs.len() < 3 {
        return f64::NAN;
    }
    let ranks = |values: Vec<f64>| -> Vec<f64> {
        let below = |v: f64| values.iter().filter(|&&w| w < v).count() as f64;
        let equal = |v: f64| values.iter().filter(|&&w| w == v).count() as f64;
        values.iter().map(|&v| below(v) + (equal(v) - 1.0) / 2.0).collect()
    };
    let (xs, ys) = (ranks(pairs.iter().map(|p| p.0).collect()), ranks(pairs.iter().map(|p| p.1).collect()));
    let mean = (pairs.len() - 1) as f64 / 2.0;
    let sum =
        |f: &dyn Fn(f64, f64) -> f64| xs.iter().zip(&ys).map(|(&x, &y)| f(x - mean, y - mean)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// `SplitMix64`, of Steele, Lea and Flood: the same numbers from the same start.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// Puts values into an order that `random` decides.
pub fn shuffle<T>(values: &mut [T], random: &mut Random) {
    for end in (1..values.len()).rev() {
        values.swap(end, random.below(end + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means_are_right_on_cases_done_by_hand() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!(median(&[]).is_nan());
        assert!((geometric_mean(&[0.5, 2.0]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn intervals_hold_the_value_and_narrow_with_more_data() {
        let few = median_estimate(&[1.0, 2.0, 3.0]);
        assert!((few.value - 2.0).abs() < 1e-12 && few.low >= 1.0 && few.high <= 3.0 && few.low < few.high);
        let spread = |n: usize| {
            let values: Vec<f64> = (0..n).map(|i| 1.0 + (i % 10) as f64 / 10.0).collect();
            let estimate = mean_ratio(&values);
            assert!(estimate.low <= estimate.value && estimate.value <= estimate.high);
            estimate.high - estimate.low
        };
        assert!(spread(1000) < spread(20) / 3.0);
    }

    #[test]
    fn the_same_data_give_the_same_interval() {
        let (a, b) = ([1.0, 1.2, 0.9], [2.0, 2.1, 2.3]);
        assert_eq!(ratio_estimate(&a, &b), ratio_estimate(&a, &b));
        let one = ratio_estimate(&[1.0], &[4.0]);
        assert!((one.value - 0.25).abs() < 1e-12 && (one.low - one.high).abs() < 1e-12);
    }

    #[test]
    fn ranks_correlate_whatever_the_curve() {
        let pairs: Vec<_> = (1..20).map(|x| (f64::from(x), f64::from(x).exp())).collect();
        assert!((rank_correlation(&pairs) - 1.0).abs() < 1e-12);
        let falling: Vec<_> = pairs.iter().map(|&(x, y)| (x, -y)).collect();
        assert!((rank_correlation(&falling) + 1.0).abs() < 1e-12);
        assert!(rank_correlation(&pairs[..2]).is_nan());
    }
}
