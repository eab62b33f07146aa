//! The pass over a text from its end: which positions lead to the end of the text.
//!
//! It is the forward pass reversed, and keeps to the positions that the forward pass has reached. A
//! context here is a set of calls that a definition has to be reached by, from the left, if it ends
//! at some offset; all that is behind that offset is read already.
//!
//! Invariant: a position is live in a context at an offset if and only if a derivation leads from
//! it to the end of the text, for each stack of calls that the context allows.

use alloc::vec;
use alloc::vec::Vec;

use super::fronts::Fronts;
use super::interner::{Id, Interner, NONE};
use super::network::{DefinitionId, Network};
use super::positions::{PointId, Position, PositionId, Positions, number};
use super::states::States;
use super::{Limit, LimitReached};

/// The number of a set of positions.
pub(super) type SetId = Id;

/// The number of a context from the right.
pub(super) type EndId = Id;

/// Which texts a context is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// All that end at its offset.
    Any,
    /// Those of at least one octet. The round of a repetition around the call has to consume one.
    NotEmpty,
    /// The empty one.
    Empty,
}

/// A definition that ends where its calls end.
#[derive(Debug, Clone, Copy)]
struct Context {
    definition: DefinitionId,
    kind: Kind,
    /// The range of its callers.
    callers: (u32, u32),
    /// The number of rows that were known when it was made.
    rows: usize,
}

/// What is known about a set of positions.
#[derive(Debug, Clone, Copy)]
struct Facts {
    /// The range of the calls that lead to the set.
    before: (u32, u32),
    /// Whether the start of the definition leads to the set.
    is_at_start: Option<bool>,
}

/// Calls that lead to a set of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Before {
    definition: DefinitionId,
    kind: Kind,
    calls: SetId,
}

/// The live positions of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Live {
    sets: Interner,
    facts: Vec<Option<Facts>>,
    befores: Vec<Before>,
    /// The set behind which another set is live, by set, front and class of octets.
    steps: Interner,
    targets: Vec<SetId>,
    /// The sets with the calls of empty texts before them, by set and front.
    closures: Interner,
    closed: Vec<SetId>,
    sites: Interner,
    ranges: Vec<(u32, u32)>,
    contexts: Vec<Context>,
    callers: Vec<(SetId, EndId)>,
    /// For each context those that it calls.
    called_by: Vec<Vec<EndId>>,
    /// The contexts and live sets, those at the end of the text first.
    found: Vec<(EndId, SetId)>,
    /// Where those at each offset begin, the end of the text first.
    rows: Vec<usize>,
    /// The offsets, contexts and sets that are live for texts that began at an offset before: the last
    /// offset first.
    ends: Vec<(usize, EndId, SetId)>,
    /// The version of the positions when the facts were found. More positions change them.
    version: usize,
}

/// A context at the current offset.
#[derive(Debug, Clone, Copy)]
struct Entry {
    context: EndId,
    set: SetId,
    /// Whether the positions are live at this offset for a definition that begins here, and whether
    /// they can be live before it.
    is_visible: bool,
    is_moving: bool,
}

/// What the pass reads.
pub(super) struct Tables<'a> {
    pub(super) network: &'a Network,
    pub(super) positions: &'a mut Positions,
    pub(super) states: &'a States,
    pub(super) fronts: &'a mut Fronts,
}

impl Live {
    pub(super) fn size(&self) -> usize {
        let tables = self.sets.size() + self.steps.size() + self.closures.size();
        let contexts = self.sites.size() + 4 * self.contexts.len() + 2 * self.callers.len();
        tables + contexts + 2 * self.found.len() + 2 * self.rows.len() + self.befores.len()
    }

    /// Returns the contexts that are live at an offset and their sets, in ascending order.
    #[inline]
    pub(super) fn at(&self, offset: usize) -> &[(EndId, SetId)] {
        let row = self.rows.len() - 1 - offset;
        let end = self.rows.get(row + 1).copied().unwrap_or(self.found.len());
        &self.found[self.rows[row]..end]
    }

    /// Returns the set of positions that are live in a context at an offset, for a definition that
    /// began at `start`.
    #[inline]
    pub(super) fn sets(
        &self,
        context: EndId,
        offset: usize,
        start: usize,
    ) -> impl Iterator<Item = SetId> {
        let row = self.at(offset);
        let found = if let [one] = row {
            (one.0 == context).then_some(one.1)
        } else {
            let index = row.binary_search_by_key(&context, |one| one.0);
            index.ok().map(|index| row[index].1)
        };
        let ends = if start < offset { &*self.ends } else { &[] };
        let first = ends.partition_point(|one| one.0 > offset);
        let ends = ends[first..].iter().take_while(move |one| one.0 == offset);
        let ends = ends.filter(move |one| one.1 == context).map(|one| one.2);
        found.into_iter().chain(ends)
    }

