//! Texts as lines.

use std::io;

use rfc1738_views::count::counted;
pub(crate) use rfc1738_views::lines::{fits, write};
use rfc1738_views::palette::Palette;

use crate::output::streams;

/// Writes a note to standard error about texts that were left out because no line can hold them.
/// Writes nothing if there are none. `remedy` says what writes them.
pub(crate) fn write_left_out(count: u64, remedy: &str) -> io::Result<()> {
    let reason = format!("because a line cannot hold LF or end in CR; {remedy}");
    note_left_out(count, &reason)
}

/// Writes a note to standard error about texts that were left out because the separator is a part of
/// them. Writes nothing if there are none.
pub(crate) fn write_left_out_with(count: u64, separator: &str) -> io::Result<()> {
    let reason = format!("because `{separator}` is in them; choose another --separator");
    note_left_out(count, &reason)
}

fn note_left_out(count: u64, reason: &str) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let texts = counted(count, "text is", "texts are", Palette::PLAIN.number);
    streams::show_remark("note", &format!("{texts} left out, {reason}"))
}
