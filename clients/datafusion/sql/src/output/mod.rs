//! The answer on standard output.

mod csv;
mod json;
mod table;

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};

use datafusion::arrow::array::{ArrayRef, RecordBatch};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

use crate::arguments::Format;
use crate::failure::Failure;
use crate::standard_streams::StandardStream;

/// A writer of batches.
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    format: Form,
}

enum Form {
    Table(table::Table),
    Json,
    Csv(csv::Csv),
}

impl Output {
    /// Returns a writer of rows of the schema.
    ///
    /// # Errors
    ///
    /// Fails if standard output is closed.
    pub(crate) fn new(format: Format, schema: &SchemaRef) -> Result<Self, Failure> {
        if StandardStream::Output.is_unusable() {
            return Err(StandardStream::error().into());
        }
        let format = match format {
            Format::Table => Form::Table(table::Table::new(schema)),
            Format::Json => Form::Json,
            Format::Csv => Form::Csv(csv::Csv::new(schema, io::stdout().is_terminal())),
        };
        Ok(Self {
            out: BufWriter::new(io::stdout()),
            format,
        })
    }

    /// Writes the rows, or keeps them if the format needs all of them first.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match &mut self.format {
            Form::Table(table) => table.add(batch),
            Form::Json => json::write(&mut self.out, batch),
            Form::Csv(csv) => csv.write(&mut self.out, batch),
        }
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        match &mut self.format {
            Form::Table(table) => table.write(&mut self.out)?,
            Form::Json => {}
            Form::Csv(csv) => csv.finish(&mut self.out)?,
        }
        Ok(self.out.flush()?)
    }
}

/// Returns the formatters of the columns, which show NULL as an empty text. They show octets in
/// hexadecimal digits.
fn formatters<'a>(
    columns: &'a [ArrayRef],
    options: &'a FormatOptions<'a>,
) -> Result<Vec<ArrayFormatter<'a>>, ArrowError> {
    columns
        .iter()
        .map(|column| ArrayFormatter::try_new(column.as_ref(), options))
        .collect()
}
