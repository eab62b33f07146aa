//! Makes the Rust programs of the Markdown files documentation tests.

#[doc = include_str!("../README.md")]
struct Readme;

#[doc = include_str!("../docs/library.md")]
struct Library;

#[doc = include_str!("../docs/extraction.md")]
struct Extraction;

#[doc = include_str!("../docs/notes.md")]
struct Notes;

#[doc = include_str!("../docs/advice.md")]
struct Advice;

#[doc = include_str!("../grammar/README.md")]
struct Rfcbnf;
