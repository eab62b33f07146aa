//! NNTP URLs: Section 3.7.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// An article of USENET news on a server.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Nntp(url) = Url::parse("nntp://host.dom/alt.test/42")? else { panic!() };
    /// assert_eq!((url.host().raw(), url.port_or_default()), ("host.dom", Some(119)));
    /// assert_eq!(url.group(), "alt.test");
    /// assert_eq!(url.digits().unwrap(), "42");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    NntpUrl { host, port; port 119 }
}

impl<'t> NntpUrl<'t> {
    /// Returns the name of the news group.
    #[must_use]
    pub fn group(&self) -> Component<'t> {
        self.0.get(Rule::Group, ComponentName::Group)
    }

    /// Returns the number of the article in the group; `None` if the URL names none.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Nntp(url) = Url::parse("nntp://h/alt.test/42")? else { panic!() };
    /// assert_eq!(url.group().raw(), "alt.test");
    /// assert_eq!(url.digits().unwrap().raw(), "42");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn digits(&self) -> Option<Component<'t>> {
        let end = self.group().span().end;
        (end < self.as_str().len()).then(|| self.0.from(end + 1, ComponentName::Digits))
    }
}
