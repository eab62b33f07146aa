//! The part of a text around an error, escaped for display.

use std::fmt::{self, Write as _};
use std::ops::Range;

/// The number of octets shown before the error.
const BEFORE: usize = 60;

/// The number of characters shown after the error.
const AFTER: usize = 20;

/// Room for the characters after the error and for the ellipses.
const ROOM: usize = AFTER + 2 * '…'.len_utf8();

/// A part of a line, escaped, with a span to underline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    line: String,
    /// The span to underline, as byte offsets in the line.
    underlined: Range<usize>,
}

impl Excerpt {
    /// Returns the excerpt around a span. The text before the span is a viable prefix, so it is
    /// ASCII without control characters.
    pub(super) fn new(text: &[u8], span: &Range<usize>) -> Self {
        let start = span.start.saturating_sub(BEFORE);
        let mut line = String::with_capacity(span.end - start + ROOM);
        if start > 0 {
            line.push('…');
        }
        let before = line.len();
        let shown = text.len().min(span.end + AFTER);
        if prints(&text[start..shown]) {
            line.push_str(std::str::from_utf8(&text[start..shown]).unwrap_or_default());
            if text.get(shown).is_some_and(|&octet| octet != b'\n') {
                line.push('…');
            }
            let underlined = before + span.start - start..before + span.end - start;
            return Self { line, underlined };
        }
        // A character of UTF-8 has at most four octets.
        let after = text[span.end..].iter().take(4 * (AFTER + 1));
        let end = span.end + after.take_while(|&&octet| octet != b'\n').count();
        show(&text[start..span.start], usize::MAX, &mut line);
        let begin = line.len();
        show(&text[span.clone()], usize::MAX, &mut line);
        let underlined = begin..line.len();
        show(&text[span.end..end], AFTER, &mut line);
        Self { line, underlined }
    }

    /// Returns the line to print under the excerpt.
    pub(super) fn caret(&self) -> String {
        let indent = self.line[..self.underlined.start].chars().count();
        let width = self.line[self.underlined.clone()].chars().count().max(1);
        " ".repeat(indent) + &"^".repeat(width)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.line)
    }
}

/// Returns whether all octets are printable ASCII. Checking all is faster than stopping early.
fn prints(octets: &[u8]) -> bool {
    let print = |all, octet: &u8| all & matches!(octet, b' '..=b'~');
    octets.iter().fold(true, print)
}

/// Appends at most `most` of the octets as characters, escaped if they do not print.
fn show(octets: &[u8], most: usize, line: &mut String) {
    let mut left = most;
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            if left == 0 {
                return line.push('…');
            }
            left -= 1;
            push_escaped(line, character);
        }
        for octet in chunk.invalid() {
            if left == 0 {
                return line.push('…');
            }
            left -= 1;
            let _ = write!(line, "\\x{octet:02x}");
        }
    }
}

/// Returns the character, escaped if it does not print.
pub(super) fn escaped(character: char) -> String {
    let mut text = String::with_capacity(character.len_utf8());
    push_escaped(&mut text, character);
    text
}

/// Appends the character, escaped if it does not print.
pub(super) fn push_escaped(text: &mut String, character: char) {
    match character {
        ' '..='~' => text.push(character),
        _ => text.extend(character.escape_debug()),
    }
}
