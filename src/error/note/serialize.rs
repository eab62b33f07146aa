//! Notes and ids for [`serde`].
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use alloc::vec::Vec;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::{Fix, Note, NoteId};
use crate::error::{DocumentFix, ErrorId};

/// Writes the id.
impl Serialize for ErrorId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes `section`, `message`, `id` and `fixes`, without fixes whose replacement holds a part of a
/// password.
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut note = serializer.serialize_struct("Note", 4)?;
        note.serialize_field("section", self.section())?;
        note.serialize_field("message", self.message())?;
        note.serialize_field("id", &self.id())?;
        let fixes = self.fixes().iter().filter(|fix| !fix.replaces_password());
        note.serialize_field("fixes", &fixes.collect::<Vec<_>>())?;
        note.end()
    }
}

/// Writes the id.
impl Serialize for NoteId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Writes `start` and `end` of the span, `replacement`, and whether the fix is `certain`. The replacement is
/// `null` if it holds a part of a password; [`Fix::replacement`] has it.
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
        let replacement = (!self.replaces_password()).then(|| self.replacement());
        fix.serialize_field("replacement", &replacement)?;
        fix.serialize_field("certain", &self.is_certain())?;
        fix.end()
    }
}

/// Writes the fields of a [`Fix`], with offsets of the document.
impl Serialize for DocumentFix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let mut fix = serializer.serialize_struct("DocumentFix", 4)?;
        fix.serialize_field("start", &span.start)?;
        fix.serialize_field("end", &span.end)?;
        let replacement = (!self.is_secret()).then(|| self.replacement());
        fix.serialize_field("replacement", &replacement)?;
        fix.serialize_field("certain", &self.is_certain())?;
        fix.end()
    }
}
