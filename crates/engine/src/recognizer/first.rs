//! The first derivation of a text in priority order.
//!
//! The walk goes from the root down and from left to right, and takes at each decision the first way
//! that is live. What is live is decided, so the walk never goes back. Only in a cyclic network, a
//! way can be live and lead to nothing but nodes that a tree leaves out: there, the first of all
//! [`Derivations`](super::Derivations) is the answer.
//!
//! The first way from a point through a set of live positions depends on the network and not on the text. So the ways
//! are kept for the next texts, with what they write into the tree.

use alloc::vec::Vec;

use super::interner::{Memo, number};
use super::live::{EndId, Live, SetId};
use super::network::{DefinitionId, Network};
use super::positions::{Call, Event, Path, PointId, Position, PositionId, Positions};
use super::{Limit, LimitReached};
use crate::production::ProductionId;
use crate::tree::{NodeSink, TreeRecord};

/// The number of records that there is room for at first.
const ROOM: usize = 60;

/// A definition that is open.
struct Frame {
    /// The call that opened it.
    call: Call,
    /// The offset of its start.
    start: usize,
    /// Where the contexts of its caller begin and end.
    contexts: (usize, usize),
    /// Whether the tree has a node of it.
    is_shown: bool,
}

/// A walk along the first derivation, whose nodes go to a sink.
pub(super) struct Walk<'a, S: ?Sized> {
    network: &'a Network,
    positions: &'a mut Positions,
    live: &'a Live,
    ways: &'a mut Ways,
    frames: Vec<Frame>,
    /// The contexts of the open definitions that the calls so far allow.
    contexts: Vec<EndId>,
    /// Where the contexts of the innermost definition begin.
    current: usize,
    offset: usize,
    nodes: &'a mut S,
    /// Room for the live sets of the innermost definition at the offset.
    sets: Vec<SetId>,
}

impl<'a, S: NodeSink + ?Sized> Walk<'a, S> {
    /// Returns a walk for a tree that shows these definitions.
    pub(super) fn new(
        network: &'a Network,
        (positions, live, ways): (&'a mut Positions, &'a Live, &'a mut Ways),
        is_shown: impl Iterator<Item = bool>,
        nodes: &'a mut S,
    ) -> Self {
        ways.begin(live.version(), is_shown);
        Self {
            network,
            positions,
            live,
            ways,
            frames: Vec::new(),
            contexts: Vec::new(),
            current: 0,
            offset: 0,
            nodes,
            sets: Vec::new(),
        }
    }

    /// Passes on the nodes of the definition, whose context is `root`. Returns whether there is a derivation.
    ///
    /// `others` is the size of the tables that the walk does not know.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the tree is too large.
    pub(super) fn run(
        mut self,
        definition: DefinitionId,
        root: EndId,
        others: usize,
        limit: &mut Limit,
    ) -> Result<bool, LimitReached> {
        let others = others + self.live.size();
        self.contexts.push(root);
        self.open(definition);
        let mut point = self.positions.start(self.network, definition);
        loop {
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            let Some(way) = self.first_live(point) else {
                return Ok(false);
            };
            for &action in self.ways.actions(way) {
                match action {
                    Action::Open(production) => self.nodes.open(production, self.offset),
                    Action::Close => self.nodes.close(self.offset),
                }
            }
            point = match way.goal {
                Goal::Octet(after) => {
                    self.offset += 1;
                    after
                }
                Goal::Call(position) => match self.call(position) {
                    Some(start) => start,
                    None => return Ok(false),
                },
                Goal::End => match self.end() {
                    Some(after) => after,
                    None => break,
                },
            };
            limit.grow(1, || others + self.size())?;
        }
        self.nodes.close(self.offset);
        Ok(true)
    }

    /// Returns a measure of the memory.
    fn size(&self) -> usize {
        let bytes = self.nodes.size() + size_of_val(&*self.frames);
        bytes / size_of::<u32>() + self.contexts.len() + self.ways.size()
    }

    /// Returns the first way from the point to a position that is live.
    #[inline]
    fn first_live(&mut self, point: PointId) -> Option<Way> {
        let set = match self.contexts[self.current..] {
            [context] => self.live.only_set(context, self.offset),
            _ => None,
        };
        let Some(set) = set else {
            return self.first_live_of_many(point);
        };
        if let Some(known) = self.ways.known(point, set) {
            return Some(known);
        }
        let way = self.first_live_of(point, &[set])?;
        self.ways.keep(point, set, way);
        Some(way)
    }

    /// Does the same where there are several sets of live positions.
    fn first_live_of_many(&mut self, point: PointId) -> Option<Way> {
        let start = self.frames.last().map_or(0, |frame| frame.start);
        let mut sets = core::mem::take(&mut self.sets);
        sets.clear();
        for &context in &self.contexts[self.current..] {
            sets.extend(self.live.sets(context, self.offset, start));
        }
        let way = self.first_live_of(point, &sets);
        self.sets = sets;
        way
    }

    fn first_live_of(&mut self, point: PointId, sets: &[SetId]) -> Option<Way> {
        let is_live = |path: &Path| {
            let mut sets = sets.iter().map(|&set| self.live.positions(set));
            sets.any(|set| set.binary_search(&path.position).is_ok())
        };
        let paths = self.positions.follow(self.network, point);
        let path = paths.iter().copied().find(is_live)?;
        Some(self.ways.along((self.network, self.positions), point, path))
    }

    /// Opens the definition that a position calls, in the contexts that have a caller here. Returns the
    /// point at its start.
    fn call(&mut self, position: PositionId) -> Option<PointId> {
        let Position::Call(call) = *self.positions.position(position) else {
            return None;
        };
        let callers = (self.current, self.contexts.len());
        for index in callers.0..callers.1 {
            let caller = self.contexts[index];
            for context in self.live.called(self.offset, (caller, position)) {
                if !self.contexts[callers.1..].contains(&context) {
                    self.contexts.push(context);
                }
            }
        }
        self.current = callers.1;
        let is_shown = self.ways.is_shown(call.definition);
        self.frames.push(Frame {
            call,
            start: self.offset,
            contexts: callers,
            is_shown,
        });
        if is_shown {
            self.open(call.definition);
        }
        Some(self.positions.start(self.network, call.definition))
    }

    /// Closes the innermost definition. Returns the point after its call; `None` for the root.
    fn end(&mut self) -> Option<PointId> {
        let frame = self.frames.pop()?;
        if frame.is_shown {
            self.nodes.close(self.offset);
        }
        self.contexts.truncate(frame.contexts.1);
        self.current = frame.contexts.0;
        Some(if frame.start == self.offset {
            frame.call.after_empty
        } else {
            frame.call.after
        })
    }

    fn open(&mut self, definition: DefinitionId) {
        let production = self.network.definition(definition).production;
        self.nodes.open(production, self.offset);
    }
}

/// The nodes of a tree so far.
pub(super) struct TreeNodes {
    pub(super) records: Vec<TreeRecord>,
    /// The open ones.
    open: Vec<usize>,
}

impl TreeNodes {
    pub(super) fn new() -> Self {
        Self {
            records: Vec::with_capacity(ROOM),
            open: Vec::new(),
        }
    }
}

impl NodeSink for TreeNodes {
    #[inline]
    fn open(&mut self, production: ProductionId, offset: usize) {
        self.open.push(self.records.len());
        self.records.push(TreeRecord::open(production, offset));
    }

