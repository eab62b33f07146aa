//! A column of CSV (RFC 4180), or of the same with tabs.
//!
//! `csv_core` finds the fields of records with quotation marks; those of all others are what is between
//! delimiters. This module finds out where they are in the file, and keeps a record
//! until its end, so that reading can go on at the next line after a quotation mark that nothing
//! closes.
//!
//! Invariants:
//! - Whole records are handed on before more is read.
//! - An octet is read at most twice. After a quotation mark that nothing closes, the lines behind it are
//!   read again. All quotation marks in them are doubled, so none of them stays open.

use std::borrow::Cow;
use std::io::Read;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use rfc1738_views::check::place::TextStart;
use rfcbnf_engine::escape::{Escaped, Quoted};

use super::buffers::BLOCK;
use super::error::{LIMIT, RecordError, Unreadable};
use super::line_batches::read;
use super::{Content, Record};
use crate::arguments::suggestion::suggestions;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The mark that some programs write at the beginning of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most octets decoded at once.
const DECODED: usize = 4096;

/// The column that holds the texts.
pub(crate) struct CsvColumn {
    /// The octet between two fields.
    pub(crate) delimiter: u8,
    /// The name in the header, or the number of the column, counted from 1.
    pub(crate) name: String,
    /// Whether the first record holds the names of the columns.
    pub(crate) has_header: bool,
}

/// The values of some records.
pub(crate) struct ValueBatch {
    texts: Vec<u8>,
    values: Vec<Value>,
}

/// The value of a record, or why it has none.
struct Value {
    line: u64,
    number: u64,
    content: Result<ValueText, RecordError>,
}

struct ValueText {
    /// The end of the text among the texts of the batch.
    end: usize,
    start: Option<TextStart>,
}

/// The batches of a reader.
pub(crate) struct CsvBatches<'b, R> {
    source: Source<'b>,
    reader: R,
    column: &'b CsvColumn,
    /// The index of the column, once it is known.
    index: Option<u64>,
    /// The number of fields of the first record.
    width: Option<u64>,
    fields: Reader,
    /// Whether `fields` has read nothing yet: what it reads first can begin with a byte order mark.
    is_new: bool,
    /// The record, and what was read after it.
    octets: Vec<u8>,
    record: RecordPlace,
    /// The names of the columns, while the first record is read.
    names: Vec<Vec<u8>>,
    batch: ValueBatch,
    /// Where `csv_core` puts decoded octets.
    decoded: Box<[u8; DECODED]>,
    /// The position in the file of the end of `octets`.
    position: u64,
    is_over: bool,
}

/// The state of the current record.
#[derive(Debug, Default)]
struct RecordPlace {
    /// The number of the record, counted from 1. The header has none.
    number: u64,
    /// The line of its start, counted from 1.
    line: u64,
    /// The indices in `octets` of its start, of the field, and of the next octet to read.
    start: usize,
    field: usize,
    next: usize,
    /// The number of fields that have ended.
    fields: u64,
    /// The span of the value in `octets`.
    value: Option<(usize, usize)>,
    /// The value, decoded.
    text: Vec<u8>,
    /// Whether the record is too long and is skipped.
    is_skipped: bool,
    /// The number of line feeds in the part that is skipped.
    skipped_lines: u64,
}

/// What comes next.
enum Step {
    /// A record has ended.
    Record,
    /// All octets are read.
    Starved,
}

impl<'b, R: Read> CsvBatches<'b, R> {
    pub(super) fn new(source: Source<'b>, reader: R, column: &'b CsvColumn) -> Self {
        Self {
            source,
            reader,
            column,
            index: None,
            width: None,
            fields: reader_of(column),
            is_new: true,
            octets: Vec::new(),
            record: RecordPlace {
                line: 1,
                ..RecordPlace::default()
            },
            names: Vec::new(),
            batch: ValueBatch::empty(),
            decoded: Box::new([0; DECODED]),
            position: 0,
            is_over: false,
        }
    }

