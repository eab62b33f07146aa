//! Measures the speed of rfc1738 and of other URL parsers, and of the recognizer for grammars that
//! recurse.
//!
//! Invariant: every run measures the same texts. The corpora and the texts of the growth curves
//! follow from the grammar and from seeds.

pub mod cargo;
pub mod commands;
pub mod corpus;
pub mod figures;
pub mod goals;
pub mod grammars;
pub mod growth;
pub mod instructions;
pub mod library;
pub mod measurement;
pub mod peers;
pub mod picture;
pub mod programs;
pub mod recursive;
pub mod report;
pub mod results;
pub mod tables;
pub mod tags;
pub mod timing;
pub mod versions;
pub mod wasm;
pub mod weight;
