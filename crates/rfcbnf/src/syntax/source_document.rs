//! The document that the source of a grammar was taken out of.

use std::ops::Range;

use rfcbnf_engine::{Origin, Runs};

use super::Span;
use crate::error::Form;

/// The document that prints a grammar, and where it has each part of the [source](super::Grammar::source) of the grammar.
///
/// The source is the rules of the document, one after the other: without the margin before them, the pages that end within
/// them, and the entities of XML. So a part of it can be longer in the document.
///
/// ```
/// use rfcbnf::Reader;
///
/// let draft = "~~~ abnf\n  port = 1*DIGIT\n~~~\n\nAnd that is all.\n\n~~~ abnf\n  host = 1*ALFA\n~~~\n";
/// let document = Reader::default().read_document(draft);
/// let errors = document.errors.as_ref().unwrap();
/// assert_eq!(errors.errors()[0].to_string(), "8:12: the production `ALFA` is used and never defined");
///
/// let source = document.grammar.document.as_ref().unwrap();
/// assert_eq!(&draft[source.span(errors.errors()[0].span())], "ALFA");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDocument {
    text: String,
    form: Form,
    origin: Runs,
    redefined: Vec<(String, Vec<usize>)>,
}

impl SourceDocument {
    pub(crate) fn new(
        text: String,
        form: Form,
        origin: Runs,
        redefined: Vec<(String, Vec<usize>)>,
    ) -> Self {
        Self {
            text,
            form,
            origin,
            redefined,
        }
    }

    /// Returns the productions that the document defines in several ways, each with the numbers of the lines of those
    /// definitions that the source does not have. Examples and errata are no such definitions.
    #[must_use]
    pub fn redefined(&self) -> &[(String, Vec<usize>)] {
        &self.redefined
    }

    /// Returns the text of the document.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the form of the document.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the part of the document that has a part of the source, in byte offsets. What is not of the document, such as
    /// the core rules after it, is at its last rule.
    #[must_use]
    pub fn span(&self, span: Span) -> Range<usize> {
        let Range { start, end } = self.origin.document_span(span);
        // A part of an entity is the whole of it.
        debug_assert!(self.text.is_char_boundary(start) && self.text.is_char_boundary(end));
        start..end
    }

    /// Returns the offset in the source of an offset in the document; `None` where no rule is.
    #[must_use]
    pub fn offset(&self, in_document: usize) -> Option<usize> {
        self.origin.offset(in_document)
    }

    /// Returns what has to be written into the document, and where, so that the source has `replacement` in the place of a
    /// part; `None` if no single change does that exactly: the part is on several lines, or has a margin or a page in it.
    #[must_use]
    pub fn change(&self, span: Span, replacement: &str) -> Option<(Range<usize>, String)> {
        let place = self.origin.verbatim(span)?;
        let is_text = self.form == Form::Text;
        // Markup begins with these, unless it is text as it is. A line of its own needs the margin of the others.
        let is_plain = is_text || !replacement.contains(['<', '>', '&']);
        (is_plain && !replacement.contains('\n')).then(|| (place, replacement.to_owned()))
    }
}
