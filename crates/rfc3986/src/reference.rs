//! References: their parts, their resolution against a base (Section 5), and their normal form (Section 6).
//!
//! People write this module; everything else in the crate is generated. In the crate `url`, `base.join(text)` is what
//! [`Reference::resolve`] is here, and the equality of two URLs is [`Reference::is_equivalent`].
//!
//! ```
//! use rfc3986::reference::Reference;
//!
//! let base = Reference::parse("http://a/b/c/d;p?q")?;
//! let reference = Reference::parse("../g#s")?;
//! assert_eq!(reference.resolve(&base).as_deref(), Some("http://a/b/g#s"));
//! # Ok::<(), rfc3986::SyntaxError>(())
//! ```

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::spans::{Selection, Spans};
use rfcbnf_engine::{AsInput, ProductionSet, diagnose};

use crate::rules::bodies;
use crate::{Rule, SyntaxError};

/// A URI or a relative reference, as its text and the parts of it.
///
/// ```
/// use rfc3986::reference::Reference;
///
/// let uri = Reference::parse("foo://me@example.com:8042/over/there?name=ferret#nose")?;
/// assert_eq!(uri.scheme(), Some("foo"));
/// assert_eq!(uri.authority(), Some("me@example.com:8042"));
/// assert_eq!(uri.userinfo(), Some("me"));
/// assert_eq!(uri.host(), Some("example.com"));
/// assert_eq!(uri.port(), Some("8042"));
/// assert_eq!(uri.path(), "/over/there");
/// assert_eq!(uri.query(), Some("name=ferret"));
/// assert_eq!(uri.fragment(), Some("nose"));
/// # Ok::<(), rfc3986::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reference<'t> {
    text: &'t str,
    parts: Parts<'t>,
    userinfo: Option<&'t str>,
    host: Option<&'t str>,
    port: Option<&'t str>,
}

/// The five parts of a reference (Section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

/// The productions of the parts.
struct PartRules;

const PATHS: [Rule; 5] = [
    Rule::PathAbempty,
    Rule::PathAbsolute,
    Rule::PathNoscheme,
    Rule::PathRootless,
    Rule::PathEmpty,
];

impl Selection for PartRules {
    const PRODUCTIONS: ProductionSet = Rule::set(&[
        Rule::Scheme,
        Rule::Authority,
        Rule::Userinfo,
        Rule::Host,
        Rule::Port,
        Rule::PathAbempty,
        Rule::PathAbsolute,
        Rule::PathNoscheme,
        Rule::PathRootless,
        Rule::PathEmpty,
        Rule::Query,
        Rule::Fragment,
    ]);
}

impl<'t> Reference<'t> {
    /// Parses a text as `URI-reference`.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the text is none. Its [notes](SyntaxError::notes) say more about it.
    ///
    /// ```
    /// use rfc3986::reference::Reference;
    ///
    /// let error = Reference::parse("http://a b/").unwrap_err();
    /// assert_eq!(error.offset(), 8);
    /// assert_eq!(error.notes().next().unwrap().to_string(), "a space is written %20 (2.1)");
    /// ```
    pub fn parse(text: &'t str) -> Result<Self, SyntaxError> {
        let mut spans = Spans::<8>::NONE;
        // A span has 32 bits.
        let is_short = u32::try_from(text.len()).is_ok();
        if !is_short || !spans.select::<PartRules>(text.as_input(), bodies::uri_reference) {
            return Err(diagnose(Rule::UriReference, text.as_input()));
        }
        let part = |rule: Rule| {
            spans
                .find(rule.into())
                .map(|span: Range<usize>| &text[span])
        };
        Ok(Self {
            text,
            parts: Parts {
                scheme: part(Rule::Scheme),
                authority: part(Rule::Authority),
                path: PATHS.into_iter().find_map(part).unwrap_or_default(),
                query: part(Rule::Query),
                fragment: part(Rule::Fragment),
            },
            userinfo: part(Rule::Userinfo),
            host: part(Rule::Host),
            port: part(Rule::Port),
        })
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// Returns the scheme; `None` for a relative reference.
    #[must_use]
    pub fn scheme(&self) -> Option<&'t str> {
        self.parts.scheme
    }

