//! A file that is one text, to its last octet.

use std::io::Read;

use super::error::WHOLE_LINE;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The one text of a reader.
pub(crate) struct WholeText<'b, R> {
    source: Source<'b>,
    /// `None` when the text was read.
    reader: Option<R>,
    position: u64,
}

impl<'b, R: Read> WholeText<'b, R> {
    pub(super) fn new(source: Source<'b>, reader: R) -> Self {
        Self {
            source,
            reader: Some(reader),
            position: 0,
        }
    }

    /// Returns the text the first time. A text of more than [`WHOLE_LINE`] octets is longer than that
    /// by one octet, and its rest is not read.
    pub(super) fn next_text(&mut self) -> Result<Option<Vec<u8>>, Failure> {
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

    pub(super) fn position(&self) -> u64 {
        self.position
    }
}
