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

/// Writes a table of the lines of a corpus. `subjects` are the names of the subjects, escaped.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    subjects: &[&str],
    corpus: &[CorpusLine],
) -> io::Result<()> {
    if corpus.is_empty() {
        return Ok(());
    }
    let heads = ["text", "grammar"]
        .into_iter()
        .chain(subjects.iter().copied());
    let rows = corpus.iter().map(|line| {
        let verdict = match line.is_derived {
            Some(true) => "valid",
            Some(false) => "invalid",
            None => "undecided",
        };
        let answers = line.answers.iter();
        let answers = answers.map(|answer| answer.as_deref().unwrap_or("cannot be asked"));
        let cells = [quoted(&line.text), verdict.to_owned()].into_iter();
        let cells = cells.chain(answers.map(str::to_owned));
        cells.map(|cell| Cell::new(&cell, palette.name)).collect()
    });
    let table = Table {
        columns: heads.map(Column::of_texts).collect(),
        rows: rows.collect(),
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
