//! The first derivation of a valid text, from its beginning, where a little of what follows decides each step.
//!
//! The text is known to be valid, so a way that is the only one to go on with the next octets is right, and nothing has
//! to be read from the end. In JSON, almost every octet leaves one way; blanks before a comma or a bracket could belong
//! to either, until the next octet that is no blank.
//!
//! A row is a point and the calls around it. A cell has what an octet leads to in a row, with the nodes that begin and
//! end on the way, so a text is read as by an automaton with output. Where a cell has several ways, all are followed at
//! the same time over the next octets, until one is left. A row that an earlier way leads to is not followed for a later
//! one: what derives the rest for one does so for the other, and the earlier one is taken (T. Parr, S. Harwell, K.
//! Fisher: Adaptive LL(*) Parsing, 2014, follows alternatives so, and takes the first one that is left).
//!
//! ```text
//! list = "(" [ item *( *SP "," item ) ] *SP ")"     read: (a  ,b)
//!
//! after "a", the octet SP has two ways: before "," and before ")"
//! they read  SP ","  and then the second way is lost: the first is taken
//! ```
//!
//! A text that nests without end leads to new rows for ever, and some decisions need all of a text. Where there are too many
//! rows or too long lookaheads, the walk is given up, and [`live`](super::live) decides.
//!
//! Invariant: the nodes that are passed on are the first ones of the first derivation, also where it is given up.

use alloc::vec::Vec;

use super::first::Action;
use super::interner::{Id, Interner, Memo, NONE, number};
use super::network::{DefinitionId, Network};
use super::positions::{Event, PointId, Position, Positions};
use super::{Limit, LimitReached};
use crate::production::ProductionId;
use crate::tree::NodeSink;

/// The number of rows for which there is room at first.
const ROOM: usize = 128;

/// The greatest number of cells.
const MOST: usize = 1 << 18;

/// The number of octets that have to be read for each row before there is more room.
const PAID: usize = 2;

/// The number of octets that are read without lookahead after it was given up, for each point and octet that it has looked
/// at. Whenever it is given up again, the number doubles.
const IDLE: usize = 16;

/// The most times that the number of octets without lookahead doubles.
const MOST_LOSSES: u32 = 16;

/// The most points that are looked at for a cell.
const POINTS: usize = 512;

/// The most ways that are followed at the same time.
const WAYS: usize = 16;

/// The octets of lookahead for each octet of a text.
const AHEAD: usize = 4;

/// The octets of lookahead that every text may take besides.
const AHEAD_OF_ANY: usize = 256;

/// The number of octets after which the limits are checked.
const AT_ONCE: usize = 1024;

/// A cell that is not known yet.
const UNKNOWN: Id = NONE;

/// A cell with another number of ways than one.
const SEVERAL: Id = NONE - 1;

/// What an octet leads to in a row.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// The index of the first cell of the next row, [`UNKNOWN`] or [`SEVERAL`].
    next: Id,
    /// The range of what begins and ends before the octet; for [`SEVERAL`] the range of the ways.
    range: (u32, u32),
}

/// What is known of the rows of a network.
#[derive(Debug, Clone, Default)]
pub(super) struct Lookahead {
    /// Points with their stacks.
    rows: Interner,
    /// Calls: the point after each, and the stack that it is in.
    stacks: Interner,
    cells: Vec<Cell>,
    /// The ways of cells with several.
    ways: Vec<Cell>,
    actions: Vec<Action>,
    /// The right way of a cell with several, by the class of the octet after it, where that decides.
    chosen: Memo<2, Cell>,
    /// Room for the ways that are followed, each with its row.
    followed: Vec<(usize, Id)>,
    /// For each definition, its production if the tree shows it.
    shown: Vec<Option<ProductionId>>,
    /// The number of rows for which there is room.
    room: usize,
    /// The number of octets that were read with the rows.
    read: usize,
    /// The number of octets to read without them.
    idle: usize,
    /// How often lookahead was given up.
    losses: u32,
    /// The number of points that were looked at.
    points: usize,
}

/// A walk along the first derivation of a text.
pub(super) struct Walk<'a> {
    network: &'a Network,
    positions: &'a mut Positions,
    text: &'a [u8],
    offset: usize,
    /// The number of events that were passed on.
    passed: usize,
    /// The octets of lookahead that are left.
    ahead: usize,
}

/// Lookahead does not decide.
struct GivenUp;

