//! The report on each match.

use std::io::{self, Write};

use rfc1738::extract::Match;
use rfc1738_views::extract::record::MatchRecord;
use rfc1738_views::extract::{explanation, line};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;

use super::arguments::ExtractFormat;

/// Reports on matches.
pub(super) struct MatchReport {
    pub(super) format: ExtractFormat,
    /// The styles of the lines for people.
    pub(super) palette: Palette,
    /// Whether objects name the file.
    pub(super) names_files: bool,
}

impl MatchReport {
    /// Writes the match and, if it is invalid, why. `source` is the escaped name of the file, and
    /// `before` is the part of the file before the match.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        source: &str,
        found: &Match,
        is_valid: bool,
        before: &[u8],
    ) -> io::Result<()> {
        let palette = self.palette;
        match self.format {
            ExtractFormat::Human => {
                line::write(out, palette, source, found)?;
                if is_valid {
                    return Ok(());
                }
                for diagnostic in explanation::of(source, found, before) {
                    writeln!(out, "{}", diagnostic.render(palette))?;
                }
                Ok(())
            }
            ExtractFormat::Json => {
                let file = self.names_files.then_some(source);
                json::write(out, &MatchRecord::new(file, found, is_valid))
            }
        }
    }
}
