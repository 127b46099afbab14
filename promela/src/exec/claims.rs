//! `xr` and `xs`: promises about who uses a channel, checked as a search goes along.
//!
//! Partial-order reduction relies on these promises, so a broken one makes a reduced search worthless; an
//! unreduced one stays right, and the breach is a thing its author should know. As in Spin the first process
//! seen on a claimed side, usually the claimant, is the one that may use it.

use super::Interpreter;
use crate::ir::{Claim, Side};
use hashing::{DigestPolicy, StateVector};

/// A channel used against an `xr` or `xs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The channel's number.
    pub channel: i32,
    /// The side that was claimed.
    pub side: Side,
    /// The process that claimed it.
    pub claimant: u32,
    /// The process that used it nevertheless.
    pub intruder: u32,
    /// What the intruder executed, an index into [`Program::statements`](crate::ir::Program::statements).
    pub statement: u32,
}

/// Who has claimed what.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    owners: Vec<(i32, Side, u32)>,
    breaches: Vec<Breach>,
}

impl<P: DigestPolicy> Interpreter<'_, P> {
    /// Channels found to be used against their claims, each once.
    pub fn breaches(&self) -> &[Breach] {
        &self.claims.breaches
    }

    /// Takes note of what a new process claims.
    pub(super) fn claim(&mut self, vector: &StateVector<P>, process: u32, claims: &[Claim]) {
        for claim in claims {
            let Ok(channel) = self.view(vector, process, false, false).eval(claim.channel) else { continue };
            let owned = self.claims.owners.iter().any(|&(c, s, _)| (c, s) == (channel, claim.side));
            if !owned {
                self.claims.owners.push((channel, claim.side, process));
            }
        }
    }

    /// A process has used one side of a channel.
    pub(super) fn check_claim(&mut self, channel: i32, side: Side, intruder: u32, statement: u32) {
        let Claims { owners, breaches } = &mut self.claims;
        let owner = owners.iter().find(|&&(c, s, _)| (c, s) == (channel, side));
        if let Some(&(_, _, claimant)) = owner
            && claimant != intruder
            && !breaches.iter().any(|b| (b.channel, b.side) == (channel, side))
        {
            breaches.push(Breach { channel, side, claimant, intruder, statement });
        }
    }

    /// Whether anything has been claimed.
    #[inline]
    pub(super) fn has_claims(&self) -> bool {
        !self.claims.owners.is_empty()
    }
}
