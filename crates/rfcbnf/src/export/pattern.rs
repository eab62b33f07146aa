//! Regular expressions in the syntax that Perl, Python and Rust share, and what engines write differently.
//!
//! Invariant: a pattern fits unchanged between slashes in Perl and in a raw literal of Python and
//! Rust. Characters with a meaning there are escaped, even if a regular expression does not need it.
//! Octets outside printable ASCII are numbers: `\x80`. So are characters above ASCII, in the way of
//! Python and Rust: `\u00e4`, `\U0001f600`. A pattern has octets above 7F or characters above ASCII,
//! never both.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

use super::characters::ranges;
use super::elimination::Edge;
use crate::octets::OctetSet;

/// The first character above ASCII.
const ASCII_END: char = '\u{80}';

/// A regular expression, as alternatives: single octets or characters, longer patterns, and the
/// empty text.
/// The default matches no text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    octets: OctetSet,
    /// Ranges of characters above ASCII.
    characters: Vec<(char, char)>,
    /// Each fits into a sequence unchanged.
    longer: Vec<String>,
    can_be_empty: bool,
}

impl Edge for Pattern {
    fn empty() -> Self {
        Self {
            can_be_empty: true,
            ..Self::default()
        }
    }

    fn class(octets: OctetSet) -> Self {
        Self {
            octets,
            ..Self::default()
        }
    }

    fn or(self, other: Self) -> Self {
        Self::one_of([self, other])
    }

    fn then(&self, next: &Self) -> Self {
        Self::in_order([self, next])
    }

    fn starred(&self) -> Self {
        self.repeated(0, None)
    }

    fn length(&self) -> usize {
        let single = self.octets.count() as usize + self.characters.len();
        self.longer.iter().map(String::len).sum::<usize>() + single
    }
}

impl From<RangeInclusive<char>> for Pattern {
    fn from(range: RangeInclusive<char>) -> Self {
        let (first, last) = range.into_inner();
        let is_ascii = |octet: &u8| (first..=last).contains(&char::from(*octet));
        let above = (first.max(ASCII_END), last);
        Self {
            octets: (0..=0x7f).filter(is_ascii).collect(),
            characters: if above.0 <= above.1 {
                vec![above]
            } else {
                Vec::new()
            },
            ..Self::default()
        }
    }
}

impl Pattern {
    fn derives_nothing(&self) -> bool {
        self.has_no_single() && self.longer.is_empty() && !self.can_be_empty
    }

    fn is_empty(&self) -> bool {
        self.has_no_single() && self.longer.is_empty() && self.can_be_empty
    }

    /// Returns whether no single octet and no single character matches.
    fn has_no_single(&self) -> bool {
        self.octets.is_empty() && self.characters.is_empty()
    }

    /// Returns the pattern that matches one of these.
    pub(super) fn one_of(patterns: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        let mut known = HashSet::new();
        for pattern in patterns {
            all.octets |= pattern.octets;
            all.characters.extend(pattern.characters);
            all.can_be_empty |= pattern.can_be_empty;
            for longer in pattern.longer {
                if known.insert(longer.clone()) {
                    all.longer.push(longer);
                }
            }
        }
        all
    }

