//! The proof that the generated parsers are exact. The tests compare the parsers with automata and
//! derivations computed from the same grammar file. The derivations share no code with the
//! generator. The automata also decide for the generator, so the tests of `rfcbnf` check them
//! against the derivatives of expressions, which share no code with either.
//!
//! - `suites`: the complete conformance suite of each production, for the parsers, their errors and `streaming`.
//! - `interpreted`, `spans`: the interpreter of `rfcbnf` and the functions for spans, which run the same program.
//! - `short`: every text up to a length over the classes of characters, and every short sequence
//!   of parts on which the productions are likely to fail, with trees; and the seeds of two fuzz targets in `lab/fuzz/`.
//! - `properties`: random texts, generated from the grammar.
//! - `tables`: tables of random DFAs, compared with the DFAs.
//! - `faults`: proof that the suites can fail. They find all changes to the grammar.

mod faults;
mod interpreted;
pub(crate) mod properties;
pub(crate) mod reference;
mod short;
mod spans;
mod suites;
mod tables;
