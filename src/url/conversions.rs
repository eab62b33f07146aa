//! Conversions of URLs from texts, into texts, and from the URLs of one scheme, and comparisons with texts, which count
//! every letter.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::{
    Component, FileUrl, FtpUrl, GopherUrl, Host, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, OtherUrl,
    OwnedUrl, ProsperoUrl, TelnetUrl, Url, WaisUrl,
};
use crate::error::SyntaxError;

/// Parses like [`Url::parse`].
impl<'t> TryFrom<&'t str> for Url<'t> {
    type Error = SyntaxError;

    fn try_from(text: &'t str) -> Result<Self, SyntaxError> {
        Self::parse(text)
    }
}

/// Parses like [`Url::parse`].
impl<'t> TryFrom<&'t [u8]> for Url<'t> {
    type Error = SyntaxError;

    fn try_from(text: &'t [u8]) -> Result<Self, SyntaxError> {
        Self::parse(text)
    }
}

/// Parses like [`Url::parse`].
impl FromStr for OwnedUrl {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Url::parse(text).map(Self::from)
    }
}

/// Parses like [`Url::parse`], without a copy of the text.
impl TryFrom<String> for OwnedUrl {
    type Error = SyntaxError;

    fn try_from(text: String) -> Result<Self, SyntaxError> {
        Self::parse(text)
    }
}

/// Parses like [`Url::parse`], without a copy of the octets.
impl TryFrom<Vec<u8>> for OwnedUrl {
    type Error = SyntaxError;

    fn try_from(octets: Vec<u8>) -> Result<Self, SyntaxError> {
        match String::from_utf8(octets) {
            Ok(text) => Self::parse(text),
            Err(error) => Url::parse(error.as_bytes()).map(Self::from),
        }
    }
}

/// Implements `TryFrom` for texts that are copied, or that become a `String` without a copy.
macro_rules! try_from {
    ($($(#[$attribute:meta])* $text:ident: $type:ty => $result:expr;)*) => { $(
        $(#[$attribute])*
        impl TryFrom<$type> for OwnedUrl {
            type Error = SyntaxError;

            fn try_from($text: $type) -> Result<Self, SyntaxError> {
                $result
            }
        }
    )* };
}

try_from! {
    /// Parses like [`Url::parse`], and copies the text.
    text: &str => text.parse();
    /// Parses like [`Url::parse`], and copies the octets.
    octets: &[u8] => Url::parse(octets).map(Self::from);
    /// Parses like [`Url::parse`], and copies a borrowed text.
    text: Cow<'_, str> => Self::parse(text.into_owned());
    /// Parses like [`Url::parse`], without a copy of the text.
    text: Box<str> => Self::parse(text.into_string());
    /// Parses like [`Url::parse`], and copies the text, which others may share.
    text: Arc<str> => text.parse();
}

/// Returns the URL with its components. Does not parse it again.
impl<'t> From<&'t OwnedUrl> for Url<'t> {
    fn from(url: &'t OwnedUrl) -> Self {
        url.as_url()
    }
}

/// Copies the text. Does not parse it again.
impl From<Url<'_>> for OwnedUrl {
    fn from(url: Url<'_>) -> Self {
        Self::of(&url)
    }
}

/// Implements `From` for the types that hold the text of a URL.
macro_rules! into_text {
    ($($type:ty),*) => { $(
        /// Returns the text, as [`OwnedUrl::into_string`] does.
        impl From<OwnedUrl> for $type {
            fn from(url: OwnedUrl) -> Self {
                url.into_string().into()
            }
        }
    )* };
}

into_text!(String, Box<str>, Arc<str>, Cow<'_, str>, Vec<u8>);

/// Implements `From` for the URLs of one scheme.
macro_rules! of_a_scheme {
    ($($kind:ident($type:ident)),*) => { $(
        impl<'t> From<$type<'t>> for Url<'t> {
            fn from(url: $type<'t>) -> Self {
                Self::$kind(url)
            }
        }

        /// Copies the text. Does not parse it again.
        impl From<$type<'_>> for OwnedUrl {
            fn from(url: $type<'_>) -> Self {
                Self::of(&url.into())
            }
        }
    )* };
}

of_a_scheme! {
    Ftp(FtpUrl), Http(HttpUrl), Gopher(GopherUrl), Mailto(MailtoUrl), News(NewsUrl), Nntp(NntpUrl),
    Telnet(TelnetUrl), Wais(WaisUrl), File(FileUrl), Prospero(ProsperoUrl), Other(OtherUrl)
}

/// Compares a value with strings, in both directions. Its text is that of `AsRef<str>`.
macro_rules! equals_strings {
    ($($type:ty),*) => { $(
        equals_strings!(@ $type, str);
        equals_strings!(@ $type, &str);
        equals_strings!(@ $type, String);
    )* };
    (@ $type:ty, $string:ty) => {
        /// Compares the texts.
        impl PartialEq<$string> for $type {
            fn eq(&self, other: &$string) -> bool {
                let text: &str = self.as_ref();
                *text == other[..]
            }
        }

        /// Compares the texts.
        impl PartialEq<$type> for $string {
            fn eq(&self, other: &$type) -> bool {
                other == self
            }
        }
    };
}

equals_strings!(Url<'_>, OwnedUrl, Component<'_>, Host<'_>);

/// Gives URLs the equality, the order and the hash of their texts.
macro_rules! compares_as_text {
    ($($type:ty),*) => { $(
        impl AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        /// Finds a URL in a map or a set by its text: equality, order and hash are those of the
        /// text.
        impl Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        /// Compares the texts, not the normal forms.
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $type {}

        /// Orders the texts.
        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// Orders the texts.
        impl Ord for $type {
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    )* };
}

compares_as_text!(Url<'_>, OwnedUrl);

/// Compares the texts.
impl PartialEq<OwnedUrl> for Url<'_> {
    fn eq(&self, other: &OwnedUrl) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Compares the texts.
impl PartialEq<Url<'_>> for OwnedUrl {
    fn eq(&self, other: &Url<'_>) -> bool {
        other == self
    }
}

/// Returns the text in the URL, with escapes unchanged.
impl AsRef<str> for Component<'_> {
    fn as_ref(&self) -> &str {
        self.raw()
    }
}

/// Returns the text in the URL.
impl AsRef<str> for Host<'_> {
    fn as_ref(&self) -> &str {
        self.raw()
    }
}
