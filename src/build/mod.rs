//! URLs from raw octets: Section 2.2, and the forms of Section 3.
//!
//! Architecture invariants:
//! - the built URL is parsed again, and its components decode to the given octets. If no encoding
//!   achieves that, the build fails;
//! - a builder from a URL writes the text of that URL, until a component is replaced or removed.

mod draft;
mod error;
mod from_url;
mod scheme;
mod value;

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

pub use error::{BuildError, BuildErrorKind};

use crate::encoding::decode;
use crate::url::{ComponentName, OwnedUrl};
use draft::Draft;
use error::method;
use scheme::Scheme;
use value::{Components, Value};

/// Builds a URL from its components, given as raw octets. It encodes an octet only if the component
/// requires it.
///
/// The builder never drops a component: [`Builder::build`] returns an error for one that the scheme
/// does not have. A component given twice replaces the first; [`Builder::segment`] and
/// [`Builder::field`] append.
///
/// [`Url::to_builder`](crate::Url::to_builder) begins with the components of a URL. They stay as
/// written, escapes included, until they are replaced.
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
///      http URLs have host, port, path and search",
/// );
///
/// let url = rfc1738::Url::parse("http://host.dom/%7euser")?;
/// assert_eq!(url.to_builder().port(8080).build()?.as_str(), "http://host.dom:8080/%7euser");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Builder {
    scheme: Vec<u8>,
    /// The components that occur once.
    components: Components,
    segments: Vec<Value>,
    fields: Vec<(Value, Value)>,
    /// Whether a slash follows the host of a telnet or gopher URL that ends there; `None` if the
    /// builder does not come from a URL.
    has_slash: Option<bool>,
    /// Whether the path was given with a slash before it.
    begins_with_slash: bool,
}

