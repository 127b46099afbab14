//! Where the time of a search goes, by sampling.
//!
//! What the search is doing is one byte, written when that changes; another thread reads it a thousand times per second.
//! Unlike reading a clock at every step this costs next to nothing, so the shares are those of the search that is
//! measured. It costs a store per phase, though, so digests and stores are wrapped only when a profile is wanted.

use hashing::{
    BitArray, Candidate, Difference, Digest, DigestPolicy, ExactStore, Guess, Insertion, LossyStore,
    Prefetcher, Slot, StateRef, StateVector, Store, StoreFull, Word, Write,
};
use promela::exec::{Abandoned, Breach, Engine, Remainder, Scope, Successors, Violation};
use promela::ir::FaultId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

/// What a search spends time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The search's own books: the stack or the queue, going down and coming back.
    Stack,
    /// Computing successors, digests aside.
    Successors,
    /// Digests.
    Digest,
    /// First looks into the table.
    Lookup,
    /// Comparing successors with states found by a first look.
    Compare,
    /// Inserting states, and whatever comparing and growing that takes.
    Insert,
}

impl Phase {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Stack, Self::Successors, Self::Digest, Self::Lookup, Self::Compare, Self::Insert];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stack => "stack",
            Self::Successors => "successors",
            Self::Digest => "digest",
            Self::Lookup => "lookup",
            Self::Compare => "compare",
            Self::Insert => "insert",
        }
    }
}

/// Samples of each phase, in the order of [`Phase::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    samples: [u64; Phase::ALL.len()],
}

impl Profile {
    /// All samples.
    pub fn total(&self) -> u64 {
        self.samples.iter().sum()
    }

    /// The share of a phase; zero if the search was too short for a sample.
    pub fn share(&self, phase: Phase) -> f64 {
        self.samples[phase as usize] as f64 / self.total().max(1) as f64
    }
}

const EVERY: Duration = Duration::from_millis(1);

/// What the search is doing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter(Arc<AtomicU8>);

impl Meter {
    #[inline]
    fn during<R>(&self, phase: Phase, work: impl FnOnce() -> R) -> R {
        let before = self.0.load(Ordering::Relaxed);
        self.0.store(phase as u8, Ordering::Relaxed);
        let result = work();
        self.0.store(before, Ordering::Relaxed);
        result
    }

    /// Does some work and says where its time went.
    pub(crate) fn sample<R>(&self, work: impl FnOnce() -> R) -> (R, Profile) {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let sampler = scope.spawn(|| {
                let mut profile = Profile::default();
                while !done.load(Ordering::Relaxed) {
                    std::thread::sleep(EVERY);
                    profile.samples[usize::from(self.0.load(Ordering::Relaxed))] += 1;
                }
                profile
            });
            let result = work();
            done.store(true, Ordering::Relaxed);
            (result, sampler.join().unwrap_or_default())
        })
    }
}

/// A digest policy or a store whose time is measured.
#[derive(Clone, Debug)]
pub(crate) struct Metered<T> {
    inner: T,
    meter: Meter,
}

impl<T> Metered<T> {
    pub(crate) fn new(inner: T, meter: &Meter) -> Self {
        Self { inner, meter: meter.clone() }
    }
}

impl<P: DigestPolicy> DigestPolicy for Metered<P> {
    type Saved = P::Saved;

    fn reserve(&mut self, slots: usize) {
        self.inner.reserve(slots);
    }
    fn reset(&mut self, words: &[Word]) {
        self.meter.during(Phase::Digest, || self.inner.reset(words));
    }
    #[inline]
    fn wrote(&mut self, words: &[Word], slot: Slot, old: Word, new: Word) {
        self.meter.during(Phase::Digest, || self.inner.wrote(words, slot, old, new));
    }
    #[inline]
    fn current(&self, words: &[Word]) -> Digest {
        self.meter.during(Phase::Digest, || self.inner.current(words))
    }
    #[inline]
    fn save(&self) -> Self::Saved {
        self.inner.save()
    }
    #[inline]
    fn restore(&mut self, saved: Self::Saved) {
        self.inner.restore(saved);
    }
    #[inline]
    fn ahead(&mut self, words: &mut [Word], len: usize, writes: &[Write]) -> (Digest, Self::Saved) {
        self.meter.during(Phase::Digest, || self.inner.ahead(words, len, writes))
    }
    fn difference(&self) -> Option<Difference> {
        self.inner.difference()
    }
}

