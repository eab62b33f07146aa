//! The matrix for a terminal, and in Markdown.

use std::io::{self, Write};

use rfcbnf_engine::escape::Printable;

use super::{Cell, Matrix, MatrixParser};
use crate::conformance::breakdown::quoted;
use crate::count::counted;
use crate::palette::Palette;
use crate::table::{Cell as TableCell, Column, Table};

impl Matrix<'_> {
    /// Writes the matrix for a terminal: the parsers with numbers, and a row for each fact.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        for (number, parser) in (1..).zip(self.parsers) {
            let faint = palette.faint;
            let (name, version) = (&parser.name, parser.version.as_deref());
            let version = version.map(|version| format!(" ({version})"));
            let version = version.unwrap_or_default();
            writeln!(
                out,
                "{number:>3}  {}{name}{:#}{faint}{version}{faint:#}: {}",
                palette.name,
                palette.name,
                self.state_of(parser)
            )?;
        }
        if self.facts.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = (1..=self.parsers.len()).map(|it| it.to_string()).collect();
        let mut columns: Vec<Column<'_>> = numbers.iter().map(|it| Column::of_texts(it)).collect();
        columns.push(Column::of_texts("fact"));
        let rows = self.facts.iter().map(|fact| {
            let cells = self.cells(fact).map(|cell| {
                let style = match cell {
                    Cell::Deviates | Cell::Some(_) => palette.error,
                    Cell::Unknown | Cell::AsGrammar => palette.faint,
                };
                TableCell::new(cell.mark(fact.behavior), style)
            });
            let texts = fact.texts.first().copied().unwrap_or_default();
            let sentence = format!("{}: {}", fact.sentence(), quoted(texts));
            cells.chain([TableCell::plain(&sentence)]).collect()
        });
        let table = Table {
            columns,
            rows: rows.collect(),
        };
        writeln!(out)?;
        table.write(out, palette, "  ")?;
        writeln!(
            out,
            "\n  A accepts what the grammar does not derive, R rejects what it derives, C crashes, H hangs;\n  \
             small letters: some of the texts only; . as the grammar; ? not asked"
        )
    }

    /// Returns what is known about a parser, in some words.
    pub(super) fn state_of(&self, parser: &MatrixParser) -> String {
        let MatrixParser {
            run,
            install,
            ended,
            unfinished,
            ..
        } = parser;
        match run {
            Err(reason) => {
                let install = install.as_ref();
                let install = install.map(|it| format!("; to install it: {it}"));
                format!("not run: {reason}{}", install.unwrap_or_default())
            }
            Ok(run) => {
                let facts = self.deviations(parser);
                let facts = counted(facts, "fact", "facts", Palette::PLAIN.number);
                let texts = counted(run.texts(), "text", "texts", Palette::PLAIN.number);
                let remarks = unfinished.iter().chain(ended).map(|it| format!("; {it}"));
                format!(
                    "{facts}, {texts} of the suite{}",
                    remarks.collect::<String>()
                )
            }
        }
    }

    /// Writes the matrix as a table in Markdown, with a list of the parsers above it.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        for parser in self.parsers {
            let version = parser.version.as_ref();
            let version = version.map(|version| format!(" ({})", in_table(version)));
            let (name, version) = (in_table(&parser.name), version.unwrap_or_default());
            let state = in_table(&self.state_of(parser));
            writeln!(out, "- **{name}**{version}: {state}")?;
        }
        write!(out, "\n| fact | shortest text |")?;
        for parser in self.parsers {
            write!(out, " {} |", in_table(&parser.name))?;
        }
        write!(out, "\n|---|---|{}", "---|".repeat(self.parsers.len()))?;
        for fact in &self.facts {
            let text = fact.texts.first().copied().unwrap_or_default();
            let sentence = in_table(&fact.sentence());
            let source = fact.source.map(in_table);
            let source = source.map_or_else(String::new, |source| format!(" ({source})"));
            write!(
                out,
                "\n| {sentence}{source} | {} |",
                in_table(&as_code(text))
            )?;
            for cell in self.cells(fact) {
                write!(out, " {} |", cell.words(fact.behavior, fact.texts.len()))?;
            }
        }
        writeln!(out)
    }
}

/// Returns the text as code of Markdown, escaped.
fn as_code(text: &[u8]) -> String {
    let shown = quoted(text);
    let longest = shown.split(|one| one != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    let gap = if shown.contains('`') { " " } else { "" };
    format!("{fence}{gap}{shown}{gap}{fence}")
}

/// Returns the text for a cell of a table in Markdown.
fn in_table(text: &str) -> String {
    Printable(text.as_bytes()).to_string().replace('|', "\\|")
}
