//! Telnet URLs: Section 3.8.

use super::Component;
use super::view::{View, url_type};

url_type! {
    /// An interactive service. User name and password are advisory: a client only shows them to
    /// its user.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Telnet(url) = Url::parse("telnet://guest:guest@host.dom/")? else { panic!() };
    /// assert_eq!((url.host().raw(), url.port_or_default()), ("host.dom", Some(23)));
    /// assert_eq!(url.user().zip(url.password()).unwrap().1, "guest");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    TelnetUrl { user, password, host, port; port 23 }
}
