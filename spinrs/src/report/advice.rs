//! What to try when memory runs short, estimated from the run so far.

use crate::units::{bytes, grouped};
use checker::{Config, SearchChoice, Stats, StoreChoice};

/// Stores that take less, with the bytes they take per state, measured on BEEM models of 10,000 states and more and
/// rounded up; and whether they may omit states.
const THRIFTY: [(StoreChoice, f64, bool); 3] = [
    (StoreChoice::Tree, 16.0, false),
    (StoreChoice::Compact, 10.0, true),
    // Two bytes keep the expected omissions small.
    (StoreChoice::Bitstate, 2.0, true),
];

/// Bytes that a breadth-first search takes per state beside the store, measured on BEEM models and rounded up.
const FRONTIER: f64 = 20.0;

/// A store has to promise this much more to be worth a try.
const WORTH: f64 = 1.25;

/// One sentence; `limit` is the memory that was not enough.
pub(super) fn advice(stats: &Stats, config: &Config, limit: u64) -> String {
    if stats.stored == 0 {
        return "raise --max-memory".to_owned();
    }
    if config.search == SearchChoice::Dfs && stats.store_bytes < stats.stack_bytes {
        return instead_of_the_stack(stats, config, limit);
    }
    let per_state = stats.store_bytes as f64 / stats.stored as f64;
    let room = limit.saturating_sub(stats.stack_bytes) as f64;
    // A breadth-first search cannot use a store that keeps no states.
    let usable = |lossy: bool| !lossy || config.search == SearchChoice::Dfs;
    let promising = THRIFTY.iter().filter(|(_, size, lossy)| size * WORTH < per_state && usable(*lossy));
    let hint = |(store, size, lossy): &(StoreChoice, f64, bool)| {
        let remark = if *lossy { ", may omit some" } else { "" };
        format!("--store {store} (about {} states{remark})", rounded(room / size))
    };
    let hints: Vec<String> = promising.map(hint).collect();
    let so_far = format!("{} states took {per_state:.0} bytes each", grouped(stats.stored));
    match &hints[..] {
        [] => format!("{so_far}: raise --max-memory"),
        hints => format!("{so_far}; in the same memory try {}; or raise --max-memory", hints.join(", ")),
    }
}

/// Breadth first there is no stack; the store has to keep states for it.
fn instead_of_the_stack(stats: &Stats, config: &Config, limit: u64) -> String {
    let (flag, per_state) = if config.store.is_exact() {
        ("--search bfs".to_owned(), stats.store_bytes as f64 / stats.stored as f64)
    } else {
        let (store, per_state, _) = THRIFTY[0];
        (format!("--search bfs --store {store}"), per_state)
    };
    format!(
        "the stack took {} of it, {} steps deep; try {flag} (about {} states), or raise --max-memory",
        bytes(stats.stack_bytes),
        grouped(stats.depth),
        rounded(limit as f64 / (per_state + FRONTIER))
    )
}

/// Two digits are all that an estimate is good for.
fn rounded(number: f64) -> String {
    let number = number.max(1.0);
    let unit = 10f64.powf((number.log10().floor() - 1.0).max(0.0));
    grouped(((number / unit).round() * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 1 << 30;

    fn stats(stored: u64, store_bytes: u64, stack_bytes: u64) -> Stats {
        Stats { stored, store_bytes, stack_bytes, ..Stats::default() }
    }

    #[test]
    fn stores_that_take_less_are_named_with_what_they_would_hold() {
        let advice = advice(&stats(10_000_000, 1_000_000_000, 0), &Config::default(), LIMIT);
        assert!(advice.contains("10,000,000 states took 100 bytes each"), "{advice}");
        assert!(advice.contains("--store tree (about 67,000,000 states)"), "{advice}");
        assert!(advice.contains("--store compact (about 110,000,000 states, may omit some)"), "{advice}");
        assert!(advice.contains("--store bitstate (about 540,000,000 states"), "{advice}");
    }

    #[test]
    fn what_would_not_help_is_not_named() {
        let thrifty = advice(&stats(10_000_000, 100_000_000, 0), &Config::default(), LIMIT);
        assert!(!thrifty.contains("tree") && !thrifty.contains("compact"), "{thrifty}");
        let breadth = Config { search: SearchChoice::Bfs, ..Config::default() };
        let exact = advice(&stats(10_000_000, 1_000_000_000, 0), &breadth, LIMIT);
        assert!(exact.contains("tree") && !exact.contains("bitstate"), "{exact}");
        let deep = advice(&stats(1_000_000, 10_000_000, 900_000_000), &Config::default(), LIMIT);
        assert!(deep.contains("try --search bfs (about 36,000,000 states)"), "{deep}");
        let lossy = Config { store: StoreChoice::Bitstate, ..Config::default() };
        let deep = advice(&stats(1_000_000, 10_000_000, 900_000_000), &lossy, LIMIT);
        assert!(deep.contains("try --search bfs --store tree (about 30,000,000 states)"), "{deep}");
        assert_eq!(advice(&stats(0, 0, 0), &Config::default(), LIMIT), "raise --max-memory");
    }
}
