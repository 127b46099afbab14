//! Search: joins a model, a digest policy and a store.
