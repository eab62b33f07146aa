//! URLs as values: the meaning of their components in each scheme (Sections 2, 3 and 6).
//!
//! ```
//! use rfc1738::url::{GopherUrl, Url};
//!
//! /// Returns what a Gopher client sends, and where to.
//! fn request(url: GopherUrl<'_>) -> Option<(&str, u16, Vec<u8>)> {
//!     Some((url.host().raw(), url.port_or_default()?, url.request().ok()?))
//! }
//!
//! match Url::parse("gopher://host.dom/7find%09two%20words")? {
//!     Url::Gopher(url) => {
//!         let request = request(url).unwrap();
//!         assert_eq!(request, ("host.dom", 70, b"find\ttwo words\r\n".to_vec()));
//!     }
//!     other => println!("{} is a URL of {}", other.as_str(), other.scheme().raw()),
//! }
//! # Ok::<(), rfc1738::SyntaxError>(())
//! ```
//!
//! Architecture invariants:
//! - a [`Url`] holds its text and the spans of its components. It allocates nothing. The spans come
//!   from the productions themselves, by their bodies.
//!   Where the prose says more than the productions, as in a gopher path, it decides;
//! - nothing here makes a request that contains a delimiter which the URL embeds, unless the caller
//!   asks for that by the name of the method.

mod component;
mod conversions;
mod delimiter;
mod file;
mod ftp;
mod gopher;
mod host;
mod http;
#[cfg(feature = "std")]
mod local_path;
mod mail_address;
mod mailto;
mod news;
mod nntp;
mod other;
mod owned;
mod path;
mod prospero;
mod telnet;
mod view;
mod wais;
pub(crate) mod wire;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub use component::{Component, ComponentName};
pub use delimiter::{Delimiter, EmbeddedDelimiter, UnsafeRequest};
pub use file::FileUrl;
pub use ftp::{FtpCommand, FtpUrl, PasswordSource, Typecode};
pub use gopher::{GopherPlus, GopherUrl};
pub use host::{Host, Port};
pub use http::HttpUrl;
#[cfg(feature = "std")]
pub use local_path::PathError;
pub use mail_address::{MailAddress, UnsafeAddress};
pub use mailto::MailtoUrl;
pub use news::{News, NewsUrl};
pub use nntp::NntpUrl;
pub use other::OtherUrl;
pub use owned::OwnedUrl;
pub use prospero::{ProsperoField, ProsperoUrl};
pub use telnet::TelnetUrl;
pub use wais::{Wais, WaisUrl};

use rfcbnf_engine::AsInput;

use crate::error::SyntaxError;
use crate::parse::diagnose;
use crate::password;
use crate::rules::Rule;
use view::View;
use wire::Wire;

