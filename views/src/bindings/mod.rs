//! What the libraries for other languages share: parsers, texts and suites of the productions of any
//! grammar.
//!
//! Errors are sentences. Each library raises them in its way.

pub mod parser;
pub mod suite;
pub mod texts;
