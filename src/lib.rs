//! URLs exactly as RFC 1738 defines them.
//!
//! Section 5 of the RFC is a BNF of 67 productions. Each production is a [`Rule`], and a parser
//! function in [`rules`] is generated from it. [`parse()`] accepts a text if and only if the
//! production derives it.
//!
//! ```
//! use rfc1738::{Rule, parse};
//!
//! let tree = parse(Rule::Url, "ftp://ds.internic.net/rfc/rfc1738.txt;type=a")?;
//! assert_eq!(tree.find(Rule::Host).unwrap().text(), "ds.internic.net");
//! assert_eq!(tree.find(Rule::Ftptype).unwrap().span(), 43..44);
//!
//! let error = parse(Rule::Url, "http://user@host/").unwrap_err();
//! assert_eq!(error.offset(), 11);
//! assert_eq!(format!("{error:#}"), "\
//! expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text, found \"@\" at offset 11
//!   |
//!   | http://user@host/
//!   |            ^ in url, httpurl, hostport
//!   = note: no user name or password is allowed in an http URL (RFC 1738, 3.3)
//!   = help: write http://host/");
//! # Ok::<(), rfc1738::SyntaxError>(())
//! ```
//!
//! The [`tutorial`] explains in eight chapters how a BNF works.
//!
//! # What is accepted
//!
//! The library accepts what the BNF derives. In six questions that the BNF leaves open, the prose
//! of the RFC decides: see [`Rule::readings`].
//!
//! # How it works
//!
//! [`rules`] is generated: one module for each heading of the grammar, and one nom parser for each
//! production. The parsers run over several types of input. Over `&str`, `&[u8]` and
//! `nom_locate::LocatedSpan`, they only recognise. [`parse()`] runs them over an input that
//! records the span of each production. If that fails, it runs them over inputs that record the
//! furthest offset and the characters expected there.
//!
//! # Features
//!
//! Without its default features, the library needs `core` and `alloc`, and no `std`.
//!
//! - `std`, on by default: [`FileUrl::to_file_path`](url::FileUrl::to_file_path), and the same
//!   feature of the dependencies.
//! - `nom_locate`, on by default: the parsers in [`rules`] run over `nom_locate::LocatedSpan`.
//! - `miette`: [`SyntaxError`] is a `miette::Diagnostic`. Turns on `std`.
//! - `serde`: trees, errors and findings serialize as the command writes them in JSON. A
//!   [`Rule`] serializes as its name and a URL as its text; both deserialize as well.

#![no_std]
#![warn(
    clippy::alloc_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core
)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod advice;
mod build;
mod encoding;
mod error;
pub mod extract;
mod ids;
#[cfg(test)]
mod linear_time;
mod literal_characters;
mod normalized;
mod parse;
#[rustfmt::skip] // The generator lays it out.
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
pub mod trace;
mod tree;
pub mod tutorial;
pub mod url;
mod verdict;
mod whole;

pub use advice::{AdviceId, Finding, Severity, UnknownAdvice, advise};
pub use build::{BuildError, BuildErrorKind, Builder};
pub use encoding::{DecodeError, decode, encode};
#[cfg(feature = "miette")]
pub use error::DocumentDiagnostic;
pub use error::{
    DocumentError, ErrorId, Expected, Fix, Found, Note, NoteId, Origin, SyntaxError, UnknownError,
    UnknownNote,
};
pub use extract::extract;
pub use literal_characters::literal_characters;
pub use parse::{is_valid, match_prefix, parse, parse_in_detail};
pub use rfcbnf_engine::{
    AsInput, CharacterSet, CharacterSetIter, Detail, Document, LineColumn, Reading, Text,
};
pub use rules::Rule;
pub use rules::rule::UnknownRule;
pub use trace::trace;
pub use tree::{Node, Nodes, Tree};
pub use url::{OwnedUrl, Url};
pub use whole::{WholeError, whole};
