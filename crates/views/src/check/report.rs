//! A summary as a report: for people, as JSON and as CSV.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::check::counts::Row;
use crate::check::summary::Summary;
use crate::production::{CheckedProduction, Name};

/// The columns of the CSV.
const COLUMNS: [&str; 8] = [
    "group", "name", "count", "file", "line", "record", "offset", "text",
];

/// A summary for programs. It is one object with the type `summary`.
#[derive(Debug)]
pub struct SummaryRecord<'a, P> {
    rule: P,
    summary: &'a Summary<P>,
}

impl<'a, P: CheckedProduction> SummaryRecord<'a, P> {
    /// Returns the record of a summary of texts that were checked as the production.
    #[must_use]
    pub fn new(rule: P, summary: &'a Summary<P>) -> Self {
        Self { rule, summary }
    }
}

impl<P: CheckedProduction> Serialize for SummaryRecord<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (totals, groups) = (self.summary.totals(), self.summary.groups());
        let fields = 2 + totals.len() + groups.len();
        let mut record = serializer.serialize_struct("Summary", fields)?;
        record.serialize_field("type", "summary")?;
        record.serialize_field("rule", &Name(self.rule))?;
        for (name, count) in &totals {
            record.serialize_field(name, count)?;
        }
        for group in &groups {
            record.serialize_field(group.key, &group.rows)?;
        }
        record.end()
    }
}

/// Writes the summary as CSV (RFC 4180): a header, the totals, and a record for each count. The
/// example of a count has the place and the text; fields that a count lacks are empty. Text is
/// escaped.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_csv<P: CheckedProduction>(out: impl Write, summary: &Summary<P>) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    for (name, count) in summary.totals() {
        table.write_record(["total", name, &count.to_string(), "", "", "", "", ""])?;
    }
    for group in summary.groups() {
        for row in &group.rows {
            write_row(&mut table, group.key, row)?;
        }
    }
    table.flush()
}

fn write_row(table: &mut csv::Writer<impl Write>, group: &str, row: &Row<'_>) -> io::Result<()> {
    let first = row.first();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    table.write_record([
        group,
        &row.name,
        &row.count().to_string(),
        first.map_or("", |first| &first.file_name),
        &number(first.map(|first| first.line)),
        &number(first.and_then(|first| first.record)),
        &number(first.and_then(|first| first.offset)),
        first.map_or("", |first| &first.text),
    ])?;
    Ok(())
}
