//! The rows of an experiment as tables ask for them: medians, ratios per model, and their summary.

use std::collections::BTreeSet;

use crate::raw::Row;
use crate::statistics::{Estimate, geometric_mean, mean_ratio, median, ratio_estimate};
use crate::table::percent;

/// The rows of one experiment.
#[derive(Debug)]
pub struct Measured {
    rows: Vec<Row>,
    instances: Vec<String>,
}

impl Measured {
    /// Of these rows.
    pub fn new(rows: Vec<Row>) -> Self {
        let mut seen = BTreeSet::new();
        let instances = rows.iter().map(|row| row.instance.clone()).filter(|name| seen.insert(name.clone()));
        let instances = instances.collect();
        Self { rows, instances }
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Names of instances, in the order of their first rows.
    pub fn instances(&self) -> &[String] {
        &self.instances
    }

    /// The complete runs of an instance in a configuration.
    pub fn runs<'a>(&'a self, instance: &'a str, configuration: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| {
            row.instance == instance && row.configuration == configuration && row.is_complete()
        })
    }

    /// Any complete row of an instance, for what all have in common.
    pub fn any(&self, instance: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.instance == instance && row.is_complete() && !row.commit.is_empty())
    }

    /// Whether any row is of this configuration.
    pub fn has(&self, configuration: &str) -> bool {
        self.rows.iter().any(|row| row.configuration == configuration)
    }

    /// The version of Spin that was measured.
    pub fn spin_version(&self) -> Option<&str> {
        self.rows.iter().find(|row| row.commit.is_empty()).map(|row| &row.version[..])
    }

    /// The seconds of all repetitions: of the search for spinrs, of the whole process for Spin, whose own clock shows
    /// hundredths only.
    pub fn seconds(&self, instance: &str, configuration: &str) -> Vec<f64> {
        let time = |row: &Row| match row.commit.is_empty() {
            true => Some(row.wall_seconds),
            false => row.search_seconds,
        };
        self.runs(instance, configuration).filter_map(time).collect()
    }

    /// The median of the seconds; NaN if there are none.
    pub fn median(&self, instance: &str, configuration: &str) -> f64 {
        median(&self.seconds(instance, configuration))
    }

    /// A figure that is the same in every repetition; NaN if there is none.
    pub fn figure(&self, instance: &str, configuration: &str, of: impl Fn(&Row) -> Option<f64>) -> f64 {
        self.runs(instance, configuration).find_map(of).unwrap_or(f64::NAN)
    }

    /// Hash conflicts per transition, what the thesis calls the collision rate; NaN if they were not counted.
    pub fn collision_rate(&self, instance: &str, configuration: &str) -> f64 {
        self.figure(instance, configuration, |row| Some(row.conflicts? as f64 / row.transitions? as f64))
    }

    /// The median time of a configuration relative to another on the same instance.
    pub fn ratio(&self, instance: &str, configuration: &str, baseline: &str) -> Option<Estimate> {
        let (of, to) = (self.seconds(instance, configuration), self.seconds(instance, baseline));
        (!of.is_empty() && !to.is_empty()).then(|| ratio_estimate(&of, &to))
    }

    /// The ratios of all instances that have both.
    pub fn summary(&self, configuration: &str, baseline: &str) -> Summary {
        let ratio = |name: &String| Some((name.clone(), self.ratio(name, configuration, baseline)?));
        Summary { ratios: self.instances.iter().filter_map(ratio).collect() }
    }

    /// The geometric mean over instances of a figure; NaN if there is none.
    pub fn mean(&self, of: impl Fn(&str) -> f64) -> f64 {
        let values: Vec<f64> = self.instances.iter().map(|name| of(name)).filter(|v| v.is_finite()).collect();
        geometric_mean(&values)
    }

    /// The arithmetic mean over instances of a figure; NaN if there is none.
    pub fn average(&self, of: impl Fn(&str) -> f64) -> f64 {
        let values: Vec<f64> = self.instances.iter().map(|name| of(name)).filter(|v| v.is_finite()).collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// By what, where and how often the rows were measured.
    pub fn provenance(&self) -> String {
        let list = |of: &dyn Fn(&Row) -> Option<String>| {
            let all: BTreeSet<String> = self.rows.iter().filter_map(of).collect();
            all.into_iter().collect::<Vec<_>>().join("; ")
        };
        let ours = |row: &Row| !row.commit.is_empty();
        let spinrs = list(&|row| ours(row).then(|| format!("spinrs {} ({})", row.version, row.commit)));
        let spin = list(&|row| (!ours(row)).then(|| row.version.clone()));
        let machine = list(&|row| {
            let gigabytes = row.memory as f64 / f64::from(1 << 30);
            Some(format!("{}, {} cores, {gigabytes:.0} GiB, kernel {}", row.cpu, row.cores, row.kernel))
        });
        let most = self.rows.iter().map(|row| row.repetition).max().unwrap_or(0);
        let load = self.rows.iter().filter_map(|row| row.load).fold(0.0, f64::max);
        let tools = [spinrs, spin].into_iter().filter(|tool| !tool.is_empty()).collect::<Vec<_>>().join("; ");
        let runs = self.rows.len();
        let times = if most == 1 { "one run".to_owned() } else { format!("{most} runs") };
        format!(
            "Measured: {runs} runs, {times} of each configuration; {tools}; {machine}; highest load average {load:.1}."
        )
    }
}

