//! Why a URL cannot be built.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString};

use thiserror::Error;

use super::scheme::Scheme;
use crate::error::without_user;
use crate::error::{NoteId, SyntaxError};
use crate::rules::Rule;
use crate::url::ComponentName as Name;

/// The error if the given components cannot form a URL. Its text names the method of the
/// [`Builder`](super::Builder) for the component, the problem, and a correction.
///
/// ```
/// use rfc1738::url::ComponentName;
/// use rfc1738::{BuildErrorKind, Builder};
///
/// let error = Builder::new("http").host("a/b").build().unwrap_err();
/// assert_eq!(error.component(), ComponentName::Host);
/// assert_eq!(error.kind(), BuildErrorKind::Inexpressible);
/// assert_eq!(
///     error.to_string(),
///     "host: invalid value, expected alphadigit, \"-\", \".\" or end of text, \
///      found \"/\" at offset 1; a host name is labels of letters, digits and \"-\", separated by \
///      \".\", and each begins and ends with a letter or a digit (RFC 1738, 3.1)",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {problem}", method(*.component))]
pub struct BuildError {
    component: Name,
    kind: BuildErrorKind,
    problem: String,
}

/// The problem with a component.
///
/// ```
/// use rfc1738::{BuildErrorKind, Builder};
///
/// let error = Builder::new("http").path("a").build().unwrap_err();
/// assert_eq!(error.kind(), BuildErrorKind::Missing);
/// assert_eq!(error.component().as_str(), "host");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// URLs of the scheme do not have this component.
    Foreign,
    /// The URL requires this component, but it was not given.
    Missing,
    /// This component requires another one, which was not given.
    Needs(Name),
    /// This component conflicts with another one, which was given as well.
    Excludes(Name),
    /// No encoding makes the octets a component of the URL.
    Inexpressible,
    /// The path begins with the slash that separates it from the host.
    LeadingSlash,
}

impl BuildError {
    /// Returns the name of the component. A path is [`ComponentName::UrlPath`](Name::UrlPath) in
    /// every scheme.
    #[must_use]
    pub fn component(&self) -> Name {
        self.component
    }

    /// Returns the kind of problem.
    #[must_use]
    pub fn kind(&self) -> BuildErrorKind {
        self.kind
    }

    /// Returns the problem and a correction: the text of the error without the name of the method.
    ///
    /// ```
    /// let error = rfc1738::Builder::new("ftp").host("h").password("p").build().unwrap_err();
    /// assert_eq!(error.problem(), "requires user (RFC 1738, 3.1); give user as well");
    /// assert_eq!(error.to_string(), format!("password: {}", error.problem()));
    /// ```
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    pub(super) fn foreign(component: Name, scheme: Scheme<'_>) -> Self {
        let (name, rule) = (scheme.name(), scheme.rule());
        let is_login = match component {
            Name::User | Name::Password => true,
            // The note on the user of a file URL covers the port as well.
            Name::Port => rule == Rule::Fileurl,
            _ => false,
        };
        let note = without_user(rule).filter(|_| is_login);
        let has_parts = matches!(
            rule,
            Rule::Gopherurl | Rule::Nntpurl | Rule::Waisurl | Rule::Prosperourl
        );
        let reason = match note {
            Some(note) => note.to_string(),
            None if has_parts && component == Name::UrlPath => format!(
                "the path of {name} URLs consists of other components (RFC 1738, {})",
                rule.section()
            ),
            None => format!("{name} URLs have none (RFC 1738, {})", rule.section()),
        };
        let components = list(scheme.components());
        Self {
            component,
            kind: BuildErrorKind::Foreign,
            problem: format!("{reason}; {name} URLs have {components}"),
        }
    }

    pub(super) fn missing(component: Name, scheme: Scheme<'_>) -> Self {
        let section = scheme.rule().section();
        let advice = definition(component);
        Self {
            component,
            kind: BuildErrorKind::Missing,
            problem: format!("missing, and the URL needs one (RFC 1738, {section}); {advice}"),
        }
    }

