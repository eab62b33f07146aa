//! URLs exactly as RFC 1738 defines them. They are absolute: there is no `join`, and no relative reference,
//! which RFC 1808 defines.
//!
//! ```toml
//! [dependencies]
//! rfc1738 = { version = "0.1", features = ["notes"] }
//! ```
//!
//! A [feature](#features) is for what not every program needs. `notes` is for the last line of this example:
//!
//! ```
//! use rfc1738::Url;
//!
//! let url = Url::parse("http://host.dom:8080/a%20b/c?q")?;
//! assert_eq!(url.scheme(), "http");
//! assert_eq!(url.host().unwrap(), "host.dom");
//! assert_eq!(url.port_or_default(), Some(8080));
//! assert_eq!(url.path().unwrap().raw(), "a%20b/c");
//! assert_eq!(url.segments().next().unwrap().decoded(), &b"a b"[..]);
//! assert_eq!(url.query().unwrap().raw(), "q");
//!
//! let error = Url::parse("http://user@host.dom/").unwrap_err();
//! assert_eq!(error.offset(), 11);
//! assert_eq!(
//!     error.to_string(),
//!     "not a valid url: found \"@\" at offset 11; \
//!      no user name or password is allowed in an http URL (RFC 1738, 3.3)",
//! );
//! # Ok::<(), rfc1738::SyntaxError>(())
//! ```
//!
//! # Which function to take
//!
//! Section 5 of the RFC is a BNF of 67 productions. Each one is a [`Rule`], from [`Rule::Url`] to
//! [`Rule::Digit`]. A function that takes a `Rule` works for all of them.
//!
//! | to do this | take |
//! |---|---|
//! | ask whether a text is a URL | [`is_valid`]; in a small program, `is_valid` of [`rules::generic::url`](mod@rules::generic::url) |
//! | get a URL with its components | [`Url::parse`], which borrows the text |
//! | keep a URL, or put it into a map | [`OwnedUrl`]: `text.parse::<OwnedUrl>()`, or [`Url::to_owned`] |
//! | get the syntax tree | [`parse()`]; with single characters, [`parse_in_detail`] |
//! | get the nodes without a tree | [`visit`] |
//! | say what is wrong | [`SyntaxError`]: one line as `{error}`, with an excerpt as `{error:#}` |
//! | explain an error, or correct it | [`SyntaxError::notes`], [`Note::fixes`], [`SyntaxError::id`] |
//! | say where a file is wrong | [`SyntaxError::in_document`], which gives a [`DocumentError`] |
//! | place an error in a string of JSON, TOML or YAML | [`StringLiteral`](rfcbnf_engine::StringLiteral) |
//! | fix a file | [`DocumentError::fixes`] |
//! | build a URL | [`Builder`] |
//! | change a URL | [`Url::to_builder`] |
//! | compare URLs, as far as the RFC equates them | [`Url::is_equivalent`], [`Url::normalized`] |
//! | find the URLs that a text marks, as in `<URL:…>` | [`extract()`]; in a stream, [`extract::Extractor`] |
//! | find unmarked URLs as well | [`extract::extract_with`] |
//! | warn about a URL that is valid | [`advise`] |
//! | parse a delimited URL inside a nom grammar | [`whole`] |
//! | parse the longest prefix inside a nom grammar | a function of [`rules`], such as [`rules::generic::url()`] |
//! | parse a prefix of a stream inside a nom grammar | [`streaming`] |
//! | parse a prefix without nom | [`match_prefix`] |
//! | encode and decode octets | [`encode`], [`decode`]; [`literal_characters`] |
//! | see what the parsers do | [`trace()`] |
//! | learn how a BNF works | [`tutorial`] |
//!
//! # Errors in a file
//!
//! [`SyntaxError::in_document`] takes the document and the byte offset at which the text begins.
//! The result has the line and the column:
//!
//! ```
//! use rfc1738::{Document, DocumentError, Url};
//!
//! /// Reads lines of the form `name = URL`.
//! fn feeds<'t>(file: &str, text: &'t str) -> Vec<Result<(&'t str, Url<'t>), DocumentError>> {
//!     let document = Document::named(file, text);
//!     let mut start = 0;
//!     let mut feeds = Vec::new();
//!     for line in text.split_inclusive('\n') {
//!         if let Some((name, value)) = line.split_once('=') {
//!             let value = value.trim();
//!             let url_start = start + line.trim_end().len() - value.len();
//!             let url = Url::parse(value).map_err(|error| error.in_document(&document, url_start));
//!             feeds.push(url.map(|url| (name.trim(), url)));
//!         }
//!         start += line.len();
//!     }
//!     feeds
//! }
//!
//! let feeds = feeds("feeds.conf", "home = http://host.dom/\nmirror = http://me@host.dom/\n");
//! assert_eq!(feeds[0].as_ref().unwrap().1, "http://host.dom/");
//! let error = feeds[1].as_ref().unwrap_err();
//! assert_eq!((error.position().line, error.position().column), (2, 19));
//! assert!(error.to_string().starts_with("feeds.conf:2:19: not a valid url: found \"@\"; "));
//! ```
//!
//! For a URL that [`extract()`] found, give its [`Match`](extract::Match) instead of the offset.
//!
//! With the feature `miette`, a [`SyntaxError`] is a `miette::Diagnostic`, and a [`DocumentError`]
//! turns into a `miette::Report` by `?` or `Report::from`. The report shows the error in its lines
//! of the document. A report on several errors has a `Vec<DocumentDiagnostic>` under `#[related]`.
//! To draw it, turn on the feature `fancy` of miette:
//!
//! ```
//! # #[cfg(feature = "miette")] {
//! use miette::Report;
//! use rfc1738::{Document, Url};
//!
//! let document = Document::named("feeds.conf", "mirror = http://me@host.dom/\n");
//! let error = Url::parse("http://me@host.dom/").unwrap_err().in_document(&document, 9);
//! let report = Report::from(error);
//! assert_eq!(report.code().unwrap().to_string(), "rfc1738::http-user");
//! eprintln!("{report:?}");
//! # }
//! ```
//!
//! # serde
//!
//! With the feature `serde`, a URL is its text. [`OwnedUrl`] deserializes from any text, and
//! [`Url`] from borrowed text. The message for a wrong URL has the notes and the fixes, and the
//! format adds the line. If the format gives the span of a value, as `toml::Spanned` does, the
//! error can have the exact column:
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use rfc1738::{Document, OwnedUrl, StringLiteral, Url};
//! use serde::Deserialize;
//! use toml::Spanned;
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     home: OwnedUrl,
//!     mirrors: Vec<Spanned<String>>,
//! }
//!
//! let text = "home = 'http://host.dom/'\nmirrors = ['http://me@host.dom/']\n";
//! let config: Config = toml::from_str(text)?;
//! assert_eq!(config.home.host().unwrap(), "host.dom");
//!
//! let mirror = &config.mirrors[0];
//! let error = Url::parse(mirror.get_ref()).unwrap_err();
//! let document = Document::named("config.toml", text);
//! let string = StringLiteral::toml(document.octets(), mirror.span().start).unwrap();
//! let error = error.in_document(&document, string);
//! assert_eq!((error.position().line, error.position().column), (2, 22));
//!
//! let error = toml::from_str::<Config>("home = 'http://host.dom/~'").err().unwrap();
//! assert!(error.to_string().starts_with("TOML parse error at line 1, column 8"));
//! assert!(error.message().contains("write http://host.dom/%7E"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside a nom grammar
//!
//! [`whole`] parses a delimited text as a whole. Its error has the exact offset and the
//! [`SyntaxError`]:
//!
//! ```
//! use nom::bytes::complete::{is_not, tag};
//! use nom::character::complete::{char, u16};
//! use nom::sequence::delimited;
//! use nom::{Finish as _, IResult, Parser as _};
//! use rfc1738::{Document, Url, WholeError, whole};
//!
//! /// Parses a line of a log, such as `10.0.0.1 "GET http://host.dom/ HTTP/1.0" 200`.
//! fn entry(line: &str) -> IResult<&str, (&str, Url<'_>, u16), WholeError<&str>> {
//!     let url = whole(is_not(" "), Url::parse);
//!     let request = delimited(tag("\"GET "), url, tag(" HTTP/1.0\" "));
//!     let (rest, (client, _, url, status)) = (is_not(" "), char(' '), request, u16).parse(line)?;
//!     Ok((rest, (client, url, status)))
//! }
//!
//! let (_, (_, url, status)) = entry("10.0.0.1 \"GET http://host.dom/ HTTP/1.0\" 200").finish()?;
//! assert_eq!((url.host().unwrap().raw(), status), ("host.dom", 200));
//!
//! let line = "10.0.0.1 \"GET http://host.dom/~me HTTP/1.0\" 200";
//! let failed = entry(line).finish().unwrap_err();
//! assert_eq!(failed.input(), &"~me HTTP/1.0\" 200");
//! let start = failed.text_start(&line).unwrap();
//! let error = failed.into_syntax().unwrap().in_document(&Document::new(line), start);
//! assert_eq!(error.position().column, 31);
//! # Ok::<(), WholeError<&str>>(())
//! ```
//!
//! The functions of [`rules`] consume the longest prefix that a production derives:
//!
//! ```
//! use rfc1738::rules::generic::url;
//!
//! assert_eq!(url::<_, ()>("http://host.dom/ and more"), Ok((" and more", "http://host.dom/")));
//! ```
//!
//! # Build and change a URL
//!
//! A [`Builder`] takes raw octets and encodes what has to be encoded. [`Url::to_builder`] begins
//! with the components of a URL:
//!
//! ```
//! use rfc1738::{Builder, Url};
//!
//! let url = Builder::new("http").host("host.dom").path("a b").build()?;
//! assert_eq!(url, "http://host.dom/a%20b");
//!
//! let url = Url::parse("http://host.dom/a?b")?;
//! assert_eq!(url.to_builder().port(8080).search("100%").build()?, "http://host.dom:8080/a?100%25");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Without std
//!
//! Without their default features, the library and nom need only `core` and `alloc`:
//!
//! ```toml
//! [dependencies]
//! rfc1738 = { version = "0.1", default-features = false }
//! nom = { version = "8", default-features = false, features = ["alloc"] }
//! ```
//!
//! Only [`FileUrl::to_file_path`](url::FileUrl::to_file_path) and the feature `miette` need `std`.
//!
//! # Features
//!
//! The examples of this page need these dependencies:
//!
//! ```toml
//! [dependencies]
//! rfc1738 = { version = "0.1", features = ["advice", "build", "extract", "literals", "miette", "serde"] }
//! miette = { version = "7", features = ["fancy"] }
//! nom = "8"
//! serde = { version = "1", features = ["derive"] }
//! toml = "1"
//! ```
//!
//! - `std`, on by default: [`FileUrl::to_file_path`](url::FileUrl::to_file_path), and the same
//!   feature of the dependencies.
//! - `nom_locate`, on by default: the parsers in [`rules`] run over `nom_locate::LocatedSpan`.
//! - `miette`: [`SyntaxError`] is a `miette::Diagnostic`, and a [`DocumentError`] turns into a
//!   `miette::Report`. Turns on `std` and `notes`.
//! - `fast`, on by default: tables for speed, which are up to ten times as large.
//! - `notes`: what the prose of the RFC says about an error, fixes, and ids of errors. Without it, an
//!   error says what was expected and found.
//! - `advice`: [`advise`]. Turns on `notes`.
//! - `build`: [`Builder`]. Turns on `notes`.
//! - `extract`: [`extract()`].
//! - `literals`: [`StringLiteral`](rfcbnf_engine::StringLiteral).
//! - `serde`: trees, errors and findings serialize as the command writes them in JSON. A
//!   [`Rule`] serializes as its name and a URL as its text; both deserialize as well.
//!
//! # What is accepted
//!
//! [`parse()`] accepts a text if and only if the BNF derives it from the production. In seven
//! questions that the BNF leaves open, the prose of the RFC decides: see [`Rule::readings`].
//!
//! # How it works
//!
//! [`rules`] is generated: one module for each heading of the grammar, and one combinator of nom for each
//! production. nom runs the body of a production, and so does everything else: [`is_valid`], [`Url::parse`],
//! [`parse()`] and [`trace()`] run it on a [`Collector`](rfcbnf_engine::Collector), which makes a verdict, spans, a tree
//! or steps of it. Where nobody asks for the nodes inside a production, a DFA reads its text. If the body fails,
//! a generated automaton reads the text again, and its states hold the errors.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(
    clippy::alloc_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "notes")]
