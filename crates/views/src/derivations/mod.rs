//! All derivations of one text.
//!
//! ```
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::derivations::text::DerivationsWriter;
//!
//! let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
//! let mut out = Vec::new();
//! let mut writer = DerivationsWriter::default();
//! for tree in rfcbnf::derivations::derivations(&grammar, "s", "a")? {
//!     writer.write(&mut out, Palette::PLAIN, tree)?;
//! }
//! assert!(out.starts_with(b"derivation 1\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
pub mod list;
pub mod record;
pub mod text;

pub use count::{COUNTED, Count, Total};
