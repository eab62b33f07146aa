//! Records: the texts of a file, each with its place.
//!
//! ```text
//! file ─► LineBatches ─► Batch::Lines ─┬─────────────► Record
//!     │       │                        └─ json_lines ─►    (on the threads that check)
//!     │       └─ a line that is too long ─► LongText ─► Batch::Long
//!     ├─► CsvBatches ──► Batch::Values ─► Record
//!     └─► WholeText ───► Batch::Whole ──► Record
//! ```
//!
//! One thread cuts a file into batches, and other threads take the records of a batch. A record
//! that cannot be read is an [`Unreadable`] with its place, and the next record is read.
//!
//! Invariant: of a record, at most [`LIMIT`] octets are kept, and of a line whose production has no
//! automaton at most [`error::WHOLE_LINE`].

mod buffers;
mod csv;
mod error;
mod json_lines;
mod line_batches;
mod long_text;

use std::borrow::Cow;
use std::io::Read;

use rfc1738_views::check::place::TextStart;

use crate::input::lines;
use crate::input::source::Source;
use crate::outcome::Failure;
pub(crate) use buffers::Buffers;
pub(crate) use csv::CsvColumn;
use csv::{CsvBatches, ValueBatch};
pub(crate) use error::{LIMIT, RecordError, Unreadable, WHOLE_LINE};
use line_batches::{LineBatch, LineBatches};
pub(crate) use long_text::{Condensed, LazyAutomaton, LongVerdict};

/// How a file holds texts.
pub(crate) enum RecordFormat {
    /// Each line is a text. The automaton decides about lines that are too long to be kept. Without
    /// one, lines are kept that are longer.
    Lines(LazyAutomaton),
    /// A column of a table holds the texts.
    Csv(CsvColumn),
    /// Each line is a JSON object, and its field of this name holds a text.
    JsonLines(String),
    /// The file is one text, to its last octet.
    Whole,
}

/// The batches of a file.
pub(crate) enum Batches<'b, R> {
    Lines(LineBatches<'b, R>),
    Csv(Box<CsvBatches<'b, R>>),
    Whole(WholeText<'b, R>),
}

/// Records that are read together.
pub(crate) enum Batch {
    Lines(LineBatch),
    Values(ValueBatch),
    /// All of a file.
    Whole(Vec<u8>),
    /// A line that is too long to be kept.
    Long(u64, Condensed),
}

/// A text, and its place in the file.
pub(crate) struct Record<'a> {
    /// The line on which the record begins, counted from 1.
    pub(crate) line: u64,
    /// The number of the record, counted from 1, if the file has records.
    pub(crate) number: Option<u64>,
    /// Where the text begins, if the file holds it as it is.
    pub(crate) start: Option<TextStart>,
    /// The text, or a shorter one that stands for it.
    pub(crate) text: Cow<'a, [u8]>,
    /// The end of the line, if the text is a line that is kept as a whole.
    pub(crate) line_end: &'a [u8],
    /// What is known about the whole text if a shorter one stands for it.
    pub(crate) condensed: Option<&'a Condensed>,
}

/// What a record holds.
pub(crate) enum Content<'a> {
    Text(Record<'a>),
    /// The field is null, so there is no text.
    Null,
    /// There is no text because of an error.
    Error(Unreadable),
}

impl RecordFormat {
    /// Returns the batches of a source.
    pub(crate) fn batches<'b, R: Read>(
        &'b self,
        source: Source<'b>,
        reader: R,
        buffers: &'b Buffers,
    ) -> Batches<'b, R> {
        match self {
            Self::Csv(column) => Batches::Csv(Box::new(CsvBatches::new(source, reader, column))),
            Self::Lines(automaton) => {
                Batches::Lines(LineBatches::new(source, reader, buffers, Some(automaton)))
            }
            Self::Whole => Batches::Whole(WholeText::new(source, reader)),
            Self::JsonLines(_) => Batches::Lines(LineBatches::new(source, reader, buffers, None)),
        }
    }

    /// Returns the name of the column or field that holds the texts.
    pub(crate) fn field(&self) -> Option<&str> {
        match self {
            Self::Lines(_) | Self::Whole => None,
            Self::Csv(column) => Some(&column.name),
            Self::JsonLines(field) => Some(field),
        }
    }

    /// Returns the lines of a batch whose texts are lines.
    pub(crate) fn lines<'b>(&self, batch: &'b Batch) -> Option<&'b [u8]> {
        match (self, batch) {
            (Self::Lines(_), Batch::Lines(lines)) => Some(lines.octets()),
            _ => None,
        }
    }

    /// Calls `take` for each record of the batch, in order. Stops at its first error.
    pub(crate) fn each<E>(
        &self,
        batch: &Batch,
        mut take: impl FnMut(Content<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match (self, batch) {
            (Self::JsonLines(field), Batch::Lines(lines)) => {
                // To ask once for all lines takes a fraction of the time.
                let is_plain = json_lines::are_plain(lines.octets());
                let contents = lines.lines();
                let contents = contents.map(|line| json_lines::content(&line, field, is_plain));
                contents.flatten().try_for_each(take)
            }
            (_, Batch::Lines(lines)) => lines.lines().map(|line| of_line(&line)).try_for_each(take),
            (_, Batch::Values(values)) => values.contents().try_for_each(take),
            (_, Batch::Whole(text)) => take(of_file(text)),
            // The record could be anywhere in the line.
            (Self::JsonLines(_), Batch::Long(line, _)) => take(Content::Error(
                Unreadable::at_line(*line, RecordError::TooLong(LIMIT)),
            )),
            (_, Batch::Long(line, condensed)) => take(long_line(*line, condensed)),
        }
    }
}

