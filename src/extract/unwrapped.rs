//! A URL without a wrapper.

use core::ops::RangeInclusive;

use super::characters::{
    is_delimiter, is_of_scheme, is_of_script_without_blanks, length_of_cut,
    without_trailing_punctuation,
};
use super::cleaned::Cleaned;
use super::escapes::{self, Escape};
use super::host::{Host, HostEnd};
use super::markup::{Reference, reference};
use super::repair::RepairKind;
use super::window::Window;
use super::{Kind, LIMIT};

/// The number of octets on which the end of a URL can depend.
const AHEAD: usize = 64;

/// The number of octets in which a text shows that it is a URL, if its scheme does not. A text that
/// is not one is searched again up to here, so the search is linear.
const AGAIN: usize = 128;

/// The most octets of emphasis at the end of a URL.
const EMPHASIS: usize = 8;

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
    /// Whether only its mark says that it is a URL: `URL:` in capitals, as the RFC writes it.
    is_marked: bool,
    host: Host,
    has_query: bool,
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
        /// Whether it ends with a soft line break and goes on in the next line.
        is_broken: bool,
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
    /// Returns the URL that begins with a scheme at `start`. It needs text after `least`.
    pub(super) fn bare(window: &Window<'_>, kind: Kind, start: usize, least: usize) -> Self {
        Self::new(window, kind, start, start, least)
    }

    /// Returns the text that begins at `start`, after a `URL:` at `mark`.
    pub(super) fn prefixed(window: &Window<'_>, mark: usize, start: usize) -> Self {
        let is_marked = window.octets(mark..start) == b"URL:";
        Self {
            is_marked,
            ..Self::new(window, Kind::Prefixed, mark, start, start)
        }
    }

    fn new(window: &Window<'_>, kind: Kind, mark: usize, start: usize, least: usize) -> Self {
        let octet = |back: usize| {
            mark.checked_sub(back)
                .and_then(|offset| window.octet(offset))
        };
        let mut before = octet(1).unwrap_or(b'\n');
        let is_value = matches!(before, b'"' | b'\'') && octet(2) == Some(b'=');
        let least_before = mark.saturating_sub(AHEAD);
        if before == b';' && escapes::ends_with_hyperlink(window.held(least_before..mark)) {
            before = b'\n';
        }
        Self {
            kind,
            start,
            least,
            next: least,
            before,
            is_in_html: is_value || before == b'>',
            is_marked: false,
            host: Host::new(least),
            has_query: false,
            depth: [0; 3],
        }
    }

    /// Reads the window up to the end of the URL; `None` if the window ends before it.
    pub(super) fn read(&mut self, window: &Window<'_>) -> Option<UnwrappedEnd> {
        let limit = self.start + LIMIT;
        let last = window.end().min(limit + 1);

        while self.next < last {
            if self.next - self.least == AGAIN && !self.is_promising(window) {
                return Some(UnwrappedEnd::None(self.least));
            }
            let octet = window.octets(self.next..self.next + 1)[0];
            let is_plain = octet.is_ascii_alphanumeric() || matches!(octet, b'/' | b'.' | b'-');
            if !is_plain {
                let is_end = is_delimiter(octet);
                let is_broken = is_end && is_soft_break(window, self.next);
                if is_end && !is_broken && !self.host.reaches(window, self.next) {
                    return Some(self.end(window, Stop::Delimiter));
                }
                let ahead = self.next..window.end().min(self.next + AHEAD);
                if ahead.len() < AHEAD && !window.is_last {
                    return None;
                }
                if is_end {
                    return Some(self.end(window, Stop::Delimiter));
                }
                if let Some(stop) = self.stop(window, window.octets(ahead)) {
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
    fn stop(&mut self, window: &Window<'_>, ahead: &[u8]) -> Option<Stop> {
        let (&octet, after) = ahead.split_first()?;
        let is_end = match octet {
            0x80.. if self.kind == Kind::Bare || is_of_script_without_blanks(ahead) => {
                if self.host.reaches(window, self.next)
                    && self.host.goes_on(window, self.next, ahead)
                {
                    return None;
                }
                let cut = length_of_cut(ahead);
                return Some(cut.map_or(Stop::Delimiter, |length| Stop::Cut { length }));
            }
            b'&' => {
                reference(ahead).is_some_and(|(found, _)| !matches!(found, Reference::Character(_)))
            }
            b'\\' => escapes::escape(after) == Some(Escape::End),
            b',' | b';' => self.before == octet || begins_url(after),
            // Templates of wikis write `|url=http://h/|title=…`, and RFC 1738 knows no `|`.
            b'|' => {
                matches!(self.before, b'|' | b'[' | b'<' | b'{' | b'=' | b'!')
                    || after.first() == Some(&b'|')
                    || begins_url(after)
            }
            b'?' => {
                self.has_query = true;
                false
            }
            // AsciiDoc writes the text of a link in brackets after the URL.
            b'[' if !self.has_query
                && is_link_text(window, self.next, after)
                && !self.host.reaches(window, self.next) =>
            {
                true
            }
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

    fn end(&mut self, window: &Window<'_>, stop: Stop) -> UnwrappedEnd {
        let end = self.next;
        let mut text = without_trailing_punctuation(window.octets(self.least..end));
        if matches!(self.before, b'*' | b'_' | b'~') {
            for _ in 0..EMPHASIS {
                let rest = text.strip_suffix(&[self.before]);
                text = rest.map_or(text, without_trailing_punctuation);
            }
        }
        // The line goes on after a backslash, or the backslash escapes the punctuation.
        let rest = text.strip_suffix(b"\\");
        text = rest.map_or(text, without_trailing_punctuation);
        let delimiter = window.octet(end);
        if delimiter == Some(b'>') {
            // The end of an HTML comment.
            text = text.strip_suffix(b"--").unwrap_or(text);
        }
        let after = self.least + text.len();
        if self.kind == Kind::Bare && holds_placeholder(window.octets(self.least..after)) {
            let is_short = end - self.least <= AGAIN;
            return UnwrappedEnd::None(if is_short { self.least } else { end });
        }
        let text = window.octets(self.start..after);
        let is_html = self.is_in_html || matches!(delimiter, Some(b'<' | b'&'));
        let mut cleaned = Cleaned::word(text, self.start, is_html);
        if after == self.least || self.is_cut(window, after) || !self.is_url(&cleaned, after, end) {
            let is_short = end - self.least <= AGAIN;
            return UnwrappedEnd::None(if is_short { self.least } else { end });
        }
        // An escape that the text ends with is left out, and no letter follows the match then.
        if let Stop::Cut { length } = stop
            && cleaned.end == end
        {
            cleaned.repair(RepairKind::NonAscii, end, end + length);
        }
        let is_broken = after == end && is_soft_break(window, end) && goes_on(window, end);
        UnwrappedEnd::Url {
            cleaned,
            after,
            is_broken,
        }
    }

    /// Returns whether the text up to the next octet can be the beginning of a URL.
    fn is_promising(&self, window: &Window<'_>) -> bool {
        let text = window.octets(self.least..self.next);
        if self.least == self.start {
            return resembles_url(text, self.is_marked);
        }
        let has_slashes = window.octet(self.least - 1) == Some(b'/');
        has_slashes || self.kind == Kind::Prefixed || position_after_at(text).is_some()
    }

    /// Returns whether the URL ends inside its host, which goes on after the offset.
    fn is_cut(&mut self, window: &Window<'_>, after: usize) -> bool {
        if !self.host.reaches(window, self.next) {
            return false;
        }
        let ahead = self.next..window.end().min(self.next + AHEAD);
        let end = HostEnd {
            before: self.before,
            host: window.octets(self.least..after),
            stripped: window.octets(after..self.next),
            ahead: window.octets(ahead),
        };
        end.is_cut()
    }

    /// Returns whether the text can have been meant as a URL.
    fn is_url(&self, cleaned: &Cleaned, after: usize, end: usize) -> bool {
        let text = cleaned.text.octets();
        if self.least == self.start {
            return resembles_url(text, self.is_marked);
        }
        if self.kind == Kind::Prefixed {
            return true;
        }
        let Some(colon) = text.iter().position(|octet| *octet == b':') else {
            return false;
        };
        let (name, part) = (&text[..colon], &text[colon + 1..]);
        if let Some(part) = part.strip_prefix(b"//") {
            let is_host = |octet: &u8| octet.is_ascii_alphanumeric() || *octet > 0x7f;
            return part.starts_with(b"/") || part.iter().any(is_host);
        }
        if name.eq_ignore_ascii_case(b"mailto") {
            return resembles_address(part);
        }
        // The entries of /etc/passwd and its like have a colon after each field.
        let is_field = part.contains(&b':') || end - after > 1;
        let is_apart = is_delimiter(self.before) || matches!(self.before, b'(' | b'\'' | b'`');
        resembles_newsgroup(part, is_apart && !is_field) || part.contains(&b'@')
    }
}

/// The lengths of a line that quoted-printable breaks, with its `=`. A line has at most 76 octets, and its last
/// character can take three (RFC 2045, 6.7).
const SOFT: RangeInclusive<usize> = 74..=76;

/// Returns whether the line that ends at the offset looks like one that quoted-printable breaks.
pub(super) fn is_soft_break(window: &Window<'_>, end: usize) -> bool {
    let before = window.held(end.saturating_sub(SOFT.end() + 1)..end);
    if !before.ends_with(b"=") || !matches!(window.octet(end), Some(b'\r' | b'\n')) {
        return false;
    }
    let line_end = before.iter().rposition(|octet| *octet == b'\n');
    let length = match line_end {
        Some(line_end) => before.len() - line_end - 1,
        None => before.len(),
    };
    SOFT.contains(&length)
}

/// Returns whether the line after the end of a line at the offset begins with what a URL can hold.
fn goes_on(window: &Window<'_>, end: usize) -> bool {
    let next = match (window.octet(end), window.octet(end + 1)) {
        (Some(b'\r'), Some(b'\n')) => end + 2,
        _ => end + 1,
    };
    window.octet(next).is_some_and(|octet| !is_delimiter(octet))
}

/// Returns whether the host or the port after a user and a password holds a placeholder: `${host}`, `$HOST`,
/// `{host}`, `%s` or `%(host)`. No host holds these characters.
fn holds_placeholder(text: &[u8]) -> bool {
    let end = text
        .iter()
        .position(|octet| matches!(octet, b'/' | b'?' | b'#'));
    let login = &text[..end.unwrap_or(text.len())];
    let at = login.iter().rposition(|octet| *octet == b'@');
    let hostport = &login[at.map_or(0, |at| at + 1)..];
    let is_variable = |pair: &[u8]| {
        let is_name = pair[1].is_ascii_alphabetic() || pair[1] == b'_';
        pair[0] == b'$' && (is_name || matches!(pair[1], b'{' | b'('))
            || pair[0] == b'%' && matches!(pair[1], b's' | b'(' | b'{')
    };
    let open = hostport.iter().position(|octet| *octet == b'{');
    let close = hostport.iter().rposition(|octet| *octet == b'}');
    hostport.windows(2).any(is_variable)
        || matches!((open, close), (Some(open), Some(close)) if open < close)
}

/// Returns the index of the kind of a bracket.
fn kind_of(bracket: u8) -> usize {
    match bracket {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        _ => 2,
    }
}

/// Returns whether a bracket at the offset, with these octets after it, begins the text of a link: it
/// follows a letter or a digit, contains a word, and no more of a URL follows it.
fn is_link_text(window: &Window<'_>, offset: usize, after: &[u8]) -> bool {
    let before = offset
        .checked_sub(1)
        .and_then(|before| window.octet(before));
    let close = after.iter().position(|octet| *octet == b']');
    let text = &after[..close.unwrap_or(after.len())];
    let is_word = matches!(text, [one, other, ..] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic());
    let is_last = match close.map(|close| &after[close + 1..]) {
        Some([b'.' | b',', next, ..] | [next, ..]) => {
            !next.is_ascii_alphanumeric() && !b"&/=[".contains(next)
        }
        Some([]) => true,
        None => text.contains(&b' '),
    };
    before.is_some_and(|octet| octet.is_ascii_alphanumeric()) && is_word && is_last
}

/// Returns whether the octets begin like a URL: with a scheme and `://`.
fn begins_url(octets: &[u8]) -> bool {
    let length = octets
        .iter()
        .take_while(|octet| is_of_scheme(**octet))
        .count();
    length > 0 && octets[length..].starts_with(b"://")
}

/// Returns whether the author of a text after `URL:` can have meant it as a URL: it has a scheme or,
/// if its mark is that of the RFC, begins with a slash or with a name that contains a dot.
pub(super) fn resembles_url(text: &[u8], is_marked: bool) -> bool {
    let length = text
        .iter()
        .take_while(|octet| is_of_scheme(**octet))
        .count();
    let is_name = text.first().is_some_and(u8::is_ascii_alphabetic);
    let has_scheme = is_name && matches!(text[length..], [b':', next, ..] if next != b':');
    let path = text.iter().position(|octet| *octet == b'/');
    let host = &text[..path.unwrap_or(text.len())];
    let is_host = |octet: &u8| is_of_scheme(*octet) || matches!(octet, b':' | b'~' | 0x80..);
    has_scheme
        || (is_marked && (path == Some(0) || (host.contains(&b'.') && host.iter().all(is_host))))
}

/// Returns whether the text after `mailto:` is an address: a domain is after its `@`.
fn resembles_address(text: &[u8]) -> bool {
    let domain = position_after_at(text).and_then(|after| text.get(after));
    domain.is_some_and(|octet| octet.is_ascii_alphanumeric() || matches!(octet, b'[' | 0x80..))
}

/// Returns the position after the last `@`, or after the first one that is encoded.
fn position_after_at(text: &[u8]) -> Option<usize> {
    let at = text.iter().rposition(|octet| *octet == b'@');
    let encoded = || text.windows(3).position(|octets| octets == b"%40");
    at.map(|at| at + 1).or_else(|| Some(encoded()? + 3))
}

/// Returns whether the text after `news:` is the name of a newsgroup. Programs use `news` as a name,
/// so a name counts only if it begins with a hierarchy in small letters, such as `comp.`, or if it
/// has no dot and is apart from other text.
fn resembles_newsgroup(text: &[u8], is_apart: bool) -> bool {
    let is_of_group = |octet: &u8| {
        octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'+' | b'_' | 0x80..)
    };
    let is_group =
        text.first().is_some_and(u8::is_ascii_alphabetic) && text.iter().all(is_of_group);
    let is_well_placed = match text.iter().position(|octet| *octet == b'.') {
        Some(dot) => dot > 1 && !text[..dot].iter().any(u8::is_ascii_uppercase),
        None => is_apart,
    };
    (is_group && is_well_placed) || (is_apart && text == b"*")
}
