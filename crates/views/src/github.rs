//! Annotations as workflow commands of GitHub Actions.
//!
//! Invariant: each command is one line, because its texts are escaped as GitHub documents it.

use std::fmt;
use std::io::{self, Write};

use crate::annotation::{Annotation, Level};

/// Writes the annotation, with this title and message, at its place in the file.
pub(crate) fn write(
    out: &mut impl Write,
    annotation: &Annotation<'_>,
    title: &str,
    message: &str,
) -> io::Result<()> {
    let command = match annotation.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    write!(out, "::{command} ")?;
    if let Some((file, region)) = &annotation.place {
        let (file, (first, last)) = (file.to_string_lossy(), region.lines);
        write!(out, "file={},line={first},endLine={last},", Property(&file))?;
        if let Some(((start, end), _)) = region.within
            && first == last
        {
            write!(out, "col={start},endColumn={end},")?;
        }
    }
    writeln!(out, "title={}::{}", Property(title), Message(message))
}

/// The text after the second `::`.
struct Message<'a>(&'a str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(formatter, self.0, "%\r\n")
    }
}

/// The value of a property.
struct Property<'a>(&'a str);

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
