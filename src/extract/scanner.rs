//! The scanner, which searches a document for URLs.
//!
//! It recognises every URL at a colon: that of `URL:` or that of its scheme.
//!
//! Invariants:
//! - the matches do not depend on how the document is cut into windows;
//! - the scanner reads each octet a bounded number of times: it searches a broken wrapper once
//!   more, and wrappers do not nest.

use alloc::boxed::Box;
use core::mem;

use super::characters::{is_blank, is_delimiter, is_of_scheme, without_trailing_punctuation};
use super::cleaned::Cleaned;
use super::line_counter::LineCounter;
use super::markup::{REFERENCE, ends_with_open_bracket};
use super::unwrapped::{Unwrapped, UnwrappedEnd};
use super::window::Window;
use super::wrapper::{Wrapper, WrapperEnd};
use super::{CONTEXT, Fault, Kind, Match, Options};

/// The greatest length of a scheme in running text.
const SCHEME: usize = 64;

/// The most blanks between `URL:` and the URL.
const BLANKS: usize = 8;

/// The longest escape sequence that can stand before a URL, in octets.
const ESCAPE: usize = 16;

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

#[derive(Debug, Clone)]
enum State {
    /// Search for a colon.
    Text,
    /// Read a wrapper.
    Wrapper(Box<Wrapper>),
    /// Read a URL without a wrapper.
    Unwrapped(Unwrapped),
    /// Skip the rest of a text that is too long.
    Rest,
}

