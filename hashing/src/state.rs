//! `StateVector`: the one state being explored, its digest and the log to undo it.
//!
//! Everything that must follow a change hangs on one write barrier, [`StateVector::set`]: the undo log, and the
//! repair of the digest. So a digest cannot go stale, and going back to a [`Mark`] costs what going forward cost.
//!
//! A vector may grow and shrink (processes come and go). Words beyond its length are zero, and zero words contribute
//! nothing to an incremental digest, so neither growing nor spare capacity can change one.

use crate::digest::Digest;
use crate::policy::DigestPolicy;

/// The content of one slot.
pub type Word = u32;

/// The index of one word in a state vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// The slot as an array index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A write: the slot, and the exclusive-or of what it held before and what it holds after.
///
/// Made once more, a write is taken back, and writes to different slots commute, so one list serves as undo log, as
/// the way from a state to its successor and as what an incremental digest is repaired from. Hidden slots have their
/// top bit set where a list may name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Write {
    /// The slot written.
    pub slot: Slot,
    /// The bits that differ.
    pub difference: Word,
}

impl Write {
    /// Slot `slot` changes from `old` to `new`.
    #[inline]
    pub fn new(slot: Slot, old: Word, new: Word) -> Self {
        Self { slot, difference: old ^ new }
    }

    /// Makes the write to the words of a state kept elsewhere, or to its hidden ones, or takes it back; says whether
    /// it was to the state. A slot that neither has was there in between only, and is passed over.
    #[inline]
    pub fn apply(self, words: &mut [Word], hidden: &mut [Word]) -> bool {
        let visible = self.is_visible();
        let slot = Slot(self.slot.0 & !HIDDEN);
        if let Some(word) = if visible { words } else { hidden }.get_mut(slot.index()) {
            *word ^= self.difference;
        }
        visible
    }

    #[inline]
    fn is_visible(self) -> bool {
        self.slot.0 & HIDDEN == 0
    }
}

const HIDDEN: u32 = 1 << 31;

/// Makes one write of those from `first` on that name the same slot.
#[inline]
pub fn merge(writes: &mut Vec<Write>, first: usize) {
    match writes[first..] {
        [] | [_] => {}
        [a, b] if a.slot != b.slot => {}
        [a, b, c] if a.slot != b.slot && b.slot != c.slot && c.slot != a.slot => {}
        _ => merge_many(writes, first),
    }
}

/// Writes from which on sorting is faster than comparing each with each.
const MANY: usize = 32;

#[inline(never)]
fn merge_many(writes: &mut Vec<Write>, first: usize) {
    if MANY < writes.len() - first {
        writes[first..].sort_unstable_by_key(|write| write.slot);
    }
    let mut end = first + 1;
    for index in first + 1..writes.len() {
        let write = writes[index];
        let earlier = if MANY < writes.len() - first { end - 1 } else { first };
        match writes[earlier..end].iter_mut().find(|earlier| earlier.slot == write.slot) {
            Some(earlier) => earlier.difference ^= write.difference,
            None => {
                writes[end] = write;
                end += 1;
            }
        }
    }
    writes.truncate(end);
}

/// A point in the history of a state vector to which it can be rewound.
#[derive(Clone, Copy, Debug)]
pub struct Mark<S> {
    saved: S,
    writes: u32,
    hidden_writes: u32,
    len: u32,
}

impl<S> Mark<S> {
    /// Entries that the undo log had.
    #[inline]
    pub fn writes(&self) -> usize {
        self.writes as usize
    }

    /// The length that the state had, in words.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the state had no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The state being explored: words, an undo log, and a policy that keeps the digest.
#[derive(Clone, Debug)]
pub struct StateVector<P: DigestPolicy> {
    /// Backing store; everything from `len` on is zero.
    words: Vec<Word>,
    len: usize,
    log: Log,
    hidden: Vec<Word>,
    hidden_log: Log,
    policy: P,
}

/// An undo log: its first `end` entries count. What lies behind them is room for generated code to write to.
#[derive(Clone, Debug, Default)]
struct Log {
    entries: Vec<Write>,
    end: usize,
}

impl Log {
    #[inline]
    fn push(&mut self, write: Write) {
        if self.end == self.entries.len() {
            self.make_room(1);
        }
        self.entries[self.end] = write;
        self.end += 1;
    }

    /// The next so many entries, which count from now on.
    #[inline]
    fn next(&mut self, n: usize) -> &mut [Write] {
        if self.entries.len() - self.end < n {
            self.make_room(n);
        }
        let start = self.end;
        self.end += n;
        &mut self.entries[start..start + n]
    }

