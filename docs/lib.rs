//! Makes the Rust programs of the manual and of the README files documentation tests.
//!
//! The package of the library cannot hold them: their programs also use the other packages.

#![cfg(doctest)]

#[doc = include_str!("../README.md")]
struct Rfc1738;

#[doc = include_str!("../crates/cli/README.md")]
struct Command;

#[doc = include_str!("../crates/engine/README.md")]
struct Engine;

#[doc = include_str!("../crates/rfcbnf/README.md")]
struct Rfcbnf;

#[doc = include_str!("../crates/views/README.md")]
struct Views;

#[doc = include_str!("library.md")]
struct Library;

#[doc = include_str!("rfcbnf.md")]
struct Grammars;

#[doc = include_str!("crates.md")]
struct Crates;

#[doc = include_str!("extraction.md")]
struct Extraction;

#[doc = include_str!("notes.md")]
struct Notes;

#[doc = include_str!("repairs.md")]
struct Repairs;

#[doc = include_str!("advice.md")]
struct Advice;
