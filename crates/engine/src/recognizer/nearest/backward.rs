//! The pass from the end of the text: which positions lead there at the distance.
//!
//! Positions in one context can have been called by different ways, and end with different costs. An *ending* is a
//! context together with the point at which its definition ends, and it knows the endings that its definition is called
//! in. So each call is followed to its own end (Y. Bar-Hillel, M. Perles, E. Shamir: On Formal Properties of Simple
//! Phrase Structure Grammars, 1961, whose triples are a nonterminal and two states; here a definition, a point where it
//! begins, and an ending).
//!
//! Invariant: a position is live at a point in an ending if and only if some edits lead from it to that ending, and from
//! there to the end of the text, at the distance altogether.

use alloc::vec::Vec;

use super::super::LimitReached;
use super::super::interner::{Id, Interner, Lists, NONE, number};
use super::super::positions::{Position, PositionId};
use super::super::states::{DEAD, StateId};
use super::forward::Layers;
use super::machine::{ContextId, Machine, New, ROOT, Threads, find, put};

/// The number of an ending.
pub(super) type EndingId = Id;

/// An offset in characters, and a cost.
pub(super) type Point = (usize, usize);

/// A definition that ends at a point.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) context: ContextId,
    pub(super) point: Point,
    /// The endings in which its definition is called.
    pub(super) callers: Vec<EndingId>,
}

/// The positions that lead to the end.
pub(super) struct Live<'l, 't> {
    pub(super) layers: &'l Layers<'t>,
    pub(super) distance: usize,
    /// The new characters that lead there.
    pub(super) new: New,
    ids: Interner,
    endings: Vec<Ending>,
    /// For each point, the endings and the positions in them.
    found: Lists<(EndingId, StateId)>,
    /// The number of callers.
    callers: usize,
}

impl<'l, 't> Live<'l, 't> {
    /// Reads the text from its end.
    pub(super) fn of(
        machine: &mut Machine<'_>,
        layers: &'l Layers<'t>,
        distance: usize,
        new: New,
    ) -> Result<Self, LimitReached> {
        let mut live = Self {
            layers,
            distance,
            new,
            ids: Interner::default(),
            endings: Vec::new(),
            found: Lists::default(),
            callers: 0,
        };
        for offset in (0..=layers.text.len()).rev() {
            for cost in (0..=distance).rev() {
                let found = live.point(machine, (offset, cost))?;
                let index = live.index((offset, cost));
                let work = 1 + found.len();
                live.found.add(index, found);
                machine.take(work, live.size())?;
            }
        }
        Ok(live)
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let endings = 8 * self.endings.len() + self.callers;
        let points = 2 * self.layers.text.len() * (1 + self.distance);
        self.layers.size() + self.ids.size() + endings + 2 * self.found.len() + points
    }

    fn index(&self, (offset, cost): Point) -> Id {
        number(offset * (1 + self.distance) + cost)
    }

    pub(super) fn ending(&self, ending: EndingId) -> &Ending {
        &self.endings[ending as usize]
    }

    /// Returns the endings at a point, each with the live positions in it.
    pub(super) fn at(&self, point: Point) -> &[(EndingId, StateId)] {
        if point.1 > self.distance || point.0 > self.layers.text.len() {
            return &[];
        }
        self.found.get(self.index(point))
    }

    /// Returns the live positions at a point in an ending.
    pub(super) fn state(&self, point: Point, ending: EndingId) -> StateId {
        find(self.at(point), ending)
    }

    /// Returns the ending of the text.
    pub(super) const WHOLE: EndingId = 0;

    fn ending_of(&mut self, context: ContextId, point: Point) -> EndingId {
        let id = self.ids.intern(&[context, self.index(point)]);
        if id as usize == self.endings.len() {
            self.endings.push(Ending {
                context,
                point,
                callers: Vec::new(),
            });
        }
        id
    }

    fn point(&mut self, machine: &mut Machine<'_>, point: Point) -> Result<Threads, LimitReached> {
        let mut found = Threads::new();
        if point == (self.layers.text.len(), self.distance) {
            let end = machine.end(ROOT);
            let whole = self.ending_of(ROOT, point);
            add(machine, &mut found, whole, Vec::from([end]));
        }
        self.consume(machine, point, &mut found)?;
        while !found.is_empty() {
            let has_ended = self.end(machine, point, &mut found)?;
            let has_begun = self.begin(machine, point, &mut found)?;
            if !has_ended && !has_begun {
                break;
            }
        }
        Ok(found)
    }

    /// Adds the positions from which a character or a deletion leads to a live position.
    fn consume(
        &mut self,
        machine: &mut Machine<'_>,
        point: Point,
        found: &mut Threads,
    ) -> Result<(), LimitReached> {
        let steps = Steps::of(self.layers, point);
        let points = [steps.kept, steps.replaced, steps.inserted, steps.deleted];
        let mut endings: Vec<EndingId> = Vec::new();
        for next in points.into_iter().flatten() {
            endings.extend(self.at(next).iter().map(|one| one.0));
        }
        endings.sort_unstable();
        endings.dedup();
        for ending in endings {
            let context = self.ending(ending).context;
            let reached = find(self.layers.at(point.0, point.1), context);
            if reached == DEAD {
                continue;
            }
            let after = points.map(|next| next.map_or(DEAD, |next| self.state(next, ending)));
            let members = machine.members(reached).to_vec();
            machine.take(members.len(), 0)?;
            let mut live: Vec<PositionId> = Vec::new();
            for position in members {
                if self.leads_on(machine, (context, position, point), after) {
                    live.push(position);
                }
            }
            if !live.is_empty() {
                add(machine, found, ending, live);
            }
        }
        Ok(())
    }

