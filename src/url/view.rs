//! The text of a URL and the spans of its components, as the productions derive them: the content of every typed URL.
//!
//! Invariant: nothing is allocated. The selected productions occur at most once in a URL, so
//! there is room for all of them; repeated components are found by their delimiters. The first is the
//! kind of the URL.

use core::hash::{Hash, Hasher};
use core::ops::Range;

use rfcbnf_engine::spans::{Selection, Spans};
use rfcbnf_engine::{AsInput, ProductionSet};

use super::{Component, ComponentName, Host, Port};
use crate::rules::{Rule, bodies};

/// A URL and its parts.
#[derive(Clone, Copy)]
pub(super) struct View<'t> {
    text: &'t str,
    parts: Parts,
}

impl<'t> View<'t> {
    /// Returns the view of a URL. The parts have to be those of the text.
    pub(super) fn new(text: &'t str, parts: Parts) -> Self {
        Self { text, parts }
    }

    /// Returns the view of a text, if it is a URL.
    #[inline]
    pub(super) fn parse<T: AsInput + ?Sized>(text: &'t T) -> Option<Self> {
        let mut view = Self::new("", Parts::NONE);
        if !find_parts(text.as_input(), &mut view.parts) {
            return None;
        }
        // The productions derive ASCII characters only, so the octets are text.
        view.text = text.as_text().unwrap_or_default();
        Some(view)
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn parts(&self) -> Parts {
        self.parts
    }

    /// Returns the production of its scheme, or `otherurl`.
    #[inline]
    pub(super) fn rule(&self) -> Rule {
        let first = self.parts.iter().next();
        first.map_or(Rule::Otherurl, |(production, _)| production.into())
    }

    /// Returns the span of the production, if it is on the derivation.
    pub(super) fn span(&self, rule: Rule) -> Option<Range<usize>> {
        let span = self.parts.find(rule.id())?;
        if u32::try_from(self.text.len()).is_err() {
            return long_span(self.text.as_bytes(), &span, rule);
        }
        Some(span)
    }

    /// Returns the text that the production derives, as a component of that name.
    pub(super) fn find(&self, rule: Rule, name: ComponentName) -> Option<Component<'t>> {
        let span = self.span(rule)?;
        Some(Component::new(name, self.text, span))
    }

    /// Returns the same for a production that this kind of URL always has.
    pub(super) fn get(&self, rule: Rule, name: ComponentName) -> Component<'t> {
        let end = self.text.len();
        let nothing = Component::new(name, self.text, end..end);
        self.find(rule, name).unwrap_or(nothing)
    }

    /// Returns the text from an offset to the end.
    pub(super) fn from(&self, start: usize, name: ComponentName) -> Component<'t> {
        let end = self.text.len();
        Component::new(name, self.text, start.min(end)..end)
    }

    pub(super) fn scheme(&self) -> Component<'t> {
        let end = self.text.find(':').unwrap_or(self.text.len());
        Component::new(ComponentName::Scheme, self.text, 0..end)
    }

    pub(super) fn user(&self) -> Option<Component<'t>> {
        self.find(Rule::User, ComponentName::User)
    }

    pub(super) fn password(&self) -> Option<Component<'t>> {
        self.find(Rule::Password, ComponentName::Password)
    }

    pub(super) fn host(&self) -> Option<Host<'t>> {
        let name = self.find(Rule::Hostname, ComponentName::Host);
        let number = || self.find(Rule::Hostnumber, ComponentName::Host);
        name.map(Host::Name).or_else(|| number().map(Host::Number))
    }

    /// Returns the host of a URL that always has one.
    pub(super) fn the_host(&self) -> Host<'t> {
        let nothing = || Host::Name(self.get(Rule::Hostname, ComponentName::Host));
        self.host().unwrap_or_else(nothing)
    }

    pub(super) fn port(&self) -> Option<Port<'t>> {
        self.find(Rule::Port, ComponentName::Port).map(Port::new)
    }

    /// Returns the user, the password, the host and the port with the delimiters between them, as a
    /// component of that name. The scheme has to be one whose URLs have `//` before them.
    pub(super) fn authority(&self, name: ComponentName) -> Component<'t> {
        let start = self.scheme().span().end + "://".len();
        let host = || self.host().map(Host::component);
        let last = self.port().map(Port::component).or_else(host);
        let end = last.map_or(start, |last| last.span().end);
        Component::new(name, self.text, start..end)
    }
}

