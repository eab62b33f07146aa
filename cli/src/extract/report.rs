//! What `extract` says of each find.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use rfc1738::extract::Match;

use super::arguments::ExtractFormat;
use super::explanation;
use super::record::Record;
use crate::escape::Escaped;
use crate::json;
use crate::streams::{self, Output};
use crate::style::Palette;

/// Writes about finds. Has to be flushed at the end.
pub(super) struct Report {
    out: Format,
    names_files: bool,
    /// Whether this goes to a terminal, which may be showing a progress bar.
    is_watched: bool,
}

enum Format {
    Human(Output),
    Json(BufWriter<StdoutLock<'static>>),
}

impl Report {
    /// Nothing said yet.
    pub(super) fn new(format: ExtractFormat, names_files: bool) -> Self {
        let out = match format {
            ExtractFormat::Human => Format::Human(Output::new()),
            ExtractFormat::Json => Format::Json(streams::plain_output()),
        };
        Self {
            out,
            names_files,
            is_watched: io::stdout().is_terminal(),
        }
    }

    /// Whether what is written would get in the way of a progress bar.
    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Says what there is to say of the find that stands behind `before`. The name is escaped.
    pub(super) fn find(
        &mut self,
        source: &str,
        find: &Match,
        is_valid: bool,
        before: &[u8],
    ) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => {
                write_find(out, source, find)?;
                if is_valid {
                    return Ok(());
                }
                let palette = out.palette();
                for diagnostic in explanation::of(source, find, before) {
                    writeln!(out, "{}", diagnostic.render(palette))?;
                }
                Ok(())
            }
            Format::Json(out) => {
                let file = self.names_files.then_some(source);
                json::write(out, &Record::new(file, find, is_valid))
            }
        }
    }

    /// Writes what is still held back.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => out.flush(),
            Format::Json(out) => out.flush(),
        }
    }
}

/// Where it stands, the URL, its fragment; and on lines of their own what else it may be.
fn write_find(out: &mut Output, source: &str, find: &Match) -> io::Result<()> {
    let Palette {
        place,
        number,
        faint,
        ..
    } = out.palette();
    let position = find.position();
    let (line, column) = (position.line, position.column);
    write!(
        out,
        "{place}{source}{place:#}:{number}{line}{number:#}:{number}{column}{number:#}: {}",
        Escaped(find.text())
    )?;
    if let Some(fragment) = find.fragment() {
        write!(out, " {faint}#{}{faint:#}", Escaped(fragment))?;
    }
    writeln!(out)?;
    for other in find.alternatives() {
        writeln!(out, "  or {}", Escaped(other.octets()))?;
    }
    Ok(())
}
