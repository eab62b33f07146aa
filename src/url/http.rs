//! HTTP URLs: Section 3.3.

use super::component::segments;
use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// A resource that is accessible by HTTP.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://host.dom:8080/a/b?c")? else { panic!() };
    /// assert_eq!((url.host().raw(), url.port_or_default()), ("host.dom", Some(8080)));
    /// assert_eq!(url.path().unwrap(), "a/b");
    /// assert_eq!(url.search().unwrap(), "c");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    HttpUrl { host, port; port 80 }
}

impl<'t> HttpUrl<'t> {
    /// Returns the path, the production `hpath`, without the slash before it; `None` if the URL
    /// ends before that slash.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://h/a/b%20c?d")? else { panic!() };
    /// assert_eq!(url.path().unwrap().raw(), "a/b%20c");
    /// assert_eq!(url.segments().last().unwrap().text().as_deref(), Some("b c"));
    /// assert_eq!(url.search().unwrap().raw(), "d");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "hpath")]
    #[must_use]
    pub fn path(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Hpath, ComponentName::Hpath)
    }

    /// Returns the segments of the path, which slashes separate: the levels of a hierarchy (2.3).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://h/a/b%2Fc")? else { panic!() };
    /// let segments: Vec<&str> = url.segments().map(|segment| segment.raw()).collect();
    /// assert_eq!(segments, ["a", "b%2Fc"]);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        segments(self.path(), ComponentName::Hsegment)
    }

    /// Returns the query string, without the question mark before it.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://h/a?b=c")? else { panic!() };
    /// assert_eq!(url.search().unwrap(), "b=c");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "query")]
    #[must_use]
    pub fn search(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Search, ComponentName::Search)
    }

    /// Returns the target that a client requests: the path with the slash before it and the query
    /// string, encoded as in the URL; `/` if the URL has neither.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Http(url) = Url::parse("http://h:8080/a%20b?c")? else { panic!() };
    /// assert_eq!(url.request_target(), "/a%20b?c");
    /// let Url::Http(url) = Url::parse("http://h")? else { panic!() };
    /// assert_eq!(url.request_target(), "/");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "path_and_query")]
    #[must_use]
    pub fn request_target(&self) -> &'t str {
        let path = self.0.span(Rule::Hpath);
        path.map_or("/", |path| &self.0.text()[path.start - 1..])
    }
}
