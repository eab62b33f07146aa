//! Reads JSON into the types of serde, with the parser that `rfcbnf` generates from the grammar of RFC 8259.
//!
//! ```
//! let (name, ports): (&str, Vec<u16>) = json_deserializer::from_str(r#"["w3.org", [80, 443]]"#)?;
//! assert_eq!((name, ports), ("w3.org", vec![80, 443]));
//! # Ok::<(), json_deserializer::Error>(())
//! ```
//!
//! `visit` passes on the nodes of a text, and [`nodes`] keeps those of values. [`de`] has the `Deserializer` over them.

#![forbid(unsafe_code)]

mod de;
mod error;
mod nodes;

#[allow(
    missing_docs,
    dead_code,
    clippy::all,
    clippy::pedantic,
    reason = "generated"
)]
mod rfc8259 {
    include!(concat!(env!("OUT_DIR"), "/rfc8259.rs"));
}

pub use error::Error;

use de::Values;
use nodes::Nodes;
use serde::Deserialize;

/// Reads a value from a text of JSON. Strings without escapes can be borrowed from the text.
///
/// # Errors
///
/// Returns an [`Error`] if the text is no JSON, or if it is not what the type needs.
pub fn from_str<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Error> {
    let nodes = Nodes::of(text)?;
    T::deserialize(&mut Values::new(text, &nodes))
}
