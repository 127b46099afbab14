//! Messages on their way: which step sent what another step receives.
//!
//! A step says only what its channels hold before and after it. From the two this finds what was sent and
//! received, also by a `d_step` that does several of both, and remembers for every message in a buffer the
//! step that put it there. Of equal messages next to each other any is as good as the other.

use std::collections::VecDeque;

/// A message that a step sent or received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The channel's name, with its owner if it has one.
    pub channel: String,
    /// The fields of the message.
    pub fields: Vec<String>,
    /// Which way it went.
    pub way: Way,
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Into a buffer.
    Sent,
    /// Held out to a partner, who takes it in the next step.
    Offered,
    /// Out of a buffer, or from a partner; the number of the step, from 1, that sent it.
    Received(usize),
}

/// For every channel, the steps that sent the messages in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Senders(Vec<VecDeque<usize>>);

/// What happened to one channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The message at this position of the old contents left.
    Left { position: usize, sender: usize },
    /// A message came to this position of the new contents.
    Came { position: usize },
}

impl Senders {
    /// As many channels exist now.
    pub(crate) fn resize(&mut self, n_channels: usize) {
        self.0.resize(n_channels, VecDeque::new());
    }

    /// Takes note of what a step made of a channel; tells what happened.
    pub(crate) fn change(
        &mut self,
        step: usize,
        channel: usize,
        old: &[Vec<i32>],
        new: &[Vec<i32>],
    ) -> Vec<Event> {
        let Some(senders) = self.0.get_mut(channel) else { return Vec::new() };
        let mut events = Vec::new();
        let (left, came) = difference(old, new);
        // From behind, so that positions stay valid.
        for &position in left.iter().rev() {
            let sender = senders.remove(position).unwrap_or(step);
            events.insert(0, Event::Left { position, sender });
        }
        for &position in &came {
            senders.insert(position.min(senders.len()), step);
            events.push(Event::Came { position });
        }
        events
    }
}

/// Positions in `old` that are gone and positions in `new` that were not there.
fn difference(old: &[Vec<i32>], new: &[Vec<i32>]) -> (Vec<usize>, Vec<usize>) {
    // A sorted send or a random receive may touch the middle.
    if old.len() + 1 == new.len()
        && let Some(position) = (0..new.len()).rev().find(|&at| without(new, at, old))
    {
        return (Vec::new(), vec![position]);
    }
    if new.len() + 1 == old.len()
        && let Some(position) = (0..old.len()).find(|&at| without(old, at, new))
    {
        return (vec![position], Vec::new());
    }
    // First in, first out: the fewest receives that explain the rest.
    let n_left = (0..=old.len()).find(|&n| new.starts_with(&old[n..])).unwrap_or(old.len());
    ((0..n_left).collect(), (old.len() - n_left..new.len()).collect())
}

/// Whether `long` without one element is `short`.
fn without(long: &[Vec<i32>], at: usize, short: &[Vec<i32>]) -> bool {
    long[..at] == short[..at] && long[at + 1..] == short[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(values: &[i32]) -> Vec<Vec<i32>> {
        values.iter().map(|&value| vec![value]).collect()
    }

    #[test]
    fn what_goes_in_first_comes_out_first() {
        let mut senders = Senders::default();
        senders.resize(1);
        assert_eq!(senders.change(1, 0, &queue(&[]), &queue(&[7])), [Event::Came { position: 0 }]);
        senders.change(2, 0, &queue(&[7]), &queue(&[7, 7]));
        let events = senders.change(3, 0, &queue(&[7, 7]), &queue(&[7]));
        assert_eq!(events, [Event::Left { position: 0, sender: 1 }]);
        assert_eq!(senders.change(4, 0, &queue(&[7]), &queue(&[])), [Event::Left { position: 0, sender: 2 }]);
    }

    #[test]
    fn sorted_sends_and_random_receives_touch_the_middle() {
        assert_eq!(difference(&queue(&[1, 5]), &queue(&[1, 3, 5])), (vec![], vec![1]));
        assert_eq!(difference(&queue(&[1, 3, 5]), &queue(&[1, 5])), (vec![1], vec![]));
    }

    #[test]
    fn a_d_step_may_receive_and_send_several() {
        assert_eq!(difference(&queue(&[1, 2, 3]), &queue(&[3, 4, 5])), (vec![0, 1], vec![1, 2]));
        assert_eq!(difference(&queue(&[1]), &queue(&[2])), (vec![0], vec![0]));
    }
}
