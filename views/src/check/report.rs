//! A summary as a report: for people, as JSON and as CSV.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::check::counts::{Example, Row};
use crate::check::summary::Summary;
use crate::palette::Palette;
use crate::production::{CheckedProduction, Name};

/// The columns of the CSV.
const COLUMNS: [&str; 8] = [
    "group", "name", "count", "file", "line", "record", "offset", "text",
];

/// Counts of one kind.
pub(super) struct Group<'a> {
    /// For people.
    title: &'static str,
    /// For programs.
    key: &'static str,
    rows: Vec<Row<'a>>,
}

impl<'a> Group<'a> {
    pub(super) fn new(title: &'static str, key: &'static str, rows: Vec<Row<'a>>) -> Self {
        Self { title, key, rows }
    }

    /// Writes the rows for people, in columns. Writes nothing if there are none.
    pub(super) fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let Palette {
            name,
            number,
            heading,
            file,
            ..
        } = palette;
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "  {heading}{}{heading:#}", self.title)?;
        let names = self.rows.iter().map(|row| row.name.chars().count());
        let width = names.max().unwrap_or(0);
        let counts = self.rows.iter().map(|row| row.count().to_string().len());
        let digits = counts.max().unwrap_or(0);
        for row in &self.rows {
            let (shown, count) = (&row.name, row.count());
            write!(
                out,
                "    {name}{shown:width$}{name:#}  {number}{count:digits$}{number:#}"
            )?;
            if let Some(first) = row.first() {
                let Example {
                    file_name,
                    line,
                    text,
                    ..
                } = first;
                write!(
                    out,
                    "  {file}{file_name}{file:#}:{number}{line}{number:#}: {text}"
                )?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

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