    /// Returns whether a position leads to one of those that are live after the character is kept, after it is
    /// replaced, after an insertion, and after a deletion.
    fn leads_on(
        &self,
        machine: &mut Machine<'_>,
        (context, position, point): (ContextId, PositionId, Point),
        [kept, replaced, inserted, deleted]: [StateId; 4],
    ) -> bool {
        let alone = machine.state(Vec::from([position]));
        let deletable = machine.before_deletion(context, alone);
        if machine.meets(deletable, deleted) {
            return true;
        }
        if !matches!(machine.position(position), Position::Octet(..)) {
            return false;
        }
        if kept != DEAD
            && let Some(character) = self.layers.text.valid(point.0)
        {
            let after = machine.over(alone, character);
            if machine.meets(after, kept) {
                return true;
            }
        }
        if replaced == DEAD && inserted == DEAD {
            return false;
        }
        let after = machine.over_any(alone, self.new);
        machine.meets(after, replaced) || machine.meets(after, inserted)
    }

    /// Adds the definitions that end at the point before a live position.
    fn end(
        &mut self,
        machine: &mut Machine<'_>,
        point: Point,
        found: &mut Threads,
    ) -> Result<bool, LimitReached> {
        let mut has_changed = false;
        let callers = self.by_context(found.iter().copied());
        for &(context, state) in self.layers.at(point.0, point.1) {
            if context == ROOT || !machine.is_end(state) {
                continue;
            }
            let count = machine.calls(context).len();
            machine.take(count, 0)?;
            for index in 0..count {
                let (call, around) = machine.calls(context)[index];
                for &(_, caller, live) in in_context(&callers, around) {
                    let after = machine.after(call);
                    if !machine.meets(after, live) {
                        continue;
                    }
                    let ending = self.ending_of(context, point);
                    let callers = &mut self.endings[ending as usize].callers;
                    if let Err(index) = callers.binary_search(&caller) {
                        callers.insert(index, caller);
                        self.callers += 1;
                        let end = machine.end(context);
                        add(machine, found, ending, Vec::from([end]));
                        has_changed = true;
                    }
                    machine.take(1, 0)?;
                }
            }
        }
        Ok(has_changed)
    }

    /// Returns endings with the positions in each, sorted by their contexts.
    fn by_context(
        &self,
        endings: impl Iterator<Item = (EndingId, StateId)>,
    ) -> Vec<(ContextId, EndingId, StateId)> {
        let endings = endings.map(|(ending, state)| (self.ending(ending).context, ending, state));
        let mut endings: Vec<_> = endings.collect();
        endings.sort_unstable();
        endings
    }

    /// Adds the calls of the definitions whose start is live at the point.
    fn begin(
        &mut self,
        machine: &mut Machine<'_>,
        point: Point,
        found: &mut Threads,
    ) -> Result<bool, LimitReached> {
        let mut has_changed = false;
        let site = self.layers.site(point.0, point.1);
        for (ending, state) in found.clone() {
            let Ending {
                context,
                point: end,
                ..
            } = *self.ending(ending);
            if site == NONE || end == point || machine.site_of(context) != site {
                continue;
            }
            if !machine.meets(state, machine.start(context)) {
                continue;
            }
            let callers = self.ending(ending).callers.iter();
            let callers = callers.map(|&caller| (caller, self.state(end, caller)));
            let callers = self.by_context(callers);
            let count = machine.calls(context).len();
            machine.take(count + callers.len(), 0)?;
            for index in 0..count {
                let (call, around) = machine.calls(context)[index];
                if !machine.contains(find(self.layers.at(point.0, point.1), around), call) {
                    continue;
                }
                for &(_, caller, live) in in_context(&callers, around) {
                    if machine.contains(find(found, caller), call) {
                        continue;
                    }
                    let after = machine.after(call);
                    if machine.meets(after, live) {
                        add(machine, found, caller, Vec::from([call]));
                        has_changed = true;
                    }
                    machine.take(1, 0)?;
                }
            }
        }
        Ok(has_changed)
    }
}

/// Adds positions in an ending to what was found.
fn add(
    machine: &mut Machine<'_>,
    found: &mut Threads,
    ending: EndingId,
    positions: Vec<PositionId>,
) {
    let positions = machine.state(positions);
    let union = machine.union(find(found, ending), positions);
    put(found, ending, union);
}

/// Returns the endings of a context.
fn in_context(
    endings: &[(ContextId, EndingId, StateId)],
    context: ContextId,
) -> &[(ContextId, EndingId, StateId)] {
    let from = endings.partition_point(|one| one.0 < context);
    let rest = &endings[from..];
    &rest[..rest.partition_point(|one| one.0 == context)]
}

/// The points that the steps from a point lead to.
pub(super) struct Steps {
    pub(super) kept: Option<Point>,
    pub(super) replaced: Option<Point>,
    pub(super) inserted: Option<Point>,
    pub(super) deleted: Option<Point>,
}

impl Steps {
    pub(super) fn of(layers: &Layers<'_>, (offset, cost): Point) -> Self {
        let weights = layers.weights;
        let is_inside = offset < layers.text.len();
        Self {
            kept: layers.text.valid(offset).map(|_| (offset + 1, cost)),
            replaced: is_inside.then(|| (offset + 1, cost + weights.replacement.get() as usize)),
            inserted: Some((offset, cost + weights.insertion.get() as usize)),
            deleted: is_inside.then(|| (offset + 1, cost + weights.deletion.get() as usize)),
        }
    }
}
