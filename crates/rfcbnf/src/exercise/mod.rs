//! Exercises: a task in words, and a solution that an answer is compared with. What is wrong with an answer is shown by the
//! shortest text that differs.
//!
//! ```
//! use rfcbnf::exercise::{Outcome, Sheet};
//!
//! let sheet = Sheet::from_toml(r#"
//!     title = "Grammars, week 3"
//!
//!     [[exercise]]
//!     title = "Brackets"
//!     task = "All texts of ( and ) in which every bracket is closed."
//!     solution = 's = *( "(" s ")" )'
//!     unambiguous = true
//! "#)?;
//! let brackets = &sheet.exercises[0];
//! let answer = brackets.answer("s = \"(\" s \")\" / \"\"\n", None);
//! assert_eq!(answer.outcome(), Outcome::Wrong);
//! let lines: Vec<String> = answer.findings.iter().map(|one| one.to_string()).collect();
//! assert_eq!(lines, [
//!     "the same language: no, it misses \"()()\"",
//!     "unambiguous: yes, it is LL(1)",
//! ]);
//! # Ok::<(), rfcbnf::exercise::SheetError>(())
//! ```
//!
//! Each condition has one of four answers, which are never mixed: it is proved, it is refuted by something that a person can
//! check, it holds in all texts up to a length, or it is undecided ([`Verdict`]). A list of examples is no solution, because
//! it misses the shortest text that is not in the list.
//!
//! - [`Sheet`] reads a file of exercises, and [`Exercise::check`] checks the solution by its own conditions.
//! - [`HandIn`] reads the grammars of a student, and [`Grader`] answers them again: what a hand-in says of itself counts for
//!   nothing.
//!
//! Invariant: no answer of a student takes more than the limits of [`difference`](crate::difference), of
//! [`unambiguity`](crate::analysis::unambiguity()) and of [`tables`](crate::tables) allow; its grammar has at most
//! [`ANSWER_LENGTH`] octets.

mod answer;
mod check;
mod grade;
mod hand_in;
mod verdict;

pub use answer::{ANSWER_LENGTH, Answer, Outcome};
pub use check::{Check, Problem};
pub use grade::{Assigned, Graded, Grader, Grades, Mistake};
pub use hand_in::{
    AnswerText, HAND_IN_LENGTH, HAND_INS, HandIn, HandInError, HandInHead, HandedIn, hand_ins,
};
pub use verdict::{Condition, Derived, Evidence, Finding, Missed, Proof, Verdict};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::Spanned;

use crate::syntax::Span;

/// A sheet of exercises.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sheet {
    /// The title; empty if it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The exercises. No two have one title.
    #[serde(default, rename = "exercise")]
    pub exercises: Vec<Exercise>,
}

/// A task, and what an answer to it is checked by.
///
/// An answer begins with its first production, as the solution does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of its own in the file"
)]
pub struct Exercise {
    /// The title, by which hand-ins name the exercise.
    pub title: String,
    /// The task, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub task: String,
    /// The grammar that a student begins with; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// A grammar that solves the task. It is not shown, and no secret.
    pub solution: String,
    /// Whether the solution may be shown to who has solved the task.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show_solution: bool,
    /// Texts that the task asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub valid: Vec<String>,
    /// Texts that the task excludes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invalid: Vec<String>,
    /// Whether every text has one tree.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unambiguous: bool,
    /// Whether no production begins with itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_left_recursion: bool,
    /// The greatest number of productions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub productions: Option<usize>,
    /// Whether the grammar is LL(1).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ll1: bool,
    /// The length in octets up to which texts have to be compared at least, where nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

/// Why a file is no sheet of exercises.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct SheetError {
    message: String,
    span: Span,
    line: usize,
}

impl SheetError {
    fn new(text: &str, span: Span, message: String) -> Self {
        Self {
            message,
            line: line_of(text, span.start),
            span,
        }
    }

