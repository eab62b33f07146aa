//! Delimiters of a protocol inside a component, and the error for a request that they turn into another one: Section 6.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use thiserror::Error;

use super::ComponentName;

/// A delimiter of the protocol that a URL is for.
///
/// ```
/// use rfc1738::url::Delimiter;
///
/// assert_eq!(Delimiter::LineFeed.as_str(), "lf");
/// let meaning = "LF, which ends a line: the rest may be read as another command";
/// assert_eq!(Delimiter::LineFeed.meaning(), meaning);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// NUL. Section 6 does not name it; many programs take it for the end of a string.
    Nul,
    /// CR, which ends a line.
    CarriageReturn,
    /// LF, which ends a line.
    LineFeed,
    /// A tab, which separates the parts of a Gopher request (3.4.2, 3.4.3).
    Tab,
    /// The octet `FF`, which begins a command of Telnet. FTP sends its commands by Telnet.
    TelnetCommand,
    /// A space or tab, which ends a message id (3.6).
    WhiteSpace,
    /// An angle bracket, which bounds a message id (3.6).
    AngleBracket,
    /// A full stop on a line of its own, which ends a Gopher+ form (3.4.9).
    FormEnd,
}

impl Delimiter {
    /// Returns the name, such as `cr` or `form-end`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nul => "nul",
            Self::CarriageReturn => "cr",
            Self::LineFeed => "lf",
            Self::Tab => "tab",
            Self::TelnetCommand => "telnet-command",
            Self::WhiteSpace => "white-space",
            Self::AngleBracket => "angle-bracket",
            Self::FormEnd => "form-end",
        }
    }

    /// Describes the delimiter, and what a server may do with the text after it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Nul => "NUL, which many programs take for the end",
            Self::CarriageReturn => {
                "CR, which ends a line: the rest may be read as another command"
            }
            Self::LineFeed => "LF, which ends a line: the rest may be read as another command",
            Self::Tab => {
                "a tab, which separates the parts of a Gopher request: the rest may be read as another part"
            }
            Self::TelnetCommand => "the octet that begins a command of Telnet",
            Self::WhiteSpace => {
                "white space, which ends a message id: the rest may be read as something else"
            }
            Self::AngleBracket => "an angle bracket, which bounds a message id",
            Self::FormEnd => {
                "a full stop on a line of its own, which ends the form: the rest may be read as another request"
            }
        }
    }
}

/// Writes the name: [`Self::as_str`].
impl fmt::Display for Delimiter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// A delimiter of the protocol, and where a component of the URL embeds it.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::{ComponentName, Delimiter};
///
/// let url = Url::parse("ftp://host.dom/motd%0D%0ADELE%20motd")?;
/// let embedded: Vec<_> = url.embedded_delimiters().collect();
/// assert_eq!(embedded.len(), 2);
/// assert_eq!(embedded[0].delimiter(), Delimiter::CarriageReturn);
/// assert_eq!(embedded[0].component(), ComponentName::Fsegment);
/// assert_eq!(embedded[0].span(), 19..22);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmbeddedDelimiter {
    delimiter: Delimiter,
    component: ComponentName,
    span: Range<usize>,
}

impl EmbeddedDelimiter {
    pub(super) fn new(delimiter: Delimiter, component: ComponentName, span: Range<usize>) -> Self {
        Self {
            delimiter,
            component,
            span,
        }
    }

    /// Returns the delimiter.
    #[must_use]
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Returns the name of the component that contains it.
    #[must_use]
    pub fn component(&self) -> ComponentName {
        self.component
    }

    /// Returns its span in the URL, as byte offsets: an escape, or the full stop that ends a form.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// The error if a request would contain delimiters of the protocol that the URL embeds. A server
/// may read the text after such a delimiter as another command, so the client must not decode it
/// before transmission (6).
///
/// ```
/// use rfc1738::Url;
///
/// let Url::Ftp(url) = Url::parse("ftp://host.dom/motd%0D%0ADELE%20motd")? else { panic!() };
/// let error = url.commands().err().unwrap();
/// assert_eq!(error.span(), 19..22);
/// assert_eq!(error.delimiters().count(), 2);
/// assert_eq!(
///     error.to_string(),
///     "not sent: at offset 19, the fsegment holds CR, which ends a line: the rest may be read as \
///      another command (RFC 1738, 6); correct the URL, or decode its delimiters on purpose",
/// );
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "not sent: at offset {}, the {} holds {} (RFC 1738, 6); correct the URL, or decode its delimiters on purpose",
    .first.span().start,
    .first.component(),
    .first.delimiter().meaning()
)]
pub struct UnsafeRequest {
    first: EmbeddedDelimiter,
    rest: Vec<EmbeddedDelimiter>,
}

impl UnsafeRequest {
    /// Returns the error if there is a delimiter.
    pub(super) fn check(
        mut delimiters: impl Iterator<Item = EmbeddedDelimiter>,
    ) -> Result<(), Self> {
        match delimiters.next() {
            None => Ok(()),
            Some(first) => Err(Self {
                first,
                rest: delimiters.collect(),
            }),
        }
    }

    /// Returns the delimiters in the order of the URL. There is at least one.
    pub fn delimiters(&self) -> impl Iterator<Item = &EmbeddedDelimiter> {
        [&self.first].into_iter().chain(&self.rest)
    }

    /// Returns the span of the first delimiter in the URL, as byte offsets.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.first.span()
    }
}
