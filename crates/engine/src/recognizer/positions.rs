//! Positions: where a derivation can be between two octets, within one called definition.
//!
//! A definition that is not called is laid into the definitions that use it: a point is an address together with the
//! definitions and rounds that are open around it, its [`Frame`], which also knows what its future depends on. From a
//! point, the steps that consume nothing lead to positions (V. Glushkov: The Abstract Theory of Automata, 1961): to
//! an octet, to a call, or to the end of the called definition.
//!
//! Points, frames and positions are made when a text first leads to them.
//!
//! A round beyond the least number consumes at least one octet: what an empty one derives, the end of the repetition
//! derives too. But the trees differ, so a list of all trees asks for empty rounds, and gets them after the others. It
//! gets them where there is a greatest number of rounds, so that they are finitely many.
//!
//! Invariant: a cycle of steps from point to point consumes at least one octet.

use alloc::vec::Vec;

use super::interner::{Id, Interner, Lists, NONE, number};
use super::network::{Address, DefinitionId, Instruction, Network, Rounds};
use super::{LimitReached, SIZE, STEPS};
use crate::character_set::CharacterSet;

/// The number of a point.
pub(super) type PointId = Id;

/// The number of a position.
pub(super) type PositionId = Id;

/// Where a derivation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Consumes one octet of the set.
    Octet(CharacterSet, PointId),
    /// Calls a definition.
    Call(Call),
    /// Ends a called definition.
    End(DefinitionId),
}

/// A call, and the points after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) definition: DefinitionId,
    /// The point after a text of at least one octet.
    pub(super) after: PointId,
    /// The point after the empty text.
    pub(super) after_empty: PointId,
}

/// What opens or closes on a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Open(DefinitionId),
    Close(DefinitionId),
}

/// A step that consumes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Move {
    Silent(PointId),
    Event(Event, PointId),
    /// The point is before a position.
    Arrive(PositionId),
}

/// The first way from a point to a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path {
    pub(super) position: PositionId,
    events: (u32, u32),
}

/// The points and positions known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Positions {
    frames: Frames,
    points: Interner,
    position_ids: Interner,
    all: Vec<Position>,
    /// All positions that call.
    calls: Vec<PositionId>,
    /// The points at the starts of the called definitions.
    starts: Vec<PointId>,
    /// The ways from each point.
    follows: Lists<Path>,
    events: Vec<Event>,
    /// The number of searches for ways so far, and for each point and position the last one that met
    /// it.
    searches: u32,
    entered: Vec<u32>,
    arrived: Vec<u32>,
    /// Whether rounds beyond the least number can be empty, where there is a greatest number.
    has_empty_rounds: bool,
    /// The steps of searches and of sets of positions since [`Self::take_work`].
    work: usize,
    /// The limit that a search has reached. Its ways are not complete then, nor is what was made of them.
    exhausted: Option<LimitReached>,
}

/// The greatest number of rounds of a repetition whose empty rounds are listed. Each count is a state of its own.
pub(super) const EMPTY_ROUNDS: u32 = 128;

/// The count of a point that is not between two rounds.
const AT_ADDRESS: u32 = u32::MAX;

impl Positions {
    /// Returns positions in which rounds beyond the least number can be empty, where there is a greatest number of
    /// rounds.
    pub(super) fn with_empty_rounds() -> Self {
        Self {
            has_empty_rounds: true,
            ..Self::default()
        }
    }

    /// Returns positions of the same kind, with nothing known.
    pub(super) fn emptied(&self) -> Self {
        Self {
            has_empty_rounds: self.has_empty_rounds,
            ..Self::default()
        }
    }

    /// Returns whether they are [`Self::with_empty_rounds`].
    pub(super) fn lists_empty_rounds(&self) -> bool {
        self.has_empty_rounds
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let tables = self.frames.size() + self.points.size() + self.position_ids.size();
        let positions = size_of::<Position>() / size_of::<u32>();
        let met = self.entered.len() + self.arrived.len();
        let ways = 3 * self.follows.len() + 2 * self.events.len();
        tables + self.all.len() * positions + met + ways
    }

    /// Adds steps. What one octet leads to may take as many as a text of no octets.
    pub(super) fn count(&mut self, steps: usize) {
        self.work += steps;
        if self.work > STEPS {
            self.exhausted.get_or_insert(LimitReached::Steps);
        }
    }

