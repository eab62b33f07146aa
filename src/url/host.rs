//! Hosts and ports: Section 3.1.

use core::fmt;
use core::net::Ipv4Addr;

use super::{Component, ComponentName};

/// The host that a URL names.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::Host;
///
/// let host = Url::parse("http://www.w3.org/")?.host().unwrap();
/// assert!(matches!(host, Host::Name(_)));
/// assert_eq!((host.raw(), host.component().span()), ("www.w3.org", 7..17));
/// assert_eq!(host.labels().count(), 3);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Host<'t> {
    /// A domain name: labels between dots.
    Name(Component<'t>),
    /// Four decimal numbers separated by dots. The grammar does not bound them.
    Number(Component<'t>),
}

impl<'t> Host<'t> {
    /// Returns the component of either kind.
    #[must_use]
    pub fn component(self) -> Component<'t> {
        match self {
            Self::Name(component) | Self::Number(component) => component,
        }
    }

    /// Returns the text in the URL.
    #[doc(alias = "as_str")]
    #[must_use]
    pub fn raw(self) -> &'t str {
        self.component().raw()
    }

    /// Returns whether it is the same host: the case of letters does not matter (3.1, which refers to
    /// RFC 1034, 3.5). [`PartialEq`] compares the case, too.
    ///
    /// ```
    /// let host = rfc1738::Url::parse("http://Host.DOM/")?.host().unwrap();
    /// assert!(host.eq_ignore_ascii_case("host.dom") && host != "host.dom");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn eq_ignore_ascii_case(self, host: &str) -> bool {
        self.component().eq_ignore_ascii_case(host)
    }

    /// Returns the labels of the name, or the four numbers.
    pub fn labels(self) -> impl Iterator<Item = Component<'t>> {
        self.component().split(".", ComponentName::Host)
    }

    /// Returns the IP address, if the host is four numbers of at most 255 each.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let host = Url::parse("http://127.0.0.001/")?.host().unwrap();
    /// assert_eq!(host.address(), Some(std::net::Ipv4Addr::LOCALHOST));
    /// let host = Url::parse("http://127.0.0.256/")?.host().unwrap();
    /// assert_eq!(host.address(), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn address(self) -> Option<Ipv4Addr> {
        let Self::Number(_) = self else {
            return None;
        };
        let mut octets = [0; 4];
        for (octet, number) in octets.iter_mut().zip(self.labels()) {
            *octet = number.raw().parse().ok()?;
        }
        Some(Ipv4Addr::from(octets))
    }
}

/// Writes the text in the URL.
impl fmt::Display for Host<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.component().fmt(formatter)
    }
}

/// Writes the kind and the text, as in `Name("host.dom")`.
impl fmt::Debug for Host<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Name(_) => "Name",
            Self::Number(_) => "Number",
        };
        write!(formatter, "{kind}({:?})", self.raw())
    }
}

/// The port that a URL names.
///
/// ```
/// use rfc1738::Url;
///
/// let port = Url::parse("http://host.dom:0080/")?.port().unwrap();
/// assert_eq!((port.raw(), port.number()), ("0080", Some(80)));
/// assert_eq!(port.component().span(), 16..20);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Port<'t>(Component<'t>);

impl<'t> Port<'t> {
    pub(super) fn new(component: Component<'t>) -> Self {
        Self(component)
    }

    /// Returns the component.
    #[must_use]
    pub fn component(self) -> Component<'t> {
        self.0
    }

    /// Returns the text in the URL: digits. The grammar does not limit their number.
    #[must_use]
    pub fn raw(self) -> &'t str {
        self.0.raw()
    }

    /// Returns its value; `None` above 65535, the greatest port.
    #[must_use]
    pub fn number(self) -> Option<u16> {
        self.raw().parse().ok()
    }
}

/// Writes the text in the URL.
impl fmt::Display for Port<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Writes the text in quotation marks, as in `Port("80")`.
impl fmt::Debug for Port<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Port({:?})", self.raw())
    }
}
