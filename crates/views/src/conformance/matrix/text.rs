//! The matrix for a terminal, and in Markdown.

use std::io::{self, Write};

use super::{Cell, Fact, Matrix, MatrixParser};
use crate::conformance::breakdown::quoted;
use crate::count::counted;
use crate::palette::Palette;
use crate::table::{Cell as TableCell, Column, Table, as_code};

impl Matrix<'_> {
    /// Writes the matrix for a terminal: the parsers with numbers, and a row for each fact.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        for (index, parser) in self.parsers.iter().enumerate() {
            let number = index + 1;
            let faint = palette.faint;
            let (name, version) = (&parser.name, parser.version.as_deref());
            let version = version.map(|version| format!(" ({version})"));
            let version = version.unwrap_or_default();
            writeln!(
                out,
                "{number:>3}  {}{name}{:#}{faint}{version}{faint:#}: {}",
                palette.name,
                palette.name,
                self.state_of(index)
            )?;
        }
        if self.facts.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = (1..=self.parsers.len()).map(|it| it.to_string()).collect();
        let mut columns: Vec<Column<'_>> = numbers.iter().map(|it| Column::of_texts(it)).collect();
        columns.push(Column::of_texts("fact"));
        let rows = self.facts.iter().map(|fact| {
            let cells = fact.cells.iter().map(|cell| {
                let style = match cell {
                    Cell::Deviates | Cell::Some(_) | Cell::Reads(_) => palette.error,
                    Cell::Unknown | Cell::Unread | Cell::AsGrammar => palette.faint,
                };
                TableCell::new(&cell.mark(fact.behavior), style)
            });
            let sentence = format!("{}: {}", fact.sentence(), quoted(fact.witness()));
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
        )?;
        if self.facts.iter().any(|fact| fact.behavior.part().is_some()) {
            writeln!(
                out,
                "  a number: reads the part of the text as the parser with this number; - does not accept the text, or \
                 does not\n  name the part"
            )?;
        }
        Ok(())
    }

    /// Returns what is known about a parser, in some words.
    pub(super) fn state_of(&self, index: usize) -> String {
        let MatrixParser {
            run,
            install,
            ended,
            unfinished,
            ..
        } = &self.parsers[index];
        match run {
            Err(reason) => {
                let install = install.as_ref();
                let install = install.map(|it| format!("; to install it: {it}"));
                format!("not run: {reason}{}", install.unwrap_or_default())
            }
            Ok(run) => {
                let facts = self.deviations(index);
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
        for (index, parser) in self.parsers.iter().enumerate() {
            let version = parser.version.as_ref();
            let version = version.map(|version| format!(" ({version})"));
            let (name, version) = (&parser.name, version.unwrap_or_default());
            let state = self.state_of(index);
            writeln!(out, "- **{name}**{version}: {state}")?;
        }
        let heads = ["fact", "text"].into_iter();
        let heads = heads.chain(self.parsers.iter().map(|parser| parser.name.as_str()));
        let rows = self.facts.iter().map(|fact| {
            let source = fact.source.map(|source| format!(" ({source})"));
            let sentence = fact.sentence() + &source.unwrap_or_default();
            let text = quoted(fact.witness());
            let cells = self.parsers.iter().zip(&fact.cells);
            let cells = cells.map(|(parser, cell)| in_markdown(fact, parser, *cell));
            let cells = [sentence, as_code(&text)].into_iter().chain(cells);
            cells.map(|cell| TableCell::plain(&cell)).collect()
        });
        let table = Table {
            columns: heads.map(Column::of_texts).collect(),
            rows: rows.collect(),
        };
        writeln!(out)?;
        table.write_markdown(out)
    }
}

/// Returns the cell of a parser. What differs from the grammar about a part is bold.
fn in_markdown(fact: &Fact<'_>, parser: &MatrixParser, cell: Cell) -> String {
    let is_part = fact.behavior.part().is_some();
    match cell {
        Cell::Unknown => "not asked".to_owned(),
        Cell::AsGrammar if is_part => as_code(&fact.answer_to_witness(parser)),
        Cell::AsGrammar => "as the grammar".to_owned(),
        Cell::Deviates => fact.behavior.to_string(),
        Cell::Some(count) => format!("{} {count} of {}", fact.behavior, fact.texts.len()),
        Cell::Unread => fact.answer_to_witness(parser),
        Cell::Reads(_) => format!("**{}**", as_code(&fact.answer_to_witness(parser))),
    }
}
