//! Verdicts on many texts, one a line: lines for people, records for programs, and a summary.

pub mod lines;
pub mod record;
pub mod summary;
