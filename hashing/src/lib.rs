//! State vectors, digests, hashers and stores for explicit-state model checking.
