//! Random well-typed Promela models, written as text.
