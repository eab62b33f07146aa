//! The places that ways come to at one offset, as a graph.
//!
//! A vertex is a point in its context, the start of a definition of beginnings, or at the end of the text an
//! octet that can come next. An edge is a step that consumes nothing. Each vertex keeps the innermost node that
//! is open on all ways to it. Vertices before the next octet of the text lead to the places of the next layer.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Entry, NodeId, OUTSIDE, Pass, WholeId};
use crate::character_set::CharacterSet;
use crate::recognizer::LimitReached;
use crate::recognizer::interner::{Interner, Lists, NONE, number};
use crate::recognizer::live::EndId;
use crate::recognizer::network::{Address, DefinitionId};
use crate::recognizer::positions::{Call, Event, Move, PointId, Position, PositionId, Positions};
use crate::recognizer::prefixes::PrefixNetwork;

/// The number of a vertex of a layer.
pub(super) type VertexId = usize;

/// What a vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Point(Place),
    /// The start of a definition of beginnings.
    Open(DefinitionId),
    /// At the end of the text, an octet that can come next.
    Next(PositionId),
}

/// A point in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The whole definition that it is in; [`NONE`] in a definition of beginnings.
    whole: WholeId,
    context: EndId,
    point: PointId,
    /// Whether the definition began at this offset.
    is_new: bool,
}

impl Place {
    /// Returns the entry at a point after.
    fn entry(self, point: PointId) -> Entry {
        Entry {
            whole: self.whole,
            context: self.context,
            point,
            node: OUTSIDE,
        }
    }
}

/// A place at an offset, or the start of a definition there.
#[derive(Debug)]
pub(super) struct Vertex {
    kind: Kind,
    /// The innermost node that all ways known so far have open before the vertex, and after it.
    pub(super) outside: NodeId,
    pub(super) node: NodeId,
    /// The last edge that leads from it.
    edge: Option<usize>,
    is_explored: bool,
    /// The pass over the vertices that has come here last.
    pub(super) pass: usize,
}

impl Vertex {
    /// Returns the definition that is opened here.
    pub(super) fn opened(&self) -> Option<DefinitionId> {
        match self.kind {
            Kind::Open(definition) => Some(definition),
            Kind::Point(_) | Kind::Next(_) => None,
        }
    }
}

/// A call of a whole definition.
#[derive(Debug, Clone, Copy)]
struct WholeCall {
    vertex: VertexId,
    whole: WholeId,
    after: Entry,
    /// The place after the empty text.
    after_empty: Place,
}

/// A whole definition that begins here.
#[derive(Debug, Clone, Copy)]
struct Begun {
    /// How many begin here before it.
    index: usize,
    /// Whether it can end here, too.
    is_ended: bool,
}

/// The places at an offset as a graph.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub(super) offset: usize,
    pub(super) vertices: Vec<Vertex>,
    /// The targets of edges, each with the edge before it from the same vertex.
    edges: Vec<(VertexId, Option<usize>)>,
    known: BTreeMap<Kind, VertexId>,
    /// The vertices in postorder.
    pub(super) order: Vec<VertexId>,
    /// The vertices before the next octet, and the places after it.
    pub(super) leaving: Vec<(VertexId, Entry)>,
    calls: Vec<WholeCall>,
    /// The whole definitions that begin here, by their contexts.
    completed: BTreeMap<EndId, Begun>,
    /// At the end of the text, the vertices before an octet, with the octets and the address after.
    pub(super) next: Vec<(VertexId, CharacterSet, Address)>,
    waiting: Vec<(VertexId, bool)>,
}

impl Layer {
    /// Forgets the places, and begins with those of another offset.
    pub(super) fn begin(&mut self, offset: usize) {
        self.offset = offset;
        self.vertices.clear();
        self.known.clear();
        self.edges.clear();
        self.order.clear();
        self.leaving.clear();
        self.calls.clear();
        self.completed.clear();
    }

    /// Adds the start of the text's definition.
    pub(super) fn enter_root(
        &mut self,
        pass: &mut Pass<'_>,
        definition: DefinitionId,
        context: EndId,
    ) {
        let open = self.vertex(Kind::Open(definition));
        self.vertices[open].outside = OUTSIDE;
        self.add_start(pass, (open, definition), (NONE, context));
    }

    /// Adds a place that ways from an earlier offset come to.
    pub(super) fn enter(&mut self, pass: &Pass<'_>, entry: Entry) {
        let vertex = self.vertex(Kind::Point(Place {
            whole: entry.whole,
            context: entry.context,
            point: entry.point,
            is_new: false,
        }));
        let vertex = &mut self.vertices[vertex];
        vertex.outside = pass.common(vertex.outside, entry.node);
    }