    /// Returns what is wrong, in a sentence without a full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the wrong part of the file, in byte offsets.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns the line on which it begins, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

/// Returns the line of a byte offset, counted from 1.
fn line_of(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or_default();
    1 + before.matches('\n').count()
}

/// The titles of a sheet, to find the place of one.
#[derive(Deserialize)]
struct Titles {
    exercise: Vec<Titled>,
}

#[derive(Deserialize)]
struct Titled {
    title: Spanned<String>,
}

impl Sheet {
    /// Reads a sheet: `title`, and an array `exercise` of tables with the fields of [`Exercise`], with hyphens in their names.
    /// Its grammars are read when they are used.
    ///
    /// # Errors
    ///
    /// [`SheetError`] if the text is not TOML, has unknown or missing keys or no exercise, or if a title is empty or used twice.
    ///
    /// ```
    /// use rfcbnf::exercise::Sheet;
    ///
    /// let error = Sheet::from_toml("[[exercise]]\ntitle = \"A\"\nsolutoin = 's = \"a\"'\n").unwrap_err();
    /// assert_eq!((error.line(), error.span()), (3, 25..33));
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, SheetError> {
        let malformed = |error: toml::de::Error| {
            let span = error.span().unwrap_or(0..0);
            SheetError::new(text, span, error.message().to_owned())
        };
        let sheet: Self = toml::from_str(text).map_err(malformed)?;
        let Some((index, fault)) = sheet.fault() else {
            return Ok(sheet);
        };
        let titles: Option<Titles> = toml::from_str(text).ok();
        let title = titles
            .as_ref()
            .and_then(|titles| titles.exercise.get(index));
        let span = title.map_or(0..0, |one| one.title.span());
        Err(SheetError::new(text, span, fault))
    }

    /// Returns the first fault of a sheet that was not read from a file: the index of the exercise, and what is wrong.
    ///
    /// ```
    /// use rfcbnf::exercise::{Exercise, Sheet};
    ///
    /// let mut sheet = Sheet { exercises: vec![Exercise::default()], ..Sheet::default() };
    /// assert_eq!(sheet.fault(), Some((0, "the exercise has no title".to_owned())));
    /// sheet.exercises[0].title = "Brackets".to_owned();
    /// assert_eq!(sheet.fault(), None);
    /// ```
    #[must_use]
    pub fn fault(&self) -> Option<(usize, String)> {
        if self.exercises.is_empty() {
            let message = "the sheet has no exercise: add a table `[[exercise]]`".to_owned();
            return Some((0, message));
        }
        for (index, exercise) in self.exercises.iter().enumerate() {
            let title = exercise.title.as_str();
            if title.trim().is_empty() {
                return Some((index, "the exercise has no title".to_owned()));
            }
            if self.exercises[..index]
                .iter()
                .any(|other| other.title == title)
            {
                let message =
                    format!("there are two exercises `{title}`: give them different titles");
                return Some((index, message));
            }
        }
        None
    }

    /// Writes the sheet as [`Self::from_toml`] reads it.
    ///
    /// ```
    /// use rfcbnf::exercise::{Exercise, Sheet};
    ///
    /// let exercise = Exercise {
    ///     title: "As and bs".to_owned(),
    ///     solution: "s = \"a\" s \"b\" / \"\"\n".to_owned(),
    ///     productions: Some(1),
    ///     ..Exercise::default()
    /// };
    /// let sheet = Sheet { title: "Week 1".to_owned(), exercises: vec![exercise] };
    /// assert_eq!(Sheet::from_toml(&sheet.to_toml()), Ok(sheet));
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Every value is a string, a number, a list or a table, which TOML can hold.
        toml::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the index of an exercise by its title, or by its number, which counts from 1.
    ///
    /// ```
    /// use rfcbnf::exercise::{Exercise, Sheet};
    ///
    /// let exercise = Exercise { title: "Brackets".to_owned(), ..Exercise::default() };
    /// let sheet = Sheet { exercises: vec![exercise], ..Sheet::default() };
    /// assert_eq!((sheet.find("Brackets"), sheet.find("1"), sheet.find("2")), (Some(0), Some(0), None));
    /// ```
    #[must_use]
    pub fn find(&self, title: &str) -> Option<usize> {
        let mut exercises = self.exercises.iter();
        let titled = exercises.position(|one| one.title.trim() == title.trim());
        titled.or_else(|| {
            let number: usize = title.trim().parse().ok()?;
            let index = number.checked_sub(1)?;
            (index < self.exercises.len()).then_some(index)
        })
    }
}