/// Compares the texts, not the normal forms.
impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for View<'_> {}

impl Hash for View<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Defines the URL of a scheme, with the components that it shares with others.
macro_rules! url_type {
    ($(#[$attribute:meta])* $name:ident { $($component:ident),* $(; port $port:literal)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name<'t>(pub(super) View<'t>);

        impl<'t> $name<'t> {
            $(
                /// The port to connect to if the URL names none.
                pub const DEFAULT_PORT: u16 = $port;

                /// Returns the port to connect to: that of the URL, or else the default. Returns
                /// `None` if the URL names a port above 65535.
                #[doc(alias = "port_or_known_default")]
                #[must_use]
                pub fn port_or_default(&self) -> Option<u16> {
                    self.port().map_or(Some($port), |port| port.number())
                }
            )?

            /// Returns the text, as it was parsed.
            #[must_use]
            pub fn as_str(&self) -> &'t str {
                self.0.text()
            }

            /// Returns the scheme, as written.
            #[must_use]
            pub fn scheme(&self) -> Component<'t> {
                self.0.scheme()
            }

            $( url_type!(@ $component); )*
        }

        /// Writes the text, as it was parsed.
        impl core::fmt::Display for $name<'_> {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.pad(self.as_str())
            }
        }

        /// Writes the name of the type and the text in quotation marks, without its password.
        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let text = crate::password::hidden(self.as_str());
                write!(formatter, concat!(stringify!($name), "({:?})"), text)
            }
        }
    };
    (@ user) => {
        /// Returns the user name. An empty one is not the same as none.
        #[doc(alias = "username")]
        #[must_use]
        pub fn user(&self) -> Option<Component<'t>> {
            self.0.user()
        }
    };
    (@ password) => {
        /// Returns the password. An empty one is not the same as none.
        #[must_use]
        pub fn password(&self) -> Option<Component<'t>> {
            self.0.password()
        }
    };
    (@ host) => {
        /// Returns the host.
        #[doc(alias = "host_str")]
        #[must_use]
        pub fn host(&self) -> crate::url::Host<'t> {
            self.0.the_host()
        }
    };
    (@ port) => {
        /// Returns the port, if the URL names one.
        #[must_use]
        pub fn port(&self) -> Option<crate::url::Port<'t>> {
            self.0.port()
        }
    };
}

pub(super) use url_type;

/// Room for the parts of any URL. The most is seven: ftp and other URLs have that many.
const ROOM: usize = 8;

/// The productions that are components or determine the kind of URL.
struct UrlParts;

impl Selection for UrlParts {
    const PRODUCTIONS: ProductionSet = Rule::set(&[
        Rule::Ftpurl,
        Rule::Httpurl,
        Rule::Gopherurl,
        Rule::Mailtourl,
        Rule::Newsurl,
        Rule::Nntpurl,
        Rule::Telneturl,
        Rule::Waisurl,
        Rule::Fileurl,
        Rule::Prosperourl,
        Rule::Otherurl,
        Rule::IpSchemepart,
        Rule::User,
        Rule::Password,
        Rule::Hostname,
        Rule::Hostnumber,
        Rule::Port,
        Rule::Urlpath,
        Rule::Fpath,
        Rule::Ftptype,
        Rule::Hpath,
        Rule::Search,
        Rule::Gtype,
        Rule::Encoded822addr,
        Rule::Group,
        Rule::Article,
        Rule::Database,
        Rule::Wtype,
        Rule::Wpath,
        Rule::Ppath,
    ]);
}

/// The selected productions of a URL, in the order in which they begin, with their spans.
pub(super) type Parts = Spans<ROOM>;

/// Finds the parts of a text. Returns whether it is a URL.
#[inline(never)]
fn find_parts(text: &[u8], parts: &mut Parts) -> bool {
    parts.select::<UrlParts>(text, bodies::url)
}

/// Returns the span of a part of a URL whose text is longer than 4 GiB.
#[cold]
fn long_span(text: &[u8], lower: &Range<usize>, rule: Rule) -> Option<Range<usize>> {
    let mut upper = Parts::NONE;
    upper.select_upper::<UrlParts>(text, bodies::url);
    let upper = upper.find(rule.id())?;
    let offset = |upper: usize, lower: usize| (upper as u64) << u32::BITS | lower as u64;
    let (start, end) = (
        offset(upper.start, lower.start),
        offset(upper.end, lower.end),
    );
    Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}
