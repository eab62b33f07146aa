//! Conformance suites and what a recognizer makes of them.
//!
//! A recognizer is a program that answers which texts it accepts.

pub mod answer;
pub mod breakdown;
pub mod case;
pub mod report;
pub mod run_record;
pub mod tally;
