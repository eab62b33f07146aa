//! An error, with the nearest valid texts beside it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::{Edit, Nearest};
use crate::error::{ErrorOffset, TextError};
use crate::escape::{Escaped, Quoted};
use crate::password::HIDDEN;

impl Edit {
    /// Says what the edit changes in a text: `replace "-" with ":"`. `secrets` are spans of the text that are hidden.
    /// The sentence is escaped.
    ///
    /// ```
    /// use rfcbnf_engine::recognizer::Edit;
    ///
    /// let edit = Edit { start: 2, end: 3, text: b":".to_vec() };
    /// assert_eq!(edit.change(b"12-30", &[]), r#"replace "-" with ":""#);
    /// ```
    #[must_use]
    pub fn change(&self, text: &[u8], secrets: &[Range<usize>]) -> String {
        let overlaps = |one: &Range<usize>| one.start < self.end && self.start < one.end;
        let old = if secrets.iter().any(overlaps) {
            HIDDEN.to_string()
        } else {
            Quoted(text.get(self.start..self.end).unwrap_or_default()).to_string()
        };
        let new = Quoted(&*self.text);
        if self.start == self.end {
            format!("insert {new}")
        } else if self.text.is_empty() {
            format!("delete {old}")
        } else {
            format!("replace {old} with {new}")
        }
    }
}

impl Nearest {
    /// Returns the [joined edits](super::Repair::joined_edits) of all repairs that are listed, each with the number of its
    /// repair among all, and its own: `1 of 9`, `2 of 9, edit 1 of 3`.
    #[must_use]
    pub fn numbered_edits(&self) -> Vec<(String, Edit)> {
        let mut numbered = Vec::new();
        for (repair, number) in self.repairs.iter().zip(1..) {
            let edits = repair.joined_edits();
            let several = edits.len();
            for (edit, index) in edits.into_iter().zip(1..) {
                let number = format!("{number} of {}", self.count);
                let number = match several {
                    1 => number,
                    several => format!("{number}, edit {index} of {several}"),
                };
                numbered.push((number, edit));
            }
        }
        numbered
    }
}

/// An error and the valid texts that are nearest to its text, or why they are not known.
///
/// It is an error as the one that it has. The alternate form of `Display`, `{:#}`, adds a line for each edit. With the
/// feature `miette`, it is a diagnostic whose help has these lines; with `serde`, a
/// [`SyntaxError`](crate::SyntaxError) with the fields `repairs` and `repairs_count`, or `repairs_undecided`.
///
/// ```
/// use rfcbnf_engine::recognizer::{Edit, Nearest, NearestCount, Repair, Repaired};
///
/// let error = rfc1738::parse(rfc1738::Rule::Port, "8o").unwrap_err();
/// let edit = Edit { start: 1, end: 2, text: Vec::new() };
/// let repair = Repair { text: b"8".to_vec(), edits: vec![edit] };
/// let nearest = Nearest { distance: 1, repairs: vec![repair], count: NearestCount::Exactly(11) };
/// let error = Repaired::new(error, Ok::<_, String>(nearest));
/// assert_eq!(error.lines(), [r#"repair: 1 of 11, at offset 1: delete "o""#]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired<E> {
    error: E,
    nearest: Result<Nearest, String>,
}

impl<E> Repaired<E> {
    /// Puts the answer about the text of an error beside it.
    pub fn new(error: E, nearest: Result<Nearest, impl fmt::Display>) -> Self {
        Self {
            error,
            nearest: nearest.map_err(|reason| reason.to_string()),
        }
    }

    /// Returns the error.
    #[must_use]
    pub fn error(&self) -> &E {
        &self.error
    }

    /// Returns the nearest texts.
    ///
    /// # Errors
    ///
    /// Returns the reason if they are not known. It is not escaped.
    pub fn nearest(&self) -> Result<&Nearest, &str> {
        self.nearest.as_ref().map_err(|reason| &**reason)
    }
}

impl<E: TextError> Repaired<E> {
    /// Returns a line for each edit of the texts that are listed, or one that says why they are not known. Passwords in
    /// URLs are hidden.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let nearest = match &self.nearest {
            Ok(nearest) => nearest,
            Err(reason) => {
                return Vec::from([format!("repair: undecided: {}", Escaped(reason.as_bytes()))]);
            }
        };
        let secrets = self.error.secrets();
        let edits = nearest.numbered_edits().into_iter();
        let lines = edits.map(|(number, edit)| {
            let change = edit.change(self.error.error_text(), &secrets);
            format!("repair: {number}, at offset {}: {change}", edit.start)
        });
        lines.collect()
    }
}

/// Writes the error; the alternate form, `{:#}`, adds the lines about the edits.
impl<E: TextError + fmt::Display> fmt::Display for Repaired<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)?;
        if formatter.alternate() {
            for line in self.lines() {
                write!(formatter, "\n{line}")?;
            }
        }
        Ok(())
    }
}

impl<E: TextError + fmt::Debug + fmt::Display> core::error::Error for Repaired<E> {}

impl<E: ErrorOffset> ErrorOffset for Repaired<E> {
    fn error_offset(&self) -> usize {
        self.error.error_offset()
    }
}

impl<E: TextError> TextError for Repaired<E> {
    fn error_text(&self) -> &[u8] {
        self.error.error_text()
    }

    fn error_span(&self) -> Range<usize> {
        self.error.error_span()
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write_line(out)
    }

    fn reason(&self) -> String {
        self.error.reason()
    }

    fn context_names(&self) -> String {
        self.error.context_names()
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = self.error.remarks();
        remarks.extend(self.lines());
        remarks
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        self.error.secrets()
    }

    fn secrets_in(&self, document: &[u8]) -> Vec<Range<usize>> {
        self.error.secrets_in(document)
    }
}
