//! The answer to one text that is not decided.

use std::io::Write as _;

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{CheckedProduction, Undecided};
use rfcbnf_engine::escape::Escaped;

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, flushed, plain_output};

/// Writes that a text is not decided: a record to standard output for programs, or a line to standard
/// error for people, where the errors of invalid texts go.
pub(crate) fn write_undecided<P: CheckedProduction>(
    is_for_programs: bool,
    rule: P,
    text: &[u8],
    undecided: &Undecided,
) -> Result<Verdict, Failure> {
    if is_for_programs {
        let record = CheckRecord::undecided(text, rule, undecided);
        flushed(plain_output(), |out| json::write(out, &record))?;
    } else {
        let style = Palette::COLORED.error;
        let reason = undecided.to_string();
        let reason = Escaped(reason.as_bytes());
        streams::message(|out| writeln!(out, "{style}undecided:{style:#} {reason}"))?;
    }
    Ok(Verdict::Unreadable)
}