    /// Returns for each of what can come [next](Self::next) the definitions that begin with it here, of
    /// those that `name` knows.
    pub(super) fn beginning<T: Copy>(
        &self,
        name: impl Fn(DefinitionId) -> Option<T>,
    ) -> Vec<Vec<T>> {
        let mut next_at = vec![Vec::new(); self.vertices.len()];
        for (index, (vertex, ..)) in self.next.iter().enumerate() {
            next_at[*vertex].push(index);
        }
        let mut beginning = vec![Vec::new(); self.next.len()];
        let mut seen = vec![NONE; self.vertices.len()];
        for (search, (start, vertex)) in (0..).zip(self.vertices.iter().enumerate()) {
            let Some(name) = vertex.opened().and_then(&name) else {
                continue;
            };
            let mut waiting = vec![start];
            while let Some(vertex) = waiting.pop() {
                if core::mem::replace(&mut seen[vertex], search) != search {
                    next_at[vertex]
                        .iter()
                        .for_each(|&next| beginning[next].push(name));
                    waiting.extend(self.targets(vertex));
                }
            }
        }
        beginning
    }

    /// Returns what each of the whole definitions that begin here returns to.
    pub(super) fn returns(&self) -> Vec<Vec<Entry>> {
        let mut returns = vec![Vec::new(); self.completed.len()];
        for call in &self.calls {
            let entry = self.settled(call.vertex, call.after);
            returns[(call.whole & !NEW) as usize].push(entry);
        }
        returns
    }

    /// Returns an entry after a vertex with what is open there.
    pub(super) fn settled(&self, vertex: VertexId, after: Entry) -> Entry {
        let node = if after.whole == NONE {
            self.vertices[vertex].node
        } else {
            OUTSIDE
        };
        Entry { node, ..after }
    }

