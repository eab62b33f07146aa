//! The table of productions that correspond in two grammars.

use std::io::{self, Write};

use rfcbnf::difference::{ComparedPair, PairResult, Side};
use rfcbnf_engine::escape::Printable;
use serde::Serialize;

use crate::count::counted;
use crate::difference::texts::{SearchedRecord, TextsRecord, cell, none_found};
use crate::palette::Palette;
use crate::paragraph::write_labelled;
use crate::table::{Cell, Column, Table};

/// The pairs of two files, compared.
#[derive(Debug)]
pub struct PairsDifference {
    /// The name of one file, escaped.
    pub a: String,
    /// The name of the other file, escaped.
    pub b: String,
    /// The result for each pair.
    pub compared: Vec<ComparedPair>,
    /// The productions of the first file that are in no pair.
    pub without_a: Vec<String>,
    /// The productions of the second file that are in no pair.
    pub without_b: Vec<String>,
}

impl PairsDifference {
    /// Returns whether the productions of every pair are known to derive the same texts.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        let mut results = self.compared.iter().map(|pair| &pair.result);
        results.all(|result| *result == PairResult::Equal)
    }

    /// Returns whether no pair differs, and some are not known to be equal.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let mut results = self.compared.iter().map(|pair| &pair.result);
        !self.is_equal() && results.all(|result| !matches!(result, PairResult::Differs(_)))
    }

    /// Writes a table with a row for each pair, then the productions without a counterpart, and the
    /// counts.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let only = [&self.a, &self.b].map(|file| format!("only {file} derives"));
        let heads = [&self.a, &self.b, &only[0], &only[1]];
        let rows = self.compared.iter();
        let table = Table {
            columns: heads.map(|head| Column::of_texts(head)).into(),
            rows: rows
                .map(|pair| self.row(pair).map(|cell| Cell::plain(&cell)).into())
                .collect(),
        };
        table.write(out, palette, "")?;
        let heading = palette.heading;
        let without = [(&self.a, &self.without_a), (&self.b, &self.without_b)];
        for (file, names) in without {
            if !names.is_empty() {
                writeln!(out, "{heading}Without a counterpart in {file}{heading:#}")?;
                let names = Printable(names.join(", ").as_bytes()).to_string();
                write_labelled(out, palette, "", &[names])?;
            }
        }
        writeln!(out, "{}", self.summary(palette))
    }

    fn row(&self, pair: &ComparedPair) -> [String; 4] {
        let [a, b] = [&pair.a, &pair.b].map(|name| Printable(name.as_bytes()).to_string());
        let (only_a, only_b) = match &pair.result {
            PairResult::Equal => ("equal".to_owned(), String::new()),
            PairResult::Differs(texts) => (cell(texts, Side::A), cell(texts, Side::B)),
            PairResult::NoneFound(searched) => (none_found(*searched), String::new()),
            PairResult::Abstained { side, why } => {
                let file = match side {
                    Side::A => &self.a,
                    Side::B => &self.b,
                };
                let why = Printable(why.to_string().as_bytes()).to_string();
                (format!("not compared: in {file}, {why}"), String::new())
            }
        };
        [a, b, only_a, only_b]
    }

    fn summary(&self, palette: Palette) -> String {
        let results = || self.compared.iter().map(|pair| &pair.result);
        let equal = results().filter(|result| **result == PairResult::Equal);
        let differing = results().filter(|result| matches!(result, PairResult::Differs(_)));
        let undecided = results().filter(|result| matches!(result, PairResult::NoneFound(_)));
        let abstained = results().filter(|result| matches!(result, PairResult::Abstained { .. }));
        let (equal, abstained) = (equal.count(), abstained.count());
        let undecided = undecided.count();
        let number = palette.number;
        let mut summary = format!(
            "{}: {}, {}",
            counted(self.compared.len(), "pair", "pairs", number),
            counted(equal, "equal", "equal", number),
            counted(differing.count(), "differs", "differ", number),
        );
        if undecided > 0 {
            summary.push_str(", ");
            summary.push_str(&counted(undecided, "undecided", "undecided", number));
        }
        if abstained > 0 {
            summary.push_str(", ");
            summary.push_str(&counted(abstained, "not compared", "not compared", number));
        }
        summary
    }
}

/// The pairs of two files, compared, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PairsRecord<'a> {
    a: &'a str,
    b: &'a str,
    equal: bool,
    pairs: Vec<PairRecord<'a>>,
    without_a: &'a [String],
    without_b: &'a [String],
}

#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(as = "crate::typescript::Pair")
)]
struct PairRecord<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'a str>,
    result: &'static str,
    #[serde(flatten)]
    texts: Option<TextsRecord<'a>>,
    #[serde(flatten)]
    searched: Option<SearchedRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl<'a> PairsRecord<'a> {
    /// Returns the record of the comparison.
    #[must_use]
    pub fn new(difference: &'a PairsDifference) -> Self {
        let pairs = difference.compared.iter().map(PairRecord::new);
        Self {
            a: &difference.a,
            b: &difference.b,
            equal: difference.is_equal(),
            pairs: pairs.collect(),
            without_a: &difference.without_a,
            without_b: &difference.without_b,
        }
    }
}

impl<'a> PairRecord<'a> {
    fn new(pair: &'a ComparedPair) -> Self {
        let mut record = Self {
            a: &pair.a,
            b: &pair.b,
            because: pair.why.as_deref(),
            result: "equal",
            texts: None,
            searched: None,
            why: None,
        };
        match &pair.result {
            PairResult::Equal => {}
            PairResult::Differs(texts) => {
                record.result = "differs";
                record.texts = Some(TextsRecord::new(texts));
            }
            PairResult::NoneFound(searched) => {
                record.result = "undecided";
                record.searched = Some(SearchedRecord::new(*searched));
            }
            PairResult::Abstained { why, .. } => {
                record.result = "abstained";
                record.why = Some(why.to_string());
            }
        }
        record
    }
}
