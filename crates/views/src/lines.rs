//! Texts as lines.
//!
//! ```
//! use rfc1738_views::lines;
//!
//! let mut out = Vec::new();
//! let texts: [&[u8]; 2] = [b"a\r", b"b"];
//! for text in texts.into_iter().filter(|text| lines::fits(text)) {
//!     lines::write(&mut out, text)?;
//! }
//! assert_eq!(out, b"b\n");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io::{self, Write};

/// Returns whether a line can hold the text. A line feed would end the line, and a carriage return
/// at the end of the text would count as part of the line end.
#[must_use]
pub fn fits(text: &[u8]) -> bool {
    !text.contains(&b'\n') && !text.ends_with(b"\r")
}

/// Writes the text and a line feed.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.write_all(b"\n")
}
