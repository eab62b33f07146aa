//! The part of a text that an error or a view shows.
//!
//! ```
//! use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
//!
//! let limits = ExcerptLimits { before: 8, within: 8, after: 8, keeps_lines: true };
//! let excerpt = Excerpt::new(b"one\ntwo\x1bthree", 7..8, limits);
//! assert_eq!(excerpt.text, "one\ntwo\\u{1b}three");
//! assert_eq!(&excerpt.text[excerpt.mark], "\\u{1b}");
//! ```
//!
//! Lines of a document keep their backslashes ([`Printable`]). A text on one line has them doubled
//! ([`Escaped`]), because it can hold what looks like an escape.
//!
//! Invariant: an excerpt is escaped. Its length and the time to make it are bounded by its
//! limits, not by the length of the text.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use core::ops::Range;

use crate::escape::{Escaped, Printable};

/// The limits of an excerpt, and its treatment of line ends. [`Excerpt`] has an example.
#[derive(Debug, Clone, Copy)]
pub struct ExcerptLimits {
    /// The most bytes before the mark.
    pub before: usize,
    /// The most bytes of the mark itself.
    pub within: usize,
    /// The most bytes after the mark.
    pub after: usize,
    /// Whether to keep line ends. Otherwise they are escaped.
    pub keeps_lines: bool,
}

/// A part of a text, escaped, with a mark in it.
///
/// ```
/// use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
///
/// let limits = ExcerptLimits { before: 3, within: 5, after: 3, keeps_lines: false };
/// let excerpt = Excerpt::new(b"http://host_name/", 11..12, limits);
/// assert_eq!(excerpt.text, "…ost_nam…");
/// assert_eq!(&excerpt.text[excerpt.mark], "_");
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text to show.
    pub text: String,
    /// The part of `text` to underline, in bytes.
    pub mark: Range<usize>,
}

impl Excerpt {
    /// Returns the surroundings of the mark, which is a range of `octets`.
    ///
    /// # Panics
    ///
    /// Panics if the mark is not inside `octets`.
    #[must_use]
    pub fn new(octets: &[u8], mark: Range<usize>, limits: ExcerptLimits) -> Self {
        let start = next_boundary(octets, mark.start.saturating_sub(limits.before)).min(mark.start);
        let mark_end = previous_boundary(
            octets,
            mark.end.min(mark.start.saturating_add(limits.within)),
        );
        let mark_end = mark_end.max(mark.start);
        let end = if mark_end < mark.end {
            mark_end
        } else {
            previous_boundary(
                octets,
                octets.len().min(mark_end.saturating_add(limits.after)),
            )
            .max(mark_end)
        };
        let shown = |range: Range<usize>| shown(&octets[range], limits.keeps_lines);
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        let before = cut(start > 0).to_owned() + &shown(start..mark.start);
        let within = shown(mark.start..mark_end);
        let mark = before.len()..before.len() + within.len();
        let text = before + &within + &shown(mark_end..end) + cut(end < octets.len());
        Self { text, mark }
    }

    /// Returns the line to print under an excerpt of one line: carets under the mark.
    ///
    /// ```
    /// use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
    ///
    /// let limits = ExcerptLimits { before: 9, within: 9, after: 9, keeps_lines: false };
    /// assert_eq!(Excerpt::new(b"a b", 1..2, limits).caret(), " ^");
    /// ```
    #[must_use]
    pub fn caret(&self) -> String {
        let indent = self.text[..self.mark.start].chars().count();
        let width = self.text[self.mark.clone()].chars().count().max(1);
        " ".repeat(indent) + &"^".repeat(width)
    }
}

fn shown(octets: &[u8], keeps_lines: bool) -> String {
    if !keeps_lines {
        return Escaped(octets).to_string();
    }
    // Four spaces read better than an escaped tab.
    let mut text = String::new();
    for line in octets.split_inclusive(|&octet| octet == b'\n') {
        let ended = line.strip_suffix(b"\n");
        let words = ended.map_or(line, |ended| ended.strip_suffix(b"\r").unwrap_or(ended));
        for word in words.split_inclusive(|&octet| octet == b'\t') {
            let (word, tab) = match word.strip_suffix(b"\t") {
                Some(word) => (word, "    "),
                None => (word, ""),
            };
            text += &Printable(word).to_string();
            text += tab;
        }
        text += if ended.is_some() { "\n" } else { "" };
    }
    text
}

/// Returns the first characters of the octets, at most `most` of them. An octet that is not part of a
/// character counts as one. The time is bounded by `most`.
///
/// ```
/// use rfcbnf_engine::excerpt::beginning;
///
/// assert_eq!(beginning("né à".as_bytes(), 2), "né".as_bytes());
/// assert_eq!(beginning(b"a\xffb", 2), b"a\xff");
/// assert_eq!(beginning(b"ab", 3), b"ab");
/// ```
#[must_use]
pub fn beginning(octets: &[u8], most: usize) -> &[u8] {
    // A character has at most four octets.
    let longest = octets.len().min(most.saturating_mul(4));
    let (mut length, mut left) = (0, most);
    for chunk in octets[..longest].utf8_chunks() {
        let beginning = chunk.valid().char_indices().nth(left);
        if let Some((valid, _)) = beginning {
            length += valid;
            break;
        }
        left -= chunk.valid().chars().count();
        let invalid = chunk.invalid().len().min(left);
        length += chunk.valid().len() + invalid;
        left -= invalid;
    }
    &octets[..length]
}

/// Returns the next offset at which a character can begin: at most three bytes on, in UTF-8.
fn next_boundary(octets: &[u8], offset: usize) -> usize {
    let inside = octets[offset..]
        .iter()
        .take(3)
        .take_while(|octet| is_continuation(**octet));
    offset + inside.count()
}

/// Returns the last offset, up to this one, at which a character can end.
fn previous_boundary(octets: &[u8], offset: usize) -> usize {
    let inside = |back: &usize| {
        octets
            .get(offset - back)
            .is_some_and(|octet| is_continuation(*octet))
    };
    let back = (0..=offset.min(3)).find(|back| !inside(back));
    // Stray continuation bytes do not move the offset.
    let begins = |back: &usize| {
        octets
            .get(offset - back)
            .is_some_and(|octet| *octet >= 0xC0)
    };
    offset - back.filter(begins).unwrap_or(0)
}

/// Returns whether the octet continues a character of UTF-8.
pub(crate) fn is_continuation(octet: u8) -> bool {
    octet & 0b1100_0000 == 0b1000_0000
}
