//! URLs of schemes that the RFC does not define: Sections 2.1 and 3.1, and RFC 2818 for https.

use super::component::segments;
use super::view::{View, url_type};
use super::{Component, ComponentName, Host, Port};
use crate::rules::Rule;

url_type! {
    /// A URL of another scheme, which decides what its parts mean.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Other(url) = Url::parse("nfs://host.dom:2049/export")? else { panic!() };
    /// assert_eq!(url.schemepart(), "//host.dom:2049/export");
    /// assert_eq!(url.port().unwrap().number(), Some(2049));
    /// assert_eq!(url.path().unwrap(), "export");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    OtherUrl { user, password, port }
}

/// The default port of https (RFC 2818, 2.3).
const HTTPS_PORT: u16 = 443;

impl<'t> OtherUrl<'t> {
    /// Returns whether the scheme is https, in any case, and the URL has the common Internet scheme
    /// syntax. Such a URL differs from an http URL only in the name of the scheme and the default
    /// port (RFC 2818, 2.4).
    pub(crate) fn is_https(&self) -> bool {
        self.scheme().eq_ignore_ascii_case("https") && self.is_ip_based()
    }

    /// Returns the default port of the scheme, if it is https and the URL names a host: 443
    /// (RFC 2818, 2.3). The RFC gives no other scheme a default port.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://host/a")? else { panic!() };
    /// assert_eq!(url.default_port(), Some(443));
    /// let Url::Other(url) = Url::parse("nfs://host/export")? else { panic!() };
    /// assert_eq!(url.default_port(), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn default_port(&self) -> Option<u16> {
        self.is_https().then_some(HTTPS_PORT)
    }

    /// Returns the port to connect to: that of the URL, or else the default. Returns `None` if the
    /// URL has neither, or names a port above 65535.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://host/a")? else { panic!() };
    /// assert_eq!(url.port_or_default(), Some(443));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "port_or_known_default")]
    #[must_use]
    pub fn port_or_default(&self) -> Option<u16> {
        self.port().map_or(self.default_port(), Port::number)
    }

    /// Returns everything after the colon.
    #[must_use]
    pub fn schemepart(&self) -> Component<'t> {
        let colon = self.scheme().span().end;
        self.0.from(colon + 1, ComponentName::Schemepart)
    }

    /// Returns whether it has the common Internet scheme syntax (3.1).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("nfs://host/export")? else { panic!() };
    /// assert!(url.is_ip_based());
    /// assert_eq!(url.host().unwrap().raw(), "host");
    /// let Url::Other(url) = Url::parse("cid:part1@host")? else { panic!() };
    /// assert!(!url.is_ip_based() && url.host().is_none());
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn is_ip_based(&self) -> bool {
        self.0.span(Rule::IpSchemepart).is_some()
    }

    /// Returns the host, if the URL has the common Internet scheme syntax.
    #[doc(alias = "host_str")]
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        self.0.host()
    }

    /// Returns the part of the url-path before the first question mark.
    ///
    /// The RFC leaves the meaning of the url-path to the scheme (3.1). A question mark divides it
    /// by the convention of http, which schemes such as https follow.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://host/a/b?c=d")? else { panic!() };
    /// assert_eq!(url.path().unwrap().raw(), "a/b");
    /// assert_eq!(url.segments().count(), 2);
    /// assert_eq!(url.search().unwrap().raw(), "c=d");
    /// assert_eq!(url.url_path().unwrap().raw(), "a/b?c=d");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Component<'t>> {
        Some(self.path_and_search()?.0)
    }

    /// Returns the segments of [`Self::path`], which slashes separate by the convention of http.
    /// The RFC has no name for them; each has the name `url-path`.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://h/a/b?c")? else { panic!() };
    /// assert_eq!(url.segments().last().unwrap(), "b");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        segments(self.path(), ComponentName::UrlPath)
    }

    /// Returns the part of the url-path after the first question mark, which is the query by the
    /// convention of http; the RFC leaves it to the scheme (3.1).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://h/a?b=c")? else { panic!() };
    /// assert_eq!(url.search().unwrap(), "b=c");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "query")]
    #[must_use]
    pub fn search(&self) -> Option<Component<'t>> {
        self.path_and_search()?.1
    }

    fn path_and_search(&self) -> Option<(Component<'t>, Option<Component<'t>>)> {
        Some(self.url_path()?.split_once("?", ComponentName::Search))
    }

    /// Returns the whole url-path, without the slash before it, if the URL has the common Internet
    /// scheme syntax and does not end before that slash.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Other(url) = Url::parse("https://h/a?b=c")? else { panic!() };
    /// assert_eq!(url.url_path().unwrap(), "a?b=c");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn url_path(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Urlpath, ComponentName::UrlPath)
    }
}
