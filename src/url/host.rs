//! Hosts and ports: Section 3.1.

use std::fmt;
use std::net::Ipv4Addr;

use super::{Component, ComponentName};

/// What a URL connects to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Host<'t> {
    /// A domain name: labels between dots.
    Name(Component<'t>),
    /// Four decimal numbers between dots. The grammar does not bound them.
    Number(Component<'t>),
}

impl<'t> Host<'t> {
    /// The component, whichever it is.
    #[must_use]
    pub fn component(self) -> Component<'t> {
        match self {
            Self::Name(component) | Self::Number(component) => component,
        }
    }

    /// The characters that the URL holds.
    #[must_use]
    pub fn raw(self) -> &'t str {
        self.component().raw()
    }

    /// The labels of the name, or the four numbers.
    pub fn labels(self) -> impl Iterator<Item = Component<'t>> {
        self.component().split(".", ComponentName::Host)
    }

    /// The address, if it is four numbers of at most 255 each.
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

/// The characters that the URL holds.
impl fmt::Display for Host<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.component().fmt(formatter)
    }
}

/// The port that a URL names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Port<'t>(Component<'t>);

impl<'t> Port<'t> {
    pub(super) fn new(component: Component<'t>) -> Self {
        Self(component)
    }

    /// The component.
    #[must_use]
    pub fn component(self) -> Component<'t> {
        self.0
    }

    /// The characters that the URL holds: digits, as many as it likes.
    #[must_use]
    pub fn raw(self) -> &'t str {
        self.0.raw()
    }

    /// Its value; nothing where that is more than 65535, the greatest of all ports.
    #[must_use]
    pub fn number(self) -> Option<u16> {
        self.raw().parse().ok()
    }
}

/// The characters that the URL holds.
impl fmt::Display for Port<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
