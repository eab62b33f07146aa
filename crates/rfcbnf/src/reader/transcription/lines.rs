//! Rules that lost the line ends between them, or the indentation of their further lines.

use super::found::{Found, lines};
use super::patch::Patch;
use crate::documents::candidates::{is_operator, last_sign};
use crate::error::Damage;
use crate::notation::outline::width;
use crate::syntax::Span;

/// Finds each CR without an LF after it.
pub(super) fn line_ends(text: &str) -> Option<Found> {
    let is_alone = |at: &usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let returns = text.match_indices('\r').map(|(at, _)| at);
    let places = returns.filter(is_alone).map(|at| at..at + 1);
    let line_end = |place: &Span| Patch {
        range: place.clone(),
        replacement: "\n",
    };
    Found::at(places.collect(), line_end, |lines| {
        Damage::CarriageReturns { lines }
    })
}

/// Some editors write it first.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The smallest number of rules on a line that is a comment only because line ends are lost.
const RULES: usize = 3;

/// Finds rules that begin within a line. A `=` within a body has no meaning, so a name before it
/// begins a rule. In a comment, `=` is no evidence, unless no rule begins on another line.
pub(super) fn on_one_line(text: &str) -> Option<Found> {
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

/// Finds lines that continue a rule and are not indented deeper than it. A line continues the rule
/// directly above if that ends within brackets or with an operator, or if the line begins with one.
pub(super) fn indentation(text: &str) -> Option<Found> {
    let mut open = Open::default();
    let mut places = Vec::new();
    for (start, line) in lines(text) {
        let content = line.trim();
        let (blank, _) = line.split_at(line.len() - line.trim_start().len());
        let margin = width(blank);
        if content.is_empty() {
            open = Open::default();
        } else if begins_rule(content) {
            open = Open::at(margin, content);
        } else if !content.starts_with(';') && open.takes(content) {
            if margin <= open.margin {
                places.push(start + blank.len()..start + line.trim_end().len());
            }
            open.read(content);
        }
    }
    let indented = |place: &Span| Patch {
        range: place.start..place.start,
        replacement: INDENTATION,
    };
    Found::at(places, indented, |lines| Damage::LostIndentation { lines })
}

/// Deeper than any rule that an RFC prints.
const INDENTATION: &str = "                        ";

/// Returns whether the line begins a rule: a name before `=`.
fn begins_rule(line: &str) -> bool {
    let name = line.trim_start_matches('<');
    let end = name.find(|one: char| !one.is_ascii_alphanumeric() && !"-_+".contains(one));
    let after = end.map_or("", |end| &name[end..]);
    let after = after.trim_start_matches('>').trim_start();
    let after = after.strip_prefix("::").unwrap_or(after);
    name.starts_with(|one: char| one.is_ascii_alphabetic()) && after.starts_with('=')
}

/// The rule above a line.
#[derive(Default)]
struct Open {
    /// The columns before the name.
    margin: usize,
    is_rule: bool,
    /// The number of open brackets.
    depth: usize,
    /// Whether the last line ends with an operator.
    is_unfinished: bool,
}

impl Open {
    fn at(margin: usize, line: &str) -> Self {
        let mut open = Self {
            margin,
            is_rule: true,
            ..Self::default()
        };
        open.read(line);
        open
    }

    /// Returns whether the line continues the rule.
    fn takes(&self, line: &str) -> bool {
        let begins = line.starts_with(['|', '/', ')', ']', '"', '[', '(', '*', '%']);
        self.is_rule && (self.is_unfinished || self.depth > 0 || begins)
    }

    fn read(&mut self, line: &str) {
        self.is_unfinished = last_sign(line, &mut self.depth).is_some_and(is_operator);
    }
}
