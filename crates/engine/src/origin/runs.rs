//! The parts of a text, and where a document has each of them.

use alloc::vec::Vec;
use core::ops::Range;

use super::Origin;

/// The origin of a text that was made of parts of a document: some are as they are there, others stand for something else, as
/// a `<` does for `&lt;`, and others are not there at all.
///
/// The runs of the text take memory, not its octets.
///
/// ```
/// use rfcbnf_engine::{Origin as _, Runs};
///
/// let document = "> a = &lt;b\n>  c&gt;";
/// // The text is "a = <b\n c>".
/// let mut runs = Runs::default();
/// runs.copy(2..6);
/// runs.replace(1, 6..10);
/// runs.copy(10..12);
/// runs.copy(14..16);
/// runs.replace(1, 16..20);
/// assert_eq!(&document[runs.document_span(4..6)], "&lt;b");
/// assert_eq!(&document[runs.document_span(8..10)], "c&gt;");
/// assert_eq!(runs.verbatim(0..3), Some(2..5));
/// assert_eq!(runs.verbatim(3..6), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    /// In order, without gaps between their texts.
    runs: Vec<Run>,
    /// Where the text would be if it is empty.
    start: usize,
}

/// A part of the text, and the part of the document that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    text: Range<usize>,
    document: Range<usize>,
    /// Whether both have the same octets. Otherwise, no part of one stands for a part of the other.
    is_verbatim: bool,
}

impl Runs {
    /// Returns the runs of an empty text at this offset.
    #[must_use]
    pub fn at(start: usize) -> Self {
        Self {
            runs: Vec::new(),
            start,
        }
    }

    /// Returns the runs of a text that the document has as it is.
    #[must_use]
    pub fn verbatim_at(document: Range<usize>) -> Self {
        let mut runs = Self::at(document.start);
        runs.copy(document);
        runs
    }

    /// Returns these runs, at this offset if the text is empty.
    #[cfg(feature = "literals")]
    pub(super) fn or_at(mut self, start: usize) -> Self {
        self.start = start;
        self
    }

    /// Returns the length of the text.
    #[must_use]
    pub fn length(&self) -> usize {
        self.runs.last().map_or(0, |run| run.text.end)
    }

    /// Adds a part of the document to the text as it is.
    pub fn copy(&mut self, document: Range<usize>) {
        self.push(document.len(), document, true);
    }

    /// Adds octets to the text that stand for a part of the document. An empty part is the place where they are not.
    pub fn replace(&mut self, length: usize, document: Range<usize>) {
        self.push(length, document, false);
    }

    /// Adds another text.
    pub fn append(&mut self, other: &Self) {
        if self.runs.is_empty() {
            self.start = other.start;
        }
        for run in &other.runs {
            self.push(run.text.len(), run.document.clone(), run.is_verbatim);
        }
    }

    /// Returns the runs of a part of the text.
    #[must_use]
    pub fn part(&self, span: Range<usize>) -> Self {
        let mut part = Self::at(self.document_span(span.start..span.start).start);
        let first = self.runs.partition_point(|run| run.text.end <= span.start);
        for run in self.runs[first..]
            .iter()
            .take_while(|run| run.text.start < span.end)
        {
            let (from, to) = (run.text.start.max(span.start), run.text.end.min(span.end));
            let document = if run.is_verbatim {
                let shift = |at: usize| run.document.start + (at - run.text.start);
                shift(from)..shift(to)
            } else {
                run.document.clone()
            };
            part.push(to - from, document, run.is_verbatim);
        }
        part
    }

    /// Returns the runs of the same text in the document that an origin of the document maps to.
    #[must_use]
    pub fn within(&self, outer: &Self) -> Self {
        let mut within = Self::at(outer.document_span(self.start..self.start).start);
        for run in &self.runs {
            if run.is_verbatim {
                within.append(&outer.part(run.document.clone()));
            } else {
                within.replace(run.text.len(), outer.document_span(run.document.clone()));
            }
        }
        within
    }

    /// Returns where the document has a part of the text as it is, in one piece; `None` if it does not.
    #[must_use]
    pub fn verbatim(&self, span: Range<usize>) -> Option<Range<usize>> {
        let first = self.runs.partition_point(|run| run.text.end < span.start);
        let mut near = self.runs.get(first..)?.iter();
        let run = near.find(|run| {
            run.is_verbatim && run.text.start <= span.start && span.end <= run.text.end
        })?;
        let start = run.document.start + (span.start - run.text.start);
        Some(start..start + span.len())
    }

    /// Returns where the text has what is at an offset of the document, if it has that at all.
    ///
    /// ```
    /// use rfcbnf_engine::Runs;
    ///
    /// let mut runs = Runs::at(10);
    /// runs.copy(20..25);
    /// runs.copy(30..35);
    /// assert_eq!(runs.offset(31), Some(6));
    /// assert_eq!((runs.offset(25), runs.offset(27)), (Some(5), None));
    /// ```
    #[must_use]
    pub fn offset(&self, in_document: usize) -> Option<usize> {
        let mut runs = self.runs.iter().filter(|run| {
            let Range { start, end } = run.document;
            start <= in_document && in_document <= end && start < end
        });
        let first = runs.next()?;
        // The end of a run can be the start of the next one.
        let run = runs.next().filter(|run| run.document.start == in_document);
        let run = run.unwrap_or(first);
        let inside = if run.is_verbatim {
            in_document - run.document.start
        } else {
            0
        };
        Some(run.text.start + inside)
    }

    /// Returns where an octet of the text is.
    fn octet(&self, offset: usize) -> Range<usize> {
        let next = self.runs.partition_point(|run| run.text.start <= offset);
        let Some(run) = next.checked_sub(1).map(|index| &self.runs[index]) else {
            return self.start..self.start;
        };
        if !run.is_verbatim {
            return run.document.clone();
        }
        let at = run.document.start + (offset - run.text.start);
        at..at + 1
    }

    fn push(&mut self, length: usize, document: Range<usize>, is_verbatim: bool) {
        if length == 0 {
            return;
        }
        let start = self.length();
        let text = start..start + length;
        match self.runs.last_mut() {
            Some(last)
                if is_verbatim && last.is_verbatim && last.document.end == document.start =>
            {
                (last.text.end, last.document.end) = (text.end, document.end);
            }
            _ => self.runs.push(Run {
                text,
                document,
                is_verbatim,
            }),
        }
    }
}

impl Origin for Runs {
    /// Maps offsets beyond the end of the text to the end. A part of a replacement maps to all that it stands for.
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        let length = self.length();
        let start = match length.checked_sub(1) {
            Some(last) if span.start > last => self.octet(last).end,
            _ => self.octet(span.start).start,
        };
        match span.end.min(length).checked_sub(1) {
            Some(last) if last >= span.start => start..self.octet(last).end.max(start),
            _ => start..start,
        }
    }
}
