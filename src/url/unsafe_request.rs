//! The error for a request that simulates another one: Section 6.

use alloc::vec::Vec;
use core::ops::Range;

use thiserror::Error;

use super::delimiter::EmbeddedDelimiter;

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
