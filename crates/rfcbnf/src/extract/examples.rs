//! The blocks of a document that are examples of its grammar.

use super::{line_number, taken_apart};
use crate::cases::CaseText;
use crate::documents::blocks::BlockText;
use crate::reader::transcription::RepairedDocument;

/// A block of a document: `<sourcecode>` and `<artwork>` of XML, a fenced block of Markdown, `<pre>` of HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentBlock {
    /// What the document says that it is, in lower case: `type`, or the word after a fence. It can be empty.
    pub kind: String,
    /// The attribute `name`. It can be empty.
    pub name: String,
    /// The number of the line on which it begins, from 1.
    pub line: usize,
    /// The text without the margin that all its lines have, and without a line end after it. Lines that are folded as RFC 8792
    /// has it are unfolded.
    pub text: CaseText,
}

/// Returns the blocks of a document in HTML, XML or Markdown. Those of plain text have no types.
///
/// ```
/// let draft = "~~~ port\n   80\n~~~\n{: name=\"port/valid/http\"}\n";
/// let block = &rfcbnf::extract::blocks(draft)[0];
/// assert_eq!((&*block.kind, &*block.name), ("port", "port/valid/http"));
/// assert_eq!((block.text.octets(), block.text.in_file(0..2)), (&b"80"[..], 12..14));
/// ```
#[must_use]
pub fn blocks(source: &str) -> Vec<DocumentBlock> {
    let ends: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
    let repaired = RepairedDocument::of(source);
    let document = taken_apart(source, &repaired, |offset| line_number(&ends, offset));
    let blocks = document.blocks.into_iter();
    let blocks = blocks.map(|block| {
        let text = block.plain();
        let BlockText {
            kind, name, line, ..
        } = block;
        DocumentBlock {
            kind,
            name,
            line,
            text: CaseText::of(text.text.into_bytes(), text.origin),
        }
    });
    blocks.collect()
}
