//! The form of a document that is no grammar file.

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
