//! Text wrapped to 80 columns, with labels and headings.
//!
//! ```
//! use rfc1738_views::paragraph::wrapped;
//!
//! assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
//! ```

use std::io::{self, Write};

use crate::palette::Palette;

/// The width of a line, in columns.
const WIDTH: usize = 80;

/// The column at which the text beside a label begins.
const INDENT: usize = 10;

/// Writes paragraphs beside a label. Writes nothing if there are no paragraphs.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_labelled(
    out: &mut impl Write,
    palette: Palette,
    label: &str,
    paragraphs: &[String],
) -> io::Result<()> {
    let style = palette.heading;
    let lines = paragraphs
        .iter()
        .flat_map(|paragraph| wrapped(paragraph, WIDTH - INDENT));
    for (index, line) in lines.enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(out, "{style}{label:INDENT$}{style:#}{line}")?;
    }
    Ok(())
}

/// Writes a heading.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_heading(out: &mut impl Write, palette: Palette, heading: &str) -> io::Result<()> {
    let style = palette.heading;
    wrapped(heading, WIDTH)
        .iter()
        .try_for_each(|line| writeln!(out, "{style}{line}{style:#}"))
}

/// Writes a heading below an empty line.
pub(crate) fn write_section(
    out: &mut impl Write,
    palette: Palette,
    heading: &str,
) -> io::Result<()> {
    writeln!(out)?;
    write_heading(out, palette, heading)
}

/// Breaks the text into lines of at most `width` characters. A longer word gets a line of its
/// own.
///
/// ```
/// use rfc1738_views::paragraph::wrapped;
///
/// assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
/// ```
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
