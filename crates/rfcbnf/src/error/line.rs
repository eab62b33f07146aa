//! Lines of grammar files, and names, in error messages.
//!
//! Invariant: control characters and invisible characters are escaped, and excerpts of long lines
//! and names are cut.

use std::fmt;
use std::ops::Range;

use rfcbnf_engine::escape::Printable;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::syntax::Span;

/// The number of octets of a line that are shown on each side of the span.
const REACH: usize = 60;

const LIMITS: ExcerptLimits = ExcerptLimits {
    before: REACH,
    within: 2 * REACH,
    after: REACH,
    keeps_lines: false,
};

/// The byte order mark that some editors write first. It has no width.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The number of characters of a name that are shown.
const NAME_REACH: usize = 80;

/// A name or a piece of the file, escaped and cut.
pub(crate) struct Clipped<'a>(pub(crate) &'a str);

impl fmt::Display for Clipped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(NAME_REACH) {
            let mut octets = [0; 4];
            let octets = character.encode_utf8(&mut octets).as_bytes();
            write!(formatter, "{}", Printable(octets))?;
        }
        if characters.next().is_some() {
            formatter.write_str("…")
        } else {
            Ok(())
        }
    }
}

/// Names with arrows between them.
pub(crate) struct Listed<'a>(pub(crate) &'a [String]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, name) in self.0.iter().enumerate() {
            if position > 0 {
                formatter.write_str(" → ")?;
            }
            write!(formatter, "{}", Clipped(name))?;
        }
        Ok(())
    }
}

/// Writes the line on which the span begins and a line of carets under the span.
pub(super) fn write(
    formatter: &mut fmt::Formatter<'_>,
    source: &str,
    span: &Span,
    line: usize,
) -> fmt::Result {
    let Range { start, end } = line_around(source.as_bytes(), span);
    let mark = span.start - start..span.end.min(end) - start;
    let excerpt = Excerpt::new(&source.as_bytes()[start..end], mark, LIMITS);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let (text, carets) = (format!(" {number} | {}", excerpt.text), excerpt.caret());
    write!(formatter, "\n{}\n {margin} | {carets}", text.trim_end())
}

/// Returns the line on which the span begins, without the white space at its end. Of
/// a long line, it returns more than an excerpt shows, but not all, so that many errors on one line
/// take linear time.
fn line_around(source: &[u8], span: &Span) -> Range<usize> {
    let from = span.start.saturating_sub(2 * REACH);
    let start = source[from..span.start]
        .iter()
        .rposition(|&octet| octet == b'\n');
    let start = start.map_or(from, |index| from + index + 1);
    let has_mark = start == 0 && source.starts_with(BYTE_ORDER_MARK);
    let start = if has_mark {
        span.start.min(BYTE_ORDER_MARK.len())
    } else {
        start
    };
    let until = source.len().min(span.start + 4 * REACH);
    let after = &source[span.start..until];
    let line = after
        .split(|&octet| octet == b'\n')
        .next()
        .unwrap_or_default();
    let shown = line.trim_ascii_end().len().max(line.len().min(span.len()));
    let shown = line[..shown].strip_suffix(b"\r").map_or(shown, <[u8]>::len);
    start..span.start + shown
}
