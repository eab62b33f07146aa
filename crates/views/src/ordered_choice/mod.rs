//! Comparisons of a grammar read as ordered choice with the texts that it derives.
//!
//! ```
//! use rfc1738_views::ordered_choice::list;
//! use rfc1738_views::palette::Palette;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let mut out = Vec::new();
//! list::write(&mut out, Palette::PLAIN, &rfcbnf::ordered_choice::search(&grammar, 1))?;
//! assert!(out.starts_with(b"sign \"+-\"\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod comparison;
pub mod list;
