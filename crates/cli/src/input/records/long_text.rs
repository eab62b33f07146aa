//! Texts that are too long to be kept.
//!
//! The automaton of the production decides about such a text while it is read: it finds the longest
//! viable prefix. So verdict and offset are those of the whole text. What else an error says is found
//! in a shorter text, which leads through the same states:
//!
//! ```text
//! whole text    head ───────────── left out ───────────── tail ×
//! states             s ─────────────────────────────────► t
//! shorter text  head ── shortest text from s to t ─────── tail ×
//! ```
//!
//! A production without an automaton, because it recurses or is too large, leaves the text undecided.
//! Its beginning and its length are all that is known. Only lines above the limit for whole lines
//! come here then.
//!
//! Invariant: of a text, at most three windows are kept.

use std::collections::VecDeque;
use std::mem;
use std::sync::OnceLock;

use rfc1738_views::production::Cut;
use rfcbnf::automaton::{Automaton, DfaState};

/// The size of a window, in octets.
const WINDOW: usize = 64 * 1024;

/// A shorter text that stands for a long one.
#[derive(Debug)]
pub(crate) struct Condensed {
    pub(crate) text: Vec<u8>,
    /// What the text leaves out.
    pub(crate) cut: Cut,
    pub(crate) verdict: LongVerdict,
}

/// The verdict on the whole of a long text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongVerdict {
    Valid,
    /// With the length of the longest viable prefix in octets.
    Invalid(u64),
    /// There is no automaton that could tell.
    Undecided,
}

/// A long text while it is read.
pub(super) enum LongText<'a> {
    Followed(FollowedText<'a>),
    Counted(CountedText),
}

impl<'a> LongText<'a> {
    /// Returns a text before its first octet is read. The automaton decides about it, if there is one.
    pub(super) fn new(automaton: Option<&'a Automaton>) -> Self {
        match automaton {
            Some(automaton) => Self::Followed(FollowedText::new(automaton)),
            None => Self::Counted(CountedText::default()),
        }
    }

    /// Reads the next octets of the line.
    pub(super) fn read(&mut self, octets: &[u8]) {
        match self {
            Self::Followed(text) => text.read(octets),
            Self::Counted(text) => text.read(octets),
        }
    }

    /// Returns a shorter text, after the last octet of the line.
    pub(super) fn finish(self, has_line_feed: bool) -> Condensed {
        match self {
            Self::Followed(text) => text.finish(has_line_feed),
            Self::Counted(text) => text.finish(has_line_feed),
        }
    }
}

/// A long text that nothing decides about.
#[derive(Default)]
pub(super) struct CountedText {
    /// The first octets, at most a window.
    beginning: Vec<u8>,
    length: u64,
    /// Whether the last octet so far is a carriage return.
    has_carriage_return: bool,
}

impl CountedText {
    fn read(&mut self, octets: &[u8]) {
        let room = WINDOW
            .saturating_sub(self.beginning.len())
            .min(octets.len());
        self.beginning.extend_from_slice(&octets[..room]);
        self.length += octets.len() as u64;
        if let Some(last) = octets.last() {
            self.has_carriage_return = *last == b'\r';
        }
    }

    fn finish(self, has_line_feed: bool) -> Condensed {
        let line_end = u64::from(self.has_carriage_return && has_line_feed);
        Condensed {
            text: self.beginning,
            cut: Cut {
                length: self.length - line_end,
                octets: 0,
                characters: 0,
            },
            verdict: LongVerdict::Undecided,
        }
    }
}

/// A part of a long text.
#[derive(Debug)]
struct Window {
    octets: Vec<u8>,
    /// The octets and the characters before the window.
    before: Size,
    /// The state before the window.
    state: DfaState,
}

#[derive(Debug, Clone, Copy, Default)]
struct Size {
    octets: u64,
    characters: u64,
}

/// A long text that an automaton decides about.
pub(super) struct FollowedText<'a> {
    automaton: &'a Automaton,
    state: DfaState,
    /// The size of the text so far.
    size: Size,
    /// The first window, once it is full.
    head: Option<Window>,
    /// The window before the current one, if that is neither.
    previous: Option<Window>,
    current: Window,
    /// The size of the viable prefix, once the text leaves it.
    viable: Option<Size>,
    /// The octets that follow it.
    after: Vec<u8>,
    /// Whether a carriage return waits: it belongs to the line end if a line feed follows.
    has_carriage_return: bool,
}

impl Size {
    fn add(&mut self, octet: u8) {
        self.octets += 1;
        // Octets that continue a character of UTF-8.
        self.characters += u64::from(octet & 0b1100_0000 != 0b1000_0000);
    }
}

impl<'a> FollowedText<'a> {
    fn new(automaton: &'a Automaton) -> Self {
        let state = automaton.start();
        Self {
            automaton,
            state,
            size: Size::default(),
            head: None,
            previous: None,
            current: Window {
                octets: Vec::new(),
                before: Size::default(),
                state,
            },
            viable: None,
            after: Vec::new(),
            has_carriage_return: false,
        }
    }

