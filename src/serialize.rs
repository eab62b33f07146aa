//! Errors and findings for [`serde`], as the command writes them in JSON; URLs as strings. The
//! engine serializes trees and traces.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::advice::{AdviceId, Finding, Severity};
use crate::error::{DocumentError, ErrorId, Fix, Note, NoteId, SyntaxError};
use crate::rules::Rule;
use crate::url::{OwnedUrl, Url};

/// Writes the RFC's name.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Writes `offset`, `start` and `end` of the span, `found`, `expected`, `next`, `can_end`,
/// `context`, `notes` and `id`.
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
        let mut error = serializer.serialize_struct("SyntaxError", facts.field_count() + 2)?;
        facts.serialize_fields(&mut error, 0)?;
        error.serialize_field("notes", &self.notes())?;
        error.serialize_field("id", &self.id())?;
        error.end()
    }
}

/// Writes `document`, its name or `null`; `line` and `column`; `start` and `end` of the span in the
/// document; and `error`, whose offsets are those of its own text.
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
        let (position, span) = (self.position(), self.span());
        let mut error = serializer.serialize_struct("DocumentError", 6)?;
        error.serialize_field("document", &self.name())?;
        error.serialize_field("line", &position.line)?;
        error.serialize_field("column", &position.column)?;
        error.serialize_field("start", &span.start)?;
        error.serialize_field("end", &span.end)?;
        error.serialize_field("error", self.error())?;
        error.end()
    }
}

/// Writes the id.
impl Serialize for ErrorId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes `section`, `message`, `id` and `fixes`.
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut note = serializer.serialize_struct("Note", 4)?;
        note.serialize_field("section", self.section())?;
        note.serialize_field("message", self.message())?;
        note.serialize_field("id", &self.id())?;
        note.serialize_field("fixes", self.fixes())?;
        note.end()
    }
}

/// Writes the id.
impl Serialize for NoteId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Writes `start` and `end` of the span, `replacement`, and whether the fix is `certain`.
///
/// ```
/// let error = rfc1738::parse(rfc1738::Rule::Url, "http://h:/").unwrap_err();
/// assert_eq!(
///     serde_json::to_string(error.notes()[0].fixes())?,
///     r#"[{"start":8,"end":9,"replacement":"","certain":false}]"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let mut fix = serializer.serialize_struct("Fix", 4)?;
        fix.serialize_field("start", &span.start)?;
        fix.serialize_field("end", &span.end)?;
        fix.serialize_field("replacement", self.replacement())?;
        fix.serialize_field("certain", &self.is_certain())?;
        fix.end()
    }
}

/// Writes `id`, `severity`, `start` and `end` of the span, `section`, `message` and `reference`; and
/// `fixes` if there are any.
///
/// ```
/// use rfc1738::{Url, advise};
///
/// let url = Url::parse("telnet://me:secret@host.dom")?;
/// assert_eq!(
///     serde_json::to_string(&advise(&url).next())?,
///     r#"{"id":"password","severity":"danger","start":12,"end":18,"section":"6","message":"a password in a URL is not secret","reference":null}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let fields = 7 + usize::from(!self.fixes().is_empty());
        let mut finding = serializer.serialize_struct("Finding", fields)?;
        finding.serialize_field("id", &self.id())?;
        finding.serialize_field("severity", &self.severity())?;
        finding.serialize_field("start", &span.start)?;
        finding.serialize_field("end", &span.end)?;
        finding.serialize_field("section", self.section())?;
        finding.serialize_field("message", self.message())?;
        finding.serialize_field("reference", &self.reference())?;
        if !self.fixes().is_empty() {
            finding.serialize_field("fixes", self.fixes())?;
        }
        finding.end()
    }
}

/// Writes the id.
impl Serialize for AdviceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Writes the name: [`Severity::as_str`].
impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
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
