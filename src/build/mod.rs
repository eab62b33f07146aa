//! URLs from raw octets: Section 2.2, and the forms of Section 3.
//!
//! Architecture invariant: what is built is parsed again, and its components hold the octets
//! that were given. What no encoding can make so is refused.

mod draft;
mod error;
mod scheme;

use std::collections::BTreeMap;
use std::fmt::Display;

pub use error::{BuildError, BuildErrorKind};

use crate::url::{ComponentName, OwnedUrl};
use draft::Draft;
use scheme::Scheme;

/// Builds a URL from its components, given as raw octets: what has to be encoded in a
/// component is, and nothing else.
///
/// A component that was given is never dropped: [`Builder::build`] refuses those that the
/// scheme does not have. Of a component that is given twice, the last counts; segments and
/// fields add up.
///
/// ```
/// use rfc1738::Builder;
///
/// let url = Builder::new("ftp")
///     .user("my@me")
///     .host("host.dom")
///     .segment("/etc")
///     .segment("motd")
///     .ftptype("i")
///     .build()?;
/// assert_eq!(url.as_str(), "ftp://my%40me@host.dom/%2Fetc/motd;type=i");
///
/// let url = Builder::new("http").host("host.dom").port(8080).path("a b/c;d").search("100%");
/// assert_eq!(url.build()?.as_str(), "http://host.dom:8080/a%20b/c%3Bd?100%25");
///
/// let error = Builder::new("http").user("me").host("host.dom").build().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "user: no user name or password is allowed in an http URL (RFC 1738, 3.3); \
///      http URLs have host, port, hpath and search",
/// );
/// # Ok::<(), rfc1738::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Builder {
    scheme: Vec<u8>,
    /// The components that occur once.
    components: BTreeMap<ComponentName, Vec<u8>>,
    segments: Vec<Vec<u8>>,
    fields: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Defines the methods that take a component that occurs once.
macro_rules! components {
    ($($(#[$attribute:meta])* $method:ident: $name:ident;)*) => {
        $(
            $(#[$attribute])*
            #[must_use]
            pub fn $method(self, octets: impl AsRef<[u8]>) -> Self {
                self.with(ComponentName::$name, octets.as_ref())
            }
        )*
    };
}

impl Builder {
    /// A URL of that scheme, without components yet. The scheme is written in lower case (2.1).
    pub fn new(scheme: impl AsRef<[u8]>) -> Self {
        Self {
            scheme: scheme.as_ref().to_ascii_lowercase(),
            components: BTreeMap::new(),
            segments: Vec::new(),
            fields: Vec::new(),
        }
    }

    components! {
        /// The user name of an ftp or telnet URL, or of another scheme (3.1).
        user: User;
        /// The password, which cannot stand without a user name (3.1).
        password: Password;
        /// The host: a domain name, or four numbers between dots (3.1). That of a file URL may
        /// be empty or missing (3.10).
        host: Host;
        /// The typecode of an ftp URL: `a`, `i` or `d` (3.2.2).
        ftptype: Ftptype;
        /// The query of an http URL (3.3), a gopher URL (3.4.2) or a wais URL (3.9).
        search: Search;
        /// The type of a gopher item: one octet (3.4.1).
        gtype: Gtype;
        /// The selector of a gopher item, which holds no tab (3.4.1).
        selector: Selector;
        /// The Gopher+ string (3.4.3). An empty search string is supplied where there is none.
        gopher_string: GopherString;
        /// The address of a mailto URL (3.5).
        address: Encoded822addr;
        /// The group of a news or nntp URL; in news, `*` for all groups (3.6, 3.7).
        group: Group;
        /// The message id of a news URL, without angle brackets. What follows its last `@` is a
        /// host (3.6).
        article: Article;
        /// The database of a wais URL (3.9).
        database: Database;
        /// The type of a wais document (3.9).
        wtype: Wtype;
        /// The id of a wais document (3.9).
        wpath: Wpath;
        /// The object name of a prospero URL. Slashes in it stay as they are (3.11).
        hsoname: Hsoname;
        /// All that follows the colon in a scheme that the RFC does not define. What the
        /// reserved characters in it mean is the affair of that scheme: they stay as they are.
        schemepart: Schemepart;
    }

    /// The port (3.1).
    #[must_use]
    pub fn port(self, port: impl Display) -> Self {
        self.with(ComponentName::Port, port.to_string().as_bytes())
    }

    /// The number of the article of an nntp URL (3.7).
    #[must_use]
    pub fn digits(self, number: impl Display) -> Self {
        self.with(ComponentName::Digits, number.to_string().as_bytes())
    }

    /// One more part of the path of an ftp, http or file URL, or of another scheme. A slash in
    /// it is encoded.
    #[must_use]
    pub fn segment(mut self, octets: impl AsRef<[u8]>) -> Self {
        self.segments.push(octets.as_ref().to_vec());
        self
    }

    /// The same for each part of a path between slashes, which separate the levels of a
    /// hierarchy (2.3). The slash between the host and the path is part of neither (3.1): one
    /// at the beginning makes an empty segment.
    ///
    /// ```
    /// use rfc1738::Builder;
    ///
    /// let url = Builder::new("file").path("etc/motd").build()?;
    /// assert_eq!(url.as_str(), "file:///etc/motd");
    /// # Ok::<(), rfc1738::BuildError>(())
    /// ```
    #[must_use]
    pub fn path(self, octets: impl AsRef<[u8]>) -> Self {
        let segments = octets.as_ref().split(|&octet| octet == b'/');
        segments.fold(self, Self::segment)
    }

    /// One more field of a prospero URL, and its value (3.11).
    #[must_use]
    pub fn field(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let (name, value) = (name.as_ref().to_vec(), value.as_ref().to_vec());
        self.fields.push((name, value));
        self
    }

    fn with(mut self, name: ComponentName, octets: &[u8]) -> Self {
        self.components.insert(name, octets.to_vec());
        self
    }

    /// The URL.
    ///
    /// # Errors
    ///
    /// Where no URL of the scheme can hold what was given, or where something is missing.
    pub fn build(&self) -> Result<OwnedUrl, BuildError> {
        let scheme = Scheme::of(&self.scheme)?;
        if let Some(foreign) = self.given().find(|&name| !scheme.has(name)) {
            return Err(BuildError::foreign(foreign, scheme));
        }
        Draft::new(self, scheme).finish()
    }

    /// The names of what was given.
    fn given(&self) -> impl Iterator<Item = ComponentName> {
        let path = self.segments.first().map(|_| ComponentName::UrlPath);
        let field = self.fields.first().map(|_| ComponentName::Fieldname);
        self.components.keys().copied().chain(path).chain(field)
    }
}