    /// Returns what follows two slashes, if the reference has it.
    #[must_use]
    pub fn authority(&self) -> Option<&'t str> {
        self.parts.authority
    }

    /// Returns the part of the authority before the at sign.
    #[must_use]
    pub fn userinfo(&self) -> Option<&'t str> {
        self.userinfo
    }

    /// Returns the host, which can be empty; `None` without an authority.
    #[must_use]
    pub fn host(&self) -> Option<&'t str> {
        self.host
    }

    /// Returns the port, which can be empty; `None` without its colon.
    #[must_use]
    pub fn port(&self) -> Option<&'t str> {
        self.port
    }

    /// Returns the path, which can be empty.
    #[must_use]
    pub fn path(&self) -> &'t str {
        self.parts.path
    }

    /// Returns the query, without its question mark.
    #[must_use]
    pub fn query(&self) -> Option<&'t str> {
        self.parts.query
    }

    /// Returns the fragment, without its number sign.
    #[must_use]
    pub fn fragment(&self) -> Option<&'t str> {
        self.parts.fragment
    }

    /// Returns the reference resolved against a base (Section 5.2); `None` if the base has no scheme. The scheme of the
    /// base takes no part in a reference with the same scheme.
    ///
    /// The target is a `URI`: [`Reference::parse`] accepts it, for its parts or its normal form.
    ///
    /// ```
    /// use rfc3986::reference::Reference;
    ///
    /// let base = Reference::parse("http://a/b/c/d;p?q")?;
    /// let resolved = |text| Some(Reference::parse(text).ok()?.resolve(&base)?);
    /// assert_eq!(resolved("g?y").as_deref(), Some("http://a/b/c/g?y"));
    /// assert_eq!(resolved("//g").as_deref(), Some("http://g"));
    /// assert!(Reference::parse("g")?.resolve(&Reference::parse("b/c")?).is_none());
    /// # Ok::<(), rfc3986::SyntaxError>(())
    /// ```
    #[must_use]
    #[doc(alias = "join")]
    pub fn resolve(&self, base: &Reference<'_>) -> Option<String> {
        let own = self.parts;
        let mut target = Parts {
            fragment: own.fragment,
            ..base.parts
        };
        let mut path = String::new();
        if own.scheme.is_some() {
            target = own;
            remove_dots(own.path, &mut path);
        } else {
            base.parts.scheme?;
            target.query = own.query;
            if own.authority.is_some() {
                target.authority = own.authority;
                remove_dots(own.path, &mut path);
            } else if own.path.is_empty() {
                path.push_str(base.parts.path);
                target.query = own.query.or(base.parts.query);
            } else if own.path.starts_with('/') {
                remove_dots(own.path, &mut path);
            } else {
                remove_dots(&merged(&base.parts, own.path), &mut path);
            }
        }
        target.path = &path;
        Some(target.recomposed())
    }

    /// Returns the normal form by syntax (Section 6.2.2), with what Section 6.2.3 says about every scheme: the scheme and the
    /// host in lower case, digits of encodings in upper case, no encoding of an unreserved character, no
    /// empty port, and a slash for the empty path after an authority. With a scheme, there
    /// are no dot segments; without one, they and encoded dots of the path stay, because they differ until they are resolved.
    ///
    /// Two references with the same normal form are equivalent. [`Reference::normalized_with`] leaves default ports out, too.
    ///
    /// ```
    /// use rfc3986::reference::Reference;
    ///
    /// let uri = Reference::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(uri.normalized(), "example://a/b/c/%7Bfoo%7D");
    /// assert_eq!(Reference::parse("HTTP://Host:")?.normalized(), "http://host/");
    /// # Ok::<(), rfc3986::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn normalized(&self) -> String {
        self.normalized_with(|_| None)
    }

    /// Returns the same without the default port of the scheme (Section 6.2.3), which `default_port` returns. It gets the
    /// scheme in lower case. RFC 3986 has no list of the schemes.
    ///
    /// ```
    /// use rfc3986::reference::Reference;
    ///
    /// let web = |scheme: &str| match scheme {
    ///     "http" => Some(80),
    ///     "https" => Some(443),
    ///     _ => None,
    /// };
    /// assert_eq!(Reference::parse("HTTP://h:80")?.normalized_with(web), "http://h/");
    /// assert_eq!(Reference::parse("https://h:80")?.normalized_with(web), "https://h:80/");
    /// # Ok::<(), rfc3986::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn normalized_with(&self, default_port: impl FnOnce(&str) -> Option<u16>) -> String {
        let own = self.parts;
        let scheme = own.scheme.map(str::to_ascii_lowercase);
        let left_out = scheme.as_deref().and_then(default_port);
        let port = self.port.filter(|port| {
            !port.is_empty() && (left_out.is_none() || port.parse().ok() != left_out)
        });
        let mut path = String::new();
        if own.scheme.is_some() {
            remove_dots(&decoded_in(own.path), &mut path);
        } else {
            // A dot segment of a relative path has a meaning, which an encoded one has not.
            path = decoded_but(own.path, b'.');
        }
        if path.is_empty() && own.authority.is_some() {
            path.push('/');
        }
        let [query, fragment] = [own.query, own.fragment].map(|part| part.map(decoded_in));
        let authority = self.normal_authority(port);
        let normal = Parts {
            scheme: scheme.as_deref(),
            authority: authority.as_deref(),
            path: &path,
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
        normal.recomposed()
    }

    /// Returns the authority in normal form, with this port.
    fn normal_authority(&self, port: Option<&str>) -> Option<String> {
        let mut text = String::new();
        if let Some(userinfo) = self.userinfo {
            text += &decoded_in(userinfo);
            text.push('@');
        }
        text += &in_lower_case(&decoded_in(self.host?));
        if let Some(port) = port {
            text.push(':');
            text += port;
        }
        Some(text)
    }

    /// Returns whether both have the same [normal form](Self::normalized). `==` compares the texts.
    ///
    /// ```
    /// use rfc3986::reference::Reference;
    ///
    /// let [short, long] = ["http://h/a", "HTTP://H/./%61"].map(Reference::parse);
    /// let (short, long) = (short?, long?);
    /// assert!(short.is_equivalent(&long) && short != long);
    /// # Ok::<(), rfc3986::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn is_equivalent(&self, other: &Reference<'_>) -> bool {
        self.normalized() == other.normalized()
    }
}

