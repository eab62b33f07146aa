//! How texts are read before a grammar applies: as [`conventions`](crate::conventions) say.

use rfcbnf_engine::Runs;

/// How the line ends of a text are written, where the grammar has CRLF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "files",
    derive(serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum LineEnds {
    /// An LF alone is read as CRLF.
    Crlf,
}

/// How a long line is folded: a line end before a blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "files",
    derive(serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Folding {
    /// The line end and the blank are left out: RFC 5545, Section 3.1, and RFC 6350, Section 3.2.
    Calendar,
    /// The line end is left out: RFC 5322, Section 2.2.3.
    Mail,
}

/// The conventions that change a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextConventions {
    pub(crate) line_ends: Option<LineEnds>,
    pub(crate) unfold: Option<Folding>,
    pub(crate) quoted_printable: bool,
}

impl TextConventions {
    /// Returns the text that the grammar is about, and where the text as it was has each part of it; `None` if both are the same.
    #[must_use]
    pub fn read(self, text: &[u8]) -> Option<(Vec<u8>, Runs)> {
        if self == Self::default() {
            return None;
        }
        let mut reading = Reading {
            conventions: self,
            text,
            read: Vec::with_capacity(text.len()),
            origin: Runs::at(0),
            is_changed: false,
        };
        let mut at = 0;
        while at < text.len() {
            at = reading.next(at);
        }
        reading.is_changed.then_some((reading.read, reading.origin))
    }

    /// Returns whether some text is read as another one.
    #[must_use]
    pub fn change_texts(self) -> bool {
        self != Self::default()
    }
}

/// A text that is read.
struct Reading<'t> {
    conventions: TextConventions,
    text: &'t [u8],
    read: Vec<u8>,
    origin: Runs,
    is_changed: bool,
}

impl Reading<'_> {
    /// Reads what is at an offset, and returns the offset after it.
    fn next(&mut self, at: usize) -> usize {
        let line_end = self.line_end(at);
        let soft = self.soft_break(at);
        if soft > 0 {
            self.is_changed = true;
            return at + soft;
        }
        let is_folded = line_end > 0 && self.is_blank(at + line_end);
        match self.conventions.unfold {
            Some(folding) if is_folded => {
                self.is_changed = true;
                at + line_end + usize::from(folding == Folding::Calendar)
            }
            _ if line_end == 1 => {
                self.is_changed = true;
                self.read.extend_from_slice(b"\r\n");
                self.origin.replace(2, at..at + 1);
                at + 1
            }
            _ => {
                let end = at + line_end.max(1);
                self.read.extend_from_slice(&self.text[at..end]);
                self.origin.copy(at..end);
                end
            }
        }
    }

    /// Returns the length of the line end at an offset, or 0. An LF alone is one if the conventions say so.
    fn line_end(&self, at: usize) -> usize {
        match self.text.get(at..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\n', ..]) => usize::from(self.conventions.line_ends.is_some()),
            _ => 0,
        }
    }

    fn is_blank(&self, at: usize) -> bool {
        matches!(self.text.get(at), Some(b' ' | b'\t'))
    }

    /// Returns the length of the soft line break at an offset, or 0. Blanks after the sign are padding.
    fn soft_break(&self, at: usize) -> usize {
        if !self.conventions.quoted_printable || self.text.get(at) != Some(&b'=') {
            return 0;
        }
        let mut end = at + 1;
        while self.is_blank(end) {
            end += 1;
        }
        match self.line_end(end) {
            0 => 0,
            length => end + length - at,
        }
    }
}
