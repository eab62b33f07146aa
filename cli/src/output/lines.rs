//! Texts as lines.

use std::io::{self, Write as _};

use rfc1738_views::palette::Palette;

pub(crate) use rfc1738_views::lines::{fits, write};

use crate::output::streams;

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
