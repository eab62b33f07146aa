//! The proof that the generated parsers are exact: what they answer is held against the
//! automata and the derivations that are worked out from the grammar file, two ways from one
//! source that share no code.
//!
//! - `short`: every text up to a length over the classes of characters, and every short text
//!   of the parts in which the productions are likely to go wrong.
//! - `trees`: the same for trees.
//! - `gopher_tab`: the reading of that name, against its own definition.
//! - `properties`: texts at random, made from the grammar by `strategies`.

mod gopher_tab;
mod properties;
mod reference;
mod short;
mod strategies;
mod texts;
mod trees;
