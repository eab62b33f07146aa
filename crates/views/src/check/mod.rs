//! Verdicts on many texts: lines for people, records for programs, and a summary.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::check::place::{FileName, Place};
//! use rfc1738_views::check::summary::{CheckedText, Noun, Summary, SummaryDetail, production_of};
//! use rfc1738_views::palette::Palette;
//!
//! let mut summary = Summary::new(SummaryDetail::Brief);
//! let file = FileName { shown: "urls.txt", octets: b"urls.txt" };
//! for (number, line) in (1..).zip(["http://h/", "news:*", "http://h:a/"]) {
//!     let result = parse(Rule::Url, line);
//!     summary.count(&CheckedText {
//!         place: Place::line(file, number),
//!         text: line.as_bytes(),
//!         verdict: result.as_ref().map(|_| production_of(&result)),
//!         findings: &[],
//!         is_denied: false,
//!     });
//! }
//! let mut out = Vec::new();
//! summary.write(&mut out, Palette::PLAIN, Noun::Line)?;
//! assert!(out.starts_with(b"3 lines: 2 valid, 1 invalid\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
pub mod place;
pub mod record;
pub mod summary;
