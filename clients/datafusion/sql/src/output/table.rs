//! A table for people.

use std::io::Write;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table as Drawing};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::display::FormatOptions;
use rfcbnf_engine::escape::Escaped;

use crate::failure::Failure;

/// The rows so far.
pub(crate) struct Table(Drawing);

impl Table {
    /// Returns a table with a header.
    pub(crate) fn new(schema: &SchemaRef) -> Self {
        let mut drawing = Drawing::new();
        drawing.load_preset("||--+-++|    ++++++");
        // A cell is never folded: a folded URL cannot be copied.
        drawing.set_content_arrangement(ContentArrangement::Disabled);
        let names = schema.fields().iter();
        drawing.set_header(names.map(|field| Escaped(field.name().as_bytes()).to_string()));
        for (column, field) in drawing.column_iter_mut().zip(schema.fields()) {
            if field.data_type().is_numeric() {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self(drawing)
    }

    /// Adds the rows. Everything that does not print is escaped.
    pub(crate) fn add(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let options = FormatOptions::default();
        let columns = super::formatters(batch.columns(), &options)?;
        for row in 0..batch.num_rows() {
            let mut cells = Vec::with_capacity(columns.len());
            for column in &columns {
                let text = column.value(row).try_to_string()?;
                cells.push(Cell::new(Escaped(text.as_bytes())));
            }
            self.0.add_row(cells);
        }
        Ok(())
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{}", self.0)?)
    }
}
