//! Parts of texts with something marked in them, for the renderer of diagnostics.
//!
//! Invariants: the text of a snippet is escaped but for its line ends, and ends with one, so
//! that a mark behind the last character has a place; the snippets of one diagnostic stand
//! one behind the other in a range of offsets of their own, and no mark leaves its snippet.

use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::excerpt::Excerpt;

/// A line and a column, counted from 1, the column in characters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A part of a text. What is said of it is escaped.
#[derive(Debug)]
pub(crate) struct Snippet {
    text: String,
    mark: Range<usize>,
    label: Option<String>,
    file: Option<String>,
    first_line: usize,
    place: Place,
}

/// The parts that one diagnostic shows, the one it is about first.
#[derive(Debug, Default)]
pub(crate) struct Snippets {
    parts: Vec<Snippet>,
    length: usize,
}

impl Snippet {
    /// An excerpt, the line that it begins on, and where what is marked in it stands in the
    /// whole text.
    pub(crate) fn new(excerpt: Excerpt, first_line: usize, place: Place) -> Self {
        Self {
            text: excerpt.text + "\n",
            mark: excerpt.mark,
            label: None,
            file: None,
            first_line,
            place,
        }
    }

    /// Says something of the mark.
    pub(crate) fn labelled(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Names the file that the text is from.
    pub(crate) fn of_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }

    fn shift(&mut self, by: usize) {
        self.mark = self.mark.start + by..self.mark.end + by;
    }
}

impl Snippets {
    /// Adds a part.
    pub(crate) fn push(&mut self, mut snippet: Snippet) {
        snippet.shift(self.length);
        self.length += snippet.text.len();
        self.parts.push(snippet);
    }

    /// The marks.
    pub(crate) fn labels(&self) -> impl Iterator<Item = LabeledSpan> {
        self.parts
            .iter()
            .map(|part| LabeledSpan::new_primary_with_span(part.label.clone(), part.mark.clone()))
    }

    /// The part in which the span lies, and the offset at which it begins.
    fn part_around(&self, span: &SourceSpan) -> Option<(&Snippet, usize)> {
        let mut end = 0;
        let mut parts = self.parts.iter().map(|part| {
            end += part.text.len();
            (part, end - part.text.len())
        });
        parts.find(|(part, start)| {
            *start <= span.offset() && span.offset() + span.len() <= start + part.text.len()
        })
    }
}

/// The renderer asks for no lines around a span to learn its place, and for some to show it.
impl SourceCode for Snippets {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (part, start) = self.part_around(span).ok_or(MietteError::OutOfBounds)?;
        let text = part.text.as_bytes();
        let (line, column) = match lines_before {
            0 => (part.place.line - 1, part.place.column - 1),
            _ => (part.first_line - 1, 0),
        };
        let shown = SourceSpan::from((start, text.len()));
        let count = part.text.lines().count();
        Ok(Box::new(match &part.file {
            Some(name) => {
                MietteSpanContents::new_named(name.clone(), text, shown, line, column, count)
            }
            None => MietteSpanContents::new(text, shown, line, column, count),
        }))
    }
}