    pub(super) fn needs(component: Name, other: Name, section: &str) -> Self {
        let name = method(other);
        Self {
            component,
            kind: BuildErrorKind::Needs(other),
            problem: format!("requires {name} (RFC 1738, {section}); give {name} as well"),
        }
    }

    pub(super) fn excludes(component: Name, other: Name, section: &str) -> Self {
        Self {
            component,
            kind: BuildErrorKind::Excludes(other),
            problem: format!(
                "conflicts with {} (RFC 1738, {section}); leave one out",
                method(other)
            ),
        }
    }

    pub(super) fn leading_slash() -> Self {
        Self {
            component: Name::UrlPath,
            kind: BuildErrorKind::LeadingSlash,
            problem:
                "it begins with the slash that separates it from the host (RFC 1738, 3.1); leave \
                      the slash out, or give the segments one by one if the first is empty"
                    .to_owned(),
        }
    }

    pub(super) fn inexpressible(component: Name, reason: &str) -> Self {
        Self::impossible(component, reason, definition(component))
    }

    /// Returns the error if the production of the component does not derive the text.
    pub(super) fn underived(component: Name, error: &SyntaxError) -> Self {
        // Only notes on hosts help. The others explain how to encode octets, which is not possible
        // here.
        let is_on_hosts = |id| {
            matches!(
                id,
                NoteId::HostLabel | NoteId::RightmostLabel | NoteId::NotUsAscii
            )
        };
        let mut notes = error.notes().into_iter();
        let note = notes
            .find(|note| is_on_hosts(note.id()))
            .filter(|_| component == Name::Host);
        let advice = note.map(|note| note.to_string());
        let advice = advice.as_deref().unwrap_or(definition(component));
        Self::impossible(component, &error.summary(), advice)
    }

    fn impossible(component: Name, reason: &str, advice: &str) -> Self {
        Self {
            component,
            kind: BuildErrorKind::Inexpressible,
            problem: format!("invalid value, {reason}; {advice}"),
        }
    }
}

/// Returns the name of the builder's method for the component.
pub(super) fn method(component: Name) -> &'static str {
    match component {
        Name::UrlPath | Name::Fpath | Name::Hpath => "path",
        Name::Fsegment | Name::Hsegment => "segment",
        Name::GopherString => "gopher_string",
        Name::Encoded822addr => "address",
        Name::Grouppart => "group",
        Name::Fieldname | Name::Fieldvalue => "field",
        // The other methods have the names of the RFC.
        _ => component.as_str(),
    }
}

/// Describes a component that not all octets can form.
fn definition(component: Name) -> &'static str {
    match component {
        Name::Scheme => "a scheme is letters, digits, \"+\", \"-\" and \".\"",
        Name::Host => "a host is a domain name, or four numbers separated by dots",
        Name::Port => "a port is decimal digits",
        Name::Ftptype => "a typecode is \"a\", \"i\" or \"d\"",
        Name::Gtype => "a gopher type is one octet",
        Name::Selector => "a selector holds no tab, LF or CR",
        Name::Search => "a search string holds no tab",
        Name::Encoded822addr => "an address is at least one octet",
        Name::Grouppart => "give a group, \"*\" for all groups, or an article",
        Name::Group => {
            "a group is a letter and then letters, digits, \"-\", \".\", \"+\" and \"_\""
        }
        Name::Article => "a message id is at least one octet, \"@\" and a host",
        Name::Digits => "the number of an article is decimal digits",
        Name::UrlPath => "a path is at least one segment, which may be empty",
        Name::Schemepart => "give a schemepart, or a host and what goes with it",
        _ => "it may be empty",
    }
}

/// Returns `a, b and c`.
fn list(names: &[Name]) -> String {
    let mut list = String::new();
    for (index, &name) in names.iter().enumerate() {
        list.push_str(match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        });
        list.push_str(method(name));
    }
    list
}
