//! JSON Lines: an object on each line, in printable ASCII.

use std::io::Write;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use rfc1738_views::json::write_ascii;

use crate::failure::Failure;

/// Writes the rows, with a field for every column: NULL is `null`. Octets are hexadecimal digits.
pub(crate) fn write(out: &mut impl Write, batch: &RecordBatch) -> Result<(), Failure> {
    let mut lines = Vec::new();
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(&mut lines);
    writer.write(batch)?;
    writer.finish()?;
    drop(writer);
    for line in String::from_utf8_lossy(&lines).lines() {
        write_ascii(out, line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