    /// Returns the vertices that a vertex leads to, the last one first.
    pub(super) fn targets(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> {
        let mut edge = self.vertices[vertex].edge;
        core::iter::from_fn(move || {
            let (target, before) = self.edges[edge?];
            edge = before;
            Some(target)
        })
    }

    /// Finds the places that the entries lead to.
    pub(super) fn explore(&mut self, pass: &mut Pass<'_>) -> Result<(), LimitReached> {
        let mut waiting = core::mem::take(&mut self.waiting);
        // A vertex waits to be explored, and then after all that it leads to.
        let entries = 0..self.vertices.len();
        let is_entered = |vertex: &VertexId| self.vertices[*vertex].outside != NONE;
        waiting.extend(entries.filter(is_entered).map(|entry| (entry, false)));
        let mut first_late = 0;
        loop {
            while let Some((vertex, is_done)) = waiting.pop() {
                if is_done {
                    self.order.push(vertex);
                    continue;
                }
                if core::mem::replace(&mut self.vertices[vertex].is_explored, true) {
                    continue;
                }
                match self.vertices[vertex].kind {
                    Kind::Point(place) => self.step(pass, vertex, place)?,
                    Kind::Next(position) => self.add_next(pass, vertex, position),
                    Kind::Open(_) => {}
                }
                waiting.push((vertex, true));
                let before = waiting.len();
                waiting.extend(self.targets(vertex).map(|next| (next, false)));
                pass.limit.take(waiting.len() - before + 1)?;
            }
            // What a definition returns to, and its starts in other contexts, can be added late.
            let late = first_late..self.vertices.len();
            let late = late.filter(|&one| !self.vertices[one].is_explored);
            waiting.extend(late.map(|vertex| (vertex, false)));
            if waiting.is_empty() {
                self.waiting = waiting;
                return Ok(());
            }
            first_late = waiting[0].0;
        }
    }

    fn vertex(&mut self, kind: Kind) -> VertexId {
        let next = self.vertices.len();
        let vertex = *self.known.entry(kind).or_insert(next);
        if vertex < next {
            return vertex;
        }
        self.vertices.push(Vertex {
            kind,
            outside: NONE,
            node: NONE,
            edge: None,
            is_explored: false,
            pass: 0,
        });
        vertex
    }

    fn add_next(&mut self, pass: &Pass<'_>, vertex: VertexId, position: PositionId) {
        if let Position::Octet(set, after) = *pass.positions.position(position) {
            let after = pass.positions.address(after);
            self.next.push((vertex, set, after));
        }
    }

    fn add(&mut self, from: VertexId, to: Kind) -> VertexId {
        let to = self.vertex(to);
        let before = self.vertices[from].edge.replace(self.edges.len());
        self.edges.push((to, before));
        to
    }

    /// Adds the places that a place leads to.
    fn step(
        &mut self,
        pass: &mut Pass<'_>,
        vertex: VertexId,
        place: Place,
    ) -> Result<(), LimitReached> {
        let is_at_end = self.offset == pass.text.len();
        let arrivals = pass.arrivals.of(pass.prefixes, pass.positions, place.point);
        pass.limit.take(arrivals.len())?;
        for index in arrivals {
            let arrival = pass.arrivals.at(index);
            let position = *pass.positions.position(arrival.position);
            let is_next = is_at_end && matches!(position, Position::Octet(..));
            if is_next && arrival.is_of_begun || self.is_live(pass, place, arrival.position) {
                let mut vertex = vertex;
                for definition in pass.arrivals.opened(arrival) {
                    vertex = self.add(vertex, Kind::Open(definition));
                }
                self.arrive(pass, (vertex, place), (arrival.position, position))?;
            }
        }
        Ok(())
    }

    /// Goes on after a position.
    fn arrive(
        &mut self,
        pass: &mut Pass<'_>,
        (vertex, place): (VertexId, Place),
        (id, position): (PositionId, Position),
    ) -> Result<(), LimitReached> {
        match position {
            Position::Octet(set, after) => match pass.text.get(self.offset) {
                None => {
                    self.add(vertex, Kind::Next(id));
                }
                Some(&octet) if set.contains(octet) => {
                    self.leaving.push((vertex, place.entry(after)));
                }
                Some(_) => {}
            },
            Position::Call(call) => {
                let live = pass.live;
                pass.limit
                    .take(live.called_work(self.offset, place.context))?;
                let called = live.called(self.offset, (place.context, id));
                if pass.prefixes.is_begun(call.definition) {
                    let open = self.add(vertex, Kind::Open(call.definition));
                    for context in called {
                        self.add_start(pass, (open, call.definition), (NONE, context));
                    }
                } else {
                    for context in called {
                        self.call(pass, (vertex, place), call, context);
                    }
                }
            }
            Position::End(_) if place.whole != NONE => self.end(pass, place)?,
            Position::End(_) => {}
        }
        Ok(())
    }

    fn add_start(
        &mut self,
        pass: &mut Pass<'_>,
        (from, definition): (VertexId, DefinitionId),
        (whole, context): (WholeId, EndId),
    ) {
        let point = pass.positions.start(&pass.prefixes.network, definition);
        self.add(
            from,
            Kind::Point(Place {
                whole,
                context,
                point,
                is_new: true,
            }),
        );
    }

    /// Begins a whole definition.
    fn call(
        &mut self,
        pass: &mut Pass<'_>,
        (vertex, place): (VertexId, Place),
        call: Call,
        context: EndId,
    ) {
        let index = self.completed.len();
        let is_ended = false;
        let begun = *(self.completed.entry(context)).or_insert(Begun { index, is_ended });
        let whole = NEW | number(begun.index);
        let after_empty = Place {
            point: call.after_empty,
            ..place
        };
        self.calls.push(WholeCall {
            vertex,
            whole,
            after: place.entry(call.after),
            after_empty,
        });
        if begun.is_ended {
            self.add(vertex, Kind::Point(after_empty));
        }
        self.add_start(pass, (vertex, call.definition), (whole, context));
    }

    /// Goes on after a whole definition that ends here.
    fn end(&mut self, pass: &mut Pass<'_>, place: Place) -> Result<(), LimitReached> {
        if !place.is_new {
            let returns = pass.completed.returns(place.whole);
            pass.limit.take(returns.len())?;
            for &entry in returns {
                self.enter(pass, entry);
            }
            return Ok(());
        }
        if let Some(begun) = self.completed.get_mut(&place.context) {
            begun.is_ended = true;
        }
        pass.limit.take(self.calls.len())?;
        let calls = self.calls.iter().filter(|call| call.whole == place.whole);
        let after: Vec<_> = calls.map(|one| (one.vertex, one.after_empty)).collect();
        for (vertex, place) in after {
            self.add(vertex, Kind::Point(place));
        }
        Ok(())
    }

    /// Returns whether the end of the text can be reached by way of a position.
    fn is_live(&self, pass: &Pass<'_>, place: Place, position: PositionId) -> bool {
        let start = self.offset.saturating_sub(usize::from(!place.is_new));
        let sets = pass.live.sets(place.context, self.offset, start);
        let mut sets = sets.map(|set| pass.live.positions(set));
        sets.any(|set| set.binary_search(&position).is_ok())
    }
}

/// Marks the number of a definition that begins at the offset of the layer: it has no number of its
/// own before it is known what it returns to.
const NEW: WholeId = 1 << 31;

#[derive(Debug, Default)]
pub(super) struct Completed {
    /// What the definitions that begin at an offset return to, in layers that are alike.
    layers: Interner,
    /// The number of the first one for each of these.
    first: Vec<WholeId>,
    returns: Vec<Vec<Entry>>,
}

impl Completed {
    fn returns(&self, whole: WholeId) -> &[Entry] {
        &self.returns[whole as usize]
    }

