//! All about one production.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::explain::explanation::Explanation;
//! use rfc1738_views::explain::page;
//! use rfc1738_views::grammar::NamedGrammar;
//! use rfc1738_views::palette::Palette;
//! use rfcbnf::Prose;
//!
//! let (grammar, readings) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)?;
//! let named = NamedGrammar { grammar, readings, file: None, has_rfc1738_readings: true };
//! let prose = Prose::from_toml(rfcbnf::rfc1738::PROSE)?;
//! let explanation = Explanation::new(&named, &prose, "port", Rule::Port)?;
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &explanation)?;
//! assert!(out.starts_with(b"port           = digits\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod explanation;
pub mod page;
pub mod record;
