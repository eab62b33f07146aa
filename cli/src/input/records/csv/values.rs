//! The values of the column.

use std::borrow::Cow;
use std::mem;

use rfc1738_views::check::place::TextStart;

use super::super::error::{RecordError, Unreadable};
use super::super::{Content, Record};

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

impl ValueBatch {
    pub(super) fn empty() -> Self {
        Self {
            texts: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Returns the batch, and leaves an empty one with room for as many records.
    pub(super) fn take(&mut self) -> Self {
        let next = Self {
            texts: Vec::with_capacity(self.texts.len()),
            values: Vec::with_capacity(self.values.len()),
        };
        mem::replace(self, next)
    }

    /// Returns whether there are no records.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds a record, which begins on this line and has this number, with the value that begins there.
    pub(super) fn push(&mut self, line: u64, number: u64, text: &[u8], start: Option<TextStart>) {
        self.texts.extend_from_slice(text);
        let end = self.texts.len();
        self.values.push(Value {
            line,
            number,
            content: Ok(ValueText { end, start }),
        });
    }

    /// Adds a record without a value.
    pub(super) fn push_error(&mut self, line: u64, number: u64, error: RecordError) {
        self.values.push(Value {
            line,
            number,
            content: Err(error),
        });
    }

    /// Returns what each record holds.
    pub(in super::super) fn contents(&self) -> impl Iterator<Item = Content<'_>> {
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
