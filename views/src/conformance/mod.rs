//! Conformance suites, and the answers of a recognizer to them.
//!
//! A recognizer is a program that accepts or rejects each text.

pub mod answer;
pub mod breakdown;
pub mod case;
pub mod report;
pub mod run_record;
pub mod tally;
