//! The part of a text that a diagnostic shows.
//!
//! Invariant: an excerpt is escaped, and its length and the time it takes are bounded by the
//! reach, not by the length of the text.

use std::ops::Range;

use crate::escape::Escaped;

/// How much is shown around a place, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The number of octets before the place.
    pub(crate) before: usize,
    /// The number of octets of the place itself.
    pub(crate) within: usize,
    /// The number of octets after the place.
    pub(crate) after: usize,
    /// Whether line ends are kept instead of escaped.
    pub(crate) keeps_lines: bool,
}

/// A part of a text, escaped, and where in it the place is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// What to show.
    pub(crate) text: String,
    /// What to underline in it, in octets.
    pub(crate) mark: Range<usize>,
}

impl Excerpt {
    /// The surroundings of the place.
    pub(crate) fn new(octets: &[u8], place: Range<usize>, reach: Reach) -> Self {
        let start =
            forward_to_boundary(octets, place.start.saturating_sub(reach.before)).min(place.start);
        let mark_end = back_to_boundary(
            octets,
            place.end.min(place.start.saturating_add(reach.within)),
        );
        let mark_end = mark_end.max(place.start);
        let end = if mark_end < place.end {
            mark_end
        } else {
            back_to_boundary(
                octets,
                octets.len().min(mark_end.saturating_add(reach.after)),
            )
            .max(mark_end)
        };
        let shown = |range: Range<usize>| shown(&octets[range], reach.keeps_lines);
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        let before = cut(start > 0).to_owned() + &shown(start..place.start);
        let within = shown(place.start..mark_end);
        let mark = before.len()..before.len() + within.len();
        let text = before + &within + &shown(mark_end..end) + cut(end < octets.len());
        Self { text, mark }
    }
}

fn shown(octets: &[u8], keeps_lines: bool) -> String {
    if !keeps_lines {
        return Escaped(octets).to_string();
    }
    // A tab is as wide as some spaces; escaped, it would be harder to read than that.
    let words = |line: &[u8]| {
        line.split(|&octet| octet == b'\t')
            .map(|word| Escaped(word).to_string())
            .collect::<Vec<_>>()
            .join("    ")
    };
    let lines = octets.split_inclusive(|&octet| octet == b'\n');
    let line = |line: &[u8]| match line.strip_suffix(b"\n") {
        Some(ended) => words(ended.strip_suffix(b"\r").unwrap_or(ended)) + "\n",
        None => words(line),
    };
    lines.map(line).collect()
}

/// The next place at which a character can begin. At most three octets away in UTF-8.
fn forward_to_boundary(octets: &[u8], place: usize) -> usize {
    let inside = octets[place..]
        .iter()
        .take(3)
        .take_while(|octet| is_continuation(**octet));
    place + inside.count()
}

/// The last place up to here at which a character can end.
fn back_to_boundary(octets: &[u8], place: usize) -> usize {
    let inside = |back: &usize| {
        octets
            .get(place - back)
            .is_some_and(|octet| is_continuation(*octet))
    };
    let back = (0..=place.min(3)).find(|back| !inside(back));
    // Octets that continue no character end where they stand.
    let begins = |back: &usize| octets.get(place - back).is_some_and(|octet| *octet >= 0xC0);
    place - back.filter(begins).unwrap_or(0)
}

fn is_continuation(octet: u8) -> bool {
    octet & 0b1100_0000 == 0b1000_0000
}
