//! The normal form and the equivalence of URLs: what Sections 2.1, 2.2 and 3.1 to 3.11 equate.
//!
//! Invariants: two URLs are equivalent exactly if their normal forms are the same text. The normal
//! form is a URL of the same scheme, and it is its own normal form. What the RFC does not equate
//! stays apart, even if most servers treat it alike.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;

use rfcbnf_engine::CharacterSet;

use crate::encoding::{ESCAPE, encode, escaped};
use crate::literal_characters::literal_characters;
use crate::url::{Component, ComponentName, GopherUrl, OwnedUrl, Port, Url};

impl Url<'_> {
    /// Returns the normal form: the one text for all URLs that mean the same by the RFC.
    ///
    /// - The scheme is in lower case (2.1).
    /// - Characters that need no escape are decoded, and the remaining escapes have upper-case
    ///   digits (2.2). In the search string of a gopher URL, `/` and `?` are encoded, because the
    ///   production `search` does not derive them.
    /// - The host is in lower case (3.1, which refers to RFC 1034, 3.5).
    /// - The port has no leading zeros, and the default port of the scheme is left out (3.1).
    /// - A URL of http, telnet or gopher has the slash after the host and port, even if nothing
    ///   follows it (3.3, 3.8, 3.4.1), and so has a URL of https (RFC 2818, 2.4).
    /// - A gopher path that names the default type `1` and nothing else is left out (3.4.1).
    /// - The typecode of an ftp URL is in lower case (3.2.2).
    /// - The host `localhost` of a file URL is left out (3.10).
    ///
    /// Nothing else changes. A character that is reserved in the scheme stays as it is, encoded or
    /// not: see [`literal_characters()`]. In a message id and in a mail address, the case of the
    /// domain stays, because these are not hosts to connect to. `ftp://h` and `ftp://h/` stay
    /// apart, because the second one has a name, which is empty (3.2.2). An address such as
    /// `010.0.0.1` keeps its zeros, and `..` is a name like any other.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let normal = |text| Ok::<_, rfc1738::SyntaxError>(Url::parse(text)?.normalized().into_string());
    /// assert_eq!(normal("HTTP://Host:0080/%7euser/%61;b%3bc")?, "http://host/%7Euser/a;b%3Bc");
    /// assert_eq!(normal("https://host:443")?, "https://host/");
    /// assert_eq!(normal("gopher://host/1")?, "gopher://host/");
    /// assert_eq!(normal("ftp://host/a;type=A")?, "ftp://host/a;type=a");
    /// assert_eq!(normal("file://localhost/a")?, "file:///a");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn normalized(&self) -> OwnedUrl {
        let normalized = OwnedUrl::try_from(written(self));
        // The result is a URL: it decodes only octets that the component derives.
        let normalized = normalized.unwrap_or_else(|_| self.to_owned());
        if is_ip_based(&normalized.as_url()) && !is_ip_based(self) {
            without_host(normalized)
        } else {
            normalized
        }
    }

    /// Returns whether both URLs mean the same by the RFC: whether they have the same normal form,
    /// which [`Url::normalized`] describes.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("ftp://host:21/%41%2f")?;
    /// assert!(url.is_equivalent(&Url::parse("FTP://HOST/A%2F")?));
    /// assert!(!url.is_equivalent(&Url::parse("ftp://host/A/")?));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn is_equivalent(&self, other: &Url<'_>) -> bool {
        self.normalized() == other.normalized()
    }
}

fn is_ip_based(url: &Url<'_>) -> bool {
    matches!(url, Url::Other(url) if url.is_ip_based())
}

