//! The engine of parsers that are generated from a BNF: combinators, and what they run on.
//!
//! A production is a combinator of nom: nom runs its body, and so does everything else. `rfcbnf` writes the body of each
//! production of a grammar. A body consists of [`combinators`], which consume the longest prefix that an expression
//! derives. It runs on a [`Collector`], which makes a verdict, spans, a tree, a trace or an error of it.
//! [`production!`] makes the function of nom, over any [`Text`], and has an example of a grammar that is written by
//! hand. [`Parse`] names the body of each [`Production`], for [`is_valid`], [`parse()`] and [`trace()`].
//!
//! A production that recurses has no body: the recognizer reads its texts.
//!
//! Invariants:
//! - nothing here knows a grammar: a production is a [`ProductionId`];
//! - a verdict, spans and a function of nom keep no records and allocate nothing, except in
//!   [`first_derivation`](combinators::first_derivation()).
//!
//! # For generated code only
//!
//! These items are hidden, because generated code and `rfcbnf` alone use them, and they can change in
//! any release: the modules `dfa` and `spans`, `ErrorTable` with the types that it consists of, the tables of
//! characters and `Texts`. Generate a crate again after an update.
//!
//! # Features
//!
//! Without its default features, the package needs `core` and `alloc`, and no `std`.
//!
//! - `std`, on by default: turns on the same feature of the dependencies. An error finds out what it says when it is
//!   first asked, and not when it is made.
//! - `nom_locate`, on by default: `nom_locate::LocatedSpan` is a [`Text`].
//! - `fast`, on by default: tables of DFAs for speed, which are up to ten times as large. Of a production that recurses, trees
//!   and visits read a text from its beginning alone, where a few octets decide each step; not in WebAssembly, where each octet
//!   of a module counts.
//! - `recognizer`, on by default: decides about productions that recurse. It takes half the time to
//!   compile the package.
//! - `miette`: errors are diagnostics, and those with a place in a document turn into a `miette::Report`.
//!   Turns on `std`.
//! - `serde`: trees, traces, errors and sets of characters serialize; deep trees as a list.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(
    clippy::alloc_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core
)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod character_set;
mod codes;
mod collector;
pub mod combinators;
mod description;
#[doc(hidden)]
pub mod dfa;
mod document;
mod error;
pub mod escape;
pub mod excerpt;
mod nom_function;
mod origin;
pub mod outline;
mod parse;
pub mod password;
mod production;
#[cfg(feature = "recognizer")]
mod reach;
#[cfg(feature = "recognizer")]
pub mod recognized;
#[cfg(feature = "recognizer")]
pub mod recognizer;
#[cfg(feature = "serde")]
mod serialize;
#[doc(hidden)]
pub mod spans;
pub mod spelling;
#[cfg(feature = "steps")]
pub mod steps;
mod text;
pub mod trace;
mod tree;
pub mod utf8;
mod visit;
mod whole;

/// What a module of productions imports besides names of nom.
pub mod prelude {
    pub use crate::production;
    pub use crate::text::Text;
}

pub use character_set::{CharacterSet, CharacterSetIter};
pub use collector::{Characters, Collector};
pub use combinators::production::{CharacterSets, Decided, Table};
#[doc(hidden)]
pub use description::Texts;
pub use description::{Description, Reading};
pub use document::{ColumnUnit, Document, LineColumn};
#[cfg(feature = "miette")]
pub use error::DocumentDiagnostic;
pub use error::{DocumentError, ErrorOffset, Expected, Found, Next, Note, SyntaxError, TextError};
#[doc(hidden)]
pub use error::{
    ErrorContext, ErrorLists, ErrorOutcome, ErrorState, ErrorStates, ErrorTable, Place,
};
/// The library of combinators that productions are functions of, for code that is a module of another crate.
#[doc(no_inline)]
pub use nom;
#[doc(hidden)]
pub use nom_function::longest_prefix;
#[cfg(feature = "literals")]
pub use origin::StringLiteral;
pub use origin::{Origin, Runs};
pub use parse::{
    Parse, can_continue, diagnose, is_valid, match_prefix, next, parse, parse_in_detail, streaming,
};
pub use production::{CharacterProduction, Production, ProductionId, ProductionSet};
#[cfg(feature = "serde")]
pub use serialize::{FlatNodes, NESTED_LEVELS, WithTexts};
pub use text::{AsInput, Text, TreeText};
pub use trace::trace;
#[doc(hidden)]
pub use tree::{CharacterChain, CharacterTable, no_alternative};
pub use tree::{Detail, Node, NodeEvent, Nodes, Tree};
pub use visit::visit;
pub use whole::{WholeError, whole};
