//! Digests from scratch, and their repair, over the length of the vector and the number of changed words.
//!
//! The figure that matters is `repair`: nanoseconds per changed word are the slope from 1 to 64 changes.

use std::hint::black_box;

use benches::{LENGTHS, vector, writes};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hashing::hasher::{Cyclic, Multilinear, Zobrist};
use hashing::{
    DigestPolicy, HashChoice, IncrementalHasher, PolicyVisitor, Slot, StateHasher, StateVector, Word,
};

/// One digest per iteration, from scratch.
struct FromScratch<'a, 'b>(&'a mut BenchmarkGroup<'b, WallTime>, &'static str, usize);

impl PolicyVisitor for FromScratch<'_, '_> {
    type Output = ();
    fn visit<P: DigestPolicy + Clone + std::fmt::Debug + 'static>(self, mut policy: P) {
        let words = vector(self.2);
        policy.reserve(words.len());
        self.0.bench_function(BenchmarkId::new(self.1, 4 * self.2), |bencher| {
            bencher.iter(|| {
                policy.reset(black_box(&words));
                policy.current(black_box(&words))
            });
        });
    }
}

fn from_scratch(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("from scratch");
    for len in LENGTHS {
        group.throughput(Throughput::Bytes(4 * len as u64));
        for &choice in HashChoice::ALL {
            if !matches!(choice, HashChoice::Audited | HashChoice::Full) {
                choice.visit(0, FromScratch(&mut group, choice.name(), len));
            }
        }
    }
    group.finish();
}

fn repair_with<H: IncrementalHasher + StateHasher>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut hasher: H,
) {
    const LEN: usize = 64;
    hasher.reserve(LEN);
    let words = vector(LEN);
    let sum = hasher.sum(&words);
    for changes in [1, 4, 16, 64] {
        let changed: Vec<(u32, Word, Word)> =
            writes(LEN, changes).into_iter().map(|(slot, new)| (slot, words[slot as usize], new)).collect();
        group.throughput(Throughput::Elements(changes as u64));
        group.bench_function(BenchmarkId::new(name, changes), |bencher| {
            bencher.iter(|| {
                let changed = black_box(&changed);
                let repair =
                    |sum, &(slot, old, new): &(u32, Word, Word)| hasher.repair(sum, Slot(slot), old, new);
                changed.iter().fold(sum, repair)
            });
        });
    }
}

/// The cost of following a change, without the finaliser that a digest needs once.
fn repair(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("repair");
    repair_with(&mut group, "incremental", Multilinear::new(0));
    repair_with(&mut group, "incremental, portable", Multilinear::portable(0));
    repair_with(&mut group, "zobrist", Zobrist::new(0));
    repair_with(&mut group, "cyclic", Cyclic::thesis());
    repair_with(&mut group, "cyclic64", Cyclic::<u64>::seeded(0));
    group.finish();
}

/// What a search does: mark, write, ask for the digest, rewind.
struct Barrier<'a, 'b>(&'a mut BenchmarkGroup<'b, WallTime>, &'static str, usize, usize);

impl PolicyVisitor for Barrier<'_, '_> {
    type Output = ();
    fn visit<P: DigestPolicy + Clone + std::fmt::Debug + 'static>(self, policy: P) {
        let Self(group, name, len, changes) = self;
        let mut state = StateVector::new(policy);
        state.load(&vector(len));
        let changed = writes(len, changes);
        group.bench_function(BenchmarkId::new(name, format!("{} bytes, {changes}", 4 * len)), |bencher| {
            bencher.iter(|| {
                let mark = state.mark();
                for &(slot, word) in black_box(&changed) {
                    state.set(Slot(slot), word);
                }
                let digest = state.digest();
                state.rewind(mark);
                digest
            });
        });
    }
}

fn successor(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("successor");
    for len in LENGTHS {
        for changes in [1, 2, 8] {
            for choice in
                [HashChoice::Incremental, HashChoice::Cyclic, HashChoice::Lookup2, HashChoice::Rapid]
            {
                choice.visit(0, Barrier(&mut group, choice.name(), len, changes));
            }
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = repair, successor, from_scratch
}
criterion_main!(benches);