impl<'a> Walk<'a> {
    pub(super) fn new(network: &'a Network, positions: &'a mut Positions, text: &'a [u8]) -> Self {
        Self {
            network,
            positions,
            text,
            offset: 0,
            passed: 0,
            ahead: AHEAD * text.len() + AHEAD_OF_ANY,
        }
    }
}

impl Lookahead {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let tables =
            self.rows.size() + self.stacks.size() + self.actions.len() + self.chosen.size();
        tables + 3 * (self.cells.len() + self.ways.len())
    }

    /// Passes on the nodes of the first derivation of a text that the definition derives: those of the productions in
    /// `shown`, which has one for each definition, and the root. Returns how many events were passed on if it is given up.
    ///
    /// `others` is the size of the tables that the walk does not know.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the tree is too large.
    pub(super) fn run<S: NodeSink + ?Sized>(
        &mut self,
        mut walk: Walk<'_>,
        (definition, shown): (DefinitionId, impl Iterator<Item = Option<ProductionId>>),
        (others, limit): (usize, &mut Limit),
        nodes: &mut S,
    ) -> Result<Option<usize>, LimitReached> {
        self.begin(shown);
        let walked = self.walk(&mut walk, definition, (others, limit), nodes)?;
        self.read += walk.offset;
        limit.take(walk.offset + walk.positions.take_work())?;
        if walked.is_ok() {
            return Ok(None);
        }
        let looked_at = self.points + walk.offset + AHEAD_OF_ANY;
        self.idle = looked_at.saturating_mul(IDLE << self.losses.min(MOST_LOSSES));
        self.losses += 1;
        self.forget();
        Ok(Some(walk.passed))
    }

    /// Returns whether a text of this length is read with lookahead, and counts its octets if not.
    pub(super) fn is_used(&mut self, length: usize) -> bool {
        let is_used = self.idle == 0;
        self.idle = self.idle.saturating_sub(length + 1);
        is_used
    }

    /// Forgets the rows if they are those of other trees, or too many to be kept.
    fn begin(&mut self, shown: impl Iterator<Item = Option<ProductionId>>) {
        let known = self.shown.len();
        self.shown.extend(shown);
        let has_changed = self.shown[..known] != self.shown[known..];
        self.shown.drain(..known);
        if has_changed || 2 * self.cells.len() > MOST {
            self.forget();
        }
    }

    fn forget(&mut self) {
        *self = Self {
            shown: core::mem::take(&mut self.shown),
            room: ROOM,
            idle: self.idle,
            losses: self.losses,
            ..Self::default()
        };
    }

    fn walk<S: NodeSink + ?Sized>(
        &mut self,
        walk: &mut Walk<'_>,
        definition: DefinitionId,
        (others, limit): (usize, &mut Limit),
        nodes: &mut S,
    ) -> Result<Result<(), GivenUp>, LimitReached> {
        let start = walk.positions.start(walk.network, definition);
        let Ok(mut row) = self.row(walk, (start, NONE)) else {
            return Ok(Err(GivenUp));
        };
        nodes.open(walk.network.definition(definition).production, 0);
        walk.passed += 1;
        for chunk in walk.text.chunks(AT_ONCE) {
            for &octet in chunk {
                #[cfg(feature = "steps")]
                crate::steps::count(1);
                let mut cell = self.cells[row as usize + walk.network.class_of(octet)];
                if cell.next >= SEVERAL {
                    match self.choose(walk, row) {
                        Ok(chosen) => cell = chosen,
                        Err(GivenUp) => return Ok(Err(GivenUp)),
                    }
                }
                self.pass_on(cell, walk, nodes);
                walk.offset += 1;
                row = cell.next;
            }
            let size = || others + self.size() + nodes.size() / size_of::<u32>();
            limit.grow(chunk.len(), size)?;
        }
        let end = match self.cell(walk, row, None) {
            Ok(end) if end.next != SEVERAL => end,
            _ => return Ok(Err(GivenUp)),
        };
        self.pass_on(end, walk, nodes);
        nodes.close(walk.offset);
        Ok(Ok(()))
    }

    /// Passes on what begins and ends at the offset of the walk.
    #[inline]
    fn pass_on<S: NodeSink + ?Sized>(&self, cell: Cell, walk: &mut Walk<'_>, nodes: &mut S) {
        for &action in &self.actions[cell.range.0 as usize..cell.range.1 as usize] {
            match action {
                Action::Open(production) => nodes.open(production, walk.offset),
                Action::Close => nodes.close(walk.offset),
            }
            walk.passed += 1;
        }
    }

    /// Returns the right way from a row at the offset of the walk.
    fn choose(&mut self, walk: &mut Walk<'_>, row: Id) -> Result<Cell, GivenUp> {
        let octet = walk.text[walk.offset];
        let cell = self.cell(walk, row, Some(octet))?;
        if cell.next != SEVERAL {
            return Ok(cell);
        }
        let Some(&next) = walk.text.get(walk.offset + 1) else {
            return Ok(self.follow(walk, cell)?.0);
        };
        let [class, next] = [octet, next].map(|octet| number(walk.network.class_of(octet)));
        let key = [row + class, next];
        if let Some(chosen) = self.chosen.get(key) {
            return Ok(chosen);
        }
        let (chosen, offset) = self.follow(walk, cell)?;
        if offset <= walk.offset + 2 {
            self.chosen.add(key, chosen);
        }
        Ok(chosen)
    }

    /// Follows all ways of a cell over the octets after the next one, until one way is left. Returns it, and the offset
    /// where it is.
    fn follow(&mut self, walk: &mut Walk<'_>, cell: Cell) -> Result<(Cell, usize), GivenUp> {
        let ways = cell.range.0 as usize..cell.range.1 as usize;
        self.followed.clear();
        let ways = ways.map(|way| (way, self.ways[way].next));
        self.followed.extend(ways);
        for offset in walk.offset + 1.. {
            let &(first, _) = self.followed.first().ok_or(GivenUp)?;
            if self.followed.iter().all(|(way, _)| *way == first) {
                return Ok((self.ways[first], offset));
            }
            let taken = self.followed.len();
            #[cfg(feature = "steps")]
            crate::steps::count(taken);
            walk.ahead = walk.ahead.checked_sub(taken).ok_or(GivenUp)?;
            let octet = walk.text.get(offset).copied();
            let mut followed = core::mem::take(&mut self.followed);
            let begun = followed.len();
            for index in 0..begun {
                let (way, row) = followed[index];
                let cell = self.cell(walk, row, octet)?;
                for row in self.rows_after(cell) {
                    if !followed[begun..].iter().any(|one| one.1 == row) {
                        followed.push((way, row));
                    }
                }
            }
            followed.drain(..begun);
            if followed.len() > WAYS {
                return Err(GivenUp);
            }
            if octet.is_none() {
                // The first way that can be at the end of the text is right.
                followed.truncate(1);
            }
            self.followed = followed;
        }
        Err(GivenUp)
    }

    /// Returns the rows that a cell leads to.
    fn rows_after(&self, cell: Cell) -> impl Iterator<Item = Id> {
        let (ways, only) = if cell.next == SEVERAL {
            (cell.range.0 as usize..cell.range.1 as usize, None)
        } else {
            (0..0, Some(cell.next))
        };
        self.ways[ways].iter().map(|way| way.next).chain(only)
    }
}

