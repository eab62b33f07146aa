//! Where a checked text comes from, and the lines of `check` about it.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::check::place::{ExpectedLists, FileName, Place, TextStart};
//! use rfc1738_views::palette::Palette;
//!
//! let error = parse(Rule::Port, "8o").unwrap_err();
//! let file = FileName { shown: "log.csv", octets: b"log.csv" };
//! let place = Place {
//!     record: Some(3),
//!     field: Some("port"),
//!     start: Some(TextStart { line: 4, column: 11 }),
//!     ..Place::line(file, 4)
//! };
//! let mut out = Vec::new();
//! place.write_rejection(&mut out, Palette::PLAIN, &mut ExpectedLists::default(), &error)?;
//! let line = "log.csv:4:12: record 3, \"port\": found \"o\", expected digit or end of text; \
//!     the port after the colon is a decimal number (RFC 1738, 3.1) [port-digits]\n";
//! assert_eq!(String::from_utf8(out)?, line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use rfc1738::Finding;
use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::{
    Document, Expected, Found, LineColumn, Production, SyntaxError, Tree, password,
};
use serde::Serialize;

use crate::palette::Palette;
use crate::production::{Cut, Rejection, headline};
use crate::repairs::Repairs;
use crate::{location, tree};

/// The name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileName<'a> {
    /// For people: escaped.
    pub shown: &'a str,
    /// For programs: as it is.
    pub octets: &'a [u8],
}

/// Where a text begins in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TextStart {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

/// Where a text comes from.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The name of the file.
    pub file: FileName<'a>,
    /// The number of the line, counted from 1: the one on which the record begins.
    pub line: u64,
    /// The number of the record, counted from 1, if the file has records.
    pub record: Option<u64>,
    /// The name of the column or field of the record that holds the text.
    pub field: Option<&'a str>,
    /// Where the text begins; `None` if the file holds it with escapes or line breaks.
    pub start: Option<TextStart>,
    /// What is left out of the text, if it is too long to be kept.
    pub cut: Option<Cut>,
}

impl<'a> Place<'a> {
    /// Returns the place of a text that is a line of the file.
    #[must_use]
    pub fn line(file: FileName<'a>, line: u64) -> Self {
        Self {
            file,
            line,
            record: None,
            field: None,
            start: Some(TextStart { line, column: 1 }),
            cut: None,
        }
    }

    /// Returns the number of octets to add to the offsets of an error.
    #[must_use]
    pub fn shift(&self) -> u64 {
        self.cut.map_or(0, |cut| cut.octets)
    }

    /// Returns the position of the error in the file, if the file holds the text as it is.
    #[must_use]
    pub fn position(&self, error: &impl Rejection) -> Option<TextStart> {
        self.position_of(error.facts().position())
    }

    /// Returns where the file has a position in the text.
    fn position_of(&self, position: LineColumn) -> Option<TextStart> {
        let characters = self.cut.map_or(0, |cut| cut.characters);
        let (line, column) = (position.line as u64, position.column as u64);
        self.start.map(|start| match line {
            1 => TextStart {
                column: start.column + column - 1 + characters,
                ..start
            },
            // The text begins on a line before.
            _ => TextStart {
                line: start.line + line - 1,
                column,
            },
        })
    }