    #[cold]
    fn make_room(&mut self, room: usize) {
        assert!(self.end < u32::MAX as usize, "marks count writes in 32 bits");
        let wanted = (self.end + room).next_power_of_two().max(64);
        self.entries.resize(wanted, Write { slot: Slot(0), difference: 0 });
    }

    #[inline]
    fn since(&self, start: usize) -> &[Write] {
        &self.entries[start..self.end]
    }

    /// Takes back the writes from the end down to `keep`.
    #[inline]
    fn undo(&mut self, words: &mut [Word], keep: usize) {
        for write in self.since(keep) {
            words[write.slot.index()] ^= write.difference;
        }
        self.end = keep;
    }
}

/// A state vector in the hands of generated code, which writes to the words and logs what it writes: the barrier's
/// law is the same, the digest excepted, which [`StateVector::catch_up`] repairs afterwards.
#[derive(Debug)]
pub struct Lent<'v, P> {
    /// The words, perhaps with zeros appended.
    pub words: &'v mut [Word],
    /// Words of the state.
    pub len: usize,
    /// The undo log and room behind it.
    pub log: &'v mut [Write],
    /// Entries of the log that count.
    pub end: usize,
    /// Keeps the digest; it knows of all writes up to `end`.
    pub policy: &'v mut P,
}

impl<P: DigestPolicy> StateVector<P> {
    /// An empty vector whose digest is kept by `policy`.
    pub fn new(mut policy: P) -> Self {
        policy.reset(&[]);
        Self {
            words: Vec::new(),
            len: 0,
            log: Log::default(),
            hidden: Vec::new(),
            hidden_log: Log::default(),
            policy,
        }
    }

    /// Replaces the content by `words` and forgets the history. Hidden words stay as they are.
    pub fn load(&mut self, words: &[Word]) {
        if self.words.len() < words.len() {
            self.words.resize(words.len(), 0);
        }
        let (kept, dropped) = self.words.split_at_mut(words.len());
        kept.copy_from_slice(words);
        if let Some(stale) = self.len.checked_sub(words.len()) {
            dropped[..stale].fill(0);
        }
        self.len = words.len();
        self.policy.reserve(self.words.len());
        self.policy.reset(words);
        self.commit();
    }

    /// The words of the state.
    #[inline]
    pub fn words(&self) -> &[Word] {
        &self.words[..self.len]
    }

    /// The length of the state in words.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the state has no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The content of a slot.
    ///
    /// # Panics
    /// If the slot was never part of the vector; layouts guarantee that it was.
    #[inline]
    pub fn get(&self, slot: Slot) -> Word {
        self.words[slot.index()]
    }

    /// The write barrier: the only way to change a word of the state.
    ///
    /// Writing the value already there is no write at all: nothing is logged and no digest is repaired.
    ///
    /// # Panics
    /// If the slot was never part of the vector; layouts guarantee that it was.
    #[inline]
    pub fn set(&mut self, slot: Slot, new: Word) {
        let word = &mut self.words[slot.index()];
        let old = *word;
        if old != new {
            *word = new;
            self.log.push(Write::new(slot, old, new));
            self.policy.wrote(&self.words, slot, old, new);
        }
    }

    /// Appends `words` zero words.
    #[inline]
    pub fn grow(&mut self, words: usize) {
        self.len += words;
        if self.len > self.words.len() {
            self.enlarge();
        }
    }

    #[cold]
    fn enlarge(&mut self) {
        self.words.resize(self.len.next_power_of_two(), 0);
        self.policy.reserve(self.words.len());
    }

    /// Removes the last `words` words (at most all of them), zeroing them first.
    #[inline]
    pub fn shrink(&mut self, words: usize) {
        let kept = self.len.saturating_sub(words);
        for index in kept..self.len {
            self.set(Slot(index as u32), 0);
        }
        self.len = kept;
    }

    /// The present point in the history.
    #[inline]
    pub fn mark(&self) -> Mark<P::Saved> {
        Mark {
            saved: self.policy.save(),
            writes: self.log.end as u32,
            hidden_writes: self.hidden_log.end as u32,
            len: self.len as u32,
        }
    }

    /// Goes back to `mark`, which must lie in the history since the last [`commit`](Self::commit).
    #[inline]
    pub fn rewind(&mut self, mark: Mark<P::Saved>) {
        self.log.undo(&mut self.words, mark.writes as usize);
        if self.hidden_log.end > mark.hidden_writes as usize {
            self.hidden_log.undo(&mut self.hidden, mark.hidden_writes as usize);
        }
        self.len = mark.len as usize;
        self.policy.restore(mark.saved);
    }

