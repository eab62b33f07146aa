//! Sets of positions, and what leads to them.
//!
//! All of this depends on the network and the sets of states, and not on the text. So it is found once, and
//! most octets of a text take one look into a table.

use alloc::vec::Vec;

use super::{EndId, Kind, Tables};
use crate::recognizer::interner::{Id, Interner, Memo, number};
use crate::recognizer::network::DefinitionId;
use crate::recognizer::positions::{PointId, Position, PositionId, Positions};

/// The number of a set of positions.
pub(in crate::recognizer) type SetId = Id;

/// The set without positions.
pub(super) const EMPTY: SetId = 0;

/// A caller of a definition: the calls, and the context that they are in.
pub(super) type Caller = (SetId, EndId);

/// Calls that lead to a set of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Before {
    pub(super) definition: DefinitionId,
    pub(super) kind: Kind,
    pub(super) calls: SetId,
}

/// The range of some calls in their table.
type Range = (u32, u32);

/// What is live before an octet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) set: SetId,
    /// Whether nothing but octets leads there.
    pub(super) is_plain: bool,
}

/// The sets known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Sets {
    /// The positions of each set, in ascending order.
    positions: Interner,
    /// For each set, the calls that lead to it.
    before: Vec<Option<Range>>,
    /// The same for a set and a set of states, with the definitions that can end at the set of states only.
    before_at: Memo<2, Range>,
    befores: Vec<Before>,
    /// For each set, whether the start of its definition leads to it.
    is_at_start: Vec<Option<bool>>,
    /// What is live before an octet, by set, set of states and class of octets.
    steps: Memo<3, Step>,
    /// What is live at some calls, by their set and the set of states.
    reached: Memo<2, SetId>,
    /// What is live at the end of a definition, by definition and set of states.
    ends: Memo<2, SetId>,
    /// The sets with the calls of empty texts before them, by set and set of states.
    closures: Memo<2, SetId>,
}

impl Sets {
    pub(super) fn new() -> Self {
        let mut sets = Self::default();
        sets.positions.intern(&[]);
        sets
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let memos = self.before_at.size() + self.steps.size();
        let memos = memos + self.reached.size() + self.ends.size() + self.closures.size();
        memos + self.positions.size() + self.befores.len()
    }

    /// Returns the positions of a set in ascending order.
    #[inline]
    pub(super) fn get(&self, set: SetId) -> &[PositionId] {
        self.positions.get(set)
    }

    /// Returns a range of calls that lead to a set.
    #[inline]
    pub(super) fn befores(&self, (from, to): Range) -> &[Before] {
        &self.befores[from as usize..to as usize]
    }

    /// Returns what is live before an octet, at this set of states, in the definition of the set.
    #[inline]
    pub(super) fn step(
        &mut self,
        tables: &mut Tables<'_>,
        (definition, set): (DefinitionId, SetId),
        (state_set, octet): (Id, u8),
    ) -> Step {
        let class = number(tables.network.class_of(octet));
        match self.steps.get([set, state_set, class]) {
            Some(step) => step,
            None => self.find_step(tables, (definition, set), (state_set, octet)),
        }
    }

    #[cold]
    fn find_step(
        &mut self,
        tables: &mut Tables<'_>,
        (definition, set): (DefinitionId, SetId),
        (state_set, octet): (Id, u8),
    ) -> Step {
        let key = [set, state_set, number(tables.network.class_of(octet))];
        let members = tables.state_sets.positions(tables.states, state_set);
        let live = members
            .iter()
            .filter(|&&one| match tables.positions.position(one) {
                Position::Octet(octets, after) => {
                    octets.contains(octet) && self.follows(tables.positions, *after, set)
                }
                _ => false,
            });
        let live: Vec<PositionId> = live.copied().collect();
        let members = members.len();
        tables.positions.count(members);
        let live = self.positions.intern(&live);
        let set = self.closed(tables, live, state_set);
        let (from, to) = self.before_at(tables, set, state_set);
        let is_plain = from == to && !self.is_at_start(tables, definition, set);
        let step = Step { set, is_plain };
        self.steps.add(key, step);
        step
    }

    /// Returns what is live at these calls at this set of states, if their definition begins here.
    pub(super) fn reached(
        &mut self,
        tables: &mut Tables<'_>,
        calls: SetId,
        state_set: Id,
    ) -> SetId {
        if let Some(known) = self.reached.get([calls, state_set]) {
            return known;
        }
        let members = tables.state_sets.positions(tables.states, state_set);
        let set = self.positions.get(calls).iter();
        let reached = set.filter(|one| members.binary_search(one).is_ok());
        let reached: Vec<PositionId> = reached.copied().collect();
        let reached = self.positions.intern(&reached);
        let reached = self.closed(tables, reached, state_set);
        self.reached.add([calls, state_set], reached);
        reached
    }

    /// Returns the set at the end of a definition.
    pub(super) fn end(
        &mut self,
        tables: &mut Tables<'_>,
        definition: DefinitionId,
        state_set: Id,
    ) -> SetId {
        if let Some(known) = self.ends.get([definition, state_set]) {
            return known;
        }
        let end = tables.positions.end(definition);
        let set = self.positions.intern(&[end]);
        let set = self.closed(tables, set, state_set);
        self.ends.add([definition, state_set], set);
        set
    }

