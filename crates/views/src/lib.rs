//! Values of `rfc1738` and `rfcbnf` as text, JSON, HTML and SVG.
//!
//! A view turns a value into what a reader sees: a [`tree`], a [`diagnostic`] with an excerpt of
//! the text, the [`explain`] page of a production, a [`railroad`] diagram. The command `rfc1738`
//! shows these views in a terminal; a page in a browser can show the same ones.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::tree::text;
//!
//! let tree = parse(Rule::Hostport, "host.dom:80")?;
//! let mut shown = Vec::new();
//! text::write(&mut shown, Palette::PLAIN, tree.root())?;
//! assert_eq!(
//!     String::from_utf8(shown)?,
//!     "hostport 0..11 \"host.dom:80\"
//! ├─ host 0..8 \"host.dom\"
//! │  └─ hostname 0..8 \"host.dom\"
//! │     ├─ domainlabel 0..4 \"host\"
//! │     └─ toplabel 5..8 \"dom\"
//! └─ port 9..11 \"80\"
//!    └─ digits 9..11 \"80\"
//! ",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each subject has a module. A subject that people and programs both read has two views: one
//! that writes lines and takes a [`Palette`](palette::Palette), and a record, which serializes
//! and goes through [`json::write`].
//!
//! # Invariants
//!
//! - A view writes to a [`std::io::Write`] or returns a string. It opens no file, starts no
//!   thread, reads no argument, and asks no terminal and no clock. `clippy.toml` disallows all of
//!   these. A test pins the dependencies: none of them needs files, threads or terminals. So the
//!   package builds for `wasm32-unknown-unknown`.
//! - Text from an input is escaped before it is written: by [`rfcbnf_engine::escape`] for people, by [`json`] for
//!   programs, and as XML for pages and pictures.
//! - The names and the order of the fields of a record are a contract. Fields may be added.

pub mod advice;
pub mod analysis;
mod annotation;
pub mod automaton;
pub mod bindings;
pub mod characters;
pub mod check;
pub mod conformance;
pub mod count;
pub mod coverage;
pub mod derivations;
pub mod diagnostic;
pub mod difference;
pub mod editing;
pub mod exercise;
pub mod explain;
pub mod extract;
pub mod extracted_grammar;
mod github;
pub mod grammar;
pub mod grammar_check;
pub mod grammar_test;
mod html;
pub mod inspect;
pub mod json;
pub mod lines;
mod location;
pub mod ordered_choice;
pub mod outline;
pub mod palette;
pub mod paragraph;
pub mod production;
pub mod railroad;
pub mod rejection;
pub mod repairs;
pub mod rules;
pub mod sarif;
mod table;
pub mod tables;
pub mod trace;
pub mod tree;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod verdict;
