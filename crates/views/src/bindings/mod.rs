//! What the libraries for other languages share: parsers, texts and suites of the productions of any
//! grammar.
//!
//! Errors are sentences. Each library raises them in its way. They do not use `Debug`, which writes nothing in a module of
//! WebAssembly: `clients/wasm/build` leaves it out.

pub mod parser;
pub mod suite;
pub mod texts;
