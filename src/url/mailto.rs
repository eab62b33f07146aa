//! Mailto URLs: Section 3.5.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// The mail address of a person or service.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Mailto(url) = Url::parse("mailto:me@host.dom")? else { panic!() };
    /// assert_eq!(url.address(), "me@host.dom");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    MailtoUrl { }
}

impl<'t> MailtoUrl<'t> {
    /// Returns the address. It should decode to an `addr-spec` of RFC 822.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Mailto(url) = Url::parse("mailto:a%25b@host.dom")? else { panic!() };
    /// assert_eq!(url.address().text().as_deref(), Some("a%b@host.dom"));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn address(&self) -> Component<'t> {
        self.0
            .get(Rule::Encoded822addr, ComponentName::Encoded822addr)
    }
}
