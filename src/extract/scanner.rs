//! The scanner, which searches a document for URLs.
//!
//! It recognises every URL at a colon: that of `URL:` or that of its scheme.
//!
//! Invariants:
//! - the matches do not depend on how the document is cut into windows;
//! - the scanner reads each octet a bounded number of times: it searches a broken wrapper once
//!   more, and wrappers do not nest.

use std::ops::Range;

use super::characters::{
    has_blank_line, is_blank, is_delimiter, is_of_scheme, is_white_space,
    without_trailing_punctuation,
};
use super::line_counter::LineCounter;
use super::window::Window;
use super::{CONTEXT, Fault, Kind, LIMIT, Match, Options};

/// The greatest length of a scheme in running text.
const SCHEME: usize = 64;

/// The most blanks between `URL:` and the URL.
const BLANKS: usize = 8;

/// The number of octets before a colon that the scanner may need.
const BEHIND: usize = CONTEXT + SCHEME;

/// The state of a search. All offsets are those of the document.
#[derive(Debug, Clone)]
pub(super) struct Scanner {
    options: Options,
    state: State,
    /// The offset of the next octet to read.
    next: usize,
    /// The end of the last match.
    floor: usize,
    /// The end of the last `URL:` before blanks.
    prefix_end: Option<usize>,
    /// At most at the start of the URL being recognised.
    lines: LineCounter,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Search for a colon.
    Text,
    /// Search for the end of a wrapper whose content begins at this offset.
    Wrapper { content: usize },
    /// Search for the end of a URL without a wrapper.
    Unwrapped(Unwrapped),
    /// Skip the rest of a text that is too long.
    Rest,
}

/// The start of a URL without a wrapper. It is one if it ends after `least`.
#[derive(Debug, Clone, Copy)]
struct Unwrapped {
    kind: Kind,
    start: usize,
    least: usize,
}

/// The result of one step of the search.
enum Step {
    Found(Match),
    /// The search continues, in another state or further on.
    Again,
    /// The window is used up.
    Stop,
}

/// The end of a URL, and the reason for it.
enum End {
    Delimiter(usize),
    Document(usize),
    Limit(usize),
}

