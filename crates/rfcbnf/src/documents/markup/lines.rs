//! The lines of a document with tags, and which of them can be a grammar.

use crate::documents::document::Line;

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
pub(in crate::documents) fn is_grammar(kind: &str) -> bool {
    kind.to_ascii_lowercase().contains("bnf")
}

/// Returns whether the type of a figure says that it is no grammar.
pub(in crate::documents) fn is_other(kind: &str) -> bool {
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
    pub(super) fn push(&mut self, text: &str, number: usize, like: &Line) {
        for (index, part) in text.split('\n').enumerate() {
            let number = number + index;
            if index > 0 {
                self.end(number - 1, like);
            }
            let open = self.open.get_or_insert_with(|| Line {
                number,
                ..like.clone()
            });
            open.text.push_str(part);
        }
    }

    /// Ends the line that has begun.
    pub(super) fn end(&mut self, number: usize, like: &Line) {
        let mut ended = self.open.take().unwrap_or_else(|| Line {
            number,
            ..like.clone()
        });
        ended.text = ended.text.replace('\u{a0}', " ");
        let length = ended.text.trim_end().len();
        ended.text.truncate(length);
        self.ended.push(ended);
    }
}