/// Defines the methods for components that occur once.
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
    /// Returns a builder for a URL of that scheme, without components. Changes the scheme to lower
    /// case (2.1).
    pub fn new(scheme: impl AsRef<[u8]>) -> Self {
        Self {
            scheme: scheme.as_ref().to_ascii_lowercase(),
            components: Components::default(),
            segments: Vec::new(),
            fields: Vec::new(),
            has_slash: None,
            begins_with_slash: false,
        }
    }

    /// Replaces the scheme. Changes it to lower case (2.1), and keeps the components.
    /// [`Builder::build`] fails if URLs of the new scheme do not have one of them.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("http://host.dom/a;b")?;
    /// assert_eq!(url.to_builder().scheme("https").build()?.as_str(), "https://host.dom/a;b");
    /// // No segment of an ftp URL can contain a semicolon (3.2.2).
    /// assert_eq!(url.to_builder().scheme("ftp").build()?.as_str(), "ftp://host.dom/a%3Bb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scheme(mut self, scheme: impl AsRef<[u8]>) -> Self {
        self.scheme = scheme.as_ref().to_ascii_lowercase();
        self
    }

    components! {
        /// Sets the user name of an ftp or telnet URL, or of another scheme (3.1).
        user: User;
        /// Sets the password, which requires a user name (3.1).
        password: Password;
        /// Sets the host: a domain name, or four numbers separated by dots (3.1). In a file URL, it may
        /// be empty or missing (3.10).
        host: Host;
        /// Sets the typecode of an ftp URL: `a`, `i` or `d` (3.2.2).
        ftptype: Ftptype;
        /// Sets the query of an http URL (3.3), a gopher URL (3.4.2) or a wais URL (3.9). In
        /// another scheme, it follows a question mark after the path, by the convention of http.
        #[doc(alias = "query")]
        search: Search;
        /// Sets the type of a gopher item: one octet (3.4.1).
        gtype: Gtype;
        /// Sets the selector of a gopher item, which cannot contain a tab, LF or CR (3.4.1).
        selector: Selector;
        /// Sets the Gopher+ string (3.4.3). Without a search string, an empty one is written before
        /// it.
        gopher_string: GopherString;
        /// Sets the address of a mailto URL (3.5).
        address: Encoded822addr;
        /// Sets the group of a news or nntp URL (3.6, 3.7). In a news URL, `*` means all groups.
        group: Group;
        /// Sets the message id of a news URL, without angle brackets. A host follows its last `@`
        /// (3.6).
        article: Article;
        /// Sets the database of a wais URL (3.9).
        database: Database;
        /// Sets the type of a wais document (3.9).
        wtype: Wtype;
        /// Sets the id of a wais document (3.9).
        wpath: Wpath;
        /// Sets the object name of a prospero URL. Slashes in it are not encoded (3.11).
        hsoname: Hsoname;
        /// Sets everything after the colon, in a scheme that the RFC does not define. Reserved
        /// characters are not encoded, because their meaning depends on the scheme.
        schemepart: Schemepart;
    }

    /// Sets the port (3.1). The production allows any digits, such as `0021`: give those to
    /// [`Builder::encoded`].
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        self.with(ComponentName::Port, port.to_string().as_bytes())
    }

    /// Sets the number of the article in an nntp URL (3.7). [`Builder::encoded`] takes any digits.
    #[must_use]
    pub fn digits(self, number: u64) -> Self {
        self.with(ComponentName::Digits, number.to_string().as_bytes())
    }

    /// Sets a component that is already encoded, such as a part of another URL. Its escapes stay as
    /// they are. A character that the component cannot hold is encoded. Slashes separate the segments of a
    /// path, and a segment (`fsegment`, `hsegment`) is appended.
    ///
    /// ```
    /// use rfc1738::Builder;
    /// use rfc1738::url::ComponentName;
    ///
    /// let builder = Builder::new("http").host("h").encoded(ComponentName::UrlPath, "a%2Fb/%7euser");
    /// assert_eq!(builder.build()?, "http://h/a%2Fb/%7euser");
    ///
    /// let error = builder.encoded(ComponentName::Search, "100%").build().unwrap_err();
    /// assert_eq!(error.component(), ComponentName::Search);
    /// # Ok::<(), rfc1738::BuildError>(())
    /// ```
    #[must_use]
    pub fn encoded(mut self, component: ComponentName, text: impl Into<String>) -> Self {
        use ComponentName as Name;
        let text = text.into();
        match component {
            Name::Scheme => self.scheme(text),
            Name::UrlPath | Name::Fpath | Name::Hpath => {
                let segments = text.split('/').map(|one| Value::Encoded(one.to_owned()));
                self.segments = segments.collect();
                self.begins_with_slash = text.starts_with('/');
                self
            }
            Name::Fsegment | Name::Hsegment => {
                self.segments.push(Value::Encoded(text));
                self
            }
            _ => {
                self.components.insert(component, Value::Encoded(text));
                self
            }
        }
    }

    /// Appends a segment to the path of an ftp, http or file URL, or of a URL of another scheme. A
    /// slash in it is encoded. It follows the last segment even if that is empty, as in
    /// `http://h/`.
    ///
    /// ```
    /// use rfc1738::Builder;
    ///
    /// let url = Builder::new("https").host("h").segment("a/b").segment("c").search("d=e&f").build()?;
    /// assert_eq!(url.as_str(), "https://h/a%2Fb/c?d=e&f");
    /// # Ok::<(), rfc1738::BuildError>(())
    /// ```
    #[must_use]
    pub fn segment(mut self, octets: impl AsRef<[u8]>) -> Self {
        self.segments.push(Value::Octets(octets.as_ref().to_vec()));
        self
    }

    /// Replaces the path by the segments of another one. Slashes separate the segments, which are
    /// the levels of a hierarchy (2.3). The slash between the host and the path belongs to neither
    /// (3.1), so [`Builder::build`] refuses a path that begins with a slash. If the first segment is to
    /// be empty, as in `ftp://h//etc`, give the segments one by one.
    ///
    /// ```
    /// use rfc1738::Builder;
    ///
    /// let url = Builder::new("file").path("etc/motd").build()?;
    /// assert_eq!(url.as_str(), "file:///etc/motd");
    ///
    /// let error = Builder::new("file").path("/etc/motd").build().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "path: it begins with the slash that separates it from the host (RFC 1738, 3.1); leave the \
    ///      slash out, or give the segments one by one if the first is empty",
    /// );
    /// # Ok::<(), rfc1738::BuildError>(())
    /// ```
    #[must_use]
    pub fn path(mut self, octets: impl AsRef<[u8]>) -> Self {
        self.segments.clear();
        self.begins_with_slash = octets.as_ref().starts_with(b"/");
        let segments = octets.as_ref().split(|&octet| octet == b'/');
        segments.fold(self, Self::segment)
    }

    /// Appends a field to a prospero URL, with its value (3.11).
    ///
    /// ```
    /// use rfc1738::Builder;
    ///
    /// let url = Builder::new("prospero").host("host.dom").hsoname("name").field("version", "1=a");
    /// assert_eq!(url.build()?, "prospero://host.dom/name;version=1%3Da");
    /// # Ok::<(), rfc1738::BuildError>(())
    /// ```
    #[must_use]
    pub fn field(mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let value_of = |octets: &[u8]| Value::Octets(octets.to_vec());
        let field = (value_of(name.as_ref()), value_of(value.as_ref()));
        self.fields.push(field);
        self
    }

    /// Removes a component. Any name of a path or of its segments removes the segments, and either
    /// name of a field removes all fields; `login` and `hostport` remove their parts. The paths of
    /// gopher, nntp, wais and prospero URLs consist of other components: remove those.
    ///
    /// ```
    /// use rfc1738::Url;
    /// use rfc1738::url::ComponentName;
    ///
    /// let url = Url::parse("http://host.dom:8080/a?b")?;
    /// let builder = url.to_builder().without(ComponentName::Port).without(ComponentName::Search);
    /// assert_eq!(builder.build()?.as_str(), "http://host.dom/a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without(mut self, component: ComponentName) -> Self {
        use ComponentName as Name;
        let parts: &[Name] = match component {
            Name::Login => &[Name::User, Name::Password, Name::Host, Name::Port],
            Name::Hostport => &[Name::Host, Name::Port],
            Name::Grouppart => &[Name::Group, Name::Article],
            _ => &[component],
        };
        for part in parts {
            self.components.remove(*part);
        }
        match component {
            Name::Scheme => self.scheme.clear(),
            Name::UrlPath | Name::Fpath | Name::Hpath | Name::Fsegment | Name::Hsegment => {
                self.segments.clear();
                self.begins_with_slash = false;
            }
            Name::Fieldname | Name::Fieldvalue => self.fields.clear(),
            _ => {}
        }
        self
    }

    fn with(mut self, name: ComponentName, octets: &[u8]) -> Self {
        self.components.insert(name, Value::Octets(octets.to_vec()));
        self
    }

    /// Builds the URL.
    ///
    /// # Errors
    ///
    /// Returns a [`BuildError`] if no URL of the scheme can hold the given components, or if one is
    /// missing.
    pub fn build(&self) -> Result<OwnedUrl, BuildError> {
        let scheme = Scheme::of(&self.scheme)?;
        if let Some(foreign) = self.given().find(|&name| !scheme.has(name)) {
            return Err(BuildError::foreign(foreign, scheme));
        }
        if self.begins_with_slash {
            return Err(BuildError::leading_slash());
        }
        self.check_escapes()?;
        Draft::new(self, scheme).finish()
    }

    /// Checks that every percent sign in an encoded component begins an escape.
    fn check_escapes(&self) -> Result<(), BuildError> {
        let segments = self.segments.iter();
        let segments = segments.map(|segment| (ComponentName::UrlPath, segment));
        let components = self.components.iter().map(|(name, value)| (*name, value));
        for (name, value) in components.chain(segments) {
            if let Value::Encoded(text) = value
                && let Err(error) = decode(text)
            {
                return Err(BuildError::inexpressible(name, &error.to_string()));
            }
        }
        Ok(())
    }

    fn given(&self) -> impl Iterator<Item = ComponentName> {
        let path = self.segments.first().map(|_| ComponentName::UrlPath);
        let field = self.fields.first().map(|_| ComponentName::Fieldname);
        self.components.names().chain(path).chain(field)
    }
}

