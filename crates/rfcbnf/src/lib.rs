//! Reads the grammars of RFCs, in ABNF, BNF, EBNF and the notation of RFC 822, and parses, tests, explains and exports them.
//!
//! ```
//! let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT [ \":\" 2DIGIT ]\n")?;
//! let parser = grammar.parser("time")?;
//! assert!(parser.is_valid("12:30")?);
//! assert_eq!(parser.parse("12:30")?.root().span(), 0..5);
//! assert_eq!(parser.next("12:3")?.expected_list(), "DIGIT");
//!
//! let error = parser.parse("12:3O").unwrap_err();
//! assert_eq!(
//!     format!("{error:#}"),
//!     "expected DIGIT, found \"O\" at offset 4\n  |\n  | 12:3O\n  |     ^ in time",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which function to take
//!
//! | to do this | take |
//! |---|---|
//! | read a grammar in ABNF | [`Grammar::from_abnf`] |
//! | read one in any notation, or as far as it can be read | [`read()`], [`Reader`] |
//! | take the grammar of an RFC, such as that of URIs | [`Grammar::from_rfc`], [`library`] |
//! | read a file with what it imports, or several | [`Grammar::from_file`], [`Grammar::from_files`]; more in [`imports`] |
//! | ask whether a text is valid | [`Grammar::parser`], [`Parser::is_valid`] |
//! | get its syntax tree | [`Parser::parse`]; with nodes that are `&str`, [`Rule::of_text`] |
//! | say what is wrong | [`SyntaxError`]: one line as `{error}`, with an excerpt as `{error:#}` |
//! | find the nearest valid texts | [`Parser::nearest`] |
//! | say where a file is wrong | [`SyntaxError::in_document`] |
//! | get its nodes without a tree; the spans of some | [`Parser::visit`]; [`Parser::spans`] |
//! | complete a text | [`Parser::completions`]; what can follow, [`Parser::next`] |
//! | see every tree of an ambiguous text | [`Parser::derivations`] |
//! | see the steps of a parser | [`Parser::steps`] |
//! | make texts, valid and invalid | [`Parser::texts`]; more in [`sentences`] |
//! | test a grammar with texts | [`cases`] |
//! | test another parser | [`conformance`]; why it is wrong, [`causes`] |
//! | find what is wrong with a grammar | [`analysis`] |
//! | compare two grammars | [`difference`] |
//! | get the minimal automaton of a production | [`automaton`] |
//! | see what a parser with ordered choice makes of a grammar | [`ordered_choice`] |
//! | find the grammar in a document | [`extract`] |
//! | lay out a grammar | [`format`](mod@format) |
//! | write it in another notation | [`export`] |
//! | write parsers in a build script | [`build`] |
//! | generate a package of parsers | [`generate`] |
//!
//! A question that takes too much, or that only people can answer, is [`Undecided`](parser::Undecided): neither yes nor no.
//!
//! # Features
//!
//! None is needed to read a grammar and to parse by it. Each of the others adds what the table names with it:
//!
//! - `files`: [`Grammar::from_file`], [`Grammar::from_rfc`] with the [`library`], [`imports`], [`cases`], and [`Readings`],
//!   [`conventions`], [`Layout`] and [`prose`] beside a grammar. Without it, no TOML is read.
//! - `texts`: [`Parser::texts`], [`sentences`].
//! - `analysis`: [`analysis`], [`difference`], [`ordered_choice`]; has `files` and `texts`.
//! - `export`: [`export`], [`format`](mod@format); has `analysis`.
//! - `conformance`: [`conformance`], [`causes`]; has `export`.
//! - `extract`: [`extract`]; has `files`. Without it, no XML is read.
//! - `documents`: the reader tells paragraphs and wrapped comments of a pasted document from rules.
//! - `generate`: [`generate`]; has `files` and `texts`. Without it, no parser of Rust is compiled.
//! - `miette`: errors of grammars and of texts as `miette` reports: `?` and `Report::from` make them.

#![cfg_attr(
    not(all(
        feature = "analysis",
        feature = "conformance",
        feature = "export",
        feature = "extract",
        feature = "generate"
    )),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "a feature needs parts of modules that the others do without"
    )
)]

#[cfg(feature = "analysis")]
pub mod analysis;
pub mod automaton;
#[doc(hidden)]
pub mod by_address;
#[cfg(feature = "files")]
pub mod cases;
#[cfg(feature = "conformance")]
pub mod causes;
#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "files")]
pub mod conventions;
mod depth;
pub mod derivations;
#[cfg(feature = "analysis")]
pub mod difference;
mod documents;
mod error;
#[doc(hidden)]
pub mod errors;
#[cfg(feature = "analysis")]
pub mod exercise;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "extract")]
pub mod extract;
#[cfg(feature = "analysis")]
#[doc(hidden)]
pub mod fixes;
#[cfg(feature = "conformance")]
#[doc(hidden)]
pub mod fnv;
#[cfg(feature = "export")]
pub mod format;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "files")]
pub mod imports;
#[doc(hidden)]
pub mod interpret;
#[cfg(feature = "files")]
mod layout;
#[cfg(feature = "files")]
pub mod library;
pub mod limits;
mod lookup;
mod network;
mod notation;
pub mod obstacles;
pub mod octets;
#[cfg(feature = "analysis")]
pub mod ordered_choice;
pub mod parser;
#[cfg(feature = "conformance")]
pub mod parts;
#[doc(hidden)]
pub mod plan;
mod program;
#[cfg(feature = "files")]
pub mod prose;
#[cfg(feature = "texts")]
mod random;
mod reader;
#[cfg(feature = "files")]
pub mod readings;
#[doc(hidden)]
pub mod recognizer;
#[cfg(feature = "texts")]
mod rejection;
#[doc(hidden)]
pub mod resolved;
#[cfg(feature = "files")]
pub mod rfc1738;
mod search_end;
#[cfg(feature = "texts")]
pub mod sentences;
mod sizes;
#[cfg(any(feature = "analysis", feature = "conformance"))]
mod spare;
pub mod syntax;
#[cfg(feature = "analysis")]
pub mod tables;

#[cfg(feature = "miette")]
pub use error::GrammarDiagnostic;
pub use error::{
    Damage, ForeignNotation, GrammarError, GrammarErrorKind, GrammarErrors, NoCounterpart,
    NumberProblem,
};
#[cfg(feature = "generate")]
#[doc(inline)]
pub use generate::build;
#[cfg(feature = "files")]
pub use layout::{Layout, LayoutError};
pub use lookup::UnknownProduction;
pub use notation::choice::{NotationChoice, NotationSign};
pub use parser::{Next, NodeEvent, ParseError, Parser, ParserError, Rule, SyntaxError};
pub use program::ProgramError;
#[cfg(feature = "files")]
pub use prose::{ErrorNote, NoteFound, Prose, ProseError, Remark};
pub use reader::{
    BareLiteral, Condition, GrammarDocument, NamePlace, Names, Reader, RuleNames, read,
};
#[cfg(feature = "files")]
pub use readings::{Readings, ReadingsError};
/// The engine of the parsers: what signatures name and this page does not list. A program that reads grammars depends on this
/// crate alone.
pub use rfcbnf_engine as engine;
pub use syntax::Grammar;
