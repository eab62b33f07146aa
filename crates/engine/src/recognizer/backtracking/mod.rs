//! A parser that tries every alternative in order and backtracks: the steps of a trace.
//!
//! The recognizer follows all derivations at the same time. This parser follows one. It takes the first
//! way from each point, and remembers the others as choices. Where it cannot go on, it takes the last
//! choice that is left, which may be inside a production that has matched. It stops at the end of the
//! longest prefix that the production derives, which the recognizer knows. So its way is the first
//! derivation in priority order.
//!
//! For example, `s = x "b"` with `x = "a" "b" / "a"` derives `ab`. The parser first takes both octets for
//! `x`, and finds no `b` after it. The last choice that is left is inside `x`: it goes back to offset 0,
//! takes `a` for `x`, and then `b`.
//!
//! With left recursion it may never end: `calls` notices. [`Written`] has the steps that a trace shows.

mod calls;

use alloc::vec::Vec;

use super::Recognition;
use super::interner::{Id, Lists, NONE, Range, number};
use super::network::{DefinitionId, Network};
use super::positions::{Call, Event, Move, PointId, Position, Positions};
use crate::character_set::CharacterSet;
use crate::production::{Production, ProductionId};
use crate::trace::{self, Recording};
use crate::tree::TreeRecord;
use calls::{CallId, Calls, Endless, Open};

/// The number of steps that a parser may take to show them, whatever the length of the text. It moves
/// from one place in the grammar to the next, or writes a step of the trace.
pub const SHOWN_STEPS: usize = 100_000;

/// The number of steps that a parser may take for each octet, in addition to [`SHOWN_STEPS`].
pub const SHOWN_STEPS_OF_AN_OCTET: usize = 100;

/// The greatest number of steps that a parser may take to show them. They need a gigabyte.
pub const MOST_SHOWN_STEPS: usize = 30_000_000;

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

/// Where the parser is.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    /// The innermost call that is open.
    call: CallId,
    written: At,
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
    calls: usize,
    written: (usize, usize),
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
    written: Written<'t, P>,
    calls: Calls,
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
            call: NONE,
            written: At::NOWHERE,
        };
        Self {
            question,
            positions,
            written: Written::new(question.production, question.text),
            calls: Calls::default(),
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
                self.written.recording.take(0, found.furthest);
            }
            self.written.recording.miss(found.furthest, found.next);
        }
        let mut count = 0;
        loop {
            count += 1;
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            if count + self.written.recording.len() > most {
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
                        self.written.leave(self.place.written, At::NOWHERE);
                        Next::Stop
                    }
                }
                Next::Stop => return (Outcome::Ended(self.written.recording), self.missed),
                Next::Never => return (Outcome::Endless(self.written.recording), self.missed),
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
                    calls: self.calls.len(),
                    written: self.written.lengths(),
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
                Position::Octet(set, after) => self.octet(set, after),
                Position::Call(call) => self.call(call.definition, Some(call)),
                Position::End(_) => self.end(),
            },
        }
    }

    fn octet(&mut self, set: CharacterSet, after: PointId) -> Next {
        let offset = self.place.offset;
        let octet = self.question.text.get(offset);
        if octet.is_some_and(|&octet| set.contains(octet)) {
            self.written.recording.take(offset, offset + 1);
            self.place.offset += 1;
            return Next::Go(after);
        }
        self.written.recording.miss(offset, set);
        if offset == self.question.found.furthest {
            self.missed = self.missed.union(set);
        }
        Next::Back
    }

    /// Opens a definition.
    fn call(&mut self, definition: DefinitionId, call: Option<Call>) -> Next {
        let Place {
            offset,
            call: caller,
            written,
        } = self.place;
        let is_shown = call.is_none() || self.shows(definition);
        if is_shown {
            self.open(definition);
        }
        let open = Open {
            definition,
            start: offset,
            call,
            caller,
            around: written,
            is_shown,
        };
        match self.calls.open(open) {
            Ok(id) => self.place.call = id,
            Err(Endless { around }) => {
                let first = self.rule(definition);
                self.written.endless(first, offset, written, around);
                return Next::Never;
            }
        }
        Next::Go(self.positions.start(self.question.network, definition))
    }

    /// Closes the innermost definition.
    fn end(&mut self) -> Next {
        let offset = self.place.offset;
        let Open {
            start,
            call,
            caller,
            is_shown,
            ..
        } = self.calls.matched(self.place.call, offset);
        self.place.call = caller;
        if is_shown {
            self.close();
        }
        match call {
            Some(call) if start == offset => Next::Go(call.after_empty),
            Some(call) => Next::Go(call.after),
            None if self.is_found() => {
                self.written.keep(self.place.written);
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
        let steps = self.written.derivation(self.place.written).into_iter();
        trace::records(steps.map(|step| self.written.recording.event(step))) == first
    }

    /// Continues at a place where the parser has been. Nothing leads to what was added after it.
    fn go_back(&mut self, choice: &Choice) {
        self.written
            .go_back(self.place.written, choice.place.written);
        self.written.forget(choice.known.written);
        self.calls.forget(choice.known.calls);
        self.place = choice.place;
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
        let Place {
            offset, written, ..
        } = &mut self.place;
        self.written.open(written, rule, *offset);
    }

    fn close(&mut self) {
        let Place {
            offset, written, ..
        } = &mut self.place;
        self.written.close(written, *offset);
    }

    fn moves_from(&mut self, point: PointId) -> Range {
        self.moves.range(point).unwrap_or_else(|| {
            let mut moves = Vec::new();
            let network = self.question.network;
            self.positions.moves(network, point, &mut moves);
            self.moves.add(point, moves)
        })
    }
}

/// Where the trace is.
#[derive(Clone, Copy)]
struct At {
    /// The innermost shown production that is open.
    shown: Id,
    /// The last step of the derivation so far.
    trail: Id,
}

impl At {
    /// Before the first step.
    const NOWHERE: Self = Self {
        shown: NONE,
        trail: NONE,
    };
}

/// A production that is shown.
struct Shown<P> {
    rule: P,
    /// The index of the step that tries it.
    tried: usize,
    /// The end of its last match.
    end: usize,
    around: Id,
    /// The number of productions around it.
    depth: usize,
}

/// The steps so far.
struct Written<'t, P> {
    recording: Recording<'t, P>,
    shown: Vec<Shown<P>>,
    /// The steps that try or match a production, each with the one before it in the derivation.
    trail: Vec<(u32, Id)>,
}

