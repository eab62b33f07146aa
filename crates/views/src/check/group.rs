//! Counts of one kind in a summary.

use std::io::{self, Write};

use crate::check::counts::{Example, Row};
use crate::location;
use crate::palette::Palette;

/// Counts of one kind.
pub(super) struct Group<'a> {
    /// For people.
    title: &'static str,
    /// For programs.
    pub(super) key: &'static str,
    pub(super) rows: Vec<Row<'a>>,
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
            let (label, count) = (&row.name, row.count());
            write!(
                out,
                "    {name}{label:width$}{name:#}  {number}{count:digits$}{number:#}"
            )?;
            if let Some(first) = row.first() {
                let Example {
                    file_name,
                    line,
                    shown,
                    ..
                } = first;
                write!(out, "  ")?;
                location::write(out, palette, file_name, *line, 0)?;
                write!(out, " {shown}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
