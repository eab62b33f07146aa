//! The first derivation of a text in priority order.
//!
//! The walk goes from the root down and from left to right, and takes at each decision the first way
//! that is live. What is live is decided, so the walk never goes back. Only in a cyclic network, a
//! way can be live and lead to nothing but nodes that a tree leaves out: there, the first of all
//! [`Derivations`](super::Derivations) is the answer.

use alloc::vec::Vec;

use super::live::{EndId, Live, SetId};
use super::network::{DefinitionId, Network};
use super::positions::{Call, Event, Path, PointId, Position, PositionId, Positions};
use crate::production_set::ProductionId;
use crate::tree::TreeRecord;

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

/// A walk along the first derivation.
pub(super) struct Walk<'a> {
    pub(super) network: &'a Network,
    pub(super) positions: &'a mut Positions,
    pub(super) live: &'a Live,
    pub(super) is_shown: &'a dyn Fn(ProductionId) -> bool,
    frames: Vec<Frame>,
    /// The contexts of the open definitions that the calls so far allow.
    contexts: Vec<EndId>,
    /// Where the contexts of the innermost definition begin.
    current: usize,
    offset: usize,
    records: Vec<TreeRecord>,
    /// The open nodes of the tree.
    open: Vec<usize>,
    /// Room for the live sets of the innermost definition at the offset.
    sets: Vec<SetId>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        network: &'a Network,
        positions: &'a mut Positions,
        live: &'a Live,
        is_shown: &'a dyn Fn(ProductionId) -> bool,
    ) -> Self {
        Self {
            network,
            positions,
            live,
            is_shown,
            frames: Vec::new(),
            contexts: Vec::new(),
            current: 0,
            offset: 0,
            records: Vec::new(),
            open: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// Returns the records of the tree of the definition, whose context is `root`; `None` if there is
    /// no derivation.
    pub(super) fn run(mut self, definition: DefinitionId, root: EndId) -> Option<Vec<TreeRecord>> {
        self.contexts.push(root);
        self.open(definition);
        let mut point = self.positions.start(self.network, definition);
        loop {
            #[cfg(feature = "steps")]
            crate::steps::count(1);
            let path = self.first_live(point)?;
            for index in 0..self.positions.events(path).len() {
                match self.positions.events(path)[index] {
                    Event::Open(definition) if self.shows(definition) => self.open(definition),
                    Event::Close(definition) if self.shows(definition) => self.close(),
                    _ => {}
                }
            }
            point = match *self.positions.position(path.position) {
                Position::Octet(_, behind) => {
                    self.offset += 1;
                    behind
                }
                Position::Call(call) => {
                    self.call(path.position, call);
                    self.positions.start(self.network, call.definition)
                }
                Position::End(_) => match self.end() {
                    Some(behind) => behind,
                    None => break,
                },
            };
        }
        self.close();
        Some(self.records)
    }

    fn shows(&self, definition: DefinitionId) -> bool {
        (self.is_shown)(self.network.definition(definition).production)
    }

    /// Returns the first way from the point to a position that is live.
    fn first_live(&mut self, point: PointId) -> Option<Path> {
        let start = self.frames.last().map_or(0, |frame| frame.start);
        self.sets.clear();
        for &context in &self.contexts[self.current..] {
            self.sets
                .extend(self.live.sets(context, self.offset, start));
        }
        let (live, sets) = (self.live, &self.sets);
        let is_live = |position: PositionId| {
            let mut sets = sets.iter().map(|&set| live.positions(set));
            sets.any(|set| set.contains(&position))
        };
        let paths = self.positions.follow(self.network, point);
        paths.iter().copied().find(|path| is_live(path.position))
    }

    /// Opens a definition that is called, in the contexts that have a caller here.
    fn call(&mut self, position: PositionId, call: Call) {
        let callers = (self.current, self.contexts.len());
        let mut found = Vec::new();
        for &caller in &self.contexts[callers.0..callers.1] {
            for context in self.live.called(self.offset, (caller, position)) {
                if !found.contains(&context) {
                    found.push(context);
                }
            }
        }
        self.contexts.extend(found);
        self.current = callers.1;
        let is_shown = self.shows(call.definition);
        self.frames.push(Frame {
            call,
            start: self.offset,
            contexts: callers,
            is_shown,
        });
        if is_shown {
            self.open(call.definition);
        }
    }

    /// Closes the innermost definition. Returns the point behind its call; `None` for the root.
    fn end(&mut self) -> Option<PointId> {
        let frame = self.frames.pop()?;
        if frame.is_shown {
            self.close();
        }
        self.contexts.truncate(frame.contexts.1);
        self.current = frame.contexts.0;
        Some(if frame.start == self.offset {
            frame.call.behind_empty
        } else {
            frame.call.behind
        })
    }

    fn open(&mut self, definition: DefinitionId) {
        self.open.push(self.records.len());
        self.records.push(TreeRecord {
            production: self.network.definition(definition).production,
            start: self.offset,
            end: self.offset,
            after: 0,
        });
    }

    fn close(&mut self) {
        if let Some(index) = self.open.pop() {
            let after = self.records.len();
            let record = &mut self.records[index];
            record.end = self.offset;
            record.after = after;
        }
    }
}
