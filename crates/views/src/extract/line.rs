//! A match for people: `FILE:LINE:COLUMN: URL`, and what it leaves out of its document or changes.

use std::io::{self, Write};

use rfc1738::extract::{MappedText, Match, Repair, RepairKind};
use rfcbnf_engine::escape::Escaped;

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
    write_repairs(out, found)
}

/// The order in which the kinds are shown, each with what is shown before and after a position.
const KINDS: [(RepairKind, &str, &str); 11] = [
    (RepairKind::QuoteMark, "left out: the quote mark at", ""),
    (RepairKind::CommentMark, "left out: the comment mark at", ""),
    (RepairKind::PageBreak, "left out: the page break at", ""),
    (RepairKind::LineNumber, "left out: the line number at", ""),
    (
        RepairKind::SoftBreak,
        "left out: the soft line break at",
        "; the text is quoted-printable (RFC 2045, 6.7)",
    ),
    (
        RepairKind::WhiteSpace,
        "left out: the white space at",
        "; a space in a URL is written %20",
    ),
    (
        RepairKind::Hyphen,
        "left out: the hyphen at",
        "; the text with it is not a URL",
    ),
    (RepairKind::Tag, "left out: the tag at", ""),
    (
        RepairKind::Reference,
        "decoded: the character reference at",
        "",
    ),
    (RepairKind::Escape, "left out: the escape at", ""),
    (
        RepairKind::NonAscii,
        "cut: the character at",
        " is not in US-ASCII; in a URL it has to be encoded",
    ),
];

/// Writes a line for each kind of repair, with the position of the first and the number of others.
fn write_repairs(out: &mut impl Write, found: &Match) -> io::Result<()> {
    for (kind, before, after) in KINDS {
        let mut repairs = found
            .repairs()
            .iter()
            .filter(|repair| repair.kind() == kind);
        let Some(position) = repairs.next().map(Repair::position) else {
            continue;
        };
        write!(out, "  {before} {}:{}", position.line, position.column)?;
        match repairs.count() {
            0 => {}
            others => write!(out, " and {others} more")?,
        }
        writeln!(out, "{after}")?;
    }
    Ok(())
}
