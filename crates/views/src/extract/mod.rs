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

use std::io::{self, Write};

use anstyle::Style;

use crate::count::counted;

/// The number of valid and of invalid URLs.
///
/// ```
/// use rfc1738_views::extract::MatchCounts;
///
/// let mut counts = MatchCounts::default();
/// counts.add(true);
/// counts.append(MatchCounts::default());
/// let mut line = Vec::new();
/// counts.write(&mut line)?;
/// assert_eq!(line, b"1 URL: 1 valid, 0 invalid\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct MatchCounts {
    valid: u64,
    invalid: u64,
}

impl MatchCounts {
    /// Counts a URL.
    pub fn add(&mut self, is_valid: bool) {
        if is_valid {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
    }

    /// Adds other counts.
    pub fn append(&mut self, other: Self) {
        self.valid += other.valid;
        self.invalid += other.invalid;
    }

    /// Returns whether every counted URL is valid.
    #[must_use]
    pub fn is_all_fine(&self) -> bool {
        self.invalid == 0
    }

    /// Returns whether no URL was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.valid + self.invalid == 0
    }

    /// Writes the counts on a line.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { valid, invalid } = self;
        let all = counted(valid + invalid, "URL", "URLs", Style::new());
        writeln!(out, "{all}: {valid} valid, {invalid} invalid")
    }
}