    /// Returns the values of the records that end in the next read. Fails if there is no such column.
    pub(super) fn next_batch(&mut self) -> Result<Option<ValueBatch>, Failure> {
        while !self.is_over {
            let is_end = self.fill()?;
            while let Step::Record = self.step(is_end) {
                self.end_record()?;
            }
            self.recover(is_end)?;
            self.is_over = is_end && self.record.next == self.octets.len();
            if !self.batch.values.is_empty() {
                let batch = std::mem::replace(&mut self.batch, ValueBatch::empty());
                return Ok(Some(batch));
            }
        }
        if self.column.has_header && self.width.is_none() {
            return Err(self.unusable("is empty, and a table begins with a header".to_owned()));
        }
        Ok(None)
    }

    /// Returns the number of bytes in the batches so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Reads more, at least the octets of a byte order mark. Returns whether the file is at its end.
    fn fill(&mut self) -> Result<bool, Failure> {
        // What stands before the record is no longer needed.
        let record = &mut self.record;
        let done = record.start;
        self.octets.drain(..done);
        record.start = 0;
        record.field -= done;
        record.next -= done;
        record.value = record.value.map(|(start, end)| (start - done, end - done));
        loop {
            let length = self.octets.len();
            self.octets.resize(length + BLOCK, 0);
            let read = read(&mut self.reader, &mut self.octets[length..]);
            self.octets
                .truncate(length + read.as_ref().map_or(0, |read| *read));
            let read = read.map_err(|error| self.source.unreadable(&error))?;
            let is_first = self.position == length as u64;
            self.position += read as u64;
            let is_short = is_first && self.octets.len() < BYTE_ORDER_MARK.len();
            if read == 0 || !is_short {
                if is_first && self.octets.starts_with(BYTE_ORDER_MARK) && self.record.next == 0 {
                    self.octets.drain(..BYTE_ORDER_MARK.len());
                }
                return Ok(read == 0);
            }
        }
    }

