//! The pass over a text from its end: which positions lead to the end of the text.
//!
//! It is the forward pass reversed, and keeps to the positions that the forward pass has reached. A
//! context here is a set of calls that a definition has to be reached by, from the left, if it ends
//! at some offset; all that is after that offset is read already.
//!
//! Most octets are inside of a string, a name or a number, where no definition begins or ends. There the pass is an
//! automaton: `sets` keeps which set of positions an octet leads to, and [`Live::run_plain`] goes from set to set. In
//! JSON, the pass from the end over `["ab"]` stops at both brackets and on both sides of the string, and not at the
//! letters.
//!
//! Invariant: a position is live in a context at an offset if and only if a derivation leads from
//! it to the end of the text, for each stack of calls that the context allows.

mod sets;

use alloc::vec::Vec;

use super::interner::{Id, Interner, NONE, number};
use super::network::{DefinitionId, Network};
use super::positions::{PositionId, Positions};
use super::states::{StateSets, States};
use super::{Limit, LimitReached};
pub(super) use sets::SetId;
use sets::{Caller, EMPTY, Sets, Step};

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
    rows: u32,
}

/// The live positions of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Live {
    sets: Sets,
    sites: Interner,
    ranges: Vec<(u32, u32)>,
    contexts: Vec<Context>,
    callers: Vec<Caller>,
    /// For each context the last one that it calls, by its index in `called`, and how many it calls.
    called_by: Vec<(u32, u32)>,
    /// Contexts that are called, each with the index of the one before it with the same caller.
    called: Vec<(EndId, u32)>,
    /// The contexts and live sets, those at the end of the text first.
    found: Vec<(EndId, SetId)>,
    /// Where those at each offset begin, the end of the text first.
    rows: Vec<u32>,
    /// The offsets, contexts and sets that are live for texts that began at an offset before: the last
    /// offset first.
    ends: Vec<(usize, EndId, SetId)>,
    /// The version of the positions when the sets were found. More positions change what leads to them.
    version: usize,
    /// Room for entries.
    room: Vec<Entry>,
    /// Room for the indexes of entries whose definitions may begin at the offset.
    waiting: Vec<usize>,
    /// Room for the calls of a site.
    key: Vec<Ending>,
    /// Room for the key of a site in numbers.
    flat: Vec<u32>,
}

/// A definition that ends at an offset, for texts of a kind, and its caller.
type Ending = (DefinitionId, Kind, SetId, EndId);

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
    pub(super) state_sets: &'a mut StateSets,
    /// The size of what else is kept while the text is read.
    pub(super) others: usize,
}

impl Tables<'_> {
    fn size(&self) -> usize {
        self.positions.size() + self.states.size() + self.state_sets.size() + self.others
    }

    /// Takes the steps of the searches since the last time.
    fn settle(&mut self, limit: &mut Limit) -> Result<(), LimitReached> {
        limit.take(self.positions.take_work())?;
        self.positions.complete()
    }
}

impl Live {
    pub(super) fn size(&self) -> usize {
        let sites = self.sites.size() + 2 * self.ranges.len();
        let contexts = 6 * self.contexts.len() + 2 * self.callers.len() + 2 * self.called_by.len();
        let found = 2 * self.found.len() + self.rows.len() + 4 * self.ends.len();
        self.sets.size() + sites + contexts + found + 2 * self.called.len()
    }

    /// Returns a number that changes whenever the sets get new numbers.
    pub(super) fn version(&self) -> usize {
        self.version
    }

