//! Tables of hand-ins: for people, for spreadsheets, and for programs.
//!
//! Invariant: a cell for a spreadsheet is text. One that a spreadsheet would take for a formula has an apostrophe before it.

use std::collections::HashMap;
use std::io::{self, Write};

use rfcbnf::exercise::{
    Graded, Grader, Grades, HandIn, HandInError, HandedIn, Mistake, Outcome, Sheet,
};
use rfcbnf_engine::escape::{Escaped, Printable};
use serde::{Deserialize, Serialize};

use super::record::{OutcomeName, length};
use crate::count::counted;
use crate::palette::Palette;
use crate::table::{Cell, Column, Table};

/// The most characters of a name that are shown.
const NAME: usize = 60;

/// The most mistakes that are listed for people.
const MISTAKES: usize = 20;

/// The hand-ins of a sheet with their answers.
///
/// ```
/// use rfc1738_views::exercise::grades::{GradeTable, GradedRow};
/// use rfc1738_views::palette::Palette;
/// use rfcbnf::exercise::{Exercise, Grader, HandInError, Sheet, hand_ins};
///
/// let exercise = Exercise { title: "As".to_owned(), solution: "s = *\"a\"\n".to_owned(), ..Exercise::default() };
/// let mut grader = Grader::new(Sheet { exercises: vec![exercise], ..Sheet::default() });
/// let text = "[hand-in]\nname = \"=Ada\"\n[[answer]]\nexercise = \"As\"\ngrammar = 's = 1*\"a\"'\n[hand-in]\nname =\n";
/// let found = hand_ins(text, |_| Err(HandInError::NoHandIn));
/// let rows = found.into_iter().map(|one| GradedRow::of(&mut grader, None, one)).collect();
/// let mut out = Vec::new();
/// GradeTable::new(grader.sheet(), rows).write_csv(&mut out)?;
/// let csv = String::from_utf8(out)?;
/// let mut lines = csv.lines();
/// assert_eq!(lines.next(), Some("name,As,solved,says,remarks,file,line"));
/// assert_eq!(lines.next(), Some("'=Ada,misses the empty text,0,,,,1"));
/// let broken = lines.next().unwrap();
/// assert!(broken.starts_with(",,,,") && broken.contains("the hand-in cannot be read: line 2: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GradeTable<'a> {
    sheet: &'a Sheet,
    rows: Vec<GradedRow>,
}

/// A hand-in with its answers.
#[derive(Debug, Clone)]
pub struct GradedRow {
    file: Option<String>,
    line: usize,
    label: String,
    content: Result<(HandIn, Grades), HandInError>,
    remarks: Vec<String>,
}

impl GradedRow {
    /// Answers a hand-in. `file` is where it is from.
    #[must_use]
    pub fn of(grader: &mut Grader, file: Option<String>, handed_in: HandedIn) -> Self {
        Self::answered(file, handed_in, |hand_in| grader.grade(hand_in))
    }

    /// Returns a hand-in whose answers are computed elsewhere.
    #[must_use]
    pub fn answered(
        file: Option<String>,
        handed_in: HandedIn,
        grade: impl FnOnce(&HandIn) -> Grades,
    ) -> Self {
        let HandedIn {
            line,
            label,
            content,
        } = handed_in;
        let content = content.map(|hand_in| {
            let answered = grade(&hand_in);
            (hand_in, answered)
        });
        let mut remarks = match &content {
            Ok((_, answered)) => answered.remarks.clone(),
            Err(error) => vec![error.to_string()],
        };
        if let Ok((hand_in, _)) = &content
            && !label.is_empty()
            && label != hand_in.head.name.trim()
        {
            remarks.push(format!("`{label}` stands before it"));
        }
        Self {
            file,
            line,
            label,
            content,
            remarks,
        }
    }

    /// Returns a hand-in that is from a file that cannot be read.
    #[must_use]
    pub fn unreadable(file: String, reason: String) -> Self {
        Self {
            file: Some(file),
            line: 1,
            label: String::new(),
            content: Err(HandInError::NoHandIn),
            remarks: vec![reason],
        }
    }

    /// Returns the name in the hand-in, or what stands before it.
    fn name(&self) -> &str {
        match &self.content {
            Ok((hand_in, _)) => hand_in.head.name.trim(),
            Err(_) => &self.label,
        }
    }

    fn grades(&self) -> Option<&Grades> {
        self.content.as_ref().ok().map(|(_, grades)| grades)
    }

    fn solved(&self) -> usize {
        self.grades().map_or(0, Grades::solved)
    }

    fn says(&self) -> Option<usize> {
        self.content.as_ref().ok()?.0.head.solved
    }

    fn answer(&self, exercise: usize) -> Option<&Graded> {
        self.grades()?.answers[exercise].as_ref()
    }
}