    /// Reads fields up to the end of a record.
    fn step(&mut self, is_end: bool) -> Step {
        let record = &mut self.record;
        if record.is_at_start() {
            record.skip_line_ends(&self.octets);
            let index = self.index.filter(|_| self.width.is_some() && !self.is_new);
            if index.is_some_and(|index| record.read_plain(&self.octets, self.column, index)) {
                return Step::Record;
            }
        }
        loop {
            let rest = &self.octets[record.next..];
            if rest.is_empty() && (!is_end || record.is_at_start()) {
                return Step::Starved;
            }
            let (result, read, written) = if rest.is_empty() {
                if is_in_quotes(&mut self.fields) {
                    return Step::Starved;
                }
                // The end of the file ends the record as a line end does.
                (ReadFieldResult::Field { record_end: true }, 0, 0)
            } else {
                self.is_new = false;
                self.fields.read_field(rest, &mut *self.decoded)
            };
            record.next += read;
            if self.index == Some(record.fields) || self.width.is_none() {
                record.text.extend_from_slice(&self.decoded[..written]);
            }
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end } => {
                    if self.index == Some(record.fields) {
                        record.value = Some((record.field, record.next));
                    }
                    if self.width.is_none() {
                        self.names.push(std::mem::take(&mut record.text));
                    }
                    record.fields += 1;
                    record.field = record.next;
                    if record_end {
                        return Step::Record;
                    }
                }
                ReadFieldResult::End => return Step::Starved,
            }
        }
    }

    /// Takes the value of the record, and begins the next.
    fn end_record(&mut self) -> Result<(), Failure> {
        if self.width.is_none() {
            self.begin_table()?;
        } else {
            self.take_value();
        }
        self.next_record();
        Ok(())
    }

    /// Finds the column. The first record is read again if it is no header.
    fn begin_table(&mut self) -> Result<(), Failure> {
        let names = std::mem::take(&mut self.names);
        let wanted = &self.column.name;
        let by_name = names.iter().position(|name| name == wanted.as_bytes());
        let by_name = by_name.filter(|_| self.column.has_header);
        let number = wanted.parse::<usize>().ok();
        let by_number = number.and_then(|number| number.checked_sub(1));
        let by_number = by_number.filter(|index| *index < names.len());
        let Some(index) = by_name.or(by_number) else {
            return Err(self.unusable(no_column(self.column, &names)));
        };
        self.index = Some(index as u64);
        self.width = Some(self.record.fields);
        if !self.column.has_header {
            self.read_again(self.record.start, self.record.line, 0);
        }
        Ok(())
    }

    fn take_value(&mut self) {
        let record = &self.record;
        let expected = self.width.unwrap_or_default();
        let content = if record.is_skipped {
            Err(RecordError::TooLong(LIMIT))
        } else if record.fields != expected {
            Err(RecordError::Ragged {
                found: record.fields,
                expected,
            })
        } else {
            self.batch.texts.extend_from_slice(&record.text);
            Ok(ValueText {
                end: self.batch.texts.len(),
                start: record.start_of_value(&self.octets),
            })
        };
        self.batch.values.push(Value {
            line: record.line,
            number: record.number,
            content,
        });
    }

    fn next_record(&mut self) {
        let record = &mut self.record;
        record.line += record.skipped_lines + line_feeds(&self.octets[record.start..record.next]);
        record.number += 1;
        record.begin(record.next);
    }

    /// Reads again from this index on, which is that of the start of a record on this line.
    fn read_again(&mut self, start: usize, line: u64, number: u64) {
        self.fields = reader_of(self.column);
        self.is_new = true;
        self.record.line = line;
        self.record.number = number;
        self.record.begin(start);
    }

    /// Goes on after a record that is too long, or that a quotation mark keeps from ending.
    fn recover(&mut self, is_end: bool) -> Result<(), Failure> {
        if is_end && self.record.is_skipped {
            self.take_value();
            self.next_record();
        }
        loop {
            let record = &self.record;
            let length = record.next - record.start;
            if !(is_end && length > 0 || length > LIMIT) {
                return Ok(());
            }
            if self.width.is_none() {
                let reason = format!(
                    "its first record has no end within {LIMIT} octets; close its quotation marks"
                );
                return Err(self.unusable(reason));
            }
            // At the end of the file, nothing else keeps a record from ending.
            let is_open = is_end || is_in_quotes(&mut self.fields);
            let line_end = memchr(b'\n', &self.octets[self.record.start..]);
            if !is_end && (!is_open || line_end.is_none()) {
                self.skip(is_open);
                return Ok(());
            }
            let record = &self.record;
            self.batch.values.push(Value {
                line: record.line,
                number: record.number,
                content: Err(RecordError::UnclosedQuote),
            });
            let next = line_end.map_or(self.octets.len(), |end| record.start + end + 1);
            let line = record.line + line_feeds(&self.octets[record.start..next]);
            self.read_again(next, line, record.number + 1);
            while let Step::Record = self.step(is_end) {
                self.end_record()?;
            }
        }
    }

    /// Forgets what was read of a record that is too long. The rest of the record is read, not kept.
    fn skip(&mut self, is_open: bool) {
        let record = &mut self.record;
        record.is_skipped = true;
        record.skipped_lines += line_feeds(&self.octets[record.start..record.next]);
        record.start = record.next;
        record.field = record.next;
        record.value = None;
        record.text.clear();
        if !is_open {
            // The question whether a quotation mark is open has ended the record. Any octet begins a
            // field.
            self.fields.read_field(b"x", &mut *self.decoded);
        }
    }

    fn unusable(&self, reason: String) -> Failure {
        Failure::Unusable {
            name: self.source.to_string(),
            reason,
        }
    }
}

impl RecordPlace {
    fn begin(&mut self, start: usize) {
        self.start = start;
        self.field = start;
        self.next = start;
        self.fields = 0;
        self.value = None;
        self.text.clear();
        self.is_skipped = false;
        self.skipped_lines = 0;
    }

    fn is_at_start(&self) -> bool {
        self.next == self.start && self.fields == 0 && !self.is_skipped
    }

