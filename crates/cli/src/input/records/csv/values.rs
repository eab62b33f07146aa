//! The values of the column.

use std::borrow::Cow;
use std::mem;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rfc1738_views::check::place::TextStart;

use super::super::error::{RecordError, Unreadable};
use super::super::{Content, Record};

/// Makes batches in the memory of those that were dropped.
pub(super) struct ValueBatches {
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
    pub(super) fn next(&self) -> ValueBatch {
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
    pub(super) fn is_empty(&self) -> bool {
        self.records.values.is_empty()
    }

    /// Adds a record, which begins on this line and has this number, with the value that begins there.
    pub(super) fn push(&mut self, line: u64, number: u64, text: &[u8], start: Option<TextStart>) {
        self.records.texts.extend_from_slice(text);
        let end = self.records.texts.len();
        self.records.values.push(Value {
            line,
            number,
            content: Ok(ValueText { end, start }),
        });
    }

    /// Adds a record without a value.
    pub(super) fn push_error(&mut self, line: u64, number: u64, error: RecordError) {
        self.records.values.push(Value {
            line,
            number,
            content: Err(error),
        });
    }

    /// Returns what each record holds.
    pub(in super::super) fn contents(&self) -> impl Iterator<Item = Content<'_>> {
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