impl Scanner {
    /// Returns a scanner at the start of a document.
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            state: State::Text,
            next: 0,
            floor: 0,
            prefix_end: None,
            lines: LineCounter::start(),
        }
    }

    /// Returns the first offset whose octet the scanner still needs.
    pub(super) fn kept_from(&self) -> usize {
        let start = match self.state {
            State::Text | State::Rest => self.next,
            State::Wrapper { content } => content,
            State::Unwrapped(begun) => begun.start,
        };
        start.saturating_sub(BEHIND)
    }

    /// Prepares for a window that begins at the offset.
    pub(super) fn leave(&mut self, window: &Window<'_>, offset: usize) {
        self.lines.advance(window, offset);
    }

    /// Returns the next match that is complete in the window.
    pub(super) fn next_match(&mut self, window: &Window<'_>) -> Option<Match> {
        loop {
            let step = match self.state {
                State::Text => self.text(window),
                State::Wrapper { content } => self.wrapper(window, content),
                State::Unwrapped(begun) => self.unwrapped(window, begun),
                State::Rest => self.rest(window),
            };
            match step {
                Step::Found(found) => return Some(found),
                Step::Again => {}
                Step::Stop => return None,
            }
        }
    }

    fn text(&mut self, window: &Window<'_>) -> Step {
        let colon = window.position(self.next..window.end(), |octet| octet == b':');
        self.next = colon.unwrap_or(window.end());
        // Whether a URL begins here depends on up to three octets after the colon.
        let Some(colon) = colon.filter(|colon| window.is_last || colon + 3 < window.end()) else {
            return Step::Stop;
        };
        self.next = colon + 1;
        if let Some(state) = self.begun(window, colon) {
            self.state = state;
        }
        Step::Again
    }

    /// Returns the next state if a URL begins at the colon or at the name before it.
    fn begun(&mut self, window: &Window<'_>, colon: usize) -> Option<State> {
        let start = self.name_before(window, colon)?;
        let name = window.octets(start..colon);
        if !name.eq_ignore_ascii_case(b"url") {
            let least = least_of_bare(window, name, colon)?;
            let kind = self.kind_of_bare(window, start)?;
            self.next = least;
            return Some(State::Unwrapped(Unwrapped { kind, start, least }));
        }
        let content = colon + 1;
        if start > self.floor && window.octet(start - 1) == Some(b'<') {
            return Some(State::Wrapper { content });
        }
        match window.octet(content) {
            Some(octet) if is_blank(octet) => self.prefix_end = Some(content),
            Some(octet) if !is_delimiter(octet) => {
                return Some(State::Unwrapped(Unwrapped {
                    kind: Kind::Prefixed,
                    start: content,
                    least: content,
                }));
            }
            _ => {}
        }
        None
    }

    /// Returns where the name before the colon begins: at the first letter of its scheme
    /// characters. Returns `None` if it has no letter or is too long.
    fn name_before(&self, window: &Window<'_>, colon: usize) -> Option<usize> {
        let least = self.floor.max(colon.saturating_sub(SCHEME + 1));
        let before = window.octets(least..colon);
        let other = before.iter().rposition(|octet| !is_of_scheme(*octet));
        let start = least + other.map_or(0, |index| index + 1);
        if colon - start > SCHEME {
            return None;
        }
        window.position(start..colon, |octet| octet.is_ascii_alphabetic())
    }

    fn kind_of_bare(&self, window: &Window<'_>, start: usize) -> Option<Kind> {
        let is_after = |end: usize| {
            (end..=end + BLANKS).contains(&start)
                && window.octets(end..start).iter().copied().all(is_blank)
        };
        if self.prefix_end.is_some_and(is_after) {
            return Some(Kind::Prefixed);
        }
        self.options.bare.then_some(Kind::Bare)
    }

    fn wrapper(&mut self, window: &Window<'_>, content: usize) -> Step {
        let is_bracket = |octet| matches!(octet, b'<' | b'>');
        match self.end(window, content, is_bracket) {
            None => Step::Stop,
            Some(End::Delimiter(end)) if window.octet(end) == Some(b'>') => {
                self.closed(window, content, end)
            }
            Some(End::Delimiter(end) | End::Document(end)) => {
                self.unclosed(window, content, end, Fault::Unclosed)
            }
            Some(End::Limit(end)) => self.unclosed(window, content, end, Fault::TooLong),
        }
    }

    fn closed(&mut self, window: &Window<'_>, content: usize, end: usize) -> Step {
        let start = beginning(window, content, end);
        let found = self.found(window, Kind::Wrapped, start..end);
        if has_blank_line(window.octets(content..end)) && !found.is_valid() {
            return self.unclosed(window, content, end, Fault::Unclosed);
        }
        self.go_on(end + 1);
        Step::Found(found)
    }

    /// Takes the text up to the first delimiter as the URL, and searches the rest again.
    fn unclosed(&mut self, window: &Window<'_>, content: usize, end: usize, fault: Fault) -> Step {
        let start = beginning(window, content, end);
        let delimiter = window.position(start..end, is_delimiter);
        let text = window.octets(start..delimiter.unwrap_or(end));
        let stop = start + without_trailing_punctuation(text).len();
        let found = self.found(window, Kind::Wrapped, start..stop);
        if delimiter.is_none() && fault == Fault::TooLong {
            self.skip_rest(end);
        } else {
            self.go_on(stop);
        }
        Step::Found(found.with_fault(fault))
    }

    fn unwrapped(&mut self, window: &Window<'_>, begun: Unwrapped) -> Step {
        match self.end(window, begun.start, is_delimiter) {
            None => Step::Stop,
            Some(End::Delimiter(end) | End::Document(end)) => {
                let rest = without_trailing_punctuation(window.octets(begun.least..end));
                let stop = begun.least + rest.len();
                if rest.is_empty() {
                    self.state = State::Text;
                    self.next = begun.least;
                    return Step::Again;
                }
                let found = self.found(window, begun.kind, begun.start..stop);
                self.go_on(stop);
                Step::Found(found)
            }
            Some(End::Limit(end)) => {
                let found = self.found(window, begun.kind, begun.start..end);
                self.skip_rest(end);
                Step::Found(found.with_fault(Fault::TooLong))
            }
        }
    }

    fn rest(&mut self, window: &Window<'_>) -> Step {
        let end = window.position(self.next..window.end(), is_delimiter);
        self.next = end.unwrap_or(window.end());
        match end {
            Some(end) => {
                self.go_on(end);
                Step::Again
            }
            None => Step::Stop,
        }
    }

    /// Returns the end of the URL that begins at `start`; `None` if the window ends before it.
    fn end(
        &mut self,
        window: &Window<'_>,
        start: usize,
        is_end: impl Fn(u8) -> bool,
    ) -> Option<End> {
        let limit = start + LIMIT;
        let last = window.end().min(limit + 1);
        if let Some(end) = window.position(self.next..last, is_end) {
            return Some(End::Delimiter(end));
        }
        self.next = last;
        if window.end() > limit {
            return Some(End::Limit(limit));
        }
        window.is_last.then_some(End::Document(window.end()))
    }

    fn found(&mut self, window: &Window<'_>, kind: Kind, span: Range<usize>) -> Match {
        self.lines.advance(window, span.start);
        let start = span.start;
        Match::new(kind, window.octets(span), start, self.lines.position())
    }

    /// Continues the search for a colon at the offset.
    fn go_on(&mut self, offset: usize) {
        self.state = State::Text;
        self.next = offset;
        self.floor = offset;
    }

    /// Skips the rest of a text that is too long, from the offset on.
    fn skip_rest(&mut self, offset: usize) {
        self.state = State::Rest;
        self.next = offset;
        self.floor = offset;
    }
}

/// Returns the start of the content of a wrapper, after leading white space. If the content is all
/// white space, returns `content`.
fn beginning(window: &Window<'_>, content: usize, end: usize) -> usize {
    let first = window.position(content..end, |octet| !is_white_space(octet));
    first.unwrap_or(content)
}

/// Returns the end of the shortest text that marks an unmarked URL with this scheme: the scheme,
/// the colon, and `//` if it follows. Only mailto and news do not require `//`. Returns `None` if
/// no URL can follow.
fn least_of_bare(window: &Window<'_>, name: &[u8], colon: usize) -> Option<usize> {
    let slash = Some(b'/');
    let is_internet = window.octet(colon + 1) == slash && window.octet(colon + 2) == slash;
    let needs_no_slashes =
        name.eq_ignore_ascii_case(b"mailto") || name.eq_ignore_ascii_case(b"news");
    let least = if is_internet {
        colon + 3
    } else if needs_no_slashes {
        colon + 1
    } else {
        return None;
    };
    let octet = window.octet(least)?;
    (!is_delimiter(octet)).then_some(least)
}
