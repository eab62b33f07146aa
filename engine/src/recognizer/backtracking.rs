//! A parser that tries every alternative in order and backtracks: the steps of a trace.
//!
//! The recognizer follows all derivations at the same time, which nobody does by hand. This parser
//! follows one. It takes the first way from each point, and remembers the others as choices. Where it
//! cannot go on, it takes the last choice that is left, which may be inside a production that has
//! matched. It stops at the end of the longest prefix that the production derives, which the
//! recognizer knows. So its way is the first derivation in priority order.
//!
//! With left recursion it may never end. When a definition is opened at an offset where it is already
//! open, nothing has been consumed since, and the inner definition will do what the outer one did.
//! There are two cases.
//!
//! - `e = e "+" d / d`: the outer `e` has not matched yet. The inner `e` opens a third one, and so on.
//! - `e = d / e "+" d`: the outer `e` has matched `1`, and what follows has failed. The inner `e` matches
//!   `1` too, and then the outer one can match `1+2`, if that is the text. If the text goes on in another
//!   way, the outer `e` finds nothing new, and with a third `e` inside the inner one it cannot either.
//!
//! In general, let `e0`, `e1`, … be open inside each other at an offset, let `S` be the ends of the
//! matches of `e0` before `e1` is opened, and let `F` map the end of a match of `e1` to the ends of
//! the matches of `e0` that come of it. All behind a match of `e0` depends on its end alone, so an end
//! that has failed once fails again. While `en` is the innermost, `e0` can match up to `F(F(…S))`, with
//! `F` taken `n` times. If none of these ends is new, then `F` of them is not new either. So the parser
//! never ends if an `e` is opened in `en` and `e0` has not matched up to a new end since `en` was
//! opened.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::Recognition;
use super::interner::number;
use super::lists::{Lists, Range};
use super::network::{DefinitionId, Network};
use super::positions::{Call, Event, Move, PointId, Position, Positions};
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::production_set::ProductionId;
use crate::trace::{self, Recording};
use crate::tree::TreeRecord;

/// The number of steps that a parser may take to show them, whatever the length of the text. It moves
/// from one place in the grammar to the next, or writes a step of the trace.
pub const SHOWN_STEPS: usize = 100_000;

/// The number of steps that a parser may take for each octet, in addition to [`SHOWN_STEPS`].
pub const SHOWN_STEPS_OF_AN_OCTET: usize = 100;

/// The greatest number of steps that a parser may take to show them. They need a gigabyte.
pub const MOST_SHOWN_STEPS: usize = 30_000_000;

/// No frame, no production, no step.
const NONE: u32 = u32::MAX;

/// How the parser ends.
pub(super) enum Outcome<'t, P> {
    /// At the end of the longest prefix, or it has tried everything.
    Ended(Recording<'t, P>),
    /// It never ends.
    Endless(Recording<'t, P>),
    /// It takes more than this number of steps.
    Exceeded(usize),
}

/// What the parser is asked.
pub(super) struct Question<'a, 't, P> {
    pub(super) network: &'a Network,
    pub(super) production: P,
    pub(super) definition: DefinitionId,
    pub(super) text: &'t [u8],
    pub(super) found: &'a Recognition,
    pub(super) is_shown: &'a dyn Fn(ProductionId) -> bool,
    /// The first tree, if the tree of a derivation can be one that is left out.
    pub(super) first: Option<&'a [TreeRecord]>,
}

/// A definition that is called.
struct Frame {
    definition: DefinitionId,
    start: usize,
    /// Where it is called; `None` for the definition of the text.
    call: Option<Call>,
    caller: u32,
    /// The innermost shown production around it.
    around: u32,
    is_shown: bool,
    /// The outermost frame of the definition that is open at the start; often this one.
    outermost: u32,
    /// The number of different ends that the outermost one had matched up to before.
    ends_before: usize,
    /// The number of different ends of its own matches so far, and the first of them.
    ends: usize,
    first_end: usize,
}

/// A production that is shown.
struct Shown<P> {
    rule: P,
    /// The index of the step that tries it.
    tried: usize,
    /// The end of its last match.
    end: usize,
    around: u32,
    /// The number of productions around it.
    depth: usize,
}

/// Where the parser is.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    frame: u32,
    /// The innermost shown production that is open.
    shown: u32,
    /// The last step of the derivation so far.
    trail: u32,
}

