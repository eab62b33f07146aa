//! The lines of `check`, which begin with `FILE:LINE:`.

use std::io::{self, Write};

use rfc1738::Finding;
use rfcbnf_engine::{Production, Tree};

use crate::palette::Palette;
use crate::production::Rejection;
use crate::tree;

/// The line of a file that a verdict is about.
#[derive(Debug, Clone, Copy)]
pub struct FileLine<'a> {
    /// The name of the file, escaped.
    pub file: &'a str,
    /// The number of the line, counted from 1.
    pub line: u64,
}

impl FileLine<'_> {
    /// Writes the tree of a valid line.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_tree<P: Production>(
        self,
        out: &mut impl Write,
        palette: Palette,
        tree: &Tree<'_, P>,
    ) -> io::Result<()> {
        self.write_line(out, palette)?;
        writeln!(out)?;
        tree::text::write(out, palette, tree.root())
    }

    /// Writes a denied finding about a valid line: `FILE:LINE:COLUMN: ID: …`.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_denied(
        self,
        out: &mut impl Write,
        palette: Palette,
        finding: &Finding,
    ) -> io::Result<()> {
        // A URL is ASCII, so bytes are columns.
        self.write_column(out, palette, finding.span().start + 1)?;
        writeln!(out, "{}: {finding}", finding.id())
    }

    /// Writes the error of an invalid line: `FILE:LINE:COLUMN: found …, expected …`.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_rejection(
        self,
        out: &mut impl Write,
        palette: Palette,
        error: &impl Rejection,
    ) -> io::Result<()> {
        let facts = error.facts();
        self.write_column(out, palette, facts.position().column)?;
        let (found, expected) = (facts.found_name(), facts.expected_list());
        writeln!(out, "found {found}, expected {expected}")
    }

    fn write_column(self, out: &mut impl Write, palette: Palette, column: usize) -> io::Result<()> {
        let number = palette.number;
        self.write_line(out, palette)?;
        write!(out, "{number}{column}{number:#}: ")
    }

    fn write_line(self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let Palette { file, number, .. } = palette;
        let (name, line) = (self.file, self.line);
        write!(out, "{file}{name}{file:#}:{number}{line}{number:#}:")
    }
}
