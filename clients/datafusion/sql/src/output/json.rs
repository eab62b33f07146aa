//! JSON Lines: an object on each line, in printable ASCII.

use std::io::{self, Write};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;

use crate::failure::Failure;

/// Writes the rows, with a field for every column: NULL is `null`. Octets are hexadecimal digits.
pub(crate) fn write(out: &mut impl Write, batch: &RecordBatch) -> Result<(), Failure> {
    let mut lines = Vec::new();
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(&mut lines);
    writer.write(batch)?;
    writer.finish()?;
    drop(writer);
    Ok(write_ascii(out, &String::from_utf8_lossy(&lines))?)
}

/// Writes the text, in which other characters than printable ASCII occur in strings only.
fn write_ascii(out: &mut impl Write, text: &str) -> io::Result<()> {
    let mut rest = text;
    while let Some(start) = rest.find(|it: char| !matches!(it, ' '..='~' | '\n')) {
        let (run, after) = rest.split_at(start);
        out.write_all(run.as_bytes())?;
        let mut characters = after.chars();
        if let Some(character) = characters.next() {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        rest = characters.as_str();
    }
    out.write_all(rest.as_bytes())
}
