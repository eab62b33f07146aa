//! What a document is made of, whatever its form: lines that can belong to rules, and sections.

use std::fmt;

use crate::error::Form;

/// A section of a document. Its `Display` is what a document prints above it: `25.1 Basic Rules`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The number, such as `25.1` or `A.2`. It can be empty.
    pub number: String,
    /// The title. It can be empty.
    pub title: String,
}

impl fmt::Display for Section {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, title } = self;
        let blank = if number.is_empty() || title.is_empty() {
            ""
        } else {
            " "
        };
        write!(formatter, "{number}{blank}{title}")
    }
}

/// An erratum: a correction of a document that the RFC Editor publishes beside it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Erratum {
    /// The number, such as `5118`.
    pub id: String,
    /// `Verified`, `Held for Document Update`, `Reported` or `Rejected`. It can be empty.
    pub status: String,
}

/// The part of an erratum that a line belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ErratumPart {
    /// What the document says.
    Original,
    /// What it should say.
    Corrected(Erratum),
}

/// A document that was taken apart.
pub(crate) struct Document {
    pub(crate) form: Form,
    pub(crate) lines: Vec<Line>,
    pub(crate) sections: Vec<Section>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// The text without the white space at its end.
    pub(crate) text: String,
    /// The number of the line in the file, from 1.
    pub(crate) number: usize,
    /// Lines of different blocks cannot belong to one rule.
    pub(crate) block: usize,
    /// An index into [`Document::sections`].
    pub(crate) section: Option<usize>,
    pub(crate) erratum: Option<ErratumPart>,
    /// Whether a page ends here, so that the lines around it may belong together.
    pub(crate) is_page_break: bool,
    /// Whether the document says that the block is a grammar.
    pub(crate) is_said_grammar: bool,
    /// Whether the sentence above says that a grammar follows.
    pub(crate) is_announced: bool,
    /// Whether the sentence above says that an example follows.
    pub(crate) is_example: bool,
}

impl Line {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text without the white space around it.
    pub(crate) fn content(&self) -> &str {
        self.text.trim_start()
    }

    /// Returns the text before the content.
    pub(crate) fn margin(&self) -> &str {
        &self.text[..self.text.len() - self.content().len()]
    }
}
