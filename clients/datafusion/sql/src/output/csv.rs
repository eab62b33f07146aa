//! CSV (RFC 4180) with a header.

use std::io::{self, Write};

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::display::FormatOptions;
use rfcbnf_engine::escape::Escaped;

use crate::failure::Failure;

/// A writer of records.
pub(crate) struct Csv {
    header: Option<Vec<String>>,
    /// Whether everything that does not print is escaped, because it goes to a terminal.
    escapes: bool,
}

impl Csv {
    /// Returns a writer that has written nothing yet.
    pub(crate) fn new(schema: &SchemaRef, escapes: bool) -> Self {
        let names = schema.fields().iter().map(|field| field.name().clone());
        Self {
            header: Some(names.collect()),
            escapes,
        }
    }

    /// Writes the rows. NULL is an empty field, and an empty text is one in quotation marks.
    pub(crate) fn write(
        &mut self,
        out: &mut impl Write,
        batch: &RecordBatch,
    ) -> Result<(), Failure> {
        self.finish(out)?;
        let options = FormatOptions::default();
        let columns = super::formatters(batch.columns(), &options)?;
        // A column of the type of NULL has no other nulls than these.
        let nulls: Vec<Option<NullBuffer>> =
            batch.columns().iter().map(Array::logical_nulls).collect();
        for row in 0..batch.num_rows() {
            for (index, column) in columns.iter().enumerate() {
                if index > 0 {
                    out.write_all(b",")?;
                }
                if nulls[index]
                    .as_ref()
                    .is_none_or(|nulls| nulls.is_valid(row))
                {
                    self.write_field(out, &column.value(row).try_to_string()?)?;
                }
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes the header, unless it is written.
    pub(crate) fn finish(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(names) = self.header.take() else {
            return Ok(());
        };
        for (index, name) in names.iter().enumerate() {
            if index > 0 {
                out.write_all(b",")?;
            }
            self.write_field(out, name)?;
        }
        Ok(out.write_all(b"\n")?)
    }

    fn write_field(&self, out: &mut impl Write, text: &str) -> io::Result<()> {
        if self.escapes {
            return write_quoted(out, &Escaped(text.as_bytes()).to_string());
        }
        write_quoted(out, text)
    }
}

fn write_quoted(out: &mut impl Write, text: &str) -> io::Result<()> {
    let needs_quotes = text.is_empty() || text.contains(['"', ',', '\r', '\n']);
    if needs_quotes {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}