/// The result of one step of the search.
enum Step {
    Found(Match),
    /// The search continues, in another state or further on.
    Again,
    /// The window is used up.
    Stop,
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
        let start = match &self.state {
            State::Text | State::Rest => self.next,
            State::Wrapper(wrapper) => wrapper.content,
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
            let step = match mem::replace(&mut self.state, State::Text) {
                State::Text => self.text(window),
                State::Wrapper(wrapper) => self.wrapper(window, wrapper),
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
        let content = colon + 1;
        if !name.eq_ignore_ascii_case(b"url") {
            let least = least_of_bare(window, name, colon)?;
            let kind = self.kind_of_bare(window, start)?;
            self.next = least;
            let bare = Unwrapped::new(window, kind, start, start, least);
            let wrapper = self.wrapper_at(window, start, start);
            return Some(wrapper.map_or(State::Unwrapped(bare), |mut wrapper| {
                wrapper.bare = Some(bare);
                State::Wrapper(wrapper)
            }));
        }
        if let Some(wrapper) = self.wrapper_at(window, start, content) {
            return Some(State::Wrapper(wrapper));
        }
        match window.octet(content) {
            Some(octet) if is_blank(octet) => self.prefix_end = Some(content),
            Some(octet) if !is_delimiter(octet) => {
                let kind = Kind::Prefixed;
                return Some(State::Unwrapped(Unwrapped::new(
                    window, kind, start, content, content,
                )));
            }
            _ => {}
        }
        None
    }

    /// Returns the wrapper with this content if a bracket opens it before the name.
    fn wrapper_at(
        &mut self,
        window: &Window<'_>,
        name: usize,
        content: usize,
    ) -> Option<Box<Wrapper>> {
        let before = window.octets(self.floor.max(name.saturating_sub(REFERENCE))..name);
        let is_html = ends_with_open_bracket(before);
        if !is_html && !before.ends_with(b"<") {
            return None;
        }
        self.lines.advance(window, content);
        let wrapper = Wrapper::new(content, is_html, self.lines.line_start());
        Some(Box::new(wrapper))
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
        let start = window.position(start..colon, |octet| octet.is_ascii_alphabetic())?;
        let before = window.octets(self.floor.max(start.saturating_sub(ESCAPE))..start);
        let name = window.octets(start..colon);
        Some(start + length_of_escape(before, name))
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

    fn wrapper(&mut self, window: &Window<'_>, mut wrapper: Box<Wrapper>) -> Step {
        let Some(end) = wrapper.read(window) else {
            self.state = State::Wrapper(wrapper);
            return Step::Stop;
        };
        if let Some(bare) = wrapper.bare {
            return self.bare_in_brackets(window, bare, wrapper.cleaned, end);
        }
        match end {
            WrapperEnd::Closed { after } => {
                self.go_on(after);
                Step::Found(self.found(window, Kind::Wrapped, wrapper.cleaned))
            }
            WrapperEnd::Open(end) => self.open(window, &wrapper, end, Fault::Unclosed),
            WrapperEnd::Limit(end) => self.open(window, &wrapper, end, Fault::TooLong),
        }
    }

    /// Takes the whole text in the brackets as a bare URL if it is one and has white space at line
    /// ends only, and otherwise the text up to white space.
    fn bare_in_brackets(
        &mut self,
        window: &Window<'_>,
        bare: Unwrapped,
        cleaned: Cleaned,
        end: WrapperEnd,
    ) -> Step {
        if let WrapperEnd::Closed { after } = end
            && !cleaned.has_white_space_in_line()
        {
            let found = self.found(window, bare.kind, cleaned);
            if found.is_valid() {
                self.go_on(after);
                return Step::Found(found);
            }
        }
        self.state = State::Unwrapped(bare);
        Step::Again
    }

    /// Takes the text up to the first delimiter as the URL, and searches the rest again.
    fn open(&mut self, window: &Window<'_>, wrapper: &Wrapper, end: usize, fault: Fault) -> Step {
        let start = wrapper.start(window, end);
        let delimiter = window.position(start..end, is_delimiter);
        let text = without_trailing_punctuation(window.octets(start..delimiter.unwrap_or(end)));
        let stop = start + text.len();
        let cleaned = Cleaned::word(text, start, wrapper.is_html);
        let found = self.found(window, Kind::Wrapped, cleaned);
        if delimiter.is_none() && fault == Fault::TooLong {
            self.skip_rest(end);
        } else {
            self.go_on(stop);
        }
        Step::Found(found.with_fault(fault))
    }

    fn unwrapped(&mut self, window: &Window<'_>, mut begun: Unwrapped) -> Step {
        match begun.read(window) {
            None => {
                self.state = State::Unwrapped(begun);
                Step::Stop
            }
            Some(UnwrappedEnd::None(end)) => {
                self.next = end;
                Step::Again
            }
            Some(UnwrappedEnd::Url { cleaned, after }) => {
                self.go_on(after);
                Step::Found(self.found(window, begun.kind, cleaned))
            }
            Some(UnwrappedEnd::Limit(end)) => {
                let text = window.octets(begun.start..end);
                let cleaned = Cleaned::word(text, begun.start, false);
                let found = self.found(window, begun.kind, cleaned);
                self.skip_rest(end);
                Step::Found(found.with_fault(Fault::TooLong))
            }
        }
    }

    fn rest(&mut self, window: &Window<'_>) -> Step {
        let end = window.position(self.next..window.end(), is_delimiter);
        if let Some(end) = end {
            self.go_on(end);
            Step::Again
        } else {
            self.skip_rest(window.end());
            Step::Stop
        }
    }

    fn found(&mut self, window: &Window<'_>, kind: Kind, cleaned: Cleaned) -> Match {
        self.lines.advance(window, cleaned.start);
        let raw = window.octets(cleaned.start..cleaned.end);
        Match::new(kind, cleaned, raw, self.lines.position())
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

/// Returns the length of the prefix of the name that belongs to an escape sequence: one that
/// chooses a character set of ISO 2022, such as `ESC ( B`, one of a terminal, such as `ESC [ 4 m`,
/// or one of source code, such as `\n` or `\fB`.
fn length_of_escape(before: &[u8], name: &[u8]) -> usize {
    if let Some(escape) = before.iter().rposition(|octet| *octet == 0x1b) {
        let is_parameter = |octet: &u8| matches!(octet, b'0'..=b'9' | b';');
        return match &before[escape + 1..] {
            [b'(' | b')' | b'$'] | [b'$', b'(' | b')'] => 1,
            [b'[', rest @ ..] if rest.iter().all(is_parameter) => 1,
            _ => 0,
        };
    }
    match (before, name) {
        ([.., b'\\', b'('] | [.., b'\\', b'*', b'('], [_, b'q', _, ..])
        | ([.., b'\\'], [b'f', b'A'..=b'Z' | b'0'..=b'9', _, ..]) => 2,
        ([.., b'\\'], [b'n' | b'r' | b't', ..]) if !is_registered(name) => 1,
        _ => 0,
    }
}

/// Returns whether the name is that of a scheme of the RFC that begins like an escape.
fn is_registered(name: &[u8]) -> bool {
    [&b"news"[..], b"nntp", b"telnet"]
        .iter()
        .any(|scheme| name.eq_ignore_ascii_case(scheme))
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
