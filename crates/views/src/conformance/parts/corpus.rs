//! What subjects say of the lines of a corpus, with the parts that they name.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::quoted;
use crate::json::{Object, Octets};
use crate::palette::Palette;
use crate::table::{Cell, Column, Table};

/// A line of a corpus, and what subjects say of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorpusLine {
    /// The line.
    pub text: Vec<u8>,
    /// Whether the grammar derives it; `None` if that is not decided.
    pub is_derived: Option<bool>,
    /// The answer of each subject, as its line, escaped. `None` if it cannot be asked.
    pub answers: Vec<Option<String>>,
}

/// Returns a table of the lines of a corpus; `None` without lines. `subjects` are the names of the subjects, escaped, and
/// `text` is what a text between quotation marks becomes.
pub(in crate::conformance) fn table<'a>(
    palette: Palette,
    subjects: &[&'a str],
    corpus: &[CorpusLine],
    text: impl Fn(&str) -> String,
) -> Option<Table<'a>> {
    let heads = ["text", "grammar"].into_iter();
    let heads = heads.chain(subjects.iter().copied());
    let rows = corpus.iter().map(|line| {
        let verdict = match line.is_derived {
            Some(true) => "valid",
            Some(false) => "invalid",
            None => "undecided",
        };
        let answers = line.answers.iter();
        let answers = answers.map(|answer| answer.as_deref().unwrap_or("cannot be asked"));
        let cells = [text(&quoted(&line.text)), verdict.to_owned()].into_iter();
        let cells = cells.chain(answers.map(str::to_owned));
        cells.map(|cell| Cell::new(&cell, palette.name)).collect()
    });
    (!corpus.is_empty()).then(|| Table {
        columns: heads.map(Column::of_texts).collect(),
        rows: rows.collect(),
    })
}

/// Writes the table for a terminal.
pub(in crate::conformance) fn write(
    out: &mut impl Write,
    palette: Palette,
    subjects: &[&str],
    corpus: &[CorpusLine],
) -> io::Result<()> {
    let Some(table) = table(palette, subjects, corpus, str::to_owned) else {
        return Ok(());
    };
    table.write(out, palette, "")?;
    writeln!(out)
}

/// Returns the lines of a corpus for programs.
pub(in crate::conformance) fn record(corpus: &[CorpusLine]) -> Option<Vec<Object>> {
    let lines = corpus.iter().map(|line| {
        Object::new()
            .with("input", Octets(&line.text))
            .with("ok", line.is_derived)
            .with("answers", &line.answers)
    });
    (!corpus.is_empty()).then(|| lines.collect())
}
