//! Goes through a document and recognises what marks a URL.
//!
//! Every URL is recognised at a colon: that of `URL:` or that of its scheme.
//!
//! Invariants:
//! - what is found does not depend on how the document is cut into windows;
//! - an octet is looked at a bounded number of times: a wrapper that turns out to be broken is
//!   searched once more, and holds no other.

use std::ops::Range;

use super::characters::{
    has_blank_line, is_blank, is_delimiter, is_of_scheme, is_white_space,
    without_trailing_punctuation,
};
use super::line_counter::LineCounter;
use super::window::Window;
use super::{CONTEXT, Fault, Kind, LIMIT, Match, Options};

/// How many characters the name of a scheme can have in running text.
const SCHEME: usize = 64;

/// How many blanks can stand between `URL:` and what it marks.
const BLANKS: usize = 8;

/// How many octets before a colon are needed once it is found.
const BEHIND: usize = CONTEXT + SCHEME;

/// What is known of a document so far. All offsets are those of the document.
#[derive(Debug, Clone)]
pub(super) struct Scanner {
    options: Options,
    state: State,
    /// What is before has been looked at.
    next: usize,
    /// The end of the last find.
    floor: usize,
    /// The end of the last `URL:` that blanks follow.
    prefix_end: Option<usize>,
    /// Never behind the start of what is being recognised.
    lines: LineCounter,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Looks for a colon.
    Text,
    /// Looks for the end of a wrapper whose content begins there.
    Wrapper { content: usize },
    /// Looks for the end of a word.
    Word(Word),
    /// Passes over the rest of a word that is too long.
    Rest,
}

/// A word that is a URL if it goes beyond `least`.
#[derive(Debug, Clone, Copy)]
struct Word {
    kind: Kind,
    start: usize,
    least: usize,
}

/// What became of an attempt to go on.
enum Step {
    Found(Match),
    /// There is another state, or the same further on.
    Again,
    /// The window is used up.
    Stop,
}

/// Where something ends, and why.
enum End {
    Delimiter(usize),
    Document(usize),
    Limit(usize),
}

impl Scanner {
    /// The start of a document.
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

    /// The first offset whose octet is needed later on.
    pub(super) fn kept_from(&self) -> usize {
        let start = match self.state {
            State::Text | State::Rest => self.next,
            State::Wrapper { content } => content,
            State::Word(word) => word.start,
        };
        start.saturating_sub(BEHIND)
    }

    /// The window will begin there from now on.
    pub(super) fn leave(&mut self, window: &Window<'_>, offset: usize) {
        self.lines.advance(window, offset);
    }

    /// The next find that the window settles.
    pub(super) fn next_match(&mut self, window: &Window<'_>) -> Option<Match> {
        loop {
            let step = match self.state {
                State::Text => self.text(window),
                State::Wrapper { content } => self.wrapper(window, content),
                State::Word(word) => self.word(window, word),
                State::Rest => self.rest(window),
            };
            match step {
                Step::Found(find) => return Some(find),
                Step::Again => {}
                Step::Stop => return None,
            }
        }
    }

    fn text(&mut self, window: &Window<'_>) -> Step {
        let colon = window.position(self.next..window.end(), |octet| octet == b':');
        self.next = colon.unwrap_or(window.end());
        // What begins with a colon is told from what does not by the three octets behind it.
        let Some(colon) = colon.filter(|colon| window.is_last || colon + 3 < window.end()) else {
            return Step::Stop;
        };
        self.next = colon + 1;
        if let Some(state) = self.begun(window, colon) {
            self.state = state;
        }
        Step::Again
    }

