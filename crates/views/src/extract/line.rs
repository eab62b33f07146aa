//! A match for people: `FILE:LINE:COLUMN: URL`.

use std::io::{self, Write};

use rfc1738::extract::{MappedText, Match};
use rfcbnf_engine::escape::Escaped;

use super::repairs;
use crate::location;
use crate::palette::Palette;

/// Writes the position of the match, its URL and its fragment, then a line for each alternative that
/// is a URL, and for each kind of repair.
/// `file` is the escaped name of the file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, file: &str, found: &Match) -> io::Result<()> {
    let position = found.position();
    let (line, column) = (position.line as u64, position.column as u64);
    location::write(out, palette, file, line, column)?;
    write!(out, " {}", Escaped(found.text()))?;
    if let Some(fragment) = found.fragment() {
        let faint = palette.faint;
        write!(out, " {faint}#{}{faint:#}", Escaped(fragment))?;
    }
    writeln!(out)?;
    for other in found.alternatives().filter(MappedText::is_valid) {
        writeln!(out, "  or {}", Escaped(other.octets()))?;
    }
    repairs::write(out, found)
}