impl<'t, P: Production> Written<'t, P> {
    fn new(production: P, text: &'t [u8]) -> Self {
        Self {
            recording: Recording::new(production, text),
            shown: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Returns the lengths of what grows on the way.
    fn lengths(&self) -> (usize, usize) {
        (self.shown.len(), self.trail.len())
    }

    /// Drops what was added since the lengths were these.
    fn forget(&mut self, (shown, trail): (usize, usize)) {
        self.shown.truncate(shown);
        self.trail.truncate(trail);
    }

    fn open(&mut self, at: &mut At, rule: P, offset: usize) {
        let tried = self.recording.open(rule, offset, false);
        self.shown.push(Shown {
            rule,
            tried,
            end: 0,
            around: at.shown,
            depth: self.depth(at.shown),
        });
        at.shown = number(self.shown.len() - 1);
        self.add_to_trail(at, tried);
    }

    fn close(&mut self, at: &mut At, offset: usize) {
        let shown = &mut self.shown[at.shown as usize];
        shown.end = offset;
        at.shown = shown.around;
        if let Some(matched) = self.recording.close(offset) {
            self.add_to_trail(at, matched);
        }
    }

    fn add_to_trail(&mut self, at: &mut At, step: usize) {
        self.trail.push((number(step), at.trail));
        at.trail = number(self.trail.len() - 1);
    }

    /// Returns the number of productions that are open up to this one.
    fn depth(&self, shown: Id) -> usize {
        let shown = self.shown.get(shown as usize);
        shown.map_or(0, |shown| shown.depth + 1)
    }

    /// Leaves the productions inside another: they fail.
    fn leave(&mut self, mut at: At, outer: At) {
        while at.shown != outer.shown {
            self.recording.fail();
            at.shown = self.shown[at.shown as usize].around;
        }
    }

    /// Goes back to where the trace has been: the productions opened since then fail, and those that have
    /// matched since then are open again.
    fn go_back(&mut self, at: At, to: At) {
        let mut common = to;
        let mut again = Vec::new();
        let mut own = at.shown;
        while common.shown != own {
            if self.depth(common.shown) >= self.depth(own) {
                again.push(common.shown);
                common.shown = self.shown[common.shown as usize].around;
            } else {
                own = self.shown[own as usize].around;
            }
        }
        self.leave(at, common);
        for shown in again.into_iter().rev() {
            let Shown { tried, end, .. } = self.shown[shown as usize];
            self.recording.redo(tried, end);
        }
    }

    /// Ends with the production that is open in itself, and the shown productions inside it, up to the innermost one.
    fn endless(&mut self, first: P, offset: usize, innermost: At, around: At) {
        let mut circle = Vec::new();
        let mut next = innermost.shown;
        while let Some(shown) = { self.shown.get(next as usize) }.filter(|_| next != around.shown) {
            circle.push(shown.rule);
            next = shown.around;
        }
        if circle.last() != Some(&first) {
            circle.push(first);
        }
        circle.reverse();
        self.recording.endless(offset, circle);
    }

    /// Marks the steps of the derivation.
    fn keep(&mut self, at: At) {
        for step in self.derivation(at) {
            self.recording.keep(step);
        }
    }

    /// Returns the steps that try or match the productions of the derivation.
    fn derivation(&self, at: At) -> Vec<usize> {
        let mut steps = Vec::new();
        let mut next = at.trail;
        while let Some(&(step, before)) = self.trail.get(next as usize) {
            steps.push(step as usize);
            next = before;
        }
        steps.reverse();
        steps
    }
}
