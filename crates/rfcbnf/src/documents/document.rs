//! What a document is made of, whatever its form: lines that can belong to rules, sections, and figures with a type.

use std::fmt;

use rfcbnf_engine::Runs;

use super::blocks::BlockText;
use super::located::Located;
use super::wording::{announces_example, is_announcement};
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
    /// The blocks that have a type or a name.
    pub(crate) blocks: Vec<BlockText>,
    /// The lines of Markdown that stand for other files.
    pub(crate) includes: Vec<usize>,
}

/// What the sentence above a paragraph or a figure says.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Above {
    /// Whether a grammar follows.
    pub(crate) announces_grammar: bool,
    /// Whether an example follows.
    pub(crate) announces_example: bool,
}

impl Above {
    /// Reads the text above.
    pub(super) fn of(text: &str) -> Self {
        Self {
            announces_grammar: is_announcement(text),
            announces_example: announces_example(text),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// The text without the white space at its end.
    pub(crate) text: String,
    /// Where the document has the text.
    pub(crate) origin: Runs,
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
    /// What the sentence above says.
    pub(crate) above: Above,
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

    /// Returns the text from an offset on.
    pub(crate) fn from(&self, start: usize) -> Located {
        let span = start..self.text.len();
        Located {
            text: self.text[span.clone()].to_owned(),
            origin: self.origin.part(span),
        }
    }

    /// Gives the line a text.
    pub(crate) fn set(&mut self, located: Located) {
        (self.text, self.origin) = (located.text, located.origin);
    }
}

/// The types of figures that are no grammar, as documents name them.
const OTHER_TYPES: [&str; 18] = [
    "json",
    "xml",
    "yang",
    "cddl",
    "asn.1",
    "svg",
    "html",
    "javascript",
    "python",
    "c",
    "rust",
    "http",
    "http-message",
    "pseudocode",
    "ascii-art",
    "drawing",
    "aasvg",
    "example",
];

/// Returns whether the type of a figure says that it is a grammar: `abnf`, `abnf9110`, `ietf_abnf`, `bnf`.
pub(super) fn is_grammar(kind: &str) -> bool {
    kind.to_ascii_lowercase().contains("bnf")
}

/// Returns whether the type of a figure says that it is no grammar.
pub(super) fn is_other(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    OTHER_TYPES.contains(&kind.as_str()) || kind.starts_with("message/")
}

/// Puts texts together to lines with their numbers.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) ended: Vec<Line>,
    /// The line that has begun.
    pub(super) open: Option<Line>,
}

impl Lines {
    /// Adds a text that begins on a line of the file.
    pub(super) fn push(&mut self, text: &Located, number: usize, like: &Line) {
        let mut start = 0;
        for (index, part) in text.text.split('\n').enumerate() {
            let number = number + index;
            if index > 0 {
                self.end(number - 1, like);
            }
            let part = text.part(start..start + part.len());
            start += part.text.len() + 1;
            let open = self.open.get_or_insert_with(|| Line {
                number,
                ..like.clone()
            });
            open.text.push_str(&part.text);
            open.origin.append(&part.origin);
        }
    }

    /// Ends the line that has begun.
    pub(super) fn end(&mut self, number: usize, like: &Line) {
        let mut ended = self.open.take().unwrap_or_else(|| Line {
            number,
            ..like.clone()
        });
        ended.set(ended.from(0).with('\u{a0}', " ").trimmed_end());
        self.ended.push(ended);
    }
}
