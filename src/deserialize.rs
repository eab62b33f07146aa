//! Productions and URLs from [`serde`].
//!
//! Invariant: an error is made while the string is visited, so that a format can give it the
//! position of the string.

#[cfg(feature = "notes")]
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::SyntaxError;
use crate::rules::Rule;
use crate::url::{OwnedUrl, Url};

/// Parses the RFC's name.
///
/// ```
/// use rfc1738::Rule;
///
/// assert_eq!(serde_json::from_str::<Rule>(r#""hostport""#)?, Rule::Hostport);
/// let error = serde_json::from_str::<Rule>(r#""address""#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"invalid value: string "address", expected a production of RFC 1738 at line 1 column 9"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(RuleName)
    }
}

struct RuleName;

impl Visitor<'_> for RuleName {
    type Value = Rule;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a production of RFC 1738")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Rule, E> {
        let rule = name.parse();
        rule.map_err(|_| E::invalid_value(Unexpected::Str(name), &self))
    }
}

/// Parses the text. The error message for a text that is not a URL has one line: what was found,
/// the notes with their fixes, and the id. The format adds the position.
///
/// ```
/// use rfc1738::OwnedUrl;
///
/// let url: OwnedUrl = serde_json::from_str(r#""news:*""#)?;
/// assert_eq!(serde_json::to_string(&url)?, r#""news:*""#);
///
/// let error = serde_json::from_str::<OwnedUrl>(r#""http://h/~""#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "not a valid url: found \"~\" at offset 9; \
///      \"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2); \
///      write http://h/%7E [unsafe-character] at line 1 column 12",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for OwnedUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_string(AnyText)
    }
}

struct AnyText;

impl Visitor<'_> for AnyText {
    type Value = OwnedUrl;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a URL of RFC 1738")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<OwnedUrl, E> {
        text.parse().map_err(|error| E::custom(in_one_line(&error)))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<OwnedUrl, E> {
        OwnedUrl::try_from(text).map_err(|error| E::custom(in_one_line(&error)))
    }
}

/// Parses text that the deserializer lends. A JSON string with escapes and the text of a file that
/// is read piece by piece cannot be lent: take [`OwnedUrl`] there. The error message is that of
/// `OwnedUrl`.
///
/// ```
/// use rfc1738::Url;
///
/// let json = String::from(r#"["news:*", "http://h/"]"#);
/// let urls: Vec<Url<'_>> = serde_json::from_str(&json)?;
/// assert_eq!(urls, ["news:*", "http://h/"]);
///
/// let error = serde_json::from_str::<Url<'_>>(r#""http:\/\/h\/""#).unwrap_err();
/// assert!(error.to_string().contains("expected a borrowed URL of RFC 1738"));
/// let error = serde_json::from_str::<Url<'_>>(r#""http://h:""#).unwrap_err();
/// assert!(error.to_string().contains("at offset 9"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de: 't, 't> Deserialize<'de> for Url<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(LentText)
    }
}

struct LentText;

impl<'de> Visitor<'de> for LentText {
    type Value = Url<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a borrowed URL of RFC 1738")
    }

    /// The text may hold a password, so the message leaves it out.
    fn visit_str<E: Error>(self, _: &str) -> Result<Url<'de>, E> {
        let found = Unexpected::Other("text that cannot be borrowed");
        Err(E::invalid_type(found, &self))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Url<'de>, E> {
        Url::parse(text).map_err(|error| E::custom(in_one_line(&error)))
    }
}

/// Returns the error; with the feature `notes`, its notes with their fixes, and its id. Formats for configuration files show
/// the message alone.
#[cfg(feature = "notes")]
fn in_one_line(error: &SyntaxError) -> String {
    let mut line = error.to_string();
    for (index, note) in error.notes().iter().enumerate() {
        // The error itself says the first note.
        let message = (index > 0).then(|| note.to_string());
        for remark in message.into_iter().chain(note.fix_lines()) {
            line.push_str("; ");
            line.push_str(&remark);
        }
    }
    format!("{line} [{}]", error.id())
}

#[cfg(not(feature = "notes"))]
fn in_one_line(error: &SyntaxError) -> String {
    error.to_string()
}
