//! The names of these warnings. They are stable: documentation and tests use them.

#![expect(missing_docs, reason = "each name says its rule")]

pub const NEVER_READ: &str = "W0501";
pub const NEVER_USED: &str = "W0502";
pub const NEVER_STARTED: &str = "W0503";
pub const NEVER_SENT: &str = "W0504";
pub const NEVER_RECEIVED: &str = "W0505";
pub const NEVER_MATCHED: &str = "W0506";
pub const DEAD_CODE: &str = "W0507";
pub const DEAD_OPTION: &str = "W0508";
pub const DEAD_ELSE: &str = "W0509";
pub const CONSTANT_OVERFLOW: &str = "W0510";
pub const CONSTANT_COMPARISON: &str = "W0511";
pub const RENDEZVOUS_IN_D_STEP: &str = "W0512";
pub const PRECEDENCE: &str = "W0513";
pub const UNSEEN_READ: &str = "W0514";
