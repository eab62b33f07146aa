//! Texts as lines.

use std::io::{self, Write};

use rfc1738_views::palette::Palette;

use crate::output::streams;

/// Returns whether a line can hold the text. A line feed would end the line, and a carriage return
/// at the end of the text would count as part of the line end.
pub(crate) fn fits(text: &[u8]) -> bool {
    !text.contains(&b'\n') && !text.ends_with(b"\r")
}

/// Writes the text and a line feed.
pub(crate) fn write(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.write_all(b"\n")
}

/// Writes a note to standard error about texts that were left out because no line can hold them.
/// Writes nothing if there are none. `remedy` says what writes them.
pub(crate) fn write_left_out(count: u64, remedy: &str) -> io::Result<()> {
    let heading = Palette::COLORED.heading;
    let texts = match count {
        0 => return Ok(()),
        1 => "1 text is".to_owned(),
        count => format!("{count} texts are"),
    };
    writeln!(
        streams::error(),
        "{heading}note:{heading:#} {texts} left out, because a line cannot hold LF or end in CR; \
         {remedy}"
    )
}
