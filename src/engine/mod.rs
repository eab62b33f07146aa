//! The engine: the combinators that generated parsers use, and the inputs that they read.
//!
//! Invariant: nothing here knows a grammar. A production is a [`ProductionId`], so the engine
//! imports nothing from the modules above it.
//!
//! A parser runs over a [`Text`]. A plain text ([`Octets`], `&str`, …) only advances. An
//! [`ObservedInput`] also reports events to an [`Observer`]. Observers build trees, errors and
//! traces, and find the components of a URL.

mod character_set;
#[allow(
    dead_code,
    unused_imports,
    reason = "the grammar decides which combinators the generated parsers call"
)]
pub(crate) mod combinators;
mod cursor;
#[allow(
    dead_code,
    reason = "the grammar decides which kinds of DFA the generated parsers need"
)]
pub(crate) mod dfa;
mod observed_input;
mod observer;
mod octets;
mod production_set;
#[cfg(test)]
pub(crate) mod steps;
mod text;

pub use character_set::{CharacterSet, CharacterSetIter};
pub use text::{Characters, Text};

pub(crate) use cursor::{CompactCursor, Cursor, WideCursor};
pub(crate) use dfa::List;
pub(crate) use observed_input::{ObservedInput, Session};
pub(crate) use observer::{DynObserver, Interests, Observer};
pub(crate) use octets::Octets;
pub(crate) use production_set::{ProductionId, ProductionSet};
