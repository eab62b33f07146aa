//! A column of CSV (RFC 4180), or of the same with tabs.
//!
//! `csv_core` finds the fields of records with quotation marks; those of all others are what is between
//! delimiters. This module finds out where they are in the file, and keeps a record
//! until its end, so that reading can go on at the next line after an unclosed
//! quote.
//!
//! Invariants:
//! - Whole records are handed on before more is read.
//! - An octet is read at most twice. After an unclosed quote, the lines after it are
//!   read again. All quotation marks in them are doubled, so none of them stays open.

use std::borrow::Cow;
use std::io::{self, Read};
use std::mem;
use std::ops::Deref;

use crossbeam_channel::{Receiver, Sender, unbounded};
use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use rfc1738_views::check::place::TextStart;
use rfcbnf_engine::escape::{Escaped, Quoted};

use super::buffers::BLOCK;
use super::error::{LIMIT, RecordError, Unreadable};
use super::line_batches::read;
use super::{Content, Record, characters};
use crate::arguments::suggestions;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The column that holds the texts.
pub(crate) struct CsvColumn {
    /// The octet between two fields.
    pub(crate) delimiter: u8,
    /// The name in the header, or the number of the column, counted from 1.
    pub(crate) name: String,
    /// Whether the first record holds the names of the columns.
    pub(crate) has_header: bool,
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

/// The mark that some programs write at the beginning of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most octets decoded at once.
const DECODED: usize = 4096;

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
    plain: PlainLines,
    /// The record, and what was read after it.
    octets: Window,
    record: RecordPlace,
    /// The names of the columns, while the first record is read.
    names: Vec<Vec<u8>>,
    batch: ValueBatch,
    batches: ValueBatches,
    /// Where `csv_core` puts decoded octets.
    decoded: Box<[u8; DECODED]>,
    /// The position in the file of the end of `octets`.
    position: u64,
    is_over: bool,
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
        let batches = ValueBatches::default();
        Self {
            source,
            reader,
            column,
            index: None,
            width: None,
            fields: reader_of(column),
            is_new: true,
            plain: PlainLines::default(),
            octets: Window::default(),
            record: RecordPlace {
                line: 1,
                ..RecordPlace::default()
            },
            names: Vec::new(),
            batch: batches.next(),
            batches,
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
            if !self.batch.is_empty() {
                let next = self.batches.next();
                return Ok(Some(mem::replace(&mut self.batch, next)));
            }
        }
        if self.column.has_header && self.width.is_none() {
            let reason =
                "the table is empty and has no header; --no-header reads a table without one";
            return Err(self.unusable(reason.to_owned()));
        }
        Ok(None)
    }

    /// Returns the number of bytes in the batches so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Reads more, at least the octets of a byte order mark. Returns whether the file is at its end.
    fn fill(&mut self) -> Result<bool, Failure> {
        // What is before the record is no longer needed.
        let record = &mut self.record;
        let done = record.start;
        self.octets.forget(done);
        record.start = 0;
        record.field -= done;
        record.next -= done;
        record.value = record.value.map(|(start, end)| (start - done, end - done));
        self.plain = PlainLines::default();
        loop {
            let length = self.octets.len();
            let read = self.octets.read(&mut self.reader);
            let read = read.map_err(|error| self.source.unreadable(&error))?;
            let is_first = self.position == length as u64;
            self.position += read as u64;
            let is_short = is_first && self.octets.len() < BYTE_ORDER_MARK.len();
            if read == 0 || !is_short {
                if is_first && self.octets.starts_with(BYTE_ORDER_MARK) && self.record.next == 0 {
                    self.octets.forget(BYTE_ORDER_MARK.len());
                }
                return Ok(read == 0);
            }
        }
    }

    /// Reads fields up to the end of a record.
    fn step(&mut self, is_end: bool) -> Step {
        if self.record.is_at_start() {
            self.take_plain();
        }
        let record = &mut self.record;
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
                        self.names.push(mem::take(&mut record.text));
                    }
                    record.fields += 1;
                    let raw = self.octets.get(record.field..record.next);
                    let is_damaged =
                        raw.is_some_and(|raw| goes_on_after_quote(raw, self.column.delimiter));
                    if is_damaged && record.damaged.is_none() {
                        record.damaged = Some(record.fields);
                    }
                    record.field = record.next;
                    if record_end {
                        return Step::Record;
                    }
                }
                ReadFieldResult::End => return Step::Starved,
            }
        }
    }

    /// Takes the records up to the next one that is no line without quotation marks.
    fn take_plain(&mut self) {
        self.record.skip_line_ends(&self.octets);
        let (Some(index), Some(width), false) = (self.index, self.width, self.is_new) else {
            return;
        };
        let delimiter = self.column.delimiter;
        let (octets, record, batch) = (&*self.octets, &mut self.record, &mut self.batch);
        while let Some(plain) = self.plain.record(octets, record.start, delimiter, index) {
            match plain.value {
                Some((start, end)) if plain.fields == width => {
                    let column = characters(&octets[record.start..start]) + 1;
                    let line = record.line;
                    let place = TextStart { line, column };
                    batch.push(line, record.number, &octets[start..end], Some(place));
                }
                _ => batch.push_error(
                    record.line,
                    record.number,
                    RecordError::Ragged {
                        found: plain.fields,
                        expected: width,
                    },
                ),
            }
            record.number += 1;
            record.line += 1;
            record.start = plain.end;
            if matches!(octets.get(plain.end), Some(b'\r' | b'\n')) {
                record.skip_line_ends(octets);
            }
        }
        record.begin(record.start);
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
        let names = mem::take(&mut self.names);
        let wanted = &self.column.name;
        if let Some(column) = self.record.damaged.filter(|_| self.column.has_header) {
            let error = RecordError::AfterQuote(column);
            return Err(self.unusable(format!("its header is damaged: {error}")));
        }
        let is_wanted = |name: &Vec<u8>| name == wanted.as_bytes();
        let by_name = names.iter().position(is_wanted);
        let by_name_too = names.iter().rposition(is_wanted);
        if let (Some(one), Some(other)) = (by_name, by_name_too)
            && one != other
            && self.column.has_header
        {
            let (one, other) = (one + 1, other + 1);
            let name = Quoted(wanted);
            return Err(self.unusable(format!(
                "columns {one} and {other} have the name {name}; give the number of one of them"
            )));
        }
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
        let (line, number) = (record.line, record.number);
        if record.is_skipped {
            let error = RecordError::TooLong(LIMIT);
            self.batch.push_error(line, number, error);
        } else if let Some(column) = record.damaged {
            let error = RecordError::AfterQuote(column);
            self.batch.push_error(line, number, error);
        } else if record.fields != expected {
            let found = record.fields;
            let error = RecordError::Ragged { found, expected };
            self.batch.push_error(line, number, error);
        } else {
            let start = record.start_of_value(&self.octets);
            self.batch.push(line, number, &record.text, start);
        }
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
        self.plain = PlainLines::default();
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
                    "its first record has no end within {LIMIT} octets; shorten it, or close its quotation \
                     marks"
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
            let error = RecordError::UnclosedQuote;
            self.batch.push_error(record.line, record.number, error);
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

fn reader_of(column: &CsvColumn) -> Reader {
    ReaderBuilder::new().delimiter(column.delimiter).build()
}

/// Returns whether a line end would be part of the field. Otherwise, the record has ended.
fn is_in_quotes(fields: &mut Reader) -> bool {
    let (result, ..) = fields.read_field(b"\n", &mut [0; 2]);
    matches!(result, ReadFieldResult::InputEmpty)
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
    /// The number of the first field that goes on after its closing quotation mark, counted from 1.
    damaged: Option<u64>,
    /// Whether the record is too long and is skipped.
    is_skipped: bool,
    /// The number of line feeds in the part that is skipped.
    skipped_lines: u64,
}

impl RecordPlace {
    fn begin(&mut self, start: usize) {
        self.start = start;
        self.field = start;
        self.next = start;
        self.fields = 0;
        self.value = None;
        self.text.clear();
        self.damaged = None;
        self.is_skipped = false;
        self.skipped_lines = 0;
    }

    fn is_at_start(&self) -> bool {
        self.next == self.start && self.fields == 0 && !self.is_skipped
    }

    /// Moves the start of the record after empty lines, and after the rest of a line end.
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
        Some(TextStart {
            line: self.line + line_feeds(before),
            column: characters(&before[line_start..]) + 1,
        })
    }
}