/// Moves from a place that have not been tried, as a range of all moves.
struct Choice {
    place: Place,
    moves: Range,
    known: Known,
}

/// The lengths of what grows on the way.
#[derive(Clone, Copy)]
struct Known {
    frames: u32,
    shown: u32,
    trail: u32,
}

/// What to do next.
enum Next {
    Go(PointId),
    Back,
    Stop,
    Never,
}

/// The parser.
pub(super) struct Backtracking<'a, 't, P> {
    question: &'a Question<'a, 't, P>,
    positions: &'a mut Positions,
    recording: Recording<'t, P>,
    frames: Vec<Frame>,
    shown: Vec<Shown<P>>,
    /// The steps that try or match a production, each with the one before it in the derivation.
    trail: Vec<(u32, u32)>,
    /// The ends of the matches of frames, without the first ones.
    ends: BTreeSet<(u32, usize)>,
    choices: Vec<Choice>,
    place: Place,
    /// The moves from each point.
    moves: Lists<Move>,
    /// The characters that were expected at the end of the viable prefix.
    missed: CharacterSet,
}

impl<'a, 't, P: Production> Backtracking<'a, 't, P> {
    /// Runs the parser. If it stops before it has tried all that can follow the viable prefix, it looks
    /// ahead there first, as a parser does that compares several matches.
    pub(super) fn run(
        question: &'a Question<'a, 't, P>,
        positions: &mut Positions,
    ) -> Outcome<'t, P> {
        let found = question.found;
        let (outcome, missed) = Backtracking::new(question, positions).parse(false);
        let is_complete = found.accepts_all() || found.next.is_subset(missed);
        if is_complete || !matches!(outcome, Outcome::Ended(_)) {
            return outcome;
        }
        Backtracking::new(question, positions).parse(true).0
    }

    fn new(question: &'a Question<'a, 't, P>, positions: &'a mut Positions) -> Self {
        let nowhere = Place {
            offset: 0,
            frame: NONE,
            shown: NONE,
            trail: NONE,
        };
        Self {
            question,
            positions,
            recording: Recording::new(question.production, question.text),
            frames: Vec::new(),
            shown: Vec::new(),
            trail: Vec::new(),
            ends: BTreeSet::new(),
            choices: Vec::new(),
            place: nowhere,
            moves: Lists::default(),
            missed: CharacterSet::EMPTY,
        }
    }

    /// Returns how the parser ends, and what it has missed at the end of the viable prefix.
    fn parse(mut self, looks_ahead: bool) -> (Outcome<'t, P>, CharacterSet) {
        let Question { text, found, .. } = *self.question;
        let octets = text.len().saturating_mul(SHOWN_STEPS_OF_AN_OCTET);
        let most = octets.saturating_add(SHOWN_STEPS).min(MOST_SHOWN_STEPS);
        let mut next = self.call(self.question.definition, None);
        if looks_ahead {
            if found.furthest > 0 {
                self.recording.take(0, found.furthest);
            }
            self.recording.miss(found.furthest, found.next);
        }
        let mut count = 0;
        loop {
            count += 1;
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            if count + self.recording.len() > most {
                return (Outcome::Exceeded(most), self.missed);
            }
            next = match next {
                Next::Go(point) => {
                    let moves = self.moves_from(point);
                    self.take_first(moves)
                }
                Next::Back => {
                    if let Some(choice) = self.choices.pop() {
                        self.go_back(&choice);
                        self.take_first(choice.moves)
                    } else {
                        self.leave(NONE);
                        Next::Stop
                    }
                }
                Next::Stop => return (Outcome::Ended(self.recording), self.missed),
                Next::Never => return (Outcome::Endless(self.recording), self.missed),
            };
        }
    }

    /// Takes the first of the moves, and remembers the others.
    fn take_first(&mut self, (from, to): Range) -> Next {
        if from == to {
            return Next::Back;
        }
        if from + 1 < to {
            self.choices.push(Choice {
                place: self.place,
                moves: (from + 1, to),
                known: Known {
                    frames: number(self.frames.len()),
                    shown: number(self.shown.len()),
                    trail: number(self.trail.len()),
                },
            });
        }
        match *self.moves.item(from) {
            Move::Silent(point) => Next::Go(point),
            Move::Event(Event::Open(definition), point) => {
                if self.shows(definition) {
                    self.open(definition);
                }
                Next::Go(point)
            }
            Move::Event(Event::Close(definition), point) => {
                if self.shows(definition) {
                    self.close();
                }
                Next::Go(point)
            }
            Move::Arrive(position) => match *self.positions.position(position) {
                Position::Octet(set, behind) => self.octet(set, behind),
                Position::Call(call) => self.call(call.definition, Some(call)),
                Position::End(_) => self.end(),
            },
        }
    }

    fn octet(&mut self, set: CharacterSet, behind: PointId) -> Next {
        let offset = self.place.offset;
        let octet = self.question.text.get(offset);
        if octet.is_some_and(|&octet| set.contains(octet)) {
            self.recording.take(offset, offset + 1);
            self.place.offset += 1;
            return Next::Go(behind);
        }
        self.recording.miss(offset, set);
        if offset == self.question.found.furthest {
            self.missed = self.missed.union(set);
        }
        Next::Back
    }

    /// Opens a definition.
    fn call(&mut self, definition: DefinitionId, call: Option<Call>) -> Next {
        let Place { offset, shown, .. } = self.place;
        let id = number(self.frames.len());
        let outer = self.open_here(definition);
        let is_shown = call.is_none() || self.shows(definition);
        if is_shown {
            self.open(definition);
        }
        let mut frame = Frame {
            definition,
            start: offset,
            call,
            caller: self.place.frame,
            around: shown,
            is_shown,
            outermost: id,
            ends_before: 0,
            ends: 0,
            first_end: 0,
        };
        if let Some(outer) = outer {
            let outer = &self.frames[outer as usize];
            let ends = self.frames[outer.outermost as usize].ends;
            if ends == outer.ends_before {
                let circle = self.circle(definition, shown, outer.around);
                self.recording.endless(offset, circle);
                return Next::Never;
            }
            (frame.outermost, frame.ends_before) = (outer.outermost, ends);
        }
        self.frames.push(frame);
        self.place.frame = id;
        Next::Go(self.positions.start(self.question.network, definition))
    }

    /// Returns the innermost frame of a definition that is open at the offset where it began.
    fn open_here(&self, definition: DefinitionId) -> Option<u32> {
        let mut next = self.place.frame;
        while let Some(frame) = self.frames.get(next as usize) {
            if frame.start < self.place.offset {
                return None;
            }
            if frame.definition == definition {
                return Some(next);
            }
            next = frame.caller;
        }
        None
    }

    /// Returns the definition and the shown productions inside it, up to the innermost one.
    fn circle(&self, definition: DefinitionId, innermost: u32, around: u32) -> Vec<P> {
        let first = self.rule(definition);
        let mut circle = Vec::new();
        let mut next = innermost;
        while let Some(shown) = self.shown.get(next as usize).filter(|_| next != around) {
            circle.push(shown.rule);
            next = shown.around;
        }
        if circle.last() != Some(&first) {
            circle.push(first);
        }
        circle.reverse();
        circle
    }

    /// Closes the innermost definition.
    fn end(&mut self) -> Next {
        let (id, offset) = (self.place.frame, self.place.offset);
        let frame = &mut self.frames[id as usize];
        if frame.ends == 0 {
            (frame.ends, frame.first_end) = (1, offset);
        } else if offset != frame.first_end && self.ends.insert((id, offset)) {
            frame.ends += 1;
        }
        let is_empty = frame.start == offset;
        let call = frame.call;
        self.place.frame = frame.caller;
        if frame.is_shown {
            self.close();
        }
        match call {
            Some(call) if is_empty => Next::Go(call.behind_empty),
            Some(call) => Next::Go(call.behind),
            None if self.is_found() => {
                self.keep();
                Next::Stop
            }
            None => Next::Back,
        }
    }

    /// Returns whether the derivation is the one that the parser looks for.
    fn is_found(&self) -> bool {
        if self.question.found.longest != Some(self.place.offset) {
            return false;
        }
        let Some(first) = self.question.first else {
            return true;
        };
        let steps = self.derivation().into_iter();
        trace::records(steps.map(|step| self.recording.event(step))) == first
    }

    /// Marks the steps of the derivation.
    fn keep(&mut self) {
        for step in self.derivation() {
            self.recording.keep(step);
        }
    }

    /// Returns the steps that try or match the productions of the derivation.
    fn derivation(&self) -> Vec<usize> {
        let mut steps = Vec::new();
        let mut next = self.place.trail;
        while let Some(&(step, before)) = self.trail.get(next as usize) {
            steps.push(step as usize);
            next = before;
        }
        steps.reverse();
        steps
    }

    /// Continues at a place where the parser has been: the productions opened since then fail, and
    /// those that have matched since then are open again.
    fn go_back(&mut self, choice: &Choice) {
        let mut common = choice.place.shown;
        let mut again = Vec::new();
        let depth = |parser: &Self, shown: u32| {
            let shown = parser.shown.get(shown as usize);
            shown.map_or(0, |shown| shown.depth + 1)
        };
        let mut own = self.place.shown;
        while common != own {
            if depth(self, common) >= depth(self, own) {
                again.push(common);
                common = self.shown[common as usize].around;
            } else {
                own = self.shown[own as usize].around;
            }
        }
        self.leave(common);
        for shown in again.into_iter().rev() {
            let Shown { tried, end, .. } = self.shown[shown as usize];
            self.recording.redo(tried, end);
        }
        self.place = choice.place;
        self.forget(choice.known);
    }

    /// Drops what was added behind a choice. Nothing leads there.
    fn forget(&mut self, known: Known) {
        self.frames.truncate(known.frames as usize);
        self.shown.truncate(known.shown as usize);
        self.trail.truncate(known.trail as usize);
        let first = (known.frames, 0);
        if self.ends.last().is_some_and(|last| *last >= first) {
            self.ends.split_off(&first);
        }
    }

    /// Leaves the productions inside another: they fail.
    fn leave(&mut self, outer: u32) {
        while self.place.shown != outer {
            self.recording.fail();
            self.place.shown = self.shown[self.place.shown as usize].around;
        }
    }

    fn shows(&self, definition: DefinitionId) -> bool {
        let Question {
            network, is_shown, ..
        } = self.question;
        is_shown(network.definition(definition).production)
    }

    fn rule(&self, definition: DefinitionId) -> P {
        let Question {
            network,
            production,
            ..
        } = self.question;
        P::from_id(
            production.grammar(),
            network.definition(definition).production,
        )
    }

    fn open(&mut self, definition: DefinitionId) {
        let rule = self.rule(definition);
        let around = self.place.shown;
        let depth = self.shown.get(around as usize);
        let depth = depth.map_or(0, |around| around.depth + 1);
        let tried = self.recording.open(rule, self.place.offset, false);
        self.place.shown = number(self.shown.len());
        self.shown.push(Shown {
            rule,
            tried,
            end: 0,
            around,
            depth,
        });
        self.add_to_trail(tried);
    }

    fn close(&mut self) {
        let shown = &mut self.shown[self.place.shown as usize];
        shown.end = self.place.offset;
        self.place.shown = shown.around;
        if let Some(matched) = self.recording.close(self.place.offset) {
            self.add_to_trail(matched);
        }
    }

    fn add_to_trail(&mut self, step: usize) {
        self.trail.push((number(step), self.place.trail));
        self.place.trail = number(self.trail.len() - 1);
    }

    /// Returns the range of the moves from a point.
    fn moves_from(&mut self, point: PointId) -> Range {
        self.moves.range(point).unwrap_or_else(|| {
            let mut moves = Vec::new();
            let network = self.question.network;
            self.positions.moves(network, point, &mut moves);
            self.moves.add(point, moves)
        })
    }
}
