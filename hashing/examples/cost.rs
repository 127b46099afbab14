//! Prints what a hash costs in nanoseconds: from scratch per vector, and by repair per changed word.
//!
//! Each figure is the least and the median of thousands of samples of some microseconds. The least is what the code
//! costs where nothing interferes; on a machine with other work the median, and any average, says more about that work.

use std::hint::black_box;
use std::time::Instant;

use hashing::hasher::{Cyclic, Lookup2, Lookup8, Multilinear, Rapid, Xxh3, Zobrist};
use hashing::{IncrementalHasher, Slot, StateHasher, Word, Write};

const SAMPLES: usize = 4000;
const LEN: usize = 64;
const CHANGES: usize = 64;
const ROUNDS: usize = 32;
/// Changes that make a successor.
const SUCCESSOR: usize = 2;

/// The least and the median time of a call of `work`, in nanoseconds per `units`.
fn sample(units: usize, mut work: impl FnMut()) -> (f64, f64) {
    let mut times: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e9 / units as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[SAMPLES / 2])
}

fn vector(len: usize) -> Vec<Word> {
    (0..len as Word).map(|slot| slot.wrapping_mul(0x9e37_79b9) >> 24).collect()
}

fn from_scratch(name: &str, mut hasher: impl StateHasher) {
    hasher.reserve(LEN);
    let words = vector(LEN);
    let (least, median) = sample(ROUNDS, || {
        for _ in 0..ROUNDS {
            black_box(hasher.digest(black_box(&words)));
        }
    });
    println!("{name:<28} {least:>10.2} {median:>10.2}");
}

fn repair(name: &str, mut hasher: impl IncrementalHasher) {
    hasher.reserve(LEN);
    let words = vector(LEN);
    // Slots in no order, old and new values of a byte.
    let change = |n: usize| (Slot((n * 37 % LEN) as u32), words[n * 37 % LEN], (n * 151 % 256) as Word);
    let changes: Vec<(Slot, Word, Word)> = (0..CHANGES).map(change).collect();
    let mut sum = hasher.sum(&words);
    let (least, median) = sample(CHANGES * ROUNDS, || {
        for _ in 0..ROUNDS {
            for &(slot, old, new) in black_box(&changes) {
                sum = hasher.repair(sum, slot, old, new);
            }
        }
        black_box(sum);
    });
    println!("{name:<28} {least:>10.2} {median:>10.2}");
    let writes: Vec<Write> = changes.iter().map(|&(slot, old, new)| Write::new(slot, old, new)).collect();
    let (least, median) = sample(CHANGES * ROUNDS, || {
        for _ in 0..ROUNDS {
            for successor in black_box(&writes).chunks(SUCCESSOR) {
                sum = hasher.repair_all(sum, &words, successor);
            }
        }
        black_box(sum);
    });
    println!("{:<28} {least:>10.2} {median:>10.2}", format!("  by {SUCCESSOR} at once"));
}

fn main() {
    println!("From scratch, ns per vector of {LEN} words       least     median");
    from_scratch("incremental", Multilinear::new(0));
    from_scratch("lookup2 (Jenkins)", Lookup2::new(0));
    from_scratch("lookup8", Lookup8::new(0));
    from_scratch("xxh3", Xxh3::new(0));
    from_scratch("rapid", Rapid::new(0));
    println!("\nRepair, ns per changed word                    least     median");
    repair("incremental", Multilinear::new(0));
    repair("incremental, portable", Multilinear::portable(0));
    repair("cyclic (the thesis')", Cyclic::thesis());
    repair("cyclic64", Cyclic::<u64>::seeded(0));
    repair("zobrist", Zobrist::new(0));
}
