//! The part of a text around an error, fit to be shown.

use std::fmt::{self, Write as _};
use std::ops::Range;

/// The number of octets shown before the place.
const BEFORE: usize = 60;

/// The number of characters shown after the place.
const AFTER: usize = 20;

/// A part of a line, escaped, with something in it to underline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    before: String,
    underlined: String,
    after: String,
}

impl Excerpt {
    /// The surroundings of a span. What lies before it is ASCII without control characters,
    /// because a production derives the beginning of it.
    pub(super) fn new(text: &[u8], span: &Range<usize>) -> Self {
        let start = span.start.saturating_sub(BEFORE);
        let cut = if start > 0 { "…" } else { "" };
        let before = cut.to_owned() + &shown(&text[start..span.start], usize::MAX);
        let underlined = shown(&text[span.clone()], usize::MAX);
        let line_end = text[span.end..].iter().position(|&octet| octet == b'\n');
        let line = &text[span.end..line_end.map_or(text.len(), |length| span.end + length)];
        Self {
            before,
            underlined,
            after: shown(line, AFTER),
        }
    }

    /// A line to stand under the excerpt.
    pub(super) fn caret(&self) -> String {
        let indent = self.before.chars().count();
        let width = self.underlined.chars().count().max(1);
        " ".repeat(indent) + &"^".repeat(width)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}{}{}",
            self.before, self.underlined, self.after
        )
    }
}

/// The octets as characters, escaped where they do not print, at most so many of them.
fn shown(octets: &[u8], most: usize) -> String {
    let mut text = String::with_capacity(octets.len().min(most));
    let mut left = most;
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            if left == 0 {
                return text + "…";
            }
            left -= 1;
            if matches!(character, ' '..='~') {
                text.push(character);
            } else {
                let _ = write!(text, "{}", escaped(character));
            }
        }
        for octet in chunk.invalid() {
            if left == 0 {
                return text + "…";
            }
            left -= 1;
            let _ = write!(text, "\\x{octet:02x}");
        }
    }
    text
}

/// A character as it can be shown anywhere: itself, or an escape where it does not print.
pub(super) fn escaped(character: char) -> impl fmt::Display {
    let plain = matches!(character, '"' | '\'' | '\\').then_some(character);
    let escape = plain.is_none().then(|| character.escape_debug());
    plain
        .into_iter()
        .chain(escape.into_iter().flatten())
        .collect::<String>()
}
