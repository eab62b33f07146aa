//! Errors for [`serde`], as the command writes them in JSON; URLs as strings. The engine serializes
//! trees and traces.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::error::{DocumentError, SyntaxError};
use crate::rules::Rule;
use crate::url::{OwnedUrl, Url};

/// Writes the RFC's name.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Writes `offset`, `start` and `end` of the span, `found`, `expected`, `next`, `can_end`,
/// `context`; with the feature `notes`, also `notes` and `id`.
///
/// ```
/// let error = rfc1738::parse(rfc1738::Rule::Port, "8o").unwrap_err();
/// assert_eq!(
///     serde_json::to_string(&error)?,
///     r#"{"offset":1,"start":1,"end":2,"found":"o","expected":["digit","end of text"],"next":"0123456789","can_end":true,"context":["port","digits"],"notes":[{"section":"3.1","message":"the port after the colon is a decimal number","id":"port-digits","fixes":[]}],"id":"port-digits"}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for SyntaxError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts: &rfcbnf_engine::SyntaxError<Rule> = self.as_ref();
        let more = if cfg!(feature = "notes") { 2 } else { 0 };
        let mut error = serializer.serialize_struct("SyntaxError", facts.field_count() + more)?;
        facts.serialize_fields(&mut error, 0)?;
        #[cfg(feature = "notes")]
        {
            error.serialize_field("notes", &self.notes())?;
            error.serialize_field("id", &self.id())?;
        }
        error.end()
    }
}

/// Writes `document`, its name or `null`; `line` and `column`; `start` and `end` of the span in the
/// document; `error`, whose offsets are those of its own text; and, with the feature `notes`, `fixes`,
/// whose offsets are those of the document.
///
/// ```
/// use rfc1738::{Document, Rule, parse};
///
/// let document = Document::named("ports", "80\n8o\n");
/// let error = parse(Rule::Port, "8o").unwrap_err().in_document(&document, 3);
/// let json = serde_json::to_string(&error)?;
/// assert!(json.starts_with(
///     r#"{"document":"ports","line":2,"column":2,"start":4,"end":5,"error":{"offset":1,"#
/// ));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for DocumentError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = usize::from(cfg!(feature = "notes"));
        let count = rfcbnf_engine::DocumentError::<SyntaxError>::FIELD_COUNT + more;
        let mut error = serializer.serialize_struct("DocumentError", count)?;
        self.placed().serialize_fields(&mut error)?;
        #[cfg(feature = "notes")]
        {
            let fixes = self.fixes().iter().filter(|fix| !fix.is_secret());
            error.serialize_field("fixes", &fixes.collect::<alloc::vec::Vec<_>>())?;
        }
        error.end()
    }
}

/// Writes the text.
impl Serialize for Url<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Writes the text.
impl Serialize for OwnedUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
