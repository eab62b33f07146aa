//! The proof that the generated parsers are exact: what they answer is held against the
//! automata and the derivations that are worked out from the grammar file, two ways from one
//! source that share no code.
//!
//! - `suites`: the complete conformance suite of each production.
//! - `short`: every text up to a length over the classes of characters, and every short text
//!   of the parts in which the productions are likely to go wrong; `trees`: the same for trees.
//! - `properties`: texts at random, made from the grammar by `strategies`.
//! - `kept`: the inputs of the fuzz target in `fuzz/`, and those on which it once failed.
//! - `gopher_tab`: the reading of that name, against its own definition.
//! - `faults`: what shows that the suites can fail. They find all `changes` to the grammar.

mod changes;
mod faults;
mod gopher_tab;
mod kept;
mod properties;
mod reference;
mod short;
pub(crate) mod strategies;
mod suites;
mod texts;
mod trees;
