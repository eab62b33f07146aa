//! The result of `conformance run` as workflow commands of GitHub Actions.
//!
//! Invariant: each command is one line, because its texts are escaped as GitHub documents it.

use std::fmt;
use std::io::{self, Write};

use crate::conformance::alerts::{Level, alerts};
use crate::conformance::run_result::{RunResult, Tested};
use crate::production::CheckedProduction;

/// Writes an error for each cause and group that is new, a notice for each one that the baseline
/// accepts, and the same for what went wrong. They name the lines of the production in the grammar file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    tested: Tested<'_>,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    for alert in alerts(result) {
        let command = match alert.level {
            Level::Error => "error",
            Level::Note => "notice",
        };
        write!(out, "::{command} ")?;
        let place = alert.production.as_deref();
        if let Some((file, lines)) = place.and_then(|name| tested.place(name)) {
            let file = file.to_string_lossy();
            let (first, last) = lines.into_inner();
            write!(out, "file={},line={first},", Property(&file))?;
            write!(out, "endLine={last},")?;
        }
        let title = format!("{}: {}", result.command, alert.id);
        let (title, message) = (Property(&title), alert.message());
        writeln!(out, "title={title}::{}", Message(&message))?;
    }
    Ok(())
}

/// The text after the second `::`.
pub(crate) struct Message<'a>(pub(crate) &'a str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(formatter, self.0, "%\r\n")
    }
}

/// The value of a property.
pub(crate) struct Property<'a>(pub(crate) &'a str);

impl fmt::Display for Property<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(formatter, self.0, "%\r\n:,")
    }
}

fn escape(formatter: &mut fmt::Formatter<'_>, text: &str, special: &str) -> fmt::Result {
    for part in text.split_inclusive(|character| special.contains(character)) {
        match part.char_indices().next_back() {
            Some((place, last)) if special.contains(last) => {
                write!(formatter, "{}%{:02X}", &part[..place], u32::from(last))?;
            }
            _ => formatter.write_str(part)?,
        }
    }
    Ok(())
}
