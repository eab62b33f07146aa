//! What a document is made of, whatever its form: lines that can belong to rules, and sections.

use std::fmt;

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Text, with or without pages.
    Text,
    /// HTML: text in `<pre>`, as the RFC Editor and the Datatracker print it, or the output of xml2rfc.
    Html,
    /// The source of xml2rfc, version 2 or 3.
    Xml,
}

/// Writes the name of the form, such as `HTML`.
impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Xml => "XML",
        })
    }
}

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
pub(super) enum ErratumPart {
    /// What the document says.
    Original,
    /// What it should say.
    Corrected(Erratum),
}

/// A document that was taken apart.
pub(super) struct Document {
    pub(super) form: Form,
    pub(super) lines: Vec<Line>,
    pub(super) sections: Vec<Section>,
}

/// A line.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// The text without the white space at its end.
    pub(super) text: String,
    /// The number of the line in the file, from 1.
    pub(super) number: usize,
    /// Lines of different blocks cannot belong to one rule.
    pub(super) block: usize,
    /// An index into [`Document::sections`].
    pub(super) section: Option<usize>,
    pub(super) erratum: Option<ErratumPart>,
    /// Whether a page ends here, so that the lines around it may belong together.
    pub(super) is_page_break: bool,
    /// Whether the document says that the block is a grammar.
    pub(super) is_said_grammar: bool,
}

impl Line {
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text without the white space around it.
    pub(super) fn content(&self) -> &str {
        self.text.trim_start()
    }

    /// Returns the text before the content.
    pub(super) fn margin(&self) -> &str {
        &self.text[..self.text.len() - self.content().len()]
    }
}
