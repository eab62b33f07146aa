//! The normal form and the equivalence of URLs: Sections 2.1 and 2.2.

use alloc::borrow::Cow;
use alloc::string::String;

use rfcbnf_engine::CharacterSet;

use crate::encoding::{ESCAPE, encode, escaped};
use crate::literal_characters::literal_characters;
use crate::rules::Rule;
use crate::url::{Component, ComponentName, OwnedUrl, Port, Url};

impl Url<'_> {
    /// Returns the normal form: an equivalent URL that encodes as little as possible. The scheme is
    /// in lower case (2.1). Characters that need no escape are decoded, and the remaining escapes
    /// have upper-case digits (2.2). The default port of the scheme is left out. In the search
    /// string of a gopher URL, `/` and `?` are encoded, because the production `search` does not
    /// derive them.
    ///
    /// A character that is reserved in the scheme does not change, encoded or not: see
    /// [`literal_characters()`]. Nor does anything else change: the case of the host, which the RFC
    /// does not discuss; the optional slash after a host; and paths, where `..` is a name like any
    /// other.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("HTTP://host:0080/%7euser/%61;b%3bc")?;
    /// assert_eq!(url.normalized().as_str(), "http://host/%7Euser/a;b%3Bc");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn normalized(&self) -> OwnedUrl {
        let normalized = |decodes| OwnedUrl::try_from(written(self, decodes)).ok();
        // In a scheme that the RFC does not define, decoding can turn the text after `//` into a
        // host. The escapes have to stay then.
        let is_alike = |other: &OwnedUrl| is_ip_based(&other.as_url()) == is_ip_based(self);
        let decoded = normalized(true).filter(is_alike);
        // The result is a URL: it decodes only octets that the component derives.
        let normalized = decoded.or_else(|| normalized(false));
        normalized.unwrap_or_else(|| self.to_owned())
    }

    /// Returns whether both URLs have the same normal form.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("ftp://host:21/%41%2f")?;
    /// assert!(url.is_equivalent(&Url::parse("FTP://host/A%2F")?));
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

/// Writes the normal form. `decodes` tells whether to decode characters that need no escape.
fn written(url: &Url<'_>, decodes: bool) -> String {
    let text = url.as_str();
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for component in url.components() {
        let span = component.span();
        written.push_str(&text[done..span.start]);
        done = span.end;
        if component.name() == ComponentName::Port && is_default_port(url) {
            // Remove the colon before the port.
            written.pop();
        } else {
            written.push_str(&normal_component(url.rule(), component, decodes));
        }
    }
    written.push_str(&text[done..]);
    written
}

fn is_default_port(url: &Url<'_>) -> bool {
    let port = url.port().and_then(Port::number);
    port.is_some() && port == url.default_port()
}

fn normal_component(url: Rule, component: Component<'_>, decodes: bool) -> Cow<'_, str> {
    if component.name() == ComponentName::Scheme {
        return Cow::Owned(component.raw().to_ascii_lowercase());
    }
    let literal = literal_characters(url, component.name()).filter(|_| decodes);
    if let (Rule::Gopherurl, ComponentName::Search, Some(literal)) =
        (url, component.name(), literal)
    {
        return Cow::Owned(encode(&component.decoded(), literal));
    }
    normalized_escapes(component.raw(), literal.unwrap_or_default())
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
