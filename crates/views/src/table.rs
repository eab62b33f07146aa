//! Tables of cells in columns, for terminals and for pages.
//!
//! Invariant: a column is as wide as its widest cell, in characters. A table for a terminal has no spaces at the ends of
//! its lines.

use std::io::{self, Write};

use anstyle::Style;
use maud::{Markup, display, html};
use rfcbnf_engine::escape::Printable;

use crate::palette::Palette;

/// Columns, and rows with a cell for each.
#[derive(Debug, Default)]
pub(crate) struct Table<'a> {
    pub(crate) columns: Vec<Column<'a>>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A column.
#[derive(Debug, Default)]
pub(crate) struct Column<'a> {
    /// The lines of its head, which end at the rows. Empty if the table has none.
    pub(crate) head: Vec<&'a str>,
    /// Whether its cells are aligned at their ends, as numbers are.
    pub(crate) is_of_numbers: bool,
    /// The least width.
    pub(crate) least: usize,
}

/// A cell. Its text is escaped. In the last column, the text may have styles in it.
#[derive(Debug, Default)]
pub(crate) struct Cell {
    text: String,
    style: Style,
    /// Whether it leads to the place of the page with this name.
    is_link: bool,
}

impl<'a> Column<'a> {
    /// Returns a column of texts.
    pub(crate) fn of_texts(head: &'a str) -> Self {
        Self {
            head: vec![head],
            ..Self::default()
        }
    }

    /// Returns a column of numbers.
    pub(crate) fn of_numbers(head: &[&'a str]) -> Self {
        Self {
            head: head.to_vec(),
            is_of_numbers: true,
            least: 0,
        }
    }
}

impl Cell {
    pub(crate) fn new(text: &(impl ToString + ?Sized), style: Style) -> Self {
        Self {
            text: text.to_string(),
            style,
            is_link: false,
        }
    }

    pub(crate) fn plain(text: &(impl ToString + ?Sized)) -> Self {
        Self::new(text, Style::new())
    }

    /// Returns a cell with the name of a place of the page, and a link to it.
    pub(crate) fn link(name: &str) -> Self {
        Self {
            is_link: true,
            ..Self::plain(name)
        }
    }
}

impl Table<'_> {
    /// Writes the table for a terminal. Each line begins with `indent`.
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        palette: Palette,
        indent: &str,
    ) -> io::Result<()> {
        let heading = palette.heading;
        let lines = self.columns.iter().map(|column| column.head.len()).max();
        let heads: Vec<Vec<Cell>> = (0..lines.unwrap_or(0))
            .rev()
            .map(|above| {
                let columns = self.columns.iter();
                let titles = columns.map(|column| {
                    let place = column.head.len().checked_sub(above + 1);
                    Cell::plain(place.map_or("", |place| column.head[place]))
                });
                titles.collect()
            })
            .collect();
        let width = |(index, column): (usize, &Column<'_>)| {
            let cells = heads.iter().chain(&self.rows);
            let widths = cells.filter_map(|row| Some(row.get(index)?.text.chars().count()));
            widths.max().unwrap_or(0).max(column.least)
        };
        let widths: Vec<usize> = self.columns.iter().enumerate().map(width).collect();
        for head in &heads {
            write!(out, "{indent}{heading}")?;
            self.write_cells(out, head, &widths)?;
            writeln!(out, "{heading:#}")?;
        }
        for row in &self.rows {
            out.write_all(indent.as_bytes())?;
            self.write_cells(out, row, &widths)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes the table in Markdown, as GitHub has it.
    pub(crate) fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let heads = self.columns.iter().map(|column| column.head.join(" "));
        let rules = self.columns.iter().map(|column| {
            let end = if column.is_of_numbers { ":" } else { "" };
            format!("---{end}")
        });
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.iter().map(|cell| cell.text.clone()).collect());
        let lines = [heads.collect::<Vec<String>>(), rules.collect()];
        for cells in lines.into_iter().chain(rows) {
            write!(out, "|")?;
            for cell in cells {
                let cell = Printable(cell.as_bytes()).to_string();
                write!(out, " {} |", cell.replace('|', "\\|"))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn write_cells(&self, out: &mut impl Write, row: &[Cell], widths: &[usize]) -> io::Result<()> {
        let last = row.iter().rposition(|cell| !cell.text.is_empty());
        let cells = row.iter().zip(&self.columns).zip(widths).enumerate();
        for (index, ((Cell { text, style, .. }, column), width)) in cells {
            if Some(index) > last {
                break;
            }
            let gap = if index > 0 { "  " } else { "" };
            if column.is_of_numbers {
                write!(out, "{gap}{style}{text:>width$}{style:#}")?;
            } else if Some(index) == last {
                write!(out, "{gap}{style}{text}{style:#}")?;
            } else {
                write!(out, "{gap}{style}{text:width$}{style:#}")?;
            }
        }
        Ok(())
    }

    /// Returns the table for a page.
    pub(crate) fn html(&self, class: Option<&str>) -> Markup {
        html! {
            table class=[class] {
                tr { @for column in &self.columns { th { (column.head.join(" ")) } } }
                @for row in &self.rows {
                    "\n" tr {
                        @for cell in row {
                            @let text = display(Printable(cell.text.as_bytes()));
                            td {
                                @if cell.is_link { (reference(&cell.text)) } @else { (text) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns a link to the place of the page with this name.
pub(crate) fn reference(name: &str) -> Markup {
    // A fragment is decoded before it is looked up.
    let fragment = name.replace('%', "%25");
    let shown = |text: &str| Printable(text.as_bytes()).to_string();
    html! { a href={ "#" (shown(&fragment)) } { code { (shown(name)) } } }
}

/// Returns a text as code in Markdown.
pub(crate) fn as_code(text: &str) -> String {
    let longest = text.split(|one| one != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    let gap = if text.contains('`') { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}
