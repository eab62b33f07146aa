//! Railroad diagrams. Follow the rails from left to right: every path spells a text of the
//! production.
//!
//! ```
//! use rfc1738_views::railroad::text::draw;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"-\"\n")?;
//! let lines = draw(&grammar.productions[0], 80);
//! assert!(lines.iter().any(|line| line.contains("\"+\"")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas;
pub mod diagrams;
mod fold;
pub mod page;
pub mod path;
pub mod picture;
pub mod record;
pub mod svg;
pub mod text;
mod track;

/// The width of a diagram in a page or a picture, in pixels.
const WIDTH: usize = 860;