/// A URL, by its scheme. It borrows from the text that it was parsed from.
///
/// ```
/// use rfc1738::Url;
///
/// let Url::Ftp(url) = Url::parse("ftp://foo:@host.com/etc/motd;type=i")? else { panic!() };
/// assert_eq!(url.user().unwrap().raw(), "foo");
/// assert_eq!(url.password().unwrap().raw(), "");
/// assert_eq!(url.host().raw(), "host.com");
/// assert_eq!(url.port_or_default(), Some(21));
/// assert_eq!(url.name().unwrap().span(), 24..28);
///
/// let kept = Url::parse("http://host.dom:8080/")?.to_owned();
/// assert_eq!((kept.port_or_default(), kept.default_port()), (Some(8080), Some(80)));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
///
/// Equality, order and hash are those of the text; [`Url::is_equivalent`] compares normal forms.
#[derive(Clone, Copy)]
pub enum Url<'t> {
    /// `ftp` (3.2)
    Ftp(FtpUrl<'t>),
    /// `http` (3.3)
    Http(HttpUrl<'t>),
    /// `gopher` (3.4)
    Gopher(GopherUrl<'t>),
    /// `mailto` (3.5)
    Mailto(MailtoUrl<'t>),
    /// `news` (3.6)
    News(NewsUrl<'t>),
    /// `nntp` (3.7)
    Nntp(NntpUrl<'t>),
    /// `telnet` (3.8)
    Telnet(TelnetUrl<'t>),
    /// `wais` (3.9)
    Wais(WaisUrl<'t>),
    /// `file` (3.10)
    File(FileUrl<'t>),
    /// `prospero` (3.11)
    Prospero(ProsperoUrl<'t>),
    /// Any other scheme (2.1, 4)
    Other(OtherUrl<'t>),
}

impl<'t> Url<'t> {
    /// Parses a URL. Does not allocate, except for an error.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the production `url` does not derive the text.
    pub fn parse<T: AsInput + ?Sized>(text: &'t T) -> Result<Self, SyntaxError> {
        match View::parse(text) {
            Some(view) => Ok(Self::new(&view)),
            None => Err(diagnose(Rule::Url, text.as_input())),
        }
    }

    /// Returns the URL of a view. Taking a reference saves two copies of the view.
    #[inline(never)]
    fn new(view: &View<'t>) -> Self {
        match view.rule() {
            Rule::Ftpurl => Self::Ftp(FtpUrl(*view)),
            Rule::Httpurl => Self::Http(HttpUrl(*view)),
            Rule::Gopherurl => Self::Gopher(GopherUrl(*view)),
            Rule::Mailtourl => Self::Mailto(MailtoUrl(*view)),
            Rule::Newsurl => Self::News(NewsUrl(*view)),
            Rule::Nntpurl => Self::Nntp(NntpUrl(*view)),
            Rule::Telneturl => Self::Telnet(TelnetUrl(*view)),
            Rule::Waisurl => Self::Wais(WaisUrl(*view)),
            Rule::Fileurl => Self::File(FileUrl(*view)),
            Rule::Prosperourl => Self::Prospero(ProsperoUrl(*view)),
            _ => Self::Other(OtherUrl(*view)),
        }
    }

    fn view(&self) -> &View<'t> {
        match self {
            Self::Ftp(url) => &url.0,
            Self::Http(url) => &url.0,
            Self::Gopher(url) => &url.0,
            Self::Mailto(url) => &url.0,
            Self::News(url) => &url.0,
            Self::Nntp(url) => &url.0,
            Self::Telnet(url) => &url.0,
            Self::Wais(url) => &url.0,
            Self::File(url) => &url.0,
            Self::Prospero(url) => &url.0,
            Self::Other(url) => &url.0,
        }
    }

    /// Returns the text, as it was parsed.
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.view().text()
    }

    /// Returns the production of its scheme, such as `ftpurl`.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.view().rule()
    }

    /// Returns the scheme, as written. Its case does not matter (2.1).
    #[must_use]
    pub fn scheme(&self) -> Component<'t> {
        self.view().scheme()
    }

    /// Returns the text between `//` and the slash that ends it: user, password, host and port with
    /// the delimiters between them (3.1). It is named after its production: `login`, `hostport`, or
    /// `host` in a file URL, where it can be empty. Returns `None` for a URL that names no host to
    /// connect to, such as a mailto URL.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// assert_eq!(Url::parse("ftp://me@h:21/a")?.authority().unwrap().raw(), "me@h:21");
    /// assert_eq!(Url::parse("file:///a")?.authority().unwrap().raw(), "");
    /// assert_eq!(Url::parse("mailto:me@h")?.authority(), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "login")]
    #[doc(alias = "hostport")]
    #[must_use]
    pub fn authority(&self) -> Option<Component<'t>> {
        let name = match self {
            Self::Ftp(_) | Self::Telnet(_) => ComponentName::Login,
            Self::Http(_) | Self::Gopher(_) | Self::Nntp(_) | Self::Wais(_) | Self::Prospero(_) => {
                ComponentName::Hostport
            }
            Self::File(_) => ComponentName::Host,
            Self::Other(url) if url.is_ip_based() => ComponentName::Login,
            Self::Mailto(_) | Self::News(_) | Self::Other(_) => return None,
        };
        Some(self.view().authority(name))
    }

    /// Returns the user name, if the URL has one. It can be empty.
    #[doc(alias = "username")]
    #[must_use]
    pub fn user(&self) -> Option<Component<'t>> {
        self.view().user()
    }

    /// Returns the password, if the URL has one. It can be empty.
    #[must_use]
    pub fn password(&self) -> Option<Component<'t>> {
        self.view().password()
    }

    /// Returns the host to connect to, if the URL names one. The domain in the message id of a news
    /// URL is not such a host.
    #[doc(alias = "host_str")]
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        match self {
            Self::News(_) | Self::Mailto(_) => None,
            _ => self.view().host(),
        }
    }

    /// Returns the port, if the URL names one.
    #[must_use]
    pub fn port(&self) -> Option<Port<'t>> {
        self.view().port()
    }

    /// Returns the default port of the scheme, if it has one: see [`OtherUrl::default_port`] for
    /// schemes that the RFC does not define.
    #[must_use]
    pub fn default_port(&self) -> Option<u16> {
        Some(match self {
            Self::Ftp(_) => FtpUrl::DEFAULT_PORT,
            Self::Http(_) => HttpUrl::DEFAULT_PORT,
            Self::Gopher(_) => GopherUrl::DEFAULT_PORT,
            Self::Nntp(_) => NntpUrl::DEFAULT_PORT,
            Self::Telnet(_) => TelnetUrl::DEFAULT_PORT,
            Self::Wais(_) => WaisUrl::DEFAULT_PORT,
            Self::Prospero(_) => ProsperoUrl::DEFAULT_PORT,
            Self::Other(url) => return url.default_port(),
            Self::Mailto(_) | Self::News(_) | Self::File(_) => return None,
        })
    }

    /// Returns the port to connect to: that of the URL, or else that of the scheme. Returns `None`
    /// if the URL names a port above 65535.
    #[doc(alias = "port_or_known_default")]
    #[must_use]
    pub fn port_or_default(&self) -> Option<u16> {
        match self.port() {
            Some(port) => port.number(),
            None => self.default_port(),
        }
    }

    /// Returns all components in the order of the text, the scheme first. They do not overlap.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("wais://h:210/db/TEXT/42")?;
    /// let names: Vec<&str> = url.components().iter().map(|part| part.name().as_str()).collect();
    /// assert_eq!(names, ["scheme", "host", "port", "database", "wtype", "wpath"]);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn components(&self) -> Vec<Component<'t>> {
        let mut components = vec![self.scheme()];
        let mut add = |component: Option<Component<'t>>| components.extend(component);
        add(self.user());
        add(self.password());
        add(self.host().map(Host::component));
        add(self.port().map(Port::component));
        match self {
            Self::Ftp(url) => {
                url.segments().for_each(|segment| add(Some(segment)));
                add(url.ftptype());
            }
            Self::Http(url) => {
                add(url.path());
                add(url.search());
            }
            Self::Gopher(url) => {
                add(url.gtype());
                url.parts().into_iter().for_each(add);
            }
            Self::Mailto(url) => add(Some(url.address())),
            Self::News(url) => add(Some(url.news().component())),
            Self::Nntp(url) => {
                add(Some(url.group()));
                add(url.digits());
            }
            Self::Telnet(_) => {}
            Self::Wais(url) => url.components().into_iter().for_each(add),
            Self::File(url) => url.segments().for_each(|segment| add(Some(segment))),
            Self::Prospero(url) => {
                add(Some(url.hsoname()));
                for field in url.fields() {
                    add(Some(field.name));
                    add(Some(field.value));
                }
            }
            Self::Other(url) if url.is_ip_based() => add(url.url_path()),
            Self::Other(url) => add(Some(url.schemepart())),
        }
        components
    }

    /// Returns the delimiters of the protocol that the components embed, in the order of the text.
    /// They are encoded, except for a full stop that ends a Gopher+ form.
    ///
    /// A client that decodes and sends them can cause an operation that the user did not ask for
    /// (6). [`FtpUrl::commands`] and [`GopherUrl::request`] refuse URLs that contain any, and
    /// [`advise`](crate::advise) reports them. An http request contains the path and the query in
    /// their encoded form, so [`HttpUrl::request_target`] is safe. In a scheme that the RFC does
    /// not define, the protocol is unknown: NUL, CR and LF count, except in a URL that holds its data
    /// (RFC 2397). They count in a wais URL, too: its client sends the length of each part, and a gateway does not.
    pub fn embedded_delimiters(&self) -> impl Iterator<Item = EmbeddedDelimiter> + use<'t> {
        let mut embedded = Vec::new();
        for component in self.components() {
            Wire::of(*self, component).add_delimiters(component, &mut embedded);
        }
        embedded.into_iter()
    }

    /// Returns a copy that owns its text.
    #[must_use]
    pub fn to_owned(&self) -> OwnedUrl {
        OwnedUrl::of(self)
    }
}

/// Writes the text, as it was parsed.
impl fmt::Display for Url<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Writes the kind and the text, as in `Http("http://h/a")`. A password is shown as `***`.
///
/// ```
/// let url = rfc1738::Url::parse("ftp://user:secret@host.dom/")?;
/// assert_eq!(format!("{url:?}"), r#"Ftp("ftp://user:***@host.dom/")"#);
/// assert_eq!(url.to_string(), "ftp://user:secret@host.dom/");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
impl fmt::Debug for Url<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Ftp(_) => "Ftp",
            Self::Http(_) => "Http",
            Self::Gopher(_) => "Gopher",
            Self::Mailto(_) => "Mailto",
            Self::News(_) => "News",
            Self::Nntp(_) => "Nntp",
            Self::Telnet(_) => "Telnet",
            Self::Wais(_) => "Wais",
            Self::File(_) => "File",
            Self::Prospero(_) => "Prospero",
            Self::Other(_) => "Other",
        };
        write!(formatter, "{kind}({:?})", password::hidden(self.as_str()))
    }
}