    /// Makes the writes of a step that has been made from here before without repairing the digest again: `saved` is
    /// what the policy held after it. They are logged, so that [`rewind`](Self::rewind) takes them back.
    #[inline]
    pub fn replay(&mut self, writes: &[Write], len: usize, saved: P::Saved) {
        if self.words.len() < len {
            self.len = len;
            self.enlarge();
        }
        self.len = len;
        if self.hidden.is_empty() {
            for (entry, &write) in self.log.next(writes.len()).iter_mut().zip(writes) {
                *entry = write;
                self.words[write.slot.index()] ^= write.difference;
            }
        } else {
            self.replay_hidden(writes);
        }
        self.policy.restore(saved);
    }

    fn replay_hidden(&mut self, writes: &[Write]) {
        for &write in writes {
            let slot = Slot(write.slot.0 & !HIDDEN);
            write.apply(&mut self.words, &mut self.hidden);
            if write.is_visible() { &mut self.log } else { &mut self.hidden_log }
                .push(Write { slot, ..write });
        }
    }

    /// Appends to `writes` what [`replay`](Self::replay) needs to repeat everything since `mark`, one write per slot.
    #[inline]
    pub fn append_writes_since(&self, mark: Mark<P::Saved>, writes: &mut Vec<Write>) {
        let first = writes.len();
        writes.extend_from_slice(self.log.since(mark.writes as usize));
        for write in self.hidden_log.since(mark.hidden_writes as usize) {
            writes.push(Write { slot: Slot(write.slot.0 | HIDDEN), ..*write });
        }
        merge(writes, first);
    }

    /// What the policy holds now.
    #[inline]
    pub fn saved(&self) -> P::Saved {
        self.policy.save()
    }

    /// The writes made since `mark`, oldest first. Hidden words are not among them.
    #[inline]
    pub fn writes_since(&self, mark: Mark<P::Saved>) -> &[Write] {
        self.log.since(mark.writes as usize)
    }

