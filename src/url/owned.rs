//! URLs that own their text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::Url;
use super::parts::Parts;
use super::view::View;
use crate::error::SyntaxError;

/// A URL that owns its text. [`OwnedUrl::as_url`] returns its components without parsing it again.
///
/// ```
/// use rfc1738::OwnedUrl;
///
/// let url: OwnedUrl = "http://h/a".parse()?;
/// assert_eq!(url.as_url().host().unwrap().raw(), "h");
/// assert_eq!(url.to_string(), "http://h/a");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct OwnedUrl {
    text: String,
    parts: Parts,
}

impl OwnedUrl {
    pub(super) fn of(url: &Url<'_>) -> Self {
        Self {
            text: url.as_str().to_owned(),
            parts: url.view().parts(),
        }
    }

    /// Returns the URL with its components.
    #[must_use]
    pub fn as_url(&self) -> Url<'_> {
        Url::new(View::new(&self.text, self.parts))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text and consumes the URL.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }
}

/// Parses like [`Url::parse`].
impl FromStr for OwnedUrl {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Url::parse(text).map(|url| Self::of(&url))
    }
}

/// Parses like [`Url::parse`], without a copy of the text.
impl TryFrom<String> for OwnedUrl {
    type Error = SyntaxError;

    fn try_from(text: String) -> Result<Self, SyntaxError> {
        let parts = Url::parse(&text)?.view().parts();
        Ok(Self { text, parts })
    }
}

impl From<Url<'_>> for OwnedUrl {
    fn from(url: Url<'_>) -> Self {
        Self::of(&url)
    }
}

impl AsRef<str> for OwnedUrl {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// Writes the text.
impl fmt::Display for OwnedUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.text)
    }
}

impl fmt::Debug for OwnedUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OwnedUrl({:?})", self.text)
    }
}

/// Compares the texts, not the normal forms.
impl PartialEq for OwnedUrl {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for OwnedUrl {}

impl Hash for OwnedUrl {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd for OwnedUrl {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OwnedUrl {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}
