//! A match for people: `FILE:LINE:COLUMN: URL`.

use std::io::{self, Write};

use rfc1738::extract::{MappedText, Match};
use rfcbnf_engine::escape::Escaped;

use super::repairs;
use crate::palette::Palette;

/// Writes the position of the match, its URL and its fragment, then a line for each alternative that
/// is a URL, and for each kind of repair.
/// `file` is the escaped name of the file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, file: &str, found: &Match) -> io::Result<()> {
    let Palette {
        file: file_style,
        number,
        faint,
        ..
    } = palette;
    let position = found.position();
    let (line, column) = (position.line, position.column);
    write!(
        out,
        "{file_style}{file}{file_style:#}:{number}{line}{number:#}:{number}{column}{number:#}: {}",
        Escaped(found.text())
    )?;
    if let Some(fragment) = found.fragment() {
        write!(out, " {faint}#{}{faint:#}", Escaped(fragment))?;
    }
    writeln!(out)?;
    for other in found.alternatives().filter(MappedText::is_valid) {
        writeln!(out, "  or {}", Escaped(other.octets()))?;
    }
    repairs::write(out, found)
}
