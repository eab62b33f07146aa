//! The proof that the generated parsers are exact. The tests compare the parsers with automata and
//! derivations computed from the same grammar file. The derivations share no code with the
//! generator. The automata also decide for the generator, so the tests of `rfcbnf` check them
//! against the derivatives of expressions, which share no code with either.
//!
//! - `suites`: the complete conformance suite of each production.
//! - `short`: every text up to a length over the classes of characters, and every short sequence
//!   of parts on which the productions are likely to fail. `trees`: the same for trees.
//! - `properties`: random texts, which `strategies` generates from the grammar.
//! - `kept`: the seeds of two fuzz targets in `lab/fuzz/`, and the inputs on which they failed.
//! - `gopher_tab`: the reading `gopher-tab`, compared with its definition.
//! - `errors`: the tables of the errors, compared with the combinators.
//! - `interpreted`: the interpreter of `rfcbnf`, which runs the same program.
//! - `spans`: the functions for spans, which run the same program.
//! - `streaming`: where more input can change the answer, compared with the automaton.
//! - `tables`: tables of random DFAs, compared with the DFAs.
//! - `faults`: proof that the suites can fail. They find all `changes` to the grammar.

mod changes;
mod errors;
mod faults;
mod gopher_tab;
mod interpreted;
mod kept;
mod properties;
pub(crate) mod reference;
mod short;
mod spans;
pub(crate) mod strategies;
mod streaming;
mod suites;
mod tables;
mod trees;