    /// Returns a set with the calls of the set of states after whose empty texts it is live.
    fn closed(&mut self, tables: &mut Tables<'_>, set: SetId, state_set: Id) -> SetId {
        if !tables.network.has_empty_calls() || set == EMPTY {
            return set;
        }
        if let Some(known) = self.closures.get([set, state_set]) {
            return known;
        }
        let mut closed = set;
        loop {
            tables.positions.count_calls();
            if tables.positions.is_exhausted() {
                break;
            }
            let mut members = self.positions.get(closed).to_vec();
            let state_set = tables.state_sets.positions(tables.states, state_set);
            let calls = tables.positions.calls().filter(|(id, call)| {
                tables.network.definition(call.definition).is_nullable
                    && state_set.binary_search(id).is_ok()
                    && self.follows(tables.positions, call.after_empty, closed)
            });
            members.extend(calls.map(|(id, _)| id));
            members.sort_unstable();
            members.dedup();
            let next = self.positions.intern(&members);
            if next == closed {
                break;
            }
            closed = next;
        }
        self.closures.add([set, state_set], closed);
        closed
    }

    pub(super) fn union(&mut self, one: SetId, other: SetId) -> SetId {
        if one == other {
            return one;
        }
        let mut members = self.positions.get(one).to_vec();
        members.extend_from_slice(self.positions.get(other));
        members.sort_unstable();
        members.dedup();
        self.positions.intern(&members)
    }

    /// Returns whether the start of the definition, which is that of the set, leads to the set.
    pub(super) fn is_at_start(
        &mut self,
        tables: &mut Tables<'_>,
        definition: DefinitionId,
        set: SetId,
    ) -> bool {
        let index = set as usize;
        if self.is_at_start.len() <= index {
            self.is_at_start.resize(index + 1, None);
        }
        if let Some(known) = self.is_at_start[index] {
            return known;
        }
        let start = tables.positions.start(tables.network, definition);
        tables.positions.follow(tables.network, start);
        let is_at_start = self.follows(tables.positions, start, set);
        self.is_at_start[index] = Some(is_at_start);
        is_at_start
    }

    /// Returns whether a point leads to a position of the set.
    fn follows(&self, positions: &Positions, point: PointId, set: SetId) -> bool {
        let set = self.positions.get(set);
        let paths = positions.known_follow(point);
        paths
            .iter()
            .any(|path| set.binary_search(&path.position).is_ok())
    }

    /// Returns the calls after which the set is live, of definitions that can end at this set of states.
    pub(super) fn before_at(
        &mut self,
        tables: &mut Tables<'_>,
        set: SetId,
        state_set: Id,
    ) -> Range {
        if let Some(known) = self.before_at.get([set, state_set]) {
            return known;
        }
        let all = self.before(tables, set);
        let mut can_end = self.befores(all).to_vec();
        can_end.retain(|one| self.can_end(tables, one.definition, state_set));
        let range = self.add(can_end);
        self.before_at.add([set, state_set], range);
        range
    }

    /// Returns whether a definition can end at this set of states: its end is there, or that of a definition
    /// that it can end with. Where definitions derive the empty text, all can.
    fn can_end(
        &mut self,
        tables: &mut Tables<'_>,
        definition: DefinitionId,
        state_set: Id,
    ) -> bool {
        if tables.network.has_empty_calls() {
            return true;
        }
        let mut ending = Vec::from([definition]);
        let mut index = 0;
        while let Some(&definition) = ending.get(index) {
            index += 1;
            let end = tables.positions.end(definition);
            let members = tables.state_sets.positions(tables.states, state_set);
            if members.binary_search(&end).is_ok() {
                return true;
            }
            let set = self.positions.intern(&[end]);
            let before = self.before(tables, set);
            for one in self.befores(before) {
                if !ending.contains(&one.definition) {
                    ending.push(one.definition);
                }
            }
        }
        false
    }

    /// Returns the calls after which the set is live.
    pub(super) fn before(&mut self, tables: &mut Tables<'_>, set: SetId) -> Range {
        let index = set as usize;
        if self.before.len() <= index {
            self.before.resize(index + 1, None);
        }
        if let Some(known) = self.before[index] {
            return known;
        }
        tables.positions.count_calls();
        let mut found: Vec<(DefinitionId, Kind, PositionId)> = Vec::new();
        for (id, call) in tables.positions.calls() {
            let definition = call.definition;
            let is_any = call.after == call.after_empty
                || !tables.network.definition(definition).is_nullable;
            if self.follows(tables.positions, call.after, set) {
                let kind = if is_any { Kind::Any } else { Kind::NotEmpty };
                found.push((definition, kind, id));
            }
            if !is_any && self.follows(tables.positions, call.after_empty, set) {
                found.push((definition, Kind::Empty, id));
            }
        }
        let befores = self.grouped(found);
        let range = self.add(befores);
        self.before[index] = Some(range);
        range
    }

    /// Returns the calls after whose empty text the set is live.
    pub(super) fn before_empty(&mut self, tables: &mut Tables<'_>, set: SetId) -> Vec<Before> {
        tables.positions.count_calls();
        let calls = tables.positions.calls();
        let found = calls.filter(|(_, call)| {
            tables.network.definition(call.definition).is_nullable
                && self.follows(tables.positions, call.after_empty, set)
        });
        let found = found.map(|(id, call)| (call.definition, Kind::Empty, id));
        let found = found.collect();
        self.grouped(found)
    }

    fn grouped(&mut self, mut found: Vec<(DefinitionId, Kind, PositionId)>) -> Vec<Before> {
        found.sort_unstable();
        let groups = found.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let mut befores = Vec::new();
        for group in groups {
            let calls: Vec<PositionId> = group.iter().map(|one| one.2).collect();
            befores.push(Before {
                definition: group[0].0,
                kind: group[0].1,
                calls: self.positions.intern(&calls),
            });
        }
        befores
    }

    fn add(&mut self, befores: Vec<Before>) -> Range {
        let from = number(self.befores.len());
        self.befores.extend(befores);
        (from, number(self.befores.len()))
    }
}
