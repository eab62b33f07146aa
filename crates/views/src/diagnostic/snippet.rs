//! Excerpts with their marks, as the renderer of diagnostics reads them.
//!
//! Invariants:
//! - A snippet is escaped except for its line ends. It ends with a line end, so that a mark after
//!   the last character has a position.
//! - The snippets of one diagnostic follow each other in one range of offsets, and no mark
//!   leaves its snippet.

use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::excerpt::Excerpt;

/// An excerpt with a label at its mark. File name and label are escaped.
#[derive(Debug)]
pub struct Snippet {
    text: String,
    mark: Range<usize>,
    label: Option<String>,
    file: Option<String>,
    first_line: usize,
    position: LineColumn,
}

/// The snippets of one diagnostic.
#[derive(Debug, Default)]
pub(super) struct Snippets {
    parts: Vec<Snippet>,
    length: usize,
}

impl Snippet {
    /// Returns a snippet of the excerpt, which begins on line `first_line` of the whole text.
    /// The mark is at `position` of the whole text.
    #[must_use]
    pub fn new(excerpt: Excerpt, first_line: usize, position: LineColumn) -> Self {
        Self {
            text: excerpt.text + "\n",
            mark: excerpt.mark,
            label: None,
            file: None,
            first_line,
            position,
        }
    }

    /// Sets the label of the mark.
    #[must_use]
    pub fn labelled(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Sets the name of the file that the text is from.
    #[must_use]
    pub fn of_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }

    fn shift(&mut self, by: usize) {
        self.mark = self.mark.start + by..self.mark.end + by;
    }
}

impl Snippets {
    pub(super) fn push(&mut self, mut snippet: Snippet) {
        snippet.shift(self.length);
        self.length += snippet.text.len();
        self.parts.push(snippet);
    }

    /// Returns the marks with their labels.
    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> {
        self.parts
            .iter()
            .map(|part| LabeledSpan::new_primary_with_span(part.label.clone(), part.mark.clone()))
    }

    /// Returns the snippet that holds the span, and the offset at which it begins.
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

/// The renderer asks for zero lines of context to learn the position of a span, and for some
/// lines to show it.
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
            0 => (part.position.line - 1, part.position.column - 1),
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
