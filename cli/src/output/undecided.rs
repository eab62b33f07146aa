//! The answer to one text that is not decided.

use std::fmt::Display;
use std::io::Write as _;

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::escape::Escaped;

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, flushed, plain_output};

/// Writes that a text is not decided: a record to standard output for programs, or a line to standard
/// error for people, where the errors of invalid texts go.
pub(crate) fn write_undecided<P: CheckedProduction>(
    is_for_programs: bool,
    rule: P,
    text: &[u8],
    reason: &impl Display,
) -> Result<Verdict, Failure> {
    let reason = reason.to_string();
    if is_for_programs {
        let record = CheckRecord::undecided(text, rule, reason);
        flushed(plain_output(), |out| json::write(out, &record))?;
    } else {
        let style = Palette::COLORED.error;
        let reason = Escaped(reason.as_bytes());
        writeln!(streams::error(), "{style}undecided:{style:#} {reason}")?;
    }
    Ok(Verdict::Unreadable)
}
