//! URLs of schemes that the RFC does not define: Sections 2.1 and 3.1.

use super::view::{View, url_type};
use super::{Component, ComponentName, Host};
use crate::rules::Rule;

url_type! {
    /// A URL of another scheme, which decides what its parts mean.
    OtherUrl { user, password, port }
}

impl<'t> OtherUrl<'t> {
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
        self.0.parts().find(Rule::IpSchemepart.id()).is_some()
    }

    /// Returns the host, if the URL has the common Internet scheme syntax.
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        self.0.host()
    }

    /// Returns the path, without the slash before it, if the URL has the common Internet scheme
    /// syntax and does not end before that slash.
    #[must_use]
    pub fn url_path(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Urlpath, ComponentName::UrlPath)
    }
}
