//! What the place of an error in a document needs to know of it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// An error at a place of a text: [`whole`](crate::whole()) moves it to the text around.
pub trait ErrorOffset {
    /// Returns the byte offset of the error in its text.
    fn error_offset(&self) -> usize;
}

/// An error of a text that a [`DocumentError`](crate::DocumentError) can show in its document.
///
/// [`SyntaxError`](crate::SyntaxError) has it. An error that says more about a text, such as that of
/// `rfc1738`, is a type around it:
///
/// ```
/// use std::{fmt, ops::Range};
///
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Document, DocumentError, ErrorOffset, SyntaxError, TextError, parse};
///
/// struct PortError(SyntaxError<Rule>);
///
/// impl ErrorOffset for PortError {
///     fn error_offset(&self) -> usize { self.0.offset() }
/// }
///
/// impl TextError for PortError {
///     fn error_text(&self) -> &[u8] { self.0.text() }
///     fn error_span(&self) -> Range<usize> { self.0.span() }
///     fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result { out.write_str("a port is digits") }
///     fn reason(&self) -> String { self.0.reason() }
///     fn context_names(&self) -> String { self.0.context_list() }
/// }
///
/// let error = PortError(parse(Rule::Port, "8o").unwrap_err());
/// let error = DocumentError::new(error, &Document::new("8o"), &0);
/// assert_eq!(error.to_string(), "line 1, column 2: a port is digits");
/// ```
pub trait TextError: ErrorOffset {
    /// Returns the text.
    fn error_text(&self) -> &[u8];

    /// Returns the span to underline, as byte offsets in the text.
    fn error_span(&self) -> Range<usize>;

    /// Writes the error in one line, without its place.
    ///
    /// # Errors
    ///
    /// Fails if the formatter does.
    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns what was expected and found, without the place.
    fn reason(&self) -> String;

    /// Returns the names of the open productions; nothing if none are known.
    fn context_names(&self) -> String;

    /// Returns more lines about the error, each with its label. There are none by default.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the spans of the text that are not to be shown, such as a password. There are none by default.
    fn secrets(&self) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// Returns the spans of a part of a document that are not to be shown. There are none by default.
    fn secrets_in(&self, document: &[u8]) -> Vec<Range<usize>> {
        let _ = document;
        Vec::new()
    }
}