    /// Writes the tree of a valid text.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_tree<P: Production>(
        &self,
        out: &mut impl Write,
        palette: Palette,
        tree: &Tree<'_, P>,
    ) -> io::Result<()> {
        let line = TextStart {
            line: self.line,
            column: 0,
        };
        self.write(out, palette, Some(line), None)?;
        writeln!(out)?;
        tree::text::write(out, palette, tree.root())
    }

    /// Writes a denied finding about a valid text: `FILE:LINE:COLUMN: ID: …`.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_denied(
        &self,
        out: &mut impl Write,
        palette: Palette,
        finding: &Finding,
    ) -> io::Result<()> {
        let offset = finding.span().start as u64;
        // A URL is ASCII, so bytes are columns.
        let position = self.start.map(|start| TextStart {
            column: start.column + offset,
            ..start
        });
        self.write(out, palette, position, Some(offset))?;
        writeln!(out, " {}: {finding}", finding.id())
    }

    /// Writes the error of an invalid text on one line: `FILE:LINE:COLUMN: found …, expected …`, the
    /// first note, the id in brackets, and the first fix. If a part of the text is left out, there are
    /// no notes: their fixes would be fixes of a shorter text.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_rejection<R: Rejection>(
        &self,
        out: &mut impl Write,
        palette: Palette,
        expected: &mut ExpectedLists<R::Rule>,
        error: &R,
    ) -> io::Result<()> {
        let facts = error.facts();
        let offset = facts.offset() as u64 + self.shift();
        self.write(out, palette, self.position(error), Some(offset))?;
        out.write_all(b" found ")?;
        write_found(out, facts, expected.name(facts.rule()))?;
        write_all(out, [", expected ", expected.of(facts)])?;
        let headline = headline(error, self.cut);
        if let Some(note) = headline.note {
            let (message, section) = (note.message(), note.section());
            write_all(out, ["; ", message, " (RFC 1738, ", section, ")"])?;
        }
        write_all(out, [" [", &headline.id, "]"])?;
        if let Some(fix) = headline.fix {
            write!(out, "; write {fix}")?;
        }
        out.write_all(b"\n")
    }

    /// Writes a line for each edit that would make an invalid text valid: `FILE:LINE:COLUMN: repair 1 of 9: …`.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_repairs<R: Rejection>(
        &self,
        out: &mut impl Write,
        palette: Palette,
        error: &R,
        repairs: &Repairs<'_>,
    ) -> io::Result<()> {
        let facts = error.facts();
        let document = Document::new(facts.text());
        for line in repairs.lines(&error.passwords()) {
            let offset = line.offset.unwrap_or(facts.offset());
            let position = self.position_of(document.position(offset));
            self.write(out, palette, position, Some(offset as u64))?;
            match &line.number {
                Some(number) => writeln!(out, " repair {number}: {}", line.text)?,
                None => writeln!(out, " repair {}", line.text)?,
            }
        }
        Ok(())
    }

    /// Writes that a text is not decided: `FILE:LINE: undecided: …`. The reason is escaped.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_undecided(
        &self,
        out: &mut impl Write,
        palette: Palette,
        reason: &str,
    ) -> io::Result<()> {
        self.write(out, palette, None, None)?;
        writeln!(out, " undecided: {reason}")
    }

    /// Writes `FILE:LINE:COLUMN:`, and the record and the field if the file has records. Without a
    /// position, writes the offset in the text instead of the column. A column of 0 is left out.
    fn write(
        &self,
        out: &mut impl Write,
        palette: Palette,
        position: Option<TextStart>,
        offset: Option<u64>,
    ) -> io::Result<()> {
        let number = palette.number;
        let line = position.map_or(self.line, |position| position.line);
        let column = position.map_or(0, |position| position.column);
        location::write(out, palette, self.file.shown, line, column)?;
        let Some(field) = self.field else {
            return Ok(());
        };
        write!(out, " ")?;
        if let Some(record) = self.record {
            write!(out, "record {number}{record}{number:#}, ")?;
        }
        write!(out, "{}", Quoted(field))?;
        if let Some(offset) = offset.filter(|_| position.is_none()) {
            write!(out, ", offset {number}{offset}{number:#}")?;
        }
        write!(out, ":")
    }
}

/// Writes the name of what was found. Most characters are written as they are. `production` is the name of the production
/// that the text was parsed as.
fn write_found<P: Production>(
    out: &mut impl Write,
    error: &SyntaxError<P>,
    production: &str,
) -> io::Result<()> {
    let is_hidden = || password::is_at(production, error.text(), error.offset());
    match error.found() {
        Some(Found::Character(one @ ('!'..='~'))) if !matches!(one, '"' | '\\') && !is_hidden() => {
            let mut octets = [0; 1];
            write_all(out, ["\"", one.encode_utf8(&mut octets), "\""])
        }
        _ => out.write_all(error.found_name().as_bytes()),
    }
}

/// Writes one text after the other, which takes less time than to format them.
fn write_all<const N: usize>(out: &mut impl Write, texts: [&str; N]) -> io::Result<()> {
    let mut texts = texts.iter();
    texts.try_for_each(|text| out.write_all(text.as_bytes()))
}

/// The most lists that are kept.
const MOST: usize = 64;

/// Lists of what errors expect. Each is put into words once: the errors of a file expect one of a few.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::check::place::ExpectedLists;
/// use rfcbnf_engine::diagnose;
///
/// let mut lists = ExpectedLists::default();
/// assert_eq!(lists.of(&diagnose(Rule::Port, b"8o")), "digit or end of text");
/// assert_eq!(lists.of(&diagnose(Rule::Port, b"80:")), "digit or end of text");
/// ```
#[derive(Debug)]
pub struct ExpectedLists<P> {
    lists: Vec<(Vec<Expected<P>>, String)>,
    /// The last production, and its name.
    production: Option<(P, String)>,
}

impl<P> Default for ExpectedLists<P> {
    fn default() -> Self {
        Self {
            lists: Vec::new(),
            production: None,
        }
    }
}

impl<P: Production> ExpectedLists<P> {
    /// Returns the name of a production. All texts of a file are of one.
    fn name(&mut self, production: P) -> &str {
        let known = self.production.take().filter(|(one, _)| *one == production);
        let (_, name) = self
            .production
            .insert(known.unwrap_or_else(|| (production, production.to_string())));
        name
    }

    /// Returns what [`SyntaxError::expected_list`] does.
    pub fn of(&mut self, error: &SyntaxError<P>) -> &str {
        let expected = error.expected();
        let known = self.lists.iter().position(|(list, _)| list == expected);
        let index = known.unwrap_or_else(|| {
            if self.lists.len() == MOST {
                self.lists.clear();
            }
            self.lists.push((expected.to_vec(), error.expected_list()));
            self.lists.len() - 1
        });
        &self.lists[index].1
    }
}