impl<S: Store> Store for Metered<S> {
    fn prefetch(&self, digest: Digest) {
        self.inner.prefetch(digest);
    }
    fn prefetcher(&self) -> Prefetcher {
        self.inner.prefetcher()
    }
    fn guess(&self, digest: Digest) -> Guess {
        self.meter.during(Phase::Lookup, || self.inner.guess(digest))
    }
    fn focus(&mut self, words: &[Word]) {
        self.meter.during(Phase::Compare, || self.inner.focus(words));
    }
    fn confirms(&mut self, guess: StateRef, writes: &[Write], len: usize) -> bool {
        self.meter.during(Phase::Compare, || self.inner.confirms(guess, writes, len))
    }
    fn insert(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.meter.during(Phase::Insert, || self.inner.insert(candidate))
    }
    fn retreat(&mut self, writes: &[Write], len: usize) {
        self.meter.during(Phase::Compare, || self.inner.retreat(writes, len));
    }
    fn insert_successor(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.meter.during(Phase::Insert, || self.inner.insert_successor(candidate))
    }
    fn insert_absent(&mut self, candidate: Candidate<'_>) -> Result<Insertion, StoreFull> {
        self.meter.during(Phase::Insert, || self.inner.insert_absent(candidate))
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
    fn bytes(&self) -> usize {
        self.inner.bytes()
    }
    fn parts(&self) -> usize {
        self.inner.parts()
    }
    fn conflicts(&self) -> u64 {
        self.inner.conflicts()
    }
}

impl<S: ExactStore> ExactStore for Metered<S> {
    fn read(&self, state: StateRef, words: &mut Vec<Word>) {
        self.inner.read(state, words);
    }
}

impl<S: LossyStore> LossyStore for Metered<S> {
    fn expected_omissions(&self) -> f64 {
        self.inner.expected_omissions()
    }
    fn bit_array(&self) -> Option<BitArray> {
        self.inner.bit_array()
    }
}

/// An engine whose time may be measured: once per state, so that asking whether it is costs nothing.
pub(crate) struct MeteredEngine<E> {
    pub(crate) engine: E,
    pub(crate) meter: Option<Meter>,
}

impl<P: DigestPolicy, E: Engine<P>> Engine<P> for MeteredEngine<E> {
    fn start(&mut self, vector: &mut StateVector<P>) -> Result<(), FaultId> {
        self.engine.start(vector)
    }
    fn arrive(&mut self, words: &[Word]) {
        self.engine.arrive(words);
    }
    #[inline]
    fn expand(
        &mut self,
        vector: &mut StateVector<P>,
        scope: Scope,
        out: &mut Successors<P::Saved>,
    ) -> Result<Remainder, Abandoned> {
        match &self.meter {
            None => self.engine.expand(vector, scope, out),
            Some(meter) => meter.during(Phase::Successors, || self.engine.expand(vector, scope, out)),
        }
    }
    fn violated_at_start(&self) -> &[Violation] {
        self.engine.violated_at_start()
    }
    #[inline]
    fn candidate(&self, vector: &StateVector<P>, below: u32) -> Option<u32> {
        self.engine.candidate(vector, below)
    }
    fn reached(&self) -> &[bool] {
        self.engine.reached()
    }
    fn breaches(&self) -> &[Breach] {
        self.engine.breaches()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn time_is_put_down_to_what_it_was_spent_on() {
        let meter = Meter::default();
        let spin = |time| {
            let begun = Instant::now();
            while begun.elapsed() < time {}
        };
        let ((), profile) = meter.sample(|| {
            meter.during(Phase::Successors, || {
                meter.during(Phase::Digest, || spin(Duration::from_millis(300)));
                spin(Duration::from_millis(100));
            });
        });
        assert!(profile.share(Phase::Digest) > profile.share(Phase::Successors), "{profile:?}");
        assert!(profile.share(Phase::Successors) > 0.0 && profile.share(Phase::Insert) == 0.0, "{profile:?}");
        assert!((Phase::ALL.map(|phase| profile.share(phase)).iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}
