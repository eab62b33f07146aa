//! Excerpts of grammar files for error messages.
//!
//! Invariant: control characters and invisible characters are escaped, and excerpts of long lines
//! and names are cut.

use std::fmt;

use crate::syntax::Span;

/// The number of characters of a line that are shown on each side of the span.
const REACH: usize = 60;

/// The number of characters of a name that are shown.
const NAME_REACH: usize = 80;

/// A name or a piece of the file, escaped and cut.
pub(super) struct Clipped<'a>(pub(super) &'a str);

impl fmt::Display for Clipped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for character in characters.by_ref().take(NAME_REACH) {
            formatter.write_str(&escaped(character))?;
        }
        if characters.next().is_some() {
            formatter.write_str("…")
        } else {
            Ok(())
        }
    }
}

/// Names with arrows between them.
pub(super) struct Listed<'a>(pub(super) &'a [String]);

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
    let before = end_of_line_before(&source[..span.start]);
    let within = first_line(&source[span.clone()], 2 * REACH);
    let after = if within.len() == span.len() {
        first_line(&source[span.end..], REACH)
    } else {
        ""
    };
    let (before, within, after) = (shown(before), shown(within), shown(after.trim_end()));
    let number = line.to_string();
    let (margin, indent) = (" ".repeat(number.len()), " ".repeat(before.chars().count()));
    let carets = "^".repeat(within.chars().count().max(1));
    let text = format!(" {number} | {before}{within}{after}");
    write!(
        formatter,
        "\n{}\n {margin} | {indent}{carets}",
        text.trim_end()
    )
}

/// Returns the characters behind the last line end of the text, at most [`REACH`].
fn end_of_line_before(text: &str) -> &str {
    let reach = text
        .char_indices()
        .rev()
        .take(REACH)
        .take_while(|(_, character)| *character != '\n');
    let start = reach.last().map_or(text.len(), |(offset, _)| offset);
    text[start..].trim_start_matches('\u{feff}')
}

/// Returns the characters before the first line end, at most `reach`.
fn first_line(text: &str, reach: usize) -> &str {
    let end = text
        .char_indices()
        .take(reach)
        .take_while(|(_, character)| *character != '\n')
        .last();
    let line = &text[..end.map_or(0, |(offset, character)| offset + character.len_utf8())];
    line.strip_suffix('\r').unwrap_or(line)
}

fn shown(text: &str) -> String {
    text.chars().map(escaped).collect()
}

fn escaped(character: char) -> String {
    match character {
        // `escape_debug` escapes these for Rust. Here they are harmless.
        '"' | '\'' | '\\' => character.to_string(),
        _ => character.escape_debug().to_string(),
    }
}