/// Returns whether a field goes on after its closing quotation mark. The octets are those of the field, and the
/// delimiter or the line end after it.
fn goes_on_after_quote(field: &[u8], delimiter: u8) -> bool {
    let Some(mut rest) = field.strip_prefix(b"\"") else {
        return false;
    };
    while let Some(quote) = memchr(b'"', rest) {
        rest = &rest[quote + 1..];
        match rest.first() {
            Some(b'"') => rest = &rest[1..],
            Some(octet) => return !(*octet == delimiter || matches!(octet, b'\r' | b'\n')),
            None => return false,
        }
    }
    false
}

fn line_feeds(octets: &[u8]) -> u64 {
    memchr_iter(b'\n', octets).count() as u64
}

/// Makes batches in the memory of those that were dropped.
struct ValueBatches {
    idle: Receiver<Records>,
    returns: Sender<Records>,
}

/// The values of some records.
pub(crate) struct ValueBatch {
    records: Records,
    returns: Sender<Records>,
}

#[derive(Default)]
struct Records {
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

impl Default for ValueBatches {
    fn default() -> Self {
        let (returns, idle) = unbounded();
        Self { idle, returns }
    }
}

impl ValueBatches {
    /// Returns an empty batch.
    fn next(&self) -> ValueBatch {
        ValueBatch {
            records: self.idle.try_recv().unwrap_or_default(),
            returns: self.returns.clone(),
        }
    }
}

impl Drop for ValueBatch {
    fn drop(&mut self) {
        self.records.texts.clear();
        self.records.values.clear();
        // If nobody needs batches any more, the memory is released.
        let _ = self.returns.send(mem::take(&mut self.records));
    }
}

impl ValueBatch {
    /// Returns whether there are no records.
    fn is_empty(&self) -> bool {
        self.records.values.is_empty()
    }

