//! The path and the query of any URL: Section 3.1, and what each scheme makes of the url-path.

use super::component::segments;
use super::{Component, ComponentName, Url};

impl<'t> Url<'t> {
    /// Returns the path: the url-path (3.1) without the parts that have a name of their own, which
    /// are the search string, the typecode of an ftp URL and the fields of a prospero URL. Returns
    /// `None` if the URL ends before the slash that begins it, or if its scheme has no url-path.
    ///
    /// The slash between the host and the path belongs to neither (3.1). The crate `url` counts it
    /// as part of the path.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let path = |text| Ok::<_, rfc1738::SyntaxError>(Url::parse(text)?.path().map(|path| path.raw()));
    /// assert_eq!(path("http://h/a/b?c")?, Some("a/b"));
    /// assert_eq!(path("http://h/")?, Some(""));
    /// assert_eq!(path("http://h")?, None);
    /// assert_eq!(path("ftp://h/a;type=d")?, Some("a"));
    /// assert_eq!(path("wais://h/db?c")?, Some("db"));
    /// assert_eq!(path("mailto:me@h")?, None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Component<'t>> {
        match self {
            Self::Ftp(url) => url.path(),
            Self::Http(url) => url.path(),
            Self::File(url) => Some(url.path()),
            Self::Prospero(url) => Some(url.hsoname()),
            Self::Other(url) => url.path(),
            Self::Gopher(url) => {
                let selector = url.selector().map(|selector| selector.span().end);
                let end = selector.unwrap_or(url.as_str().len());
                let start = self.url_path()?.span().start;
                Some(Component::new(
                    ComponentName::UrlPath,
                    url.as_str(),
                    start..end,
                ))
            }
            Self::Wais(_) => Some(self.url_path()?.split_once("?", ComponentName::Search).0),
            Self::Nntp(_) | Self::Telnet(_) => self.url_path(),
            Self::Mailto(_) | Self::News(_) => None,
        }
    }

    /// Returns the segments of the path, which slashes separate, in an ftp, http or file URL (2.3)
    /// and by the convention of http in other schemes. In the remaining schemes, slashes have no
    /// such meaning, and there are no segments.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("http://h/a/b%2Fc/")?;
    /// let segments: Vec<_> = url.segments().map(|segment| segment.raw()).collect();
    /// assert_eq!(segments, ["a", "b%2Fc", ""]);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        let (path, name) = match self {
            Self::Ftp(_) | Self::File(_) => (self.path(), ComponentName::Fsegment),
            Self::Http(_) => (self.path(), ComponentName::Hsegment),
            Self::Other(_) => (self.path(), ComponentName::UrlPath),
            _ => (None, ComponentName::UrlPath),
        };
        segments(path, name)
    }

    /// Returns the query, which the RFC calls `search`, of an http URL (3.3), a gopher URL (3.4.2)
    /// or a wais URL (3.9), and of other schemes by the convention of http.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// assert_eq!(Url::parse("http://h/a?b=c")?.query().unwrap().raw(), "b=c");
    /// assert_eq!(Url::parse("gopher://h/7find%09words")?.query().unwrap().raw(), "words");
    /// assert_eq!(Url::parse("http://h/a")?.query(), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "search")]
    #[must_use]
    pub fn query(&self) -> Option<Component<'t>> {
        match self {
            Self::Http(url) => url.search(),
            Self::Gopher(url) => url.search(),
            Self::Wais(url) => url.search(),
            Self::Other(url) => url.search(),
            _ => None,
        }
    }

    /// Returns everything after the slash that ends the authority.
    fn url_path(&self) -> Option<Component<'t>> {
        let slash = self.authority()?.span().end;
        let has_slash = self.as_str()[slash..].starts_with('/');
        has_slash.then(|| self.view().from(slash + 1, ComponentName::UrlPath))
    }
}