    /// What begins with the colon, or with the name before it.
    fn begun(&mut self, window: &Window<'_>, colon: usize) -> Option<State> {
        let start = self.name_before(window, colon)?;
        let name = window.octets(start..colon);
        if !name.eq_ignore_ascii_case(b"url") {
            let least = least_of_bare(window, name, colon)?;
            let kind = self.kind_of_bare(window, start)?;
            self.next = least;
            return Some(State::Word(Word { kind, start, least }));
        }
        let content = colon + 1;
        if start > self.floor && window.octet(start - 1) == Some(b'<') {
            return Some(State::Wrapper { content });
        }
        match window.octet(content) {
            Some(octet) if is_blank(octet) => self.prefix_end = Some(content),
            Some(octet) if !is_delimiter(octet) => {
                return Some(State::Word(Word {
                    kind: Kind::Prefixed,
                    start: content,
                    least: content,
                }));
            }
            _ => {}
        }
        None
    }

    /// Where the name before the colon begins: with a letter, and not so far away that it is
    /// none.
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
        let find = self.find(window, Kind::Wrapped, start..end);
        if has_blank_line(window.octets(content..end)) && !find.is_valid() {
            return self.unclosed(window, content, end, Fault::Unclosed);
        }
        self.go_on(end + 1);
        Step::Found(find)
    }

    /// Takes the first word for the URL, and searches all that is behind it once more.
    fn unclosed(&mut self, window: &Window<'_>, content: usize, end: usize, fault: Fault) -> Step {
        let start = beginning(window, content, end);
        let delimiter = window.position(start..end, is_delimiter);
        let word = window.octets(start..delimiter.unwrap_or(end));
        let stop = start + without_trailing_punctuation(word).len();
        let find = self.find(window, Kind::Wrapped, start..stop);
        if delimiter.is_none() && fault == Fault::TooLong {
            self.pass_over_rest(end);
        } else {
            self.go_on(stop);
        }
        Step::Found(find.with_fault(fault))
    }

    fn word(&mut self, window: &Window<'_>, word: Word) -> Step {
        match self.end(window, word.start, is_delimiter) {
            None => Step::Stop,
            Some(End::Delimiter(end) | End::Document(end)) => {
                let rest = without_trailing_punctuation(window.octets(word.least..end));
                let stop = word.least + rest.len();
                if rest.is_empty() {
                    self.state = State::Text;
                    self.next = word.least;
                    return Step::Again;
                }
                let find = self.find(window, word.kind, word.start..stop);
                self.go_on(stop);
                Step::Found(find)
            }
            Some(End::Limit(end)) => {
                let find = self.find(window, word.kind, word.start..end);
                self.pass_over_rest(end);
                Step::Found(find.with_fault(Fault::TooLong))
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

    /// The end of what begins at `start`. Nothing if it lies behind the window.
    fn end(
        &mut self,
        window: &Window<'_>,
        start: usize,
        is_end: impl Fn(u8) -> bool,
    ) -> Option<End> {
        let limit = start + LIMIT;
        let reach = window.end().min(limit + 1);
        if let Some(end) = window.position(self.next..reach, is_end) {
            return Some(End::Delimiter(end));
        }
        self.next = reach;
        if window.end() > limit {
            return Some(End::Limit(limit));
        }
        window.is_last.then_some(End::Document(window.end()))
    }

    fn find(&mut self, window: &Window<'_>, kind: Kind, span: Range<usize>) -> Match {
        self.lines.advance(window, span.start);
        let start = span.start;
        Match::new(kind, window.octets(span), start, self.lines.position())
    }

    /// Looks for the next colon, from there on.
    fn go_on(&mut self, offset: usize) {
        self.state = State::Text;
        self.next = offset;
        self.floor = offset;
    }

    fn pass_over_rest(&mut self, offset: usize) {
        self.state = State::Rest;
        self.next = offset;
        self.floor = offset;
    }
}

/// Where the content of a wrapper begins, without white space; where it holds nothing else, at
/// its start.
fn beginning(window: &Window<'_>, content: usize, end: usize) -> usize {
    let dark = window.position(content..end, |octet| !is_white_space(octet));
    dark.unwrap_or(content)
}

/// The end of what a URL with that name before the colon begins with: its scheme, and the
/// slashes of the common Internet scheme syntax. Nothing if nothing stands behind it.
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
