//! Verdicts on many texts, one a line: lines for people, records for programs, and a summary.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::check::summary::{Summary, production_of};
//!
//! let mut summary = Summary::default();
//! for line in ["http://h/", "news:*", "http://h:a/"] {
//!     let result = parse(Rule::Url, line);
//!     summary.count(result.is_ok(), production_of(&result), &[], false);
//! }
//! let mut out = Vec::new();
//! summary.write(&mut out, Palette::PLAIN)?;
//! assert!(out.starts_with(b"3 lines: 2 valid, 1 invalid\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod lines;
pub mod record;
pub mod summary;
