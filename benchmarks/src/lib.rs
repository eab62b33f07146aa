//! Measures the speed of rfc1738 and of other URL parsers.
//!
//! Invariant: every run measures the same texts. The corpora and the texts of the growth curves
//! follow from the grammar and from seeds.

pub mod allocations;
pub mod command;
pub mod corpus;
pub mod goals;
pub mod grammars;
pub mod growth;
pub mod measurement;
pub mod peers;
pub mod picture;
pub mod programs;
pub mod report;
pub mod tables;
pub mod timing;
