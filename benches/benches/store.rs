//! Insertions: states seen before and new ones, in tables that fit the second-level cache, the third, and neither.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use benches::{Numbered, scrambled};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hashing::store::EqualComponents;
use hashing::{
    Candidate, ExactStore, LossyStore, Room, Store, StoreChoice, StoreFull, StoreSettings, StoreVisitor,
};

/// States in the table, and the cache that the table of the default store (41 bytes a state) then fits.
const SIZES: [(u64, &str); 3] = [(1 << 14, "L2"), (1 << 20, "L3"), (1 << 23, "DRAM")];

struct Inserts<'a, 'b> {
    group: &'a mut BenchmarkGroup<'b, WallTime>,
    store: StoreChoice,
    states: u64,
    fits: &'static str,
}

impl Inserts<'_, '_> {
    fn id(&self) -> BenchmarkId {
        BenchmarkId::new(self.store.name(), format!("{} states, {}", self.states, self.fits))
    }

    /// Looks up stored states, in an order that the caches cannot foresee.
    fn hits(self, store: &mut impl Store) -> Result<(), StoreFull> {
        let mut numbered = Numbered::default();
        numbered.insert_all(store, 0..self.states)?;
        let mut step = 0;
        self.group.bench_function(self.id(), |bencher| {
            bencher.iter(|| {
                step += 1;
                let (digest, words) = numbered.state(scrambled(step) % self.states);
                black_box(store.insert(Candidate::root(digest, words)))
            });
        });
        Ok(())
    }
}

impl StoreVisitor for Inserts<'_, '_> {
    type Output = Result<(), StoreFull>;
    fn exact<S: ExactStore + Debug + 'static>(self, mut store: S) -> Self::Output {
        self.hits(&mut store)
    }
    fn lossy<S: LossyStore + Debug + 'static>(self, mut store: S) -> Self::Output {
        self.hits(&mut store)
    }
}

/// Stores whose inserts of seen states are measured at every size; the others only at the smallest two.
const AT_EVERY_SIZE: [StoreChoice; 4] =
    [StoreChoice::Exact, StoreChoice::TreeCompact, StoreChoice::Compact, StoreChoice::Bitstate];

fn hit(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hit");
    group.throughput(Throughput::Elements(1));
    for (states, fits) in SIZES {
        for &store in StoreChoice::ALL {
            if fits == "DRAM" && !AT_EVERY_SIZE.contains(&store) {
                continue;
            }
            let visitor = Inserts { group: &mut group, store, states, fits };
            let done = store.visit(settings(states), visitor);
            assert!(matches!(done, Ok(Ok(()))), "{store} is full");
        }
    }
    group.finish();
}

fn settings(states: u64) -> StoreSettings<EqualComponents> {
    let room = Room { expected: states as usize, limit_bytes: None };
    StoreSettings { room, ..StoreSettings::new(EqualComponents(2)) }
}

/// Fills a store that expects nothing, so growth is included; yields the time.
struct Fill(u64);

impl Fill {
    fn run(self, mut store: impl Store) -> Duration {
        let mut numbered = Numbered::default();
        let start = Instant::now();
        let done = numbered.insert_all(&mut store, 0..self.0);
        let elapsed = start.elapsed();
        assert!(done.is_ok());
        black_box(store.len());
        elapsed
    }
}

impl StoreVisitor for Fill {
    type Output = Duration;
    fn exact<S: ExactStore + Debug + 'static>(self, store: S) -> Duration {
        self.run(store)
    }
    fn lossy<S: LossyStore + Debug + 'static>(self, store: S) -> Duration {
        self.run(store)
    }
}

/// New states only: each iteration is one state of a store filled from empty.
fn miss(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("miss");
    group.sample_size(10);
    for (states, fits) in SIZES {
        for &store in StoreChoice::ALL {
            // Filling the largest table takes seconds, so that one store must do.
            if fits == "DRAM" && store != StoreChoice::Exact {
                continue;
            }
            let id = BenchmarkId::new(store.name(), format!("{states} states, {fits}"));
            group.throughput(Throughput::Elements(states));
            group.bench_function(id, |bencher| {
                bencher.iter_custom(|iterations| {
                    let fill = |_| {
                        // A bitstate array of a fixed size per state, as it cannot grow.
                        let settings = StoreSettings {
                            array_bytes: Some(4 * states as usize),
                            ..StoreSettings::new(EqualComponents(2))
                        };
                        store.visit(settings, Fill(states)).unwrap_or_default()
                    };
                    (0..iterations).map(fill).sum()
                });
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = hit, miss
}
criterion_main!(benches);