    /// Returns the pattern that matches one after the other.
    pub(super) fn in_order<'p>(patterns: impl IntoIterator<Item = &'p Self>) -> Self {
        let mut members = Vec::new();
        for pattern in patterns {
            if pattern.derives_nothing() {
                return Self::default();
            }
            if !pattern.is_empty() {
                members.push(pattern);
            }
        }
        match members.as_slice() {
            [] => Self::empty(),
            [only] => (*only).clone(),
            several => Self::sequence(several.iter().map(|one| one.in_sequence()).collect()),
        }
    }

    /// Returns the pattern repeated at least `least` and at most `most` times. It repeats the pattern
    /// without the empty text, so that no engine loops on it.
    pub(super) fn repeated(&self, least: u32, most: Option<u32>) -> Self {
        if most == Some(0) {
            return Self::empty();
        }
        if self.derives_nothing() && least > 0 {
            return Self::default();
        }
        let least = if self.can_be_empty { 0 } else { least };
        let round = Self {
            can_be_empty: false,
            ..self.clone()
        };
        if round.derives_nothing() {
            return Self::empty();
        }
        let quantifier = match (least, most) {
            (0, Some(1)) => return round.or(Self::empty()),
            (1, Some(1)) => return round,
            (0, None) => "*".to_owned(),
            (1, None) => "+".to_owned(),
            (least, None) => format!("{{{least},}}"),
            (least, Some(most)) if least == most => format!("{{{least}}}"),
            (least, Some(most)) => format!("{{{least},{most}}}"),
        };
        Self::sequence(round.atom() + &quantifier)
    }

    fn sequence(text: String) -> Self {
        Self {
            longer: vec![text],
            ..Self::default()
        }
    }

    /// Returns the pattern as a part of a sequence.
    pub(super) fn in_sequence(&self) -> String {
        match (self.has_no_single(), self.longer.as_slice()) {
            (true, []) if self.can_be_empty => String::new(),
            // This class is empty: every character is white space or not.
            (true, []) => r"[^\s\S]".to_owned(),
            (true, [only]) if !self.can_be_empty => only.clone(),
            _ if self.can_be_empty => self.atom() + "?",
            _ => self.atom(),
        }
    }

    /// Returns the pattern without the empty text, as a quantifier needs it.
    fn atom(&self) -> String {
        let class = class(self.octets, &self.characters);
        if self.longer.is_empty() {
            return class;
        }
        let class = (!class.is_empty()).then_some(class.as_str());
        let longer = self.longer.iter().map(String::as_str);
        let alternatives: Vec<&str> = class.into_iter().chain(longer).collect();
        format!("(?:{})", alternatives.join("|"))
    }
}

/// Returns the class of the octets and characters; an empty string if there are none.
fn class(octets: OctetSet, characters: &[(char, char)]) -> String {
    let octets = ranges(octets).into_iter().map(|range| {
        let (first, last) = range.into_inner();
        [escaped(first), escaped(last)]
    });
    let characters = joined(characters)
        .into_iter()
        .flat_map(apart_from_surrogates);
    let characters = characters.map(|(first, last)| [first, last].map(numbered));
    let ranges: Vec<[String; 2]> = octets.chain(characters).collect();
    match ranges.as_slice() {
        [] => String::new(),
        [[first, last]] if first == last => first.clone(),
        ranges => {
            let ranges = ranges.iter().map(|[first, last]| {
                if first == last {
                    first.clone()
                } else {
                    format!("{first}-{last}")
                }
            });
            format!("[{}]", ranges.collect::<String>())
        }
    }
}

/// Returns the same characters in ascending ranges with gaps between them.
fn joined(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut joined: Vec<(char, char)> = Vec::new();
    for (first, last) in sorted {
        match joined.last_mut() {
            Some(before) if u32::from(first) <= u32::from(before.1) + 1 => {
                before.1 = before.1.max(last);
            }
            _ => joined.push((first, last)),
        }
    }
    joined
}

/// Returns the range as parts beside the surrogates. A string of Python can contain these, and no
/// text in UTF-8 does.
fn apart_from_surrogates((first, last): (char, char)) -> Vec<(char, char)> {
    if first <= '\u{d7ff}' && last >= '\u{e000}' {
        vec![(first, '\u{d7ff}'), ('\u{e000}', last)]
    } else {
        vec![(first, last)]
    }
}

/// Returns a character above ASCII as its number.
fn numbered(character: char) -> String {
    let number = u32::from(character);
    if number > 0xffff {
        format!("\\U{number:08x}")
    } else {
        format!("\\u{number:04x}")
    }
}

/// Returns the character as written inside or outside a class.
fn escaped(character: char) -> String {
    match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '!' | '%' | ',' | ':' | ';' | '=' => {
            character.to_string()
        }
        // Escaped, these would be word boundaries or end a literal. The extended syntax ignores
        // blanks.
        '<' | '>' | '"' | '\'' | '`' | ' ' => hexadecimal(character),
        '!'..='~' => format!("\\{character}"),
        _ => hexadecimal(character),
    }
}

fn hexadecimal(character: char) -> String {
    format!("\\x{:02x}", u32::from(character))
}

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
