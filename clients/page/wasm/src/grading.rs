//! Sheets of exercises and hand-ins to them. What is known of the answers comes from [`exercise`](crate::exercise): with it, a
//! module would be too large.

use rfc1738_views::exercise::grades::{GradeTable, GradedRow, HandInAnswer, HandInRecord};
use rfc1738_views::exercise::packed::unpack;
use rfcbnf::exercise::{Grades, HandedIn, Sheet, hand_ins};

use crate::{Answer, answer};

/// Reads a sheet in TOML, and returns it as JSON.
pub fn sheet(text: &str) -> Answer {
    answer(&Sheet::from_toml(text).map_err(|error| error.to_string())?)
}

/// Writes a sheet, which is JSON, in TOML: a string of JSON.
pub fn sheet_file(sheet: &str) -> Answer {
    let sheet: Sheet = serde_json::from_str(sheet).map_err(|error| error.to_string())?;
    answer(&sheet.to_toml())
}

/// A sheet, and hand-ins to it. A page answers each of them, so that it can show the first ones soon.
pub struct Grading {
    sheet: Sheet,
    hand_ins: Vec<HandedIn>,
    rows: Vec<Option<GradedRow>>,
}

impl Grading {
    /// Reads a sheet, as JSON.
    pub fn new(sheet: &str) -> Result<Self, String> {
        let sheet: Sheet = serde_json::from_str(sheet).map_err(|error| error.to_string())?;
        match sheet.fault() {
            Some((_, fault)) => Err(fault),
            None => Ok(Self {
                sheet,
                hand_ins: Vec::new(),
                rows: Vec::new(),
            }),
        }
    }

    /// Finds the hand-ins in a text, in the place of those before, and returns how many there are.
    pub fn read(&mut self, text: &str) -> usize {
        self.hand_ins = hand_ins(text, unpack);
        self.rows = vec![None; self.hand_ins.len()];
        self.hand_ins.len()
    }

    fn hand_in(&self, index: usize) -> Result<&HandedIn, String> {
        let hand_in = self.hand_ins.get(index);
        hand_in.ok_or_else(|| format!("there is no hand-in {index}"))
    }

    /// Returns the answers of a hand-in, which counts from 0: one for each exercise, or null. One that cannot be read has none.
    pub fn answers(&self, index: usize) -> Answer {
        let content = &self.hand_in(index)?.content;
        let answers = content
            .as_ref()
            .map(|hand_in| self.sheet.assign(hand_in).texts);
        answer(&answers.unwrap_or_default())
    }

    /// Takes what is known of the answers of a hand-in: as JSON a list with one for each exercise, or null. Returns the row of
    /// the hand-in.
    pub fn row(&mut self, index: usize, known: &str) -> Answer {
        let known: Vec<Option<HandInAnswer>> =
            serde_json::from_str(known).map_err(|error| error.to_string())?;
        let hand_in = self.hand_in(index)?.clone();
        let mut answers = known.into_iter().map(|one| one.map(Into::into));
        let row = GradedRow::answered(None, hand_in, |hand_in| Grades {
            remarks: self.sheet.assign(hand_in).remarks,
            answers: self
                .sheet
                .exercises
                .iter()
                .map(|_| answers.next().flatten())
                .collect(),
        });
        let record = answer(&HandInRecord::new(&row));
        self.rows[index] = Some(row);
        record
    }

    /// Returns the hand-ins whose answers are known, with the commonest mistakes.
    pub fn table(&self) -> Answer {
        answer(&self.answered().record())
    }

    /// Returns the hand-ins whose answers are known as CSV, as a string of JSON.
    pub fn csv(&self) -> Answer {
        let mut csv = Vec::new();
        self.answered()
            .write_csv(&mut csv)
            .map_err(|error| error.to_string())?;
        answer(&String::from_utf8(csv).map_err(|error| error.to_string())?)
    }

    fn answered(&self) -> GradeTable<'_> {
        let rows = self.rows.iter().flatten().cloned();
        GradeTable::new(&self.sheet, rows.collect())
    }
}