/// Writes the components: raw octets in quotation marks, and the components of a URL as written. A
/// password is shown as `***`.
///
/// ```
/// use rfc1738::{Builder, Url};
///
/// let builder = Builder::new("http").host("h").path("a b/c");
/// assert_eq!(
///     format!("{builder:?}"),
///     r#"Builder { scheme: "http", host: "h", segments: ["a b", "c"] }"#,
/// );
/// let builder = Url::parse("http://h/a%20b")?.to_builder().port(80);
/// assert_eq!(
///     format!("{builder:?}"),
///     r#"Builder { scheme: "http", host: h, port: "80", segments: [a%20b] }"#,
/// );
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[expect(
    clippy::missing_fields_in_debug,
    reason = "the optional slash is no component"
)]
impl fmt::Debug for Builder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut builder = formatter.debug_struct("Builder");
        builder.field("scheme", &Value::Octets(self.scheme.clone()));
        for (component, value) in self.components.iter() {
            match component {
                ComponentName::Password => builder.field("password", &format_args!("***")),
                _ => builder.field(method(*component), value),
            };
        }
        if !self.segments.is_empty() {
            builder.field("segments", &self.segments);
        }
        if !self.fields.is_empty() {
            builder.field("fields", &self.fields);
        }
        builder.finish()
    }
}
