//! What is advised, and where.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::{AdviceId, Severity};

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
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding {
    id: AdviceId,
    span: Range<usize>,
    message: Cow<'static, str>,
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
        }
    }

    /// What kind of advice it is.
    #[must_use]
    pub fn id(&self) -> AdviceId {
        self.id
    }

    /// How bad it is: that of [`Finding::id`].
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.id.severity()
    }

    /// Where it is in the URL, in octets. Never empty.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The section of RFC 1738 that it follows from: that of [`Finding::id`].
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.id.section()
    }

    /// The sentence. What it quotes of the URL is printable ASCII, and short.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// The sentence and the section.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (RFC 1738, {})", self.message, self.section())
    }
}
