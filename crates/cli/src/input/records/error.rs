//! Why a record has no verdict.

use rfcbnf_engine::escape::{Printable, Quoted};
use thiserror::Error;

/// The most octets of a record that are kept, unless it is a line without an automaton.
pub(crate) const LIMIT: usize = 1024 * 1024;

/// The most octets of a line that are kept if its production has no automaton, so that only the whole
/// text can be decided.
pub(crate) const WHOLE_LINE: usize = 64 * LIMIT;

/// The most octets of a line that is read to its end. A line that never ends has an answer, too.
pub(crate) const LINE: u64 = 4096 * LIMIT as u64;

/// A record without a verdict, and its place.
#[derive(Debug, Clone)]
pub(crate) struct Unreadable {
    /// The line on which the record begins, counted from 1.
    pub(crate) line: u64,
    /// The column of the error in that line, if it is known.
    pub(crate) column: Option<u64>,
    /// The number of the record, counted from 1, if the file has records.
    pub(crate) number: Option<u64>,
    pub(crate) error: RecordError,
}

impl Unreadable {
    pub(crate) fn at_line(line: u64, error: RecordError) -> Self {
        Self {
            line,
            column: None,
            number: None,
            error,
        }
    }

    /// Returns the line, the column and the number, as far as they are known.
    pub(crate) fn position(&self) -> String {
        let column = self.column.map(|column| format!(":{column}"));
        let number = self.number.map(|number| format!(": record {number}"));
        let (column, number) = (column.unwrap_or_default(), number.unwrap_or_default());
        format!("{}{column}{number}", self.line)
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}

/// Why a record has no verdict. Every message is escaped.
#[derive(Debug, Clone, Error)]
pub(crate) enum RecordError {
    /// A record of CSV has more or fewer fields than the first one.
    #[error(
        "the record has {}, but the first one has {expected}; put a value that holds the delimiter \
         in quotation marks", counted(*found, "field", "fields")
    )]
    Ragged { found: u64, expected: u64 },
    /// A field of CSV goes on after its closing quotation mark.
    #[error(
        "column {0} has text after its closing quotation mark; put the whole value in quotation marks, and double \
         those in it"
    )]
    AfterQuote(u64),
    /// A quotation mark has no counterpart in the file, or none near enough.
    #[error(
        "a quotation mark is not closed in the rest of the file, or in {LIMIT} octets; close it, or \
         double it if it is part of the value; the next line is read as a record"
    )]
    UnclosedQuote,
    /// A record is longer than what is kept, and only its whole text could be read.
    #[error("the text is not decided, because it takes more than {0} octets; shorten it")]
    TooLong(usize),
    /// The whole line would have to be copied.
    #[error(
        "the line takes more than {LIMIT} octets, and --fix copies no such line: a file stays as it \
         is, and standard output ends before the line; shorten it, or omit --fix"
    )]
    NotCopied,
    /// The text was decided in parts, but it cannot be shown.
    #[error(
        "the text is valid, but has {0} octets; trees and advice are made for at most {LIMIT}, so \
         omit --tree, --advice and --deny, or shorten the text"
    )]
    OnlyDecided(u64),
    /// A line is not JSON.
    #[error("not JSON: {}", Printable(.0.as_bytes()))]
    NotJson(String),
    /// A line of JSON is not an object, or an object on the path is another value.
    #[error("found {found}, expected an object with the field {}", Quoted(.field))]
    NotObject { field: String, found: &'static str },
    /// The field does not exist.
    #[error("there is no field {}", Quoted(.0))]
    NoField(String),
    /// The object has the field more than once.
    #[error(
        "the field {} is there twice, and programs differ in which one counts; leave one out", Quoted(.0)
    )]
    Twice(String),
    /// The field is not a string.
    #[error("the field {} is {found}, expected a string or null", Quoted(.field))]
    NotText { field: String, found: &'static str },
}