impl<'a> GradeTable<'a> {
    /// Returns the table of hand-ins to a sheet. Each that has a name of another one says so.
    #[must_use]
    pub fn new(sheet: &'a Sheet, mut rows: Vec<GradedRow>) -> Self {
        let mut names: HashMap<String, usize> = HashMap::new();
        for row in rows.iter().filter(|row| row.content.is_ok()) {
            *names.entry(row.name().to_owned()).or_default() += 1;
        }
        for row in rows.iter_mut().filter(|row| row.content.is_ok()) {
            let count = names[row.name()];
            if count > 1 {
                row.remarks.push(format!("{count} hand-ins have this name"));
            }
        }
        Self { sheet, rows }
    }

    /// Returns whether every hand-in could be read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.content.is_ok())
    }

    /// Returns the mistakes, those of the first exercise first, the commonest first.
    fn mistakes(&self) -> Vec<Mistake> {
        Mistake::of(self.rows.iter().map(GradedRow::grades))
    }

    /// Returns how many hand-ins solve an exercise.
    fn solved(&self, exercise: usize) -> usize {
        let answers = self.rows.iter().filter_map(|row| row.answer(exercise));
        answers.filter(|answer| answer.outcome.is_solved()).count()
    }

    /// Writes the table for people, with the commonest mistakes and what is odd.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        self.table(palette).write(out, palette, "")?;
        let heading = palette.heading;
        let mistakes = self.mistakes();
        if !mistakes.is_empty() {
            writeln!(out, "\n{heading}commonest mistakes{heading:#}")?;
            for mistake in mistakes.iter().take(MISTAKES) {
                let title = shown(&self.sheet.exercises[mistake.exercise].title);
                let count = mistake.made_by.len();
                writeln!(out, "  {count}× {title}: {}", mistake.mistake)?;
            }
        }
        let odd = self.rows.iter().filter(|row| !row.remarks.is_empty());
        for (index, row) in odd.enumerate() {
            if index == 0 {
                writeln!(out, "\n{heading}remarks{heading:#}")?;
            }
            let (place, name) = (row.place(), shown(row.name()));
            let remarks = row
                .remarks
                .iter()
                .map(|one| Escaped(one.as_bytes()).to_string());
            let remarks: Vec<String> = remarks.collect();
            let name = if name.is_empty() {
                name
            } else {
                format!(" ({name})")
            };
            writeln!(out, "  {place}{name}: {}", remarks.join("; "))?;
        }
        let read = self.rows.iter().filter(|row| row.content.is_ok()).count();
        let all = counted(self.rows.len(), "hand-in", "hand-ins", palette.number);
        writeln!(out, "\n{all}, {read} read")
    }

    fn table(&self, palette: Palette) -> Table<'_> {
        let titles = self.sheet.exercises.iter().map(|one| one.title.as_str());
        let heads = ["name"].into_iter().chain(titles).map(Column::of_texts);
        let mut columns: Vec<Column<'_>> = heads.collect();
        columns.push(Column::of_numbers(&["solved"]));
        columns.push(Column::of_texts(""));
        let mut rows: Vec<Vec<Cell>> = self.rows.iter().map(|row| self.row(palette, row)).collect();
        let mut last = vec![Cell::new("solved", palette.heading)];
        last.extend((0..self.sheet.exercises.len()).map(|exercise| {
            Cell::plain(&format!("{} of {}", self.solved(exercise), self.rows.len()))
        }));
        rows.push(last);
        Table { columns, rows }
    }

    fn row(&self, palette: Palette, row: &GradedRow) -> Vec<Cell> {
        let name = if row.name().is_empty() {
            row.place()
        } else {
            shown(row.name())
        };
        let mut cells = vec![Cell::new(&name, palette.name)];
        let is_read = row.content.is_ok();
        cells.extend(
            (0..self.sheet.exercises.len()).map(|exercise| match row.answer(exercise) {
                None => Cell::new(if is_read { "–" } else { "?" }, palette.faint),
                Some(answer) => {
                    let style = match answer.outcome {
                        Outcome::Solved | Outcome::UpTo { .. } => palette.note,
                        Outcome::Undecided => palette.warning,
                        Outcome::Wrong => palette.error,
                    };
                    Cell::new(&words(answer), style)
                }
            }),
        );
        cells.push(Cell::plain(&if is_read {
            row.solved().to_string()
        } else {
            String::new()
        }));
        let says = row.says().filter(|says| *says != row.solved());
        cells.push(Cell::plain(
            &says.map_or_else(String::new, |says| format!("says {says}")),
        ));
        cells
    }

    /// Writes the table as CSV (RFC 4180), a line for each hand-in.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let titles = self.sheet.exercises.iter().map(|one| harmless(&one.title));
        let mut head = vec!["name".to_owned()];
        head.extend(titles);
        head.extend(["solved", "says", "remarks", "file", "line"].map(str::to_owned));
        csv.write_record(&head)?;
        for row in &self.rows {
            let mut cells = vec![harmless(row.name())];
            let answers = (0..self.sheet.exercises.len()).map(|exercise| row.answer(exercise));
            cells.extend(
                answers.map(|answer| answer.map_or_else(String::new, |one| harmless(&words(one)))),
            );
            // Of what cannot be read, it is not known.
            let solved = row.grades().map(Grades::solved);
            cells.push(solved.map_or_else(String::new, |solved| solved.to_string()));
            cells.push(row.says().map_or_else(String::new, |says| says.to_string()));
            cells.push(harmless(&row.remarks.join("; ")));
            cells.push(harmless(row.file.as_deref().unwrap_or_default()));
            cells.push(row.line.to_string());
            csv.write_record(&cells)?;
        }
        csv.flush()
    }

    /// Returns the table for programs.
    #[must_use]
    pub fn record(&self) -> GradesRecord {
        let mistakes = self.mistakes().into_iter().map(|one| MistakeRecord {
            exercise: one.exercise,
            mistake: one.mistake,
            count: one.made_by.len(),
            made_by: one.made_by,
        });
        let exercises =
            self.sheet
                .exercises
                .iter()
                .enumerate()
                .map(|(index, one)| GradedExercise {
                    title: one.title.clone(),
                    solved: self.solved(index),
                    handed_in: self
                        .rows
                        .iter()
                        .filter(|row| row.answer(index).is_some())
                        .count(),
                });
        GradesRecord {
            title: self.sheet.title.clone(),
            exercises: exercises.collect(),
            hand_ins: self.rows.iter().map(HandInRecord::new).collect(),
            mistakes: mistakes.collect(),
        }
    }
}

