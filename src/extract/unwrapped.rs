//! A URL without a wrapper.

use super::characters::{
    is_delimiter, is_of_scheme, is_of_script_without_blanks, length_of_cut,
    without_trailing_punctuation,
};
use super::cleaned::Cleaned;
use super::markup::{Reference, reference};
use super::repair::RepairKind;
use super::window::Window;
use super::{Kind, LIMIT};

/// The number of octets on which the end of a URL can depend.
const AHEAD: usize = 16;

/// A URL without a wrapper that is being read. All offsets are those of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unwrapped {
    pub(super) kind: Kind,
    pub(super) start: usize,
    /// It is a URL if it ends after this offset.
    least: usize,
    /// The next octet to read.
    next: usize,
    /// The octet before the URL and its prefix.
    before: u8,
    /// Whether it is the value of an attribute or the text of an element.
    is_in_html: bool,
    /// The numbers of brackets that are open in it, by [`kind_of`].
    depth: [usize; 3],
}

/// The end of a URL without a wrapper.
#[derive(Debug, Clone)]
pub(super) enum UnwrappedEnd {
    /// There is no URL. The search continues at this offset.
    None(usize),
    Url {
        cleaned: Cleaned,
        after: usize,
    },
    /// It goes on after the limit, which is here.
    Limit(usize),
}

/// The reason why a URL ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The octet cannot be in it.
    Delimiter,
    /// The characters around it or after it say so.
    Context,
    /// A character outside US-ASCII of this length may have been cut.
    Cut { length: usize },
}

impl Unwrapped {
    /// Returns the URL that begins at `start`, with its mark before it. It needs text after `least`.
    pub(super) fn new(
        window: &Window<'_>,
        kind: Kind,
        mark: usize,
        start: usize,
        least: usize,
    ) -> Self {
        let octet = |back: usize| {
            mark.checked_sub(back)
                .and_then(|offset| window.octet(offset))
        };
        let before = octet(1).unwrap_or(b'\n');
        let is_value = matches!(before, b'"' | b'\'') && octet(2) == Some(b'=');
        Self {
            kind,
            start,
            least,
            next: least,
            before,
            is_in_html: is_value || before == b'>',
            depth: [0; 3],
        }
    }

    /// Reads the window up to the end of the URL; `None` if the window ends before it.
    pub(super) fn read(&mut self, window: &Window<'_>) -> Option<UnwrappedEnd> {
        let limit = self.start + LIMIT;
        let last = window.end().min(limit + 1);

        while self.next < last {
            let octet = window.octets(self.next..self.next + 1)[0];
            let is_plain = octet.is_ascii_alphanumeric() || matches!(octet, b'/' | b'.' | b'-');
            if !is_plain {
                if is_delimiter(octet) {
                    return Some(self.end(window, Stop::Delimiter));
                }
                let ahead = self.next..window.end().min(self.next + AHEAD);
                if ahead.len() < AHEAD && !window.is_last {
                    return None;
                }
                if let Some(stop) = self.stop(window.octets(ahead)) {
                    return Some(self.end(window, stop));
                }
            }
            self.next += 1;
        }
        if window.end() > limit {
            return Some(UnwrappedEnd::Limit(limit));
        }
        window.is_last.then(|| self.end(window, Stop::Delimiter))
    }

    /// Returns why the URL ends before these octets, if it does.
    fn stop(&mut self, ahead: &[u8]) -> Option<Stop> {
        let (&octet, after) = ahead.split_first()?;
        let is_end = match octet {
            0x80.. if self.kind == Kind::Bare || is_of_script_without_blanks(ahead) => {
                let cut = length_of_cut(ahead);
                return Some(cut.map_or(Stop::Delimiter, |length| Stop::Cut { length }));
            }
            b'&' => {
                reference(ahead).is_some_and(|(found, _)| !matches!(found, Reference::Character(_)))
            }
            b'\\' => ends_at_escape(after),
            b',' | b';' => self.before == octet || begins_url(after),
            b'|' => matches!(self.before, b'|' | b'[' | b'<') || begins_url(after),
            b'\'' | b'`' => self.before == octet,
            b'(' | b'[' | b'{' => {
                self.depth[kind_of(octet)] += 1;
                false
            }
            b')' => self.closes(octet) && self.before == b'(',
            b']' | b'}' => self.closes(octet),
            _ => false,
        };
        is_end.then_some(Stop::Context)
    }

    /// Returns whether no bracket in the URL opens what the bracket closes.
    fn closes(&mut self, close: u8) -> bool {
        let depth = &mut self.depth[kind_of(close)];
        let is_open = *depth > 0;
        *depth -= usize::from(is_open);
        !is_open
    }

    fn end(&self, window: &Window<'_>, stop: Stop) -> UnwrappedEnd {
        let end = self.next;
        let mut text = without_trailing_punctuation(window.octets(self.least..end));
        if matches!(self.before, b'*' | b'_') {
            while let Some(rest) = text.strip_suffix(&[self.before]) {
                text = without_trailing_punctuation(rest);
            }
        }
        let delimiter = window.octet(end);
        if delimiter == Some(b'>') {
            // The end of an HTML comment.
            text = text.strip_suffix(b"--").unwrap_or(text);
        }
        let after = self.least + text.len();
        let text = window.octets(self.start..after);
        if after == self.least || (self.kind == Kind::Prefixed && !resembles_url(text)) {
            return UnwrappedEnd::None(self.least);
        }
        let is_html = self.is_in_html || matches!(delimiter, Some(b'<' | b'&'));
        let mut cleaned = Cleaned::word(text, self.start, is_html);
        // An escape that the text ends with is left out, and no letter follows the match then.
        if let Stop::Cut { length } = stop
            && cleaned.end == end
        {
            cleaned.repair(RepairKind::NonAscii, end, end + length);
        }
        UnwrappedEnd::Url { cleaned, after }
    }
}

/// Returns the index of the kind of a bracket.
fn kind_of(bracket: u8) -> usize {
    match bracket {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        _ => 2,
    }
}

/// Returns whether a URL ends before a backslash with these octets after it: those of a character
/// that cannot be in a URL, or of a change of the font.
fn ends_at_escape(after: &[u8]) -> bool {
    match after {
        [b'(', rest @ ..] => !rest.starts_with(b"ti"),
        [octet, ..] => b"nrtfms*\"'\\".contains(octet),
        [] => false,
    }
}

/// Returns whether the octets begin like a URL: with a scheme and `://`.
fn begins_url(octets: &[u8]) -> bool {
    let length = octets
        .iter()
        .take_while(|octet| is_of_scheme(**octet))
        .count();
    length > 0 && octets[length..].starts_with(b"://")
}

/// Returns whether the author of a text after `URL:` can have meant it as a URL: it has a scheme,
/// begins with a slash or contains a dot.
fn resembles_url(text: &[u8]) -> bool {
    let length = text
        .iter()
        .take_while(|octet| is_of_scheme(**octet))
        .count();
    let has_scheme = length > 0 && text.get(length) == Some(&b':');
    has_scheme || text.starts_with(b"/") || text.contains(&b'.')
}