/// A model and its ratio.
pub type ModelRatio = (String, Estimate);

/// Ratios of times, one for each model.
#[derive(Clone, Debug)]
pub struct Summary {
    ratios: Vec<ModelRatio>,
}

impl Summary {
    /// How many models.
    pub fn len(&self) -> usize {
        self.ratios.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ratios.is_empty()
    }

    /// The geometric mean of the ratios.
    pub fn mean(&self) -> Estimate {
        mean_ratio(&self.ratios.iter().map(|(_, ratio)| ratio.value).collect::<Vec<_>>())
    }

    /// Models on which it is faster beyond the noise, slower beyond the noise, and neither.
    pub fn score(&self) -> (usize, usize, usize) {
        let wins = self.ratios.iter().filter(|(_, ratio)| ratio.high < 1.0).count();
        let losses = self.ratios.iter().filter(|(_, ratio)| ratio.low > 1.0).count();
        (wins, losses, self.len() - wins - losses)
    }

    /// The least and the greatest ratio.
    pub fn extremes(&self) -> Option<(&ModelRatio, &ModelRatio)> {
        let order = |a: &&ModelRatio, b: &&ModelRatio| a.1.value.total_cmp(&b.1.value);
        Some((self.ratios.iter().min_by(order)?, self.ratios.iter().max_by(order)?))
    }

    /// The mean, wins, losses and extremes in words; `what` is subject and verb, `baseline` the time compared with.
    pub fn sentence(&self, what: &str, baseline: &str) -> String {
        let Some((best, worst)) = self.extremes() else {
            return format!("{what} – % of {baseline}: not measured.");
        };
        let (wins, losses, open) = self.score();
        let Estimate { value, low, high } = self.mean();
        format!(
            "{what} {} % of {baseline} (95 % interval {}–{}, {} models: faster on {wins}, slower on {losses}, within the noise on \
             {open}; best {} % on {}, worst {} % on {}).",
            percent(value, 1),
            percent(low, 1),
            percent(high, 1),
            self.len(),
            percent(best.1.value, 0),
            best.0,
            percent(worst.1.value, 0),
            worst.0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(instance: &str, configuration: &str, seconds: f64) -> Row {
        Row {
            instance: instance.to_owned(),
            configuration: configuration.to_owned(),
            status: "complete".to_owned(),
            commit: "c".to_owned(),
            search_seconds: Some(seconds),
            ..Row::default()
        }
    }

    #[test]
    fn ratios_are_taken_per_model_before_any_mean() {
        // Of the sums the ratio would be 101/110; of the models it is the root of 2 times 1/2.
        let data = Measured::new(vec![
            row("a", "new", 1.0),
            row("a", "old", 2.0),
            row("b", "new", 200.0),
            row("b", "old", 100.0),
            row("c", "new", 1.0),
        ]);
        let summary = data.summary("new", "old");
        assert_eq!(summary.len(), 2);
        assert!((summary.mean().value - 1.0).abs() < 1e-12);
        assert_eq!(summary.score(), (1, 1, 0));
        let text = summary.sentence("The new takes", "the old");
        assert!(text.starts_with("The new takes 100.0 % of the old (95 % interval"), "{text}");
        assert!(text.contains("faster on 1, slower on 1") && text.contains("worst 200 % on b"), "{text}");
    }

    #[test]
    fn runs_that_met_a_limit_are_not_measurements() {
        let cut = Row { status: "time limit".to_owned(), ..row("a", "new", 600.0) };
        let data = Measured::new(vec![cut]);
        assert!(data.median("a", "new").is_nan());
        assert!(data.summary("new", "old").is_empty());
    }
}