    /// Adds a record, which begins on this line and has this number, with the value that begins there.
    fn push(&mut self, line: u64, number: u64, text: &[u8], start: Option<TextStart>) {
        self.records.texts.extend_from_slice(text);
        let end = self.records.texts.len();
        self.records.values.push(Value {
            line,
            number,
            content: Ok(ValueText { end, start }),
        });
    }

    /// Adds a record without a value.
    fn push_error(&mut self, line: u64, number: u64, error: RecordError) {
        self.records.values.push(Value {
            line,
            number,
            content: Err(error),
        });
    }

    /// Returns what each record holds.
    pub(super) fn contents(&self) -> impl Iterator<Item = Content<'_>> {
        let mut start = 0;
        self.records
            .values
            .iter()
            .map(move |value| match &value.content {
                Ok(text) => {
                    let octets = &self.records.texts[start..text.end];
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

/// Octets of a file that were read and are still needed.
#[derive(Default)]
struct Window {
    /// Memory that is filled once, because to fill it again for each read takes as long as to copy a block.
    memory: Vec<u8>,
    length: usize,
}

impl Window {
    /// Forgets the first octets.
    fn forget(&mut self, count: usize) {
        self.memory.copy_within(count..self.length, 0);
        self.length -= count;
    }

    /// Reads what is available, at most a block. Returns 0 at the end.
    fn read(&mut self, reader: &mut impl Read) -> io::Result<usize> {
        let end = self.length + BLOCK;
        if self.memory.len() < end {
            self.memory.resize(end, 0);
        }
        let read = read(reader, &mut self.memory[self.length..end])?;
        self.length += read;
        Ok(read)
    }
}

impl Deref for Window {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

/// Finds records that are one line without quotation marks, as most are. Their fields are what is between delimiters.
///
/// Invariant: an octet is searched once for each of the octets that end a field or a line, or make a record another one.
#[derive(Default)]
struct PlainLines {
    /// Where the next quotation mark and the next carriage return are.
    quotation_mark: Next<b'"'>,
    carriage_return: Next<b'\r'>,
}

/// A record that is one line.
struct PlainRecord {
    /// The number of fields.
    fields: u64,
    /// The span of the value, if there are enough fields.
    value: Option<(usize, usize)>,
    /// Where the next record begins.
    end: usize,
}

/// The index of the octet that was found last, or that of the end.
#[derive(Default)]
struct Next<const OCTET: u8>(Option<usize>);

impl PlainLines {
    /// Returns the record that begins there, and the span of its field with the index. `None` if it is
    /// another one.
    fn record(
        &mut self,
        octets: &[u8],
        start: usize,
        delimiter: u8,
        index: u64,
    ) -> Option<PlainRecord> {
        let (mut field, mut fields, mut value) = (start, 0, None);
        loop {
            let next = field + memchr2(delimiter, b'\n', &octets[field..])?;
            let ends_line = octets[next] == b'\n';
            let has_return = ends_line && octets[field..next].ends_with(b"\r");
            let end = next - usize::from(has_return);
            if fields == index {
                value = Some((field, end));
            }
            fields += 1;
            field = next + 1;
            if ends_line {
                let is_other = self.quotation_mark.is_in(octets, start, end)
                    || self.carriage_return.is_in(octets, start, end);
                return (!is_other).then_some(PlainRecord {
                    fields,
                    value,
                    end: field,
                });
            }
        }
    }
}

impl<const OCTET: u8> Next<OCTET> {
    /// Returns whether the octet is in the span. Spans are asked for in their order.
    fn is_in(&mut self, octets: &[u8], start: usize, end: usize) -> bool {
        let next = self.0.filter(|next| *next >= start).unwrap_or_else(|| {
            let found = memchr(OCTET, &octets[start..]);
            found.map_or(octets.len(), |found| start + found)
        });
        self.0 = Some(next);
        next < end
    }
}
