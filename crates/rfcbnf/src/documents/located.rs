//! Texts of a document, with where each part of them is.

use std::ops::Range;

use rfcbnf_engine::Runs;

/// A text that was made of parts of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Located {
    pub(crate) text: String,
    /// Where the document has it.
    pub(crate) origin: Runs,
}

impl Located {
    /// Returns a text that begins at an offset of the document as it is.
    pub(crate) fn at(start: usize, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            origin: Runs::verbatim_at(start..start + text.len()),
        }
    }

    /// Returns a text that stands for a part of the document.
    pub(crate) fn for_part(text: &str, document: Range<usize>) -> Self {
        let mut located = Self {
            text: String::new(),
            origin: Runs::at(document.start),
        };
        located.replace(text, document);
        located
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.origin.append(&other.origin);
    }

    /// Adds a text that stands for a part of the document.
    pub(crate) fn replace(&mut self, text: &str, document: Range<usize>) {
        self.text.push_str(text);
        self.origin.replace(text.len(), document);
    }

    /// Returns a part of the text.
    pub(crate) fn part(&self, span: Range<usize>) -> Self {
        Self {
            text: self.text[span.clone()].to_owned(),
            origin: self.origin.part(span),
        }
    }

    /// Returns lines with line ends between them.
    pub(crate) fn joined<'l>(lines: impl Iterator<Item = &'l Self>) -> Self {
        let mut joined = Self::default();
        for (index, line) in lines.enumerate() {
            if index > 0 {
                joined.insert("\n");
            }
            joined.append(line);
        }
        joined
    }

    /// Returns the text with a text before it that the document does not have.
    pub(crate) fn after(&self, text: &str) -> Self {
        let mut located = Self::for_part(text, self.end_of(0));
        located.append(self);
        located
    }

    /// Adds a text that the document does not have.
    pub(crate) fn insert(&mut self, text: &str) {
        let end = self.end_of(self.text.len());
        self.replace(text, end);
    }

    /// Returns the text with another one in the place of each of these characters.
    pub(crate) fn with(&self, character: char, by: &str) -> Self {
        if !self.text.contains(character) {
            return self.clone();
        }
        let mut located = self.part(0..0);
        let mut end = 0;
        for (at, one) in self.text.match_indices(character) {
            located.append(&self.part(end..at));
            end = at + one.len();
            located.replace(by, self.in_document(at..end));
        }
        located.append(&self.part(end..self.text.len()));
        located
    }

    /// Returns the text without white space at its end.
    pub(crate) fn trimmed_end(&self) -> Self {
        self.part(0..self.text.trim_end().len())
    }

    /// Returns the part of the document that stands for a part of the text.
    pub(crate) fn in_document(&self, span: Range<usize>) -> Range<usize> {
        rfcbnf_engine::Origin::document_span(&self.origin, span)
    }

    /// Returns the place in the document where an offset of the text is: the end of what is before it.
    fn end_of(&self, offset: usize) -> Range<usize> {
        let end = match offset {
            0 => self.in_document(0..0).start,
            _ => self.in_document(0..offset).end,
        };
        end..end
    }
}
