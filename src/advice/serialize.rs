//! Findings for [`serde`].
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use alloc::vec::Vec;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::{AdviceId, Finding, Severity};

/// Writes `id`, `severity`, `start` and `end` of the span, `section`, `message` and `reference`; and
/// `fixes` if there are any, without those whose replacement holds a part of a password.
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
            let fixes = self.fixes().iter().filter(|fix| !fix.replaces_password());
            finding.serialize_field("fixes", &fixes.collect::<Vec<_>>())?;
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
