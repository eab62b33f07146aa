//! URLs that own their text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::view::{Parts, View};
use super::{Component, EmbeddedDelimiter, Host, Port, Url};
use crate::error::SyntaxError;
use crate::password;
use crate::rules::Rule;

/// A URL that owns its text.
///
/// It has the accessors that [`Url`] has for every scheme, and finds components without parsing the
/// text again. [`OwnedUrl::as_url`] gives access to those of a scheme.
///
/// ```
/// use rfc1738::{OwnedUrl, Url};
///
/// let url: OwnedUrl = "ftp://me@host.dom/etc/motd".parse()?;
/// assert_eq!(url.host().unwrap(), "host.dom");
/// assert_eq!((url.port_or_default(), url.default_port()), (Some(21), Some(21)));
/// assert!(matches!(url.as_url(), Url::Ftp(ftp) if ftp.name().unwrap() == "motd"));
/// assert_eq!(url, "ftp://me@host.dom/etc/motd");
/// assert_eq!(url.into_string().len(), 26);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
///
/// A string finds a value in a map with URLs as keys:
///
/// ```
/// use std::collections::HashMap;
///
/// use rfc1738::OwnedUrl;
///
/// let titles = HashMap::from([("http://h/".parse::<OwnedUrl>()?, "Home")]);
/// assert_eq!(titles.get("http://h/"), Some(&"Home"));
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

    /// Parses like [`Url::parse`], and keeps the text.
    pub(super) fn parse(text: String) -> Result<Self, SyntaxError> {
        let parts = Url::parse(&text)?.view().parts();
        Ok(Self { text, parts })
    }

    /// Returns the URL with its components. Does not parse it again.
    #[must_use]
    pub fn as_url(&self) -> Url<'_> {
        Url::new(&View::new(&self.text, self.parts))
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

    /// Returns the segments of the path: see [`Url::segments`].
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'_>> {
        self.as_url().segments()
    }

    /// Returns the delimiters of the protocol that the components embed: see
    /// [`Url::embedded_delimiters`].
    pub fn embedded_delimiters(&self) -> impl Iterator<Item = EmbeddedDelimiter> + use<'_> {
        self.as_url().embedded_delimiters()
    }

    /// Returns whether both URLs have the same normal form: see [`Url::is_equivalent`].
    #[must_use]
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.as_url().is_equivalent(&other.as_url())
    }
}

/// Defines accessors that call those of [`Url`].
macro_rules! accessors {
    ($($(#[$attribute:meta])* $name:ident -> $type:ty;)*) => {
        impl OwnedUrl {
            $(
                $(#[$attribute])*
                #[must_use]
                pub fn $name(&self) -> $type {
                    self.as_url().$name()
                }
            )*
        }
    };
}

accessors! {
    /// Returns the production of its scheme: see [`Url::rule`].
    rule -> Rule;
    /// Returns the scheme, as written: see [`Url::scheme`].
    scheme -> Component<'_>;
    /// Returns the text between `//` and the slash that ends it: see [`Url::authority`].
    authority -> Option<Component<'_>>;
    /// Returns the user name, if the URL has one: see [`Url::user`].
    #[doc(alias = "username")]
    user -> Option<Component<'_>>;
    /// Returns the password, if the URL has one: see [`Url::password`].
    password -> Option<Component<'_>>;
    /// Returns the host to connect to, if the URL names one: see [`Url::host`].
    #[doc(alias = "host_str")]
    host -> Option<Host<'_>>;
    /// Returns the port, if the URL names one: see [`Url::port`].
    port -> Option<Port<'_>>;
    /// Returns the default port of the scheme, if it has one: see [`Url::default_port`].
    default_port -> Option<u16>;
    /// Returns the port to connect to: see [`Url::port_or_default`].
    #[doc(alias = "port_or_known_default")]
    port_or_default -> Option<u16>;
    /// Returns the path, without the slash before it: see [`Url::path`].
    path -> Option<Component<'_>>;
    /// Returns the query: see [`Url::query`].
    #[doc(alias = "search")]
    query -> Option<Component<'_>>;
    /// Returns all components in the order of the text: see [`Url::components`].
    components -> Vec<Component<'_>>;
    /// Returns the normal form: see [`Url::normalized`].
    normalized -> Self;
}

/// Writes the text.
impl fmt::Display for OwnedUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.text)
    }
}

/// Writes the text in quotation marks, as in `OwnedUrl("http://h/a")`. A password is shown as `***`.
impl fmt::Debug for OwnedUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OwnedUrl({:?})", password::hidden(&self.text))
    }
}