    fn read(&mut self, octets: &[u8]) {
        if octets.is_empty() {
            return;
        }
        if mem::take(&mut self.has_carriage_return) {
            self.take(b"\r");
        }
        let rest = octets.strip_suffix(b"\r");
        self.has_carriage_return = rest.is_some();
        self.take(rest.unwrap_or(octets));
    }

    fn finish(mut self, has_line_feed: bool) -> Condensed {
        if self.has_carriage_return && !has_line_feed {
            self.take(b"\r");
        }
        let is_valid = self.viable.is_none() && self.automaton.is_accepting(self.state);
        let viable = self.viable.unwrap_or(self.size);
        let length = self.size.octets;
        let (text, shift) = self.condensed();
        Condensed {
            text,
            cut: Cut {
                length,
                octets: shift.octets,
                characters: shift.characters,
            },
            verdict: if is_valid {
                LongVerdict::Valid
            } else {
                LongVerdict::Invalid(viable.octets)
            },
        }
    }

    fn take(&mut self, octets: &[u8]) {
        let mut octets = octets.iter();
        while self.viable.is_none() {
            let Some(&octet) = octets.next() else {
                return;
            };
            match self.automaton.step(self.state, octet) {
                None => {
                    self.viable = Some(self.size);
                    self.follow(octet);
                }
                Some(state) => {
                    self.size.add(octet);
                    self.state = state;
                    self.keep(octet);
                }
            }
        }
        let rest = octets.as_slice();
        let room = WINDOW.saturating_sub(self.after.len()).min(rest.len());
        self.after.extend_from_slice(&rest[..room]);
        self.size.octets += rest.len() as u64;
    }

    /// Reads the first octet after the viable prefix.
    fn follow(&mut self, octet: u8) {
        self.size.add(octet);
        self.after.push(octet);
    }

    /// Keeps an octet of the viable prefix until two windows follow it. Keeps the head.
    fn keep(&mut self, octet: u8) {
        self.current.octets.push(octet);
        if self.current.octets.len() < WINDOW {
            return;
        }
        let next = Window {
            // The memory of a window that is no longer needed.
            octets: self.previous.take().map_or_else(Vec::new, |window| {
                let mut octets = window.octets;
                octets.clear();
                octets
            }),
            before: self.size,
            state: self.state,
        };
        let full = mem::replace(&mut self.current, next);
        if self.head.is_none() {
            self.head = Some(full);
        } else {
            self.previous = Some(full);
        }
    }

    /// Returns the shorter text, and what to add to an offset in its tail.
    fn condensed(self) -> (Vec<u8>, Size) {
        let Some(head) = self.head else {
            return ([self.current.octets, self.after].concat(), Size::default());
        };
        let mut text = head.octets;
        let tail = self.previous.as_ref().unwrap_or(&self.current);
        let (start, state) = (tail.before, tail.state);
        // The state after the head.
        let end = text.iter().fold(head.state, |state, octet| {
            self.automaton.step(state, *octet).unwrap_or(state)
        });
        if start.octets > text.len() as u64 {
            text.extend(shortest(self.automaton, end, state));
        }
        let mut size = Size::default();
        for octet in &text {
            size.add(*octet);
        }
        // What is left out leads from one state to the other too, so it is no shorter in octets.
        let shift = Size {
            octets: start.octets.saturating_sub(size.octets),
            characters: start.characters.saturating_sub(size.characters),
        };
        if let Some(previous) = self.previous {
            text.extend(previous.octets);
        }
        text.extend(self.current.octets);
        text.extend(self.after);
        (text, shift)
    }
}

/// Returns a shortest text that leads from one state to another.
fn shortest(automaton: &Automaton, from: DfaState, to: DfaState) -> Vec<u8> {
    // The state and the octet before each state that was reached.
    let mut before = vec![None; automaton.states().len()];
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        if state == to {
            break;
        }
        for (class, octets) in automaton.classes().iter().enumerate() {
            let Some(next) = automaton.step_by_class(state, class) else {
                continue;
            };
            if next != from && before[next.number()].is_none() {
                before[next.number()] = octets.iter().next().map(|octet| (state, octet));
                queue.push_back(next);
            }
        }
    }
    let mut text = Vec::new();
    let mut state = to;
    while let Some((previous, octet)) = before[state.number()] {
        text.push(octet);
        state = previous;
    }
    text.reverse();
    text
}

/// How to make an automaton.
type Make = dyn Fn() -> Option<Automaton> + Send + Sync;

/// An automaton that is made when the first long line needs it.
pub(crate) struct LazyAutomaton {
    automaton: OnceLock<Option<Automaton>>,
    make: Box<Make>,
}

impl LazyAutomaton {
    /// Returns the automaton that `make` makes; `None` if the production has none.
    pub(crate) fn new(make: impl Fn() -> Option<Automaton> + Send + Sync + 'static) -> Self {
        Self {
            automaton: OnceLock::new(),
            make: Box::new(make),
        }
    }

    /// Returns the automaton, if the production has one.
    pub(super) fn get(&self) -> Option<&Automaton> {
        self.automaton.get_or_init(&self.make).as_ref()
    }
}
