//! What the engines of regular expressions write differently.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

/// The characters that may follow a backslash in JavaScript with the flag `u`.
const JAVASCRIPT: &str = "^$\\.*+?()[]{}|/";

/// The characters that may follow a backslash in every version of the crate `regex`. Those before
/// 1.8, as in `rg` 13, refuse all others.
const RUST: &str = "\\.+*?()|[]{}^$#&-~";

/// An engine of regular expressions, whose syntax [`Regex::for_engine`](super::Regex::for_engine) writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The module `re` of Python. A pattern of characters is for `str`, one of octets for `bytes`.
    Python,
    /// The crate `regex` of Rust, and `rg`. A pattern of octets is for `regex::bytes`.
    Rust,
    /// `RegExp` of JavaScript. A pattern of characters needs the flag `u` or `v`. One of octets is without these
    /// flags, for strings whose characters are octets (`latin1`).
    JavaScript,
    /// PCRE and Perl. A pattern of characters needs `PCRE2_UTF`: `grep -P` in a locale of UTF-8, `rg -P`, `u` of
    /// PHP; and in Perl decoded strings. One of octets is without.
    Pcre,
}

impl Engine {
    /// Returns a pattern of the syntax that Perl, Python and Rust share, as this engine writes it.
    pub(super) fn written(self, pattern: &str, is_of_octets: bool) -> String {
        let mut written = String::with_capacity(pattern.len());
        if self == Self::Rust && is_of_octets {
            written.push_str("(?-u)");
        }
        let body = pattern.strip_suffix('$').unwrap_or(pattern);
        let mut characters = body.chars().peekable();
        while let Some(character) = characters.next() {
            match (character, characters.peek()) {
                ('\\', Some(_)) => self.escape(&mut characters, &mut written),
                _ => written.push(character),
            }
        }
        // In Perl and Python, `$` also matches before a line feed at the end.
        written.push_str(match self {
            Self::Python => r"\Z",
            Self::Pcre => r"\z",
            Self::Rust | Self::JavaScript => "$",
        });
        written
    }

    /// Writes what follows a backslash.
    fn escape(self, characters: &mut Peekable<Chars<'_>>, out: &mut String) {
        let Some(kind) = characters.next() else {
            return;
        };
        let digits = match kind {
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let number: String = characters.by_ref().take(digits).collect();
        let braced = format!("{{{}}}", number.trim_start_matches('0'));
        let is_punctuation = kind.is_ascii_punctuation();
        // Writing to a string does not fail.
        let _ = match self {
            Self::Pcre if digits > 0 => write!(out, "\\x{braced}"),
            Self::JavaScript if digits > 0 => write!(out, "\\u{braced}"),
            Self::JavaScript if is_punctuation && !JAVASCRIPT.contains(kind) => {
                write!(out, "\\x{:02x}", u32::from(kind))
            }
            Self::Rust if is_punctuation && !RUST.contains(kind) => {
                write!(out, "\\x{:02x}", u32::from(kind))
            }
            _ => write!(out, "\\{kind}{number}"),
        };
    }
}