mod addr_spec;
#[cfg(feature = "advice")]
pub mod advice;
#[cfg(feature = "build")]
mod build;
#[cfg(feature = "serde")]
mod deserialize;
mod encoding;
mod error;
#[cfg(feature = "extract")]
pub mod extract;
#[cfg(feature = "notes")]
mod ids;
#[cfg(feature = "notes")]
mod known_schemes;
mod literal_characters;
mod normalized;
mod parse;
#[rustfmt::skip] // The generator lays it out.
pub mod rules;
#[cfg(feature = "serde")]
mod serialize;
mod streaming;
#[rustfmt::skip]
mod tables;
pub mod trace;
mod tree;
pub mod tutorial;
pub mod url;
#[cfg(feature = "notes")]
mod verdict;

#[cfg(feature = "advice")]
#[doc(inline)]
pub use advice::{AdviceId, Finding, Severity, UnknownAdvice, advise};
#[cfg(feature = "build")]
pub use build::{BuildError, BuildErrorKind, Builder};
pub use encoding::{DecodeError, decode, encode};
#[cfg(feature = "miette")]
pub use error::DocumentDiagnostic;
#[doc(inline)]
pub use error::Found;
pub use error::{DocumentError, Expected, SyntaxError, WholeError};
#[cfg(feature = "notes")]
pub use error::{DocumentFix, ErrorId, Fix, Headline, Note, NoteId, UnknownError, UnknownNote};
#[cfg(feature = "extract")]
#[doc(inline)]
pub use extract::extract;
pub use literal_characters::literal_characters;
pub use parse::{is_valid, match_prefix, parse, parse_in_detail, visit};
/// The engine of the parsers: it has what signatures name and this page does not list, such as the error
/// that [`SyntaxError`] returns by [`AsRef`].
#[doc(no_inline)]
pub use rfcbnf_engine as engine;
#[cfg(feature = "literals")]
#[doc(inline)]
pub use rfcbnf_engine::StringLiteral;
#[doc(inline)]
pub use rfcbnf_engine::password;
#[doc(inline)]
pub use rfcbnf_engine::{
    AsInput, CharacterSet, CharacterSetIter, ColumnUnit, Detail, Document, LineColumn, Origin,
    Production, ProductionSet, Reading, Text, whole,
};
#[doc(inline)]
pub use rules::Rule;
pub use streaming::streaming;
pub use tables::descriptions::UnknownRule;
#[doc(inline)]
pub use trace::trace;
pub use tree::{Node, NodeEvent, Nodes, Tree};
#[doc(inline)]
pub use url::{OwnedUrl, Url};
