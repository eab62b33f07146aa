//! The scanner, which searches a document for URLs.
//!
//! It recognizes every URL at a colon: that of `URL:` or that of its scheme.
//!
//! Invariants:
//! - the matches do not depend on how the document is cut into windows;
//! - the scanner reads each octet a bounded number of times: it searches a broken wrapper once
//!   more, and wrappers do not nest; and it searches a text that is not a URL again only if the text
//!   is short.

use alloc::boxed::Box;
use core::mem;

use super::characters::{is_blank, is_delimiter, is_of_scheme, without_trailing_punctuation};
use super::cleaned::Cleaned;
use super::colons;
use super::escapes;
use super::line_counter::LineCounter;
use super::markup::{REFERENCE, ends_with_open_bracket};
use super::unwrapped::{Unwrapped, UnwrappedEnd, resembles_url};
use super::window::Window;
use super::wrapper::{Wrapper, WrapperEnd};
use super::{CONTEXT, Fault, Kind, LineStart, Match, Options};

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
    /// At most at the start of the URL being recognized.
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
    /// Returns a scanner at the start of a line.
    pub(super) fn new(options: Options, start: LineStart) -> Self {
        Self {
            options,
            state: State::Text,
            next: start.offset,
            floor: start.offset,
            prefix_end: None,
            lines: LineCounter::new(start.offset, start.position()),
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

    /// Returns the start of the next line if the window was searched and ends with LF, and no URL goes on
    /// after it. What is before the LF does not matter then: neither a name nor an escape contains one.
    pub(super) fn line_start(&self, window: &Window<'_>) -> Option<LineStart> {
        let is_over = matches!(self.state, State::Text) && self.next == window.end();
        if !is_over || window.octets.last() != Some(&b'\n') {
            return None;
        }
        let mut lines = self.lines.clone();
        lines.advance(window, window.end());
        Some(LineStart {
            offset: window.end(),
            line: lines.position().line,
        })
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
        let colon = self.next_colon(window);
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

    /// Returns the next colon at which a URL can begin.
    fn next_colon(&self, window: &Window<'_>) -> Option<usize> {
        let marked_until = self.prefix_end.map_or(0, |end| end + BLANKS + SCHEME + 1);
        let is_bare = |colon| self.options.bare || colon < marked_until;
        colons::next(window, self.next..window.end(), is_bare)
    }

    /// Returns the next state if a URL begins at the colon or at the name before it.
    fn begun(&mut self, window: &Window<'_>, colon: usize) -> Option<State> {
        let start = self.name_before(window, colon)?;
        let name = window.octets(start..colon);
        let content = colon + 1;
        let before = self.before(window, start);
        if !name.eq_ignore_ascii_case(b"url") {
            let least = least_of_bare(window, name, before, colon)?;
            let kind = self.kind_of_bare(window, start)?;
            self.next = least;
            let bare = Unwrapped::bare(window, kind, start, least);
            let wrapper = self.wrapper_at(window, start, start);
            return Some(wrapper.map_or(State::Unwrapped(bare), |mut wrapper| {
                wrapper.bare = Some(bare);
                State::Wrapper(wrapper)
            }));
        }
        if is_of_program(window, before, colon) {
            return None;
        }
        if let Some(wrapper) = self.wrapper_at(window, start, content) {
            return Some(State::Wrapper(wrapper));
        }
        let octet = window.octet(content)?;
        if is_blank(octet) {
            self.prefix_end = Some(content);
        }
        // `${URL:-x}` and `url:'x'` do not mark what follows.
        let begins_url = octet.is_ascii_alphanumeric() || octet == b'/' || octet > 0x7f;
        begins_url.then(|| State::Unwrapped(Unwrapped::prefixed(window, start, content)))
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
        let outside = before.strip_suffix(b"<");
        if !is_html && outside.is_none() {
            return None;
        }
        self.lines.advance(window, content);
        let mut wrapper = Wrapper::new(content, is_html, self.lines.line_start());
        let last = outside.and_then(<[u8]>::last);
        wrapper.is_parameter =
            last.is_some_and(|last| last.is_ascii_alphanumeric() || *last == b'_');
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
        let mut start = window.position(start..colon, |octet| octet.is_ascii_alphabetic())?;
        // A sentence can end before the scheme: `there.http://h/`.
        let name = window.octets(start..colon);
        if let Some(dot) = name.iter().rposition(|octet| *octet == b'.')
            && escapes::is_known(&name[dot + 1..])
            && window.octet(colon + 1) == Some(b'/')
        {
            start += dot + 1;
        }
        let before = self.before(window, start);
        let name = window.octets(start..colon);
        Some(start + escapes::length_before_scheme(before, name))
    }

    /// Returns the octets before the offset that can be an escape sequence.
    fn before<'w>(&self, window: &Window<'w>, offset: usize) -> &'w [u8] {
        let least = offset.saturating_sub(escapes::LONGEST);
        window.octets(self.floor.max(least).min(offset)..offset)
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
        if wrapper.is_parameter && !resembles_url(wrapper.cleaned.text.octets(), false) {
            self.next = wrapper.content;
            return Step::Again;
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
            Some(UnwrappedEnd::Url {
                cleaned,
                after,
                is_broken,
            }) => {
                self.go_on(after);
                let found = self.found(window, begun.kind, cleaned);
                Step::Found(if is_broken {
                    found.with_fault(Fault::SoftBreak)
                } else {
                    found
                })
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

/// Returns the end of the shortest text that marks an unmarked URL with this scheme: the scheme,
/// the colon, and `//` if it follows. Only mailto and news do not require `//`. Returns `None` if
/// no URL can follow, or if the name is no scheme but a part of a program.
fn least_of_bare(window: &Window<'_>, name: &[u8], before: &[u8], colon: usize) -> Option<usize> {
    let slash = Some(b'/');
    let is_internet = window.octet(colon + 1) == slash && window.octet(colon + 2) == slash;
    let needs_no_slashes =
        name.eq_ignore_ascii_case(b"mailto") || name.eq_ignore_ascii_case(b"news");
    let least = if is_internet && !is_placeholder(before, name) {
        colon + 3
    } else if needs_no_slashes && !is_internet && !is_of_program(window, before, colon) {
        colon + 1
    } else {
        return None;
    };
    let octet = window.octet(least)?;
    (!is_delimiter(octet)).then_some(least)
}

/// Returns whether the name before the colon is a part of a path or of an identifier of a program,
/// such as `Url::parse`, `net::URL:` and `BASE_URL:`.
fn is_of_program(window: &Window<'_>, before: &[u8], colon: usize) -> bool {
    let word = before.iter().rfind(|octet| **octet != b'_');
    let is_identifier = before.ends_with(b"_") && word.is_some_and(u8::is_ascii_alphanumeric);
    window.octet(colon + 1) == Some(b':') || before.ends_with(b"::") || is_identifier
}

/// Returns whether the name before `://` stands for a scheme instead of being one: a letter inside a word, a drive,
/// a variable, as in `%s://`, or an escape of a regular expression, as in `\w+://`.
fn is_placeholder(before: &[u8], name: &[u8]) -> bool {
    let is_variable = match before {
        [.., b'\\', b'%'] => false,
        [.., b'$' | b'%' | b'\\'] => true,
        _ => false,
    };
    // A small letter is a scheme where a word can begin; a capital one is a drive.
    let begins_word = |octet: &u8| is_delimiter(*octet) || b"([{'`,;=".contains(octet);
    let begins = before.last().is_none_or(begins_word) && name[0].is_ascii_lowercase();
    name.len() < 2 && !begins || (is_variable && !escapes::is_known(name))
}