    /// Reaches the limit if the tables, and others of that size, are too large for a text of no octets.
    pub(super) fn limit(&mut self, others: usize) {
        if self.size() + others > SIZE {
            self.exhausted.get_or_insert(LimitReached::Size);
        }
    }

    /// Adds a step for each position that calls a definition, for a look at all of them.
    pub(super) fn count_calls(&mut self) {
        self.count(self.calls.len());
    }

    /// Returns the number of steps since the last call.
    pub(super) fn take_work(&mut self) -> usize {
        core::mem::take(&mut self.work)
    }

    /// Returns whether a search has reached a limit, so that ways are missing from now on.
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.is_some()
    }

    /// Returns the limit that a search has reached as an error.
    pub(super) fn complete(&self) -> Result<(), LimitReached> {
        self.exhausted.map_or(Ok(()), Err)
    }

    /// Returns a number that grows whenever something new is known.
    pub(super) fn version(&self) -> usize {
        self.all.len() + self.searches as usize
    }

    #[inline]
    pub(super) fn position(&self, position: PositionId) -> &Position {
        &self.all[position as usize]
    }

    /// Returns all positions that call a definition.
    pub(super) fn calls(&self) -> impl Iterator<Item = (PositionId, Call)> {
        self.calls.iter().filter_map(|&id| match self.position(id) {
            Position::Call(call) => Some((id, *call)),
            _ => None,
        })
    }

    /// Returns the point at the start of a called definition.
    pub(super) fn start(&mut self, network: &Network, definition: DefinitionId) -> PointId {
        let index = definition as usize;
        if self.starts.len() <= index {
            self.starts.resize(index + 1, NONE);
        }
        if self.starts[index] == NONE {
            let exclusion = Exclusion::of(network, definition);
            let bottom = Frame::Bottom(definition, exclusion);
            let bottom = self.frames.id(bottom, NONE);
            self.starts[index] = self.point(network.definition(definition).start, bottom);
        }
        self.starts[index]
    }

    /// Returns the position at the end of a called definition.
    pub(super) fn end(&mut self, definition: DefinitionId) -> PositionId {
        self.position_id(Position::End(definition))
    }

    /// Returns the ways from a point to positions, in priority order, each position once.
    pub(super) fn follow(&mut self, network: &Network, point: PointId) -> &[Path] {
        if self.follows.range(point).is_none() {
            let paths = self.find_follow(network, point);
            self.follows.add(point, paths);
        }
        self.known_follow(point)
    }

    /// Returns [`Self::follow`] of a point for which it has been found.
    #[inline]
    pub(super) fn known_follow(&self, point: PointId) -> &[Path] {
        self.follows.get(point)
    }

    /// Returns what opens and closes on a path.
    #[inline]
    pub(super) fn events(&self, path: Path) -> &[Event] {
        &self.events[path.events.0 as usize..path.events.1 as usize]
    }

    fn find_follow(&mut self, network: &Network, point: PointId) -> Vec<Path> {
        self.searches += 1;
        let mut events: Vec<Event> = Vec::new();
        let mut paths = Vec::new();
        // Points with the number of events before them and the event on the step to them.
        let mut waiting = Vec::from([(point, 0, None)]);
        let mut moves = Vec::new();
        while let Some((point, before, event)) = waiting.pop() {
            if !is_first(&mut self.entered, point, self.searches) {
                continue;
            }
            let work = 1 + self.frames.take_work();
            self.count(work);
            self.limit(0);
            if self.is_exhausted() {
                break;
            }
            events.truncate(before);
            events.extend(event);
            moves.clear();
            self.moves(network, point, &mut moves);
            for &step in moves.iter().rev() {
                match step {
                    Move::Silent(next) => waiting.push((next, events.len(), None)),
                    Move::Event(event, next) => waiting.push((next, events.len(), Some(event))),
                    Move::Arrive(_) => {}
                }
            }
            for &step in &moves {
                if let Move::Arrive(position) = step
                    && is_first(&mut self.arrived, position, self.searches)
                {
                    let start = number(self.events.len());
                    self.events.extend_from_slice(&events);
                    let events = (start, number(self.events.len()));
                    paths.push(Path { position, events });
                }
            }
        }
        paths
    }

    /// Finds the steps from a point that consume nothing, in priority order. Steps that arrive at
    /// positions are alone.
    pub(super) fn moves(&mut self, network: &Network, point: PointId, moves: &mut Vec<Move>) {
        let &[address, frame, count] = self.points.get(point) else {
            return;
        };
        let instruction = network.instruction(address);
        match instruction {
            Instruction::Repeat(rounds) => {
                let count = if count == AT_ADDRESS { 0 } else { count };
                self.rounds(address, rounds, count, frame, moves);
            }
            Instruction::Octet(set, next) => self.octet(network, set, (next, frame), moves),
            Instruction::Either(first, second) => {
                for next in [first, second] {
                    let point = self.point(next, frame);
                    moves.push(Move::Silent(point));
                }
            }
            Instruction::Call(definition, next) => {
                self.call(network, definition, next, frame, moves);
            }
            Instruction::EndRound => {
                let (top, below) = self.frames.get(frame);
                if let Frame::Round(address, count, false) = top {
                    let point = self.points.intern(&[address, below, count]);
                    moves.push(Move::Silent(point));
                }
            }
            Instruction::Return => match self.frames.outside_rounds(frame) {
                (Frame::Node(definition, next, _), below) => {
                    let point = self.point(next, below);
                    moves.push(Move::Event(Event::Close(definition), point));
                }
                (Frame::Bottom(definition, _), _) => {
                    let end = self.end(definition);
                    moves.push(Move::Arrive(end));
                }
                (Frame::Round(..), _) => {}
            },
            Instruction::Fail => {}
        }
    }

    pub(super) fn address(&self, point: PointId) -> Address {
        self.points.get(point)[0]
    }

    /// Returns whether infinitely many rounds are left out here that would derive the empty text, with a node.
    pub(super) fn leaves_out_rounds(&self, network: &Network, point: PointId) -> bool {
        let &[address, _, count] = self.points.get(point) else {
            return false;
        };
        let count = if count == AT_ADDRESS { 0 } else { count };
        match network.instruction(address) {
            Instruction::Repeat(rounds) => {
                rounds.has_empty_nodes && rounds.most.is_none() && count >= rounds.least
            }
            _ => false,
        }
    }

    /// Returns whether empty rounds are left out here because a repetition can have too many.
    pub(super) fn leaves_out_many_rounds(&self, network: &Network, point: PointId) -> bool {
        let &[address, ..] = self.points.get(point) else {
            return false;
        };
        match network.instruction(address) {
            Instruction::Repeat(rounds) => {
                let is_large = rounds.most.is_some_and(|most| most > EMPTY_ROUNDS);
                rounds.has_empty_nodes && is_large && rounds.most != Some(rounds.least)
            }
            _ => false,
        }
    }

    fn rounds(
        &mut self,
        address: Address,
        rounds: Rounds,
        count: u32,
        frame: FrameId,
        moves: &mut Vec<Move>,
    ) {
        let before = moves.len();
        if rounds.most.is_none_or(|most| count < most) {
            // Without a limit, all counts from the least on have the same future.
            let next = count.saturating_add(1);
            let next = if rounds.most.is_none() {
                next.min(rounds.least)
            } else {
                next
            };
            let inside = if rounds.end == address {
                frame
            } else {
                let round = Frame::Round(address, next, count >= rounds.least);
                self.frames.id(round, frame)
            };
            let point = self.point(rounds.body, inside);
            moves.push(Move::Silent(point));
        }
        if count >= rounds.least {
            let point = self.point(rounds.next, frame);
            moves.push(Move::Silent(point));
        }
        if rounds.is_lazy {
            moves[before..].reverse();
        }
        let has_more = rounds
            .most
            .is_some_and(|most| count < most && most <= EMPTY_ROUNDS);
        if self.has_empty_rounds && rounds.has_empty_nodes && count >= rounds.least && has_more {
            // It can consume octets, too: trees that are known by now are not listed again.
            let round = Frame::Round(address, count + 1, false);
            let inside = self.frames.id(round, frame);
            let point = self.point(rounds.body, inside);
            moves.push(Move::Silent(point));
        }
    }

    /// Adds the positions that consume an octet of the set. Octets that change the frame in
    /// different ways have positions of their own.
    fn octet(
        &mut self,
        network: &Network,
        set: CharacterSet,
        (next, frame): (Address, FrameId),
        moves: &mut Vec<Move>,
    ) {
        let mut groups: Vec<(FrameId, CharacterSet)> = Vec::new();
        if let Some(frame) = self.frames.consumed(frame) {
            groups.push((frame, set));
        } else {
            for octet in set.iter().filter_map(|one| u8::try_from(one).ok()) {
                let Some(frame) = self.frames.advanced(network, frame, octet) else {
                    continue;
                };
                let one = CharacterSet::EMPTY.with_octet(octet);
                match groups.iter_mut().find(|(known, _)| *known == frame) {
                    Some((_, group)) => *group = group.union(one),
                    None => groups.push((frame, one)),
                }
            }
        }
        for (frame, set) in groups {
            let after = self.point(next, frame);
            let position = self.position_id(Position::Octet(set, after));
            moves.push(Move::Arrive(position));
        }
    }

    fn call(
        &mut self,
        network: &Network,
        called: DefinitionId,
        next: Address,
        frame: FrameId,
        moves: &mut Vec<Move>,
    ) {
        let definition = network.definition(called);
        if definition.is_called {
            let after_empty = self.point(next, frame);
            let after = match self.frames.consumed(frame) {
                Some(frame) => self.point(next, frame),
                None => after_empty,
            };
            let call = Call {
                definition: called,
                after,
                after_empty,
            };
            let position = self.position_id(Position::Call(call));
            moves.push(Move::Arrive(position));
        } else {
            let exclusion = Exclusion::of(network, called);
            let inside = Frame::Node(called, next, exclusion);
            let inside = self.frames.id(inside, frame);
            let point = self.point(definition.start, inside);
            moves.push(Move::Event(Event::Open(called), point));
        }
    }

    fn point(&mut self, address: Address, frame: FrameId) -> PointId {
        self.points.intern(&[address, frame, AT_ADDRESS])
    }

    fn position_id(&mut self, position: Position) -> PositionId {
        let id = match position {
            Position::Octet(set, after) => {
                let mut key = [after; 9];
                for (octets, word) in key[1..].iter_mut().zip(set.words()) {
                    *octets = word;
                }
                self.position_ids.intern(&key)
            }
            Position::Call(call) => {
                let key = [call.definition, call.after, call.after_empty];
                self.position_ids.intern(&key)
            }
            Position::End(definition) => self.position_ids.intern(&[definition]),
        };
        if id as usize == self.all.len() {
            self.all.push(position);
            if matches!(position, Position::Call(_)) {
                self.calls.push(id);
            }
        }
        id
    }
}