    /// Returns the positions of a set in ascending order.
    #[inline]
    pub(super) fn positions(&self, set: SetId) -> &[PositionId] {
        self.sets.get(set)
    }

    /// Returns the definition of a context.
    pub(super) fn definition(&self, context: EndId) -> DefinitionId {
        self.contexts[context as usize].definition
    }

    /// Returns the offset at which the definition of the context ends. In a network that is not
    /// cyclic, a context stands for several.
    pub(super) fn end(&self, context: EndId) -> Option<usize> {
        let text = self.rows.len().checked_sub(1)?;
        text.checked_sub(self.contexts[context as usize].rows)
    }

    /// Returns whether the position calls the context's definition in the other context.
    fn is_called_by(&self, context: EndId, call: PositionId, caller: EndId) -> bool {
        let (from, to) = self.contexts[context as usize].callers;
        let callers = &self.callers[from as usize..to as usize];
        let mut callers = callers.iter().filter(|one| one.1 == caller);
        callers.any(|one| self.sets.get(one.0).binary_search(&call).is_ok())
    }

    /// Returns the contexts in which a position of the caller's calls its definition at an offset, each
    /// once.
    pub(super) fn called(
        &self,
        offset: usize,
        (caller, call): (EndId, PositionId),
    ) -> impl Iterator<Item = EndId> {
        let (row, below) = (self.at(offset), self.called_by(caller));
        let (from_row, from_below) = if row.len() <= below.len() {
            (row, &[][..])
        } else {
            (&[][..], below)
        };
        let is_here = move |one: &EndId| row.binary_search_by_key(one, |one| one.0).is_ok();
        let contexts = from_row.iter().map(|one| one.0);
        let contexts = contexts.chain(from_below.iter().copied().filter(is_here));
        contexts.filter(move |&context| self.is_called_by(context, call, caller))
    }

    /// Returns how many contexts [`Self::called`] looks at.
    pub(super) fn called_work(&self, offset: usize, caller: EndId) -> usize {
        self.at(offset).len().min(self.called_by(caller).len())
    }