    /// Adds the definitions that begin at an offset, by what they return to. Returns the number of the
    /// first one.
    pub(super) fn add(&mut self, mut returns: Vec<Vec<Entry>>) -> WholeId {
        let mut key = Vec::new();
        for entries in &mut returns {
            entries.sort_unstable();
            entries.dedup();
            key.push(number(entries.len()));
            for one in &*entries {
                key.extend([one.whole, one.context, one.point, one.node]);
            }
        }
        let alike = self.layers.intern(&key) as usize;
        if alike == self.first.len() {
            let first = number(self.returns.len());
            self.first.push(first);
            let numbered = |entries: Vec<Entry>| {
                let entries = entries.into_iter();
                entries.map(|one| one.numbered(first)).collect()
            };
            self.returns.extend(returns.into_iter().map(numbered));
        }
        self.first[alike]
    }
}

impl Entry {
    /// Returns the entry with a number for its definition, if that is new. `first` is that of the
    /// first one in the layer.
    pub(super) fn numbered(self, first: WholeId) -> Self {
        let is_new = self.whole != NONE && self.whole & NEW != 0;
        Self {
            whole: if is_new {
                first + (self.whole & !NEW)
            } else {
                self.whole
            },
            ..self
        }
    }
}

/// A way from a point to a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) position: PositionId,
    /// Whether the position is one of beginnings, and not inside of a whole definition.
    is_of_begun: bool,
    opened: (u32, u32),
}

#[derive(Debug, Clone, Default)]
pub(super) struct Arrivals {
    /// The ways from each point.
    all: Lists<Arrival>,
    opened: Vec<DefinitionId>,
}

impl Arrivals {
    /// Returns the range of the ways from a point, in priority order.
    pub(super) fn of(
        &mut self,
        prefixes: &PrefixNetwork,
        positions: &mut Positions,
        point: PointId,
    ) -> Range<u32> {
        let known = self.all.range(point);
        let (from, to) = known.unwrap_or_else(|| {
            let found = self.find(prefixes, positions, point);
            self.all.add(point, found)
        });
        from..to
    }

    pub(super) fn at(&self, index: u32) -> Arrival {
        *self.all.item(index)
    }

    /// Returns the definitions of beginnings that are opened on a way.
    pub(super) fn opened(&self, arrival: Arrival) -> impl Iterator<Item = DefinitionId> {
        let (from, to) = arrival.opened;
        self.opened[from as usize..to as usize].iter().copied()
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        4 * self.all.len() + self.opened.len()
    }

    fn find(
        &mut self,
        prefixes: &PrefixNetwork,
        positions: &mut Positions,
        point: PointId,
    ) -> Vec<Arrival> {
        let mut found = Vec::new();
        let mut moves = Vec::new();
        // The definitions around a point are known by the point, so their number tells which ones are
        // opened on the way.
        let mut seen: Vec<(PointId, usize)> = Vec::new();
        let mut opened: Vec<DefinitionId> = Vec::new();
        let mut waiting: Vec<(PointId, usize, Option<DefinitionId>)> =
            Vec::from([(point, 0, None)]);
        while let Some((point, before, more)) = waiting.pop() {
            opened.truncate(before);
            opened.extend(more);
            if seen.contains(&(point, opened.len())) {
                continue;
            }
            seen.push((point, opened.len()));
            moves.clear();
            positions.moves(&prefixes.network, point, &mut moves);
            for step in moves.iter().rev() {
                match *step {
                    Move::Event(Event::Open(one), next) if prefixes.is_begun(one) => {
                        waiting.push((next, opened.len(), Some(one)));
                    }
                    // After a beginning, there is nothing but the end.
                    Move::Event(Event::Close(one), _) if prefixes.is_begun(one) => {}
                    Move::Silent(next) | Move::Event(_, next) => {
                        waiting.push((next, opened.len(), None));
                    }
                    Move::Arrive(_) => {}
                }
            }
            for step in &moves {
                if let Move::Arrive(position) = *step {
                    let from = number(self.opened.len());
                    self.opened.extend(&opened);
                    found.push(Arrival {
                        position,
                        is_of_begun: prefixes.is_of_begun(positions.address(point)),
                        opened: (from, number(self.opened.len())),
                    });
                }
            }
        }
        found
    }
}
