//! Rules whose further lines lost their indentation.

use super::found::{Found, lines};
use super::patch::Patch;
use crate::documents::candidates::{is_operator, last_sign};
use crate::error::Damage;
use crate::notation::outline::width;
use crate::syntax::Span;

/// Finds lines that continue a rule and are not indented deeper than it. A line continues the rule
/// directly above if that ends within brackets or with an operator, or if the line begins with one.
pub(super) fn find(text: &str) -> Option<Found> {
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
    let behind = end.map_or("", |end| &name[end..]);
    let behind = behind.trim_start_matches('>').trim_start();
    let behind = behind.strip_prefix("::").unwrap_or(behind);
    name.starts_with(|one: char| one.is_ascii_alphabetic()) && behind.starts_with('=')
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
