//! Pieces of advice, with their spans.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::{AdviceId, Severity};
use crate::error::{Fix, fix_lines};

/// A piece of advice on a URL.
///
/// ```
/// use rfc1738::{Url, advise};
///
/// let url = Url::parse("http://host.dom:8080/")?;
/// let finding = advise(&url).next().unwrap();
/// assert_eq!(finding.id().as_str(), "non-default-port");
/// assert_eq!(finding.severity().as_str(), "warning");
/// assert_eq!(finding.section(), "6");
/// assert_eq!(&url.as_str()[finding.span()], "8080");
/// let message = "port 8080 is not 80, the default of http: something else may listen there";
/// assert_eq!(finding.message(), message);
/// assert_eq!(finding.to_string(), format!("{message} (RFC 1738, 6)"));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    id: AdviceId,
    span: Range<usize>,
    message: Cow<'static, str>,
    reference: Option<&'static str>,
    fixes: Vec<Fix>,
}

impl Finding {
    pub(super) fn new(
        id: AdviceId,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            id,
            span,
            message: message.into(),
            reference: None,
            fixes: Vec::new(),
        }
    }

    /// Names the document that states the limit, because RFC 1738 does not.
    pub(super) fn stated_in(self, reference: &'static str) -> Self {
        Self {
            reference: Some(reference),
            ..self
        }
    }

    /// Adds the URLs that may be meant, the most likely one first.
    pub(super) fn fixed_by(self, fixes: impl IntoIterator<Item = Fix>) -> Self {
        let fixes = fixes.into_iter().collect();
        Self { fixes, ..self }
    }

    /// Returns the kind of advice.
    #[must_use]
    pub fn id(&self) -> AdviceId {
        self.id
    }

    /// Returns the severity of [`Finding::id`].
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.id.severity()
    }

    /// Returns its span in the URL, as byte offsets. It is never empty.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the section of RFC 1738 on the part of the URL that the finding concerns. The
    /// finding follows from it, unless there is a [`Finding::reference`].
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.id.section()
    }

    /// Returns the document and section that state the limit, such as `RFC 1034, 3.1`, if RFC 1738
    /// does not state it.
    ///
    /// ```
    /// use rfc1738::{Url, advise};
    ///
    /// let url = Url::parse("http://10.0.0.256/")?;
    /// let finding = advise(&url).next().unwrap();
    /// assert_eq!((finding.section(), finding.reference()), ("3.1", Some("RFC 791, 2.3")));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn reference(&self) -> Option<&'static str> {
        self.reference
    }

    /// Returns the URLs that may be meant, the most likely one first, as edits of this one. The list
    /// is empty for most kinds of advice.
    ///
    /// ```
    /// use rfc1738::{Url, advise};
    ///
    /// let url = Url::parse("htpp://host.dom/")?;
    /// let finding = advise(&url).next().unwrap();
    /// assert_eq!(finding.id().as_str(), "near-scheme");
    /// assert_eq!(finding.fixes()[0].text(), "http://host.dom/");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// Returns a line for each of [`Finding::fixes`], such as `write http://host.dom/`. Parts of a
    /// long text far from the replacement are left out.
    pub fn fix_lines(&self) -> impl Iterator<Item = String> {
        fix_lines(&self.fixes)
    }

    /// Returns the sentence. It quotes short, printable ASCII parts of the URL only.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Writes the sentence, and the document and section that it follows from.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reference {
            Some(reference) => write!(formatter, "{} ({reference})", self.message),
            None => write!(formatter, "{} (RFC 1738, {})", self.message, self.section()),
        }
    }
}