/// Returns a URL that means the same in a scheme that the RFC does not define, but has no host.
///
/// Decoding can turn the text after `//` into a host: `x://%61b` has none, and `x://ab` has one. All
/// such texts with the same octets mean the same, so all get the same escape: that of the first
/// character of what would be the host.
fn without_host(url: OwnedUrl) -> OwnedUrl {
    let Some(host) = url.host() else {
        return url;
    };
    let first = host.component().span().start;
    let (before, after) = url.as_str().split_at(first);
    let escape = encode(&after.as_bytes()[..1], CharacterSet::EMPTY);
    let text = before.to_owned() + &escape + &after[1..];
    OwnedUrl::try_from(text).unwrap_or(url)
}

/// Writes the normal form, with a host where decoding makes one.
fn written(url: &Url<'_>) -> String {
    let text = url.as_str();
    let mut written = String::with_capacity(text.len() + 1);
    let mut done = 0;
    for component in url.components() {
        let span = component.span();
        written.push_str(&text[done..span.start]);
        done = span.end;
        if component.name() == ComponentName::Port && is_default_port(url) {
            // Remove the colon before the port.
            written.pop();
        } else {
            written.push_str(&normal_component(url, component));
        }
    }
    written.push_str(&text[done..]);
    if lacks_slash(url) {
        written.push('/');
    }
    written
}

fn is_default_port(url: &Url<'_>) -> bool {
    let port = url.port().and_then(Port::number);
    port.is_some() && port == url.default_port()
}

/// Returns whether the URL ends with the host and port, and means the same with a slash after them.
fn lacks_slash(url: &Url<'_>) -> bool {
    let takes_slash = match url {
        Url::Http(_) | Url::Telnet(_) | Url::Gopher(_) => true,
        Url::Other(url) => url.is_https(),
        _ => false,
    };
    let ends = |authority: Component<'_>| authority.span().end == url.as_str().len();
    takes_slash && url.authority().is_some_and(ends)
}

/// Returns the component as it is in the normal form of the URL.
fn normal_component<'t>(url: &Url<'t>, component: Component<'t>) -> Cow<'t, str> {
    let raw = component.raw();
    match (component.name(), url) {
        (ComponentName::Host, Url::File(url)) if url.is_local() => return Cow::Borrowed(""),
        (ComponentName::Gtype, Url::Gopher(url)) if is_top_level(url) => return Cow::Borrowed(""),
        (ComponentName::Scheme | ComponentName::Host | ComponentName::Ftptype, _) => {
            return Cow::Owned(raw.to_ascii_lowercase());
        }
        (ComponentName::Port, _) => return Cow::Borrowed(without_zeros(raw)),
        _ => {}
    }
    let literal = literal_characters(url.rule(), component.name());
    if let (Url::Gopher(_), ComponentName::Search, Some(literal)) = (url, component.name(), literal)
    {
        return Cow::Owned(encode(&component.decoded(), literal));
    }
    normalized_escapes(raw, literal.unwrap_or_default())
}

/// Returns whether the path is the default type with an empty selector, which means the same as no
/// path.
fn is_top_level(url: &GopherUrl<'_>) -> bool {
    let is_empty = |selector: Component<'_>| selector.raw().is_empty();
    url.item_type() == b'1' && url.selector().is_none_or(is_empty) && url.search().is_none()
}

/// Returns the decimal number without the zeros before it.
fn without_zeros(number: &str) -> &str {
    match number.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

/// Returns the text with escapes of `literal` characters decoded and the others in upper case.
fn normalized_escapes(text: &str, literal: CharacterSet) -> Cow<'_, str> {
    let mut parts = text.split('%');
    let before = parts.next().unwrap_or(text);
    if before.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let mut normalized = String::with_capacity(text.len());
    normalized.push_str(before);
    let mut offset = before.len();
    for part in parts {
        let escape = &text[offset..(offset + ESCAPE).min(text.len())];
        match escaped(escape.as_bytes()) {
            Some(octet) if literal.contains(octet) => normalized.push(char::from(octet)),
            _ => normalized.push_str(&escape.to_ascii_uppercase()),
        }
        normalized.push_str(part.get(ESCAPE - 1..).unwrap_or_default());
        offset += 1 + part.len();
    }
    Cow::Owned(normalized)
}
