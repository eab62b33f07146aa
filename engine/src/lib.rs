//! The engine of parsers that are generated from a BNF: combinators, inputs and observers.
//!
//! `rfcbnf` writes one nom parser for each production of a grammar. The parsers consist of nom's
//! combinators and of the [`combinators`] of this package, which consume the longest prefix that an
//! expression derives. They run over a [`Text`]. A plain text (`&str`, [`Octets`], …) only advances. An
//! [`ObservedInput`] also reports events to an [`Observer`]. Observers build trees, errors and traces.
//!
//! ```
//! use nom::IResult;
//! use nom::multi::many0_count;
//! use rfcbnf_engine::combinators::{any_of, literal, production};
//! use rfcbnf_engine::{ProductionId, Text};
//!
//! /// `list = item *[ "," item ]`
//! fn list<I: Text>(input: I) -> IResult<I, I, ()> {
//!     production(ProductionId::new(0), (item, many0_count((literal(","), item))))(input)
//! }
//!
//! /// `item = "a" | "b"`
//! fn item<I: Text>(input: I) -> IResult<I, I, ()> {
//!     production(ProductionId::new(1), any_of("ab"))(input)
//! }
//!
//! assert_eq!(list("a,b,c"), Ok((",c", "a,b")));
//! ```
//!
//! Invariants:
//! - nothing here knows a grammar: a production is a [`ProductionId`];
//! - over a plain text, a parser keeps no records and allocates nothing.

mod character_set;
pub mod combinators;
mod cursor;
mod description;
pub mod dfa;
pub mod escape;
pub mod excerpt;
mod observed_input;
mod observer;
mod octets;
mod production;
mod production_set;
#[cfg(feature = "serde")]
mod serialize;
pub mod spelling;
#[cfg(feature = "steps")]
pub mod steps;
mod text;
pub mod trace;
mod tree;

pub use character_set::{CharacterSet, CharacterSetIter};
pub use cursor::{CompactCursor, Cursor, WideCursor};
pub use description::{Description, Reading};
pub use observed_input::{ObservedInput, Session};
pub use observer::{DynObserver, Interests, Observer};
pub use octets::Octets;
pub use production::Production;
pub use production_set::{ProductionId, ProductionSet};
pub use text::{Characters, Text};
pub use tree::{
    Detail, LineColumn, Node, Nodes, Overflow, Tree, TreeBuilder, TreeRecord, tree_records,
};
