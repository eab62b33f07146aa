//! Where something is in a file, for people: `FILE:LINE:COLUMN:`.

use std::io::{self, Write};

use anstyle::Style;

use crate::palette::Palette;

/// Writes `FILE:LINE:COLUMN:`. A column of 0 is left out. `file` is the escaped name of the file.
pub(crate) fn write(
    out: &mut impl Write,
    palette: Palette,
    file: &str,
    line: u64,
    column: u64,
) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    write_styled(out, palette.file, file)?;
    write_styled(out, palette.number, digits.format(line))?;
    if column > 0 {
        write_styled(out, palette.number, digits.format(column))?;
    }
    Ok(())
}

/// Writes a text in the style, and a colon.
fn write_styled(out: &mut impl Write, style: Style, what: &str) -> io::Result<()> {
    // Most files have no styles, and to write none takes longer than the text.
    if style.is_plain() {
        out.write_all(what.as_bytes())?;
        out.write_all(b":")
    } else {
        write!(out, "{style}{what}{style:#}:")
    }
}
