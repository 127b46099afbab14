//! Whole searches of a small model: front end excluded, every store, and the hashes that are compared most.

use std::sync::atomic::AtomicBool;

use checker::{Config, HashChoice, Hooks, Optimisation, StoreChoice, dispatch};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use promela::ir::Program;
use promela::lower::NumberWidth;
use promela::source::Disk;
use promela::text::Options;

/// Four processes that count and hand a token around: some 10^5 states.
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/models/counters.pml");

fn program() -> Program {
    let model = promela::compile(MODEL, &Disk, &Options::default());
    let program = model.map(|model| model.program(NumberWidth::Narrow, Optimisation::NONE));
    program.ok().and_then(Result::ok).unwrap_or_else(|| panic!("{MODEL} is not a model"))
}

fn search(program: &Program, config: &Config) -> u64 {
    let interrupt = AtomicBool::new(false);
    let mut hooks = Hooks { interrupt: &interrupt, progress: &mut |_| {} };
    dispatch::run(program, config, &mut hooks).map_or(0, |outcome| outcome.stats.transitions())
}

fn whole(criterion: &mut Criterion) {
    let program = program();
    let transitions = search(&program, &Config::default());
    assert!(transitions > 100_000, "the model is too small: {transitions} transitions");
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(transitions));
    for &store in StoreChoice::ALL {
        let config = Config { store, expected_states: 1 << 17, ..Config::default() };
        group.bench_function(format!("store {store}"), |bencher| bencher.iter(|| search(&program, &config)));
    }
    for hash in [HashChoice::Incremental, HashChoice::Full, HashChoice::Cyclic, HashChoice::Lookup2] {
        let config = Config { hash: hash.into(), ..Config::default() };
        group.bench_function(format!("hash {hash}"), |bencher| bencher.iter(|| search(&program, &config)));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = whole
}
criterion_main!(benches);
