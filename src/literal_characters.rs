//! The characters that a component need not encode: Section 2.2, and what each scheme reserves.

use rfcbnf_engine::CharacterSet;

use crate::rules::Rule;
use crate::url::ComponentName;

/// Returns the characters that a component of a URL holds as they are; every other octet is
/// encoded. Returns `None` for a component in which no octet can be encoded, such as a host, and
/// for one that consists of such components.
///
/// They are those that the production of the component derives, without the percent sign and
/// without those that the prose reserves in the scheme: in http, `/`, `;` and `?` (3.3). In schemes
/// that the RFC does not define, any reserved character may have a meaning, so only alphanumerics
/// and the characters of `safe` and `extra` remain; their `search` is that of http, by convention.
/// For an `article`, the set applies to the part before the `@`.
///
/// `url` is the production of the scheme, such as [`Rule::Ftpurl`]. The component is one that its
/// URLs have.
///
/// ```
/// use rfc1738::url::ComponentName;
/// use rfc1738::{Rule, encode, literal_characters};
///
/// let http = literal_characters(Rule::Httpurl, ComponentName::Hpath).unwrap();
/// assert_eq!(encode("a;b=c", http), "a%3Bb=c");
/// let gopher = literal_characters(Rule::Gopherurl, ComponentName::Selector).unwrap();
/// assert_eq!(encode("a;b=c", gopher), "a;b=c");
/// assert_eq!(literal_characters(Rule::Httpurl, ComponentName::Host), None);
/// ```
#[must_use]
pub fn literal_characters(url: Rule, component: ComponentName) -> Option<CharacterSet> {
    let derived = of_production(component)?;
    let reserved = match url {
        Rule::Httpurl => HTTP_RESERVED,
        Rule::Otherurl if component == ComponentName::Search => HTTP_RESERVED,
        Rule::Otherurl => Rule::Reserved.first(),
        // The productions of the other schemes leave out what their sections reserve.
        _ => CharacterSet::EMPTY,
    };
    Some(derived.without(reserved).without(CharacterSet::of("%")))
}

/// The characters that Section 3.3 reserves in an http URL.
const HTTP_RESERVED: CharacterSet = CharacterSet::of("/;?");

/// Returns the characters that a component of a URL can hold without changing the other components:
/// the literal characters, and those that the scheme reserves for use inside the component.
#[cfg(feature = "build")]
pub(crate) fn derived_characters(url: Rule, component: ComponentName) -> Option<CharacterSet> {
    let derived = match (url, component) {
        // The prose divides a gopher path at encoded tabs only (3.4.1).
        (Rule::Gopherurl, ComponentName::Search) => Rule::Selector.first(),
        (Rule::Otherurl, ComponentName::Search) => Rule::Urlpath.first(),
        // Here, the name stands for one segment of the path, before the search.
        (Rule::Otherurl, ComponentName::UrlPath) => {
            Rule::Urlpath.first().without(CharacterSet::of("/?"))
        }
        _ => of_production(component)?,
    };
    Some(derived.without(CharacterSet::of("%")))
}

/// Returns the characters that the production of the component derives. It is a repetition of
/// characters, so these are the characters that it begins with.
fn of_production(component: ComponentName) -> Option<CharacterSet> {
    use ComponentName as Name;
    let production = match component {
        Name::User => Rule::User,
        Name::Password => Rule::Password,
        Name::Fpath | Name::Fsegment => Rule::Fsegment,
        Name::Hpath | Name::Hsegment => Rule::Hsegment,
        Name::Search => Rule::Search,
        Name::Gtype => Rule::Gtype,
        Name::Selector => Rule::Selector,
        Name::GopherString => Rule::GopherString,
        Name::Encoded822addr => Rule::Encoded822addr,
        Name::Article => Rule::Article,
        Name::Database => Rule::Database,
        Name::Wtype => Rule::Wtype,
        Name::Wpath => Rule::Wpath,
        // A slash may appear in it without quoting (3.11).
        Name::Hsoname => return Some(Rule::Psegment.first().with("/")),
        Name::Fieldname => Rule::Fieldname,
        Name::Fieldvalue => Rule::Fieldvalue,
        Name::UrlPath => Rule::Urlpath,
        Name::Schemepart => Rule::Schemepart,
        Name::Scheme
        | Name::Login
        | Name::Hostport
        | Name::Host
        | Name::Port
        | Name::Ftptype
        | Name::Grouppart
        | Name::Group
        | Name::Digits => return None,
    };
    Some(production.first())
}
