//! Promela text in, executable program out.