    /// Lends the vector to generated code, with room for `room` more entries in the log.
    #[inline]
    pub fn lend(&mut self, room: usize) -> Lent<'_, P> {
        if self.log.entries.len() - self.log.end < room {
            self.log.make_room(room);
        }
        let Log { entries, end } = &mut self.log;
        Lent { words: &mut self.words, len: self.len, log: entries, end: *end, policy: &mut self.policy }
    }

    /// Takes the vector back from generated code that has made so many writes and logged them: tells the policy.
    ///
    /// # Panics
    /// If the log has no such entries.
    pub fn catch_up(&mut self, n_writes: usize) {
        let (start, end) = (self.log.end, self.log.end + n_writes);
        for write in &self.log.entries[start..end] {
            self.words[write.slot.index()] ^= write.difference;
        }
        for index in start..end {
            let Write { slot, difference } = self.log.entries[index];
            self.set(slot, self.words[slot.index()] ^ difference);
        }
    }

    /// Takes the vector back from generated code that has made so many writes and logged them: undoes them.
    ///
    /// # Panics
    /// If the log has no such entries.
    pub fn take_back(&mut self, n_writes: usize) {
        let start = self.log.end;
        self.log.end += n_writes;
        self.log.undo(&mut self.words, start);
    }

    /// Forgets the history: the present state becomes the base, and earlier marks become invalid.
    #[inline]
    pub fn commit(&mut self) {
        self.log.end = 0;
        self.hidden_log.end = 0;
    }

    /// Memory of the undo logs.
    pub fn log_bytes(&self) -> usize {
        size_of_val(&self.log.entries[..]) + size_of_val(&self.hidden_log.entries[..])
    }

    /// The digest of the state.
    #[inline]
    pub fn digest(&self) -> Digest {
        self.policy.current(self.words())
    }

    /// The policy that keeps the digest.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Sets the number of hidden words: variables outside the state, the digest and every store (Promela's `hidden`),
    /// which are nevertheless undone by [`rewind`](Self::rewind). New ones are zero; the history is forgotten.
    pub fn resize_hidden(&mut self, words: usize) {
        self.commit();
        self.hidden.resize(words, 0);
    }

    /// The hidden words.
    #[inline]
    pub fn hidden(&self) -> &[Word] {
        &self.hidden
    }

    /// The content of a hidden slot. Hidden slots are numbered from zero, apart from the others.
    ///
    /// # Panics
    /// If there is no such hidden slot.
    #[inline]
    pub fn get_hidden(&self, slot: Slot) -> Word {
        self.hidden[slot.index()]
    }

    /// The write barrier of the hidden words.
    ///
    /// # Panics
    /// If there is no such hidden slot.
    #[inline]
    pub fn set_hidden(&mut self, slot: Slot, new: Word) {
        let word = &mut self.hidden[slot.index()];
        if *word != new {
            self.hidden_log.push(Write::new(slot, *word, new));
            *word = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hasher::Multilinear;
    use crate::policy::Incremental;

    fn vector(words: &[Word]) -> StateVector<Incremental<Multilinear>> {
        let mut vector = StateVector::new(Incremental::new(Multilinear::new(1)));
        vector.load(words);
        vector
    }

    #[test]
    fn silent_writes_leave_no_trace() {
        let mut vector = vector(&[1, 2]);
        let mark = vector.mark();
        vector.set(Slot(1), 2);
        assert!(vector.writes_since(mark).is_empty());
    }

    #[test]
    fn writes_to_one_slot_become_one() {
        let writes = |list: &[(u32, Word)]| {
            list.iter().map(|&(slot, difference)| Write { slot: Slot(slot), difference }).collect()
        };
        for (given, merged) in [
            (&[(9, 9), (1, 5)][..], &[(9, 9), (1, 5)][..]),
            (&[(9, 9), (1, 5), (1, 4)], &[(9, 9), (1, 1)]),
            (&[(9, 9), (1, 5), (2, 6), (1, 4), (2, 3), (9, 1)], &[(9, 9), (1, 1), (2, 5), (9, 1)]),
        ] {
            // The first write belongs to another list.
            let (mut given, merged): (Vec<Write>, Vec<Write>) = (writes(given), writes(merged));
            merge(&mut given, 1);
            assert_eq!(given, merged);
        }
    }

    #[test]
    fn growing_changes_the_length_and_not_the_digest() {
        let mut vector = vector(&[1, 2]);
        let before = vector.digest();
        vector.grow(3);
        assert_eq!(vector.words(), [1, 2, 0, 0, 0]);
        assert_eq!(vector.digest(), before);
    }

    #[test]
    fn a_dropped_word_comes_back_as_zero_and_rewinds_to_what_it_was() {
        let mut vector = vector(&[1, 2, 3]);
        let (mark, before) = (vector.mark(), vector.digest());
        vector.shrink(2);
        assert_eq!(vector.words(), [1]);
        vector.grow(2);
        assert_eq!(vector.words(), [1, 0, 0]);
        vector.set(Slot(2), 9);
        vector.rewind(mark);
        assert_eq!(vector.words(), [1, 2, 3]);
        assert_eq!(vector.digest(), before);
    }

    #[test]
    fn loading_a_shorter_state_leaves_no_stale_words() {
        let mut vector = vector(&[1, 2, 3, 4]);
        vector.load(&[7]);
        vector.grow(3);
        assert_eq!(vector.words(), [7, 0, 0, 0]);
    }

    #[test]
    fn writes_of_generated_code_are_caught_up_with_or_taken_back() {
        let mut lent_to = vector(&[1, 2, 3]);
        let mark = lent_to.mark();
        for (round, expected) in [(0, [1, 2, 3]), (1, [9, 2, 5])] {
            let Lent { words, log, end, .. } = lent_to.lend(3);
            for (index, (slot, new)) in [(0, 7), (2, 5), (0, 9)].into_iter().enumerate() {
                log[end + index] = Write::new(Slot(slot), words[slot as usize], new);
                words[slot as usize] = new;
            }
            if round == 0 {
                lent_to.take_back(3)
            } else {
                lent_to.catch_up(3)
            }
            assert_eq!(lent_to.words(), expected);
            assert_eq!(lent_to.digest(), vector(&expected).digest());
        }
        lent_to.rewind(mark);
        assert_eq!((lent_to.words(), lent_to.digest()), (&[1, 2, 3][..], vector(&[1, 2, 3]).digest()));
    }

    #[test]
    fn hidden_words_are_undone_and_are_in_neither_digest_nor_writes() {
        let mut vector = vector(&[1]);
        vector.resize_hidden(2);
        let (mark, before) = (vector.mark(), vector.digest());
        vector.set_hidden(Slot(1), 5);
        assert_eq!((vector.digest(), vector.get_hidden(Slot(1))), (before, 5));
        assert!(vector.writes_since(mark).is_empty());
        vector.rewind(mark);
        assert_eq!(vector.get_hidden(Slot(1)), 0);
    }
}