impl<R: Read> Batches<'_, R> {
    /// Returns the next records as soon as they are whole. Waits for the reader. After an error of
    /// the reader, an unfinished record is lost.
    pub(crate) fn next_batch(&mut self) -> Result<Option<Batch>, Failure> {
        match self {
            Self::Lines(batches) => batches.next_batch(),
            Self::Csv(batches) => Ok(batches.next_batch()?.map(Batch::Values)),
            Self::Whole(text) => Ok(text.next_text()?.map(Batch::Whole)),
        }
    }

    /// Returns the number of bytes in the batches so far.
    pub(crate) fn position(&self) -> u64 {
        match self {
            Self::Lines(batches) => batches.position(),
            Self::Csv(batches) => batches.position(),
            Self::Whole(text) => text.position(),
        }
    }
}

fn of_file(text: &[u8]) -> Content<'_> {
    if text.len() > WHOLE_LINE {
        let error = RecordError::TooLong(WHOLE_LINE);
        return Content::Error(Unreadable::at_line(1, error));
    }
    Content::Text(Record {
        line: 1,
        number: None,
        start: Some(start_of_line(1)),
        text: Cow::Borrowed(text),
        line_end: &[],
        condensed: None,
    })
}

fn of_line<'a>(line: &lines::Line<'a>) -> Content<'a> {
    Content::Text(Record {
        line: line.number,
        number: None,
        start: Some(start_of_line(line.number)),
        text: Cow::Borrowed(line.text),
        line_end: line.end,
        condensed: None,
    })
}

fn long_line(line: u64, condensed: &Condensed) -> Content<'_> {
    Content::Text(Record {
        line,
        number: None,
        start: Some(start_of_line(line)),
        text: Cow::Borrowed(&condensed.text),
        line_end: &[],
        condensed: Some(condensed),
    })
}

fn start_of_line(line: u64) -> TextStart {
    TextStart { line, column: 1 }
}

/// Returns the number of characters, where each octet that is not UTF-8 begins one or continues one.
fn characters(octets: &[u8]) -> u64 {
    if octets.is_ascii() {
        return octets.len() as u64;
    }
    let begins = |octet: &&u8| **octet & 0b1100_0000 != 0b1000_0000;
    octets.iter().filter(begins).count() as u64
}

/// The one text of a reader.
pub(crate) struct WholeText<'b, R> {
    source: Source<'b>,
    /// `None` when the text was read.
    reader: Option<R>,
    position: u64,
}

impl<'b, R: Read> WholeText<'b, R> {
    fn new(source: Source<'b>, reader: R) -> Self {
        Self {
            source,
            reader: Some(reader),
            position: 0,
        }
    }

    /// Returns the text the first time. A text of more than [`WHOLE_LINE`] octets is longer than that
    /// by one octet, and its rest is not read.
    fn next_text(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(reader) = self.reader.take() else {
            return Ok(None);
        };
        let mut text = Vec::new();
        let most = u64::try_from(WHOLE_LINE).unwrap_or(u64::MAX);
        let read = reader.take(most.saturating_add(1)).read_to_end(&mut text);
        read.map_err(|error| self.source.unreadable(&error))?;
        self.position = text.len() as u64;
        Ok(Some(text))
    }

    fn position(&self) -> u64 {
        self.position
    }
}
