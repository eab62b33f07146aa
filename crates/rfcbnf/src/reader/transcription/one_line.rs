//! Rules that lost the line ends between them.

use super::found::{Found, lines};
use super::patch::Patch;
use crate::error::Damage;
use crate::syntax::Span;

/// Some editors write it first.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The smallest number of rules on a line that is a comment only because line ends are lost.
const RULES: usize = 3;

/// Finds rules that begin within a line. A `=` within a body has no meaning, so a name before it
/// begins a rule. In a comment, `=` is no evidence, unless no rule begins on another line.
pub(super) fn find(text: &str) -> Option<Found> {
    let visible = |line: &str| beginnings(line, false).len();
    let all_visible: usize = lines(text).map(|(_, line)| visible(line)).sum();
    let mut places = Vec::new();
    for (start, line) in lines(text) {
        let mut found = beginnings(line, false);
        if found.len() == all_visible {
            let all = beginnings(line, true);
            if all.len() >= RULES {
                found = all;
            }
        }
        // The first rule of a line has its line already, unless a comment precedes it.
        let is_first = |place: &Span| line[..place.start].trim_matches(is_margin).is_empty();
        let within = found.into_iter().filter(|place| !is_first(place));
        places.extend(within.map(|place| start + place.start..start + place.end));
    }
    let broken = |place: &Span| Patch {
        range: place.start..place.start,
        replacement: "\n",
    };
    Found::at(places, broken, |rules| Damage::RulesOnOneLine { rules })
}

/// The greatest length of a line that an RFC prints is 72 octets. One that lost its line ends is longer.
const LONG: usize = 100;

/// Finds the rules that begin within lines of a document: the lines are long, and have several rules and as many signs
/// of bodies.
pub(super) fn in_long_lines(text: &str) -> Option<Found> {
    let mut places = Vec::new();
    for (start, line) in lines(text).filter(|(_, line)| line.len() > LONG) {
        let visible = beginnings(line, false);
        let found = if visible.len() < RULES {
            beginnings(line, true)
        } else {
            visible
        };
        let is_blank = |at: Option<char>| at.is_none_or(char::is_whitespace);
        let spaced = found.into_iter().filter(|name| {
            let sign = line[name.end..].trim_start();
            is_blank(line[..name.start].chars().next_back())
                && sign.len() < line[name.end..].len()
                && is_blank(sign.trim_start_matches(['=', '/']).chars().next())
        });
        let spaced: Vec<Span> = spaced.collect();
        let signs = line.matches(['"', '|', '*', '%', '[']).count();
        if spaced.len() >= RULES && signs >= spaced.len() {
            let is_first = |name: &Span| line[..name.start].trim_matches(is_margin).is_empty();
            let within = spaced.into_iter().filter(|name| !is_first(name));
            places.extend(within.map(|name| start + name.start..start + name.end));
        }
    }
    let broken = |place: &Span| Patch {
        range: place.start..place.start,
        replacement: "\n",
    };
    Found::at(places, broken, |rules| Damage::RulesOnOneLine { rules })
}

fn is_margin(character: char) -> bool {
    character.is_whitespace() || character == BYTE_ORDER_MARK
}

/// Returns the names before `=` in the line. Those in comments count only if asked for.
fn beginnings(line: &str, counts_comments: bool) -> Vec<Span> {
    let mut found = Vec::new();
    let mut is_quoted = false;
    // The last word, and whether only blanks follow it.
    let mut word: Option<(usize, usize)> = None;
    let octets = line.as_bytes();
    for (offset, &octet) in octets.iter().enumerate() {
        match octet {
            b'"' => {
                is_quoted ^= !line[..offset].ends_with('<') || !line[offset..].starts_with("\">");
                word = None;
            }
            _ if is_quoted => {}
            b';' if !counts_comments => break,
            b'=' => {
                if let Some((start, end)) = word.take()
                    && octets[start].is_ascii_alphabetic()
                {
                    found.push(start..end);
                }
            }
            // A word is glued to what is before it, such as `%x0D` to a bracket.
            b if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'+' | b'.') => {
                word = match word {
                    Some((start, end)) if end == offset => Some((start, offset + 1)),
                    _ => Some((offset, offset + 1)),
                };
            }
            b' ' | b'\t' => {}
            _ => word = None,
        }
    }
    found
}