/// A way that is explored: where it leads to, and the range of its actions.
struct Found {
    goal: (PointId, Id),
    range: (u32, u32),
}

/// The search for what an octet, or the end of the text, leads to.
struct Search {
    octet: Option<u8>,
    /// What begins and ends on the way to the current point.
    trail: Vec<Action>,
    found: Vec<Found>,
    /// The number of points that can still be looked at.
    points: usize,
}

/// Rows and cells, which are made when a text first leads to them.
impl Lookahead {
    /// Returns the index of the first cell of a row: a point with its stack.
    fn row(&mut self, walk: &Walk<'_>, (point, stack): (PointId, Id)) -> Result<Id, GivenUp> {
        let width = walk.network.classes() + 1;
        let row = self.rows.intern(&[point, stack]) as usize;
        if (row + 1) * width > self.cells.len() {
            if row == self.room {
                if self.read + walk.offset < row * PAID || 2 * row * width > MOST {
                    return Err(GivenUp);
                }
                self.room = 2 * row;
            }
            let unknown = Cell {
                next: UNKNOWN,
                range: (0, 0),
            };
            self.cells.resize((row + 1) * width, unknown);
        }
        Ok(number(row * width))
    }

    /// Returns what an octet, or the end of the text, leads to in a row.
    fn cell(&mut self, walk: &mut Walk<'_>, row: Id, octet: Option<u8>) -> Result<Cell, GivenUp> {
        let classes = walk.network.classes();
        let class = octet.map_or(classes, |octet| walk.network.class_of(octet));
        let index = row as usize + class;
        if self.cells[index].next == UNKNOWN {
            self.cells[index] = self.find_cell(walk, row, octet)?;
        }
        Ok(self.cells[index])
    }

