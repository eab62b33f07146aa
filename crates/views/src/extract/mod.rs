//! URLs found in running text.
//!
//! ```
//! use rfc1738_views::extract::line;
//! use rfc1738_views::palette::Palette;
//!
//! let mut out = Vec::new();
//! for found in rfc1738::extract("see <URL:http://h/>") {
//!     line::write(&mut out, Palette::PLAIN, "mail.txt", &found)?;
//! }
//! assert_eq!(out, b"mail.txt:1:10: http://h/\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod explanation;
pub mod line;
pub mod record;
pub mod repairs;
pub mod summary;