    /// Returns the contexts of the definitions that a context calls.
    fn called_by(&self, context: EndId) -> &[EndId] {
        self.called_by
            .get(context as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Reads a text that the definition derives. `read` has the front at each offset.
    ///
    /// Returns the context of the definition.
    pub(super) fn run(
        &mut self,
        tables: &mut Tables<'_>,
        (definition, text, read): (DefinitionId, &[u8], &[Id]),
        limit: &mut Limit,
    ) -> Result<EndId, LimitReached> {
        self.begin(tables);
        let mut slots = Slots::default();
        let mut entries: Vec<Entry> = Vec::new();
        let front = read[text.len()];
        let (from, _) = self.site(tables, vec![(definition, Kind::Any, NONE, NONE)], front);
        let root = from;
        self.enter(tables, (from, front), &mut slots, &mut entries);
        self.call(tables, (front, limit), &mut slots, &mut entries)?;
        self.record(&mut entries, text.len());
        for offset in (0..text.len()).rev() {
            let class = number(tables.network.class_of(text[offset]));
            let front = read[offset];
            let mut moved = core::mem::take(&mut entries);
            slots.next();
            for entry in moved.drain(..).filter(|entry| entry.is_moving) {
                let set = self.step(tables, entry.set, front, (class, text[offset]));
                if set != EMPTY {
                    self.insert(&mut slots, &mut entries, (entry.context, set));
                }
            }
            limit.take(entries.len())?;
            let begun = entries.len();
            self.pop(tables, (front, limit), &mut slots, &mut entries)?;
            self.call(tables, (front, limit), &mut slots, &mut entries)?;
            limit.take(entries.len() - begun)?;
            self.record(&mut entries, offset);
            Limit::check_size(self.size())?;
        }
        Ok(root)
    }

    /// Forgets the last text, and the facts if there are more positions now.
    fn begin(&mut self, tables: &mut Tables<'_>) {
        let version = tables.positions.version();
        if version != self.version {
            *self = Self::default();
            self.version = version;
            self.sets.intern(&[]);
        }
        self.sites = Interner::default();
        self.ranges.clear();
        self.contexts.clear();
        self.callers.clear();
        self.called_by.clear();
        self.found.clear();
        self.ends.clear();
        self.rows.clear();
    }

    fn record(&mut self, entries: &mut [Entry], offset: usize) {
        entries.sort_unstable_by_key(|entry| entry.context);
        self.rows.push(self.found.len());
        let visible = entries.iter().filter(|entry| entry.is_visible);
        self.found
            .extend(visible.map(|entry| (entry.context, entry.set)));
        let hidden = entries.iter().filter(|entry| !entry.is_visible);
        let hidden = hidden.map(|entry| (offset, entry.context, entry.set));
        self.ends.extend(hidden);
    }

    /// Adds live positions of a context. Returns the index of its entry if that changed.
    fn insert(
        &mut self,
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
        (context, set): (EndId, SetId),
    ) -> Option<usize> {
        if let Some(index) = slots.get(context) {
            let entry = &mut entries[index];
            let union = self.union(entry.set, set);
            let has_changed = union != entry.set || !entry.is_visible;
            entry.set = union;
            entry.is_visible = true;
            return has_changed.then_some(index);
        }
        slots.put(context, entries.len());
        entries.push(Entry {
            context,
            set,
            is_visible: true,
            is_moving: true,
        });
        Some(entries.len() - 1)
    }

    /// Goes on before the definitions whose start is reached.
    fn pop(
        &mut self,
        tables: &mut Tables<'_>,
        (front, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        let mut waiting: Vec<usize> = (0..entries.len()).rev().collect();
        while let Some(index) = waiting.pop() {
            let Entry { context, set, .. } = entries[index];
            let Context {
                definition,
                callers,
                ..
            } = self.contexts[context as usize];
            if !self.is_at_start(tables, definition, set) {
                continue;
            }
            limit.take((callers.1 - callers.0) as usize)?;
            for caller in callers.0..callers.1 {
                let (calls, context) = self.callers[caller as usize];
                let is_empty = |context: EndId| self.contexts[context as usize].kind == Kind::Empty;
                if context == NONE || is_empty(context) {
                    continue;
                }
                let live = self.reached(tables, calls, front);
                if live != EMPTY {
                    let live = self.closed(tables, live, front);
                    waiting.extend(self.insert(slots, entries, (context, live)));
                }
            }
        }
        Ok(())
    }

    /// Adds the definitions that the entries are behind, as they end here.
    fn call(
        &mut self,
        tables: &mut Tables<'_>,
        (front, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        let mut key = Vec::new();
        for entry in entries.iter() {
            if self.contexts[entry.context as usize].kind == Kind::Empty {
                continue;
            }
            let (from, to) = self.before(tables, entry.set);
            for index in from..to {
                let Before {
                    definition,
                    kind,
                    calls,
                } = self.befores[index as usize];
                key.push((definition, kind, calls, entry.context));
            }
        }
        if !key.is_empty() {
            limit.take(key.len())?;
            let (from, to) = self.site(tables, key, front);
            for context in from..to {
                self.enter(tables, (context, front), slots, entries);
            }
        }
        Ok(())
    }

    /// Adds a context at the end of its definition.
    fn enter(
        &mut self,
        tables: &mut Tables<'_>,
        (context, front): (EndId, Id),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) {
        let Context {
            definition, kind, ..
        } = self.contexts[context as usize];
        let set = self.end_set(tables, definition, front);
        if kind != Kind::NotEmpty {
            self.insert(slots, entries, (context, set));
            if kind == Kind::Empty
                && let Some(index) = slots.get(context)
            {
                entries[index].is_moving = false;
            }
            return;
        }
        if let Some(index) = slots.get(context) {
            // It is live from a later end, too. The end here is an entry of its own.
            let entry = Entry {
                set,
                is_visible: false,
                ..entries[index]
            };
            entries.push(entry);
        } else {
            entries.push(Entry {
                context,
                set,
                is_visible: false,
                is_moving: true,
            });
        }
    }

    /// Returns the set at the end of a definition.
    fn end_set(&mut self, tables: &mut Tables<'_>, definition: DefinitionId, front: Id) -> SetId {
        let end = tables.positions.end(definition);
        let set = self.sets.intern(&[end]);
        self.closed(tables, set, front)
    }

    /// Returns the contexts of the definitions with these callers, and of those that can end where
    /// these end.
    fn site(
        &mut self,
        tables: &mut Tables<'_>,
        mut key: Vec<(DefinitionId, Kind, SetId, EndId)>,
        front: Id,
    ) -> (u32, u32) {
        key.sort_unstable();
        key.dedup();
        // Where definitions derive the empty text, the front decides what can end here. In cyclic
        // networks a context stands for one offset, which the number of rows names.
        let mut flat = vec![front, 0];
        if tables.network.is_cyclic() {
            flat[1] = number(self.rows.len());
        } else if !tables.network.has_empty_calls() {
            flat[0] = 0;
        }
        flat.extend(key.iter().flat_map(|&(definition, kind, calls, context)| {
            [definition, kind as u32, calls, context]
        }));
        let site = self.sites.intern(&flat) as usize;
        if site == self.ranges.len() {
            let range = self.build(tables, &key, front);
            self.ranges.push(range);
        }
        self.ranges[site]
    }

    fn build(
        &mut self,
        tables: &mut Tables<'_>,
        key: &[(DefinitionId, Kind, SetId, EndId)],
        front: Id,
    ) -> (u32, u32) {
        let first = number(self.contexts.len());
        let mut ended: Vec<(DefinitionId, Kind)> = key.iter().map(|one| (one.0, one.1)).collect();
        ended.dedup();
        let mut callers: Vec<Vec<(SetId, EndId)>> = ended
            .iter()
            .map(|one| {
                let own = key.iter().filter(|other| (other.0, other.1) == *one);
                own.map(|one| (one.2, one.3)).collect()
            })
            .collect();
        let mut index = 0;
        while let Some(&(definition, kind)) = ended.get(index) {
            let set = self.end_set(tables, definition, front);
            let befores = if kind == Kind::Empty {
                self.before_empty(tables, set)
            } else {
                let (from, to) = self.before(tables, set);
                self.befores[from as usize..to as usize].to_vec()
            };
            for before in befores {
                let one = (before.definition, before.kind);
                let known = ended.iter().position(|other| *other == one);
                let known = known.unwrap_or_else(|| {
                    ended.push(one);
                    callers.push(Vec::new());
                    ended.len() - 1
                });
                callers[known].push((before.calls, first + number(index)));
            }
            index += 1;
        }
        for (&(definition, kind), callers) in ended.iter().zip(&callers) {
            let own = number(self.contexts.len());
            for &(_, caller) in callers {
                if caller != NONE {
                    if self.called_by.len() <= caller as usize {
                        self.called_by.resize(caller as usize + 1, Vec::new());
                    }
                    let called = &mut self.called_by[caller as usize];
                    if called.last() != Some(&own) {
                        called.push(own);
                    }
                }
            }
            let from = number(self.callers.len());
            self.callers.extend(callers);
            let callers = (from, number(self.callers.len()));
            self.contexts.push(Context {
                definition,
                kind,
                callers,
                rows: self.rows.len(),
            });
        }
        (first, number(self.contexts.len()))
    }

    fn facts(&mut self, set: SetId) -> &mut Option<Facts> {
        let index = set as usize;
        if self.facts.len() <= index {
            self.facts.resize(index + 1, None);
        }
        &mut self.facts[index]
    }

    /// Returns whether the start of the definition leads to the set.
    fn is_at_start(
        &mut self,
        tables: &mut Tables<'_>,
        definition: DefinitionId,
        set: SetId,
    ) -> bool {
        self.before(tables, set);
        if let Some(Facts {
            is_at_start: Some(known),
            ..
        }) = *self.facts(set)
        {
            return known;
        }
        let start = tables.positions.start(tables.network, definition);
        tables.positions.follow(tables.network, start);
        let is_at_start = self.follows(tables.positions, start, set);
        if let Some(facts) = self.facts(set) {
            facts.is_at_start = Some(is_at_start);
        }
        is_at_start
    }

    /// Returns whether a point leads to a position of the set.
    fn follows(&self, positions: &Positions, point: PointId, set: SetId) -> bool {
        let set = self.sets.get(set);
        let paths = positions.known_follow(point);
        paths
            .iter()
            .any(|path| set.binary_search(&path.position).is_ok())
    }

    /// Returns the calls behind which the set is live.
    fn before(&mut self, tables: &Tables<'_>, set: SetId) -> (u32, u32) {
        if let Some(facts) = *self.facts(set) {
            return facts.before;
        }
        let mut found: Vec<(DefinitionId, Kind, PositionId)> = Vec::new();
        for (id, call) in tables.positions.calls() {
            let definition = call.definition;
            let is_any = call.behind == call.behind_empty
                || !tables.network.definition(definition).is_nullable;
            if self.follows(tables.positions, call.behind, set) {
                let kind = if is_any { Kind::Any } else { Kind::NotEmpty };
                found.push((definition, kind, id));
            }
            if !is_any && self.follows(tables.positions, call.behind_empty, set) {
                found.push((definition, Kind::Empty, id));
            }
        }
        let befores = self.grouped(found);
        let from = number(self.befores.len());
        self.befores.extend(befores);
        let before = (from, number(self.befores.len()));
        *self.facts(set) = Some(Facts {
            before,
            is_at_start: None,
        });
        before
    }

    /// Returns the calls behind whose empty text the set is live.
    fn before_empty(&mut self, tables: &Tables<'_>, set: SetId) -> Vec<Before> {
        let calls = tables.positions.calls();
        let found = calls.filter(|(_, call)| {
            tables.network.definition(call.definition).is_nullable
                && self.follows(tables.positions, call.behind_empty, set)
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
                calls: self.sets.intern(&calls),
            });
        }
        befores
    }

    /// Returns the positions of the front that an octet leads from into the set.
    fn step(
        &mut self,
        tables: &mut Tables<'_>,
        set: SetId,
        front: Id,
        (class, octet): (u32, u8),
    ) -> SetId {
        let step = self.steps.intern(&[set, front, class]) as usize;
        if let Some(&target) = self.targets.get(step) {
            return target;
        }
        let members = tables.fronts.positions(tables.states, front).iter();
        let live = members.filter(|&&one| match tables.positions.position(one) {
            Position::Octet(octets, behind) => {
                octets.contains(octet) && self.follows(tables.positions, *behind, set)
            }
            _ => false,
        });
        let live: Vec<PositionId> = live.copied().collect();
        let live = self.sets.intern(&live);
        let live = self.closed(tables, live, front);
        self.targets.push(live);
        live
    }

    /// Returns the positions of a set that the front has.
    fn reached(&mut self, tables: &mut Tables<'_>, set: SetId, front: Id) -> SetId {
        let front = tables.fronts.positions(tables.states, front);
        let set = self.sets.get(set).iter();
        let reached = set.filter(|one| front.binary_search(one).is_ok());
        let reached: Vec<PositionId> = reached.copied().collect();
        self.sets.intern(&reached)
    }

    /// Returns a set with the calls of the front behind whose empty texts it is live.
    fn closed(&mut self, tables: &mut Tables<'_>, set: SetId, front: Id) -> SetId {
        if !tables.network.has_empty_calls() || set == EMPTY {
            return set;
        }
        let closure = self.closures.intern(&[set, front]) as usize;
        if let Some(&closed) = self.closed.get(closure) {
            return closed;
        }
        let mut closed = set;
        loop {
            let mut members = self.sets.get(closed).to_vec();
            let front = tables.fronts.positions(tables.states, front);
            let calls = tables.positions.calls().filter(|(id, call)| {
                tables.network.definition(call.definition).is_nullable
                    && front.binary_search(id).is_ok()
                    && self.follows(tables.positions, call.behind_empty, closed)
            });
            members.extend(calls.map(|(id, _)| id));
            members.sort_unstable();
            members.dedup();
            let next = self.sets.intern(&members);
            if next == closed {
                break;
            }
            closed = next;
        }
        self.closed.push(closed);
        closed
    }

    fn union(&mut self, one: SetId, other: SetId) -> SetId {
        if one == other {
            return one;
        }
        let mut members = self.sets.get(one).to_vec();
        members.extend_from_slice(self.sets.get(other));
        members.sort_unstable();
        members.dedup();
        self.sets.intern(&members)
    }
}

/// The set without positions.
const EMPTY: SetId = 0;

/// The index of each context's entry at the current offset.
#[derive(Debug, Default)]
struct Slots {
    slots: Vec<(usize, usize)>,
    offset: usize,
}

impl Slots {
    fn next(&mut self) {
        self.offset += 1;
    }

    fn get(&self, context: EndId) -> Option<usize> {
        let slot = self.slots.get(context as usize);
        slot.filter(|slot| slot.0 == self.offset + 1)
            .map(|slot| slot.1)
    }

    fn put(&mut self, context: EndId, index: usize) {
        if self.slots.len() <= context as usize {
            self.slots.resize(context as usize + 1, (0, 0));
        }
        self.slots[context as usize] = (self.offset + 1, index);
    }
}