impl GradedRow {
    /// Returns where the hand-in is, escaped.
    fn place(&self) -> String {
        match &self.file {
            Some(file) if self.line == 1 => Printable(file.as_bytes()).to_string(),
            Some(file) => format!("{}:{}", Printable(file.as_bytes()), self.line),
            None => format!("line {}", self.line),
        }
    }
}

/// Says in a few words what is known of an answer.
fn words(answer: &Graded) -> String {
    match answer.outcome {
        Outcome::Solved => "✓".to_owned(),
        Outcome::UpTo { length } => format!("✓ up to {length}"),
        Outcome::Undecided => "undecided".to_owned(),
        Outcome::Wrong => answer.mistakes.join("; "),
    }
}

/// Returns a name or a title, escaped and not too long.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(NAME).collect();
    let more = if short.len() < name.len() { "…" } else { "" };
    format!("{}{more}", Escaped(short.as_bytes()))
}

/// Returns a cell that no spreadsheet takes for a formula.
fn harmless(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let shown = Escaped(cell.as_bytes());
    if is_formula {
        format!("'{shown}")
    } else {
        shown.to_string()
    }
}

/// The hand-ins of a sheet with their answers, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GradesRecord {
    /// The title of the sheet.
    title: String,
    exercises: Vec<GradedExercise>,
    hand_ins: Vec<HandInRecord>,
    /// Those of the first exercise first, the commonest first.
    mistakes: Vec<MistakeRecord>,
}

/// How many solved an exercise.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct GradedExercise {
    title: String,
    solved: usize,
    handed_in: usize,
}

/// A hand-in with its answers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandInRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    file: Option<String>,
    /// Where it begins, counted from 1.
    line: usize,
    /// Who handed it in; empty if that is not known.
    name: String,
    /// Whether it could be read. If not, the first remark says why.
    read: bool,
    /// What is odd about it, for people.
    remarks: Vec<String>,
    solved: usize,
    /// How many exercises it says to solve. Nothing depends on it.
    says: Option<usize>,
    /// One for each exercise; `null` where there is no answer.
    answers: Vec<Option<HandInAnswer>>,
}

/// The answer to one exercise.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandInAnswer {
    outcome: OutcomeName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    length: Option<usize>,
    /// What is wrong, each in a few words.
    mistakes: Vec<String>,
}

impl From<HandInAnswer> for Graded {
    fn from(answer: HandInAnswer) -> Self {
        Self {
            outcome: answer.outcome.with(answer.length),
            mistakes: answer.mistakes,
        }
    }
}

/// A mistake of several hand-ins.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct MistakeRecord {
    /// The index of the exercise.
    exercise: usize,
    mistake: String,
    count: usize,
    /// The indices of the hand-ins.
    made_by: Vec<usize>,
}

impl HandInRecord {
    /// Returns the record of a hand-in.
    #[must_use]
    pub fn new(row: &GradedRow) -> Self {
        let answers = row.grades().into_iter().flat_map(|grades| &grades.answers);
        let answers = answers.map(|answer| {
            answer.as_ref().map(|answer| HandInAnswer {
                outcome: answer.outcome.into(),
                length: length(answer.outcome),
                mistakes: answer.mistakes.clone(),
            })
        });
        Self {
            file: row.file.clone(),
            line: row.line,
            name: row.name().to_owned(),
            read: row.content.is_ok(),
            remarks: row.remarks.clone(),
            solved: row.solved(),
            says: row.says(),
            answers: answers.collect(),
        }
    }
}