/// Returns whether the search meets the id for the first time.
fn is_first(seen: &mut Vec<u32>, id: Id, search: u32) -> bool {
    let index = id as usize;
    if seen.len() <= index {
        seen.resize(index + 1, 0);
    }
    core::mem::replace(&mut seen[index], search) != search
}

/// The number of a frame.
type FrameId = Id;

/// What is open around an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// The called definition itself, and the state of its exclusion.
    Bottom(DefinitionId, Exclusion),
    /// A definition that is laid in, the address after it, and the state of its exclusion.
    Node(DefinitionId, Address, Exclusion),
    /// A round of a repetition: the address of the repetition, the number of rounds up to this one,
    /// and whether the round still has to consume an octet.
    Round(Address, u32, bool),
}

/// The first excluded text that the match begins with so far, and the length of that beginning.
/// [`NONE`] if there is no such text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Exclusion(u32, u32);

/// The frames known so far.
#[derive(Debug, Clone, Default)]
struct Frames {
    ids: Interner,
    /// The frame with its number, the frame below it, and whether an octet changes any of them.
    facts: Vec<(Frame, FrameId, bool)>,
    /// The number of frames that were looked at since [`Self::take_work`].
    work: usize,
}

impl Frames {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let facts = size_of::<(Frame, FrameId, bool)>() / size_of::<u32>();
        self.ids.size() + self.facts.len() * facts
    }

    /// Returns the number of frames that were looked at since the last call.
    pub(super) fn take_work(&mut self) -> usize {
        core::mem::take(&mut self.work)
    }

    /// Returns the frame with that number, and the one below it.
    pub(super) fn get(&self, frame: FrameId) -> (Frame, FrameId) {
        let (top, below, _) = self.facts[frame as usize];
        (top, below)
    }

    /// Returns the number of a frame above another; [`NONE`] below the bottom.
    fn id(&mut self, frame: Frame, below: FrameId) -> FrameId {
        let id = match frame {
            Frame::Bottom(definition, Exclusion(text, length)) => {
                self.ids.intern(&[definition, text, length])
            }
            Frame::Node(definition, next, Exclusion(text, length)) => {
                self.ids.intern(&[definition, next, text, length, below])
            }
            Frame::Round(address, count, is_pending) => {
                self.ids
                    .intern(&[address, count, u32::from(is_pending), below])
            }
        };
        if id as usize == self.facts.len() {
            let changes = match frame {
                Frame::Bottom(_, Exclusion(text, _)) | Frame::Node(_, _, Exclusion(text, _)) => {
                    text != NONE
                }
                Frame::Round(_, _, is_pending) => is_pending,
            };
            let below_changes = self.facts.get(below as usize).is_some_and(|one| one.2);
            self.facts.push((frame, below, changes || below_changes));
        }
        id
    }

    /// Returns the innermost open definition, and the frame below it.
    fn outside_rounds(&self, mut frame: FrameId) -> (Frame, FrameId) {
        loop {
            match self.get(frame) {
                (Frame::Round(..), below) => frame = below,
                found => return found,
            }
        }
    }

    /// Returns the frame after octets, whatever they are; `None` if that depends on the octets.
    fn consumed(&mut self, frame: FrameId) -> Option<FrameId> {
        self.after(frame, &|_, exclusion| {
            (exclusion.0 == NONE).then_some(exclusion)
        })
    }

    /// Returns the frame after an octet, or `None` if the octet completes an excluded text.
    fn advanced(&mut self, network: &Network, frame: FrameId, octet: u8) -> Option<FrameId> {
        self.after(frame, &|definition, exclusion| {
            exclusion.after(&network.definition(definition).excluded, octet)
        })
    }

    /// Returns the frame after octets, with the exclusions after them. Recurses as deep as definitions and repetitions
    /// are nested in the grammar.
    fn after(
        &mut self,
        frame: FrameId,
        exclusion_after: &dyn Fn(DefinitionId, Exclusion) -> Option<Exclusion>,
    ) -> Option<FrameId> {
        let (top, below, is_watching) = self.facts[frame as usize];
        if !is_watching {
            return Some(frame);
        }
        self.work += 1;
        let below = if below == NONE {
            NONE
        } else {
            self.after(below, exclusion_after)?
        };
        let top = match top {
            Frame::Round(address, count, _) => Frame::Round(address, count, false),
            Frame::Node(definition, next, exclusion) => {
                Frame::Node(definition, next, exclusion_after(definition, exclusion)?)
            }
            Frame::Bottom(definition, exclusion) => {
                Frame::Bottom(definition, exclusion_after(definition, exclusion)?)
            }
        };
        Some(self.id(top, below))
    }
}

impl Exclusion {
    /// Returns the exclusion at the beginning of a match.
    fn of(network: &Network, definition: DefinitionId) -> Self {
        let excluded = &network.definition(definition).excluded;
        Self(if excluded.is_empty() { NONE } else { 0 }, 0)
    }

    /// Returns the exclusion after an octet, or `None` if the octet completes an excluded text.
    fn after(self, excluded: &[Vec<u8>], octet: u8) -> Option<Self> {
        let Self(index, length) = self;
        let length = length as usize;
        let Some(begun) = excluded.get(index as usize).map(|text| &text[..length]) else {
            return Some(self);
        };
        let continues = |text: &Vec<u8>| {
            text.len() > length
                && text[..length].eq_ignore_ascii_case(begun)
                && text[length].eq_ignore_ascii_case(&octet)
        };
        if excluded
            .iter()
            .any(|text| text.len() == length + 1 && continues(text))
        {
            return None;
        }
        let index = excluded.iter().position(continues);
        Some(index.map_or(Self(NONE, 0), |index| {
            Self(number(index), number(length + 1))
        }))
    }
}