    #[inline]
    fn close(&mut self, offset: usize) {
        if let Some(index) = self.open.pop() {
            let after = self.records.len();
            self.records[index].close(offset, after);
        }
    }

    #[inline]
    fn size(&self) -> usize {
        size_of_val(&*self.records) + size_of_val(&*self.open)
    }
}

/// What a way writes into the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Open(ProductionId),
    Close,
}

/// Where a way goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// After an octet, at this point.
    Octet(PointId),
    /// In the definition that this position calls.
    Call(PositionId),
    /// After the end of the definition.
    End,
}

/// A way from a point that consumes an octet at most.
#[derive(Debug, Clone, Copy)]
struct Way {
    actions: (u32, u32),
    goal: Goal,
}

/// The ways known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    /// By the point and the set of live positions.
    of_sets: Memo<2, Way>,
    /// By the point and the position that it leads to.
    of_positions: Memo<2, Way>,
    actions: Vec<Action>,
    /// For each definition, whether the tree shows it.
    is_shown: Vec<bool>,
    /// The version of the sets.
    version: usize,
}

impl Ways {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        self.of_sets.size() + self.of_positions.size() + self.actions.len()
    }

    /// Forgets the ways if they are those of other sets or trees.
    fn begin(&mut self, version: usize, is_shown: impl Iterator<Item = bool>) {
        let known = self.is_shown.len();
        self.is_shown.extend(is_shown);
        let has_changed = self.is_shown[..known] != self.is_shown[known..];
        self.is_shown.drain(..known);
        if has_changed || version != self.version {
            *self = Self {
                is_shown: core::mem::take(&mut self.is_shown),
                version,
                ..Self::default()
            };
        }
    }

    pub(super) fn is_shown(&self, definition: DefinitionId) -> bool {
        self.is_shown[definition as usize]
    }

    /// Returns what a way writes.
    #[inline]
    fn actions(&self, way: Way) -> &[Action] {
        &self.actions[way.actions.0 as usize..way.actions.1 as usize]
    }

    /// Returns the first way from a point to a position of the set, if it is known.
    #[inline]
    fn known(&self, point: PointId, set: SetId) -> Option<Way> {
        self.of_sets.get([point, set])
    }

    /// Keeps a way as the first one to a position of the set.
    fn keep(&mut self, point: PointId, set: SetId, way: Way) {
        self.of_sets.add([point, set], way);
    }

    /// Returns the way along a path from a point.
    fn along(
        &mut self,
        (network, positions): (&Network, &Positions),
        point: PointId,
        path: Path,
    ) -> Way {
        let key = [point, path.position];
        if let Some(known) = self.of_positions.get(key) {
            return known;
        }
        let from = number(self.actions.len());
        for &event in positions.events(path) {
            match event {
                Event::Open(one) if self.is_shown(one) => {
                    let production = network.definition(one).production;
                    self.actions.push(Action::Open(production));
                }
                Event::Close(one) if self.is_shown(one) => self.actions.push(Action::Close),
                Event::Open(_) | Event::Close(_) => {}
            }
        }
        let goal = match *positions.position(path.position) {
            Position::Octet(_, after) => Goal::Octet(after),
            Position::Call(_) => Goal::Call(path.position),
            Position::End(_) => Goal::End,
        };
        let actions = (from, number(self.actions.len()));
        let way = Way { actions, goal };
        self.of_positions.add(key, way);
        way
    }
}