/// Writes the text.
impl fmt::Display for Reference<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)
    }
}

impl Parts<'_> {
    /// Puts the parts together (Section 5.3).
    fn recomposed(&self) -> String {
        let mut text = String::new();
        if let Some(scheme) = self.scheme {
            text += scheme;
            text.push(':');
        }
        if let Some(authority) = self.authority {
            text += "//";
            text += authority;
        } else if self.path.starts_with("//") {
            // Without dot segments, the path would become an authority. Section 5 has no answer; erratum 4547 proposes this.
            text += "/.";
        }
        text += self.path;
        for (mark, part) in [('?', self.query), ('#', self.fragment)] {
            if let Some(part) = part {
                text.push(mark);
                text += part;
            }
        }
        text
    }
}

/// Returns a path relative to that of the base (Section 5.2.3).
fn merged(base: &Parts<'_>, path: &str) -> String {
    let mut merged = String::new();
    if base.authority.is_some() && base.path.is_empty() {
        merged.push('/');
    } else if let Some(slash) = base.path.rfind('/') {
        merged += &base.path[..=slash];
    }
    merged += path;
    merged
}

/// Adds the path without its dot segments (Section 5.2.4).
fn remove_dots(path: &str, output: &mut String) {
    let mut input = path;
    while !input.is_empty() {
        // A, and D
        if let Some(rest) = input
            .strip_prefix("../")
            .or_else(|| input.strip_prefix("./"))
        {
            input = rest;
        } else if input == "." || input == ".." {
            input = "";
        // B: the slash stays.
        } else if input.starts_with("/./") {
            input = &input[2..];
        } else if input == "/." {
            input = "/";
        // C
        } else if input.starts_with("/../") || input == "/.." {
            output.truncate(output.rfind('/').unwrap_or(0));
            input = if input.len() > 3 { &input[3..] } else { "/" };
        // E
        } else {
            let after = usize::from(input.starts_with('/'));
            let end = input[after..]
                .find('/')
                .map_or(input.len(), |at| at + after);
            *output += &input[..end];
            input = &input[end..];
        }
    }
}

/// Returns the text without encodings of unreserved characters, and with the digits of the others in upper case.
fn decoded_in(text: &str) -> String {
    decoded_but(text, b'%')
}

/// Returns the same, with the encodings of one more character.
fn decoded_but(text: &str, kept: u8) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(percent) = rest.find('%') {
        let (before, encoded) = rest.split_at(percent);
        decoded += before;
        let (encoded, after) = encoded.split_at(3);
        // The grammar has two digits after each percent sign.
        match u8::from_str_radix(&encoded[1..], 16) {
            Ok(one) if one != kept && (one.is_ascii_alphanumeric() || b"-._~".contains(&one)) => {
                decoded.push(char::from(one));
            }
            _ => decoded += &encoded.to_ascii_uppercase(),
        }
        rest = after;
    }
    decoded + rest
}

/// Returns the text in lower case, without the digits of encodings.
fn in_lower_case(text: &str) -> String {
    let mut digits = 0;
    let lower = text.chars().map(|one| {
        if one == '%' {
            digits = 2;
            one
        } else if digits > 0 {
            digits -= 1;
            one
        } else {
            one.to_ascii_lowercase()
        }
    });
    lower.collect()
}
