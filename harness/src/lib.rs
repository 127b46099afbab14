//! The BEEM harness: runs spinrs, and Spin where it is installed, over a suite of models and writes the report that
//! reproduces chapter 6 of Nguyen's thesis and answers its open questions.
//!
//! ```text
//! models   the suite: instances with the counts that Spin gives them
//! plan     experiments: which instance in which configuration, how often
//! run      one process per run, with limits             spin: pan generated, patched, compiled
//! verify   a wrong count is an error, never a row
//! raw      one line of CSV per finished run; resumes
//! ───────  from here on everything is a function of the raw rows
//! statistics, tables, figures → report: Markdown, SVG, one page of HTML
//! ```

pub mod figures;
pub mod machine;
pub mod models;
pub mod plan;
pub mod progress;
pub mod raw;
pub mod report;
pub mod run;
pub mod schedule;
pub mod spin;
pub mod statistics;
pub mod table;
pub mod tables;
pub mod thesis;
pub mod verify;
