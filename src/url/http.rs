//! HTTP URLs: Section 3.3.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// A resource that is accessible by HTTP.
    HttpUrl { host, port; port 80 }
}

impl<'t> HttpUrl<'t> {
    /// Returns the path, without the slash before it; `None` if the URL ends before that slash.
    #[must_use]
    pub fn hpath(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Hpath, ComponentName::Hpath)
    }

    /// Returns the query string, without the question mark before it.
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
    #[must_use]
    pub fn request_target(&self) -> &'t str {
        let path = self.0.parts().find(Rule::Hpath.id());
        path.map_or("/", |path| &self.0.text()[path.start - 1..])
    }
}
