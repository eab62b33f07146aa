//! Conversions of URLs from texts, into texts, and from the URLs of one scheme.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::str::FromStr;

use super::{
    FileUrl, FtpUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, OtherUrl, OwnedUrl,
    ProsperoUrl, TelnetUrl, Url, WaisUrl,
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