    /// Reads a whole record that is one line without quotation marks, as most are. Its fields are what
    /// is between delimiters. Returns false, and reads nothing, if the record is another one.
    fn read_plain(&mut self, octets: &[u8], column: &CsvColumn, index: u64) -> bool {
        let rest = &octets[self.start..];
        let Some(length) = memchr(b'\n', rest) else {
            return false;
        };
        let line = rest[..length]
            .strip_suffix(b"\r")
            .unwrap_or(&rest[..length]);
        if memchr2(b'"', b'\r', line).is_some() {
            return false;
        }
        let mut field = 0;
        for end in memchr_iter(column.delimiter, line).chain([line.len()]) {
            if self.fields == index {
                self.text.extend_from_slice(&line[field..end]);
                self.value = Some((self.start + field, self.start + end));
            }
            self.fields += 1;
            field = end + 1;
        }
        self.next = self.start + length + 1;
        true
    }

    /// Moves the start of the record behind empty lines, and behind the rest of a line end.
    fn skip_line_ends(&mut self, octets: &[u8]) {
        let ends = octets[self.start..].iter();
        let ends = ends.take_while(|octet| matches!(octet, b'\r' | b'\n'));
        let length = ends.count();
        self.line += line_feeds(&octets[self.start..self.start + length]);
        self.begin(self.start + length);
    }

    /// Returns where the value begins in the file, if the file holds it as it is.
    fn start_of_value(&self, octets: &[u8]) -> Option<TextStart> {
        let (start, end) = self.value?;
        let is_quoted = octets.get(start) == Some(&b'"');
        let start = start + usize::from(is_quoted);
        let value = octets.get(start..end)?;
        if !value.starts_with(&self.text) || self.text.contains(&b'\n') {
            return None;
        }
        let before = &octets[self.start..start];
        let line_start = memrchr(b'\n', before).map_or(0, |line_end| line_end + 1);
        let begins_character = |octet: &&u8| **octet & 0b1100_0000 != 0b1000_0000;
        let characters = before[line_start..].iter().filter(begins_character);
        Some(TextStart {
            line: self.line + line_feeds(before),
            column: characters.count() as u64 + 1,
        })
    }
}

impl ValueBatch {
    fn empty() -> Self {
        Self {
            texts: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Returns what each record holds.
    pub(super) fn contents(&self) -> impl Iterator<Item = Content<'_>> {
        let mut start = 0;
        self.values.iter().map(move |value| match &value.content {
            Ok(text) => {
                let octets = &self.texts[start..text.end];
                start = text.end;
                Content::Text(Record {
                    line: value.line,
                    number: Some(value.number),
                    start: text.start,
                    text: Cow::Borrowed(octets),
                    line_end: &[],
                    condensed: None,
                })
            }
            Err(error) => Content::Error(Unreadable {
                line: value.line,
                column: None,
                number: Some(value.number),
                error: error.clone(),
            }),
        })
    }
}

fn reader_of(column: &CsvColumn) -> Reader {
    ReaderBuilder::new().delimiter(column.delimiter).build()
}

/// Returns whether a line end would be part of the field. Otherwise, the record has ended.
fn is_in_quotes(fields: &mut Reader) -> bool {
    let (result, ..) = fields.read_field(b"\n", &mut [0; 2]);
    matches!(result, ReadFieldResult::InputEmpty)
}

fn line_feeds(octets: &[u8]) -> u64 {
    memchr_iter(b'\n', octets).count() as u64
}

/// Returns the reason why a file has no such column.
fn no_column(column: &CsvColumn, names: &[Vec<u8>]) -> String {
    let CsvColumn { name, .. } = column;
    let count = names.len();
    if !column.has_header {
        return format!(
            "there is no column {}; the first record has {count}",
            Quoted(name)
        );
    }
    let names: Vec<String> = names.iter().map(|name| Escaped(name).to_string()).collect();
    let suggestions = suggestions(name, names.iter().map(String::as_str));
    let list: Vec<&str> = names.iter().map(String::as_str).take(20).collect();
    let more = if count > list.len() { ", …" } else { "" };
    format!(
        "there is no column {}{suggestions}; the columns are {}{more}",
        Quoted(name),
        list.join(", ")
    )
}