    fn find_cell(
        &mut self,
        walk: &mut Walk<'_>,
        row: Id,
        octet: Option<u8>,
    ) -> Result<Cell, GivenUp> {
        let mut search = Search {
            octet,
            trail: Vec::new(),
            found: Vec::new(),
            points: POINTS,
        };
        let place = number(row as usize / (walk.network.classes() + 1));
        let &[point, stack] = self.rows.get(place) else {
            return Err(GivenUp);
        };
        self.search(walk, (point, stack), &mut search)?;
        if walk.positions.is_exhausted() || search.found.len() > WAYS {
            return Err(GivenUp);
        }
        let mut ways: Vec<Cell> = Vec::new();
        for Found { goal, range } in search.found {
            let next = self.row(walk, goal)?;
            ways.push(Cell { next, range });
        }
        if let [way] = *ways {
            return Ok(way);
        }
        let from = number(self.ways.len());
        self.ways.extend(ways);
        Ok(Cell {
            next: SEVERAL,
            range: (from, number(self.ways.len())),
        })
    }

    /// Finds the ways from a point in a stack, the first one first.
    fn search(
        &mut self,
        walk: &mut Walk<'_>,
        (point, stack): (PointId, Id),
        search: &mut Search,
    ) -> Result<(), GivenUp> {
        #[cfg(feature = "steps")]
        crate::steps::count(1);
        self.points += 1;
        search.points = search.points.checked_sub(1).ok_or(GivenUp)?;
        let paths = walk.positions.follow(walk.network, point).to_vec();
        let before = search.trail.len();
        for path in paths {
            for &event in walk.positions.events(path) {
                match event {
                    Event::Open(one) => search.trail.extend(self.opening(one)),
                    Event::Close(one) => search.trail.extend(self.closing(one)),
                }
            }
            match *walk.positions.position(path.position) {
                Position::Octet(octets, after) => {
                    if search.octet.is_some_and(|octet| octets.contains(octet)) {
                        self.add((after, stack), search);
                    }
                }
                Position::Call(call) if search.octet.is_some() => {
                    search.trail.extend(self.opening(call.definition));
                    let stack = self.stacks.intern(&[call.after, stack]);
                    let start = walk.positions.start(walk.network, call.definition);
                    self.search(walk, (start, stack), search)?;
                }
                Position::Call(_) => {}
                Position::End(_) if stack == NONE => {
                    if search.octet.is_none() {
                        self.add((point, stack), search);
                    }
                }
                Position::End(definition) => {
                    search.trail.extend(self.closing(definition));
                    if let &[after, stack] = self.stacks.get(stack) {
                        self.search(walk, (after, stack), search)?;
                    }
                }
            }
            search.trail.truncate(before);
        }
        Ok(())
    }

    fn opening(&self, definition: DefinitionId) -> Option<Action> {
        self.shown[definition as usize].map(Action::Open)
    }

    fn closing(&self, definition: DefinitionId) -> Option<Action> {
        self.shown[definition as usize].map(|_| Action::Close)
    }

    /// Adds the way to a goal, unless one before it leads there too. At the end of the text, the first way is enough.
    fn add(&mut self, goal: (PointId, Id), search: &mut Search) {
        let is_enough = search.octet.is_none() && !search.found.is_empty();
        if is_enough || search.found.iter().any(|one| one.goal == goal) {
            return;
        }
        let from = number(self.actions.len());
        self.actions.extend_from_slice(&search.trail);
        let range = (from, number(self.actions.len()));
        search.found.push(Found { goal, range });
    }
}

/// The nodes of a derivation without the first events, which a sink has received.
pub(super) struct Rest<'s, S: ?Sized> {
    pub(super) passed: usize,
    pub(super) nodes: &'s mut S,
}

impl<S: NodeSink + ?Sized> NodeSink for Rest<'_, S> {
    fn open(&mut self, production: ProductionId, start: usize) {
        match self.passed.checked_sub(1) {
            Some(passed) => self.passed = passed,
            None => self.nodes.open(production, start),
        }
    }

    fn close(&mut self, end: usize) {
        match self.passed.checked_sub(1) {
            Some(passed) => self.passed = passed,
            None => self.nodes.close(end),
        }
    }

    fn size(&self) -> usize {
        self.nodes.size()
    }
}