    /// Reads a text that the definition derives. `read` has the set of states at each offset.
    ///
    /// Returns the context of the definition.
    pub(super) fn run(
        &mut self,
        tables: &mut Tables<'_>,
        (definition, read): (DefinitionId, Read<'_>),
        limit: &mut Limit,
    ) -> Result<EndId, LimitReached> {
        let length = read.text.len();
        self.begin(tables);
        let mut slots = Slots::default();
        let mut entries: Vec<Entry> = Vec::new();
        let state_set = read.state_sets[length];
        self.key.clear();
        self.key.push((definition, Kind::Any, NONE, NONE));
        let (root, _) = self.site(tables, state_set);
        self.enter(tables, (root, state_set), &mut slots, &mut entries);
        self.call(tables, (state_set, limit), &mut slots, &mut entries)?;
        self.record(&mut entries, length);
        loop {
            let offset = self.run_plain(tables, read, &mut entries, limit)?;
            tables.settle(limit)?;
            let Some(offset) = offset.checked_sub(1) else {
                return Ok(root);
            };
            let (state_set, octet) = read.at(offset);
            self.room.clear();
            core::mem::swap(&mut entries, &mut self.room);
            let mut moved = core::mem::take(&mut self.room);
            slots.next();
            for entry in moved.drain(..).filter(|entry| entry.is_moving) {
                let Entry { context, set, .. } = entry;
                let own = (self.definition(context), set);
                let Step { set, .. } = self.sets.step(tables, own, (state_set, octet));
                if set != EMPTY {
                    self.insert(&mut slots, &mut entries, (context, set));
                }
            }
            self.room = moved;
            limit.take(entries.len())?;
            let begun = entries.len();
            self.pop(tables, (state_set, limit), &mut slots, &mut entries)?;
            self.call(tables, (state_set, limit), &mut slots, &mut entries)?;
            limit.take(entries.len() - begun)?;
            self.record(&mut entries, offset);
            limit.grow(entries.len(), || self.size() + tables.size() + slots.size())?;
        }
    }

    /// Forgets the last text, and the sets if there are more positions now.
    fn begin(&mut self, tables: &Tables<'_>) {
        let version = tables.positions.version();
        if version != self.version {
            *self = Self::default();
            self.version = version;
            self.sets = Sets::new();
        }
        self.sites.clear();
        self.ranges.clear();
        self.contexts.clear();
        self.callers.clear();
        self.called_by.clear();
        self.called.clear();
        self.found.clear();
        self.ends.clear();
        self.rows.clear();
    }

    fn record(&mut self, entries: &mut [Entry], offset: usize) {
        entries.sort_unstable_by_key(|entry| entry.context);
        self.rows.push(number(self.found.len()));
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
            let union = self.sets.union(entry.set, set);
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
        (state_set, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        self.waiting.clear();
        self.waiting.extend((0..entries.len()).rev());
        while let Some(index) = self.waiting.pop() {
            let Entry { context, set, .. } = entries[index];
            let Context {
                definition,
                callers,
                ..
            } = self.contexts[context as usize];
            if !self.sets.is_at_start(tables, definition, set) {
                continue;
            }
            limit.take((callers.1 - callers.0) as usize)?;
            for caller in callers.0..callers.1 {
                let (calls, context) = self.callers[caller as usize];
                let is_empty = |context: EndId| self.contexts[context as usize].kind == Kind::Empty;
                if context == NONE || is_empty(context) {
                    continue;
                }
                let live = self.sets.reached(tables, calls, state_set);
                if live != EMPTY {
                    let changed = self.insert(slots, entries, (context, live));
                    self.waiting.extend(changed);
                }
            }
        }
        Ok(())
    }

    /// Adds the definitions that the entries are after, as they end here.
    fn call(
        &mut self,
        tables: &mut Tables<'_>,
        (state_set, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        self.key.clear();
        for entry in entries.iter() {
            if self.contexts[entry.context as usize].kind == Kind::Empty {
                continue;
            }
            let befores = self.sets.before_at(tables, entry.set, state_set);
            let befores = self.sets.befores(befores).iter();
            self.key
                .extend(befores.map(|one| (one.definition, one.kind, one.calls, entry.context)));
        }
        if !self.key.is_empty() {
            limit.take(self.key.len())?;
            let (from, to) = self.site(tables, state_set);
            for context in from..to {
                self.enter(tables, (context, state_set), slots, entries);
            }
        }
        Ok(())
    }

    /// Adds a context at the end of its definition.
    fn enter(
        &mut self,
        tables: &mut Tables<'_>,
        (context, state_set): (EndId, Id),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) {
        let Context {
            definition, kind, ..
        } = self.contexts[context as usize];
        let set = self.sets.end(tables, definition, state_set);
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
}

/// The index of each context's entry at the current offset.
#[derive(Debug, Default)]
struct Slots {
    slots: Vec<(u32, u32)>,
    offset: u32,
}

impl Slots {
    fn size(&self) -> usize {
        2 * self.slots.len()
    }

    fn next(&mut self) {
        self.offset += 1;
    }

    fn get(&self, context: EndId) -> Option<usize> {
        let slot = self.slots.get(context as usize);
        slot.filter(|slot| slot.0 == self.offset + 1)
            .map(|slot| slot.1 as usize)
    }

    fn put(&mut self, context: EndId, index: usize) {
        if self.slots.len() <= context as usize {
            self.slots.resize(context as usize + 1, (0, 0));
        }
        self.slots[context as usize] = (self.offset + 1, number(index));
    }
}

/// What the pass has found, by offset and context.
impl Live {
    /// Returns the contexts that are live at an offset and their sets, in ascending order.
    #[inline]
    fn at(&self, offset: usize) -> &[(EndId, SetId)] {
        let row = self.rows.len() - 1 - offset;
        let end = self.rows.get(row + 1).map(|&end| end as usize);
        let end = end.unwrap_or(self.found.len());
        &self.found[self.rows[row] as usize..end]
    }

    /// Returns the only set of positions that are live in a context at an offset, wherever its
    /// definition began; `None` if there is another number of sets, or perhaps is.
    #[inline]
    pub(super) fn only_set(&self, context: EndId, offset: usize) -> Option<SetId> {
        if self.ends.is_empty() {
            self.set(context, offset)
        } else {
            None
        }
    }

    /// Returns the set of positions that are live in a context at an offset, without its ends of
    /// texts that begin before it.
    #[inline]
    fn set(&self, context: EndId, offset: usize) -> Option<SetId> {
        let row = self.at(offset);
        if let [one] = row {
            return (one.0 == context).then_some(one.1);
        }
        let index = row.binary_search_by_key(&context, |one| one.0);
        index.ok().map(|index| row[index].1)
    }

    /// Returns the sets of positions that are live in a context at an offset, for a definition that
    /// began at `start`.
    #[inline]
    pub(super) fn sets(
        &self,
        context: EndId,
        offset: usize,
        start: usize,
    ) -> impl Iterator<Item = SetId> {
        let found = self.set(context, offset);
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

    pub(super) fn definition(&self, context: EndId) -> DefinitionId {
        self.contexts[context as usize].definition
    }

    /// Returns the offset at which the definition of the context ends. In a network that is not
    /// cyclic, a context stands for several.
    pub(super) fn end(&self, context: EndId) -> Option<usize> {
        let text = self.rows.len().checked_sub(1)?;
        text.checked_sub(self.contexts[context as usize].rows as usize)
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
        let (row, (last, count)) = (self.at(offset), self.called_by(caller));
        let (from_row, last) = if row.len() <= count as usize {
            (row, NONE)
        } else {
            (&[][..], last)
        };
        let is_here = move |one: &EndId| row.binary_search_by_key(one, |one| one.0).is_ok();
        let contexts = from_row.iter().map(|one| one.0);
        let contexts = contexts.chain(self.called_up_to(last).filter(is_here));
        contexts.filter(move |&context| self.is_called_by(context, call, caller))
    }

    /// Returns how many contexts [`Self::called`] looks at.
    pub(super) fn called_work(&self, offset: usize, caller: EndId) -> usize {
        self.at(offset).len().min(self.called_by(caller).1 as usize)
    }

    /// Returns the index of the last context that a context calls, and how many it calls.
    fn called_by(&self, context: EndId) -> (u32, u32) {
        let known = self.called_by.get(context as usize);
        known.copied().unwrap_or((NONE, 0))
    }

    /// Returns the contexts with the same caller, from the one at this index to the first.
    fn called_up_to(&self, mut index: u32) -> impl Iterator<Item = EndId> {
        core::iter::from_fn(move || {
            let &(context, before) = self.called.get(index as usize)?;
            index = before;
            Some(context)
        })
    }
}

/// The number of octets after which the limits are checked.
const AT_ONCE: usize = 4096;

/// A text, with the set of states at each offset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Read<'a> {
    pub(super) text: &'a [u8],
    pub(super) state_sets: &'a [Id],
}

impl Read<'_> {
    /// Returns the set of states at an offset and the octet after it.
    #[inline]
    fn at(self, offset: usize) -> (Id, u8) {
        (self.state_sets[offset], self.text[offset])
    }
}

/// Octets over which nothing begins or ends.
impl Live {
    /// Goes on to the left while no definition begins or ends in any context. Returns the offset of
    /// the last row.
    fn run_plain(
        &mut self,
        tables: &mut Tables<'_>,
        read: Read<'_>,
        entries: &mut Vec<Entry>,
        limit: &mut Limit,
    ) -> Result<usize, LimitReached> {
        let mut offset = read.text.len() + 1 - self.rows.len();
        // A context with a hidden entry has another one too.
        if !entries.iter().all(|entry| entry.is_visible) {
            return Ok(offset);
        }
        while let Some(before) = offset.checked_sub(1) {
            if let [entry] = &mut **entries
                && entry.is_moving
            {
                return self.run_alone(tables, read, (entry, offset), limit);
            }
            if !self.step_plain(tables, entries, read.at(before)) {
                break;
            }
            offset = before;
            limit.take(entries.len())?;
            self.rows.push(number(self.found.len()));
            let found = entries.iter().map(|entry| (entry.context, entry.set));
            self.found.extend(found);
            tables.settle(limit)?;
            limit.grow(entries.len(), || self.size() + tables.size())?;
        }
        Ok(offset)
    }

    /// Does the same in the only context.
    fn run_alone(
        &mut self,
        tables: &mut Tables<'_>,
        read: Read<'_>,
        (entry, mut offset): (&mut Entry, usize),
        limit: &mut Limit,
    ) -> Result<usize, LimitReached> {
        let definition = self.definition(entry.context);
        let mut end = offset;
        while let Some(before) = offset.checked_sub(1) {
            let step = (self.sets).step(tables, (definition, entry.set), read.at(before));
            if !step.is_plain || tables.positions.is_exhausted() {
                break;
            }
            offset = before;
            entry.set = step.set;
            self.rows.push(number(self.found.len()));
            self.found.push((entry.context, step.set));
            if end - offset == AT_ONCE {
                limit.take(end - offset)?;
                limit.grow(end - offset, || self.size() + tables.size())?;
                end = offset;
            }
        }
        limit.take(end - offset)?;
        Ok(offset)
    }

    /// Moves the entries before an octet. Moves none if a definition begins or ends there.
    fn step_plain(
        &mut self,
        tables: &mut Tables<'_>,
        entries: &mut Vec<Entry>,
        at: (Id, u8),
    ) -> bool {
        self.room.clear();
        for entry in entries.iter().filter(|entry| entry.is_moving) {
            let own = (self.definition(entry.context), entry.set);
            let step = self.sets.step(tables, own, at);
            if !step.is_plain {
                return false;
            }
            if step.set != EMPTY {
                let set = step.set;
                self.room.push(Entry { set, ..*entry });
            }
        }
        core::mem::swap(entries, &mut self.room);
        true
    }
}

/// Contexts: definitions that end at an offset, with their callers.
impl Live {
    /// Returns the contexts of the definitions in `key`, and of those that can end where these end.
    fn site(&mut self, tables: &mut Tables<'_>, state_set: Id) -> (u32, u32) {
        self.key.sort_unstable();
        self.key.dedup();
        // Where definitions derive the empty text, the set of states decides what can end here. In cyclic
        // networks a context stands for one offset, which the number of rows names.
        self.flat.clear();
        self.flat.extend(if tables.network.is_cyclic() {
            [state_set, number(self.rows.len())]
        } else if tables.network.has_empty_calls() {
            [state_set, 0]
        } else {
            [0, 0]
        });
        for &(definition, kind, calls, context) in &self.key {
            self.flat.extend([definition, kind as u32, calls, context]);
        }
        let site = self.sites.intern(&self.flat) as usize;
        if site == self.ranges.len() {
            let key = core::mem::take(&mut self.key);
            let range = self.build(tables, &key, state_set);
            self.key = key;
            self.ranges.push(range);
        }
        self.ranges[site]
    }

    fn build(&mut self, tables: &mut Tables<'_>, key: &[Ending], state_set: Id) -> (u32, u32) {
        let first = number(self.contexts.len());
        let mut ended: Vec<(DefinitionId, Kind)> = key.iter().map(|one| (one.0, one.1)).collect();
        ended.dedup();
        let mut callers: Vec<Vec<Caller>> = ended
            .iter()
            .map(|one| {
                let own = key.iter().filter(|other| (other.0, other.1) == *one);
                own.map(|one| (one.2, one.3)).collect()
            })
            .collect();
        let mut index = 0;
        while let Some(&(definition, kind)) = ended.get(index) {
            let set = self.sets.end(tables, definition, state_set);
            let befores = if kind == Kind::Empty {
                self.sets.before_empty(tables, set)
            } else {
                let before = self.sets.before(tables, set);
                self.sets.befores(before).to_vec()
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
                    self.add_called(caller, own);
                }
            }
            let from = number(self.callers.len());
            self.callers.extend(callers);
            let callers = (from, number(self.callers.len()));
            self.contexts.push(Context {
                definition,
                kind,
                callers,
                rows: number(self.rows.len()),
            });
        }
        (first, number(self.contexts.len()))
    }

    /// Keeps that a context calls another one. A caller calls few, and most texts have many callers, so the lists
    /// of all share their memory.
    fn add_called(&mut self, caller: EndId, context: EndId) {
        if self.called_by.len() <= caller as usize {
            self.called_by.resize(caller as usize + 1, (NONE, 0));
        }
        let (last, count) = &mut self.called_by[caller as usize];
        if *count > 0 && self.called[*last as usize].0 == context {
            return;
        }
        self.called.push((context, *last));
        *last = number(self.called.len() - 1);
        *count += 1;
    }
}
